"""Phases 1 to 3: building tiles turned up, tourists leaving and arriving, price cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.entries import ByPlayer, Entry, Written, key, player_key, verb
from adjudicator.messages import M
from adjudicator.obstacles import DecidingSwitch, Doubt, Found, Obstacle, is_allowed
from adjudicator.samoa.printed.catalogue import DOUBLE_ROUNDS, TOKENS_OF_EACH
from adjudicator.samoa.printed.names import DAY_OFF, Card, word_card, write_card
from adjudicator.samoa.printed.record_shapes import HotelNames, find_missing_card, kind, token
from adjudicator.samoa.table.hotel import Hotelier
from adjudicator.samoa.table.state import SamoaState
from adjudicator.shapes import Check, Exactly, Integer, ListOf, Mismatch


@verb("tiles")
class NewTiles(Entry):
    """Building tiles turned up."""

    by: str | None = player_key(default=None)
    tiles: list[str] = key(lambda s: ListOf(kind))


@verb("tourists")
class Arriving(Entry):
    """Tourists laid out in groups."""

    by: str | None = player_key(default=None)
    groups: list[list[str]] = key(lambda s: ListOf(ListOf(token, low=1), low=1))


def _whole_card(names: HotelNames) -> Check:
    """Return the check of a ``card`` entry: either both figures or the day off."""

    def check(entry: Written) -> None:
        day_off = "day_off" in entry
        for name in ("bid", "room"):
            if day_off and name in entry:
                raise Mismatch(M("samoa.beside-day-off"), name)
            if not day_off and name not in entry:
                raise Mismatch(M("record.missing"), name)
        if not day_off and not names.is_price_card((entry["bid"], entry["room"])):
            raise Mismatch(find_missing_card({"bid": entry["bid"], "room": entry["room"]}), "bid")

    return check


@verb("card", _whole_card)
class PlayCard(ByPlayer):
    """A price card, or the day off, laid face down."""

    bid: int | None = key(lambda s: Integer(0), default=None)
    room: int | None = key(lambda s: Integer(0), default=None)
    day_off: bool = key(lambda s: Exactly(True), default=False)

    @property
    def card(self) -> Card:
        """The card."""
        return DAY_OFF if self.bid is None or self.room is None else (self.bid, self.room)


def wrong_phase(state: SamoaState, do: str) -> Obstacle:
    """Return that an entry of a verb does not belong to the phase that is on (SAM-ROUND-02)."""
    if state.over():
        return find_game_end()
    message = M("arrivals.out-of-order", do=do, phase=state.phase)
    return Obstacle("SAM-ROUND-02", message, phase=state.phase, round=state.number)


def find_game_end() -> Obstacle:
    """Return that the game has ended (SAM-END-01)."""
    return Obstacle("SAM-END-01", M("arrivals.game-ended-after-round"))


def find_tile_obstacles(state: SamoaState, entry: NewTiles) -> Iterator[Found]:
    """Yield the obstacles to building tiles: the time, their number (SAM-TILE-01, SAM-TILE-03)."""
    if state.phase != "tiles":
        yield wrong_phase(state, "tiles")
        if state.over():
            return
    due, seen = state.new_tiles(), len(entry.tiles)
    if not due:
        message = M("arrivals.no-new-tiles-turned-up")
        yield Obstacle("SAM-TILE-03", message, tiles=seen)
    elif seen > due:
        message = M("arrivals.too-many-tiles", seen=seen, round=state.number)
    else:
        message = M("arrivals.too-few-tiles", seen=seen, round=state.number)
    if seen != due or not due:
        yield Obstacle("SAM-TILE-01", message, tiles=seen, due=due)
    kinds = state.table.kinds
    if kinds is None:
        return
    for tile, count in Counter(entry.tiles).items():
        exist, there = kinds.get(tile, 0), state.tiles_seen(tile) + count
        if there > exist:
            message = M("arrivals.tiles-of-kind", seen=there, tile=tile, exist=exist)
            yield Obstacle("SAM-SETUP-01", message, tile=tile, seen=there, exist=exist)


def apply_tiles(state: SamoaState, entry: NewTiles) -> None:
    """Add the tiles to the ones left over (SAM-TILE-02)."""
    state.tiles += tuple(entry.tiles[: state.room_for_tiles()])
    if state.phase == "tiles":
        state.phase = "tourists"
        state.acted = None


def find_arrival_obstacles(state: SamoaState, entry: Arriving) -> Iterator[Found]:
    """Yield the obstacles to tourists: the time, their number, the groups (SAM-ARRIVE-01 to 03)."""
    if state.phase != "tourists":
        yield wrong_phase(state, "tourists")
        if state.over():
            return
    sizes = [len(group) for group in entry.groups]
    total = sum(sizes)
    if total > TOKENS_OF_EACH:
        message = M("arrivals.tokens", total=total, exist=TOKENS_OF_EACH)
        yield Obstacle("SAM-SETUP-01", message, tokens=total, exist=TOKENS_OF_EACH)
    if state.number in DOUBLE_ROUNDS and total != TOKENS_OF_EACH and any(n % 2 for n in sizes):
        message = M("arrivals.doubled", sizes=_count_sizes(sizes), round=state.number)
        yield Obstacle("SAM-ARRIVE-03", message, sizes=sizes)
    table, flag = state.table, state.flag
    if table.lines is not None:
        line = table.fitting_line(sizes, state.number)
        if line is None or state.arrivals.count(line) >= table.lines.count(line):
            message = M("arrivals.no-card-brings", sizes=_count_sizes(sizes))
            yield Obstacle("SAM-ARRIVE-01", message, sizes=sizes)
    mix = (table.mix or {}).get(flag)
    if mix is None:
        return
    for one, count in Counter(one for group in entry.groups for one in group).items():
        exist = mix.get(one, 0)
        if count > exist:
            message = M("arrivals.tokens-of-flag", count=count, token=one, flag=flag, exist=exist)
            yield Obstacle("SAM-ARRIVE-02", message, token=one, seen=count, exist=exist)


def _count_sizes(sizes: list[int]) -> str:
    return "+".join(map(str, sizes))


def apply_tourists(state: SamoaState, entry: Arriving) -> None:
    """Let the round's nationality leave every hotel, then lay out the groups (SAM-LEAVE-01)."""
    sizes = [len(group) for group in entry.groups]
    line = state.table.fitting_line(sizes, state.number)
    if line is not None:
        state.arrivals = (*state.arrivals, line)
    if state.phase in ("tiles", "tourists"):
        for own in state.players.values():
            own.leave(state.flag)
        state.phase = "cards"
        state.acted = None
    state.groups = ()
    room = TOKENS_OF_EACH - state.tokens_of_flag()
    groups = []
    for group in entry.groups:
        groups.append(tuple(group[:room]))
        room -= len(groups[-1])
    state.groups = tuple(groups)


