"""Sending guests and dancers to the halls (WALTZ1-BALL, WALTZ1-SYM, WALTZ1-REH)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.austria.chapters import guests
from adjudicator.austria.chapters.place import (
    check_own_place,
    count_placeable_food,
    count_wanted_food,
    put_on_guests,
)
from adjudicator.austria.chapters.turns import (
    explain_gone_kind,
    find_waiting_obstacle,
    note_extra_action,
    obstacles_to_extra_action,
)
from adjudicator.austria.modules.balls import halls
from adjudicator.austria.modules.balls.floor import (
    BALCONY,
    CHAMPAGNE,
    ROWS,
    SECTIONS,
    Hall,
    find_parted_card,
    floor_of,
    rehearsal_of,
)
from adjudicator.austria.modules.balls.hall_figures import row_parts, section_parts
from adjudicator.austria.modules.balls.halls import Spot
from adjudicator.austria.printed.catalogue import Part, Reader, check_count
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.box import box_at, make_entry
from adjudicator.austria.table.declarations import Item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import USED, CafeGuest, Open, Player, Table
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.hooks import question, signal
from adjudicator.messages import M
from adjudicator.obstacles import NOTHING, Against, Doubt, Found, Obstacle, is_allowed
from adjudicator.shapes import Integer, OneOf

WORD = "send_dancer"

ROW = OneOf(ROWS, M("balls.a-row"))
"""The shape of a row that dancers are sent to."""


def read_word(spec: Any, reader: Reader) -> Part:
    """Read ``send_dancer`` of a data file: their number and discounts. Raises ValueError."""
    if not isinstance(spec, dict) or not set(spec) <= {"count", "discount", "discounts", "free"}:
        raise ValueError(f"{spec!r} is not understood")
    part = Part(
        WORD,
        count=check_count(spec.get("count", 1)),
        free=spec.get("free", False) is True,
        discount=check_count(spec["discount"]) if "discount" in spec else 0,
    )
    if "discounts" not in spec:
        return part
    return halls.DISCOUNTS.add_to(part, tuple(map(check_count, spec["discounts"])))


def write_permission(part: Open) -> Mapping[str, Any]:
    """Return the extra keys of an open part: the next of several discounts."""
    if halls.DISCOUNTS.find_in(part.part) is None:
        return {}
    return {"discount": halls.find_discount(part.part, count_sent(part))}


def count_sent(part: Open) -> int:
    """Return how many dancers a permission has sent already."""
    return part.part.count - part.left


def can_send(table: Table, player: Player, part: Open) -> bool:
    """Return whether a permission stays open (WALTZ1-BALL-11, WALTZ1-BALL-18).

    It drops for want of a dancer or a free cell; for want of champagne only when nothing else of
    its event is open that may bring some. A card played in set-up comes before the rehearsal
    halls are taken and dancers stand in them (WALTZ-COMBO-13, WALTZ-COMBO-14).
    """
    if rehearsal_of(player).left < 1 or not table.has_begun:
        return False
    free, floor = False, floor_of(table)
    for hall in halls.list_possible_halls(floor):
        for row in ROWS:
            spot = halls.next_spot(floor, hall, row)
            if spot is not None:
                free = True
                if _can_afford(player, spot, part) is not False:
                    return True
    return free and _others_open(player, part)


def _others_open(player: Player, part: Open) -> bool:
    kinds = box_at(player).kinds
    event = next((event for event in player.events if part in event.parts), None)
    return event is not None and any(
        other is not part and not kinds[other.part.kind].automatic for other in event.parts
    )


class Sends(ByPlayer):
    """An entry that sends a dancer: its section, hall and row."""

    hall: str = key(halls.hall_shape)
    row: str = key(lambda s: ROW)
    section: int = key(lambda s: Integer(1, len(SECTIONS[1])))
    place: Place | None = key(lambda s: s.place, default=None, made=lambda s: s.read_place)


@verb("send_guest")
class SendGuest(Sends):
    """A guest sent to the halls with a dancer."""

    guest: int = key(lambda s: s.guest)


@verb(WORD)
class SendDancer(Sends):
    """A further dancer sent."""

    from_: str | None = key(lambda s: s.source, default=None)


def send_guest(table: Table, player: Player, entry: SendGuest, case: Case) -> None:
    """``send_guest``: a guest with a complete order goes dancing instead of taking a room."""
    number = entry.guest
    card, guest = table.guests[number], player.cafe.get(number)
    turn = obstacles_to_extra_action(table, player)
    if turn:
        case.cite(turn)
        if any(breach.rule == "GAH-TURN-13" for breach in case.breaches):
            case.breach("WALTZ1-BALL-02", M("balls.own-turn"))
    spot = halls.spot_in(floor_of(table), entry.hall, entry.row)
    ready, sent = (
        find_guest_obstacles(table, player, number),
        find_sending_obstacles(table, player, entry, spot, None),
    )
    if ready or sent:
        case.cite(ready, sent)
    place = entry.place
    if place:
        brought = _food_brought(table, player, entry, guest)
        check_own_place(table, player, entry, brought, case, leaving=number)
    if case.stop:
        return
    if table.actor is player:
        note_extra_action(table)
        floor_of(table).sent_in = table.turn_no
    chain = agenda.begin_chain(table, player)
    trigger = moves.next_trigger(table)
    parts = _move_dancer(table, player, entry, None, spot, chain, trigger)
    danced = [part for part in parts if part.stage != "staff"]
    left = _book_parts(table, player, danced, chain, trigger)
    if guest is not None:
        guests.leave_cafe(table, player, guest, "hall")
    moves.book_guest_vp(table, player, card, case, trigger)
    rest = guests.open_guest_reward(table, player, card, case)
    gains = guests.open_check_in_reactions(table, player, card, room=False)
    if gains:
        table.rest_on("WALTZ1-BALL-19")  # whether staff sees a guest leaving for a hall
    rest += gains if table.rules["WALTZ1-BALL-19"] == "leaving" else []
    rest += [part for part in parts if part.stage == "staff"]
    left += _book_parts(table, player, rest, chain, trigger)
    agenda.push_event(table, player, left, chain, trigger=trigger)
    if place:
        put_on_guests(table, player, place)


def send_dancer(table: Table, player: Player, entry: SendDancer, case: Case) -> None:
    """``send_dancer``: a further dancer under a permission (WALTZ1-SYM-01 to -04)."""
    spot = halls.spot_in(floor_of(table), entry.hall, entry.row)
    part = _choose_permission(player, entry, spot)
    if part is None:
        _no_permission(table, player, entry, case)
    against = find_sending_obstacles(table, player, entry, spot, part)
    if against:
        case.cite(against)
    place = entry.place
    if place:
        check_own_place(table, player, entry, _food_brought(table, player, entry, None), case)
    if case.stop:
        return
    part_of, times = (part.part, count_sent(part)) if part is not None else (None, 0)
    chain = agenda.use_part(player, part) if part is not None else agenda.begin_chain(table, player)
    if part is not None:
        # A card that works when something happens is turned by its dancer (WALTZ1-STAFF-133).
        kind, _, number = part.source.partition(":")
        if kind == "staff" and table.staff_cards[int(number)].set_off:
            player.staff[int(number)] = USED
    trigger = moves.next_trigger(table)
    parts = _move_dancer(table, player, entry, part_of, spot, chain, trigger, times)
    left = _book_parts(table, player, parts, chain, trigger)
    agenda.push_event(table, player, left, chain, trigger=trigger)
    if place:
        put_on_guests(table, player, place)


def _choose_permission(player: Player, entry: SendDancer, spot: Spot | None) -> Open | None:
    """Return the open part that an entry uses: the cheapest, then the smallest discount."""
    usable = agenda.list_usable_parts(player, WORD, entry.from_)

    def cost(part: Open) -> tuple[int, int]:
        taken_off = 99 if part.part.free else halls.find_discount(part.part, count_sent(part))
        price = halls.champagne_price(spot, part.part, count_sent(part)) if spot is not None else 0
        return 99 - taken_off if price is None else price, taken_off

    return min(usable, key=cost, default=None)


def _no_permission(table: Table, player: Player, entry: SendDancer, case: Case) -> None:
    """Name the symbol, and the cards that would have let a dancer be sent (WALTZ1-SYM-01)."""
    source = entry.from_
    later = find_waiting_obstacle(player, WORD, source, "WALTZ1-SYM-01")
    gone = explain_gone_kind(player, WORD, source) if later is None else later.message
    message = gone or M("balls.no-dancer-open")
    if gone is None and source is not None:
        message = M("turns.nothing-of-source", what=WORD, source=source)
    named = str(source or "").partition(".")[0]
    cards = [
        card
        for card in sorted(list_sending_cards(table))
        if card in player.staff or named == f"staff:{card}"
    ]
    reasons = {card: _why_not(table, player, card) for card in cards}
    if gone is None and len(cards) == 1:
        message = reasons[cards[0]]
    case.breach("WALTZ1-SYM-01", message)
    for card in cards:
        case.breach(table.staff_cards[card].rule, gone or reasons[card], staff=card)
    if named.startswith("guest:"):
        rule = table.guests[int(named.partition(":")[2])].values.get("rule")
        if rule is not None:
            case.breach(rule, message)


def _why_not(table: Table, player: Player, card: int) -> M:
    """Return why a card that lets dancers be sent lets none go now."""
    if card not in player.staff:
        return M("balls.card-not-in-play", card=card)
    printed = table.staff_cards[card]
    if printed.uses:
        return M("balls.use-card-first", card=card)
    if printed.set_off:
        return M("balls.sends-after-a-card", card=card)
    dice = tuple(
        die
        for die, reactions in sorted(table.box.reactions.die.items())
        for reaction in reactions
        if reaction.card == card and reaction.opens is not None and reaction.opens.kind == WORD
    )
    if not dice:
        return M("balls.sends-when-played", card=card)
    if table.die is None or table.actor is not player:
        return M("balls.sends-after-a-die", card=card, dice=dice)
    if table.die not in dice:
        return M("balls.another-die", card=card, dice=dice, die=table.die)
    if find_parted_card(player) == card:
        return M("balls.no-gap", card=card)
    return M("balls.hired-by-this-die", card=card)


def list_sending_cards(table: Table) -> set[int]:
    """Return the staff cards that let a dancer be sent."""
    cards = {
        number
        for number, card in table.box.components.staff.items()
        if any(part.kind == WORD for part in (*card.once, *card.uses, *card.set_off))
    }
    for reactions in table.box.reactions.die.values():
        cards |= {
            reaction.card
            for reaction in reactions
            if reaction.opens is not None and reaction.opens.kind == WORD
        }
    return cards


def find_guest_obstacles(table: Table, player: Player, number: int) -> list[Found]:
    """Return why a guest cannot leave for the halls: the order, a card that takes rooms only."""
    against: list[Found] = []
    for one in guests.obstacles_to_leaving_cafe(table, player, player.cafe.get(number), number):
        against.append(one)
        if isinstance(one, Obstacle) and one.rule == "GAH-CHK-01":
            message = M("balls.order-not-complete", guest=number)
            against.append(Obstacle("WALTZ1-BALL-01", message, guest=number))
    values = table.guests[number].values
    if values.get("rooms_only"):
        message = M("balls.takes-a-room", guest=number)
        against.append(Obstacle(values["rule"], message, guest=number))
        against.append(Obstacle("WALTZ1-BALL-13", message, guest=number))
    return against


def find_sending_obstacles(
    table: Table, player: Player, entry: Sends, spot: Spot | None, part: Open | None
) -> list[Found]:
    """Yield the obstacles to sending a dancer: the hall, the row, the section, champagne.

    spot: its place. part: the permission, None for full cost.
    """
    floor, left = floor_of(table), find_section_obstacles(table, player, entry.section)
    if spot is None:
        return [*halls.find_row_obstacles(floor, entry.hall, entry.row), *left]
    if floor.halls is None:
        doubt = Doubt("halls", M("balls.halls-not-known"), M("balls.as-unread"), applies=True)
        return [*left, doubt]
    return [*left, *find_payment_obstacles(table, player, entry.hall, spot, part)]


def find_payment_obstacles(
    table: Table, player: Player, hall: str, spot: Spot, part: Open | None
) -> Against:
    """Yield the obstacles to paying for a cell or the balcony (WALTZ1-BALL-03, -04, -10)."""
    if _can_afford(player, spot, part):
        return NOTHING
    return _find_payment_obstacles(table, player, hall, spot, part)


def _permission_price(spot: Spot, part: Open | None) -> int | None:
    return spot.cost if part is None else halls.champagne_price(spot, part.part, count_sent(part))


def _can_afford(player: Player, spot: Spot, part: Open | None) -> bool | None:
    """Return whether a player can pay for a place under a permission; None: nobody read it."""
    cost = _permission_price(spot, part)
    return None if cost is None else cost <= halls.count_champagne(player)


def _find_payment_obstacles(
    table: Table, player: Player, hall: str, spot: Spot, part: Open | None
) -> Iterator[Found]:
    cost = _permission_price(spot, part)
    if cost is None:
        message, default = M("balls.row-not-read", hall=hall, row=spot.row), M("balls.nothing-paid")
        reads = {"hall": hall, "row": spot.row}
        yield Doubt("WALTZ-P-04", message, default, applies=True, rank=2, reads=reads)
        return
    if _can_afford(player, spot, part):
        return
    held = halls.count_champagne(player)
    less = halls.find_discount(part.part, count_sent(part)) if part is not None else 0
    message = _word_champagne(spot, cost, less, held)
    for rule in ("WALTZ1-BALL-03", "WALTZ1-BALL-04", "WALTZ1-BALL-10"):
        yield Obstacle(rule, message, cost=cost, champagne=held)
    if spot.row == BALCONY:
        yield Obstacle("WALTZ1-BALC-03", message, cost=cost, champagne=held)


def _word_champagne(spot: Spot, cost: int, less: int, held: int) -> M:
    """Return the cost of a place and the champagne held. less: the discount."""
    if spot.row == BALCONY:
        if less:
            return M("balls.balcony-less", cost=cost, less=less, held=held)
        return M("balls.balcony", cost=cost, held=held)
    if less:
        return M("balls.cell-less", cost=cost, less=less, held=held)
    return M("balls.cell", cost=cost, held=held)


def find_section_obstacles(table: Table, player: Player, section: int) -> list[Found]:
    """Yield the obstacles to a dancer of a section of the rehearsal hall (WALTZ1-REH-01)."""
    against: list[Found] = []
    rehearsal = rehearsal_of(player)
    if rehearsal.left < 1:
        against.append(Obstacle("WALTZ1-BALL-18", M("balls.no-dancers", player=player.id)))
    if rehearsal.sections is None:
        message = M("balls.sections-not-known", player=player.id)
        against.append(Doubt("rehearsal", message, M("balls.no-section-bonus"), applies=True))
    elif rehearsal.sections[section - 1] < 1:
        message = M("balls.section-empty", section=section, player=player.id)
        against.append(Obstacle("WALTZ1-BALL-05", message, section=section))
        against.append(Obstacle("WALTZ1-REH-01", message, section=section))
    elif rehearsal.sections[section - 1] == 1 and _section_bonus(table, player, section) is None:
        message = M("balls.bonus-not-read", section=section, player=player.id)
        reads = {"rehearsal": rehearsal.board, "section": section} if rehearsal.board else None
        default = M("balls.no-section-bonus")
        doubt = Doubt("WALTZ-P-06", message, default, applies=True, rank=3, reads=reads)
        against.append(doubt)
    return against


def _section_bonus(table: Table, player: Player, section: int) -> tuple[Part, ...] | None:
    """Return the bonus of a section, None where nobody has read it (WALTZ-P-06)."""
    board = rehearsal_of(player).board
    return None if board is None else section_parts(table.box, floor_of(table), board, section)


def list_sending_bonuses(table: Table, player: Player, entry: Sends) -> list[Open]:
    """Return the gains of sending a dancer: row bonus, section bonus, gains of staff."""
    hall, row, section = entry.hall, entry.row, entry.section
    parts = make_open_parts(row_bonus(table, player, hall, row), f"hall:{hall}")
    sections = rehearsal_of(player).sections
    if sections is not None and sections[section - 1] == 1:
        parts += make_open_parts(_section_bonus(table, player, section) or (), "section")
    for reaction in table.box.reactions.on["dancer"]:
        if reaction.card in player.staff:
            parts += make_open_parts(reaction.gives, reaction.source, "staff")
    return parts


@question
def row_bonus(table: Table, player: Player, hall: str, row: str) -> Sequence[Part]:
    """Return the bonus of a row of a hall."""
    return row_parts(table, hall, row)


@signal
def dancer_sent(
    table: Table, player: Player, hall: str, row: str, chain: int, trigger: int
) -> None:
    """A dancer has taken a place in a hall; nothing it brings has been booked yet.

    trigger: the number of the sending, which is an event of its own.
    """


def _move_dancer(
    table: Table,
    player: Player,
    entry: Sends,
    part: Part | None,
    spot: Spot | None,
    chain: int,
    trigger: int,
    times: int = 0,
) -> list[Open]:
    """Pay for a dancer and place it; return the gains, none where no dancer moved."""
    rehearsal = rehearsal_of(player)
    section, sections = entry.section, rehearsal.sections
    empty = sections is not None and sections[section - 1] < 1
    if spot is None or empty or rehearsal.left < 1:
        return []
    parts = list_sending_bonuses(table, player, entry)
    cost = halls.champagne_price(spot, part, times)
    if cost:
        moves.book(table, player, CHAMPAGNE, -cost, WORD, trigger)
    floor = floor_of(table)
    if entry.hall not in floor.known:
        floor.known[entry.hall] = Hall()
    halls.place_dancer(table, player, entry.hall, spot)
    rehearsal.left -= 1
    if sections is not None:
        sections[section - 1] -= 1
    dancer_sent(table, player, entry.hall, entry.row, chain, trigger)
    return parts


def _book_parts(
    table: Table, player: Player, parts: Iterable[Open], chain: int, trigger: int
) -> list[Open]:
    """Book the parts without a choice, in order; return the parts with one."""
    kinds, choices = box_at(table).kinds, []
    for part in parts:
        if kinds[part.part.kind].automatic:
            agenda.resolve_part(table, player, part.part, chain, part.source, trigger)
        else:
            choices.append(part)
    return choices


def _food_brought(table: Table, player: Player, entry: Sends, guest: CafeGuest | None) -> list[int]:
    """Return the food that a sending brings by itself, as far as the supply goes."""
    parts: list[Part] = []
    spot = halls.spot_in(floor_of(table), entry.hall, entry.row)
    if rehearsal_of(player).left > 0 and spot is not None:
        parts = [part.part for part in list_sending_bonuses(table, player, entry)]
    if guest is not None:
        parts += table.guests[guest.number].reward
    brought = list(table.box.nothing)
    for part in parts:
        if box_at(table).kinds[part.kind].automatic:
            for food, count in enumerate(part.food):
                brought[food] += count
    back = guest.lies if guest is not None else table.box.nothing
    return [
        min(count, table.supply[food] + back[food]) if count else 0
        for food, count in enumerate(brought)
    ]


# --- what may be entered ---------------------------------------------------------------------


def _list_affordable_rows(
    table: Table, player: Player, part: Open | None
) -> Iterator[tuple[str, list[str]]]:
    """Yield each hall with the rows that a dancer may be sent to now."""
    floor = floor_of(table)
    for hall in halls.list_possible_halls(floor):
        rows = []
        for row in ROWS:
            spot = halls.next_spot(floor, hall, row)
            if spot is not None and is_allowed(
                find_payment_obstacles(table, player, hall, spot, part)
            ):
                rows.append(row)
        if rows:
            yield hall, rows


def _list_items(
    table: Table, player: Player, item: Item, part: Open | None, guest: CafeGuest | None = None
) -> Iterator[Item]:
    """Yield the ways in which a dancer may be sent: an item per hall, with food apart."""
    every = range(1, len(SECTIONS[1]) + 1)
    sections = [one for one in every if is_allowed(find_section_obstacles(table, player, one))]
    if not sections:
        return
    found = list(_list_affordable_rows(table, player, part))
    if floor_of(table).halls is None:
        if found:
            everywhere = [hall for hall, _ in found]
            yield {**item, "hall": everywhere, "row": list(ROWS), "section": sections}
    else:
        for hall, rows in found:
            yield {**item, "hall": hall, "row": rows, "section": sections}
    for hall, rows in found:
        for row in rows:
            for section in sections:
                exact: Item = {**item, "hall": hall, "row": row, "section": section}
                source = {"from": part.source} if part is not None else {}
                entry = make_entry(table, {**exact, **source})
                certain = _food_brought(table, player, entry, guest)
                food = count_placeable_food(table, player, entry, certain)
                place = count_wanted_food(table, player, food, guest.number if guest else None)
                if place:
                    yield {**exact, "place": place}


def offer_sending(table: Table, player: Player, part: Open) -> Iterator[Item]:
    """Yield where a dancer may be sent under a permission."""
    yield from _list_items(table, player, {"by": player.id, "do": WORD}, part)


def offer_guests(table: Table) -> Iterator[Item]:
    """Yield the guests that may be sent to the halls, and where."""
    player = table.actor
    if player is None or not is_allowed(obstacles_to_extra_action(table, player)):
        return
    for guest in player.cafe.values():
        if is_allowed(find_guest_obstacles(table, player, guest.number)):
            item: Item = {"by": player.id, "do": "send_guest", "guest": guest.number}
            yield from _list_items(table, player, item, None, guest)
