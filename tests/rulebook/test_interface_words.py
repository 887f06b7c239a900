"""The words of the interface: each thing has one in every language, and no text uses another."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from adjudicator.rulebook import RULEBOOK

HOME = Path(__file__).resolve().parents[2]
LIST: dict[str, Any] = json.loads(
    (HOME / "adjudicator" / "rulebook" / "interface.json").read_text(encoding="utf-8")
)
LANGUAGES = ("en", "ru", "fr", "ko")
HOLES = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|<[^<>]*>|`[^`]*`")
SENTENCE = re.compile(r"""["'`][A-Z][a-z]* [\w ,.’…!?:-]*["'`]""")


def find_unused_words(text: str, language: str) -> list[str]:
    """Return the words in a text that the interface does not use, with the word to say."""
    words = HOLES.sub(" ", text)
    start = "" if language == "ko" else r"(?<!\w)"  # a Korean word may stand behind another one
    found = []
    for thing in LIST["words"]:
        own = thing["words"][language]
        for pattern in own["not"]:
            if hit := re.search(f"{start}(?:{pattern})", words, re.IGNORECASE):
                found.append(f"{hit[0]}, not {own['say']}")
    return found


def list_texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield place and text of all rules and catalogues; in English the messages translated."""
    for rule_id in RULEBOOK.ids():
        rule = RULEBOOK.rule(rule_id, language)
        if rule.language == language:
            yield rule_id, f"{rule.title}. {rule.text}"
    tag = "ru" if language == "en" else language
    for path in sorted(HOME.glob(f"*/translations/{tag}/*/*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file)
        for message in catalogue:
            told = message.id if language == "en" else message.string
            for text in [told] if isinstance(told, str) else told:
                if message.id:
                    yield str(message.context or message.id), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_calls_a_thing_by_another_word(language: str) -> None:
    texts = list(list_texts(language))
    assert len(texts) > 5000
    free = LIST["except"][language]
    wrong = [
        f"{place}: {text}: {word}"
        for place, text in texts
        if place not in free
        for word in find_unused_words(text, language)
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_open_questions_and_house_rules_are_asked(language: str) -> None:
    """Every list of them is one of questions; differences of the books (D) are topics."""
    asked = [
        (place, text)
        for place, text in list_texts(language)
        if re.fullmatch(r"(?!D-)[\w-]+\.(question|point)", place)
    ]
    assert len(asked) > 200
    assert not [(place, text) for place, text in asked if not text.endswith("?")]


def test_no_script_calls_a_thing_by_another_word() -> None:
    """Scripts have their sentences from pages; one that they hold all the same is a text, too."""
    wrong = [
        f"{path.name}: {text}: {word}"
        for folder in ("recorder/static", "pocket")
        for path in sorted((HOME / folder).rglob("*.js"))
        for text in SENTENCE.findall(path.read_text(encoding="utf-8"))
        for word in find_unused_words(text, "en")
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exception_is_needed_and_a_word_to_say_is_allowed(language: str) -> None:
    texts: dict[str, list[str]] = {}
    for place, text in list_texts(language):
        texts.setdefault(place, []).append(text)
    for place, reason in LIST["except"][language].items():
        assert reason
        assert any(find_unused_words(text, language) for text in texts[place]), place
    for thing in LIST["words"]:
        assert not find_unused_words(thing["words"][language]["say"], language), thing["id"]


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("en", "This move is illegal.", "not allowed"),
        ("en", "Place a room", "prepare"),
        ("en", "it was declined", "skip"),
        ("en", "Figures on components", "printed values"),
        ("ru", "Печатные числа", "печатные значения"),
        ("ru", "Отказаться", "пропустить"),
        ("fr", "une infraction aux règles", "non conforme"),
        ("fr", "placer une chambre", "préparer une chambre"),
        ("ko", "보상을 포기합니다", "건너뛰기"),
        ("ko", "규칙에 맞지 않음", "규칙 위반"),
    ],
)
def test_another_word_is_found(language: str, text: str, word: str) -> None:
    assert [one.rpartition(", not ")[2] for one in find_unused_words(text, language)] == [word]
