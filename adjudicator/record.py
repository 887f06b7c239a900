"""Reading and writing a record: the shapes of header and entries, errors that name the place.

Unreadable is only what can be seen without playing: wrong types, unknown or missing keys,
unknown ids, list lengths, negative counts. What depends on the state is a verdict.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from math import isfinite
from typing import Any

from adjudicator import games
from adjudicator.messages import ENGLISH, Language, M, Message

MAX_ENTRIES = 20_000
"""Entries of a record: forty times the longest evening with all its checks and rulings.

The number is what one request may cost: so many are judged in about two seconds and, the worst
of them, kept in 60 MB. A longer record is refused before it costs time."""

DEEPEST = 32
"""Levels of brackets in a document; a real record has seven."""

MOST_MEMBERS = 200
"""Members of a list or an object unless its shape says otherwise: more than any box holds of
one kind. Whatever looks through such a list again for each of its members stays quick."""

LONGEST_TEXT = 1000
"""Letters of a note, which is the longest text in a record."""

LONGEST_NAME = 80
"""Letters of a player's name, of a colour, of the place."""

LONGEST_SHOWN = 60
"""Letters of a value or a key that a message repeats."""

_ID = re.compile(r"[a-z0-9-]{1,32}\Z")
_SURROGATE = re.compile(r"\\ud[89a-f]|[\ud800-\udfff]", re.IGNORECASE)


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
        """Return what is wrong and where in one sentence."""
        where = [M("record.line", line=self.line)] if self.line is not None else []
        where += [M("record.entry", entry=self.entry)] if self.entry is not None else []
        where += [M("record.key", key=repr(self.key))] if self.key else []
        prefix = f"{', '.join(map(language.say, where))}: " if where else ""
        suffix = f" ({self.rule})" if self.rule else ""
        return f"{prefix}{language.say(self.message)}{suffix}"

    def __str__(self) -> str:
        return self.say(ENGLISH)


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

    def check(value: Any) -> None:
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

    return check


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
        for index, member in enumerate(value):
            _within(str(index), shape, member)

    return check


def map_of(keys: Shape, values: Shape) -> Shape:
    """Return the shape of an object with free keys of one shape and values of another."""

    def check(value: Any) -> None:
        if type(value) is not dict:
            raise Mismatch(M("record.not-object", value=shown(value)))
        if len(value) > MOST_MEMBERS:
            raise Mismatch(M("record.object-has-keys", count=len(value)))
        for key, member in value.items():
            _within(key, keys, key)
            _within(key, values, member)

    return check


