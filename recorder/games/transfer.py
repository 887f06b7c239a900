"""A game that goes from one recorder to another and comes back: from a phone to a house and back.

The record travels. If the game is already there, entries are compared. Additions of one side are
added on the other, in order. If both sides went on, both are kept as separate games that know of
each other. Nothing is ever written over.

Each side remembers the last meeting (``log.MEET``). This tells an entry that was undone since from
one that the other side never saw. Entries are compared as a table sees them: it may not know all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from adjudicator.reading import decode_json, load
from adjudicator.record import Record, Unreadable, header_of
from adjudicator.unknown_values import UnknownValue, fill_unknown_value, list_unknown_values
from recorder.games import access
from recorder.games.outgoing import make_file_record
from recorder.games.tables import JudgedOperation, Send, Tables, check_entry_count, try_operation
from recorder.games.visibility import GameView, Privacy, reveal_game, reveal_row
from recorder.languages.speech import gettext as _
from recorder.store.ledger import Appended, Link, Repeated
from recorder.store.log import BRING, MEET, Entry, Line
from recorder.store.store import GameRow

ADDRESS = 500
"""Characters of an address at most."""

ALIKE = 50
"""Games at most whose entries are compared with those of one that came."""


class ArrivalKind(StrEnum):
    """The outcome for a game that came."""

    NEW = "new"
    SAME = "same"
    BROUGHT = "brought"
    BEHIND = "behind"
    """Nothing of it is new: here the game has gone on."""
    APART = "apart"
    REMOVES = "removes"
    """It would take entries out here. A person is asked first."""


@dataclass(frozen=True)
class CarriedGame:
    """A game on its way.

    record: as its sender may see it. base: the ``digest_entries`` of the last meeting that the
    sender knows of, empty for none. back: the game's address there, or empty.
    """

    record: Record
    base: str = ""
    back: str = ""

    @cached_property
    def line(self) -> str:
        """The ``digest_entries`` of its entries."""
        return digest_entries(self.record.game, self.record.entries)


@dataclass(frozen=True, slots=True)
class Arrival:
    """The outcome for a game that came, and its table here.

    count: of new entries. common: of entries that both sides have. gone: of entries that were taken
    out here, or would be. agreement: the word that a person sends back to agree to that; it fits
    the current game only.
    """

    came: ArrivalKind
    table: GameView
    count: int = 0
    common: int = 0
    gone: int = 0
    agreement: str = ""


def bundle_game(table: GameView, *, whole: bool) -> dict[str, Any]:
    """Return a game to be carried, as JSON. whole: with all secrets.

    That is for a phone alone, on which all players enter everything. Raises Forbidden.
    """
    access.require_table(table.link)
    record, hides = write_record(table, whole=whole)
    return {"record": record, "base": reveal_game(table).story.met, "hides": hides}


def write_record(table: GameView, *, whole: bool) -> tuple[Mapping[str, Any], bool]:
    """Return a game's record for a link, and whether it leaves out secrets.

    whole: with all secrets, for the table of a phone alone; other links never get them.
    """
    full = reveal_game(table).replay_with_told(None).record.document
    record = full if whole and table.link.role == access.TABLE else make_file_record(table)
    return record, record != full


def describe_file(table: GameView, *, whole: bool) -> str:
    """Return in words whether a game's file is all of it. whole: see ``write_record``."""
    record, hides = write_record(table, whole=whole)
    if not hides:
        return _("the whole record")
    if any(list_unknown_values(record)):
        return _("only what may be shown now; when you open it, it asks for the rest")
    return _("what may be shown now, without hidden cards")


class UnknownCards(Unreadable):
    """A file leaves values open that a person has to name first.

    document: the record as far as this recorder knows it. unknown: its open values.
    """

    def __init__(self, document: Mapping[str, Any], unknown: Sequence[UnknownValue]) -> None:
        super().__init__(_("This file leaves out what was secret when it was saved."))
        self.document = document
        self.unknown = unknown


Answers = Callable[[Mapping[str, Any], UnknownValue], Mapping[str, Any] | None]
"""Returns a person's answer for an unknown value of a document; None without one."""


