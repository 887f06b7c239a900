"""The rule texts: each rule in a player's words, with its places in the printed books.

The texts are data, a folder per language and a file per chapter. Nothing is read before the
first question; a file that cannot be used is refused, naming file and rule.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from adjudicator.messages import DataSentence
from adjudicator.messages.po import BrokenData
from adjudicator.shapes import ANYTHING, TEXT, Fields, Integer, ListOf, MapOf, Mismatch, Shape

HOME = "en"
"""The language that has every text and the citations; the others may leave texts out."""

SECTIONS = "sections.json"
"""In a language's folder: the cited titles of sections in its words, by book and English title."""

MOST_TITLE, MOST_TEXT, MOST_SENTENCES = 60, 400, 3
"""What fits on a phone under a verdict: characters of title and text, sentences of a text."""

_LAST = r"(?:\d\d\d?|[A-C])"
"""How the last part of a rule id reads: a number, that of a card, or the letter of a tile."""

_END_OF_SENTENCE = re.compile(r"[.!?。](?=\s|$)")


@dataclass(frozen=True, slots=True)
class Book:
    """A printed rulebook that the texts cite. ``code``: as citations name it."""

    code: str
    game: str
    title: str
    language: str
    year: int | None


@dataclass(frozen=True, slots=True)
class Citation:
    """A section of a printed book; ``section``: its title, translated."""

    book: str
    section: str


