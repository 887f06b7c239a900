"""Champagne: neither dish nor drink; the rules about it (WALTZ1-CHAMP, WALTZ1-ACT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.austria.chapters.actions import UsesDie
from adjudicator.austria.chapters.emperor import find_round_tile, has_emperor_scoring
from adjudicator.austria.chapters.food import Gain
from adjudicator.austria.judging.citations import find_source_rule
from adjudicator.austria.modules.balls.floor import CHAMPAGNE, FIGURES
from adjudicator.austria.printed.catalogue import GUESTS, TILE_OF, TILES
from adjudicator.austria.printed.contents import Stock
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import EMPEROR, CafeGuest, Open, Player, Table
from adjudicator.entries import Entry
from adjudicator.messages import M

STOCK = Stock(FIGURES["champagne_supply"], "WALTZ-U-02")

CHAINS = {1: "WALTZ1-ACT-01", 2: "WALTZ1-ACT-02"}
"""The rule of the chain of each space that gives champagne."""

_OF_THE_CHAIN = {"GAH-ACT-11", "GAH-ACT-12", "GAH-ACT-21", "GAH-ACT-22"}


def give_start_champagne(
    table: Table, start: Mapping[str, Any], options: Mapping[str, Any]
) -> None:
    """Put a bottle of champagne into every kitchen (WALTZ1-SETUP-07)."""
    for player in table.players:
        player.kitchen[table.box.food_index[CHAMPAGNE]] += FIGURES["start_champagne"]


def allow_champagne_choice(foods: Sequence[int], table: Table, part: Open) -> Sequence[int]:
    """Allow champagne as food of choice of base guests and tile A-food, by house rule (U-03)."""
    if table.rules["WALTZ-U-03"] != "champagne-too" or not _of_base_choice(table, part):
        return foods
    return [*foods, table.box.food_index[CHAMPAGNE]]


def note_champagne_choice(table: Table, part: Open) -> None:
    """Note that U-03 decides whether champagne may be a food of choice of the base game."""
    if _of_base_choice(table, part):
        table.rest_on("WALTZ-U-03")


def _of_base_choice(table: Table, part: Open) -> bool:
    kind, _, number = part.source.partition(":")
    if TILE_OF.find_in(part.part) in TILES or (kind == "guest" and int(number) in GUESTS):
        return True
    return kind == "tile" and _base_tile(table)


def _base_tile(table: Table) -> bool:
    tile = find_round_tile(table) if table.phase == EMPEROR and has_emperor_scoring(table) else None
    return tile is not None and tile.id in TILES


def exempt_champagne(foods: Iterable[int], table: Table) -> Iterable[int]:
    """Exempt champagne from the penalties of base tiles, unless a house rule says not (U-03)."""
    if not _base_tile(table):
        return foods
    bottle = table.box.food_index[CHAMPAGNE]
    if any(
        player.kitchen[bottle] or any(guest.lies[bottle] for guest in player.cafe.values())
        for player in table.players
    ):
        table.rest_on("WALTZ-U-03")
    if table.rules["WALTZ-U-03"] == "champagne-too":
        return foods
    return [food for food in foods if food != bottle]


def sum_money_and_kitchen(total: int, table: Table, player: Player) -> int:
    """Return the sum that breaks a tie: krones and kitchen, in every edition (WALTZ1-END-03)."""
    kitchen: int = sum(player.kitchen)
    return player.krones + kitchen


def note_less_taken(table: Table, player: Player) -> None:
    """Note less food than the strength: the module's text asks for all of it (WALTZ-U-52)."""
    table.rest_on("WALTZ-U-52")


def note_champagne_order(
    table: Table, player: Player, guest: CafeGuest, how: str, chain: int
) -> None:
    """Note where champagne in an order decides the gain of a staff card (WALTZ-U-03)."""
    card = table.guests[guest.number]
    bottles = card.order[table.box.food_index[CHAMPAGNE]] if card.order is not None else 0
    for reaction in box_at(table).reactions.check_in if bottles else ():
        size = reaction.order_size
        if reaction.card in player.staff and size and card.size - bottles < size <= card.size:
            table.rest_on("WALTZ-U-03")


def cite_champagne_rules(table: Table, player: Player, entry: Entry, case: Case) -> None:
    """Name the rules of champagne next to the rules of the base game."""
    rules = {breach.rule for breach in case.breaches}
    if isinstance(entry, UsesDie):
        _cite_action(entry, rules, case)
    bottle = table.box.food_index[CHAMPAGNE]
    placed = entry.place is not None and any(food == bottle for food, _ in entry.place.whole)
    if placed and "GAH-FOOD-06" in rules:
        case.breach("WALTZ1-CHAMP-02", M("balls.champagne-placed"))
    if placed and "GAH-ADD-04" in rules:
        case.breach("WALTZ1-CHAMP-03", M("balls.champagne-served"))
        case.breach("WALTZ-TERM-07", M("balls.champagne-served"))
    if isinstance(entry, Gain) and entry.gain.get(CHAMPAGNE) and "GAH-SYM-03" in rules:
        for rule in ("WALTZ1-CHAMP-01", "WALTZ1-CHAMP-04", *_own_rule(table, player, entry)):
            case.breach(rule, M("balls.champagne-chosen"))


def _cite_action(entry: UsesDie, rules: set[str], case: Case) -> None:
    action = entry.as_ if entry.die == 6 else entry.die
    chain = CHAINS.get(action) if isinstance(action, int) else None
    if chain is not None and rules & _OF_THE_CHAIN:
        case.breach(chain, M("balls.chain"))
    if chain is None and entry.gain is not None and entry.gain.written.get(CHAMPAGNE):
        case.breach("WALTZ1-ACT-03", M("balls.only-food-actions"))


def _own_rule(table: Table, player: Player, entry: Gain) -> list[str]:
    """Return the rule of the guest, card or tile with the choice, by ``from`` or the agenda."""
    source = entry.from_
    if source is None:
        parts = [part for event in player.events for part in event.parts]
        source = next((part.source for part in parts if part.part.kind == "gain"), "")
    tile = find_round_tile(table) if source == "tile" and table.phase == EMPEROR else None
    rule = find_source_rule(table, str(source)) if tile is None else tile.rule
    return [rule] if rule else []
