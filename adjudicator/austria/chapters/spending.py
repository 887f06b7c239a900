"""The cost of using a once-per-round card, where modules print one (WALTZ1-STAFF-GEN-01).

``Staff.spend`` is the cost: krones, steps (``emperor``), named food, or a number of dishes or
drinks of choice (``any``). ``pay`` of the entry names the payment if there are several ways.
``SPENDING`` brings the key; modules with such cards share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from adjudicator.amounts import word_amounts
from adjudicator.austria.table import moves
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import Player, Table
from adjudicator.hints import Hint
from adjudicator.messages import M
from adjudicator.obstacles import Found, Obstacle, is_allowed

EXACT = "WALTZ1-STAFF-GEN-01"
"""The cost is paid in full, from kitchen and purse, before anything is gained."""

Payment = Mapping[str, int]
"""The amounts spent: krones, emperor or a food, with the number."""


def list_ways_to_pay(table: Table, player: Player, card: int) -> list[Payment]:
    """Return the ways in which a player can pay for a use of a card now."""
    spend = table.staff_cards[card].spend or {}
    if "any" not in spend:
        held = {"krones": player.krones, "emperor": player.emperor}
        held |= dict(zip(table.box.foods, player.kitchen, strict=True))
        return [spend] if all(held[what] >= n for what, n in spend.items()) else []
    kinds = [table.box.foods[food] for food in table.box.choosable if player.kitchen[food]]
    chosen = combinations_with_replacement(kinds, spend["any"])
    counted = [{food: foods.count(food) for food in dict.fromkeys(foods)} for foods in chosen]
    return [
        paid
        for paid in counted
        if all(player.kitchen[table.box.food_index[food]] >= n for food, n in paid.items())
    ]


def obstacles_to_payment(
    table: Table, player: Player, number: int, paid: Payment | None
) -> Iterator[Found]:
    """Yield the obstacles to the payment of a use. number: of the card.

    paid: the named payment; an empty one is as if the key were left out.
    """
    card = table.staff_cards[number]
    named = _drop_zero_amounts(paid)
    if card.spend is None:
        if named:
            yield Obstacle(EXACT, M("spending.nothing-due", card=number))
            yield Obstacle(card.rule, M("spending.nothing-due", card=number))
        return
    possible = list_ways_to_pay(table, player, number)
    if named in possible if named else len(possible) == 1:
        return
    price = word_price(card.spend)
    if not named and possible:
        message = M("spending.which", card=number, price=price)
    elif possible:
        message = M("spending.not-so", card=number, price=price, paid=word_amounts(named))
    else:
        message = M("spending.not-there", card=number, price=price)
    yield Obstacle(EXACT, message)
    yield Obstacle(card.rule, message)
    kinds = [table.box.foods[food] for food in table.box.choosable]
    strange = [what for what in named if what in table.box.foods and what not in kinds]
    for food in strange:
        for rule in table.box.choice_rules.get(food, ())[:1]:
            yield Obstacle(rule, message, food=food)


def _drop_zero_amounts(paid: Payment | None) -> Payment:
    return {what: n for what, n in (paid or {}).items() if n}


def find_payment(table: Table, player: Player, number: int, paid: Payment | None) -> Payment:
    """Return the payment of a use: the named one, else the only way to pay.

    If there are several ways or none, it is the named part of the price (a ruling may let it
    stand).
    """
    spend = table.staff_cards[number].spend
    if spend is None:
        return {}
    named, possible = _drop_zero_amounts(paid), list_ways_to_pay(table, player, number)
    if not named and len(possible) == 1:
        return possible[0]
    return named or {what: n for what, n in spend.items() if what != "any"}


def word_price(spend: Payment) -> M:
    """Return the price of a card in words."""
    if "any" in spend:
        return M("spending.of-choice", n=spend["any"])
    return word_amounts(spend)


def take_payment(table: Table, player: Player, card: int, spent: Payment) -> None:
    """Take away the cost of a use."""
    for what, count in spent.items():
        moves.book(table, player, what, -count, f"staff:{card}")


def list_payment_keys(table: Table, player: Player, card: int) -> Iterator[Mapping[str, object]]:
    """Yield the keys that ``next`` adds to a use: without ``pay`` where one way is possible."""
    if table.staff_cards[card].spend is None:
        yield {}
        return
    if is_allowed(obstacles_to_payment(table, player, card, None)):
        yield {}
    possible = list_ways_to_pay(table, player, card)
    if possible:
        yield {"pay": possible}


SPENDING = Module(
    id="spending",
    number=9,
    unread={"cost": "WALTZ-P-02"},
    keys={"use_staff": lambda s: {"pay": s.gain}},
    key_hints={
        "pay": Hint(
            lambda values, _: M("spending.hint-pay", each=tuple(map(word_amounts, values))),
            without=M("spending.hint-no-pay"),
        )
    },
)
"""The key ``pay`` of ``use_staff``, and the question of a hire cost that nobody has read."""
