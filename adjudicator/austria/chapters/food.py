"""Food: serving from the kitchen, placing fresh food, food of choice (GAH-FOOD)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from adjudicator.austria.chapters import spending
from adjudicator.austria.chapters.actions import supply_obstacles
from adjudicator.austria.chapters.guests import doubts_about_unread_guest
from adjudicator.austria.chapters.place import (
    add_place,
    check_own_place,
    count_placeable_food,
    count_wanted_food,
    drop_source,
    obstacles_to_putting_food,
    offer_placing,
    offer_with_place,
    put_on_guests,
)
from adjudicator.austria.chapters.turns import (
    note_extra_action,
    obstacles_to_extra_action,
    obstacles_to_turn,
    obstacles_without_part,
)
from adjudicator.austria.printed.catalogue import CHOICE_FOODS, pieces_of, read_words
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.box import make_entry
from adjudicator.austria.table.declarations import Deed, Item, Kind, make_item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import EMPEROR, OVER, ROLL, USED, WAITING, Open, Player, Table
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.hooks import question, signal
from adjudicator.messages import M
from adjudicator.obstacles import Against, DecidingSwitch, Found, Obstacle, is_allowed

SERVED_AT_ONCE = 3
"""Pieces that one krone serves (GAH-ADD-04)."""


@verb("serve")
class Serve(ByPlayer):
    """Food put onto guests from the kitchen."""

    place: Place = key(lambda s: s.place, made=lambda s: s.read_place)


@verb("place")
class PlaceFood(ByPlayer):
    """Food just gained put onto guests."""

    place: Place = key(lambda s: s.place, made=lambda s: s.read_place)


@verb("gain")
class Gain(ByPlayer):
    """Food of choice."""

    gain: Mapping[str, int] = key(lambda s: s.foods)
    from_: str | None = key(lambda s: s.source, default=None)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)


@verb("use_staff")
class UseStaff(ByPlayer):
    """A once-per-round card used. pay: the named payment, if there is a choice."""

    staff: int = key(lambda s: s.staff)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)
    pay: Mapping[str, int] | None = key(None, default=None)


@verb("fill_order")
class FillOrder(ByPlayer):
    """An order completed from the supply."""

    guest: int = key(lambda s: s.guest)
    from_: str | None = key(lambda s: s.source, default=None)


def serves_free(player: Player) -> bool:
    """Return whether serving costs this player nothing (GAH-CARD-24)."""
    return not player.staff.keys().isdisjoint(player.box.reactions.serve_free)


def obstacles_to_serving(player: Player, place: Place, free: bool) -> Sequence[Found]:
    """Return the obstacles to serving: the number of pieces, the krone, the orders (GAH-ADD-04).

    free: ``serves_free``.
    """
    against: list[Found] = []
    count, krones = place.pieces, player.krones
    if count == 0:
        against.append(Obstacle("GAH-ADD-04", M("food.nothing-served")))
    if not free:
        if count > SERVED_AT_ONCE:
            message = M("food.pieces-served", count=count, most=SERVED_AT_ONCE)
            against.append(Obstacle("GAH-ADD-04", message, pieces=count))
        if krones < 1:
            message = M("food.serving-costs-krones-at-hand")
            against.append(Obstacle("GAH-ADD-04", message, krones=krones))
            against.append(Obstacle("GAH-MONEY-03", message))
    against += obstacles_to_putting_food(player, place, player.kitchen, "GAH-FOOD-06")
    return against


def serve_guests(table: Table, player: Player, entry: Serve, case: Case) -> None:
    """``serve``: from the kitchen onto guests, 1 krone for up to three pieces (GAH-ADD-04)."""
    against = obstacles_to_extra_action(table, player)
    if against:
        case.cite(against)
    place = entry.place
    free = serves_free(player)
    against = obstacles_to_serving(player, place, free)
    if against:
        case.cite(against)
    if case.stop:
        return
    note_extra_action(table)
    agenda.begin_chain(table, player)
    if not free:
        moves.book(table, player, "krones", -1, "serve")
    put_on_guests(table, player, place)
    if player.events or player.later:
        agenda.settle_agenda(table, player)


def place_fresh_food(table: Table, player: Player, entry: PlaceFood, case: Case) -> None:
    """``place``: puts food that was just gained onto guests, free (GAH-FOOD-01)."""
    case.cite(obstacles_to_placing_food(table, player, entry.place))
    if case.stop:
        return
    if entry.place.whole:
        put_on_guests(table, player, entry.place)
        agenda.settle_agenda(table, player)


def obstacles_to_placing_food(table: Table, player: Player, place: Place) -> Iterator[Found]:
    """Yield the obstacles to placing food that was just gained (GAH-FOOD-06, U-20)."""
    if table.phase not in (EMPEROR, ROLL):
        yield from obstacles_to_turn(table, player)
    fresh, kept = player.fresh, not table.rules.emperor_food_placeable
    if not any(fresh):
        message = M("food.nothing-just-gained")
        yield Obstacle("GAH-FOOD-06", message, place=place.written)
    yield from obstacles_to_putting_food(player, place, fresh, "GAH-FOOD-06")
    if table.phase in (EMPEROR, ROLL, OVER) and (kept or any(fresh)):
        held = player.kitchen if kept else fresh  # food kept by a house rule is not fresh
        if is_allowed(obstacles_to_putting_food(player, place, held, "GAH-FOOD-06")):
            yield DecidingSwitch("U-20", "GAH-FOOD-06")


def can_gain_food(table: Table, player: Player, part: Open) -> bool:
    """Return whether the supply has any food."""
    return any(table.supply)


def note_empty_supply(table: Table, player: Player, part: Open) -> None:
    """Note that U-17 decides whether the supply is limited, if it has nothing left."""
    if not any(left > more for left, more in zip(table.supply, table.beyond, strict=True)):
        table.rest_on("U-17")


@signal
def module_food_chosen(table: Table, part: Open) -> None:
    """Somebody chooses a food that no part of choice of the base game brings."""


@question
def list_choice_foods(table: Table, part: Open) -> Sequence[int]:
    """Return the foods that a part of choice may bring: a module's only where the part says so."""
    foods = CHOICE_FOODS.find_in(part.part)
    return table.box.choosable if foods is None else foods


