"""Staff: playing a card, and copying one at the end (GAH-STAFF, GAH-ACT-51, GAH-CARD-29)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from adjudicator.austria.chapters.actions import obstacles_to_interrupting
from adjudicator.austria.chapters.place import (
    check_own_place,
    count_placeable_food,
    count_wanted_food,
    drop_source,
    put_on_guests,
)
from adjudicator.austria.chapters.turns import find_unpaid_part, obstacles_without_part
from adjudicator.austria.printed.catalogue import COPY, read_words
from adjudicator.austria.printed.editions import SWITCHES
from adjudicator.austria.table import agenda, moves, prices
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.box import make_entry
from adjudicator.austria.table.declarations import Deed, Item, Kind, make_item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.house_rules import note_if_switch_decides
from adjudicator.austria.table.state import OVER, READY, WAITING, Open, Player, Table
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.hooks import question, signal
from adjudicator.messages import M
from adjudicator.obstacles import DecidingSwitch, Doubt, Found, Obstacle, collect_answer, is_allowed
from adjudicator.shapes import TEXT


@verb("play_staff")
class PlayStaff(ByPlayer):
    """A staff card played."""

    staff: int = key(lambda s: s.staff)
    from_: str | None = key(lambda s: s.source, default=None)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)


@verb("copy_staff")
class CopyStaff(ByPlayer):
    """The end-of-game card that a Secretary copies, and its owner."""

    of: str = key(lambda s: TEXT)
    staff: int = key(lambda s: s.staff)


def play_staff(table: Table, player: Player, entry: PlayStaff, case: Case) -> None:
    """``play_staff``: hire a card from hand, or one of three drawn cards under an offer."""
    part = _find_part_for_card(table, player, entry, case)
    price = _cite_hiring(table, player, entry, part, case)
    if case.stop:
        return
    if price:
        prices.pay_for_part(table, player, part, price, "play_staff")
    _book_card(table, player, entry.staff, part, case)
    _open_effect(table, player, entry, part)


def _find_part_for_card(table: Table, player: Player, entry: PlayStaff, case: Case) -> Open | None:
    """Return the open part that a card is hired under; cite that there is none."""
    card = entry.staff
    part = _find_fitting_part(table, player, card, entry.from_)
    if part is None:
        cost = partial(staff_price, table, player, card)
        part = find_unpaid_part(table, player, "play_staff", entry.from_, cost)
    if part is None:
        case.cite(obstacles_without_part(table, player, "play_staff", entry.from_, "GAH-STAFF-06"))
        if table.actor is player and table.die == 5:
            case.breach("GAH-ACT-51", M("staff.hiring-this-die-over"), staff=card)
    return part


def _cite_hiring(
    table: Table, player: Player, entry: PlayStaff, part: Open | None, case: Case
) -> int:
    """Cite the obstacles to hiring a card under a permission; return its price in krones."""
    card = entry.staff
    price = table.staff_cost(card) if part is None else staff_price(table, player, card, part)
    price = price or 0
    against = obstacles_to_hiring(table, player, card, part, price)
    if against:
        case.cite(against)
    if entry.place:
        once = table.staff_cards[card].once
        check_own_place(table, player, entry, moves.count_named_food(table, once), case)
    return price


def _book_card(table: Table, player: Player, card: int, part: Open | None, case: Case) -> None:
    """Move a card from the hand or the deck into play."""
    printed = table.staff_cards[card]
    if part is None and printed.cost_switch is not None:
        case.rest_on(printed.cost_switch)  # let stand, it costs what this edition prints
    if part is None or not part.part.drawn:
        if player.hand:
            player.hand -= 1
        if player.known is not None:
            player.known = player.known - {card} if card in player.known else None
    if not (case.breaches and table.sees_staff(card)):
        player.staff[card] = READY
        if printed.timing == "round":
            case.rest_on("U-23")
            player.staff[card] = WAITING if table.rules.round_card_waits else READY
        forget_known_hand(table, card)


def _open_effect(table: Table, player: Player, entry: PlayStaff, part: Open | None) -> None:
    """Open the parts of a card in play; put food of it onto guests."""
    card = entry.staff
    chain = agenda.use_part(player, part) if part is not None else agenda.begin_chain(table, player)
    if part is not None and part.stage == "main":
        _react_to_own_die(table, player, card, part, chain)
    trigger = moves.next_trigger(table)
    if table.box.answers:
        card_played(table, player, card, chain, trigger)
    agenda.push_event(table, player, card_parts(table, player, card), chain, trigger=trigger)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


def staff_price(table: Table, player: Player, card: int, part: Open) -> int:
    """Return the price of a staff card under a permission, in krones (GAH-STAFF-07).

    A cost that nobody has read off the card counts as 0.
    """
    permission = part.part
    if permission.free or (table.rules.free and prices.is_free_by_house_rule(table, part)):
        return 0
    price = (table.staff_cost(card) or 0) - permission.discount
    return price if price > 0 else 0


def obstacles_to_hiring(
    table: Table,
    player: Player,
    card: int,
    part: Open | None,
    price: int | None,
    named: bool = True,
) -> Sequence[Found]:
    """Return the obstacles to playing a card: its place, and its price (GAH-STAFF-07, -09).

    part: the permission, None where there is none. price: in krones, None to look at the card's
    place alone. named: whether named hands are looked into; without them everybody sees the same.
    """
    against: list[Found] = []
    _add_place_obstacles(table, player, card, part, against, named)
    if part is None or price is None:
        return against
    elsewhere = bool(against)
    against += obstacles_to_interrupting(table, player, part)
    printed, free_by = table.staff_cards[card], table.box.reactions.free_by
    freed = part.source in free_by and (table.staff_cost(card) or 0) > part.part.discount
    if freed and not elsewhere:
        against.append(DecidingSwitch(free_by[part.source]))
    if not price and not part.part.free and table.staff_cost(card) is None:
        message = M("staff.cost-staff-not-known", card=card)
        default, reads = M("staff.card-was-played-nothing-was"), {"staff": card}
        question = table.box.unread["cost"]
        against.append(Doubt(question, message, default, applies=True, rank=1, reads=reads))
    switch, krones = printed.cost_switch, prices.count_krones_at_hand(player, part)
    if price > krones and collect_answer(
        prices.ask_krones_short(table, player, part, price), against
    ):
        message = M("staff.staff-costs-here-krones-at", card=card, price=price, krones=krones)
        against.append(Obstacle("GAH-MONEY-03", message, price=price, krones=krones))
        against.append(Obstacle("GAH-STAFF-07", message, price=price, krones=krones))
        spendable = prices.count_spendable_krones(table, player, part)
        if switch is not None and any(
            other <= spendable for other in _list_printed_prices(table, player, card, part)
        ):
            why = {"price": price, "krones": krones}
            against.append(Obstacle(printed.rule, message, why, switch))
        if part.source == "die":
            against.append(Obstacle("GAH-ACT-52", message, price=price))
    elif switch is not None and not elsewhere:
        others = _list_printed_prices(table, player, card, part)
        if any(other != price for other in others):
            against.append(DecidingSwitch(switch))
    return against


def _add_place_obstacles(
    table: Table, player: Player, card: int, part: Open | None, against: list[Found], named: bool
) -> None:
    """Add why a card cannot be where it is played from (GAH-STAFF-09, GAH-ACT-51)."""
    if table.sees_staff(card):
        owner = next((other.id for other in table.players if card in other.staff), None)
        where = M("staff.in-play-with", owner=owner) if owner else M("staff.out-game")
        message = M("staff.already", card=card, where=where)
        against.append(Obstacle("GAH-STAFF-09", message, staff=card))
        against.append(Obstacle("GAH-STAFF-06", message, staff=card))
        if part is not None and part.source == "die":
            against.append(Obstacle("GAH-ACT-51", M("staff.not-in-hand", card=card), staff=card))
        return
    drawn = part is not None and part.part.drawn > 0
    for other in table.players if named else ():
        if other.known is not None and card in other.known and (other is not player or drawn):
            message = M("staff.in-hand-of", card=card, other=other.id)
            against.append(Obstacle("GAH-STAFF-09", message, staff=card))
            against.append(Obstacle("GAH-SETUP-04", message, staff=card))
    if drawn:
        if not table.staff_deck():
            against.append(Obstacle("GAH-STAFF-08", M("staff.staff-deck-empty")))
    elif player.hand < 1:
        message = M("staff.hand-empty", player=player.id)
        against.append(Obstacle("GAH-STAFF-06", message, hand=0))
        against.append(Obstacle("GAH-ACT-51", message, hand=0))
    elif named and player.known is not None and card not in player.known:
        message = M("staff.not-in-hand-of", card=card, player=player.id)
        against.append(Obstacle("GAH-STAFF-06", message, staff=card))
        against.append(Obstacle("GAH-ACT-51", message, staff=card))


def list_cards_to_hire(table: Table, player: Player, part: Open) -> list[int]:
    """Return the cards that could be played under a permission, from public knowledge.

    For a known hand these are its cards, otherwise every card that is not in sight.
    """
    return sorted(_find_cards_to_hire(table, player, part, named=True))


def _find_cards_to_hire(table: Table, player: Player, part: Open, *, named: bool) -> Iterator[int]:
    means = prices.count_possible_krones(player, part)
    for card in table.box.staff_by_cost:  # whether there is any the cheapest tell soonest
        price = staff_price(table, player, card, part)
        if price <= means:
            against = obstacles_to_hiring(table, player, card, part, price, named)
            if not against or is_allowed(against):
                yield card


def can_hire_card(table: Table, player: Player, part: Open) -> bool:
    """Return whether a card could be played under a permission, as everybody sees it.

    A hand that its owner entered stays hidden here: open parts must not tell which cards it holds.
    """
    return next(_find_cards_to_hire(table, player, part, named=False), None) is not None


def note_hiring_switch(table: Table, player: Player, part: Open) -> None:
    """Note the switch that decides whether a card can be paid at all (U-38)."""
    free_by = table.box.reactions.free_by
    if part.source in free_by:
        asked = partial(can_hire_card, table, player, part)
        note_if_switch_decides(table, free_by[part.source], asked)


@signal
def card_played(table: Table, player: Player, card: int, chain: int, trigger: int) -> None:
    """A staff card was played in play; its own effect has not been opened yet.

    trigger: the number of its event: playing a card is one of its own.
    """


@question
def card_parts(table: Table, player: Player, card: int) -> list[Open]:
    """Return the parts of a card when it is played: its own effect, then further parts."""
    printed = table.staff_cards[card]
    return make_open_parts(printed.once, printed.source)


def _list_printed_prices(table: Table, player: Player, card: int, part: Open) -> list[int]:
    """Return the cost of a card here at each price that an edition prints."""
    switch = table.staff_cards[card].cost_switch
    assert switch is not None
    if part.part.free or prices.is_free_by_house_rule(table, part):
        return [0]
    printed = (int(value) for value in SWITCHES[switch].values)
    discount = part.part.discount
    return [max(0, cost - discount) for cost in printed]


def _react_to_own_die(table: Table, player: Player, card: int, part: Open, chain: int) -> None:
    """Book a card's gain for the die that hired it, by house rule only (U-47)."""
    die = table.die
    if part.source != "die":
        opening = [reaction.card for reaction in player.box.reactions.die[3] if reaction.opens]
        die = 3 if part.source in [f"staff:{other}" for other in opening] else die
    elif table.rules.copied_action_reacts:
        die = 5
    for reaction in player.box.reactions.die[die or 6]:
        if reaction.card == card and reaction.gives:
            table.rest_on("U-47")
            if table.rules.hired_reacts:
                for gives in reaction.gives:
                    agenda.resolve_part(table, player, gives, chain, f"staff:{card}")


