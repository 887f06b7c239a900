"""Phase 4: buying building tiles in the order of the bids."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.entries import ByPlayer, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import DecidingSwitch, Doubt, Found, Obstacle, is_allowed
from adjudicator.samoa.chapters.arrivals import wrong_phase
from adjudicator.samoa.printed.catalogue import SPECIAL_TILES
from adjudicator.samoa.printed.names import BOARD, DAY_OFF, EXTRA
from adjudicator.samoa.printed.record_shapes import kind
from adjudicator.samoa.table.hotel import extra_rooms
from adjudicator.samoa.table.state import SamoaState


@verb("build")
class Build(ByPlayer):
    """A building tile bought."""

    tile: str = key(lambda s: kind)
    room: str | None = key(lambda s: s.room, default=None)


def find_purchase_obstacles(state: SamoaState, entry: Build) -> Iterator[Found]:
    """Yield the obstacles to a purchase: turn, tile, money, a suite's room (SAM-BUILD)."""
    player, tile = entry.by, entry.tile
    if state.phase != "building":
        yield wrong_phase(state, "build")
        if state.over():
            return
    yield from building_turn(state, player)
    if tile not in state.tiles:
        yield from _not_on_offer(state, tile)
    yield from find_tile_bid_obstacles(state, player, tile)
    if tile == "suite" and entry.room is None:
        for rule in ("SAM-SUITE-01", "SAM-BUILD-07"):
            yield Obstacle(rule, M("building.suite-needs-room"))
    elif tile == "suite" and entry.room is not None:
        yield from find_suite_obstacles(state, player, entry.room)
    elif entry.room is not None:
        yield Obstacle("SAM-SUITE-01", M("building.only-suite-covers", tile=tile), tile=tile)


def find_day_off(player: str) -> Iterator[Found]:
    """Yield that a day-off player neither builds nor lodges (SAM-OFF-01)."""
    message = M("building.day-off", player=player)
    yield Obstacle("SAM-OFF-01", message)
    yield Obstacle("SAM-CARD-03", message)


def building_turn(state: SamoaState, player: str) -> Iterator[Found]:
    """Yield the obstacles to this player's turn: a day off, a tile bought, the order."""
    own = state.players[player]
    if own.day_off:
        yield from find_day_off(player)
        return
    if own.bought is not None:
        yield Obstacle("SAM-BUILD-02", describe_building_act(state, player), bought=own.bought)
    elif state.phase == "lodging":
        yield Obstacle("SAM-BUILD-04", M("building.phase-over"))
    elif state.phase == "building" and state.has_acted(player):
        yield Obstacle("SAM-BUILD-04", describe_building_act(state, player))
    if state.phase == "building":
        if player not in state.build_order:
            yield Obstacle("SAM-CARD-01", M("building.has-no-card-on-table", player=player))
        else:
            yield from find_earlier_bids(state, player)


def describe_building_act(state: SamoaState, player: str) -> M:
    """Return a player's act of the building phase: a tile bought, or a pass."""
    bought = state.players[player].bought
    if bought is None:
        return M("building.pass-is-final", player=player)
    return M("building.has-bought", player=player, bought=bought)


def find_earlier_bids(state: SamoaState, player: str) -> Iterator[Found]:
    """Yield that another bid comes first (SAM-BUILD-01, ties SAM-TIE-01)."""
    due = state.next_builder()
    if due is None or due == player:
        return
    bid, first = state.players[player].card, state.players[due].card
    assert bid is not None
    assert first is not None
    message = M("building.out-of-turn", due=due, first=first[0], player=player, bid=bid[0])
    yield Obstacle("SAM-BUILD-01", message, due=due, bids={due: first[0], player: bid[0]})
    if bid[0] == first[0] and not state.has_acted(player):
        cards = {one: state.players[one].card for one in state.build_order}
        tied = [one for one, card in cards.items() if card is not None and card[0] == bid[0]]
        yield Obstacle("SAM-TIE-01", M("building.equal-bids", due=due), tied=tied)
        if len(tied) > 2:
            message = M("building.players-tied", count=len(tied), tied=tuple(tied))
            yield Obstacle("SAM-TIE-04", message, tied=tied)