def find_gain_part(table: Table, player: Player, entry: Gain) -> Open | None:
    """Return the narrowest open part that fits a ``gain``.

    It is the part with the fewest kinds, among equals the smallest, then the first. So as much as
    possible can still be gained afterwards.
    """
    usable = agenda.list_usable_parts(player, "gain", entry.from_)
    if len(usable) < 2:
        return usable[0] if usable else None
    wanted = table.box.vector(entry.gain)

    def width(part: Open) -> tuple[bool, int, int]:
        kinds = list_choice_foods(table, part)
        strange = any(count and food not in kinds for food, count in enumerate(wanted))
        if strange or sum(wanted) > part.left:  # the largest explains best
            return True, 0, -part.left
        return False, len(kinds), part.left

    return min(usable, key=width)


def gain_food(table: Table, player: Player, entry: Gain, case: Case) -> None:
    """``gain``: food of choice under a reward (GAH-SYM-03)."""
    part = find_gain_part(table, player, entry)
    wanted = table.box.vector(entry.gain)
    count = sum(wanted)
    if part is None:
        case.cite(obstacles_without_part(table, player, "gain", entry.from_, "GAH-SYM-03"))
    else:
        case.cite(obstacles_to_food_choice(table, part, wanted))
    pieces = pieces_of(wanted)
    case.cite(supply_obstacles(table, pieces))
    if entry.place:
        check_own_place(table, player, entry, wanted, case)
    if case.stop:
        return
    if part is not None:
        if count:
            agenda.use_part(player, part, count)
    else:
        agenda.begin_chain(table, player)
    source = part.source if part is not None else "gain"
    moves.take_food(table, player, pieces, source)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)
    agenda.settle_agenda(table, player)


def obstacles_to_food_choice(table: Table, part: Open, wanted: Sequence[int]) -> Iterator[Found]:
    """Yield the obstacles to food of choice: number and kinds (GAH-SYM-03), not the supply.

    Kinds outside this choice come from other rewards only.
    """
    count = sum(wanted)
    if count > part.left:
        message = M("food.of-choice", count=count, open=part.left)
        yield Obstacle("GAH-SYM-03", message, taken=count, open=part.left)
    kinds = list_choice_foods(table, part)
    for food in table.box.food_range:
        if wanted[food] and food not in table.box.choosable:
            module_food_chosen(table, part)
        if wanted[food] and food not in kinds:
            name = table.box.foods[food]
            yield Obstacle("GAH-SYM-03", M("food.not-among-food-choice", name=name), food=name)
            for rule in table.box.choice_rules.get(name, ()):
                yield Obstacle(rule, M("food.not-among-food-choice", name=name), food=name)


