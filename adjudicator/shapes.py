"""Shapes: the form of values, entries and headers, checked before play.

A shape sees one value alone: wrong types, unknown or missing keys, unknown ids, list lengths,
negative counts. Faults that depend on the state of the game are verdicts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from unicodedata import category

from adjudicator.messages import M, Message

MOST_MEMBERS = 200
"""Members of a list or an object unless its shape says otherwise: more than any box holds of
one kind. Whatever looks through such a list again for each of its members stays quick."""

LONGEST_TEXT = 1000
"""Letters of a note, which is the longest text in a record."""

LONGEST_NAME = 80
"""Letters of a player's name, of a colour, of the place."""

LONGEST_SHOWN = 60
"""Letters of a value or a key that a message repeats."""


class Mismatch(ValueError):
    """Raised by a shape: the value has the wrong form. ``path`` is the place inside it."""

    def __init__(self, message: Message, path: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.path = path


Check = Callable[[Any], None]
"""Takes a value and raises Mismatch when it does not have the form."""


@dataclass(frozen=True, eq=False)
class Shape:
    """The form of a value, itself a value: a page draws a form from its fields.

    check: takes a value, raises Mismatch where it has not the form. It is made once, for every
    entry of every record goes through some. Here it takes any value.
    """

    check: Check = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "check", self._make_check())

    def _make_check(self) -> Check:
        return lambda value: None


_WRITER = json.JSONEncoder(ensure_ascii=False)


def format_value(value: Any) -> str:
    """Return a value as it would stand in a record, cut to a length fit for a message.

    Costs as much as the message is long, however large the value is.
    """
    if type(value) is str:
        value = value[: LONGEST_SHOWN + 1]
    elif type(value) is int and 0 <= value < 100:  # a cell that may hold a word is asked for one
        return str(value)
    text = ""
    for piece in _WRITER.iterencode(value):
        text += piece[: LONGEST_SHOWN + 1]
        if len(text) > LONGEST_SHOWN:
            return text[: LONGEST_SHOWN - 3] + "..."
    return text


def format_key(key: str) -> str:
    """Return a key of a document, cut to a length fit for a message."""
    return key if len(key) <= LONGEST_SHOWN else key[: LONGEST_SHOWN - 3] + "..."


LARGEST = 10**60
"""Far beyond any board, where a rule names the bound; what is larger could not even be printed."""


@dataclass(frozen=True, eq=False)
class Integer(Shape):
    """A whole number within the bounds (true and false are not numbers)."""

    low: int | None = None
    high: int | None = None

    def _make_check(self) -> Check:
        low, high = self.low, self.high
        least = -LARGEST if low is None else low
        most = LARGEST if high is None else high

        def check(value: Any) -> None:
            if type(value) is int and least <= value <= most:
                return
            if type(value) is not int:
                raise Mismatch(M("record.not-whole-number", value=format_value(value)))
            if abs(value) > LARGEST:
                raise Mismatch(M("record.number-too-large"))
            if (low is not None and value < low) or (high is not None and value > high):
                span = (
                    M("record.at-least", low=low)
                    if high is None
                    else M("record.span", low=low, high=high)
                )
                raise Mismatch(M("record.out-of-span", value=value, span=span))

        return check


@dataclass(frozen=True, eq=False)
class Boolean(Shape):
    """True or false."""

    def _make_check(self) -> Check:
        def check(value: Any) -> None:
            if type(value) is not bool:
                raise Mismatch(M("record.neither-true-nor-false", value=format_value(value)))

        return check


@dataclass(frozen=True, eq=False)
class Text(Shape):
    """A string of at most so many letters: a note, or something shorter.

    more: a further check.
    """

    most: int = LONGEST_TEXT
    more: Check | None = None

    def _make_check(self) -> Check:
        most, more = self.most, self.more

        def check(value: Any) -> None:
            if type(value) is not str:
                raise Mismatch(M("record.not-text", value=format_value(value)))
            if len(value) > most:
                message = M(
                    "record.too-many-letters",
                    value=format_value(value),
                    count=len(value),
                    most=most,
                )
                raise Mismatch(message)
            if more is not None:
                more(value)

        return check


