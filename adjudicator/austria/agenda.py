"""Pending rewards: an ordered list of open permissions, each with its source.

Each player has a stack of events; only the parts of the front one can be used. Parts without a
choice resolve by themselves when they come to the front; a part without a legal answer drops.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.austria.board import EMPTY, FLOOR_OF, NEIGHBOURS, ROOMS, VACANT
from adjudicator.austria.box import box_at
from adjudicator.austria.case import Case
from adjudicator.austria.catalogue import Part
from adjudicator.austria.moves import book, take_food
from adjudicator.austria.state import CAFE_TABLES, Event, Gone, Open, Player, Table
from adjudicator.hooks import question
from adjudicator.messages import M

KEPT_GONE = 7
"""How many parts that are gone are kept besides the last one: enough for any turn's story."""


def opened(
    parts: Iterable[Part], source: str, stage: str = "reward", *, start: int = 1
) -> list[Open]:
    """Return open parts of one source, numbered as printed."""
    return [Open(part, source, place, stage) for place, part in enumerate(parts, start)]


def new_chain(table: Table, player: Player) -> int:
    """Begin a chain of entries: food gained before can no longer be placed freely."""
    table.chain += 1
    player.fresh = list(table.box.nothing)
    player.fresh_chain = table.chain
    return table.chain


def join_chain(player: Player, chain: int) -> None:
    """Go on in a chain: its food stays placeable, food of another chain does not."""
    if player.fresh_chain != chain:
        player.fresh = list(player.box.nothing)
        player.fresh_chain = chain


def push(
    table: Table,
    player: Player,
    parts: list[Open],
    chain: int,
    *,
    main: str = "",
    trigger: int = 0,
) -> None:
    """Put an event in front of everything that already waits, and settle the agenda.

    main: the source of the main action's parts (``die``), where it is its event. trigger: its
    number where it is an event of its own (``moves.next_trigger``).
    """
    if player.later and not player.apart:
        parts = parts + player.later
        player.later = []
    if parts:
        player.events.append(Event(parts, chain, main, trigger))
    settle(table, player)


def in_front(table: Table, player: Player, chain: int) -> None:
    """Let what listeners opened since ``player.apart`` was set stand in an event of its own."""
    player.apart = False
    if player.later:
        parts, player.later = player.later, []
        push(table, player, parts, chain)


def settle(table: Table, player: Player) -> None:
    """Resolve what resolves by itself, drop what has no answer, until a choice is in front."""
    events = player.events
    if player.later and not player.apart:
        _attach(player)
    if not events:
        return
    kinds = box_at(table).kinds
    while events:
        event = events[-1]
        parts = event.parts
        while parts:
            first = parts[0]
            kind = kinds[first.part.kind]
            book_it, answerable, note = kind.resolve, kind.answerable, kind.note
            if book_it is not None:
                del parts[0]
                book_it(table, player, first.part, first.source, event.trigger, event.chain)
                if player.later and not player.apart:
                    parts += player.later
                    player.later = []
            elif answerable(table, player, first):
                if note is not None and (not first.noted or table.rules.house):
                    first.noted = True
                    note(table, player, first)
                return
            else:
                if note is not None:
                    note(table, player, first)
                del parts[0]
                note_gone(player, first, "dropped")
        if events and events[-1] is event:
            events.pop()


def _attach(player: Player) -> None:
    """Put what listeners opened to the end of the event that it belongs to, or make it one."""
    front = player.front
    if front is None or front.chain != player.fresh_chain:
        front = Event([], player.fresh_chain)
        player.events.append(front)
    front.parts += player.later
    player.later = []


def resolve(
    table: Table, player: Player, part: Part, chain: int, ref: str, trigger: int = 0
) -> None:
    """Book a part that leaves no choice. ref: its source; trigger: its event, 0 the chain's."""
    book_part = box_at(table).kinds[part.kind].resolve
    assert book_part is not None
    book_part(table, player, part, ref, trigger or chain, chain)


def book_part(table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int) -> None:
    """Book krones, steps or VP: a part whose kind is what is gained."""
    book(table, player, part.kind, part.count, ref, trigger, part.score)


def book_food(table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int) -> None:
    """Book named food, which may be placed as long as its chain lasts."""
    join_chain(player, chain)
    take_food(table, player, part.food, ref, trigger)