def read_bundle(
    text: str | bytes, answers: Answers | None = None, here: GameView | None = None
) -> CarriedGame:
    """Read a game that came, or a record's file.

    here: the same game; its entries answer what a file leaves open. Raises UnknownCards for what
    nobody answers, and Unreadable.
    """
    told = decode_json(text)
    if not isinstance(told, Mapping) or not isinstance(told.get("record"), Mapping):
        told = {"record": told}
    base, back = (str(told.get(name) or "")[:ADDRESS] for name in ("base", "back"))
    document = told["record"]
    lines = reveal_game(here).lines if here is not None else ()
    for unknown in list_unknown_values(document):
        known = _find_known(document, unknown, lines)
        if known is not None:
            document = fill_unknown_value(document, unknown, known)
    asked = [*list_unknown_values(document)]
    for unknown, answer in [(one, answers and answers(document, one)) for one in asked]:
        if answer is None:
            raise UnknownCards(document, asked)
        document = fill_unknown_value(document, unknown, answer)
    return CarriedGame(load(document), base, back if is_address(back) else "")


def _find_known(
    document: Mapping[str, Any], unknown: UnknownValue, lines: Sequence[Line]
) -> Mapping[str, Any] | None:
    """Return an unknown value as an entry of the same game here has it."""
    kind, place = unknown.path[0], unknown.path[-1]
    if kind != "entries" or not isinstance(place, int) or place >= len(lines):
        return None
    entry, hidden = lines[place].entry, set(unknown.keys)
    hide = Privacy(document["game"], None, over=False).show_entry
    come = {key: value for key, value in document["entries"][place].items() if key not in hidden}
    shown = hide(entry)
    return {key: entry[key] for key in entry.keys() - shown.keys()} if shown == come else None