def forget_known_hand(table: Table, card: int) -> None:
    """A hand that was thought to hold a card seen elsewhere is not known any more."""
    for other in table.players:
        if other.known is not None and card in other.known:
            other.known = None


def _find_fitting_part(table: Table, player: Player, card: int, source: str | None) -> Open | None:
    """Return the cheapest open part that fits the card of an entry."""
    usable = agenda.list_usable_parts(player, "play_staff", source)
    if len(usable) < 2:
        return usable[0] if usable else None

    def cost(part: Open) -> tuple[bool, int, int]:
        elsewhere = not is_allowed(obstacles_to_hiring(table, player, card, part, None))
        discount = 99 if part.part.free else part.part.discount
        return elsewhere, staff_price(table, player, card, part), discount

    return min(usable, key=cost)


def copy_staff(table: Table, player: Player, entry: CopyStaff, case: Case) -> None:
    """``copy_staff``: which end-of-game card the Secretary copies (GAH-CARD-29, U-43)."""
    owner, card = table.by_id[entry.of], entry.staff
    case.cite(obstacles_to_copying_staff(table, player, owner, card))
    printed = table.staff_cards[card]
    if not case.stop and printed.timing == "end" and printed.per != COPY:
        player.copied = (owner.id, card)


def obstacles_to_copying_staff(
    table: Table, player: Player, owner: Player, card: int
) -> Iterator[Found]:
    """Yield the obstacles to copying a card: the time, a missing Secretary, the owner, the card."""
    printed = table.staff_cards[card]
    if table.phase != OVER:
        yield Obstacle("GAH-STAFF-05", M("staff.end-game-cards-score-in"))
        yield Obstacle("GAH-CARD-29", M("staff.copy-chosen-when-game-over"))
    if not any(table.staff_cards[own].per == COPY for own in player.staff):
        yield Obstacle("GAH-CARD-29", M("staff.has-no-secretary-in-play", player=player.id))
    if owner is player:
        yield Obstacle("GAH-CARD-29", M("staff.secretary-copies-another-players-card"))
    if card not in owner.staff:
        message = M("staff.staff-not-in-play-with", card=card, owner=owner.id)
        yield Obstacle("GAH-CARD-29", message, staff=card)
    if printed.timing != "end":
        message = M("staff.staff-not-end-game-card", card=card)
        yield Obstacle("GAH-CARD-29", message, staff=card)
    elif printed.per == COPY:
        message, default = M("staff.secretary-of-secretary"), M("staff.no-copy-of-copy")
        yield Doubt("U-43", message, default, applies=False)


