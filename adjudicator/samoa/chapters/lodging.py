"""Phase 5: taking tourists in by room price, sending them home on a day off, and passing."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.entries import ByPlayer, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import DecidingSwitch, Doubt, Found, Obstacle, is_allowed
from adjudicator.samoa.chapters import building
from adjudicator.samoa.chapters.arrivals import wrong_phase
from adjudicator.samoa.printed.catalogue import SENT_HOME_AT_MOST, TOKENS_OF_EACH
from adjudicator.samoa.printed.names import BOARD, EXTRA, LOVER, NORMAL, Tourist, read_lodged
from adjudicator.samoa.printed.record_shapes import token
from adjudicator.samoa.table.givens import Givens
from adjudicator.samoa.table.hotel import Hotelier, extra_rooms, list_fees
from adjudicator.samoa.table.state import SamoaState
from adjudicator.shapes import Fields, Integer, ListOf


@verb("lodge")
class Lodge(ByPlayer):
    """Tourists of a group taken in, each with a room."""

    group: int = key(lambda s: Integer(1))
    tourists: list[tuple[str, str]] = key(
        lambda s: ListOf(Fields({"token": token, "room": s.room})), made=lambda s: read_lodged
    )


@verb("pass")
class PassUp(ByPlayer):
    """Judge a pass: the player skips the chance of the phase."""


@verb("send_home")
class SendHome(ByPlayer):
    """Rooms emptied on a day off."""

    rooms: list[str] = key(lambda s: ListOf(s.room))


def find_lodging_obstacles(state: SamoaState, entry: Lodge) -> Iterator[Found]:
    """Yield the obstacles to tourists taken in: turn, group, rooms (SAM-TOUR, SAM-LOVE)."""
    if state.phase != "lodging":
        yield wrong_phase(state, "lodge")
        if state.over():
            return
    own, tourists = state.players[entry.by], entry.tourists
    against = [
        *lodging_turn(state, entry.by),
        *_not_in_group(state, entry),
        *_taken_rooms(state, own, tourists),
    ]
    yield from against
    fits = state.phase == "lodging" and is_allowed(against)
    if state.table.rooms is None and tourists:
        yield Doubt("SAM-P-04", M("lodging.rooms-not-known"), applies=True, reads=BOARD)
    elif not fits:
        yield from _too_many(state.table, own, [token for token, _ in tourists])


def lodging_turn(state: SamoaState, player: str) -> Iterator[Found]:
    """Yield the obstacles to this player's turn: a day off, the prices, the phase."""
    own = state.players[player]
    if state.phase != "lodging":
        if state.acted is not None and state.phase in ("tiles", "tourists"):
            yield Obstacle("SAM-TOUR-06", M("lodging.no-second-lap"))
            yield Obstacle("SAM-TOUR-07", M("lodging.gone-back"))
    elif own.day_off:
        yield from building.find_day_off(player)
    elif player != state.next_lodger():
        yield from _out_of_turn(state, player)
        if own.card is None:
            yield Obstacle("SAM-CARD-01", M("lodging.has-no-card-on-table", player=player))
        elif not state.can_lodge(player):
            yield Obstacle("SAM-TOUR-03", M("lodging.has-no-room-for-anybody", player=player))


def _out_of_turn(state: SamoaState, player: str) -> Iterator[Found]:
    due = state.next_lodger()
    if state.has_acted(player):
        message = M("lodging.one-opportunity", player=player)
        yield Obstacle("SAM-TOUR-01", message)
        yield Obstacle("SAM-TOUR-06", message)
        return
    price = _find_price(state, player)
    if due in (None, player) or price is None:
        return  # what stands in the way is the group or the rooms
    assert due is not None
    first = _find_price(state, due)
    message = M("lodging.out-of-turn", due=due, first=first, player=player, price=price)
    yield Obstacle("SAM-TOUR-01", message, due=due, prices={due: first, player: price})
    if price == first:
        tied = [one for one in state.lodge_order if _find_price(state, one) == price]
        yield Obstacle("SAM-TIE-02", M("lodging.equal-prices", due=due), tied=tied)
        if len(tied) > 2:
            message = M("lodging.players-tied", count=len(tied), tied=tuple(tied))
            yield Obstacle("SAM-TIE-04", message, tied=tied)


def _find_price(state: SamoaState, player: str) -> int | None:
    card = state.players[player].card
    return card[1] if card is not None else None


