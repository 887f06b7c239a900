"""``swap``: exchange food of the kitchen for as many pieces of other kinds (WALTZ2-CEL-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, combinations_with_replacement, product
from operator import add

from adjudicator.austria.chapters.actions import supply_obstacles
from adjudicator.austria.chapters.place import (
    add_place,
    check_own_place,
    count_wanted_food,
    put_on_guests,
)
from adjudicator.austria.chapters.turns import force_turn, obstacles_to_turn
from adjudicator.austria.modules.celebrities.bar import held_by, is_at_work
from adjudicator.austria.modules.celebrities.gifts import holder_of
from adjudicator.austria.modules.celebrities.tokens import EINSTEIN, effect_of
from adjudicator.austria.printed.catalogue import FOODS, pieces_of
from adjudicator.austria.table import agenda
from adjudicator.austria.table.declarations import Item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.moves import keep_fresh
from adjudicator.austria.table.state import TURN, Player, Table
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import DecidingSwitch, Found, Obstacle, is_allowed

RULE = "WALTZ2-CEL-02"

SWAPPED = range(len(FOODS))
"""The kinds of food that may be swapped: those of the base game, without modules' kinds."""


@verb("swap")
class Swap(ByPlayer):
    """Food exchanged with the supply."""

    give: Mapping[str, int] = key(lambda s: s.foods)
    gain: Mapping[str, int] = key(lambda s: s.foods)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)


def swap_food(table: Table, player: Player, entry: Swap, case: Case) -> None:
    """Judge a ``swap`` and carry it out.

    A player may swap once a turn, at any moment of it. A swap does not close the turn's step, and
    it does not count as a gain of food.
    """
    held = held_by(player)
    case.cite(find_food_swap_obstacles(table, player))
    gives, gains = table.box.vector(entry.give), table.box.vector(entry.gain)
    case.cite(find_exchange_obstacles(player, gives, gains))
    case.cite(supply_obstacles(table, pieces_of(gains)))
    if entry.place:
        check_own_place(table, player, entry, gains, case)
    if case.stop:
        return
    force_turn(table, player)
    held.swapped, held.swapped_in = True, table.turn_no
    came = (*map(min, gains, table.supply),)
    for food in table.box.food_range:
        change = came[food] - min(gives[food], player.kitchen[food])
        player.kitchen[food] += change
        table.supply[food] -= change
    # The given pieces come first from food that may no longer be placed for free.
    player.fresh = (*map(add, player.fresh, came),)
    keep_fresh(player)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)
    agenda.settle_agenda(table, player)


def find_food_swap_obstacles(table: Table, player: Player) -> Iterator[Found]:
    """Yield the obstacles to any swap now: turn, missing Einstein, an earlier swap."""
    yield from obstacles_to_turn(table, player)
    held = held_by(player)
    name = holder_of(player, EINSTEIN)
    if name is None or not is_at_work(table, player):
        yield Obstacle("WALTZ2-DIE-09", M("celebrities.nobody-swaps"))
        if name is not None and not held.swapped and table.phase == TURN:
            yield DecidingSwitch("WALTZ-U-18")
    elif held.swapped:
        yield Obstacle(RULE, M("celebrities.swapped-already"))


def most_swapped(player: Player) -> int:
    """Return the largest number of pieces that a swap of this player exchanges."""
    most: int = effect_of(holder_of(player, EINSTEIN) or "einstein", EINSTEIN)["most"]
    return most


def find_exchange_obstacles(
    player: Player, gives: Sequence[int], gains: Sequence[int]
) -> Iterator[Found]:
    """Yield the obstacles to the food of a swap: wrong numbers, wrong kinds, an empty kitchen.

    gives, gains: pieces by kind.
    """
    given, came, most, box = sum(gives), sum(gains), most_swapped(player), player.box
    if given != came or not 1 <= given <= most:
        message = M("celebrities.swap-numbers", given=given, gained=came, most=most)
        yield Obstacle(RULE, message, given=given, gained=came)
    for food in box.food_range:
        name = box.foods[food]
        if gives[food] and gains[food]:
            yield Obstacle(RULE, M("celebrities.swap-same-kind", food=name), food=name)
        if food not in SWAPPED and (gives[food] or gains[food]):
            yield Obstacle(RULE, M("celebrities.swap-not-this", food=name), food=name)
        if gives[food] > player.kitchen[food]:
            left = player.kitchen[food]
            message = M("celebrities.swap-not-there", count=gives[food], food=name, left=left)
            yield Obstacle(RULE, message, food=name, kitchen=left)


def offer_swap(table: Table) -> Iterator[Item]:
    """Yield the offer of a swap: up to ``count`` pieces for as many pieces of other kinds."""
    player = table.actor
    if player is None or not is_allowed(find_food_swap_obstacles(table, player)):
        return
    give = {FOODS[food]: player.kitchen[food] for food in SWAPPED if player.kitchen[food]}
    count = _largest_swap(table, player)
    if count:
        item = {"by": player.id, "do": "swap", "give": give, "count": count, "gain": "other"}
        most = [
            min(count, table.supply[food]) if food in SWAPPED else 0
            for food in table.box.food_range
        ]
        yield from add_place(item, count_wanted_food(table, player, most))


def _largest_swap(table: Table, player: Player) -> int:
    """Return the largest number of pieces for which some legal swap exists; 0 for none.

    It tries every choice of kitchen pieces with every choice of other kinds.
    """
    vector, kitchen = table.box.vector, zip(table.box.foods, player.kitchen, strict=True)
    most = most_swapped(player)
    held = [food for food, count in kitchen for _ in range(min(count, most))]
    for count in range(most, 0, -1):
        gives = [vector(Counter(kinds)) for kinds in {*combinations(held, count)}]
        gains = [vector(Counter(kinds)) for kinds in combinations_with_replacement(FOODS, count)]
        if any(
            is_allowed(
                chain(
                    find_exchange_obstacles(player, give, gain),
                    supply_obstacles(table, pieces_of(gain)),
                )
            )
            for give, gain in product(gives, gains)
        ):
            return count
    return 0


def before_pass(table: Table) -> Iterator[Found]:
    """Yield the obstacle to a pass after a swap; it works as an extra action (U-59)."""
    yield DecidingSwitch("U-59")
    if not table.rules.extra_actions_before_pass:
        yield Obstacle("GAH-TURN-14", M("celebrities.pass-after-swap"))
        yield Obstacle("GAH-ADD-09", M("celebrities.pass-after-swap"))
