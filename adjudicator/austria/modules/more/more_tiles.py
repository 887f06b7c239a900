"""The emperor tiles of the module: food given back, everything given back, VP for discs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.amounts import word_amounts
from adjudicator.austria.chapters.emperor import (
    GoodsLoss,
    carry_out_penalty,
    close_obligation,
    explain_spared_penalty,
    find_usable_obligation,
    has_happened,
)
from adjudicator.austria.chapters.turns import source_obstacles
from adjudicator.austria.printed.catalogue import FOODS, Goods, Part
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.box import make_entry
from adjudicator.austria.table.declarations import Item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Open, Player, Table
from adjudicator.entries import ByPlayer, key, verb
from adjudicator.hints import Hint
from adjudicator.messages import M
from adjudicator.obstacles import Found, Obstacle, is_allowed


def book_per_disc(
    table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int
) -> None:
    """Book VP for every own disc on the cards of the board (WALTZ5-EMP-C)."""
    discs = sum(player.id in discs for discs in table.claims.values())
    if discs:
        moves.book(table, player, "vp", part.count * discs, ref, trigger, part.score)


def _list_kinds(player: Player) -> list[str]:
    """Return the dishes and drinks in the kitchen, never champagne (WALTZ5-EMP-A)."""
    return [food for index, food in enumerate(FOODS) if player.kitchen[index]]


def can_give_food(table: Table, player: Player, goods: Goods) -> bool:
    """Return whether a dish or drink can be given back."""
    return bool(_list_kinds(player))


def give_one_food(table: Table, player: Player, goods: Goods) -> None:
    """Give one dish or drink back; which one is asked where there is a choice."""
    kinds = _list_kinds(player)
    if len(kinds) == 1:
        _return_food(table, player, kinds[0])
    elif kinds:
        agenda.push_event(
            table, player, [Open(Part("return_food"), "tile", 1, "reward")], table.chain
        )


def _return_food(table: Table, player: Player, food: str) -> None:
    moves.book(table, player, food, -1, "tile")
    player.happened = (*player.happened, ("return_food", food))


def has_anything(table: Table, player: Player, goods: Goods) -> bool:
    """Return whether there is anything to give back."""
    return player.krones > 0 or any(player.kitchen)


def give_everything(table: Table, player: Player, goods: Goods) -> None:
    """Give all krones and the whole kitchen back, champagne too (WALTZ5-EMP-C)."""
    moves.pay_krones(table, player, player.krones, "tile")
    moves.empty_kitchen(table, player)


def word_kitchen_food(goods: Goods) -> M:
    """Return the food that goes back, in words."""
    return M("more.goods-food")


def word_everything(goods: Goods) -> M:
    """Return that all goes back, in words."""
    return M("more.goods-everything")


@verb("return_food")
class ReturnFood(ByPlayer):
    """A dish or drink that a tile takes."""

    food: Mapping[str, int] = key(lambda s: s.foods)
    from_: str | None = key(lambda s: s.source, default=None)


def return_food(table: Table, player: Player, entry: ReturnFood, case: Case) -> None:
    """``return_food``: which dish or drink goes back; alone it also chooses the goods."""
    case.cite(source_obstacles(entry, "tile"), find_return_obstacles(table, player, entry))
    loss = _find_food_loss(table, player)
    if case.stop or loss.goods is None or loss.tile is None:
        return
    part = loss.part
    if loss.choice is not None:
        close_obligation(table, player, loss.choice)
        carry_out_penalty(table, player, loss.tile, "goods", case)
        part = find_usable_obligation(player, "return_food")
    if part is not None:
        close_obligation(table, player, part)
        food = _find_food(entry)
        if food in _list_kinds(player):
            _return_food(table, player, food)
        agenda.settle_agenda(table, player)


def _find_food_loss(table: Table, player: Player) -> GoodsLoss:
    return GoodsLoss(table, player, "return_food", _takes_food)


def _takes_food(goods: Goods) -> bool:
    return goods.other is not None and goods.other[0] == "return_food"


def _find_food(entry: ReturnFood) -> str:
    """Return the first food that an entry names, "" for none."""
    return next((food for food, count in entry.food.items() if count), "")


def find_return_obstacles(table: Table, player: Player, entry: ReturnFood) -> Iterator[Found]:
    """Yield the obstacles to food that a tile takes: one dish or drink (WALTZ5-EMP-A)."""
    loss, food, count = _find_food_loss(table, player), _find_food(entry), sum(entry.food.values())
    tile = loss.tile
    if loss.goods is None or tile is None:
        if count == 1 and has_happened(table, player, "return_food", food):
            return
        message = M("more.no-food-due", player=player.id)
        free = explain_spared_penalty(table, player, food)
        if free is not None:
            message, obstacle = free
            yield obstacle
        of_tile = tile is not None and tile.goods is not None and _takes_food(tile.goods)
        yield Obstacle("GAH-EMP-11", message)
        yield Obstacle(tile.rule if tile is not None and of_tile else "WALTZ5-EMP-A", message)
    elif count != 1 or food not in _list_kinds(player):
        message = M("more.one-dish-or-drink", open=tuple(_list_kinds(player)))
        named = {food: count for food, count in entry.food.items() if count}
        yield Obstacle(tile.rule, message, food=named)
        yield Obstacle("GAH-EMP-11", message, food=named)


def offer_food_back(table: Table, player: Player, parts: list[Open]) -> Iterator[Item]:
    """Yield the foods that may be given back."""
    item: Item = {"by": player.id, "do": "return_food"}
    foods = [{food: 1} for food in table.box.foods]
    given = [
        food
        for food in foods
        if is_allowed(
            find_return_obstacles(table, player, make_entry(table, {**item, "food": food}))
        )
    ]
    if given:
        yield {**item, "food": given}


def offer_goods_with_food(table: Table, player: Player, goods: Goods) -> Iterator[Item]:
    """Yield the same for a player with the choice between goods and VP."""
    yield from offer_food_back(table, player, [])


HINTS: Mapping[str, Hint] = {
    "food": Hint(lambda values, _: M("more.hint-food", each=tuple(map(word_amounts, values))))
}
"""How hints speak of food that a tile takes, by the key of an entry."""
