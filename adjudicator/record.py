"""A record as a value, how it is written, and the error for a document that is none."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict, cast

from adjudicator.messages import ENGLISH, Language, M, Message
from adjudicator.shapes import Mismatch, Shape

RULE = "rule"
"""The verb of a ruling of the table on an earlier entry, in every game."""


class Unreadable(ValueError):
    """A document that is not a record: the message, and where it went wrong.

    entry: number of the entry, from 1, or None for the header.
    key: the key at fault, with dots for nesting.
    rule: the rule a self-contradicting start breaks, or None.
    line: line of the file, where the JSON itself is broken.
    """

    def __init__(
        self,
        message: Message,
        *,
        key: str | None = None,
        entry: int | None = None,
        rule: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.key = key
        self.entry = entry
        self.rule = rule
        self.line = line

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """Return the ``error`` object that record-format defines, its sentence in a language."""
        answer: dict[str, Any] = {
            "message": self.say(language),
            "entry": self.entry,
            "key": self.key,
        }
        if self.rule:
            answer["rule"] = self.rule
        if self.line is not None:
            answer["line"] = self.line
        return answer

    def say(self, language: Language) -> str:
        """Return the fault and its place in one sentence."""
        where = [M("record.line", line=self.line)] if self.line is not None else []
        where += [M("record.entry", entry=self.entry)] if self.entry is not None else []
        where += [M("record.key", key=repr(self.key))] if self.key else []
        prefix = f"{', '.join(map(language.say, where))}: " if where else ""
        suffix = f" ({self.rule})" if self.rule else ""
        return f"{prefix}{language.say(self.message)}{suffix}"

    def __str__(self) -> str:
        return self.say(ENGLISH)


ImpossibleValue = tuple[str, str, Message]
"""A key of a position, the rule that its value breaks, and why."""


class Header(TypedDict, total=False):
    """The keys of a record besides its entries; a record in the making has some of them."""

    record: int
    game: str
    edition: str
    modules: Sequence[str]
    options: Mapping[str, Any]
    played_on: str
    place: str
    players: Sequence[Mapping[str, str]]
    setup: Mapping[str, Any]
    position: Mapping[str, Any]


def header_of(document: Mapping[str, Any]) -> Header:
    """Return a (checked) document without its entries."""
    return cast("Header", {key: value for key, value in document.items() if key != "entries"})


@dataclass(frozen=True, slots=True)
class Record:
    """A readable record. ``document`` is kept exactly as it was read and is never changed.

    read: its entries as the rules read them, as many of the first ones as have been read: all of a
    record that was checked (``reading.load``); ``reading.read_all_entries`` reads the rest.
    """

    document: Mapping[str, Any]
    read: Sequence[Any] = field(default=(), compare=False, repr=False)

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.document["game"])

    @property
    def header(self) -> Header:
        """The document without its entries."""
        return cast("Header", self.document)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' ids, clockwise from the first player of round 1."""
        return tuple(player["id"] for player in self.document["players"])

    @property
    def entries(self) -> Sequence[Mapping[str, Any]]:
        """The entries in order."""
        entries: Sequence[Mapping[str, Any]] = self.document["entries"]
        return entries

    def with_entries(self, entries: Sequence[Mapping[str, Any]], same: int = 0) -> Record:
        """Return a record with the same header and other (already checked) entries.

        same: the number of first entries known to be the same.
        """
        return Record({**self.document, "entries": list(entries)}, self.read[:same])


def make_unreadable(problem: Mismatch, key: str, entry: int | None) -> Unreadable:
    """Return the error for a value that misses its shape, naming entry and key."""
    path = ".".join(part for part in (key, problem.path) if part)
    return Unreadable(problem.message, key=path or None, entry=entry)


def require_shape(shape: Shape, value: Any, key: str = "", entry: int | None = None) -> None:
    """Check a value against a shape. Raises Unreadable naming entry and key."""
    try:
        shape.check(value)
    except Mismatch as problem:
        raise make_unreadable(problem, key, entry) from None


def dump_record(record: Record) -> str:
    """Return the record as JSON text that reads back to the same document."""
    return json.dumps(record.document, ensure_ascii=False, indent=1) + "\n"
