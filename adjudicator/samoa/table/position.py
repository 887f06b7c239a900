"""Positions: printing a state, reading one as a start, and finding contradictions.

docs/record-samoa.md describes the keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.messages import M
from adjudicator.record import ImpossibleValue, Record, Unreadable
from adjudicator.samoa.printed.catalogue import (
    NATIONALITIES,
    PRICED_CARDS,
    START_MONEY,
    TILES,
    TOKENS_OF_EACH,
)
from adjudicator.samoa.printed.names import (
    DAY_OFF,
    LOVER,
    Card,
    read_card,
    word_card,
    write_card,
    write_tourist,
)
from adjudicator.samoa.table.hotel import Hotelier, remove_card
from adjudicator.samoa.table.state import SamoaState


def write_hotel_position(state: SamoaState) -> dict[str, Any]:
    """Return the position as record-format prints it; it can be read again as a start."""
    table = state.table
    printed: dict[str, Any] = {
        "round": state.number,
        "phase": state.phase,
        "turn_of": state.next_builder() or state.next_lodger(),
        "tiles": list(state.tiles),
        "used_tiles": list(state.used_tiles),
        "groups": [list(group) for group in state.groups],
        "arrivals": [list(line) for line in state.arrivals],
        "acted": None
        if state.acted is None
        else [player for player in table.players if player in state.acted],
        "swaps": None if state.swaps is None else list(state.swaps),
    }
    if table.flags is not None:
        printed["flags"] = list(table.flags)
    if state.tie is not None:
        printed["tie_break"] = table.players[state.tie]
    if table.cards is not None:
        printed["price_cards"] = [write_card(card) for card in table.cards]
    if table.rooms is not None:
        place = {room: number for number, room in enumerate(table.rooms)}
        pairs = [[one, two] for one in table.rooms for two in table.beside[one]]
        printed["hotel"] = {
            "rooms": list(table.rooms),
            "adjacent": [[one, two] for one, two in pairs if place[one] < place[two]],
        }
    printed["players"] = {player: _player_json(state, own) for player, own in state.players.items()}
    if state.payment is not None:
        printed["payment"] = _payment_json(state.payment)
    stands = sorted({rule for _, rule, _ in find_impossible_values(state)})
    if stands:
        printed["stands"] = stands
    return printed


def _player_json(state: SamoaState, own: Hotelier) -> dict[str, Any]:
    revealed = state.phase in ("building", "lodging")
    lying = own.card is not None
    return {
        "money": own.money,
        "rooms": {
            room: [write_tourist(tourist) for tourist in living]
            for room, living in own.rooms.items()
        },
        "suites": list(own.suites),
        "extra_rooms": own.extra_rooms,
        "pools": own.pools,
        "special_tiles": list(own.special),
        "hand": hand_size(own),
        "discards": [write_card(card) for card in own.discards],
        "bought": own.bought,
        "card" if revealed or not lying else "chosen": write_card(own.card) if own.card else None,
    }


def hand_size(own: Hotelier) -> int:
    """Return how many cards a player holds (SAM-SETUP-02: 11 in all)."""
    if own.hand is not None:
        return len(own.hand)
    return PRICED_CARDS + 1 - len(own.discards) - (own.card is not None)


def _payment_json(payment: tuple[int, Mapping[str, Any]]) -> dict[str, Any]:
    number, paid = payment
    return {
        "round": number,
        "players": {
            player: [fee._asdict() | {"amount": fee.amount} for fee in fees]
            for player, fees in paid.items()
        },
    }


def fill_state(state: SamoaState, record: Record) -> None:
    """Put a record's position (its form checked) into a fresh state.

    Missing values are as at the start of a game. Raises Unreadable naming key and rule.
    """
    start = record.document["position"]
    state.number = start.get("round", 1)
    state.phase = start.get("phase") or ("tiles" if state.new_tiles() else "tourists")
    state.tiles = tuple(start.get("tiles", ()))
    state.used_tiles = tuple(start.get("used_tiles", ()))
    state.groups = tuple(map(tuple, start.get("groups", ())))
    state.arrivals = tuple(map(tuple, start.get("arrivals", ())))
    in_step = state.phase in ("building", "lodging")
    acted = start.get("acted")
    # A phase in which entries are due is a step that has begun, whoever wrote null.
    state.acted = None if acted is None and not in_step else frozenset(acted or ())
    swaps = start.get("swaps")
    state.swaps = None if swaps is None else tuple(swaps)
    _known_players(record, start)
    for player, keys in start.get("players", {}).items():
        _fill_player(state, state.players[player], keys, f"position.players.{player}")
    if state.phase == "tiles" and not state.new_tiles():
        raise Unreadable(
            M("positions.no-tiles-turned-up-in", round=state.number),
            key="position.phase",
            rule="SAM-TILE-01",
        )
    allowed = start.get("stands", ())
    for key, rule, message in find_impossible_values(state):
        if rule not in allowed:
            raise Unreadable(message, key=f"position.{key}", rule=rule)
    if in_step:
        state.put_in_order()
    if state.over():
        state.end()
    elif not state.incomplete:
        state.settle()


def _known_players(record: Record, start: Mapping[str, Any]) -> None:
    for key in ("players", "acted", "swaps"):
        for player in start.get(key) or ():
            if player not in record.players:
                raise Unreadable(
                    M("positions.not-player-this-record", player=repr(player)),
                    key=f"position.{key}",
                )


def _fill_player(state: SamoaState, own: Hotelier, keys: Mapping[str, Any], where: str) -> None:
    own.money = own.start = keys.get("money", START_MONEY)
    own.rooms = {
        room: tuple((one["token"], one["flag"]) for one in living)
        for room, living in keys.get("rooms", {}).items()
    }
    own.suites = tuple(keys.get("suites", ()))
    own.extra_rooms = keys.get("extra_rooms", 0)
    own.pools = keys.get("pools", 0)
    own.special = tuple(keys.get("special_tiles", ()))
    own.bought = keys.get("bought")
    lying = keys.get("card") or keys.get("chosen")
    own.card = read_card(lying) if lying else None
    own.discards = tuple(map(read_card, keys.get("discards", ())))
    if own.hand is not None:
        own.hand = _find_hand(own, where)
    if keys.get("hand", hand_size(own)) != hand_size(own):
        raise Unreadable(
            M("positions.not-11-cards", hand=keys["hand"], discards=len(own.discards)),
            key=f"{where}.hand",
            rule="SAM-SETUP-02",
        )
    if state.phase in ("cards", "building", "lodging"):
        flag = state.flag
        own.placed = tuple(
            (room, tourist)
            for room, living in own.rooms.items()
            for tourist in living
            if tourist[1] == flag
        )


def _find_hand(own: Hotelier, where: str) -> tuple[Card, ...]:
    """Return the hand: the whole set less the discards and the card on the table."""
    rest = own.hand or ()
    for key, card in [*(("discards", card) for card in own.discards), ("card", own.card)]:
        if card is None:
            continue
        if card not in rest:
            raise Unreadable(
                M("positions.card-twice", card=word_card(card)),
                key=f"{where}.{key}",
                rule="SAM-CARD-04",
            )
        rest = remove_card(rest, card)
    return rest


def find_impossible_values(state: SamoaState) -> Iterator[ImpossibleValue]:
    """Yield the values of a state that the rules make impossible.

    After a ruling something may; a printed position then names the rules in ``stands``.
    """
    yield from _too_many(state)
    arrived = state.phase in ("cards", "building", "lodging")
    played = state.phase in ("building", "lodging")
    for player, own in state.players.items():
        where = f"players.{player}"
        yield from _check_hotel(state, own, where)
        if DAY_OFF in own.discards:
            yield (f"{where}.discards", "SAM-OFF-04", M("positions.day-off-never-discarded"))
        if played and own.card is None and not state.incomplete:
            yield (f"{where}.card", "SAM-CARD-01", M("positions.price-card-lies-on-table"))
        if own.card is not None and not arrived:
            yield (f"{where}.card", "SAM-ROUND-02", M("positions.no-card-now"))
        if arrived and own.placed and not (state.phase == "lodging" and state.has_acted(player)):
            message = M("positions.live-before-lodged", flag=state.flag)
            yield (f"{where}.rooms", "SAM-LEAVE-01", message)
    if any(state.groups) and not arrived:
        yield ("groups", "SAM-TOUR-07", M("positions.no-tourists-now"))


def _too_many(state: SamoaState) -> Iterator[ImpossibleValue]:
    living = [
        flag
        for own in state.players.values()
        for tourists in own.rooms.values()
        for _, flag in tourists
    ]
    living += [state.flag] * sum(map(len, state.groups))
    for flag in NATIONALITIES:
        if living.count(flag) > TOKENS_OF_EACH:
            message = M(
                "positions.tokens", seen=living.count(flag), flag=flag, exist=TOKENS_OF_EACH
            )
            yield ("players", "SAM-SETUP-01", message)
    if state.tiles_seen() > TILES:
        message = M("positions.tiles", seen=state.tiles_seen(), exist=TILES)
        yield ("tiles", "SAM-SETUP-01", message)


def _check_hotel(state: SamoaState, own: Hotelier, where: str) -> Iterator[ImpossibleValue]:
    for room, living in own.rooms.items():
        if not state.table.has_room(room, own.extra_rooms):
            message = M("positions.this-hotel-has-no-room", room=room)
            yield (f"{where}.rooms.{room}", "SAM-ROOM-01", message)
        if len(living) > 2 or (len(living) == 2 and any(name != LOVER for name, _ in living)):
            message = M("positions.only-two-lovers-share-room")
            yield (f"{where}.rooms.{room}", "SAM-LOVE-01", message)
    for index, room in enumerate(own.suites):
        if not state.table.has_room(room, own.extra_rooms) or room in own.suites[:index]:
            message = M("positions.suite-room", room=room)
            yield (f"{where}.suites", "SAM-SUITE-01", message)
