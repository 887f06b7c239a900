"""The elementary changes of state: krones, steps, VP, food. Every value is held in its bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.austria.case import Case
from adjudicator.austria.catalogue import FIGURES, FOODS, GUESTS, foods
from adjudicator.austria.state import BEYOND, EMPEROR, FOOD_RANGE, KRONES_MAX, Player, Table

LAST_SPACE = len(FIGURES["emperor_track"]) - 1
"""The last space of the emperor track (GAH-EMP-01)."""


def pay(player: Player, krones: int) -> None:
    """Take krones away, never below 0 (GAH-MONEY-03)."""
    player.krones = max(0, player.krones - krones)


def earn(player: Player, krones: int) -> None:
    """Give krones; what exceeds 20 is lost (GAH-MONEY-02, U-04)."""
    player.krones = min(KRONES_MAX, player.krones + krones)


def step(player: Player, steps: int) -> None:
    """Move up the emperor track; each step past its end is 1 VP (GAH-EMP-02)."""
    space = player.emperor + steps
    if space > LAST_SPACE:
        player.points["emperor"] += space - LAST_SPACE
        space = LAST_SPACE
    player.emperor = space


def lose_vp(table: Table, player: Player, points: int, case: Case) -> None:
    """Book a loss of VP by an emperor tile; the total may fall below 0 (U-30)."""
    if points > player.vp:
        case.rest_on("U-30")
    if table.rules.vp_floor:
        points = min(points, max(0, player.vp))
    player.points["tiles"] -= points


def take_food(table: Table, player: Player, wanted: Sequence[int]) -> list[int]:
    """Move food from the supply into the kitchen, cut to what is there (GAH-FOOD-08).

    Returns what came, per food. Food of an emperor scoring stays in the kitchen where the table
    plays so (U-20).
    """
    supply, kitchen, fresh = table.supply, player.kitchen, player.fresh
    placeable = table.phase != EMPEROR or table.rules.emperor_food_placeable
    came = [0, 0, 0, 0]
    for food in FOOD_RANGE:
        count = wanted[food]
        if count:
            note_supply(table, food, count)
            count = min(count, supply[food])
            supply[food] -= count
            kitchen[food] += count
            if placeable:
                fresh[food] += count
            came[food] = count
    return came


def note_supply(table: Table, food: int, wanted: int) -> None:
    """Note that it decides whether the supply is limited, where more is wanted than it has."""
    limited = table.rules.supply_limited
    if wanted > (table.supply[food] if limited else table.supply[food] - BEYOND):
        table.rest_on("U-17")


def return_kitchen(table: Table, player: Player) -> None:
    """Put all food of the kitchen back into the supply."""
    for food in FOOD_RANGE:
        table.supply[food] += player.kitchen[food]
        player.kitchen[food] = 0
        player.fresh[food] = 0


def return_served(table: Table, player: Player) -> None:
    """Put all food of the player's café guests back into the supply (GAH-TILE-05, U-69)."""
    for guest in player.cafe:
        if guest.complete:
            table.rest_on("U-69")
            if table.rules.complete_orders_kept:
                continue
        for food, count in enumerate(guest.served()):
            table.supply[food] += count
        guest.lacks = list(GUESTS[guest.number].order)


def worded(counts: Sequence[int]) -> str:
    """Return counts per food in words: ``2 cake, 1 wine``."""
    named = [f"{count} {FOODS[food]}" for food, count in enumerate(counts) if count]
    return ", ".join(named) or "nothing"


def placed_in_all(place: Mapping[str, Mapping[str, int]]) -> list[int]:
    """Return the food that a ``place`` moves, per food."""
    total = [0, 0, 0, 0]
    for served in place.values():
        for food, count in enumerate(foods(served)):
            total[food] += count
    return total


def check_place(
    player: Player,
    place: Mapping[str, Mapping[str, int]],
    at_hand: Sequence[int],
    case: Case,
    rule: str,
    leaving: int | None = None,
) -> None:
    """Note what is wrong with putting food onto guests.

    at_hand: food that may be placed; more than that breaks ``rule``. leaving: a guest that
    this very entry checks in and that can take nothing any more.
    """
    for name, served in place.items():
        guest = player.guest(int(name))
        if guest is None or guest.number == leaving:
            case.breach("GAH-CHK-16", f"guest {name} is not in the own café.", guest=int(name))
            case.breach("GAH-FOOD-02", f"guest {name} has no open order here.", guest=int(name))
            continue
        for food, count in enumerate(foods(served)):
            if count > guest.lacks[food]:
                case.breach(
                    "GAH-FOOD-02",
                    f"guest {name} still wants {guest.lacks[food]} {FOODS[food]}, not {count}.",
                    "Surplus food goes to the kitchen.",
                    guest=int(name),
                    food=FOODS[food],
                    wanted=guest.lacks[food],
                    placed=count,
                )
    wanted = placed_in_all(place)
    for food in FOOD_RANGE:
        if wanted[food] > at_hand[food]:
            case.breach(
                rule,
                f"{wanted[food]} {FOODS[food]} placed, {at_hand[food]} at hand for it.",
                food=FOODS[food],
                placed=wanted[food],
                at_hand=at_hand[food],
            )
            if rule == "GAH-FOOD-01":
                case.breach("GAH-FOOD-06", "more than was gained would come from the kitchen.")


def put_on_guests(player: Player, place: Mapping[str, Mapping[str, int]]) -> None:
    """Move food from the kitchen onto guests, as far as both sides allow."""
    for name, served in place.items():
        guest = player.guest(int(name))
        if guest is None:
            continue
        for food, count in enumerate(foods(served)):
            moved = min(count, guest.lacks[food], player.kitchen[food])
            guest.lacks[food] -= moved
            player.kitchen[food] -= moved
            player.fresh[food] = max(0, player.fresh[food] - moved)