def find_card_obstacles(state: SamoaState, entry: PlayCard) -> Iterator[Found]:
    """Yield the obstacles to a price card: once a round, from the hand (SAM-CARD-01, -04)."""
    yield from find_choice_obstacles(state, entry.by)
    if not state.over():
        yield from find_hand_obstacles(state, entry.by, entry.card)


def find_choice_obstacles(state: SamoaState, player: str) -> Iterator[Found]:
    """Yield the obstacles to any price card now: the phase, a card already there (SAM-CARD-01)."""
    if state.phase != "cards":
        yield wrong_phase(state, "card")
        if state.over():
            return
    if state.players[player].card is not None:
        # Which one stays out of the message: it is secret until all are turned over.
        yield Obstacle("SAM-CARD-01", M("arrivals.has-already-played-card-this", by=player))


def find_hand_obstacles(state: SamoaState, player: str, card: Card) -> Iterator[Found]:
    """Yield the obstacles to playing a card (SAM-CARD-01, SAM-CARD-04, SAM-U-02)."""
    own = state.players[player]
    spent = card == own.card or card in own.discards
    if spent if own.hand is None else card not in own.hand:
        if card in own.discards:
            message = M("arrivals.discarded", player=player, card=word_card(card))
            yield Obstacle("SAM-CARD-04", message, card=write_card(card))
        message = M("arrivals.does-not-hold", player=player, card=word_card(card))
        yield Obstacle("SAM-CARD-01", message, card=write_card(card))
    if card == DAY_OFF:
        return
    if state.table.cards is None:
        yield Doubt("SAM-P-01", M("arrivals.cards-not-known"), applies=True)
    if card[0] > own.money:
        yield DecidingSwitch("SAM-U-02")
        if state.table.setting("SAM-U-02") == "allowed":
            return
        message = M("arrivals.bid-more-than-has", bid=card[0], player=player)
        yield Obstacle("SAM-BUILD-06", message, bid=card[0])


def apply_card(state: SamoaState, entry: PlayCard) -> None:
    """Lay the card; the last one reveals them all (SAM-CARD-01)."""
    lay_card(state.players[entry.by], entry.card)
    if state.phase in ("building", "lodging"):
        state.put_in_order()


def lay_card(own: Hotelier, card: Card) -> None:
    """Lay a card on the table; the one that lay there goes back to hand."""
    if own.card == card:
        return
    if own.card is not None:
        own.give_to_hand(own.card)
    own.take_from_hand(card)
    own.card = card


def offered_cards(state: SamoaState, player: str) -> list[Card] | None:
    """Return the cards a player may play, None where the set is unknown."""
    own = state.players[player]
    if own.hand is None:
        return None
    return sorted(
        {card for card in own.hand if is_allowed(find_hand_obstacles(state, player, card))}
    )
