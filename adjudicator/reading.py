"""Reading a record: from bytes to header and entries that have the shapes of their game.

Unreadable covers faults that show without playing; the error names entry and key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from math import isfinite
from typing import Any

from adjudicator import games
from adjudicator.messages import M
from adjudicator.record import RULE, Record, Unreadable, make_unreadable, require_shape
from adjudicator.shapes import (
    ANYTHING,
    DAY,
    NAME,
    Exactly,
    Fields,
    ListOf,
    Mismatch,
    OneOf,
    Shape,
    Text,
    Verb,
    format_key,
    format_value,
    is_invisible,
)
from adjudicator.unknown_values import list_unknown_values
from adjudicator.version import RECORD

MAX_ENTRIES = 20_000
"""Entries of a record: forty times the longest evening with all its checks and rulings.

The number is what one request may cost: so many are judged in about two seconds and, the worst
of them, kept in 60 MB. A longer record is refused before it costs time."""

DEEPEST = 32
"""Levels of brackets in a document; a real record has seven."""

NUL = "\0"
"""The sign that ends a text elsewhere; PostgreSQL keeps it in none."""

_ID = re.compile(r"[a-z0-9-]{1,32}\Z")

_HALF = re.compile("[\ud800-\udfff]")
"""Half of a character that is written as two: no text by itself."""

_SUSPECT = re.compile(r"\\u(0000|[dD][89a-fA-F])")
"""What a JSON text has somewhere that holds NUL or half a character as an escape."""


def _player_id(value: str) -> None:
    if not _ID.match(value):
        raise Mismatch(M("record.not-player-id", value=format_value(value)))


_PLAYERS = ListOf(
    Fields({"id": Text(more=_player_id), "name": NAME}, {"colour": NAME}), low=1, high=12
)

_HEADER = Fields(
    {
        "record": Exactly(RECORD),
        "game": OneOf(games.list_games(), M("record.known-game")),
        "players": _PLAYERS,
        "entries": ListOf(ANYTHING, high=MAX_ENTRIES),
    },
    {
        "edition": NAME,
        "modules": ListOf(NAME),
        "options": ANYTHING,
        "played_on": DAY,
        "place": NAME,
        "setup": ANYTHING,
        "position": ANYTHING,
    },
)


def parse(source: str | bytes) -> Record:
    """Read a record from JSON text (UTF-8). Raises Unreadable for anything that is not one."""
    return load(decode_json(source))


def decode_json(source: str | bytes) -> Any:
    """Return the value of a JSON text (UTF-8), strictly.

    Raises Unreadable for text that is not JSON, for nesting deeper than any record's, and for
    values that cannot be written again as they were read: a key twice, a number that is none, half
    a character, the character NUL, which not every store keeps. The time it takes grows with the
    length of the text and no faster.
    """
    try:
        read = source.decode("utf-8-sig") if isinstance(source, bytes) else source
    except UnicodeError:
        raise Unreadable(M("record.not-utf-8")) from None
    _check_nesting(read)
    try:
        document = _READER.decode(read)
    except json.JSONDecodeError as problem:
        message = M("record.not-json", column=problem.colno)
        raise Unreadable(message, line=problem.lineno) from None
    except Unreadable:
        raise
    except ValueError:
        raise Unreadable(M("record.too-many-digits")) from None
    # Neither sign stands as it is in bytes that are UTF-8, nor NUL in anything that is JSON.
    if _SUSPECT.search(read) or (read is source and _HALF.search(read)):
        _check_texts(document, ())
    return document


_ALIKE = bytes.maketrans(b"{}", b"[]")
_NEITHER = bytes(set(range(256)) - set(b'[]{}"'))
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)
"""A string, or a bracket outside of one."""


def _check_nesting(text: str) -> None:
    """Check how deep a JSON text is nested, reading none of it. Raises Unreadable naming the place.

    A text that passes opens at most twice ``DEEPEST`` brackets within each other, JSON or not.
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    left = text.encode("utf-8", "ignore").replace(rb"\\", b"").replace(rb"\"", b"")
    # Two quotation marks that stand together now end a string and begin the next, or hold nothing:
    # without them whatever stood in a string does so still, which is every second part.
    left = left.translate(_ALIKE, _NEITHER).replace(b'""', b"")
    left = b"".join(left.split(b'"')[::2])
    for _ in range(DEEPEST):
        if b"[]" not in left:
            break
        left = left.replace(b"[]", b"")
    if b"[]" not in left and left.count(b"[") <= DEEPEST:
        return
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket[0], 0)
        if depth > DEEPEST:
            line = text.count("\n", 0, bracket.start()) + 1
            column = bracket.start() - text.rfind("\n", 0, bracket.start())
            raise Unreadable(M("record.nested-too-deeply", column=column), line=line)


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise Unreadable(M("record.too-large-number", digits=digits[:40]))
    return number


def _no_constant(name: str) -> None:
    raise Unreadable(M("record.not-number-json", name=name))


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Unreadable(M("record.stands-twice-in-one-object"), key=format_key(key))
            seen.add(key)
    return document


_READER = json.JSONDecoder(
    object_pairs_hook=_no_key_twice, parse_constant=_no_constant, parse_float=_finite
)


def _check_texts(value: Any, path: tuple[str | int, ...]) -> None:
    """Check every text of a document. Raises Unreadable naming entry and key of the first bad one.

    path: how the value is reached: keys, and numbers of members from 0.
    """
    if isinstance(value, dict):
        for key, member in value.items():
            _check_text(key, (*path, key))
            _check_texts(member, (*path, key))
    elif isinstance(value, list):
        for number, member in enumerate(value):
            _check_texts(member, (*path, number))
    elif isinstance(value, str):
        _check_text(value, path)