def fields(required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    """Return the shape of an object with named keys, and no others."""
    allowed = dict(required) | dict(optional or {})

    def check(value: Any) -> None:
        if type(value) is not dict:
            raise Mismatch(M("record.not-object", value=shown(value)))
        for key in required:
            if key not in value:
                raise Mismatch(M("record.missing"), key)
        for key, member in value.items():
            if key not in allowed:
                raise Mismatch(M("record.not-known-key"), named(key))
            _within(key, allowed[key], member)

    return check


def _within(key: str, shape: Shape, value: Any) -> None:
    try:
        shape(value)
    except Mismatch as problem:
        path = f"{named(key)}.{problem.path}" if problem.path else named(key)
        raise Mismatch(problem.message, path) from None


@dataclass(frozen=True, slots=True)
class Verb:
    """What an entry of one verb holds besides ``do``, ``note`` and ``at``.

    required and optional map keys to shapes. ``by`` is "required", "optional" or "none".
    whole: the shape of the entry as a whole, where keys depend on one another.
    """

    required: Mapping[str, Shape] = field(default_factory=dict)
    optional: Mapping[str, Shape] = field(default_factory=dict)
    by: str = "required"
    whole: Shape | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A readable record. ``document`` is kept exactly as it was read and is never changed."""

    document: Mapping[str, Any]

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.document["game"])

    @property
    def players(self) -> tuple[str, ...]:
        """The players' ids, clockwise from the first player of round 1."""
        return tuple(player["id"] for player in self.document["players"])

    @property
    def entries(self) -> Sequence[Mapping[str, Any]]:
        """The entries in order."""
        entries: Sequence[Mapping[str, Any]] = self.document["entries"]
        return entries

    def with_entries(self, entries: Sequence[Mapping[str, Any]]) -> Record:
        """Return a record with the same header and other (already checked) entries."""
        return Record({**self.document, "entries": list(entries)})


def _player_id(value: Any) -> None:
    text(value)
    if not _ID.match(value):
        raise Mismatch(M("record.not-player-id", value=shown(value)))


def anything(value: Any) -> None:
    """The shape of any value: another place checks it."""


_PLAYERS = list_of(fields({"id": _player_id, "name": name}, {"colour": name}), low=1, high=12)

_HEADER: Mapping[str, Shape] = {
    "record": exactly(1),
    "game": one_of(games.names(), M("record.known-game")),
    "players": _PLAYERS,
    "entries": list_of(anything, high=MAX_ENTRIES),
}
_HEADER_OPTIONAL: Mapping[str, Shape] = {
    "edition": name,
    "modules": list_of(name),
    "options": anything,
    "played_on": day,
    "place": name,
    "setup": anything,
    "position": anything,
}
_EVERY_ENTRY: Mapping[str, Shape] = {"note": text, "at": moment}

AGREED: Mapping[str, Shape] = {"agreed": list_of(text, low=1, high=12)}
"""What a ruling (``rule``) may hold in every game: the players who agreed to it."""


def require(shape: Shape, value: Any, key: str = "", entry: int | None = None) -> None:
    """Check a value against a shape. Raises Unreadable naming entry and key."""
    try:
        shape(value)
    except Mismatch as problem:
        path = ".".join(part for part in (key, problem.path) if part)
        raise Unreadable(problem.message, key=path or None, entry=entry) from None


def parse(source: str | bytes) -> Record:
    """Read a record from JSON text (UTF-8). Raises Unreadable for anything that is not one."""
    return load(decode(source))


def decode(source: str | bytes) -> Any:
    """Return what a JSON text (UTF-8) says, taking JSON at its word.

    Raises Unreadable for what is not JSON, for what is nested deeper than any record, and for
    what cannot be written again as it was read: a key twice, a number that is none, half a
    character. The time it takes grows with the length of the text and no faster.
    """
    try:
        source = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        document = json.loads(
            source,
            object_pairs_hook=_no_key_twice,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
        if _deeper_than(document, DEEPEST):
            raise Unreadable(M("record.nested-too-deeply"))
        if _SURROGATE.search(source):
            json.dumps(document, ensure_ascii=False).encode()
    except json.JSONDecodeError as problem:
        raise Unreadable(M("record.not-json", problem=problem.msg), line=problem.lineno) from None
    except UnicodeError:
        raise Unreadable(M("record.not-utf-8")) from None
    except RecursionError:
        raise Unreadable(M("record.nested-too-deeply")) from None
    except Unreadable:
        raise
    except ValueError:
        raise Unreadable(M("record.too-many-digits")) from None
    return document


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise Unreadable(M("record.too-large-number", digits=digits[:40]))
    return number


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Unreadable(M("record.stands-twice-in-one-object"), key=named(key))
            seen.add(key)
    return document


def _deeper_than(document: Any, levels: int) -> bool:
    """Return whether objects and lists are nested more than so many levels; looks by level."""
    level = [document] if isinstance(document, (dict, list)) else []
    for _ in range(levels):
        level = [
            member
            for holder in level
            for member in (holder.values() if isinstance(holder, dict) else holder)
            if isinstance(member, (dict, list))
        ]
        if not level:
            return False
    return True


def _no_constant(name: str) -> None:
    raise Unreadable(M("record.not-number-json", name=name))


def load(document: Any) -> Record:
    """Check a document (as ``json.loads`` gives it) and return it as a Record.

    Raises Unreadable naming entry and key. The document is kept as it is, not copied.
    """
    require(fields(_HEADER, _HEADER_OPTIONAL), document)
    ids = [player["id"] for player in document["players"]]
    if len(set(ids)) != len(ids):
        raise Unreadable(M("record.two-players-have-same-id"), key="players")
    if ("setup" in document) == ("position" in document):
        raise Unreadable(M("record.record-holds-either-setup-or"), key="setup")
    game = games.find(document["game"])
    game.read_header(document)
    verbs = vocabulary(game, document)
    for number, entry in enumerate(document["entries"], start=1):
        check_entry(game, ids, entry, number, verbs)
    return Record(document)


def vocabulary(game: games.Game, header: Mapping[str, Any]) -> Mapping[str, Verb]:
    """Return the verbs of a game with the names that a (checked) header adds to them."""
    return game.vocabulary(header) if isinstance(game, games.OwnNames) else game.verbs


def check_entry(
    game: games.Game,
    players: Sequence[str],
    entry: Any,
    number: int,
    verbs: Mapping[str, Verb] | None = None,
) -> None:
    """Check the form of one entry of a game.

    players: ids of the record. number: the entry's place, from 1.
    verbs: the record's ``vocabulary``; without it names that only a header tells go unchecked.
    Raises Unreadable naming the entry and the key.
    """
    if type(entry) is not dict:
        raise Unreadable(M("record.not-object", value=shown(entry)), entry=number)
    do = entry.get("do")
    verb = (verbs or game.verbs).get(do) if type(do) is str else None
    if verb is None:
        message = (
            M("record.missing")
            if "do" not in entry
            else M("record.not-verb-this-game", value=shown(do))
        )
        raise Unreadable(message, key="do", entry=number)
    for key in verb.required:
        if key not in entry:
            raise Unreadable(M("record.missing-needs-it", do=do), key=key, entry=number)
    if verb.by == "required" and "by" not in entry:
        raise Unreadable(M("record.missing-needs-it", do=do), key="by", entry=number)
    for key, value in entry.items():
        if key == "do":
            continue
        if key == "by" and verb.by != "none":
            shape: Shape | None = one_of(players, M("record.player-this-record"))
        else:
            shape = verb.required.get(key) or verb.optional.get(key) or _EVERY_ENTRY.get(key)
        if shape is None:
            raise Unreadable(M("record.not-key", do=do), key=named(key), entry=number)
        require(shape, value, key, number)
        if key == "of" and value not in players:
            raise Unreadable(
                M("record.not-player-this-record", value=shown(value)), key=key, entry=number
            )
        if key == "agreed":
            require(list_of(one_of(players, M("record.player-this-record"))), value, key, number)
        if do == "rule" and key == "entry" and value >= number:
            raise Unreadable(
                M("record.entry-not-earlier-entry", value=value), key=key, entry=number
            )
    if verb.whole is not None:
        require(verb.whole, entry, "", number)


def dump(record: Record) -> str:
    """Return the record as JSON text that reads back to the same document."""
    return json.dumps(record.document, ensure_ascii=False, indent=1) + "\n"