def book_cards(
    table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int
) -> None:
    """Draw staff cards, unseen."""
    book(table, player, "staff", part.count, ref, trigger)


def book_per_staff(
    table: Table, player: Player, part: Part, ref: str, trigger: int, chain: int
) -> None:
    """Book VP for every staff card in play."""
    book(table, player, "vp", part.count * len(player.staff), ref, trigger, part.score)


def waiting_krones(player: Player, part: Open | None) -> list[Open]:
    """Return the krones of a part's own event that wait until its choices are made (U-14)."""
    for event in player.events if part is not None else ():
        if part in event.parts:
            return [other for other in event.parts if other.part.kind == "krones"]
    return []


def purse(table: Table, player: Player, part: Open | None) -> int:
    """Return the krones that may pay for a part; by house rule those of its event too (U-14)."""
    if table.rules["U-14"] != "owner-orders":
        return player.krones
    return player.krones + sum(other.left for other in waiting_krones(player, part))


def short_of(table: Table, player: Player, part: Open | None, price: int, case: Case) -> bool:
    """Return whether a price in krones cannot be paid; note where waiting krones decide (U-14)."""
    if price <= player.krones:
        return False
    waiting = waiting_krones(player, part)
    if price > player.krones + sum(other.left for other in waiting):
        return True
    case.rest_on("U-14")
    settled = table.rules["U-14"]
    if settled == "group-last":
        before = sum(other.left for other in waiting if other.stage != "group")
        if price > player.krones + before:
            message = M("agenda.group-bonus-last", price=price, krones=player.krones)
            case.edition_breach("GAH-CHK-11", "U-14", message, price=price, krones=player.krones)
            return True
    if settled in ("ask", "group-last"):
        waits = tuple(M("agenda.waits", count=other.left, source=other.source) for other in waiting)
        case.unclear(
            "U-14",
            M("agenda.krones-wait", price=price, krones=player.krones, waits=waits),
            M("agenda.order-of-booking"),
            applies=False,
        )
    return settled == "as-ordered"


def pay(table: Table, player: Player, part: Open | None, price: int, ref: str) -> None:
    """Pay for the use of a part; where the krones at hand do not do, what waits comes first.

    ref: what is paid for (``moves.book``).
    """
    if price > player.krones:
        for waiting in waiting_krones(player, part):
            for event in player.events:
                if waiting in event.parts:
                    event.parts.remove(waiting)
                    book(table, player, "krones", waiting.left, waiting.source, event.trigger)
    if price:
        book(table, player, "krones", -price, ref)


def fits_source(part: Open, source: str) -> bool:
    """Return whether ``from`` names this part: ``guest:61`` or, with its place, ``guest:61.2``."""
    return source in (part.source, f"{part.source}.{part.place}")


def usable(player: Player, kind: str, source: str | None = None) -> list[Open]:
    """Return the parts of the front event that an entry of this verb may use."""
    events = player.events
    if not events and not player.beside:
        return []
    parts = events[-1].parts if events else []
    if player.beside:
        parts = parts + [part for event in player.beside for part in event.parts]
    return [
        part
        for part in parts
        if part.part.kind == kind and (source is None or fits_source(part, source))
    ]


@question
def room_price(table: Table, player: Player, room: int, part: Open | None) -> int:
    """Return the price of a room in krones under a permission (GAH-ROOM-05, -06, -09).

    part: None for set-up, where the floor price is paid.
    """
    price = player.board.cost[room]
    if part is None:
        return price
    if part.part.free or by_house_rule_free(table, part):
        return 0
    if player.staff and (table.rules.free_colours_every or part.stage == "main"):
        free = player.box.reactions.free_rooms.get(player.board.colours[room])
        if free in player.staff:
            return 0
    return max(0, price - part.part.discount)


def by_house_rule_free(table: Table, part: Open) -> bool:
    """Return whether a house rule makes free what a card opened (U-38, U-39)."""
    switch = table.box.reactions.free_by.get(part.source)
    return switch is not None and table.rules[switch] == "free"