def list_choice_gains(
    table: Table, part: Open, before: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Yield the food that may be taken under a permission, per food.

    before: the counts of the first foods. Of the next food one more is tried until there is an
    obstacle: a larger count is never possible then.
    """
    if len(before) == len(table.box.foods):
        if any(before):
            yield before
        return
    rest = table.box.nothing[len(before) + 1 :]

    def list_obstacles(count: int) -> Against:
        counts = (*before, count, *rest)
        return chain(
            obstacles_to_food_choice(table, part, counts),
            supply_obstacles(table, pieces_of(counts)),
        )

    taken = 0
    while is_allowed(list_obstacles(taken)):
        yield from list_choice_gains(table, part, (*before, taken))
        taken += 1


def obstacles_to_using_staff(table: Table, player: Player, card: int) -> Iterator[Found]:
    """Yield the obstacles to using a once-per-round card, except for its cost."""
    printed = table.staff_cards[card]
    if card not in player.staff:
        yield Obstacle("GAH-ADD-06", M("food.staff-not-in-play-here", card=card), staff=card)
    elif not printed.uses:
        yield Obstacle("GAH-ADD-06", M("food.not-once-per-round", card=card), staff=card)
        message = M("food.works", card=card, timing=printed.timing)
        yield Obstacle("GAH-STAFF-01", message, staff=card)
    elif player.staff[card]:
        if player.staff[card] == WAITING:
            yield DecidingSwitch("U-23", "GAH-STAFF-03", "GAH-ADD-06")
        yield Obstacle("GAH-STAFF-03", M("food.staff-has-been-used-this", card=card), staff=card)
        message = M("food.staff-turned-sideways", card=card)
        yield Obstacle("GAH-ADD-06", message, staff=card)
        if table.box.ids:
            yield Obstacle(printed.rule, message, staff=card)
    if printed.set_off:
        yield Obstacle(printed.rule, M("food.set-off", card=card), staff=card)


def use_staff(table: Table, player: Player, entry: UseStaff, case: Case) -> None:
    """``use_staff``: the food of a once-per-round card (GAH-ADD-06, GAH-STAFF-03)."""
    card = entry.staff
    case.cite(obstacles_to_extra_action(table, player))
    if case.breaches and table.actor is not player and table.staff_cards[card].uses:
        rule = table.staff_cards[card].rule
        case.breach(rule, M("food.card-works-in-own-turn"), staff=card)
    brings = table.staff_cards[card].each_round or table.box.nothing
    case.cite(obstacles_to_using_staff(table, player, card))
    spent: spending.Payment = {}
    if table.staff_cards[card].spend is not None or entry.pay is not None:
        case.cite(spending.obstacles_to_payment(table, player, card, entry.pay))
        spent = spending.find_payment(table, player, card, entry.pay)
    came = [min(brings[food], table.supply[food]) for food in table.box.food_range]
    if entry.place:
        check_own_place(table, player, entry, came, case)
    if case.stop:
        return
    note_extra_action(table)
    agenda.begin_chain(table, player)
    if card in player.staff and table.staff_cards[card].timing == "round":
        player.staff[card] = USED
    if spent:
        spending.take_payment(table, player, card, spent)
    player.apart = True
    moves.take_food(table, player, pieces_of(brings), f"staff:{card}")
    if entry.place is not None:
        put_on_guests(table, player, entry.place)
    rest = [part for part in table.staff_cards[card].uses if part.kind != "food"]
    agenda.push_event(
        table, player, agenda.make_open_parts(rest, f"staff:{card}"), player.fresh_chain
    )
    agenda.open_in_front(table, player, player.fresh_chain)


def obstacles_to_filling_order(table: Table, player: Player, number: int) -> Iterator[Found]:
    """Yield the obstacles to completing a guest's order (GAH-SYM-14, GAH-CHK-16)."""
    guest = player.cafe.get(number)
    if guest is None:
        yield Obstacle("GAH-SYM-14", M("food.not-in-cafe", guest=number), guest=number)
        yield Obstacle("GAH-CHK-16", M("food.not-in-cafe", guest=number), guest=number)
    elif guest.lacks is None:
        yield from doubts_about_unread_guest(table, number, M("food.nothing-was-moved"))
    elif guest.complete:
        yield Obstacle("GAH-SYM-14", M("food.order-guest-complete", guest=number), guest=number)


def list_orders_to_fill(table: Table, player: Player) -> list[int]:
    """Return the guests with an order that may be completed."""
    numbers = [guest.number for guest in player.cafe.values()]
    return [
        number
        for number in numbers
        if is_allowed(obstacles_to_filling_order(table, player, number))
    ]


def can_fill_order(table: Table, player: Player, part: Open) -> bool:
    """Return whether an order could be completed."""
    return bool(list_orders_to_fill(table, player))


def fill_order(table: Table, player: Player, entry: FillOrder, case: Case) -> None:
    """``fill_order``: complete a guest's order from the supply (GAH-SYM-14, GAH-CARD-38)."""
    usable = agenda.list_usable_parts(player, "fill_order", entry.from_)
    part = usable[0] if usable else None
    number = entry.guest
    if part is None:
        case.cite(obstacles_without_part(table, player, "fill_order", entry.from_, "GAH-SYM-14"))
    guest = player.cafe.get(number)
    case.cite(obstacles_to_filling_order(table, player, number))
    if case.stop:
        return
    if part is not None:
        agenda.use_part(player, part)
    if guest is not None:
        for food, lacks in enumerate(guest.lacks or ()):
            moves.note_supply(table, food, lacks)
            moved = min(lacks, table.supply[food])
            guest.put(food, moved)
            table.supply[food] -= moved
        if guest.complete:
            moves.signal_order_completed(table, player, guest)
    agenda.settle_agenda(table, player)


def offer_fresh_food(table: Table, player: Player) -> Iterator[Item]:
    """Yield the food just gained that may be placed."""
    yield from offer_placing(
        player, "place", player.fresh, partial(obstacles_to_placing_food, table, player)
    )


def offer_fill(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the guests with an order that may be completed."""
    guests = list_orders_to_fill(table, player)
    if guests:
        yield make_item(player, "fill_order", guest=guests)


def offer_gain(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the food of choice that may be taken."""
    gains = [
        {table.box.foods[food]: count for food, count in enumerate(counts) if count}
        for counts in list_choice_gains(table, part)
    ]
    if gains:
        kinds = list_choice_foods(table, part)
        most = [min(part.left, left) for left in table.supply]
        certain = [n if food in kinds else 0 for food, n in enumerate(most)]
        item = make_item(player, "gain", gain=gains, **{"from": agenda.name_source(part)})
        largest = {**item, "gain": max(gains, key=lambda gain: sum(gain.values()))}
        at_hand = count_placeable_food(table, player, make_entry(table, largest), certain)
        yield from drop_source(add_place(item, count_wanted_food(table, player, at_hand)))


def offer_serving(table: Table, player: Player) -> Iterator[Item]:
    """Yield the food of the kitchen that may be served."""
    serve = partial(obstacles_to_serving, player, free=serves_free(player))
    yield from offer_placing(player, "serve", player.kitchen, serve)


def offer_using_staff(table: Table, player: Player) -> Iterator[Item]:
    """Yield the staff cards that may be used, with each way to pay."""
    for card in player.staff:
        if is_allowed(obstacles_to_using_staff(table, player, card)):
            brings = table.staff_cards[card].each_round or table.box.nothing
            came = [min(brings[food], table.supply[food]) for food in table.box.food_range]
            for keys in spending.list_payment_keys(table, player, card):
                item = make_item(player, "use_staff", staff=card, **keys)
                yield from offer_with_place(table, player, item, came)


KINDS = (
    Kind(
        "fill_order",
        read_words("fill_order"),
        answerable=can_fill_order,
        offer=offer_fill,
        about="guest",
    ),
    Kind(
        "gain",
        read_words("gain_any"),
        answerable=can_gain_food,
        note=note_empty_supply,
        offer=offer_gain,
        about="gain",
    ),
)
"""The permission to complete an order, and food of choice (GAH-CHK-11, GAH-SYM)."""

DEEDS: tuple[Deed[Any], ...] = (
    Deed(Serve, serve_guests),
    Deed(UseStaff, use_staff),
    Deed(Gain, gain_food),
    Deed(PlaceFood, place_fresh_food),
    Deed(FillOrder, fill_order),
)
"""The verbs of this chapter."""
