"""The halls: the next cell, its cost, and closed rows (WALTZ1-BALL, WALTZ1-BALC)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.austria.modules.balls.floor import (
    BALCONY,
    BALCONY_COST,
    CHAMPAGNE,
    HALLS,
    HALLS_IN_PLAY,
    ROWS,
    TOP,
    Floor,
    cost_of,
    floor_of,
    rehearsal_of,
)
from adjudicator.austria.printed.catalogue import Part, Trait
from adjudicator.austria.table.state import Player, Table
from adjudicator.hints import Hint
from adjudicator.messages import M
from adjudicator.obstacles import Found, Obstacle
from adjudicator.record import Unreadable
from adjudicator.shapes import ListOf, OneOf, Shape


class Spot(NamedTuple):
    """Where the next dancer of a row stands. cost: champagne, None where it has not been read.

    row: the row, or the balcony. cell: its place in the row, None on the balcony, where dancers
    stand in the order of their coming.
    """

    row: str
    cell: int | None
    cost: int | None


def hall_shape(shapes: Any) -> Shape:
    """The shape of a hall's name."""
    return OneOf(HALLS, M("balls.a-hall"))


def three_halls(shapes: Any) -> Shape:
    """The shape of the halls in play, from left to right."""
    return ListOf(hall_shape(shapes), length=HALLS_IN_PLAY)


def check_different(names: list[str], key: str) -> None:
    """Check that no hall is laid out twice. Raises Unreadable (WALTZ1-SETUP-02)."""
    if len(set(names)) < len(names):
        raise Unreadable(M("balls.hall-twice"), key=key, rule="WALTZ1-SETUP-02")


def list_possible_halls(floor: Floor) -> Collection[str]:
    """Return the halls that a dancer may be sent to, as far as the record knows the halls."""
    if floor.halls is not None:
        return floor.halls
    return floor.known if len(floor.known) >= HALLS_IN_PLAY else HALLS


def next_spot(floor: Floor, hall: str, row: str) -> Spot | None:
    """Return where the next dancer of a row stands: the leftmost free usable cell, or None.

    In the right hall the top row goes on with the balcony (WALTZ1-BALC-01, -02).
    """
    known, cells = floor.known.get(hall), floor.read(hall, row)
    standing = known.rows[row] if known is not None else []
    if cells is None:
        free = standing.index(None) if None in standing else len(standing)
        return Spot(row, free, None)
    taken = len(standing)
    for place, cell in enumerate(cells):
        if (place >= taken or standing[place] is None) and (floor.four or isinstance(cell, int)):
            return Spot(row, place, cost_of(cell))
    if row == TOP and hall == floor.right:
        return Spot(BALCONY, None, BALCONY_COST)
    return None


def place_dancer(table: Table, player: Player, hall: str, spot: Spot) -> None:
    """Put a dancer on a cell (WALTZ1-BALL-05)."""
    rehearsal_of(player).dancing += 1
    where = floor_of(table).known[hall]
    if spot.cell is None:
        where.balcony.append(player.seat)
        return
    row = where.rows[spot.row]
    row += [None] * (spot.cell + 1 - len(row))
    row[spot.cell] = player.seat


def take_dancer_off(table: Table, hall: str, row: str, cell: int) -> None:
    """Put a dancer into the box. The gap is the next leftmost cell; the balcony has none."""
    where = floor_of(table).known[hall]
    seat = where.balcony.pop(cell - 1) if row == BALCONY else where.rows[row][cell - 1]
    assert seat is not None
    rehearsal_of(table.players[seat]).dancing -= 1
    if row == BALCONY:
        return
    standing = where.rows[row]
    standing[cell - 1] = None
    while standing and standing[-1] is None:
        standing.pop()


def champagne_price(spot: Spot, part: Part | None, used: int = 0) -> int | None:
    """Return the champagne of a cell under a permission, never below 0; None: not read.

    part: None at full cost. used: how often the permission has been used: ``discounts`` differ.
    """
    if part is not None and part.free:
        return 0
    if spot.cost is None:
        return None
    return max(0, spot.cost - find_discount(part, used))


def find_discount(part: Part | None, used: int) -> int:
    """Return the discount of a permission on the next dancer (WALTZ1-SYM-03)."""
    if part is None:
        return 0
    each = DISCOUNTS.find_in(part)
    if each is None:
        return part.discount
    return each[used] if used < len(each) else 0


DISCOUNTS: Trait[tuple[int, ...]] = Trait()
"""The discount of each dancer of a permission."""


def count_champagne(player: Player) -> int:
    """Return the champagne in a player's kitchen."""
    held: int = player.kitchen[player.box.food_index[CHAMPAGNE]]
    return held


def spot_in(floor: Floor, hall: str, row: str) -> Spot | None:
    """Return where a dancer sent to a row stands, None where nobody may be sent."""
    return next_spot(floor, hall, row) if hall in list_possible_halls(floor) else None


def find_row_obstacles(floor: Floor, hall: str, row: str) -> Iterator[Found]:
    """Yield why nobody may be sent to a row: the halls in play, its cells (WALTZ1-BALL-03)."""
    if hall not in list_possible_halls(floor):
        named = tuple(floor.halls or floor.known)
        message = M("balls.not-in-play", hall=hall, halls=named)
        yield Obstacle("WALTZ1-SETUP-02", message, hall=hall)
        return
    cells = floor.read(hall, row) or ()
    message = M("balls.row-full", hall=hall, row=row)
    yield Obstacle("WALTZ1-BALL-03", message, hall=hall, row=row)
    if len(floor.usable(cells)) < len(cells):
        marked = M("balls.cell-for-four", hall=hall, row=row)
        yield Obstacle("WALTZ1-BALL-14", marked, hall=hall, row=row)
    if hall != floor.right and all(next_spot(floor, hall, other) is None for other in ROWS):
        yield Obstacle("WALTZ1-BALL-15", M("balls.hall-full", hall=hall), hall=hall)


def lay_out_halls(table: Table, start: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Lay out the halls that a set-up or a position names, and note whether a scoring is due."""
    floor = floor_of(table)
    if "halls" in start:
        floor.lay_out(start["halls"])
    floor.scoring_due = start.get("phase") == "emperor"


HINTS: Mapping[str, Hint] = {
    "hall": Hint(lambda values, _: M("balls.hint-halls", values=values), other=2, none=2),
    "row": Hint(lambda values, _: M("balls.hint-rows", values=values)),
    "section": Hint(lambda values, _: M("balls.hint-sections", values=values)),
    "rehearsal": Hint(lambda values, _: M("balls.hint-rehearsals", values=values)),
    "cell": Hint(
        lambda values, _: M("balls.hint-cells", values=values), without=M("balls.hint-no-cell")
    ),
}
"""How hints speak of halls, rehearsal halls and dancers, by the key of an entry."""
