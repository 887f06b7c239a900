"""Shapes: what a value, an entry, a header has to look like before anybody plays.

A shape sees one value alone: wrong types, unknown or missing keys, unknown ids, list lengths,
negative counts. What depends on the state of the game is a verdict.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from unicodedata import category
from weakref import WeakKeyDictionary

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


Shape = Callable[[Any], None]
"""A shape takes a value and raises Mismatch when the value does not have the form."""

_WRITER = json.JSONEncoder(ensure_ascii=False)


def shown(value: Any) -> str:
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


def named(key: str) -> str:
    """Return a key of a document, cut to a length fit for a message."""
    return key if len(key) <= LONGEST_SHOWN else key[: LONGEST_SHOWN - 3] + "..."


LARGEST = 10**60
"""Far beyond any board, where a rule names the bound; what is larger could not even be printed."""


def integer(low: int | None = None, high: int | None = None) -> Shape:
    """Return the shape of a whole number within the bounds (true and false are not numbers)."""
    least = -LARGEST if low is None else low
    most = LARGEST if high is None else high

    def check(value: Any) -> None:
        if type(value) is int and least <= value <= most:
            return
        if type(value) is not int:
            raise Mismatch(M("record.not-whole-number", value=shown(value)))
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


def boolean(value: Any) -> None:
    """The shape of true or false."""
    if type(value) is not bool:
        raise Mismatch(M("record.neither-true-nor-false", value=shown(value)))


def text(value: Any) -> None:
    """The shape of a string: a note, or something shorter."""
    if type(value) is not str:
        raise Mismatch(M("record.not-text", value=shown(value)))
    if len(value) > LONGEST_TEXT:
        raise Mismatch(
            M("record.too-many-letters", value=shown(value), count=len(value), most=LONGEST_TEXT)
        )


def name(value: Any) -> None:
    """The shape of what somebody or something is called."""
    text(value)
    if len(value) > LONGEST_NAME:
        raise Mismatch(
            M("record.too-many-letters", value=shown(value), count=len(value), most=LONGEST_NAME)
        )


_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs with nothing to be seen: joiners, fillers, braille without dots."""

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp")
"""Categories of Unicode with nothing to be seen: controls, spaces, what no font has."""


def unseen(name: str) -> bool:
    """Return whether nothing of a name can be seen, or of what is written in its place."""
    return all(
        sign in _EMPTY
        or "\ufe00" <= sign <= "\ufe0f"  # they choose how the sign before them looks
        or "\U000e0100" <= sign <= "\U000e01ef"
        or category(sign) in _UNSEEN
        for sign in name
    )


def moment(value: Any) -> None:
    """The shape of an ISO 8601 time."""
    text(value)
    try:
        datetime.fromisoformat(value)
    except ValueError:
        raise Mismatch(M("record.not-iso-time", value=shown(value))) from None


def day(value: Any) -> None:
    """The shape of an ISO 8601 date."""
    text(value)
    try:
        date.fromisoformat(value)
    except ValueError:
        raise Mismatch(M("record.not-date-such-as", value=shown(value))) from None


def one_of(known: Any, what: Message) -> Shape:
    """Return the shape of a value among the known ones; ``what`` names them in the message."""
    members = frozenset(known)

    def check(value: Any) -> None:
        if type(value) not in (str, int) or value not in members:
            raise Mismatch(M("record.not-among", value=shown(value), what=what))

    if all(type(member) is str for member in members):
        _WORDS[check] = members
    return check


_WORDS: WeakKeyDictionary[Shape, frozenset[str]] = WeakKeyDictionary()
"""The words that fit a shape, of shapes that are nothing but some words."""


def exactly(constant: Any) -> Shape:
    """Return the shape of one fixed value."""

    def check(value: Any) -> None:
        if type(value) is not type(constant) or value != constant:
            raise Mismatch(M("record.not-exactly", value=shown(value), constant=shown(constant)))

    return check


def either(*shapes: Shape) -> Shape:
    """Return the shape of a value that fits one of the shapes; the last one's message is used."""

    def check(value: Any) -> None:
        for shape in shapes[:-1]:
            try:
                return shape(value)
            except Mismatch:
                continue
        return shapes[-1](value)

    return check


