"""The emperor tiles of the module: champagne and dancers that go (WALTZ1-EMP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.amounts import word_amounts
from adjudicator.austria.chapters import emperor
from adjudicator.austria.chapters.emperor import GoodsLoss
from adjudicator.austria.chapters.turns import source_obstacles
from adjudicator.austria.modules.balls.ball_scoring import note_not_booked
from adjudicator.austria.modules.balls.floor import (
    BALCONY,
    HALLS_IN_PLAY,
    ROWS,
    count_dancers_of,
    floor_of,
)
from adjudicator.austria.modules.balls.halls import take_dancer_off
from adjudicator.austria.printed.catalogue import Goods, Part
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.box import make_entry
from adjudicator.austria.table.declarations import Item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Open, Player, Table
from adjudicator.entries import ByPlayer, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import Found, Obstacle, is_allowed
from adjudicator.shapes import Integer, OneOf

WORD = "remove_dancer"
_WHERE = {"left": 0, "middle": 1, "right": HALLS_IN_PLAY - 1}

Place = tuple[str, int]
"""Where a dancer stands: row and cell."""


def book_per_dancer(
    table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int
) -> None:
    """Book VP for every own dancer in all halls (WALTZ1-EMP-C)."""
    points = part.count * count_dancers_of(table, player)
    if points:
        moves.book(table, player, "vp", points, ref, trigger, part.score)


# --- champagne ------------------------------------------------------------------------------


def can_return_food(table: Table, player: Player, goods: Goods) -> bool:
    """Return whether the food that a tile takes lies in the kitchen (WALTZ1-EMP-A)."""
    assert goods.other is not None
    return all(
        player.kitchen[table.box.food_index[food]] >= count
        for food, count in goods.other[1].items()
    )


def give_food_back(table: Table, player: Player, goods: Goods) -> None:
    """Put the food that a tile takes back into the supply."""
    assert goods.other is not None
    for food, count in goods.other[1].items():
        moves.book(table, player, food, -count, "tile")


def word_food(goods: Goods) -> M:
    """Return the food that a tile takes, in words."""
    assert goods.other is not None
    return word_amounts(goods.other[1])


# --- dancers --------------------------------------------------------------------------------


def hall_of(table: Table, goods: Goods) -> str:
    """Return the hall that a tile takes dancers from."""
    assert goods.other is not None
    halls = floor_of(table).halls
    assert halls is not None
    return halls[_WHERE[goods.other[1]["hall"]]]


def list_standing_dancers(table: Table, player: Player, goods: Goods) -> list[Place]:
    """Return where the player's dancers stand in the hall of a tile."""
    if floor_of(table).halls is None:
        return []
    return floor_of(table).known[hall_of(table, goods)].places(player.seat)


def _dancers_due(goods: Goods) -> int:
    assert goods.other is not None
    count: int = goods.other[1]["count"]
    return count


def word_dancers(goods: Goods) -> M:
    """Return how many dancers of which hall a tile takes, in words."""
    assert goods.other is not None
    return M("balls.goods-dancers", n=_dancers_due(goods), which=goods.other[1]["hall"])


def can_remove(table: Table, player: Player, goods: Goods) -> bool:
    """Return whether the dancers that a tile takes are there (WALTZ1-EMP-B, -C)."""
    return len(list_standing_dancers(table, player, goods)) >= _dancers_due(goods)


def note_unknown_hall(table: Table, case: Case) -> bool:
    """Note that nobody knows the hall that dancers would go from."""
    if floor_of(table).halls is not None:
        return False
    note_not_booked(case)
    return True


def give_dancers(table: Table, player: Player, goods: Goods) -> None:
    """Put dancers into the box; which ones is the owner's choice where there is one (U-06)."""
    remove_or_ask(table, player, goods, _dancers_due(goods))


def remove_or_ask(table: Table, player: Player, goods: Goods, count: int) -> None:
    """Remove dancers without a choice; open the choice where there is one."""
    there = list_standing_dancers(table, player, goods)
    if not count:
        return
    if len(there) <= count:
        for row, cell in reversed(there):
            _into_the_box(table, player, goods, row, cell)
        return
    part = Open(Part(WORD, count), "tile", 1, "reward")
    part.choices = tuple(there)
    agenda.push_event(table, player, [part], table.chain)


def _into_the_box(table: Table, player: Player, goods: Goods, row: str, cell: int) -> None:
    take_dancer_off(table, hall_of(table, goods), row, cell)
    player.happened = (*player.happened, (WORD, (row, cell)))


