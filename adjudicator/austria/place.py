"""``place``: food onto guests, from the kitchen or as an entry brings it (GAH-FOOD-01, -06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import gt

from adjudicator.austria.case import Case
from adjudicator.austria.contents import Contents
from adjudicator.austria.moves import completed
from adjudicator.austria.state import EMPEROR, OVER, ROLL, Player, Table
from adjudicator.entries import Entry, Place, without_place
from adjudicator.hooks import question
from adjudicator.messages import M


def placed_in_all(place: Place, box: Contents) -> list[int]:
    """Return the food that a ``place`` moves, per food."""
    total, index = [*box.nothing], box.food_index
    for served in place.values():
        for food, count in served.items():
            total[index[food]] += count
    return total


def beyond(wanted: Sequence[int], at_hand: Sequence[int]) -> bool:
    """Return whether of any food more is wanted than is at hand."""
    return True in map(gt, wanted, at_hand)


def check_place(
    player: Player,
    place: Place,
    wanted: Sequence[int],
    at_hand: Sequence[int],
    case: Case,
    rule: str,
    leaving: int | None = None,
) -> None:
    """Note what is wrong with putting food onto guests.

    wanted: ``placed_in_all`` of the place. at_hand: food that may be placed; more than that breaks
    ``rule``. leaving: a guest that this very entry checks in and that can take nothing any more.
    """
    index = player.box.food_index
    for name, served in place.items():
        guest = player.guest(int(name))
        if guest is None or guest.number == leaving:
            case.breach("GAH-CHK-16", M("moves.not-in-cafe", guest=name), guest=int(name))
            case.breach(
                "GAH-FOOD-02", M("moves.guest-has-no-open-order", guest=name), guest=int(name)
            )
            continue
        lacks = guest.lacks
        if lacks is None:
            if any(served.values()):
                message = M("guests.colour-order-guest-not-known", guest=guest.number)
                question = player.box.unread["order"]
                reads = {"guest": guest.number}
                told = M("moves.lies-there")
                case.unclear(question, message, told, applies=True, rank=0, reads=reads)
            continue
        for kind, count in served.items():
            if count > lacks[index[kind]]:
                _cite_surplus(player, name, lacks, served, case)
                break
    for food, count in enumerate(wanted) if beyond(wanted, at_hand) else ():
        left = at_hand[food]
        if count > left:
            kind = player.box.foods[food]
            message = M("moves.at-hand", n=count, food=kind, left=left)
            case.breach(rule, message, food=kind, placed=count, at_hand=left)
            if rule == "GAH-FOOD-01":
                case.breach("GAH-FOOD-06", M("moves.from-kitchen"))


def _cite_surplus(
    player: Player, name: str, lacks: Sequence[int], served: Mapping[str, int], case: Case
) -> None:
    """Note the first food of which a guest gets more than the order still wants."""
    for food, count in enumerate(player.box.vector(served)):
        if count > lacks[food]:
            kind = player.box.foods[food]
            wants = lacks[food]
            case.breach(
                "GAH-FOOD-02",
                M("moves.still-wants", guest=name, n=wants, food=kind, count=count)
                if wants
                else M("moves.wants-none", guest=name, food=kind),
                guest=int(name),
                food=kind,
                wanted=wants,
                placed=count,
            )
            return


def put_on_guests(table: Table, player: Player, place: Place) -> None:
    """Move food from the kitchen onto guests, as far as both sides allow."""
    index, kitchen, fresh = player.box.food_index, player.kitchen, player.fresh
    for name, served in place.items():
        guest = player.guest(int(name))
        if guest is None:
            continue
        for name_of_food, count in served.items():
            food = index[name_of_food]
            held = kitchen[food]
            moved = min(count, guest.wants(food), held)
            if moved:
                guest.put(food, moved)
                kitchen[food] = held - moved
                left = fresh[food]
                fresh[food] = left - moved if left > moved else 0
        if guest.complete and any(served.values()):
            completed(table, player, guest)


def note_emperor_food(table: Table, case: Case, *, stays: bool) -> None:
    """Note that it decides whether food of an emperor scoring may be placed (U-20).

    stays: whether the entry is possible but for a rule that keeps the food in the kitchen.
    """
    if table.phase in (EMPEROR, ROLL, OVER) and (
        stays or (table.rules.emperor_food_placeable and not case.breaches)
    ):
        case.rest_on("U-20")


def check_own_place(
    table: Table,
    player: Player,
    entry: Entry,
    certain: Sequence[int],
    case: Case,
    *,
    leaving: int | None = None,
) -> None:
    """Note what is wrong with putting what an entry brings onto guests at once (GAH-FOOD-01).

    certain: food that comes in any case; where more is placed, the entry is tried to see what
    else it books. leaving: as in ``check_place``. In an emperor scoring a house rule may keep
    food in the kitchen (U-20).
    """
    place = entry.place or {}
    stays = not table.rules.emperor_food_placeable and not case.breaches
    wanted = placed_in_all(place, table.box)
    if beyond(wanted, certain):
        certain = list(map(max, certain, booked(table, player, entry)))
    check_place(player, place, wanted, certain, case, "GAH-FOOD-01", leaving)
    note_emperor_food(table, case, stays=stays)
    if table.phase == EMPEROR and not table.rules.emperor_food_placeable:
        case.breach("GAH-EMP-13", M("food.emperor-food-stays"))


def placeable(table: Table, player: Player, entry: Entry, certain: Sequence[int]) -> Sequence[int]:
    """Return the food that an entry may put onto guests: what is certain, and what else comes."""
    if not may_bring(table, player, entry):
        return certain
    return list(map(max, certain, booked(table, player, entry)))


@question
def may_bring(table: Table, player: Player, entry: Entry) -> bool:
    """Return whether an entry may bring food besides what its own parts hold.

    Food that waits behind a choice comes when that is made; ``next`` tries such entries.
    """
    return any(part.part.food for event in player.events for part in event.parts)


def booked(table: Table, player: Player, entry: Entry) -> Sequence[int]:
    """Return all food that an entry books, whoever gives it, tried on a copy of the table.

    What waits behind a choice that the entry opens is not booked with it.
    """
    trial = table.copy()
    twin = trial.by_id[player.id]
    chain, before = twin.fresh_chain, twin.fresh[:]
    trial.play(without_place(entry), True)
    if twin.fresh_chain != chain:
        return twin.fresh
    return [max(0, now - had) for now, had in zip(twin.fresh, before, strict=True)]
