"""The Kozi Palace: a die moves to the space that is used (WALTZ3-KOZI)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.austria.box import DieChosen, Judge
from adjudicator.austria.case import Case
from adjudicator.austria.modules.hotels.lobbies import owns
from adjudicator.austria.state import Player, Table
from adjudicator.games import Entry
from adjudicator.messages import M
from adjudicator.record import Shape

if TYPE_CHECKING:
    from adjudicator.austria.vocabulary import Shapes


def moved(shapes: Shapes) -> Shape:
    """Return the shape of ``moved``: the space of a die."""
    return shapes.die


def neighbours(die: int) -> list[int]:
    """Return the spaces beside a space; 1 and 6 are the ends (WALTZ3-KOZI-02)."""
    return [near for near in (die - 1, die + 1) if 1 <= near <= 6]


def may_move(table: Table, die: int, source: int) -> bool:
    """Return whether a die could be moved from a space to the one that is used."""
    return source in neighbours(die) and table.dice[source - 1] > 0


def dice_on(table: Table, player: Player, entry: Entry, die: int, dice: int) -> int:
    """Return how many dice lie on a space, with the one that is moved there."""
    source = entry.get("moved")
    return dice + (type(source) is int and may_move(table, die, source))


def around_action(judge: Judge) -> Judge:
    """Check ``moved`` before the action is judged (WALTZ3-KOZI-02, WALTZ3-GEN-01)."""

    def action(table: Table, player: Player, entry: Entry, case: Case) -> None:
        source, die = entry.get("moved"), entry["die"]
        if source is not None and not owns(player, "kozi"):
            case.breach("WALTZ3-GEN-01", M("hotels.not-own-lobby", lobby="kozi"))
        elif type(source) is int and not may_move(table, die, source):
            told = (
                M("hotels.no-die-to-move", space=source)
                if source in neighbours(die)
                else M("hotels.no-neighbours", space=source, die=die)
            )
            case.breach("WALTZ3-KOZI-02", told, moved=source, die=die)
        judge(table, player, entry, case)

    return action


def die_chosen(table: Table, player: Player, event: DieChosen) -> None:
    """Move the die to the space that is used."""
    source, die = event.entry.get("moved"), event.entry["die"]
    if type(source) is int and may_move(table, die, source):
        table.dice[source - 1] -= 1
        table.dice[die - 1] += 1