def may_stand(player: Player, room: int) -> bool:
    """Return whether a tile may be placed here: empty, next to a tile (GAH-ROOM-01, -07)."""
    rooms = player.rooms
    if rooms[room] != EMPTY:
        return False
    for near in NEIGHBOURS[room]:  # a loop: this is asked of every room
        if rooms[near] != EMPTY:
            return True
    return room == 0 and not any(rooms)


def rooms_for(table: Table, player: Player, part: Open | None) -> list[int]:
    """Return the rooms that could be placed now under a permission."""
    return list(_rooms_for(table, player, part))


def _rooms_for(table: Table, player: Player, part: Open | None) -> Iterator[int]:
    floors = part.part.floors if part is not None else None
    krones = purse(table, player, part)
    for room in range(ROOMS):
        if (
            may_stand(player, room)
            and (floors is None or FLOOR_OF[room] in floors)
            and room_price(table, player, room, part) <= krones
        ):
            yield room


def staff_price(table: Table, player: Player, card: int, part: Open) -> int:
    """Return what a staff card costs under a permission, in krones (GAH-STAFF-07).

    A cost that nobody has read off the card counts as 0.
    """
    if part.part.free or by_house_rule_free(table, part):
        return 0
    return max(0, (table.staff_cost(card) or 0) - part.part.discount)


def playable_staff(table: Table, player: Player, part: Open) -> list[int]:
    """Return the cards that could be played under a permission, from what is publicly known.

    For a known hand its cards; otherwise every card that is in nobody's sight.
    """
    held = _possible_staff(table, player, part)
    if player.known is not None:
        held = held - player.known if part.part.drawn else held & player.known
    held -= {card for other in table.players if other is not player for card in other.known or ()}
    krones = purse(table, player, part)
    return sorted(card for card in held if staff_price(table, player, card, part) <= krones)


def _possible_staff(table: Table, player: Player, part: Open) -> set[int]:
    """Return the cards that may be where a permission plays them from, as everybody sees it.

    A hand that its owner named stays hidden here: what is open must not tell what it holds.
    """
    if not _cards_left(table, player, part):
        return set()
    return set(table.staff_cards) - table.staff_in_sight()


def _cards_left(table: Table, player: Player, part: Open) -> int:
    """Return how many cards lie where a permission plays them from."""
    return table.staff_deck() if part.part.drawn else player.hand


def _note_waiting(table: Table, player: Player, part: Open, prices: list[int]) -> None:
    """Note that krones that wait decide whether anything can be paid (U-14)."""
    waiting = sum(other.left for other in waiting_krones(player, part))
    if prices and player.krones < min(prices) <= player.krones + waiting:
        table.rest_on("U-14")


def note_gaining(table: Table, player: Player, part: Open) -> None:
    """Note that it decides whether the supply is limited, where it has nothing (U-17)."""
    if not any(left > more for left, more in zip(table.supply, table.beyond, strict=True)):
        table.rest_on("U-17")


def note_hiring(table: Table, player: Player, part: Open) -> None:
    """Note the switch that decides whether a card can be paid at all (U-38)."""
    switch = table.box.reactions.free_by.get(part.source)
    if waiting_krones(player, part):
        held = _possible_staff(table, player, part)
        _note_waiting(
            table, player, part, [staff_price(table, player, card, part) for card in held]
        )
    if switch is not None:
        held = _possible_staff(table, player, part)
        if held and min(table.staff_cost(card) or 0 for card in held) > player.krones:
            table.rest_on(switch)


def note_placing(table: Table, player: Player, part: Open) -> None:
    """Note the switches that decide whether a room can be paid at all (U-26, U-39)."""
    affordable, reactions = player.krones + part.part.discount, table.box.reactions
    if part.part.free or affordable >= max(player.board.cost):
        return
    switch = reactions.free_by.get(part.source)
    if switch is None and reactions.free_rooms_by.isdisjoint(player.staff):
        return  # nearly always
    floors = part.part.floors or FLOOR_OF
    rooms = [room for room in range(ROOMS) if may_stand(player, room) and FLOOR_OF[room] in floors]
    if rooms and min(player.board.cost[room] for room in rooms) > affordable:
        if switch is not None:
            table.rest_on(switch)
        colours = (player.board.colours[room] for room in rooms)
        if any(reactions.free_rooms.get(colour) in player.staff for colour in colours):
            table.rest_on("U-26")


