"""Guests: taking one from the queue, and checking one in (GAH-TURN-03 to 08, GAH-CHK)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

from adjudicator.austria.chapters.actions import count_dice_by_space
from adjudicator.austria.chapters.groups import turn_room_occupied
from adjudicator.austria.chapters.place import check_own_place, offer_with_place, put_on_guests
from adjudicator.austria.chapters.turns import (
    advance_setup,
    ask_other_stage,
    explain_gone_part,
    find_unpaid_part,
    has_free_turn,
    note_extra_action,
    obstacles_to_extra_action,
    obstacles_to_turn,
    source_obstacles,
)
from adjudicator.austria.printed.board import (
    EMPTY,
    OCCUPIED,
    ROOM_INDEX,
    ROOM_NAMES,
    ROOMS,
    VACANT,
    name_rooms,
)
from adjudicator.austria.printed.catalogue import FIGURES, Guest, Part, Reaction, read_words
from adjudicator.austria.table import agenda, moves, prices
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import Deed, Item, Kind, make_item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.house_rules import note_if_switch_decides
from adjudicator.austria.table.state import (
    SETUP_GUESTS,
    SETUP_ROOMS,
    CafeGuest,
    Open,
    Player,
    Table,
)
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.hooks import question, signal
from adjudicator.messages import M, Message
from adjudicator.obstacles import (
    NOTHING,
    Against,
    DecidingSwitch,
    Doubt,
    Found,
    Obstacle,
    collect_answer,
    is_allowed,
)
from adjudicator.shapes import Nullable

QUEUE_PLACES = len(FIGURES["queue_cost"])

FURTHER = "GAH-GUEST-04"
"""The switch that decides whether guest 97 brings a further turn."""

FURTHER_GUEST = Part("take_guest", paid=True)
"""The guest step of that turn."""


@verb("take_guest")
class TakeGuest(ByPlayer):
    """A guest taken from the queue. reveal: the guest turned up instead, None for no guest."""

    guest: int = key(lambda s: s.guest)
    reveal: int | None = key(lambda s: Nullable(s.guest))
    from_: str | None = key(lambda s: s.source, default=None)


@verb("check_in")
class CheckIn(ByPlayer):
    """A guest moved into a room."""

    guest: int = key(lambda s: s.guest)
    room: str = key(lambda s: s.room)
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)


def take_guest(table: Table, player: Player, entry: TakeGuest, case: Case) -> None:
    """``take_guest``: in set-up, in the guest step, or under a reward (GAH-SYM-16)."""
    part, step = _find_part_for_guest(table, player, entry, case)
    price = guest_price(table, player, entry.guest, part)
    _cite_taking(table, player, entry, (part, price, step), case)
    if case.stop:
        return
    if price:
        prices.pay_for_part(table, player, part, price, "take_guest")
    _use_permission(table, player, part)
    _book_guest(table, player, entry, let_stand=bool(case.breaches))
    if table.phase == SETUP_GUESTS:
        advance_setup(table)


def _find_part_for_guest(
    table: Table, player: Player, entry: TakeGuest, case: Case
) -> tuple[Open | None, Against]:
    """Return the open part that brings a guest, and the obstacles to the guest step without one.

    The obstacles to a starting guest are cited at once.
    """
    part, setup = None, table.phase in table.box.setup_phases
    if (player.events or player.beside) and (not setup or table.box.setup_parts):
        part = find_guest_part(player, entry)
    if part is None and not setup:
        cost = partial(guest_price, table, player, entry.guest)
        part = find_unpaid_part(table, player, "take_guest", entry.from_, cost)
    if part is not None:
        return part, NOTHING
    if not setup:
        return None, obstacles_to_guest_step(table, player, entry.from_)
    case.cite(obstacles_to_starting_guest(table, player), source_obstacles(entry))
    return None, NOTHING


def _cite_taking(
    table: Table,
    player: Player,
    entry: TakeGuest,
    permission: tuple[Open | None, int, Against],
    case: Case,
) -> None:
    """Cite the obstacles to a guest: the guest step, the guest, the card turned up.

    permission: the open part, the price under it, and the obstacles to the guest step.
    """
    part, price, step = permission
    taken = obstacles_to_taking_guest(table, player, entry.guest, part, price)
    shown = obstacles_to_revealing(
        table, entry.reveal, entry.guest, table.phase in table.box.setup_phases
    )
    if not (step or taken or shown):
        return
    step, shown = [*step], [*shown]
    further = {FURTHER: partial(_further_turn_allows, table, player, entry, shown)}
    case.cite(step, taken, shown, otherwise=further if step else {})
    if table.actor is player and any(isinstance(one, Obstacle) for one in step):
        _cite_lost_reward(player, entry.from_, case)


def _use_permission(table: Table, player: Player, part: Open | None) -> None:
    """Use an open part; without one, note in the guest step that it brought a guest."""
    if part is not None:
        agenda.use_part(player, part)
    elif table.phase not in table.box.setup_phases:
        agenda.begin_chain(table, player)
        if table.turn == player.seat:
            table.took_guest = True
            more = may_take_another_guest in player.answers and may_take_another_guest(
                table, player
            )
            table.guest_taken = not more


def _book_guest(table: Table, player: Player, entry: TakeGuest, *, let_stand: bool) -> None:
    """Seat a guest, or discard one that was let stand without a free table; refill the queue."""
    number = entry.guest
    if not let_stand or (
        len(player.cafe) < player.cafe_places and not table.sees_guest(number, queue=False)
    ):
        table.seat_guest(player, number)
        if let_stand and table.deck is not None:
            table.deck.discard(number)
        if (let_stand or table.queue is None) and number in table.discards:
            table.discards.remove(number)
    elif table.queue is not None and number in table.queue:
        table.discards.append(number)
    refill_queue(table, number, entry.reveal, let_stand)
    if player.events or player.later:
        agenda.settle_agenda(table, player)


def _further_turn_allows(table: Table, player: Player, entry: TakeGuest, shown: Against) -> bool:
    """Return whether the further turn of guest 97 would bring the guest (GAH-GUEST-04).

    shown: the obstacles to the card turned up.
    """
    source = _find_further_source(table, player)
    if source is None or entry.from_ not in (None, source):
        return False
    part = make_open_parts((FURTHER_GUEST,), source)[0]
    price = guest_price(table, player, entry.guest, part)
    return is_allowed(
        obstacles_to_taking_guest(table, player, entry.guest, part, price)
    ) and is_allowed(shown)


def find_guest_part(player: Player, entry: TakeGuest) -> Open | None:
    """Return the open part that an entry uses: the one that costs nothing, if any."""
    usable = agenda.list_usable_parts(player, "take_guest", entry.from_)
    return min(usable, key=lambda part: part.part.paid) if usable else None


def obstacles_to_starting_guest(table: Table, player: Player) -> Iterator[Found]:
    """Yield the obstacles to any starting guest: the stage, the turn (GAH-SETUP-17)."""
    if table.phase == SETUP_ROOMS:
        yield Obstacle("GAH-SETUP-17", M("guests.everybody-has-starting-guest"))
        return
    if (yield from ask_other_stage(table, SETUP_GUESTS)):
        return
    due = find_next_picker(table)
    if due is not player:
        message = M("guests.starting-guests-taken-from-last", due=due.id)
        yield Obstacle("GAH-SETUP-17", message, due=due.id, by=player.id)


def find_next_picker(table: Table) -> Player:
    """Return the player of the next starting guest: from the highest order tile down to tile 1."""
    count = len(table.players)
    seats = [(table.first + offset) % count for offset in reversed(range(count))]
    waiting = [seat for seat in seats if not table.players[seat].cafe]
    return table.players[waiting[0] if waiting else table.first]


def has_everybody_picked(table: Table) -> bool:
    """Return whether everybody has a starting guest (GAH-SETUP-17)."""
    return all(player.cafe for player in table.players)


@question
def guest_step_goes_on(table: Table, player: Player) -> bool:
    """Return whether a guest step in which a guest was taken is not over (GAH-TURN-03)."""
    return False


@question
def may_take_another_guest(table: Table, player: Player) -> bool:
    """Return whether the guest step goes on after the guest just taken (GAH-TURN-03).

    It is asked once for each guest of that step, so that an answer may count them.
    """
    return False


def obstacles_to_guest_step(table: Table, player: Player, source: str | None = None) -> Against:
    """Return the obstacles to taking a guest without a permission (GAH-TURN-01 to 03, -12).

    source: the source that the entry names; no part of it is open.
    """
    begun = table.die_taken or table.guest_taken or table.took_guest or table.extra_done
    if begun or source is not None or player.beside or not has_free_turn(table, player):
        return _obstacles_to_guest_step(table, player, source)
    return NOTHING


def _obstacles_to_guest_step(table: Table, player: Player, source: str | None) -> Iterator[Found]:
    if not has_free_turn(table, player):
        yield from obstacles_to_turn(table, player)
        if any(event.parts and not event.main for event in player.events):
            yield from agenda.open_part_obstacles(table, player)  # the main action alone is none
    if source is not None:
        message = M("turns.nothing-of-source", what="take_guest", source=source)
        yield Obstacle("GAH-SYM-16", message)
    if table.turn != player.seat:
        return
    if not table.rules.further_turn and _find_further_source(table, player) is not None:
        message = M("guests.action-brings-no-guest")
        yield Obstacle("GAH-GUEST-06", message, switch=FURTHER)
    took_guest = table.took_guest and not guest_step_goes_on(table, player)
    if table.die_taken:
        yield Obstacle("GAH-TURN-02", M("guests.guest-step-comes-before-die"))
    if table.die_taken or took_guest:
        yield Obstacle("GAH-TURN-01", M("guests.guest-step-once"))
    if took_guest:
        yield Obstacle("GAH-TURN-03", M("guests.guest-step-over"))
    elif table.guest_taken and not table.die_taken:
        message = M("guests.extra-action-came-first-ended")
        yield Obstacle("GAH-TURN-12", message, switch="GAH-TURN-12")
    elif table.extra_done and not table.die_taken:
        yield DecidingSwitch("GAH-TURN-12")


def _find_further_source(table: Table, player: Player) -> str | None:
    """Return the source of the further action that is open or was left out, if any."""
    for part in agenda.list_usable_parts(player, "extra_action"):
        return part.source
    for gone in player.gone if table.guest_taken else ():
        if gone.part.kind == "extra_action" and gone.how in ("declined", "dropped"):
            return gone.source
    return None


def _cite_lost_reward(player: Player, source: str | None, case: Case) -> None:
    """Explain first why a reward brings no guest any more (GAH-CHK-09)."""
    for gone in reversed(player.gone):
        if gone.part.kind == "take_guest" and source in (None, gone.source):
            if gone.how in ("declined", "dropped"):
                rule = "GAH-CHK-09" if gone.how == "declined" else "GAH-SYM-16"
                case.add_explanation(rule)
                case.put_breach_first(rule, explain_gone_part(gone), source=gone.source)
            return


def queue_price(table: Table, player: Player, guest: int, part: Open | None) -> int:
    """Return the price of a guest's place in the queue, in krones (GAH-TURN-04, U-64).

    part: the permission used; None in the guest step.
    """
    if part is not None and not part.part.paid:
        return 0
    for card in table.box.reactions.queue_free:
        if card in player.staff:
            return 0
    queue, cost = table.queue, table.figures.queue_cost
    assert queue is not None
    return cost[queue.index(guest) - len(queue)]  # from its end: empty places are in front


def guest_price(table: Table, player: Player, guest: int, part: Open | None) -> int:
    """Return the price of a guest here, in krones; by house rule that of guest 97 is free (U-12).

    In set-up nothing is paid (GAH-SETUP-17). A guest outside the known queue has no price.
    """
    queue = table.queue
    if queue is None or guest not in queue or table.phase in table.box.setup_phases:
        return 0
    if part is not None and part.part.paid and table.rules["U-12"] == "free":
        return 0
    return queue_price(table, player, guest, part)


def obstacles_to_taking_guest(
    table: Table, player: Player, guest: int, part: Open | None, price: int
) -> Sequence[Found]:
    """Return the obstacles to taking a guest: a full café, the queue, the price.

    part: the permission; None in the guest step and in set-up. price: in krones. By house rule the
    guest with a reward of another guest still sits in the café (U-13).
    """
    against: list[Found] = []
    left = player.cafe_places - len(player.cafe)
    last = left == 1 and part is not None and part.source.startswith("guest:")
    if left < 1 or (last and table.rules.moving_guest_present):
        message = M("guests.tables-taken", places=player.cafe_places)
        against.append(Obstacle("GAH-TURN-05", message, cafe=len(player.cafe)))
        message = M("guests.cafe-holds", places=player.cafe_places)
        against.append(Obstacle("GAH-COMP-04", message))
    if table.queue is None:
        message, default = M("guests.queue-not-known"), M("guests.no-price-booked")
        against.append(Doubt("queue", message, default, applies=True))
        if table.sees_guest(guest):
            message = M("guests.already-in-cafe", guest=guest)
            against.append(Obstacle("GAH-SETUP-03", message, guest=guest))
    elif guest not in table.queue:
        message = M("guests.guest-not-in-queue", guest=guest)
        against.append(Obstacle("GAH-TURN-03", message, guest=guest, queue=list(table.queue)))
    else:
        krones = prices.count_krones_at_hand(player, part)
        if price > krones and collect_answer(
            prices.ask_krones_short(table, player, part, price), against
        ):
            message = M(
                "guests.guest-costs-krones-at-hand", guest=guest, price=price, krones=krones
            )
            against.append(Obstacle("GAH-MONEY-03", message, price=price, krones=krones))
            against.append(Obstacle("GAH-TURN-04", message, price=price))
        if part is not None and part.part.paid:
            against.append(DecidingSwitch(FURTHER))
            if queue_price(table, player, guest, part):
                against.append(DecidingSwitch("U-12"))
    if last:
        against.append(DecidingSwitch("U-13"))
    return against


def list_guests_to_take(table: Table, player: Player, part: Open | None) -> Iterator[int]:
    """Yield the guests that could be taken; where nobody knows the queue, all unseen ones."""
    for guest in table.guests if table.queue is None else table.queue:
        if _is_guest_free_to_take(table, player, guest, part):
            yield guest


def can_take_guest(table: Table, player: Player, part: Open) -> bool:
    """Return whether any guest could be taken under a permission."""
    known = [*table.guests] if table.queue is None else table.queue
    cheapest_first = reversed(known)
    return any(_is_guest_free_to_take(table, player, guest, part) for guest in cheapest_first)


def _is_guest_free_to_take(table: Table, player: Player, guest: int, part: Open | None) -> bool:
    price = guest_price(table, player, guest, part)
    return is_allowed(obstacles_to_taking_guest(table, player, guest, part, price))


def note_guest_switches(table: Table, player: Player, part: Open) -> None:
    """Note the switches that decide whether any guest can be taken, the cheapest (U-12, U-13)."""
    for guest in (table.queue or ())[-1:]:
        price = guest_price(table, player, guest, part)
        for one in obstacles_to_taking_guest(table, player, guest, part, price):
            if isinstance(one, DecidingSwitch):
                note_if_switch_decides(
                    table, one.switch, partial(can_take_guest, table, player, part)
                )


def list_guests_to_reveal(table: Table) -> Collection[int]:
    """Return the guests that may be turned up: the deck, or else the discards (U-16)."""
    if table.deck or not table.rules.deck_renewed:
        return table.deck or ()
    return table.discards


def obstacles_to_revealing(table: Table, reveal: int | None, taken: int, setup: bool) -> Against:
    """Return the obstacles to the card turned up (GAH-SETUP-03, GAH-TURN-07).

    The card must be able to lie on the deck; no card of the deck is in sight. taken: the guest that
    leaves the place.
    """
    if table.deck and reveal in table.deck and reveal != taken:
        return NOTHING
    return _obstacles_to_revealing(table, reveal, taken, setup)


def _obstacles_to_revealing(
    table: Table, reveal: int | None, taken: int, setup: bool
) -> Iterator[Found]:
    deck = table.deck
    if deck is not None and not deck and table.discards:
        yield DecidingSwitch("U-16")
    if reveal is None:
        if table.from_position or not list_guests_to_reveal(table):
            return
        message = M("guests.deck-not-empty-new-guest")
        yield Obstacle("GAH-SETUP-03", message, reveal=None)
        yield Obstacle("GAH-SETUP-18" if setup else "GAH-TURN-06", message)
        return
    if reveal == taken or table.sees_guest(reveal):
        yield Obstacle(
            "GAH-SETUP-03", M("guests.guest-already-lies-on-table", guest=reveal), reveal=reveal
        )
    elif deck is not None and reveal not in list_guests_to_reveal(table):
        state = M("guests.deck-not-through") if table.deck else M("guests.deck-through")
        yield Obstacle(
            "GAH-SETUP-03", M("guests.discarded", guest=reveal, state=state), reveal=reveal
        )


def revealable(table: Table) -> Iterator[int]:
    """Yield the guests that may be turned up. Of an unknown deck these are all not in sight."""
    known = table.guests if table.deck is None else list_guests_to_reveal(table)
    setup = table.in_setup
    return (card for card in known if is_allowed(obstacles_to_revealing(table, card, 0, setup)))


def can_reveal_card(table: Table) -> bool:
    """Return whether any card may be turned up."""
    return next(revealable(table), None) is not None


def refill_queue(table: Table, taken: int, reveal: int | None, let_stand: bool) -> None:
    """Close the gap in the queue and fill its left space (GAH-TURN-06, -07).

    let_stand: the entry breaks rules, so that the card turned up may lie elsewhere already.
    """
    queue = table.queue
    if queue is None:
        return
    if taken in queue:
        queue.remove(taken)
    if let_stand:
        if reveal is not None and table.sees_guest(reveal):
            reveal = None  # a card cannot lie in two places
        if len(queue) >= QUEUE_PLACES:
            reveal = None  # there is no gap, the card stays on the deck
    if reveal is not None:
        deck = table.deck
        if deck is not None:
            if not deck and table.rules.deck_renewed and table.discards:
                table.deck = deck = set(table.discards)  # the discards are the new deck
                table.discards = []
            deck.discard(reveal)
        queue.insert(0, reveal)
        if (let_stand or deck is None) and reveal in table.discards:
            table.discards.remove(reveal)


def check_in(table: Table, player: Player, entry: CheckIn, case: Case) -> None:
    """``check_in``: a guest with a complete order moves into a fitting vacant room."""
    number, room = entry.guest, ROOM_INDEX[entry.room]
    card = table.guests[number]
    guest = player.cafe.get(number)
    turn, ready = (
        obstacles_to_extra_action(table, player),
        obstacles_to_leaving_cafe(table, player, guest, number),
    )
    fits = obstacles_to_sleeping_in(player, card, room)
    if turn or ready or fits:
        case.cite(turn, ready, fits)
    if case.breaches and not list_rooms_for_guest(player, card):
        case.breach("GAH-CHK-08", M("guests.no-vacant-room", guest=number))
    place = entry.place
    if place:
        brought = count_food_of_guest(table, card, guest)
        check_own_place(table, player, entry, brought, case, leaving=number)
    if case.stop:
        return
    if table.turn == player.seat:
        note_extra_action(table)
    chain = agenda.begin_chain(table, player)
    if guest is not None:
        leave_cafe(table, player, guest, "room")
    moves.book_guest_vp(table, player, card, case)
    parts = open_guest_reward(table, player, card, case)
    if player.staff:
        parts += open_check_in_reactions(table, player, card)
    if player.rooms[room] == VACANT:
        parts += turn_room_occupied(table, player, room)
    elif player.rooms[room] == EMPTY:
        player.rooms[room] = OCCUPIED  # let stand without a tile
    agenda.push_event(table, player, parts, chain)
    if place:
        put_on_guests(table, player, place)


def obstacles_to_leaving_cafe(
    table: Table, player: Player, guest: CafeGuest | None, number: int
) -> Against:
    """Return why a guest cannot leave the café: not there, or the order is not complete.

    guest: as it sits there, if it does. number: the card's.
    """
    if guest is not None and guest.lacks is not None:
        by_module = is_ready_to_leave in player.answers
        if is_ready_to_leave(table, player, guest) if by_module else guest.complete:
            return NOTHING
    return _obstacles_to_leaving_cafe(table, player, guest, number)


def _obstacles_to_leaving_cafe(
    table: Table, player: Player, guest: CafeGuest | None, number: int
) -> Iterator[Found]:
    if guest is None:
        yield Obstacle("GAH-CHK-16", M("guests.not-in-cafe", guest=number), guest=number)
        yield Obstacle(
            "GAH-CHK-01", M("guests.guest-has-no-order-here", guest=number), guest=number
        )
    elif guest.lacks is None:
        yield from doubts_about_unread_guest(table, number, M("guests.guest-left-as-if-order"))
    elif not is_ready_to_leave(table, player, guest):
        foods = table.box.foods
        message = M(
            "guests.guest-still-wants",
            guest=number,
            wants=moves.word_food_counts(guest.lacks, foods),
        )
        lacks = moves.write_food_counts(guest.lacks, foods)
        yield Obstacle("GAH-CHK-01", message, guest=number, lacks=lacks)


def doubts_about_unread_guest(table: Table, number: int, default: Message) -> Iterator[Found]:
    """Yield that nobody has read the colour and order of a guest off the card yet."""
    if table.guests[number].order is None:
        message = M("guests.colour-order-guest-not-known", guest=number)
        reads = {"guest": number}
        yield Doubt(table.box.unread["order"], message, default, applies=True, rank=0, reads=reads)


def obstacles_to_sleeping_in(player: Player, card: Guest, room: int) -> Against:
    """Return why a guest cannot sleep in a room (GAH-CHK-02)."""
    own = card.colour
    fits = own == player.board.colours[room] or own == "green" or own is None
    return (
        NOTHING
        if fits and player.rooms[room] == VACANT
        else _obstacles_to_sleeping_in(player, card, room)
    )


def _obstacles_to_sleeping_in(player: Player, card: Guest, room: int) -> Iterator[Found]:
    state, colour = player.rooms[room], player.board.colours[room]
    if state == EMPTY:
        name = ROOM_NAMES[room]
        message = M("guests.room-not-prepared", room=name)
        yield Obstacle("GAH-CHK-02", message, room=name)
        yield Obstacle("GAH-COMP-06", message, room=name)
    elif state == OCCUPIED:
        name = ROOM_NAMES[room]
        yield Obstacle("GAH-CHK-02", M("guests.room-occupied", room=name), room=name)
    if card.colour not in (None, "green", colour):
        name = ROOM_NAMES[room]
        message = M(
            "guests.other-colour", guest=card.number, colour=card.colour, room=name, own=colour
        )
        yield Obstacle("GAH-CHK-02", message, guest=card.colour, room=colour)
        yield Obstacle("GAH-COMP-03", M("guests.sleeps-in", colour=card.colour))


def list_rooms_for_guest(player: Player, card: Guest) -> list[int]:
    """Return the rooms in which a guest could sleep."""
    return [
        room for room in range(ROOMS) if is_allowed(obstacles_to_sleeping_in(player, card, room))
    ]


def leave_cafe(table: Table, player: Player, guest: CafeGuest, how: str) -> None:
    """Let a guest leave the café: food to the supply, the card to the discards (GAH-CHK-05).

    how: ``room``, or a module's word for another way. The card is discarded unless a module keeps
    it in a pile.
    """
    supply = table.supply
    for food, count in enumerate(guest.lies):
        if count:
            supply[food] += count
    del player.cafe[guest.number]
    if not table.box.answers:  # no module keeps the card or looks at it
        table.discards.append(guest.number)
        return
    if not goes_to_first_pile(table, player, guest.number):
        discard_guest(table, player, guest.number)
    guest_left(table, player, guest, how, player.fresh_chain)


@signal
def guest_left(table: Table, player: Player, guest: CafeGuest, how: str, chain: int) -> None:
    """A guest left the café. how: ``room`` or a module's word for another way."""