def _not_on_offer(state: SamoaState, tile: str) -> Iterator[Found]:
    message, tiles = M("building.no-tile-lies-open", tile=tile), list(state.tiles)
    yield Obstacle("SAM-BUILD-02", message, tiles=tiles)
    yield Obstacle("SAM-TILE-02", message, tiles=tiles)
    if not state.new_tiles():
        yield Obstacle("SAM-TILE-03", M("building.only-leftovers"))


def find_tile_bid_obstacles(state: SamoaState, player: str, tile: str) -> Iterator[Found]:
    """Yield that a player does not own the bid before buying (SAM-BUILD-05, SAM-U-13)."""
    own = state.players[player]
    if own.card is None or own.card == DAY_OFF:
        return
    bid, money = own.card[0], own.money
    if money >= bid:
        return
    if tile == "pool" and money + own.resident_rings() >= bid:
        yield DecidingSwitch("SAM-U-13")
        if state.table.setting("SAM-U-13") == "before":
            return
    # The amount stays out of the message: money is secret (SAM-PAY-04).
    for rule in ("SAM-BUILD-05", "SAM-BUILD-06"):
        yield Obstacle(rule, M("building.cannot-pay-bid", player=player, bid=bid), bid=bid)


def find_suite_obstacles(state: SamoaState, player: str, room: str) -> Iterator[Found]:
    """Yield the obstacles to a suite on a room (SAM-SUITE-01, SAM-U-11, SAM-U-12)."""
    own, setting = state.players[player], state.table.setting
    if not state.table.has_room(room, own.extra_rooms):
        message = M("building.has-no-room", player=player, room=room)
        yield Obstacle("SAM-SUITE-01", message, room=room)
    elif room in own.suites:
        yield Obstacle("SAM-SUITE-01", M("building.suite-already", room=room), room=room)
    elif room.startswith(EXTRA):
        yield DecidingSwitch("SAM-U-12")
        if setting("SAM-U-12") == "forbidden":
            yield Obstacle("SAM-SUITE-01", M("building.not-room-hotel-board", room=room), room=room)
        elif setting("SAM-U-12") == "ask":
            message = M("building.suite-on-extra-room", room=room)
            yield Doubt("SAM-U-12", message, applies=False)
    elif state.table.rooms is None:
        yield Doubt("SAM-P-04", M("building.is-a-room", room=room), applies=True, reads=BOARD)
    if room in own.rooms:
        yield DecidingSwitch("SAM-U-11")
        if setting("SAM-U-11") == "forbidden":
            yield Obstacle("SAM-SUITE-01", M("building.occupied", room=room), room=room)


def suite_rooms(state: SamoaState, player: str) -> list[str]:
    """Return the rooms a suite may cover; of the hotel board's none where it is unknown."""
    every = [*(state.table.rooms or ()), *extra_rooms(state.players[player].extra_rooms)]
    return [room for room in every if is_allowed(find_suite_obstacles(state, player, room))]


def apply_build(state: SamoaState, entry: Build) -> None:
    """Pay the bid, then take the tile and its effect at once (SAM-BUILD-03, SAM-BUILD-07)."""
    player, tile = entry.by, entry.tile
    own = state.players[player]
    if tile in state.tiles:
        place = state.tiles.index(tile)
        state.tiles = state.tiles[:place] + state.tiles[place + 1 :]
    elif not state.room_for_tiles():  # by ruling, a tile that was never turned up
        state.note_act(player, "building")
        return
    bid = own.card[0] if own.card is not None and own.card != DAY_OFF else 0
    income = own.resident_rings() if tile == "pool" else 0  # SAM-POOL-01
    # By ruling a bid that is too high even with the income takes what there is before it.
    helps = state.table.setting("SAM-U-13") == "before" and own.money + income >= bid
    price = min(bid, own.money + income * helps)
    own.money += income - price
    own.pool_income += income
    own.spent += price
    own.tiles_bought += 1
    own.bought = tile
    if tile == "room":
        own.extra_rooms += 1
    elif tile == "pool":
        own.pools += 1
    elif tile in SPECIAL_TILES:
        own.special = (*own.special, tile)
    else:
        room = entry.room
        if room and room not in own.suites and state.table.has_room(room, own.extra_rooms):
            own.suites = (*own.suites, room)
        else:  # by ruling, a suite without a place
            state.used_tiles = (*state.used_tiles, tile)
    state.note_act(player, "building")
