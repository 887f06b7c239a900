"""``place``: food onto guests, from the kitchen or as an entry brings it (GAH-FOOD-01, -06)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from adjudicator.austria.table.box import box_at, make_entry
from adjudicator.austria.table.declarations import Item, make_item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.moves import signal_order_completed
from adjudicator.austria.table.state import BEYOND, EMPEROR, OVER, ROLL, Player, Table
from adjudicator.entries import Entry, Pieces, Place, without_place
from adjudicator.games import try_entries
from adjudicator.hooks import question
from adjudicator.messages import M
from adjudicator.obstacles import Against, DecidingSwitch, Doubt, Found, Obstacle, is_allowed


def exceeds_food(wanted: Pieces, at_hand: Sequence[int]) -> bool:
    """Return whether of any food more is wanted than is at hand."""
    for food, count in wanted:  # a loop: there are one or two, nearly always
        if count > at_hand[food]:
            break
    else:
        return False
    return True


def obstacles_to_putting_food(
    player: Player, place: Place, at_hand: Sequence[int], rule: str, leaving: int | None = None
) -> Sequence[Found]:
    """Return the obstacles to putting food onto guests: the guest, the order, the food at hand.

    at_hand: food that may be placed; more than that breaks ``rule``. leaving: a guest that this
    very entry checks in and that can take nothing any more.
    """
    against: list[Found] = []
    for number, pieces in place.served:
        guest = player.cafe.get(number)
        if guest is None or number == leaving:
            name = str(number)
            against.append(Obstacle("GAH-CHK-16", M("moves.not-in-cafe", guest=name), guest=number))
            message = M("moves.guest-has-no-open-order", guest=name)
            against.append(Obstacle("GAH-FOOD-02", message, guest=number))
            continue
        lacks = guest.lacks
        if lacks is None:
            if pieces:
                message = M("guests.colour-order-guest-not-known", guest=number)
                question, reads = player.box.unread["order"], {"guest": number}
                told = M("moves.lies-there")
                against.append(Doubt(question, message, told, applies=True, rank=0, reads=reads))
        elif exceeds_food(pieces, lacks):
            against.append(_surplus_obstacle(player, number, lacks, pieces))
    for food, count in place.whole:
        left = at_hand[food]
        if count > left:
            kind = player.box.foods[food]
            message = M("moves.at-hand", n=count, food=kind, left=left)
            against.append(Obstacle(rule, message, food=kind, placed=count, at_hand=left))
            if rule == "GAH-FOOD-01":
                against.append(Obstacle("GAH-FOOD-06", M("moves.from-kitchen")))
    return against


def _surplus_obstacle(
    player: Player, number: int, lacks: Sequence[int], pieces: Pieces
) -> Obstacle:
    """Return the first food of which a guest gets more than the order still wants."""
    food, count = min(one for one in pieces if one[1] > lacks[one[0]])
    kind, wants, name = player.box.foods[food], lacks[food], str(number)
    message = (
        M("moves.still-wants", guest=name, n=wants, food=kind, count=count)
        if wants
        else M("moves.wants-none", guest=name, food=kind)
    )
    return Obstacle("GAH-FOOD-02", message, guest=number, food=kind, wanted=wants, placed=count)


def put_on_guests(table: Table, player: Player, place: Place) -> None:
    """Move food from the kitchen onto guests, as far as both sides allow."""
    kitchen = player.kitchen
    fresh = None if player.fresh is player.box.nothing else [*player.fresh]
    for number, pieces in place.served:
        guest = player.cafe.get(number)
        if guest is None:
            continue
        lies, lacks = guest.lies, guest.lacks
        for food, moved in pieces:
            held = kitchen[food]
            if moved > held:
                moved = held
            if lacks is not None:
                fits = lacks[food]
                if moved > fits:
                    moved = fits
                lacks[food] = fits - moved
            lies[food] += moved
            kitchen[food] = held - moved
            if fresh is not None:
                left = fresh[food]
                fresh[food] = left - moved if left > moved else 0
        if pieces and guest.complete:
            signal_order_completed(table, player, guest)
    if fresh is not None:
        player.fresh = (*fresh,)


def check_own_place(
    table: Table,
    player: Player,
    entry: Entry,
    certain: Sequence[int],
    case: Case,
    *,
    leaving: int | None = None,
) -> None:
    """Note the obstacles to putting an entry's food onto guests at once (GAH-FOOD-01).

    certain: food that comes in any case. If more is placed, the entry is tried to see its other
    food. leaving: as in ``obstacles_to_putting_food``.
    """
    place = entry.place
    assert place is not None
    if exceeds_food(place.whole, certain):
        certain = list(map(max, certain, try_booked_food(table, player, entry)))
    against = obstacles_to_putting_at_once(table, player, place, certain, leaving)
    if against:
        case.cite(against)


def obstacles_to_putting_at_once(
    table: Table, player: Player, place: Place, at_hand: Sequence[int], leaving: int | None = None
) -> Against:
    """Return the obstacles to putting food onto guests with the entry that brings it (GAH-FOOD-01).

    at_hand, leaving: as in ``obstacles_to_putting_food``.
    """
    against = obstacles_to_putting_food(player, place, at_hand, "GAH-FOOD-01", leaving)
    return _scoring_obstacles(table, against) if table.phase in (EMPEROR, ROLL, OVER) else against


def _scoring_obstacles(table: Table, against: Against) -> Iterator[Found]:
    """Yield the obstacles to placing food of an emperor scoring, also by house rule (U-20)."""
    against = list(against)
    yield from against
    if is_allowed(against):
        yield DecidingSwitch("U-20")
    if table.phase == EMPEROR and not table.rules.emperor_food_placeable:
        yield Obstacle("GAH-EMP-13", M("food.emperor-food-stays"))


def count_placeable_food(
    table: Table, player: Player, entry: Entry, certain: Sequence[int]
) -> Sequence[int]:
    """Return the food that an entry may put onto guests: the certain food, and other gains."""
    if not may_bring(table, player, entry):
        return certain
    return list(map(max, certain, try_booked_food(table, player, entry)))


@question
def may_bring(table: Table, player: Player, entry: Entry) -> bool:
    """Return whether an entry may bring food besides the food of its own parts.

    Food that waits behind a choice comes when that is made; ``next`` tries such entries.
    """
    parts = (part.part for event in player.events for part in event.parts)
    return any(part.food or part.kind == "action" for part in parts)


def try_booked_food(table: Table, player: Player, entry: Entry) -> Sequence[int]:
    """Return all food that an entry books, from any source, tried on a copy of the table.

    Food that waits behind a choice is not booked with the entry.
    """
    trial, _ = try_entries(table, without_place(entry), stands=True)
    twin = trial.by_id[player.id]
    if twin.fresh_chain != player.fresh_chain:
        return twin.fresh
    return [max(0, now - had) for now, had in zip(twin.fresh, player.fresh, strict=True)]


def add_place(item: Item, place: dict[str, Any]) -> Iterator[Item]:
    """Yield an item, with the food that may be placed if there is any."""
    yield {**item, "place": place} if place else item


def offer_with_place(
    table: Table,
    player: Player,
    item: Item,
    certain: Sequence[int],
    leaving: int | None = None,
    *,
    split: str = "",
) -> Iterator[Item]:
    """Yield an item with the food of its entries that may be placed.

    certain: food that each of them brings. leaving: a guest that can take nothing any more. split:
    a key with several values, of which some may bring more than others.
    """
    plain = count_wanted_food(table, player, certain, leaving)
    same: list[Any] = []
    for value in item[split] if split else (None,):
        one = {**item, split: value} if split else item
        first = {
            key: values[0] if isinstance(values, list) else values for key, values in one.items()
        }
        given = count_placeable_food(table, player, make_entry(table, first), certain)
        place = count_wanted_food(table, player, given, leaving)
        if not split:
            yield from add_place(item, place)
        elif place == plain:
            same.append(value)
        else:
            yield {**one, "place": place}
    if same:
        yield from add_place({**item, split: same}, plain)


def count_wanted_food(
    table: Table, player: Player, at_hand: Sequence[int], leaving: int | None = None
) -> dict[str, Any]:
    """Return the food of an entry that each guest lacks: any part of it may be placed.

    leaving: a guest that can take nothing any more.
    """

    def list_obstacles(place: Place) -> Against:
        return obstacles_to_putting_at_once(table, player, place, at_hand, leaving)

    return count_allowed_food(player, at_hand, list_obstacles)


def count_allowed_food(
    player: Player, at_hand: Sequence[int], against: Callable[[Place], Against]
) -> dict[str, Any]:
    """Return how much of the food at hand each guest may be given, of each food by itself."""
    box, wanted = box_at(player), {}

    def is_refused(number: int, food: int, count: int) -> bool:
        pieces = ((food, count),)
        written = {str(number): {box.foods[food]: count}}
        return not is_allowed(against(Place(written, pieces, ((number, pieces),), count)))

    for guest in player.cafe.values() if any(at_hand) else ():
        foods: dict[str, int] = {}
        lacks = at_hand if guest.lacks is None else guest.lacks
        for food, most in enumerate(map(min, at_hand, lacks)):
            if not most:  # nearly always: more than an order wants nobody may place
                continue
            # Once there is an obstacle, every larger count has one: find the first.
            tried = range(1, min(most, BEYOND) + 1)
            count = bisect_left(tried, True, key=partial(is_refused, guest.number, food))
            if count:
                foods[box.foods[food]] = count
        if foods:
            wanted[str(guest.number)] = "seen" if guest.lacks is None else foods
    return wanted


def offer_placing(
    player: Player, do: str, at_hand: Sequence[int], against: Callable[[Place], Against]
) -> Iterator[Item]:
    """Yield the food that a verb of placing may place."""
    place = count_allowed_food(player, at_hand, against)
    if place:
        yield make_item(player, do, place=place)


def drop_source(items: Iterator[Item]) -> Iterator[Item]:
    """Yield items without the part that they name."""
    for item in items:
        yield {key: value for key, value in item.items() if key != "from"}
