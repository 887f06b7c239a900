"""Food: serving from the kitchen, placing what was gained, food of choice (GAH-FOOD)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.austria import agenda, moves, spending
from adjudicator.austria.actions import beyond_supply
from adjudicator.austria.case import Case
from adjudicator.austria.guests import unread
from adjudicator.austria.place import (
    check_own_place,
    check_place,
    note_emperor_food,
    placed_in_all,
    put_on_guests,
)
from adjudicator.austria.state import EMPEROR, ROLL, USED, WAITING, Open, Player, Table
from adjudicator.austria.turns import (
    cite_closed,
    extra_action,
    note_extra_action,
    out_of_turn,
)
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.hooks import question
from adjudicator.messages import M

SERVED_AT_ONCE = 3
"""Pieces that one krone serves (GAH-ADD-04)."""


@verb("serve")
class Serve(ByPlayer):
    """Food put onto guests from the kitchen."""

    place: Place = key(lambda s: s.place)


@verb("place")
class PlaceFood(ByPlayer):
    """Food just gained put onto guests."""

    place: Place = key(lambda s: s.place)


@verb("gain")
class Gain(ByPlayer):
    """Food of choice."""

    gain: Mapping[str, int] = key(lambda s: s.foods)
    from_: str | None = key(lambda s: s.source, default=None)
    place: Place | None = key(lambda s: s.place, default=None)


@verb("use_staff")
class UseStaff(ByPlayer):
    """A once-per-round card used. pay: what of several things it is paid with."""

    staff: int = key(lambda s: s.staff)
    place: Place | None = key(lambda s: s.place, default=None)
    pay: Mapping[str, int] | None = key(None, default=None)


@verb("fill_order")
class FillOrder(ByPlayer):
    """An order completed from the supply."""

    guest: int = key(lambda s: s.guest)
    from_: str | None = key(lambda s: s.source, default=None)


def serves_free(player: Player) -> bool:
    """Return whether serving costs this player nothing (GAH-CARD-24)."""
    return any(card in player.staff for card in player.box.reactions.serve_free)


def serve(table: Table, player: Player, entry: Serve, case: Case) -> None:
    """``serve``: from the kitchen onto guests, 1 krone for up to three pieces (GAH-ADD-04)."""
    case.cite(extra_action(table, player))
    place = entry.place
    count = sum(placed_in_all(place, table.box))
    free = serves_free(player)
    if count == 0:
        case.breach("GAH-ADD-04", M("food.nothing-served"))
    elif count > SERVED_AT_ONCE and not free:
        case.breach(
            "GAH-ADD-04",
            M("food.pieces-served", count=count, most=SERVED_AT_ONCE),
            pieces=count,
        )
    if not free and player.krones < 1:
        case.breach("GAH-ADD-04", M("food.serving-costs-krone"), krones=player.krones)
        case.breach("GAH-MONEY-03", M("food.serving-costs-krones-at-hand", krones=player.krones))
    check_place(player, place, player.kitchen, case, "GAH-FOOD-06")
    if case.stop:
        return
    note_extra_action(table)
    agenda.new_chain(table, player)
    if not free:
        moves.pay(table, player, 1, "serve")
    put_on_guests(table, player, place)
    agenda.settle(table, player)


def place(table: Table, player: Player, entry: PlaceFood, case: Case) -> None:
    """``place``: puts food that was just gained onto guests, free (GAH-FOOD-01)."""
    if table.phase not in (EMPEROR, ROLL):
        case.cite(out_of_turn(table, player))
    wanted = placed_in_all(entry.place, table.box)
    note_emperor_food(table, case)
    if not any(player.fresh):
        case.breach(
            "GAH-FOOD-06",
            M("food.nothing-just-gained"),
            place=entry.place,
        )
    check_place(player, entry.place, player.fresh, case, "GAH-FOOD-06")
    if case.stop:
        return
    if any(wanted):
        put_on_guests(table, player, entry.place)
        agenda.settle(table, player)


def can_gain(table: Table, player: Player, part: Open) -> bool:
    """Return whether the supply has any food."""
    return any(table.supply)


def note_gaining(table: Table, player: Player, part: Open) -> None:
    """Note that it decides whether the supply is limited, where it has nothing (U-17)."""
    if not any(left > more for left, more in zip(table.supply, table.beyond, strict=True)):
        table.rest_on("U-17")


@question
def kinds_of_choice(table: Table, part: Open) -> Sequence[int]:
    """Return the foods that a part of choice may bring: a module's only where the part says so."""
    allowed: Sequence[int] = part.part.more.get("foods", table.box.choosable)
    return allowed


def gain_part(table: Table, player: Player, entry: Gain) -> Open | None:
    """Return the open part that a ``gain`` uses: the narrowest of those that it fits.

    That is the one of the fewest kinds, of equals the smallest, then the front one: what may be
    gained afterwards stays as much as can be.
    """
    usable = agenda.usable(player, "gain", entry.from_)
    if len(usable) < 2:
        return usable[0] if usable else None
    wanted = table.box.vector(entry.gain)

    def width(part: Open) -> tuple[bool, int, int]:
        kinds = kinds_of_choice(table, part)
        strange = any(count and food not in kinds for food, count in enumerate(wanted))
        return strange or sum(wanted) > part.left, len(kinds), part.left

    return min(usable, key=width)