def is_address(text: str) -> bool:
    """Return whether a text is an address that a browser may be led to."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def digest_entries(game: str, entries: Sequence[Entry]) -> str:
    """Return a digest of a line of entries, as every table sees it."""
    seen = Privacy(game, None, over=False).show_entry
    told = json.dumps([seen(entry) for entry in entries], sort_keys=True, ensure_ascii=False)
    return sha256(told.encode()).hexdigest()[:32]


def is_same(row: GameRow, record: Record) -> bool:
    """Return whether a record began as a game did, whichever entries came since."""
    header, document = row.header, record.document
    return header["players"] == document["players"] and _start_header(header) == _start_header(
        document
    )


def _start_header(document: Mapping[str, Any]) -> Mapping[str, Any]:
    header = Privacy(document["game"], None, over=False).show_header(document)
    return header_of(header)


def count_common(lines: Sequence[Line], record: Record) -> int:
    """Return how many entries a game and a record have in common from the start."""
    seen = Privacy(record.game, None, over=False).show_entry
    count = 0
    for line, come in zip(lines, record.entries, strict=False):
        if come not in (line.entry, seen(line.entry)):
            break
        count += 1
    return count


def count_shared(table: GameView, other: GameView) -> int:
    """Return how many entries two games have in common from the start."""
    return count_common(reveal_game(table).lines, reveal_game(other).replay.record)


def find_closest(
    tables: Tables, known: Iterable[tuple[Link, GameRow]], carried: CarriedGame
) -> GameView | None:
    """Return the game that has most in common with one that came.

    None if no game began as it did or shares an entry with it. known: the games that a browser
    knows, the newest first. No game is judged for it, and at most ``ALIKE`` games are compared.
    """
    record = carried.record
    same = (one for one in known if one[0].role == access.TABLE and is_same(one[1], record))
    most, nearest = 0, None
    for link, row in islice(same, ALIKE):
        shared = count_common(tables.lines(row), record)
        if shared > most:
            most, nearest = shared, link
    return tables.view_game(nearest) if nearest else None


def keep_arrival(tables: Tables, carried: CarriedGame, key: str) -> Arrival:
    """Keep a game that is not here yet; key: of the form. Raises Unreadable."""
    started = tables.start(carried.record.document, listed=False, key=key)
    table = _note_meeting(tables, started.table, {"line": carried.line, "address": carried.back})
    return Arrival(ArrivalKind.NEW, table, len(carried.record.entries))


def meet_game(
    tables: Tables, table: GameView, carried: CarriedGame, agreement: str = ""
) -> Arrival:
    """Bring entries from elsewhere into a game.

    If that takes entries out, a person has to agree first: the arrival then is
    ``ArrivalKind.REMOVES``. agreement: of that arrival. Raises Forbidden, and Unreadable for
    another game and for a record with secrets.
    """
    access.require_table(table.link)
    if not is_same(reveal_row(table), carried.record):
        raise Unreadable(_("this is the record of another game"))
    arrival = _bring_into(tables, table, carried, agreement)
    if arrival is not None:
        return arrival
    for other in list_parted(tables, table):
        arrival = _bring_into(tables, other, carried, agreement)
        if arrival is not None:
            if arrival.came == ArrivalKind.REMOVES:
                return arrival
            return Arrival(
                ArrivalKind.APART,
                arrival.table,
                arrival.count,
                count_common(reveal_game(table).lines, carried.record),
            )
    return _keep_apart(tables, table, carried)


def find_address(table: GameView) -> str:
    """Return the address of a game at another recorder; empty where it is not known."""
    return reveal_game(table).story.elsewhere


def list_parted(tables: Tables, table: GameView) -> list[GameView]:
    """Return the games that this one was until both sides went on."""
    tables_links = (
        next(link for link in tables.store.links(ledger) if link.role == access.TABLE)
        for ledger in reveal_game(table).story.parted
    )
    return [tables.view_game(link) for link in tables_links]


def _bring_into(
    tables: Tables, table: GameView, carried: CarriedGame, agreement: str
) -> Arrival | None:
    """Bring it into one game; None where both have gone on."""
    theirs, line = carried.record.entries, carried.line
    story = reveal_game(table).story
    ours = [each.entry for each in story.lines]
    shared, met = count_common(story.lines, carried.record), story.met
    now = digest_entries(carried.record.game, ours)
    gone = len(ours) - shared
    if shared == len(ours) == len(theirs):
        came = ArrivalKind.SAME
    elif now != carried.base and (line == met or shared == len(theirs)):
        came = ArrivalKind.BEHIND  # they have the entries of the last meeting, or only some of ours
    elif now in (met, carried.base) or shared == len(ours):
        came = ArrivalKind.BROUGHT
        if gone and agreement != now:
            return Arrival(ArrivalKind.REMOVES, table, len(theirs) - shared, shared, gone, now)
        table = _bring_entries(tables, table, shared, theirs)
    else:
        return None
    if came != ArrivalKind.BEHIND or carried.back:
        body = {"line": line, "address": carried.back or story.elsewhere}
        table = _note_meeting(tables, table, body)
    if came == ArrivalKind.BEHIND:
        return Arrival(came, table, gone, shared)
    return Arrival(came, table, len(theirs) - shared, shared, gone)


def _bring_entries(
    tables: Tables, table: GameView, shared: int, theirs: Sequence[Entry]
) -> GameView:
    gone = len(reveal_game(table).story.lines) - shared
    body = {"at": shared + 1, "remove": gone, "entries": list(theirs[shared:])}
    numbers = tuple(range(shared + 1, len(theirs) + 1))

    def judge(now: GameView) -> JudgedOperation:
        check_entry_count(len(theirs), len(theirs))
        return JudgedOperation(body, try_operation(now, BRING, body), numbers)

    key = f"bring-{table.version}-{digest_entries(table.row.header['game'], theirs)}"
    send = Send(BRING, body, key[:64], table.version)
    outcome = tables.write(table, send, judge)
    if not isinstance(outcome, Appended | Repeated):  # somebody entered something meanwhile
        raise Unreadable(_("the game has just changed here: try again"))
    return outcome.now


def _note_meeting(tables: Tables, table: GameView, body: Mapping[str, Any]) -> GameView:
    """Note a meeting, unless it says nothing new."""
    story = reveal_game(table).story
    known = {"line": story.met, "address": story.elsewhere}
    if known == known | {name: body[name] for name in known if name in body} and (
        body.get("game") in (None, *story.parted)
    ):
        return table
    told = {name: value for name, value in body.items() if value}
    key = sha256(json.dumps([table.version, told], sort_keys=True).encode()).hexdigest()[:40]
    return tables.write(table, Send(MEET, told, f"meet-{key}")).now


def _keep_apart(tables: Tables, table: GameView, carried: CarriedGame) -> Arrival:
    """Keep the arrived record as a game of its own; both games know of each other."""
    game, theirs = reveal_game(table), carried.record.entries
    shared = count_common(game.lines, carried.record)
    document = {
        **game.replay.record.document,
        "entries": [*game.entries[:shared], *theirs[shared:]],
    }
    record = load(document)
    key = f"apart {table.link.ledger} {carried.line}"
    started = tables.keep_game(record, listed=False, key=key)
    told = {"line": carried.line, "address": carried.back, "game": table.link.ledger}
    other = _note_meeting(tables, started.table, told)
    _note_meeting(tables, table, {"game": other.link.ledger})
    return Arrival(ArrivalKind.APART, other, len(theirs) - shared, shared)