def _not_in_group(state: SamoaState, entry: Lodge) -> Iterator[Found]:
    """Yield tourists that are not in the group they are taken from (SAM-TOUR-02, SAM-TOUR-05)."""
    if state.phase != "lodging":
        return
    number = entry.group
    group = list(state.groups[number - 1]) if number <= len(state.groups) else []
    if not group:
        message = M("lodging.nobody-left-in-group", group=number)
        yield Obstacle("SAM-TOUR-02", message, group=number)
        return
    left = list(group)
    missing = []
    for brought, _room in entry.tourists:
        if brought in left:
            left.remove(brought)
        else:
            missing.append(brought)
    if missing:
        message = M("lodging.group-has-no", group=number, missing=tuple(missing))
        yield Obstacle("SAM-TOUR-02", message, group=group, missing=missing)
        if any(token in other for token in missing for other in state.groups):
            yield Obstacle("SAM-TOUR-05", M("lodging.group-of-its-own"))


def _taken_rooms(
    state: SamoaState, own: Hotelier, tourists: list[tuple[str, str]]
) -> Iterator[Found]:
    """Yield rooms that are not there, or in which somebody lives (SAM-TOUR-04, SAM-LOVE-01)."""
    moving: dict[str, tuple[str, ...]] = {}
    for tourist in tourists:
        token, room = tourist
        if not state.table.has_room(room, own.extra_rooms):
            rule = "SAM-ROOM-01" if room.startswith(EXTRA) else "SAM-TOUR-04"
            message = M("lodging.this-hotel-has-no-room", room=room)
            yield Obstacle(rule, message, room=room)
            yield Obstacle("SAM-TOUR-03", message, room=room)
            continue
        living: tuple[str, ...] = ()
        if room in own.rooms:
            living = tuple(name for name, _ in own.rooms[room])
        there = living + moving.get(room, ())
        if there and not (token == LOVER and there == (LOVER,)):
            yield from _find_lover_obstacles(room, token, there, living)
        moving[room] = (*moving.get(room, ()), token)


def rooms_taking_anybody(state: SamoaState, player: str) -> list[str]:
    """Return the rooms that would take any tourist; the hotel must be known."""
    own = state.players[player]
    every = [*(state.table.rooms or ()), *extra_rooms(own.extra_rooms)]
    return [room for room in every if is_allowed(_taken_rooms(state, own, [(NORMAL, room)]))]


def rooms_taking_lovers(state: SamoaState, player: str) -> list[str]:
    """Return the rooms that would take a lover besides the tourist there (SAM-LOVE-02)."""
    own = state.players[player]
    return [room for room in own.rooms if is_allowed(_taken_rooms(state, own, [(LOVER, room)]))]


def _find_lover_obstacles(
    room: str, token: str, there: tuple[str, ...], living: tuple[str, ...]
) -> Iterator[Found]:
    message = M("lodging.room-taken", room=room, there=there, token=token)
    lovers = M("lodging.only-two-lovers-share-room", room=room, there=there, token=token)
    why = {"room": room, "there": list(there), "token": token}
    yield Obstacle("SAM-TOUR-04", message, why)
    yield Obstacle("SAM-LOVE-01", lovers, why)
    if token == LOVER and living:
        joins = M("lodging.lover-joins-lone-lover-only", room=room, there=there)
        yield Obstacle("SAM-LOVE-02", joins, why)
    if room.startswith(EXTRA):
        yield Obstacle("SAM-ROOM-01", message, why)


def _too_many(table: Givens, own: Hotelier, tokens: list[str]) -> Iterator[Found]:
    """Yield that there are more tokens than free rooms and lovers' places (SAM-TOUR-03)."""
    free = len(own.free_rooms(table))
    lovers = tokens.count(LOVER)
    apart = max(0, lovers - len(own.lone_lovers()))
    needed = len(tokens) - lovers + (apart + 1) // 2
    if needed > free:
        message = M("lodging.do-not-fit", n=len(tokens), free=free)
        yield Obstacle("SAM-TOUR-03", message, tourists=len(tokens), free=free)


def would_pay(state: SamoaState, player: str, token: str, room: str) -> int:
    """Return the coins that a tourist of this round would bring in a room that may be taken."""
    trial = state.players[player].copy()
    _move_in(trial, [(room, (token, state.flag))])
    return [fee.amount for fee in list_fees(state.table, trial)][-1]


def _move_in(own: Hotelier, arriving: list[tuple[str, Tourist]]) -> None:
    for room, tourist in arriving:
        own.rooms[room] = (*own.rooms.get(room, ()), tourist)
    own.placed = (*own.placed, *arriving)


def apply_lodge(state: SamoaState, entry: Lodge) -> None:
    """Move the tourists in; they pay when the round closes (SAM-PAY-01)."""
    player, number = entry.by, entry.group
    own = state.players[player]
    groups = [list(group) for group in state.groups]
    arriving: list[tuple[str, Tourist]] = []
    for tourist in entry.tourists:
        token, room = tourist
        # By ruling a token may come from the pile; it needs a room there is, and a token left.
        if not state.table.has_room(room, own.extra_rooms):
            continue
        if not _take_token(groups, number, token):
            gone = sum(map(len, state.groups)) - sum(map(len, groups))
            if state.tokens_of_flag() + len(arriving) - gone >= TOKENS_OF_EACH:
                continue
        arriving.append((room, (token, state.flag)))
    _move_in(own, arriving)
    state.groups = tuple(tuple(group) for group in groups)
    state.note_act(player, "lodging")