def nullable(shape: Shape) -> Shape:
    """Return the shape of null or a value of the given shape."""

    def check(value: Any) -> None:
        if value is not None:
            shape(value)

    return check


def list_of(
    shape: Shape, *, length: int | None = None, low: int = 0, high: int | None = None
) -> Shape:
    """Return the shape of a list whose members have a shape; ``length`` fixes their number.

    Without ``high`` a list has at most MOST_MEMBERS.
    """
    most = max(MOST_MEMBERS, low, length or 0) if high is None else high

    def check(value: Any) -> None:
        if type(value) is not list:
            raise Mismatch(M("record.not-list", value=shown(value)))
        if length is not None and len(value) != length:
            raise Mismatch(M("record.list-has-members-not", count=len(value), length=length))
        if not low <= len(value) <= most:
            raise Mismatch(M("record.list-has-members", count=len(value)))
        if shape is anything:
            return
        index = 0
        try:
            for member in value:
                shape(member)
                index += 1
        except Mismatch as problem:
            raise _inside(str(index), problem) from None

    return check


def map_of(keys: Shape, values: Shape) -> Shape:
    """Return the shape of an object with free keys of one shape and values of another."""
    words = _WORDS.get(keys)

    def check(value: Any) -> None:
        if type(value) is not dict:
            raise Mismatch(M("record.not-object", value=shown(value)))
        if len(value) > MOST_MEMBERS:
            raise Mismatch(M("record.object-has-keys", count=len(value)))
        key, known = "", words is not None and words.issuperset(value)
        try:
            for key, member in value.items():
                if not known:
                    keys(key)
                values(member)
        except Mismatch as problem:
            raise _inside(key, problem) from None

    return check


def fields(required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    """Return the shape of an object with named keys, and no others."""
    allowed = dict(required) | dict(optional or {})
    needed = required.keys()

    def check(value: Any) -> None:
        if type(value) is not dict:
            raise Mismatch(M("record.not-object", value=shown(value)))
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
            raise _inside(key, problem) from None
        raise Mismatch(M("record.not-known-key"), named(key))

    return check


def _inside(key: str, problem: Mismatch) -> Mismatch:
    """Return what is wrong with the member of a key as what is wrong with the whole."""
    return Mismatch(problem.message, f"{named(key)}.{problem.path}" if problem.path else named(key))


def _as_written(entry: Mapping[str, Any]) -> Any:
    return entry


def _closely(entry: Mapping[str, Any], players: object, shapes: object) -> Any:
    raise LookupError


@dataclass(frozen=True, slots=True)
class Verb:
    """What an entry of one verb holds besides ``do``, ``note`` and ``at``, and what is made of it.

    required and optional map keys to shapes. ``by`` is "required", "optional" or "none".
    whole: the shape of the entry as a whole, where keys depend on one another.
    made: makes of a checked entry what the rules read; without it they read the entry as written.
    read: the same of an entry that has not been checked, given the players of its record and
    ``shapes``. It raises Mismatch, LookupError or TypeError where the entry may not have its form,
    and looks at everything but ``whole``.
    Of these follow shapes: of every key but ``do`` and ``by``; close: whether what it names has to
    be looked at besides, players or earlier entries.
    """

    required: Mapping[str, Shape] = field(default_factory=dict)
    optional: Mapping[str, Shape] = field(default_factory=dict)
    by: str = "required"
    whole: Shape | None = None
    made: Callable[[Mapping[str, Any]], Any] = _as_written
    read: Callable[[Mapping[str, Any], Collection[str], Mapping[str, Shape]], Any] = _closely
    shapes: Mapping[str, Shape] = field(init=False, repr=False)
    close: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        shapes = {"note": text, "at": moment, **self.optional, **self.required}
        object.__setattr__(self, "shapes", shapes)
        object.__setattr__(self, "close", not shapes.keys().isdisjoint(("of", "agreed")))


def anything(value: Any) -> None:
    """The shape of any value: another place checks it."""


AGREED: Mapping[str, Shape] = {"agreed": list_of(text, low=1, high=12)}
"""What a ruling (``rule``) may hold in every game: the players who agreed to it."""