@question
def goes_to_first_pile(table: Table, player: Player, number: int) -> bool:
    """Return whether a card that leaves the café goes to a pile that is looked at first."""
    return False


@question
def is_card_kept(table: Table, player: Player, number: int) -> bool:
    """Return whether a guest card is kept in a pile instead of being discarded."""
    return False


def discard_guest(table: Table, player: Player, number: int) -> None:
    """Discard a guest card that a player has done with, unless a module keeps it."""
    if not is_card_kept(table, player, number):
        table.discards.append(number)


@question
def is_ready_to_leave(table: Table, player: Player, guest: CafeGuest) -> bool:
    """Return whether a guest's order counts as complete (GAH-CHK-01)."""
    return guest.complete


def open_guest_reward(table: Table, player: Player, card: Guest, case: Case) -> list[Open]:
    """Return the reward of a guest with a complete order, as parts in printed order."""
    if card.reward and card.reward[0].kind == "extra_action":
        case.rest_on(FURTHER)
        return open_further_turn(table, player, card.number)
    return make_open_parts(card.reward, card.source)


def open_further_turn(table: Table, player: Player, number: int) -> list[Open]:
    """Return the parts of guest 97: by edition a further turn or only an action (GAH-GUEST-04)."""
    parts = make_open_parts((Part("extra_action"),), f"guest:{number}")
    if not any(count_dice_by_space(table, player)):
        agenda.note_gone_part(player, parts[0], "dropped")
        parts = []
    if table.rules.further_turn:
        parts = [*make_open_parts((FURTHER_GUEST,), f"guest:{number}"), *parts]
    return parts