def note_taking(table: Table, player: Player, part: Open) -> None:
    """Note the switches that decide whether a guest can be taken (U-12, U-13)."""
    if part.part.paid and table.queue:
        prices = (queue_price(table, player, guest, part) for guest in table.queue)
        if min(prices) > player.krones:
            table.rest_on("U-12")
    note_full(table, player, part)


def note_full(table: Table, player: Player, part: Open | None) -> None:
    """Note that it decides whether the guest whose reward brings another one sits there (U-13)."""
    if part is None or not part.source.startswith("guest:"):
        return
    if cafe_places(table, player) - len(player.cafe) == 1:
        table.rest_on("U-13")


def occupiable(
    player: Player, colour: str | None, floors: frozenset[int] | None = None
) -> list[int]:
    """Return the vacant rooms of a colour (None: any) that could be turned (GAH-SYM-13).

    floors: where the reward allows it, None for everywhere.
    """
    colours = player.board.colours
    return [
        room
        for room in range(ROOMS)
        if player.rooms[room] == VACANT
        and (colour is None or colours[room] == colour)
        and (floors is None or FLOOR_OF[room] in floors)
    ]


def can_prepare(table: Table, player: Player, part: Open) -> bool:
    """Return whether a room could be placed under a permission."""
    return next(_rooms_for(table, player, part), None) is not None


def can_hire(table: Table, player: Player, part: Open) -> bool:
    """Return whether a card could be played under a permission, as everybody sees it."""
    if not _cards_left(table, player, part):
        return False
    sight = table.staff_in_sight()
    krones = purse(table, player, part)
    for card in table.staff_cards:  # a loop: mostly one of the first will do
        if card not in sight and staff_price(table, player, card, part) <= krones:
            return True
    return False


def can_take(table: Table, player: Player, part: Open) -> bool:
    """Return whether a guest could be taken under a permission."""
    if cafe_full(table, player, part):
        return False
    if table.queue is None:
        return True
    if table.rules["U-12"] == "free":
        return bool(table.queue)
    prices = (queue_price(table, player, guest, part) for guest in table.queue)
    return any(price <= purse(table, player, part) for price in prices)


def can_occupy(table: Table, player: Player, part: Open) -> bool:
    """Return whether a room could be turned under a permission."""
    return bool(occupiable(player, part.part.colour, part.part.floors))


def can_fill(table: Table, player: Player, part: Open) -> bool:
    """Return whether an order could be completed."""
    return any(not guest.complete for guest in player.cafe)


def can_gain(table: Table, player: Player, part: Open) -> bool:
    """Return whether the supply has any food."""
    return any(table.supply)


def can_act(table: Table, player: Player, part: Open) -> bool:
    """Return whether a further action has a die to count."""
    return any(lying(table, player))


def lying(table: Table, player: Player) -> list[int]:
    """Return the dice per space; the die of an action under way still counts on its space."""
    dice = table.dice
    if not player.events:
        return dice
    under_way = any(event.main and event.parts for event in player.events)
    if under_way and table.die is not None and table.turn == player.seat:
        dice = dice[:]
        dice[table.die - 1] += 1
    return dice


@question
def cafe_places(table: Table, player: Player) -> int:
    """Return how many guests a player's café holds (GAH-COMP-04)."""
    return CAFE_TABLES


def cafe_full(table: Table, player: Player, part: Open | None) -> bool:
    """Return whether no place is left for a guest (GAH-TURN-05).

    part: the permission used. By house rule the guest whose reward brings another one still
    sits there (U-13).
    """
    places = cafe_places(table, player) - len(player.cafe)
    if places == 1 and part is not None and part.source.startswith("guest:"):
        return table.rules.moving_guest_present
    return places < 1


def queue_price(table: Table, player: Player, guest: int, part: Open | None) -> int:
    """Return what a guest in the queue costs, in krones (GAH-TURN-04, U-64).

    part: the permission used; None in the guest step.
    """
    if part is not None and not part.part.paid:
        return 0
    if any(card in player.staff for card in player.box.reactions.queue_free):
        return 0
    assert table.queue is not None
    empty = len(table.figures.queue_cost) - len(table.queue)
    return table.figures.queue_cost[empty + table.queue.index(guest)]


