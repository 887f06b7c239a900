"""Phase 5: taking tourists in by room price, sending them home on a day off, and passing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.entries import ByPlayer, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import Decided, Found, Obstacle
from adjudicator.samoa import building
from adjudicator.samoa.arrivals import ended, wrong_phase
from adjudicator.samoa.catalogue import QUESTIONS, SENT_HOME_AT_MOST, TOKENS_OF_EACH
from adjudicator.samoa.findings import Findings
from adjudicator.samoa.givens import Givens
from adjudicator.samoa.hotel import PAYING_QUESTIONS, Player, fees
from adjudicator.samoa.names import EXTRA, LOVER, SWIMMER, Tourist
from adjudicator.samoa.state import SamoaState
from adjudicator.samoa.vocabulary import token
from adjudicator.shapes import fields, integer, list_of


@verb("lodge")
class Lodge(ByPlayer):
    """Tourists of a group taken in, each with a room."""

    group: int = key(lambda s: integer(1))
    tourists: list[Mapping[str, str]] = key(
        lambda s: list_of(fields({"token": token, "room": s.room}))
    )


@verb("pass")
class Pass(ByPlayer):
    """An opportunity given up."""


@verb("send_home")
class SendHome(ByPlayer):
    """Rooms emptied on a day off."""

    rooms: list[str] = key(lambda s: list_of(s.room))


def check_lodge(state: SamoaState, entry: Lodge, found: Findings) -> None:
    """Check tourists taken in: the turn, the group, the rooms (SAM-TOUR-01 to 07, SAM-LOVE)."""
    player = entry.by
    own = state.players[player]
    if state.phase != "lodging":
        wrong_phase(state, found, "lodge")
        if state.over():
            return
        if state.acted is not None and state.phase in ("tiles", "tourists"):
            found.breach("SAM-TOUR-06", M("lodging.no-second-lap"))
            found.breach("SAM-TOUR-07", M("lodging.gone-back"))
    elif own.day_off:
        building.day_off(player, found)
    elif player != state.lodger():
        _out_of_turn(state, player, found)
        if own.card is None:
            found.breach("SAM-CARD-01", M("lodging.has-no-card-on-table", player=player))
        elif not state.can_lodge(player):
            found.breach("SAM-TOUR-03", M("lodging.has-no-room-for-anybody", player=player))
    _check_group(state, entry, found)
    _check_rooms(state, own, entry.tourists, found)
    if not found.breaches:
        _note_fees(state, player, entry, found)


def _out_of_turn(state: SamoaState, player: str, found: Findings) -> None:
    due = state.lodger()
    if state.has_acted(player):
        message = M("lodging.one-opportunity", player=player)
        found.breach("SAM-TOUR-01", message)
        found.breach("SAM-TOUR-06", message)
        return
    if due is None or player not in state.lodge_order or not state.can_lodge(player):
        return  # what stands in the way is the group or the rooms
    price, first = _price(state, player), _price(state, due)
    found.breach(
        "SAM-TOUR-01",
        M("lodging.out-of-turn", due=due, first=first, player=player, price=price),
        due=due,
        prices={due: first, player: price},
    )
    if price == first:
        tied = [one for one in state.lodge_order if _price(state, one) == price]
        message = M("lodging.equal-prices", due=due)
        found.breach("SAM-TIE-02", message, tied=tied)
        if len(tied) > 2:
            message = M("lodging.players-tied", count=len(tied), tied=tuple(tied))
            found.breach("SAM-TIE-04", message, tied=tied)


def _price(state: SamoaState, player: str) -> int | None:
    card = state.players[player].card
    return card[1] if card is not None else None


def _check_group(state: SamoaState, entry: Lodge, found: Findings) -> None:
    number = entry.group
    group = list(state.groups[number - 1]) if number <= len(state.groups) else []
    if not group and state.phase == "lodging":
        found.breach("SAM-TOUR-02", M("lodging.nobody-left-in-group", group=number), group=number)
        return
    left = list(group)
    missing = []
    for tourist in entry.tourists:
        token = tourist["token"]
        if token in left:
            left.remove(token)
        else:
            missing.append(token)
    if missing and state.phase == "lodging":
        found.breach(
            "SAM-TOUR-02",
            M("lodging.group-has-no", group=number, missing=tuple(missing)),
            group=group,
            missing=missing,
        )
        if any(token in other for token in missing for other in state.groups):
            found.breach("SAM-TOUR-05", M("lodging.group-of-its-own"))


def _check_rooms(
    state: SamoaState, own: Player, tourists: list[Mapping[str, str]], found: Findings
) -> None:
    table = state.table
    moving: dict[str, tuple[str, ...]] = {}
    for tourist in tourists:
        token, room = tourist["token"], tourist["room"]
        if not table.owned(room, own.extra_rooms):
            rule = "SAM-ROOM-01" if room.startswith(EXTRA) else "SAM-TOUR-04"
            found.breach(rule, M("lodging.this-hotel-has-no-room", room=room), room=room)
            found.breach("SAM-TOUR-03", M("lodging.this-hotel-has-no-room", room=room), room=room)
            continue
        living = tuple(name for name, _ in own.rooms.get(room, ()))
        there = living + moving.get(room, ())
        if there and not (token == LOVER and there == (LOVER,)):
            _shared(room, token, there, living, found)
        moving[room] = (*moving.get(room, ()), token)
    if table.rooms is None and tourists:
        found.ask("SAM-P-04", M("lodging.rooms-not-known"), applied=True)
    elif found.breaches:
        _check_space(table, own, [tourist["token"] for tourist in tourists], found)


def _shared(
    room: str, token: str, there: tuple[str, ...], living: tuple[str, ...], found: Findings
) -> None:
    message = M("lodging.room-taken", room=room, there=there, token=token)
    lovers = M("lodging.only-two-lovers-share-room", room=room, there=there, token=token)
    why = {"room": room, "there": list(there), "token": token}
    found.breach("SAM-TOUR-04", message, why)
    found.breach("SAM-LOVE-01", lovers, why)
    if token == LOVER and living:
        joins = M("lodging.lover-joins-lone-lover-only", room=room, there=there)
        found.breach("SAM-LOVE-02", joins, why)
    if room.startswith(EXTRA):
        found.breach("SAM-ROOM-01", message, why)


def _check_space(table: Givens, own: Player, tokens: list[str], found: Findings) -> None:
    """Note more tokens than free rooms and lovers' places (SAM-TOUR-03)."""
    free = len(own.free_rooms(table))
    lovers = tokens.count(LOVER)
    apart = max(0, lovers - len(own.lone_lovers()))
    needed = len(tokens) - lovers + (apart + 1) // 2
    if needed > free:
        found.breach(
            "SAM-TOUR-03",
            M("lodging.do-not-fit", n=len(tokens), free=free),
            tourists=len(tokens),
            free=free,
        )