def _check_text(value: str, path: tuple[str | int, ...]) -> None:
    half = _HALF.search(value) is not None
    if not half and NUL not in value:
        return
    entry = None
    if len(path) > 1 and path[0] == "entries" and isinstance(path[1], int):
        entry, path = path[1] + 1, path[2:]
    key = format_key(".".join(str(one).encode("utf-8", "replace").decode() for one in path))
    message = M("record.not-utf-8") if half else M("record.nul")
    raise Unreadable(message, entry=entry, key=key or None)


def load(document: Any) -> Record:
    """Check a document (as ``json.loads`` gives it) and return it as a Record.

    Raises Unreadable naming entry and key. The document is kept as it is, not copied.
    """
    require_shape(_HEADER, document)
    ids = tuple(player["id"] for player in document["players"])
    if len(set(ids)) != len(ids):
        raise Unreadable(M("record.two-players-have-same-id"), key="players")
    if ("setup" in document) == ("position" in document):
        raise Unreadable(M("record.record-holds-either-setup-or"), key="setup")
    game = games.find(document["game"])
    try:
        game.read_header(document)
        verbs = game.vocabulary(document)
        return Record(document, _read_entries(game, ids, document["entries"], verbs))
    except Unreadable as problem:
        for unknown in list_unknown_values(document):
            if unknown.is_told_by(problem):
                raise unknown.make_problem() from problem
        if problem.rule is None:
            problem.rule = game.find_refusing_rule(document, problem)
        raise


def check_day_played(record: Record) -> None:
    """Check the day of a record that is to be kept: one of the calendar, as 2026-11-20.

    Raises Unreadable. A record that somebody has kept with a week or without hyphens stays
    readable.
    """
    day = record.document.get("played_on")
    if day is not None and date.fromisoformat(day).isoformat() != day:
        raise Unreadable(M("record.not-date-such-as", value=format_value(day)), key="played_on")


def check_names(record: Record) -> None:
    """Check the players' names of a record that is to be kept. Raises Unreadable for an unseen one.

    A record that somebody has kept with such a name stays readable.
    """
    for number, player in enumerate(record.document["players"]):
        if is_invisible(player["name"]):
            raise Unreadable(M("record.name-unseen"), key=f"players.{number}.name")


@lru_cache(maxsize=64)
def _find_player_shape(players: tuple[str, ...]) -> Shape:
    """Return the shape of a player of a record, which every entry of the record asks for."""
    return OneOf(players, M("record.player-this-record"))


def _read_entries(
    game: games.Game, players: tuple[str, ...], entries: Sequence[Any], verbs: Mapping[str, Verb]
) -> list[Any]:
    """Return checked entries as the rules read them. Raises Unreadable for the first misfit."""
    read = []
    for number, entry in enumerate(entries, start=1):
        check_entry(game, players, entry, number, verbs)
        read.append(verbs[entry["do"]].made(entry))
    return read


def read_all_entries(record: Record) -> Record:
    """Return a record with all its (already checked) entries read: the same, if they are."""
    read, entries = record.read, record.entries
    if len(read) == len(entries):
        return record
    verbs = games.find(record.game).vocabulary(record.document)
    rest = [verbs[entry["do"]].made(entry) for entry in entries[len(read) :]]
    return Record(record.document, [*read, *rest])


def check_entry(
    game: games.Game,
    players: Sequence[str],
    entry: Any,
    number: int,
    verbs: Mapping[str, Verb] | None = None,
) -> None:
    """Check the form of one entry of a game.

    players: ids of the record. number: the entry's place, from 1.
    verbs: the game's ``vocabulary`` of the record; without it names that only a header tells go
    unchecked.
    Raises Unreadable naming the entry and the key.
    """
    if type(entry) is not dict:
        raise Unreadable(M("record.not-object", value=format_value(entry)), entry=number)
    do = entry.get("do")
    verb = (verbs or game.verbs).get(do) if type(do) is str else None
    if verb is None:
        missing, known = M("record.missing"), M("record.not-verb-this-game", value=format_value(do))
        raise Unreadable(known if "do" in entry else missing, key="do", entry=number)
    for key in verb.needed:
        if key not in entry:
            raise Unreadable(M("record.missing-needs-it"), key=key, entry=number)
    shapes, key = verb.shapes, ""
    try:
        for key, value in entry.items():
            if key in shapes:
                shapes[key].check(value)
                if key in _NAMING:
                    _check_named(tuple(players), entry, key, number)
            elif key == "by" and verb.by != "none":
                if value not in players:
                    _find_player_shape(tuple(players)).check(value)
            elif key != "do":
                raise Unreadable(M("record.not-key", do=do), key=format_key(key), entry=number)
        key = ""
        if verb.whole is not None:
            verb.whole(entry)
    except Mismatch as problem:
        raise make_unreadable(problem, key, number) from None


_NAMING = frozenset(("of", "agreed", "entry"))
"""Keys that name players of a record or an earlier entry."""


def _check_named(players: tuple[str, ...], entry: Mapping[str, Any], key: str, number: int) -> None:
    """Check that a key names players of the record or an earlier entry. Raises Mismatch."""
    value = entry[key]
    if key == "of" and value not in players:
        raise Mismatch(M("record.not-player-this-record", value=format_value(value)))
    if key == "agreed":
        ListOf(_find_player_shape(players)).check(value)
    if entry["do"] == RULE and key == "entry" and value >= number:
        raise Mismatch(M("record.entry-not-earlier-entry", value=value))
