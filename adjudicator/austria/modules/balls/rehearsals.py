"""Rehearsal halls: the choice in set-up (WALTZ1-SETUP-08 to -11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.austria.chapters.turns import advance_setup, ask_other_stage
from adjudicator.austria.modules.balls.floor import SECTIONS, floor_of, rehearsal_of
from adjudicator.austria.table.declarations import Item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Player, Table
from adjudicator.entries import ByPlayer, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import Found, Obstacle, is_allowed
from adjudicator.record import Unreadable
from adjudicator.shapes import OneOf

PHASE = "setup-rehearsals"


BOARD = OneOf(tuple(SECTIONS), M("balls.a-rehearsal"))
"""The shape of the number of a rehearsal hall."""


def check_rehearsals_header(document: Mapping[str, Any]) -> None:
    """Check the rehearsal halls of a set-up: as many as players, each once. Raises Unreadable."""
    if "setup" not in document:
        return
    boards = document["setup"].get("rehearsals")
    players = len(document["players"])
    if boards is None and players < len(SECTIONS):
        raise _make_unreadable("balls.rehearsals-missing", players)
    if boards is not None and len(boards) != players:
        raise _make_unreadable("balls.rehearsals-number", players)
    if boards is not None and len(set(boards)) < len(boards):
        raise _make_unreadable("balls.rehearsal-twice", players)


def _make_unreadable(key: str, players: int) -> Unreadable:
    messages = {
        "balls.rehearsals-missing": M("balls.rehearsals-missing", players=players),
        "balls.rehearsals-number": M("balls.rehearsals-number", players=players),
        "balls.rehearsal-twice": M("balls.rehearsal-twice"),
    }
    return Unreadable(messages[key], key="setup.rehearsals", rule="WALTZ1-SETUP-09")


def lay_out_rehearsals(table: Table, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Lay out the rehearsal halls of a set-up; with four players there are all four."""
    floor_of(table).boards = tuple(setup.get("rehearsals", SECTIONS))


def next_chooser(table: Table) -> Player | None:
    """Return the player to take a rehearsal hall next: from the last player down to the first."""
    for player in reversed(table.players):
        if rehearsal_of(player).board is None:
            return player
    return None


def has_everybody_hall(table: Table) -> bool:
    """Return whether everybody has a rehearsal hall."""
    return next_chooser(table) is None


def list_free_rehearsals(table: Table) -> list[int]:
    """Return the rehearsal halls that nobody has taken yet."""
    taken = {rehearsal_of(player).board for player in table.players}
    return [board for board in floor_of(table).boards if board not in taken]


def offer_rehearsals(table: Table) -> Iterator[Item]:
    """Yield the rehearsal halls that may be taken."""
    for player in table.players:
        there = list_free_rehearsals(table)
        boards = [
            board
            for board in there
            if is_allowed(find_rehearsal_obstacles(table, player, board, there))
        ]
        if boards:
            yield {"by": player.id, "do": "take_rehearsal", "rehearsal": boards}


@verb("take_rehearsal")
class TakeRehearsal(ByPlayer):
    """A rehearsal hall chosen in set-up."""

    rehearsal: int = key(lambda s: BOARD)


def take_rehearsal(table: Table, player: Player, entry: TakeRehearsal, case: Case) -> None:
    """``take_rehearsal``: the last player first; the last hall goes to the first by itself."""
    board, own, floor = entry.rehearsal, rehearsal_of(player), floor_of(table)
    if floor.by_itself == player.seat and own.board == board:
        return  # it names what was booked by itself
    there = list_free_rehearsals(table)
    against = find_rehearsal_obstacles(table, player, board, there)
    if against:
        case.cite(against)
    if case.stop or board not in there or table.phase != PHASE:
        return
    own.board = board
    there.remove(board)
    waiting = [other for other in table.players if rehearsal_of(other).board is None]
    if len(waiting) == 1 and there:
        rehearsal_of(waiting[0]).board = there[0]
        floor.by_itself = waiting[0].seat
    advance_setup(table)


def find_rehearsal_obstacles(
    table: Table, player: Player, board: int, there: Sequence[int]
) -> list[Found]:
    """Yield the obstacles to a rehearsal hall. there: the halls left."""
    against: list[Found] = []
    due = next_chooser(table)
    if table.phase != PHASE:
        against += ask_other_stage(table, PHASE)
    if due is None:
        against.append(Obstacle("WALTZ1-SETUP-10", M("balls.rehearsals-taken")))
    elif due is not player:
        message = M("balls.rehearsal-turn", due=due.id)
        against.append(Obstacle("WALTZ1-SETUP-10", message, due=due.id, by=player.id))
    if board not in there:
        message = M("balls.rehearsal-not-there", board=board, laid=tuple(there))
        if due is None:
            message = M("balls.rehearsals-taken")
        against.append(Obstacle("WALTZ1-SETUP-09", message, rehearsal=board))
    return against