def count_food_of_guest(table: Table, card: Guest, guest: CafeGuest | None) -> list[int]:
    """Return the named food that checking a guest in brings at once, cut to the supply."""
    brought = list(table.box.nothing)
    for part in card.reward:
        if not box_at(table).kinds[part.kind].automatic:
            break
        for food, count in enumerate(part.food):
            back = guest.lies[food] if guest is not None else 0
            brought[food] += min(count, table.supply[food] + back)
    return brought


def open_check_in_reactions(
    table: Table, player: Player, card: Guest, *, room: bool = True
) -> list[Open]:
    """Return the staff's parts for this check-in (GAH-CARD-05 to 08, 23, 33).

    room: whether the guest takes a room. Some cards look at the room and not at the guest.
    """
    parts: list[Open] = []
    staff = player.staff
    for reaction in player.box.reactions.check_in:
        if reaction.card in staff:
            if reaction.order_size and card.size > LARGE:
                table.rest_on("GAH-CARD-33")
            if _reacts_to_guest(table, reaction, card) and (room or not reaction.any_room):
                parts += make_open_parts(reaction.gives, reaction.source, "staff")
    return parts


LARGE = 4
"""The size that an order has at most on the cards of guests; a text may mean just this one."""


def _reacts_to_guest(table: Table, reaction: Reaction, card: Guest) -> bool:
    """Return whether a card reacts to a guest: by its colour, by the size of the order."""
    if reaction.guest is not None and reaction.guest != card.colour:
        return False
    if not reaction.order_size:
        return True
    largest = LARGE if table.rules["GAH-CARD-33"] == "4" else card.size
    return reaction.order_size <= card.size <= largest