def _note_fees(state: SamoaState, player: str, entry: Lodge, found: Findings) -> None:
    """Note the open questions whose other answers change what these tourists will pay."""
    own = state.players[player]
    arriving = {tourist["token"].partition(":")[0] for tourist in entry.tourists}
    if own.bought != "pool":
        arriving.discard(SWIMMER)
    asked = [question for question, token in PAYING_QUESTIONS.items() if token in arriving]
    if not asked:
        return
    trial = own.copy()
    _move_in(trial, [(one["room"], (one["token"], state.flag)) for one in entry.tourists])
    played = [fee.amount for fee in fees(state.table, trial)]
    for question in asked:
        for value in QUESTIONS[question].values:
            if value == state.table.setting(question):
                continue
            rulings = {**state.table.rulings, question: value}
            other = fees(state.table.with_rulings(rulings), trial)
            if [fee.amount for fee in other] != played:
                found.setting(question)
                break


def _move_in(own: Player, arriving: list[tuple[str, Tourist]]) -> None:
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
        token, room = tourist["token"], tourist["room"]
        # By ruling a token may come from the pile; it needs a room there is, and a token left.
        if not state.table.owned(room, own.extra_rooms):
            continue
        if not _taken(groups, number, token):
            gone = sum(map(len, state.groups)) - sum(map(len, groups))
            if state.tokens_of_flag() + len(arriving) - gone >= TOKENS_OF_EACH:
                continue
        arriving.append((room, (token, state.flag)))
    _move_in(own, arriving)
    state.groups = tuple(tuple(group) for group in groups)
    state.act(player)


