"""The glossary: translations say the terms of the games as the printed books do."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from adjudicator.messages import read_english
from adjudicator.rulebook import RULEBOOK

HOME = Path(__file__).resolve().parents[2]
GLOSSARY: dict[str, Any] = json.loads(
    (HOME / "adjudicator" / "rulebook" / "glossary.json").read_text(encoding="utf-8")
)
TERMS: list[dict[str, Any]] = GLOSSARY["terms"]
LANGUAGES = ("ru", "fr", "ko")
OF_A_GAME = {"austria": {"austria", "waltz"}, "samoa": {"samoa"}}
HOLES = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|<[^<>]*>")


@cache  # more patterns than ``re`` keeps
def by_itself(form: str) -> re.Pattern[str]:
    """Return what finds an English term that stands as words of its own."""
    return re.compile(rf"(?<![\w-]){re.escape(form)}(?![\w-])", re.IGNORECASE)


@cache
def beginning(pattern: str) -> re.Pattern[str]:
    """Return what finds a word that begins like the pattern."""
    return re.compile(rf"(?<![^\W_])(?:{pattern})", re.IGNORECASE)


def has(pattern: str, words: str) -> bool:
    """Say whether a word that begins like the pattern stands in a text."""
    return beginning(pattern).search(words) is not None


def has_term(pattern: str, words: str, language: str) -> bool:
    """``has``; a Korean word may stand behind another one without a space."""
    if language == "ko":
        return re.search(pattern, words) is not None
    return has(pattern, words)


@cache
def wanted(game: str | None) -> Sequence[tuple[str, Sequence[dict[str, Any]]]]:
    """Return the English forms whose terms hold for a game, longest first, with those terms."""
    by_form: dict[str, list[dict[str, Any]]] = {}
    for term in TERMS:
        if game is None or term["game"] in {"all", "program", *OF_A_GAME[game]}:
            for form in term["en"]:
                by_form.setdefault(form, []).append(term)
    return sorted(by_form.items(), key=lambda one: -len(one[0]))


def departures(source: str, translation: str, language: str, game: str | None = None) -> list[str]:
    """Return the terms of an English text that its translation says otherwise.

    game: whose terms hold; None for a text that both games may use, where either word will do.
    A term within a longer one (the group of a group bonus) is not asked for by itself.
    """
    source, translation = HOLES.sub(" ", source), HOLES.sub(" ", translation)
    lines = []
    for form, terms in wanted(game):
        if form.lower() not in source.lower():  # far quicker than the pattern, which decides
            continue
        source, times = by_itself(form).subn(" ", source)
        if not times:
            continue
        words = [term["words"][language] for term in terms]
        stems = [stem for word in words for stem in word["stems"]]
        loose = any(term.get("loose") for term in terms)
        if not loose and not any(has_term(stem, translation, language) for stem in stems):
            lines.append(f"{form}: not {' or '.join(word['word'] for word in words)}")
        for other in set.intersection(*({*word.get("instead_of", ())} for word in words)):
            if has_term(other, translation, language):
                lines.append(f"{form}: {other}, not {words[0]['word']}")
    return lines


@cache
def _freely(language: str, source: str) -> frozenset[str]:
    return frozenset(GLOSSARY["freely"][language].get(source, ()))


@cache
def catalogues(language: str) -> Sequence[tuple[str, str, str, str | None]]:
    """Return place, English, translation and game of every translated text."""
    return tuple(_translated(language))


def _translated(language: str) -> Iterator[tuple[str, str, str, str | None]]:
    for folder in ("adjudicator", "recorder"):
        for path in sorted((HOME / folder / "translations" / language).rglob("*.po")):
            with path.open("rb") as file:
                catalogue = read_po(file)
            for message in catalogue:
                sources = [message.id] if isinstance(message.id, str) else list(message.id)
                strings = message.string
                told = [strings] if isinstance(strings, str) else list(strings)
                if not message.id or message.fuzzy or not any(told):
                    continue
                sentence = read_english().get(str(message.context))
                game = sentence.file.split("/")[0] if sentence else None
                for string in told:
                    place = str(message.context or sources[-1])
                    yield place, sources[-1], string, game if game in OF_A_GAME else None
    if language in RULEBOOK.languages:
        for rule_id in RULEBOOK.ids():
            rule, home = RULEBOOK.rule(rule_id, language), RULEBOOK.rule(rule_id)
            if rule.language == language:
                source, words = f"{home.title}. {home.text}", f"{rule.title}. {rule.text}"
                yield rule_id, source, words, rule.game


def test_every_term_has_a_word_and_where_it_comes_from() -> None:
    assert len({term["id"] for term in TERMS}) == len(TERMS)
    books = RULEBOOK.books
    for term in TERMS:
        assert term["game"] in {"austria", "waltz", "samoa", "all", "program"}, term["id"]
        assert term["en"], term["id"]
        for language in LANGUAGES:
            word = term["words"][language]
            assert ("cites" in word) != ("ours" in word), (term["id"], language)
            if "cites" in word:
                book = books[word["cites"]["book"]]
                assert book.language == language, (term["id"], language)
                assert (book.game == "samoa") == (term["game"] == "samoa"), (term["id"], language)
                assert word["count"] > 0, (term["id"], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_is_the_one_its_book_uses_most(language: str) -> None:
    for term in TERMS:
        word = term["words"][language]
        for other, count in word.get("instead_of", {}).items():
            assert count <= word.get("count", 0), (term["id"], other)
            assert not has_term(other, word["word"], language), (term["id"], other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_to_the_glossary(language: str) -> None:
    wrong = []
    for place, source, translation, game in catalogues(language):
        free = _freely(language, place)
        for departure in departures(source, translation, language, game):
            if departure.partition(":")[0] not in free:
                wrong.append(f"{place} [{source}] {translation}: {departure}")
    assert wrong == []


def test_a_term_said_otherwise_is_found() -> None:
    assert departures("The guest waits", "Постоялец ждёт", "ru") == []
    assert departures("The guest waits", "Гость ждёт", "ru") == [
        "guest: not постоялец",
        "guest: гост(?!и), not постоялец",
    ]
    assert departures("two rooms", "две комнаты", "ru", "austria") == [
        "rooms: not номер",
        "rooms: комнат, not номер",
    ]
    assert departures("two rooms", "две комнаты", "ru", "samoa") == []
    assert departures("two rooms", "две комнаты", "ru") == []
    assert departures("this floor", "cet étage", "fr") == [
        "floor: not rangée",
        "floor: étage, not rangée",
    ]
    assert departures("a guest", "투숙객", "ko") == ["guest: not 손님", "guest: 투숙객, not 손님"]
    assert departures("{guest:guest} waits", "{guest:guest} ждёт", "ru") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_freely_is_in_the_glossary_and_needed(language: str) -> None:
    told = {place: (source, words, game) for place, source, words, game in catalogues(language)}
    forms = {form for term in TERMS for form in term["en"]}
    for place, free in GLOSSARY["freely"][language].items():
        assert {*free} <= forms, place
        if place in told:
            source, words, game = told[place]
            freely_said = {
                one.partition(":")[0] for one in departures(source, words, language, game)
            }
            assert {*free} <= freely_said, place


LATIN = json.loads((Path(__file__).parent / "latin.json").read_text(encoding="utf-8"))
KEPT = {*LATIN["names"], *LATIN["formats"], *LATIN["typed"]}
"""What every language writes as English does."""

_NO_WORDS = re.compile(
    r"\S+://\S*|`[^`]*`|\{[^{}]*\}|%\(\w+\)[sd]|<[^<>]*>"  # addresses and places
    r"|\b[A-Z]+\d?-[A-Z0-9-]+\b|\b2015-\w\w\b|\b[ABC]-\w+"  # ids of rules, editions, tiles
    r"|\bdocs/[\w.-]+|--\w+|[A-Za-z]+_[A-Za-z_]+|/\w+ "  # files, options, settings, verbs
)
_WORD = re.compile(r"(?<![a-zß-ÿœ])[a-z]{3,}(?![a-zß-ÿœ])")


def left_english(source: str, translation: str, language: str) -> set[str]:
    """Return the English words that a translation keeps.

    In Russian and Korean any word in Latin letters is one, in French a word of the source that
    French does not have, too; names and what is typed are none (latin.json).
    """
    told = {*_WORD.findall(_NO_WORDS.sub(" ", translation).lower())} - KEPT
    if language == "fr":
        told &= {*_WORD.findall(_NO_WORDS.sub(" ", source).lower())}
        told -= {*LATIN["french"]}
    return told


def card_names(language: str) -> Iterator[tuple[str, str]]:
    """Return the English name and the translated one of each card and piece that has both."""
    for path in sorted((HOME / "adjudicator").rglob("data/*.json")):
        stack = [json.loads(path.read_text(encoding="utf-8"))]
        while stack:
            value = stack.pop()
            if isinstance(value, list):
                stack += value
            elif isinstance(value, dict):
                names = value.get("names")
                if isinstance(names, dict) and "en" in names and language in names:
                    yield names["en"], names[language]
                stack += value.values()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_keeps_an_english_word(language: str) -> None:
    """Messages, rules, differences and questions, titles of sections, names of cards, glossary."""
    texts = [(place, source, told) for place, source, told, _game in catalogues(language)]
    path = HOME / "adjudicator" / "rulebook" / language / "sections.json"
    for book, titles in json.loads(path.read_text(encoding="utf-8")).items():
        texts += [(book, source, told) for source, told in titles.items()]
    texts += [("cards", source, told) for source, told in card_names(language)]
    texts += [(term["id"], " ".join(term["en"]), term["words"][language]["word"]) for term in TERMS]
    assert len(texts) > 5000
    wrong = [
        f"{place} [{source}] {told}: {', '.join(sorted(left))}"
        for place, source, told in texts
        if (left := left_english(source, told, language))
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("source", "told", "language", "left"),
    [
        ("Sending a guest to a ballroom", "Sending a guest à a ballroom", "fr", {"ballroom"}),
        ("End of the game", "1·table단계", "ko", {"table"}),
        ("the queue of {guest:guest}", "очередь (queue) {guest:guest}", "ru", {"queue"}),
        ("Hotel board: %(name)s", "Plateau Hôtel : %(name)s", "fr", set()),
        ("top or bottom", "top или bottom (верхний или нижний)", "ru", set()),
    ],
)
def test_an_english_word_in_a_translation_is_found(
    source: str, told: str, language: str, left: set[str]
) -> None:
    assert left_english(source, told, language) >= left
    assert bool(left_english(source, told, language)) == bool(left)