@dataclass(frozen=True, eq=False)
class Narrowed(Shape):
    """A value of a shape with a further check, ``more``."""

    shape: Shape
    more: Check

    def _make_check(self) -> Check:
        first, more = self.shape.check, self.more

        def check(value: Any) -> None:
            first(value)
            more(value)

        return check


_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs with nothing to be seen: joiners, fillers, braille without dots."""

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp")
"""Categories of Unicode with nothing to be seen: controls, spaces, what no font has."""


def is_invisible(name: str) -> bool:
    """Return whether a name, or a text in its place, is invisible."""
    return all(
        sign in _EMPTY
        or "\ufe00" <= sign <= "\ufe0f"  # they choose how the sign before them looks
        or "\U000e0100" <= sign <= "\U000e01ef"
        or category(sign) in _UNSEEN
        for sign in name
    )


def _read_by(read: Callable[[str], object], refusal: Callable[[str], M]) -> Callable[[str], None]:
    """Return a check that a function reads a text. refusal: says of a text that it does not."""

    def check(value: str) -> None:
        try:
            read(value)
        except ValueError:
            raise Mismatch(refusal(format_value(value))) from None

    return check


ANYTHING = Shape()
"""Any value: another place checks it."""

BOOLEAN = Boolean()

TEXT = Text()

PLAYER_ID = Text()
"""The id of a player; the header says which there are."""

NAME = Text(LONGEST_NAME)
"""What somebody or something is called."""

MOMENT = Text(
    more=_read_by(datetime.fromisoformat, lambda told: M("record.not-iso-time", value=told))
)
"""An ISO 8601 time."""

DAY = Text(more=_read_by(date.fromisoformat, lambda told: M("record.not-date-such-as", value=told)))
"""An ISO 8601 date."""


@dataclass(frozen=True, eq=False)
class OneOf(Shape):
    """A value among known words or numbers. ``what``: their name in the message."""

    known: Collection[Any]
    what: Message

    def _make_check(self) -> Check:
        known, what = frozenset(self.known), self.what

        def check(value: Any) -> None:
            if type(value) not in (str, int) or value not in known:
                raise Mismatch(M("record.not-among", value=format_value(value), what=what))

        return check


@dataclass(frozen=True, eq=False)
class Exactly(Shape):
    """One fixed value."""

    constant: Any

    def _make_check(self) -> Check:
        constant = self.constant

        def check(value: Any) -> None:
            if type(value) is not type(constant) or value != constant:
                message = M(
                    "record.not-exactly", value=format_value(value), constant=format_value(constant)
                )
                raise Mismatch(message)

        return check


@dataclass(frozen=True, eq=False)
class Either(Shape):
    """A value that fits one of two shapes; the second one's message is used, and it is tried first.

    The commoner shape is therefore the second one.
    """

    first: Shape
    second: Shape

    def _make_check(self) -> Check:
        first, second = self.first.check, self.second.check

        def check(value: Any) -> None:
            try:
                second(value)
            except Mismatch as problem:
                try:
                    first(value)
                except Mismatch:
                    raise problem from None

        return check


@dataclass(frozen=True, eq=False)
class Nullable(Shape):
    """Null or a value of the given shape."""

    shape: Shape

    def _make_check(self) -> Check:
        inner = self.shape.check

        def check(value: Any) -> None:
            if value is not None:
                inner(value)

        return check


@dataclass(frozen=True, eq=False)
class ListOf(Shape):
    """A list whose members have a shape; ``length`` fixes their number.

    Without ``high`` a list has at most MOST_MEMBERS.
    """

    member: Shape
    length: int | None = field(default=None, kw_only=True)
    low: int = field(default=0, kw_only=True)
    high: int | None = field(default=None, kw_only=True)

    def _make_check(self) -> Check:
        inner, length, low = self.member.check, self.length, self.low
        most = max(MOST_MEMBERS, low, length or 0) if self.high is None else self.high
        free = self.member is ANYTHING

        def check(value: Any) -> None:
            if type(value) is not list:
                raise Mismatch(M("record.not-list", value=format_value(value)))
            if length is not None and len(value) != length:
                raise Mismatch(M("record.list-has-members-not", count=len(value), length=length))
            if not low <= len(value) <= most:
                raise Mismatch(M("record.list-has-members", count=len(value)))
            if free:
                return
            index = 0
            try:
                for member in value:
                    inner(member)
                    index += 1
            except Mismatch as problem:
                raise _nest_mismatch(str(index), problem) from None

        return check


@dataclass(frozen=True, eq=False)
class MapOf(Shape):
    """An object with free keys of one shape and values of another."""

    keys: Shape
    values: Shape

    def _make_check(self) -> Check:
        fits, inner = self.keys.check, self.values.check
        words = frozenset(self.keys.known if isinstance(self.keys, OneOf) else ())

        def check(value: Any) -> None:
            if type(value) is not dict:
                raise Mismatch(M("record.not-object", value=format_value(value)))
            if len(value) > MOST_MEMBERS:
                raise Mismatch(M("record.object-has-keys", count=len(value)))
            key, known = "", words.issuperset(value)
            try:
                for key, member in value.items():
                    if not known:
                        fits(key)
                    inner(member)
            except Mismatch as problem:
                raise _nest_mismatch(key, problem) from None

        return check


@dataclass(frozen=True, eq=False)
class Fields(Shape):
    """An object with named keys, and no others."""

    required: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)

    @property
    def shapes(self) -> Mapping[str, Shape]:
        """The shapes of all its keys."""
        return {**self.required, **self.optional}

    def _make_check(self) -> Check:
        allowed = {key: shape.check for key, shape in self.shapes.items()}
        required = self.required
        needed = required.keys()

        def check(value: Any) -> None:
            if type(value) is not dict:
                raise Mismatch(M("record.not-object", value=format_value(value)))
            if not needed <= value.keys():
                missing = next(key for key in required if key not in value)
                raise Mismatch(M("record.missing"), missing)
            key = ""
            try:
                for key, member in value.items():
                    if key not in allowed:
                        break
                    allowed[key](member)
                else:
                    return
            except Mismatch as problem:
                raise _nest_mismatch(key, problem) from None
            raise Mismatch(M("record.not-known-key"), format_key(key))

        return check


def _nest_mismatch(key: str, problem: Mismatch) -> Mismatch:
    """Return the fault of the member of a key as a fault of the whole."""
    return Mismatch(
        problem.message, f"{format_key(key)}.{problem.path}" if problem.path else format_key(key)
    )


@dataclass(frozen=True, slots=True)
class Verb:
    """The keys of a verb's entries besides ``do``, ``note`` and ``at``, and their object.

    required and optional map keys to shapes. ``by`` is "required", "optional" or "none".
    whole: checks the entry as a whole, where keys depend on one another.
    made: makes the object of a checked entry that the rules read; the default is the entry itself.
    shapes: of every key but ``do`` and ``by``. needed: the keys that an entry must have.
    """

    required: Mapping[str, Shape] = field(default_factory=dict)
    optional: Mapping[str, Shape] = field(default_factory=dict)
    by: str = "required"
    whole: Check | None = None
    made: Callable[[Mapping[str, Any]], Any] = lambda entry: entry
    shapes: Mapping[str, Shape] = field(init=False, repr=False)
    needed: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        shapes = {"note": TEXT, "at": MOMENT, **self.optional, **self.required}
        object.__setattr__(self, "shapes", shapes)
        by = ("by",) if self.by == "required" else ()
        object.__setattr__(self, "needed", (*self.required, *by))


AGREED: Mapping[str, Shape] = {"agreed": ListOf(TEXT, low=1, high=12)}
"""What a ruling (``rule``) may hold in every game: the players who agreed to it."""