@dataclass(frozen=True, slots=True)
class RuleText:
    """The program's text about a rule.

    id: the rule, such as ``GAH-FOOD-02``. chapter: the id without its last part. language: of title
    and text, English where the wanted one has no text. cites: the books that state the rule; none
    for the edition of 2022, which was not at hand.
    """

    id: str
    game: str
    chapter: str
    language: str
    title: str
    text: str
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rulebook with its rules in order; ``language``: that of the title."""

    id: str
    game: str
    title: str
    rules: tuple[str, ...]
    language: str = HOME


_CONTENTS = Fields(
    {
        "books": MapOf(
            TEXT, Fields({"game": TEXT, "title": TEXT, "language": TEXT}, {"year": Integer(1900)})
        ),
        "chapters": MapOf(TEXT, ListOf(TEXT, low=1)),
    }
)
_CITED = Fields(
    {"title": TEXT, "text": TEXT, "cites": ListOf(Fields({"book": TEXT, "section": TEXT}), low=1)}
)
_TRANSLATED = Fields({"title": TEXT, "text": TEXT})


def count_sentences(words: str) -> int:
    """Return how many sentences a text has."""
    return len(_END_OF_SENTENCE.findall(words))


class Rulebook:
    """The rule texts in one folder: ``contents.json`` and a folder for each language.

    Every access may raise BrokenData for a file that cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        """Take the folder; nothing is read yet."""
        self.folder = folder
        self._chapters: dict[tuple[str, str], tuple[str | None, Mapping[str, RuleText]]] = {}
        self._read: dict[str, dict[str, RuleText]] = {}
        self._titles: dict[str, dict[str, str]] = {}
        self._read_sections: dict[str, Mapping[str, Mapping[str, str]]] = {}

    @cached_property
    def _contents(self) -> Mapping[str, Any]:
        document: Mapping[str, Any] = self._load("contents.json", _CONTENTS)
        return document

    @cached_property
    def books(self) -> Mapping[str, Book]:
        """The printed books that may be cited, by code."""
        return {
            code: Book(
                code,
                row["game"],
                DataSentence(f"book:{code}", row["title"]),
                row["language"],
                row.get("year"),
            )
            for code, row in self._contents["books"].items()
        }

    @property
    def games(self) -> Sequence[str]:
        """The games that have rule texts."""
        return tuple(self._contents["chapters"])

    @cached_property
    def languages(self) -> Sequence[str]:
        """The languages that have a folder, English first."""
        found = sorted(path.name for path in self.folder.iterdir() if any(path.glob("*-*.json")))
        return (HOME, *(language for language in found if language != HOME))

    def has(self, chapter: str, language: str) -> bool:
        """Return whether a chapter has a file in a language."""
        return (self.folder / language / f"{chapter.lower()}.json").exists()

    def section(self, cite: Citation, language: str) -> str | None:
        """Return the title of a cited section in a language; None where that has no words for it.

        In the language of the book it is the title as printed.
        """
        if language == HOME or language not in self.languages:
            return cite.section if language == HOME else None
        return self._sections(language).get(cite.book, {}).get(cite.section)

    def _sections(self, language: str) -> Mapping[str, Mapping[str, str]]:
        if language not in self._read_sections:
            name = f"{language}/{SECTIONS}"
            shape = MapOf(TEXT, MapOf(TEXT, TEXT))
            exists = (self.folder / name).exists()
            self._read_sections[language] = self._load(name, shape) if exists else {}
        return self._read_sections[language]

    def rule(self, rule_id: str, language: str = HOME) -> RuleText:
        """Return the text of a rule, in English where the language has none.

        Raises KeyError for an unknown id; an unknown language is one without texts.
        """
        game, chapter = self._home_of(rule_id)
        home = self._chapter(HOME, game, chapter)[1][rule_id]
        if language == HOME or language not in self.languages:
            return home
        return self._chapter(language, game, chapter)[1].get(rule_id, home)

    def _home_of(self, rule_id: str) -> tuple[str, str]:
        """Return the game and the chapter of a rule, of which nothing is read yet."""
        chapter = rule_id.rpartition("-")[0]
        for game, chapters in self._contents["chapters"].items():
            if chapter in chapters:
                return game, chapter
        raise KeyError(rule_id)

    def ids(self, game: str | None = None) -> Sequence[str]:
        """Return the ids of all rules, or of one game's, in the order of the chapters."""
        return tuple(
            rule.id for rule in self._texts(HOME).values() if game is None or rule.game == game
        )

    def chapters(self, game: str, language: str = HOME) -> Sequence[Chapter]:
        """Return the chapters of a game in order. Raises KeyError for an unknown game."""
        names = self._contents["chapters"][game]
        rules: dict[str, list[str]] = {name: [] for name in names}
        for rule in self._texts(HOME).values():
            if rule.chapter in rules:
                rules[rule.chapter].append(rule.id)
        own: Mapping[str, str] = {}
        if language in self.languages:
            self._texts(language)
            own = self._titles[language]
        return tuple(
            Chapter(
                name,
                game,
                own.get(name, self._titles[HOME][name]),
                tuple(rules[name]),
                language if name in own else HOME,
            )
            for name in names
        )

    def _texts(self, language: str) -> dict[str, RuleText]:
        if language not in self._read:
            texts: dict[str, RuleText] = {}
            titles: dict[str, str] = {}
            for game, chapters in self._contents["chapters"].items():
                for chapter in chapters:
                    title, rules = self._chapter(language, game, chapter)
                    texts |= rules
                    if title is not None:
                        titles[chapter] = title
            self._refuse_unlisted(language)
            self._read[language], self._titles[language] = texts, titles
        return self._read[language]

    def _chapter(
        self, language: str, game: str, chapter: str
    ) -> tuple[str | None, Mapping[str, RuleText]]:
        """Return the title and the rules of a chapter, (None, {}) where a language has none.

        It is read once, and by itself: a verdict names a few rules of two or three chapters.
        """
        found = self._chapters.get((language, chapter))
        if found is None:
            found = self._read_chapter(language, game, chapter)
            self._chapters[language, chapter] = found
        return found

    def _read_chapter(
        self, language: str, game: str, chapter: str
    ) -> tuple[str | None, Mapping[str, RuleText]]:
        name = f"{language}/{chapter.lower()}.json"
        if language != HOME and not (self.folder / name).exists():
            return None, {}
        rows = Fields({"chapter": TEXT, "title": TEXT, "rules": MapOf(TEXT, ANYTHING)})
        document = self._load(name, rows)
        if document["chapter"] != chapter:
            raise BrokenData(f"{name}: is not chapter {chapter}")
        texts = {
            rule_id: self._rule(name, language, game, chapter, rule_id, row)
            for rule_id, row in document["rules"].items()
        }
        return document["title"], texts

    def _rule(
        self, name: str, language: str, game: str, chapter: str, rule_id: str, row: Any
    ) -> RuleText:
        where = f"{name}, {rule_id}"
        _check(_CITED if language == HOME else _TRANSLATED, row, where)
        if re.fullmatch(rf"{re.escape(chapter)}-{_LAST}", rule_id) is None:
            raise BrokenData(f"{where}: does not belong to chapter {chapter}")
        title, words = row["title"], row["text"]
        if not 0 < len(title) <= MOST_TITLE:
            raise BrokenData(f"{where}: the title has {len(title)} characters")
        if not (len(words) <= MOST_TEXT and 1 <= count_sentences(words) <= MOST_SENTENCES):
            raise BrokenData(
                f"{where}: the text has {count_sentences(words)} sentences, {len(words)} characters"
            )
        if language != HOME:
            home = self._chapter(HOME, game, chapter)[1]
            if rule_id not in home:
                raise BrokenData(f"{where}: is no rule of the English texts")
            cites = home[rule_id].cites
        else:
            cites = tuple(Citation(cite["book"], cite["section"]) for cite in row["cites"])
        for cite in cites:
            if cite.book not in self.books or self.books[cite.book].game != game:
                raise BrokenData(f"{where}: {cite.book!r} is no book of this game")
        return RuleText(rule_id, game, chapter, language, title, words, cites)

    def _refuse_unlisted(self, language: str) -> None:
        listed = {
            f"{chapter.lower()}.json"
            for chapters in self._contents["chapters"].values()
            for chapter in chapters
        }
        for path in sorted((self.folder / language).glob("*.json")):
            if path.name not in listed and path.name != SECTIONS:
                raise BrokenData(f"{language}/{path.name}: is no chapter of contents.json")

    def _load(self, name: str, shape: Shape) -> Any:
        return load_document(self.folder / name, shape, name)


def load_document(path: Path, shape: Shape, name: str) -> Any:
    """Return a JSON document that has the shape. Raises BrokenData naming the file."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=no_key_twice)
    except (OSError, ValueError) as problem:
        raise BrokenData(f"{name}: {problem}") from None
    _check(shape, document, name)
    return document


def _check(shape: Shape, value: Any, where: str) -> None:
    try:
        shape.check(value)
    except Mismatch as problem:
        place = f"{where}, key {problem.path!r}" if problem.path else where
        raise BrokenData(f"{place}: {problem}") from None


def no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's members. Raises ValueError for a key that stands twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key!r} stands twice")
        found[key] = value
    return found