@verb(WORD)
class RemoveDancer(ByPlayer):
    """A dancer that a tile takes. cell: which of several in the row."""

    row: str = key(lambda s: OneOf((*ROWS, BALCONY), M("balls.a-row-or-balcony")))
    cell: int | None = key(lambda s: Integer(low=1), default=None)
    from_: str | None = key(lambda s: s.source, default=None)


def remove_dancer(table: Table, player: Player, entry: RemoveDancer, case: Case) -> None:
    """``remove_dancer``: which dancer goes; alone it also chooses the goods (WALTZ-U-06)."""
    case.cite(source_obstacles(entry, "tile"), find_removal_obstacles(table, player, entry))
    loss = _find_dancer_loss(table, player)
    if case.stop or loss.goods is None or loss.tile is None:
        return
    named = _list_meant_dancers(table, player, entry, loss.goods)
    if not named or (len(named) > 1 and _names_earlier_dancer(player, entry, loss)):
        return  # nobody goes, and the choice stays open
    asked = loss.part if loss.part is not None else loss.choice
    assert asked is not None
    count = loss.part.left if loss.part is not None else _dancers_due(loss.goods)
    if loss.choice is not None:
        emperor.note_loss_choice(table, player, loss.tile, loss.choice, case)
        player.happened = (*player.happened, ("penalty", "goods"))
    emperor.close_obligation(table, player, asked)
    _into_the_box(table, player, loss.goods, *named[0])
    remove_or_ask(table, player, loss.goods, count - 1)


def _find_dancer_loss(table: Table, player: Player) -> GoodsLoss:
    return GoodsLoss(
        table,
        player,
        WORD,
        lambda goods: goods.other is not None and goods.other[0] == "remove_dancers",
    )


def _list_meant_dancers(
    table: Table, player: Player, entry: RemoveDancer, goods: Goods
) -> list[Place]:
    """Return the dancers in the hall of a tile that an entry may mean."""
    there = (
        place for place in list_standing_dancers(table, player, goods) if place[0] == entry.row
    )
    return [place for place in there if entry.cell in (None, place[1])]


def _names_earlier_dancer(player: Player, entry: RemoveDancer, loss: GoodsLoss) -> bool:
    """Return whether an entry names a dancer that went before the one due now."""
    return loss.part is not None and _happened_so(player, entry)


def find_removal_obstacles(table: Table, player: Player, entry: RemoveDancer) -> Iterator[Found]:
    """Yield the obstacles to a dancer that a tile takes (WALTZ1-EMP-B, -C)."""
    loss = _find_dancer_loss(table, player)
    if loss.goods is None or loss.tile is None:
        if not _happened_so(player, entry):
            told = M("balls.nobody-goes")
            free = emperor.explain_spared_penalty(table, player, entry.row)
            if free is not None:
                told, obstacle = free
                yield obstacle
            yield Obstacle("GAH-EMP-11", told)
            yield Obstacle("WALTZ1-BALL-16", told)
            if loss.tile is not None:
                yield Obstacle(loss.tile.rule, told)
        return
    named = _list_meant_dancers(table, player, entry, loss.goods)
    if len(named) != 1 and not _names_earlier_dancer(player, entry, loss):
        message = M("balls.which-dancer") if named else M("balls.no-dancer-there")
        yield Obstacle(loss.tile.rule, message)
        yield Obstacle("GAH-EMP-11", message)


def _happened_so(player: Player, entry: RemoveDancer) -> bool:
    return any(
        what == WORD
        and isinstance(place, tuple)
        and place[0] == entry.row
        and entry.cell in (None, place[1])
        for what, place in player.happened
    )


def write_choosable_dancers(part: Open) -> dict[str, Any]:
    """Return how the dancers that may go are printed."""
    rows = dict.fromkeys(str(place[0]) for place in part.choices if isinstance(place, tuple))
    return {"choices": list(rows)}


def offer_lost_dancers(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the dancers that could be the one to go: an item per row."""
    goods = _find_dancer_loss(table, player).goods
    there = list_standing_dancers(table, player, goods) if goods is not None else []
    for row in dict.fromkeys(row for row, _ in there):
        item: Item = {"by": player.id, "do": WORD, "row": row}
        named = [{**item, "cell": cell} for other, cell in there if other == row]
        going = [
            one
            for one in named
            if is_allowed(find_removal_obstacles(table, player, make_entry(table, one)))
        ]
        if going:
            cells = [one["cell"] for one in going]
            yield item if len(named) == 1 else {**item, "cell": cells}


def offer_goods_with_dancer(table: Table, player: Player, goods: Goods) -> Iterator[Item]:
    """Yield the dancers that also choose the goods when they go."""
    yield from offer_lost_dancers(table, player, [])