def _take_token(groups: list[list[str]], number: int, token: str) -> bool:
    """Take a token from its group, or (by ruling) from another; return whether it was there."""
    own = groups[number - 1 : number]
    for group in [*own, *groups]:
        if token in group:
            group.remove(token)
            return True
    return False


def find_send_home_obstacles(state: SamoaState, entry: SendHome) -> Iterator[Found]:
    """Yield the obstacles to sending tourists home on a day off (SAM-OFF-02, SAM-OFF-03)."""
    if state.phase != "lodging":
        yield wrong_phase(state, "send_home")
        if state.over():
            return
        if state.phase in ("building", "cards"):
            yield Obstacle("SAM-OFF-02", M("lodging.sent-home-in-tourist-phase"))
    yield from find_rest_obstacles(state, entry.by)
    yield from find_emptying_obstacles(state, entry.by, entry.rooms)


def find_emptying_obstacles(state: SamoaState, player: str, rooms: list[str]) -> Iterator[Found]:
    """Yield the obstacles to emptying some rooms: the rooms, their number (SAM-OFF-02, -03)."""
    lived_in = state.players[player].rooms
    if len(set(rooms)) != len(rooms):
        yield Obstacle("SAM-OFF-02", M("lodging.room-named-twice"), rooms=rooms)
    empty = [room for room in rooms if room not in lived_in]
    if empty:
        message = M("lodging.nobody-lives-in", empty=tuple(empty))
        yield Obstacle("SAM-OFF-02", message, rooms=empty)
    if len(rooms) > SENT_HOME_AT_MOST:
        for rule in ("SAM-OFF-02", "SAM-OFF-03"):
            yield Obstacle(rule, M("lodging.at-most-two", rooms=len(rooms)), rooms=rooms)


def find_rest_obstacles(state: SamoaState, player: str) -> Iterator[Found]:
    """Yield why a player does not use a day off now: none played, used already, too early."""
    if state.phase in ("building", "lodging") and not state.players[player].day_off:
        yield Obstacle("SAM-OFF-02", M("lodging.has-not-played-day-off", player=player))
    elif state.phase == "lodging" and state.has_acted(player):
        yield Obstacle("SAM-OFF-02", M("lodging.one-entry-of-day-off", player=player))
    elif state.phase == "lodging":
        yield from day_off_waits(state)


def day_off_waits(state: SamoaState) -> Iterator[Found]:
    """Yield that a day off is not used before the placings are through (SAM-U-23)."""
    due = state.next_lodger()
    if due is None:
        return
    yield DecidingSwitch("SAM-U-23")
    if state.table.setting("SAM-U-23") == "after":
        yield Obstacle("SAM-OFF-02", M("lodging.day-off-after-placings"), due=due)


def apply_send_home(state: SamoaState, entry: SendHome) -> None:
    """Send the tourists home to their piles (SAM-OFF-02)."""
    state.players[entry.by].send_home(entry.rooms)
    state.note_act(entry.by, "lodging")


def find_pass_obstacles(state: SamoaState, entry: PassUp) -> Iterator[Found]:
    """Yield the obstacles to a pass; if no entry is due it is legal and changes nothing."""
    player = entry.by
    if state.acted is None:
        yield wrong_phase(state, "pass")
    elif state.has_acted(player):
        yield _passed_again(state, player)
    elif state.phase == "building":
        if state.is_awaited(player):
            yield from building.find_earlier_bids(state, player)
    elif state.phase == "lodging":
        if state.players[player].day_off:
            yield from day_off_waits(state)
        elif state.is_awaited(player):
            yield from _out_of_turn(state, player)


def _passed_again(state: SamoaState, player: str) -> Obstacle:
    if state.phase == "building":
        return Obstacle("SAM-BUILD-04", building.describe_building_act(state, player))
    if state.phase == "lodging":
        if state.players[player].day_off:
            return Obstacle("SAM-OFF-02", M("lodging.one-entry-of-day-off", player=player))
        return Obstacle("SAM-TOUR-01", M("lodging.one-opportunity", player=player))
    return wrong_phase(state, "pass")


def apply_pass(state: SamoaState, entry: PassUp) -> None:
    """Use the player's opportunity, where one is due in this step (SAM-BUILD-04, SAM-TOUR-02)."""
    player = entry.by
    if state.is_awaited(player):
        state.note_act(player, state.phase)