def offer_hiring(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the cards to play; cards that bring food apart, since food may go onto guests."""
    cards = list_cards_to_hire(table, player, part)
    hidden = player.known is None or part.part.drawn
    if not cards:
        return
    if hidden:
        yield make_item(player, "play_staff", staff="hand")
    plain = []
    for card in cards:
        item = make_item(player, "play_staff", staff=card, **{"from": agenda.name_source(part)})
        certain = moves.count_named_food(table, table.staff_cards[card].once)
        at_hand = count_placeable_food(table, player, make_entry(table, item), certain)
        wanted = count_wanted_food(table, player, at_hand)
        if wanted:
            yield from drop_source(iter([{**item, "place": wanted}]))
        elif not hidden:
            plain.append(card)
    if plain:
        yield make_item(player, "play_staff", staff=plain)


def offer_copies(table: Table) -> Iterator[Item]:
    """Yield the cards that a Secretary may copy."""
    for player in table.players:
        for owner in table.players:
            cards = [
                card
                for card in owner.staff
                if is_allowed(obstacles_to_copying_staff(table, player, owner, card))
            ]
            if cards:
                yield make_item(player, "copy_staff", of=owner.id, staff=cards)


KINDS = (
    Kind(
        "play_staff",
        read_words("play_staff", "offer_staff"),
        answerable=can_hire_card,
        note=note_hiring_switch,
        offer=offer_hiring,
    ),
)
"""The permission to hire a card (GAH-CHK-08)."""

DEEDS: tuple[Deed[Any], ...] = (
    Deed(PlayStaff, play_staff),
    Deed(CopyStaff, copy_staff, after_end=True),
)
"""The verbs of this chapter."""