def gain(table: Table, player: Player, entry: Gain, case: Case) -> None:
    """``gain``: food of choice under a reward (GAH-SYM-03)."""
    part = gain_part(table, player, entry)
    wanted = table.box.vector(entry.gain)
    count = sum(wanted)
    if part is None:
        cite_closed(table, player, "gain", entry.from_, "GAH-SYM-03", case)
    elif count > part.left:
        case.breach(
            "GAH-SYM-03",
            M("food.of-choice", count=count, open=part.left),
            taken=count,
            open=part.left,
        )
    if part is not None:
        _check_kinds(table, part, wanted, case)
    case.cite(beyond_supply(table, wanted))
    if entry.place:
        check_own_place(table, player, entry, wanted, case)
    if case.stop:
        return
    if part is not None:
        if count:
            agenda.use(player, part, count)
    else:
        agenda.new_chain(table, player)
    source = part.source if part is not None else "gain"
    moves.take_food(table, player, wanted, source)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)
    agenda.settle(table, player)


def _check_kinds(table: Table, part: Open, wanted: Sequence[int], case: Case) -> None:
    """Note food that this choice does not include: what only other rewards give."""
    allowed = kinds_of_choice(table, part)
    for food in table.box.food_range:
        if wanted[food] and food not in allowed:
            name = table.box.foods[food]
            case.breach("GAH-SYM-03", M("food.not-among-food-choice", name=name), food=name)
            for rule in table.box.choice_rules.get(name, ()):
                case.breach(rule, M("food.not-among-food-choice", name=name), food=name)


def use_staff(table: Table, player: Player, entry: UseStaff, case: Case) -> None:
    """``use_staff``: the food of a once-per-round card (GAH-ADD-06, GAH-STAFF-03)."""
    card = entry.staff
    case.cite(extra_action(table, player))
    if case.breaches and table.actor is not player and table.staff_cards[card].uses:
        rule = table.staff_cards[card].rule
        case.breach(rule, M("food.card-works-in-own-turn"), staff=card)
    brings = table.staff_cards[card].each_round or table.box.nothing
    if card not in player.staff:
        case.breach("GAH-ADD-06", M("food.staff-not-in-play-here", card=card), staff=card)
    elif not table.staff_cards[card].uses:
        case.breach("GAH-ADD-06", M("food.not-once-per-round", card=card), staff=card)
        case.breach(
            "GAH-STAFF-01",
            M("food.works", card=card, timing=table.staff_cards[card].timing),
            staff=card,
        )
    elif player.staff[card]:
        if player.staff[card] == WAITING:
            case.rest_on("U-23")
        case.breach("GAH-STAFF-03", M("food.staff-has-been-used-this", card=card), staff=card)
        case.breach("GAH-ADD-06", M("food.staff-turned-sideways", card=card), staff=card)
        if table.box.ids:
            rule = table.staff_cards[card].rule
            case.breach(rule, M("food.staff-turned-sideways", card=card), staff=card)
    if table.staff_cards[card].set_off:
        case.breach(table.staff_cards[card].rule, M("food.set-off", card=card), staff=card)
    spent: spending.Spent = {}
    if table.staff_cards[card].spend is not None or entry.pay is not None:
        spent = spending.check(table, player, card, entry.pay, case)
    came = [min(brings[food], table.supply[food]) for food in table.box.food_range]
    if entry.place:
        check_own_place(table, player, entry, came, case)
    if case.stop:
        return
    note_extra_action(table)
    agenda.new_chain(table, player)
    if card in player.staff:
        player.staff[card] = USED
    if spent:
        spending.pay(table, player, card, spent)
    player.apart = True
    moves.take_food(table, player, brings, f"staff:{card}")
    if entry.place is not None:
        put_on_guests(table, player, entry.place)
    rest = [part for part in table.staff_cards[card].uses if part.kind != "food"]
    agenda.push(table, player, agenda.opened(rest, f"staff:{card}"), player.fresh_chain)
    agenda.in_front(table, player, player.fresh_chain)


def can_fill(table: Table, player: Player, part: Open) -> bool:
    """Return whether an order could be completed."""
    return any(not guest.complete for guest in player.cafe)


def fill_order(table: Table, player: Player, entry: FillOrder, case: Case) -> None:
    """``fill_order``: complete a guest's order from the supply (GAH-SYM-14, GAH-CARD-38)."""
    usable = agenda.usable(player, "fill_order", entry.from_)
    part = usable[0] if usable else None
    number = entry.guest
    if part is None:
        cite_closed(table, player, "fill_order", entry.from_, "GAH-SYM-14", case)
    guest = player.guest(number)
    if guest is None:
        case.breach("GAH-SYM-14", M("food.not-in-cafe", guest=number), guest=number)
        case.breach("GAH-CHK-16", M("food.not-in-cafe", guest=number), guest=number)
    elif guest.lacks is None:
        case.cite(unread(table, number, M("food.nothing-was-moved")))
    elif guest.complete:
        case.breach("GAH-SYM-14", M("food.order-guest-complete", guest=number), guest=number)
    if case.stop:
        return
    if part is not None:
        agenda.use(player, part)
    if guest is not None:
        for food, lacks in enumerate(guest.lacks or ()):
            moves.note_supply(table, food, lacks)
            moved = min(lacks, table.supply[food])
            guest.put(food, moved)
            table.supply[food] -= moved
        if guest.complete:
            moves.completed(table, player, guest)
    agenda.settle(table, player)
