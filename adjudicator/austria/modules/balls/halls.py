"""The halls: which cell is next, what it costs, when nobody may come (WALTZ1-BALL, WALTZ1-BALC)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.austria.catalogue import Part
from adjudicator.austria.modules.balls.floor import (
    BALCONY,
    BALCONY_COST,
    CHAMPAGNE,
    HALLS,
    HALLS_IN_PLAY,
    ROWS,
    TOP,
    floor_of,
)
from adjudicator.austria.state import Player, Table
from adjudicator.messages import M
from adjudicator.obstacles import Found, Obstacle
from adjudicator.record import Unreadable
from adjudicator.shapes import Shape, list_of, one_of


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the next dancer of a row stands. cost: champagne, None where it has not been read.

    row: the row, or the balcony. cell: its place in the row, None on the balcony, where dancers
    stand in the order of their coming.
    """

    row: str
    cell: int | None
    cost: int | None


def shape(shapes: Any) -> Shape:
    """The shape of a hall's name."""
    return one_of(HALLS, M("balls.a-hall"))


def three_halls(shapes: Any) -> Shape:
    """The shape of the halls in play, from left to right."""
    return list_of(shape(shapes), length=HALLS_IN_PLAY)


def check_different(names: list[str], key: str) -> None:
    """Check that no hall is laid out twice. Raises Unreadable (WALTZ1-SETUP-02)."""
    if len(set(names)) < len(names):
        raise Unreadable(M("balls.hall-twice"), key=key, rule="WALTZ1-SETUP-02")


def possible(table: Table) -> list[str]:
    """Return the halls that a dancer may be sent to, as far as the record knows the halls."""
    floor = floor_of(table)
    if floor.halls is not None:
        return list(floor.halls)
    return list(floor.known) if len(floor.known) >= HALLS_IN_PLAY else list(HALLS)


def next_spot(table: Table, hall: str, row: str) -> Spot | None:
    """Return where the next dancer of a row stands: the leftmost free usable cell, or None.

    In the right hall the top row goes on with the balcony (WALTZ1-BALC-01, -02).
    """
    floor = floor_of(table)
    standing = floor.known[hall].rows[row] if hall in floor.known else []
    cells = floor.read(hall, row)
    if cells is None:
        free = standing.index(None) if None in standing else len(standing)
        return Spot(row, free, None)
    for place in floor.usable(cells):
        if place >= len(standing) or standing[place] is None:
            return Spot(row, place, cells[place].cost)
    if row == TOP and hall == floor.right:
        return Spot(BALCONY, None, BALCONY_COST)
    return None


def stand(table: Table, player: Player, hall: str, spot: Spot) -> None:
    """Put a dancer on a cell (WALTZ1-BALL-05)."""
    where = floor_of(table).known[hall]
    if spot.cell is None:
        where.balcony.append(player.seat)
        return
    row = where.rows[spot.row]
    row += [None] * (spot.cell + 1 - len(row))
    row[spot.cell] = player.seat


def remove(table: Table, hall: str, row: str, cell: int) -> None:
    """Put a dancer into the box. The gap is the next leftmost cell; the balcony has none."""
    where = floor_of(table).known[hall]
    if row == BALCONY:
        del where.balcony[cell - 1]
        return
    standing = where.rows[row]
    standing[cell - 1] = None
    while standing and standing[-1] is None:
        standing.pop()


def price(spot: Spot, part: Part | None, used: int = 0) -> int | None:
    """Return the champagne of a cell under a permission, never below 0; None: not read.

    part: None at full cost. used: how often the permission has been used: ``discounts`` differ.
    """
    if part is not None and part.free:
        return 0
    if spot.cost is None:
        return None
    return max(0, spot.cost - discount(part, used))


def discount(part: Part | None, used: int) -> int:
    """Return what a permission takes off the cost of the next dancer (WALTZ1-SYM-03)."""
    if part is None:
        return 0
    discounts = part.more.get("discounts")
    if discounts is None:
        return part.discount
    return int(discounts[used]) if used < len(discounts) else 0


def champagne(player: Player) -> int:
    """Return the champagne in a player's kitchen."""
    held: int = player.kitchen[player.box.food_index[CHAMPAGNE]]
    return held


def closed(table: Table, hall: str, row: str) -> Iterator[Found]:
    """Yield why nobody may be sent to a row: the halls in play, its cells (WALTZ1-BALL-03)."""
    floor = floor_of(table)
    if hall not in possible(table):
        named = tuple(floor.halls or floor.known)
        message = M("balls.not-in-play", hall=hall, halls=named)
        yield Obstacle("WALTZ1-SETUP-02", message, hall=hall)
        return
    if next_spot(table, hall, row) is not None:
        return
    cells = floor.read(hall, row) or ()
    message = M("balls.row-full", hall=hall, row=row)
    yield Obstacle("WALTZ1-BALL-03", message, hall=hall, row=row)
    if len(floor.usable(cells)) < len(cells):
        marked = M("balls.cell-for-four", hall=hall, row=row)
        yield Obstacle("WALTZ1-BALL-14", marked, hall=hall, row=row)
    if hall != floor.right and all(next_spot(table, hall, other) is None for other in ROWS):
        yield Obstacle("WALTZ1-BALL-15", M("balls.hall-full", hall=hall), hall=hall)


def begin(table: Table, start: Mapping[str, Any]) -> None:
    """Lay out the halls that a set-up or a position names."""
    if "halls" in start:
        floor_of(table).lay_out(start["halls"])