def _taken(groups: list[list[str]], number: int, token: str) -> bool:
    """Take a token from its group, or (by ruling) from another; return whether it was there."""
    own = groups[number - 1 : number]
    for group in [*own, *groups]:
        if token in group:
            group.remove(token)
            return True
    return False


def check_send_home(state: SamoaState, entry: SendHome, found: Findings) -> None:
    """Check tourists sent home on a day off (SAM-OFF-02, SAM-OFF-03)."""
    player = entry.by
    own = state.players[player]
    if state.phase != "lodging":
        wrong_phase(state, found, "send_home")
        if state.over():
            return
        if state.phase in ("building", "cards"):
            found.breach("SAM-OFF-02", M("lodging.sent-home-in-tourist-phase"))
    if state.phase in ("building", "lodging") and not own.day_off:
        found.breach("SAM-OFF-02", M("lodging.has-not-played-day-off", player=player))
    elif state.phase == "lodging" and state.has_acted(player):
        found.breach("SAM-OFF-02", M("lodging.one-entry-of-day-off", player=player))
    elif state.phase == "lodging":
        found.cite(day_off_waits(state))
    rooms = entry.rooms
    if len(set(rooms)) != len(rooms):
        found.breach("SAM-OFF-02", M("lodging.room-named-twice"), rooms=rooms)
    empty = [room for room in rooms if room not in own.rooms]
    if empty:
        found.breach("SAM-OFF-02", M("lodging.nobody-lives-in", empty=tuple(empty)), rooms=empty)
    if len(rooms) > SENT_HOME_AT_MOST:
        for rule in ("SAM-OFF-02", "SAM-OFF-03"):
            found.breach(
                rule,
                M("lodging.at-most-two", rooms=len(rooms)),
                rooms=rooms,
            )


def day_off_waits(state: SamoaState) -> Iterator[Found]:
    """Yield that a day off is not used before the placings are through (SAM-U-23)."""
    due = state.lodger()
    if due is not None and state.table.setting("SAM-U-23") == "after":
        yield Decided("SAM-U-23")
        yield Obstacle("SAM-OFF-02", M("lodging.day-off-after-placings"), due=due)


def apply_send_home(state: SamoaState, entry: SendHome) -> None:
    """Send the tourists home to their piles (SAM-OFF-02)."""
    state.players[entry.by].send_home(entry.rooms)
    state.act(entry.by)


def check_pass(state: SamoaState, entry: Pass, found: Findings) -> None:
    """Check a pass; that of a player from whom no entry is due is legal and changes nothing."""
    player = entry.by
    own = state.players[player]
    if state.acted is None:
        wrong_phase(state, found, "pass")
    elif state.has_acted(player):
        _passed_again(state, player, found)
    elif state.phase == "building":
        if player in state.build_order and player != state.builder():
            building.out_of_turn(state, player, found)
    elif state.phase == "lodging":
        if own.day_off:
            found.cite(day_off_waits(state))
        elif player != state.lodger():
            _out_of_turn(state, player, found)


def _passed_again(state: SamoaState, player: str, found: Findings) -> None:
    if state.over():
        ended(found)
    elif state.phase == "building":
        found.breach("SAM-BUILD-04", M("lodging.has-passed", player=player))
    elif state.phase == "lodging":
        rule = "SAM-OFF-02" if state.players[player].day_off else "SAM-TOUR-01"
        found.breach(rule, M("lodging.one-opportunity", player=player))
    else:
        wrong_phase(state, found, "pass")


def apply_pass(state: SamoaState, entry: Pass) -> None:
    """Use the player's opportunity, where one is due in this step (SAM-BUILD-04, SAM-TOUR-02)."""
    player = entry.by
    own = state.players[player]
    due = player in state.build_order if state.phase == "building" else own.day_off
    if state.phase == "lodging" and not own.day_off:
        due = any(state.groups) and player in state.lodge_order and state.can_lodge(player)
    if due:
        state.act(player)