def use(player: Player, part: Open, count: int = 1) -> int:
    """Use a part of the front event once or more often; return the chain of its event.

    A card that may act before or after the main action ends it when it acts in between.
    """
    event = event_of(player, part)
    join_chain(player, event.chain)
    part.left -= count
    part.touched = True
    if event.main:
        event.used = (*event.used, part.source)
    if event.main and part.source != event.main:
        ended = [other for other in event.parts if other.source == event.main and other.touched]
        event.parts = [other for other in event.parts if other not in ended]
        for other in ended:
            note_gone(player, other, "ended", part.source)
    if part.part.kind == "extra_action":  # the guest of the further turn comes before it
        ended = [other for other in event.parts if other.stage == part.stage]
        event.parts = [other for other in event.parts if other.stage != part.stage]
        for other in ended:
            note_gone(player, other, "used" if other is part else "ended", part.source)
    elif part.left <= 0 and part in event.parts:
        event.parts.remove(part)
        note_gone(player, part, "used")
        if not event.parts and event in player.beside:
            player.beside.remove(event)
    return event.chain


def event_of(player: Player, part: Open) -> Event:
    """Return the event that an open part belongs to."""
    for event in reversed(player.events):  # nearly always the front one
        if part in event.parts:
            return event
    return next(event for event in player.beside if part in event.parts)


def note_gone(player: Player, part: Open, how: str, by: str = "") -> None:
    """Keep what became of a part, so that an entry that comes too late can be told."""
    gone = Gone(part.part.kind, part.source, part.place, how, by)
    player.gone = (*player.gone[-KEPT_GONE:], gone)


def close_all(table: Table, player: Player) -> None:
    """Decline everything the player has open; what waited behind it resolves."""
    if not (player.events or player.beside or player.later):
        return
    settle(table, player)
    player.beside = []
    kinds = box_at(table).kinds
    while player.events:
        event = player.events[-1]
        event.parts = [part for part in event.parts if kinds[part.part.kind].automatic]
        settle(table, player)


def optional_parts(player: Player) -> Iterable[tuple[Event, Open]]:
    """Yield the player's open parts that may be declined, the front one first."""
    for event in (*reversed(player.events), *player.beside):
        for part in event.parts:
            kind = box_at(player).kinds[part.part.kind]
            if not kind.automatic and not kind.compulsory:
                yield event, part


def owes(player: Player) -> bool:
    """Return whether the player has an obligation open (GAH-EMP-07)."""
    kinds = box_at(player).kinds
    return any(kinds[part.part.kind].compulsory for event in player.events for part in event.parts)


def check_no_reward(table: Table, player: Player, case: Case) -> bool:
    """Note a reward that is open: nothing else comes before it; return whether there is one."""
    for event in player.events:
        if not event.main and event.parts:
            part = _blocking(table, player, event.parts)
            if part is None:
                continue
            compulsory = box_at(table).kinds[part.part.kind].compulsory
            told = (
                M("agenda.comes-first", part=part.part.kind, source=part.source)
                if compulsory
                else M("agenda.still-open", part=part.part.kind, source=part.source)
            )
            why = {"source": part.source, "open": part.part.kind}
            if part.part.paid:  # only the further turn of guest 97 opens this
                case.edition_breach("GAH-CHK-05", "GAH-GUEST-04", told, **why)
            else:
                case.breach("GAH-CHK-05", told, why)
            return True
    return False


def check_not_blocked(table: Table, player: Player, case: Case) -> None:
    """Note when open parts forbid an extra action: a reward always, the main action by edition."""
    if not player.events or check_no_reward(table, player, case):
        return
    part = next(
        (
            found
            for event in reversed(player.events)
            if (found := _blocking(table, player, event.parts)) is not None
        ),
        None,
    )
    if part is None:
        return
    case.rest_on("U-07")
    case.rest_on(table.rules.interruption)
    if not table.rules.interruptible:
        case.edition_breach(
            "GAH-TURN-12",
            table.rules.interruption,
            M("agenda.main-action-under-way", part=part.part.kind, source=part.source),
            source=part.source,
        )


def _blocking(table: Table, player: Player, parts: list[Open]) -> Open | None:
    """Return the first open part that forbids extra actions, or None."""
    for part in parts:
        if box_at(table).kinds[part.part.kind].blocks:
            return part
    return None