def offer_starting_guests(table: Table) -> Iterator[Item]:
    """Yield the starting guests that may be taken (GAH-SETUP-17)."""
    for player in table.players:
        if is_allowed(obstacles_to_starting_guest(table, player)):
            yield from offer_guests(table, player, None)


def offer_guests(table: Table, player: Player, part: Open | None) -> Iterator[Item]:
    """Yield the guests that may be taken, with the guest that may be turned up instead."""
    guests = list(list_guests_to_take(table, player, part))
    if not guests:
        return
    if can_reveal_card(table):
        yield make_item(player, "take_guest", guest=guests, reveal="seen")
    if is_allowed(obstacles_to_revealing(table, None, guests[0], table.in_setup)):
        yield make_item(player, "take_guest", guest=guests, reveal=None)


def offer_taking(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield the guests that may be taken under a permission."""
    yield from offer_guests(table, player, part)


def offer_check_in(table: Table, player: Player) -> Iterator[Item]:
    """Yield the guests that may leave the café, with the rooms for each."""
    for guest in player.cafe.values():
        if is_allowed(obstacles_to_leaving_cafe(table, player, guest, guest.number)):
            rooms = list_rooms_for_guest(player, table.guests[guest.number])
            if rooms:
                item = make_item(player, "check_in", guest=guest.number, room=name_rooms(rooms))
                named = count_food_of_guest(table, table.guests[guest.number], guest)
                yield from offer_with_place(table, player, item, named, guest.number, split="room")


KINDS = (
    Kind(
        "take_guest",
        read_words("take_guest"),
        answerable=can_take_guest,
        note=note_guest_switches,
        offer=offer_taking,
        about="guest",
    ),
)
"""The permission to take a guest (GAH-CHK-09)."""

DEEDS: tuple[Deed[Any], ...] = (Deed(TakeGuest, take_guest, in_setup=True), Deed(CheckIn, check_in))
"""The verbs of this chapter."""
