"""The Kozi Palace: a die moves to the space that is used (WALTZ3-KOZI)."""

from __future__ import annotations

from adjudicator.austria.chapters.actions import Die, ExtraAction, TakeDie, UsesDie
from adjudicator.austria.modules.hotels import corogari
from adjudicator.austria.modules.hotels.lobbies import ID, Hotel, owns_lobby
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.declarations import Item, Judge
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Player, Table
from adjudicator.messages import M
from adjudicator.obstacles import Obstacle
from adjudicator.shapes import Either, OneOf, Shape

BESIDE = {1: (2,), **{die: (die - 1, die + 1) for die in range(2, 6)}, 6: (5,)}
"""The spaces beside each space; 1 and 6 are the ends (WALTZ3-KOZI-02)."""


def moved_die_shape(shapes: Shapes) -> Shape:
    """Return the shape of a die that is moved: its name, or the space on which it lies."""
    names = shapes.box.named_dice
    return Either(OneOf(names, M("hotels.named-die")), shapes.die) if names else shapes.die


def find_origin(table: Table, die: int, source: Die) -> int | None:
    """Return the space from which a die would be moved to the one that is used, None for none.

    A die of which nobody knows where it lies comes from the neighbour with the most dice.
    """
    near = BESIDE[die]
    if isinstance(source, int):
        return source if source in near and table.plain_dice(source) > 0 else None
    space = table.named_dice.get(source)
    if space == 0:
        space = max(near, key=lambda other: table.dice[other - 1])
    return space if space in near and table.dice[space - 1] else None


def may_move(table: Table, player: Player, entry: UsesDie, source: Die) -> bool:
    """Return whether a die can be moved by this player to the one that an entry uses."""
    return owns_lobby(player, "kozi") and find_origin(table, entry.die, source) is not None


def moved_in(dice: int, table: Table, player: Player, entry: UsesDie, die: int) -> int:
    """Return how many dice an entry moves to a space: the one that it names."""
    source = entry.moved
    return dice if source is None or find_origin(table, die, source) is None else dice + 1


def is_usable_moved(lies: bool, table: Table, player: Player, entry: UsesDie) -> bool:
    """Return whether the die can be used with the die that the entry moves."""
    source = entry.moved
    return lies and (source is None or may_move(table, player, entry, source))


def list_moved_ways(known: list[Item], table: Table, player: Player, do: str) -> list[Item]:
    """Return the ways to use a die: as they lie, and with any one moved."""
    if not owns_lobby(player, "kozi"):
        return known
    named = [name for name in table.box.named_dice if name in table.named_dice]
    dice: list[Die] = [space for space in range(1, 7) if table.plain_dice(space) > 0]
    return known + [{**way, "moved": die} for way in known for die in (*dice, *named)]


def check_moved_action(judge: Judge[ExtraAction]) -> Judge[ExtraAction]:
    """Check ``moved`` before the action is judged (WALTZ3-KOZI-02, WALTZ3-GEN-01)."""

    def action(table: Table, player: Player, entry: ExtraAction, case: Case) -> None:
        against = _find_move_obstacles(table, player, entry)
        if against:
            case.cite(against)
        judge(table, player, entry, case)

    return action


def around_take_die(judge: Judge[TakeDie]) -> Judge[TakeDie]:
    """Check ``moved`` and Corogari's bonus before a die is judged; note its space for the bonus."""

    def take_die(table: Table, player: Player, entry: TakeDie, case: Case) -> None:
        against = corogari.find_placing_obstacles(table, player, entry) if entry.place else []
        if entry.moved is not None:
            against += _find_move_obstacles(table, player, entry)
        if against:
            case.cite(against)
        judge(table, player, entry, case)
        if not case.stop:
            hotel: Hotel = player.of[ID]
            if hotel.values is not None:
                hotel.values = (*hotel.values, entry.die)

    return take_die


def _find_move_obstacles(table: Table, player: Player, entry: UsesDie) -> list[Obstacle]:
    """Yield the obstacles to moving the die that an entry moves."""
    source, die = entry.moved, entry.die
    if source is None:
        return []
    if not owns_lobby(player, "kozi"):
        return [Obstacle("WALTZ3-GEN-01", M("hotels.not-own-lobby", lobby="kozi"))]
    if find_origin(table, die, source) is not None:
        return []
    space = source if isinstance(source, int) else table.named_dice.get(source)
    told = (
        M("hotels.no-die-to-move", space=source)
        if space is None or space in BESIDE[die]
        else M("hotels.no-neighbours", space=space, die=die)
    )
    return [Obstacle("WALTZ3-KOZI-02", told, moved=source, die=die)]


def move_die(table: Table, player: Player, entry: UsesDie) -> None:
    """Move the die to the space that is used."""
    source, die = entry.moved, entry.die
    if source is None:
        return
    space = find_origin(table, die, source)
    if space is not None:
        table.dice[space - 1] -= 1
        table.dice[die - 1] += 1
        if isinstance(source, str) and source in table.named_dice:
            table.named_dice[source] = die
