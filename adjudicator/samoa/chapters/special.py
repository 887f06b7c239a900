"""Special tiles: swap a card, evict two tourists, recall discards (SAM-SPEC-01 to 05)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from adjudicator.entries import ByPlayer, key, verb
from adjudicator.messages import M
from adjudicator.obstacles import DecidingSwitch, Doubt, Found, Obstacle, is_allowed
from adjudicator.samoa.chapters.arrivals import find_game_end, find_hand_obstacles, lay_card
from adjudicator.samoa.printed.catalogue import QUESTIONS, RECALLED_AT_MOST, SENT_HOME_AT_MOST
from adjudicator.samoa.printed.names import (
    UNSEEN,
    Card,
    read_card,
    read_cards,
    word_card,
    write_card,
)
from adjudicator.samoa.printed.record_shapes import special
from adjudicator.samoa.table.hotel import Hotelier, remove_card
from adjudicator.samoa.table.state import SamoaState
from adjudicator.shapes import ListOf


@verb("use_tile")
class UseTile(ByPlayer):
    """A special tile used: to swap a card, evict tourists or recall cards."""

    tile: str = key(lambda s: special)
    card: Card | None = key(lambda s: s.card, default=None, made=lambda s: read_card)
    rooms: list[str] | None = key(lambda s: ListOf(s.room), default=None)
    cards: list[Card] | None = key(
        lambda s: ListOf(s.card), default=None, made=lambda s: read_cards
    )


RULE = {"swap": "SAM-SPEC-03", "evict": "SAM-SPEC-04", "recall": "SAM-SPEC-05"}
_KEY = {"swap": "card", "evict": "rooms", "recall": "cards"}


def find_use_obstacles(state: SamoaState, entry: UseTile) -> Iterator[Found]:
    """Yield the obstacles to a special tile: its owner, the time, its use."""
    if state.over():
        yield find_game_end()
        return
    player, tile = entry.by, entry.tile
    yield from state.find_tile_faults(player, tile)
    for named, kind in ((entry.card, "swap"), (entry.rooms, "evict"), (entry.cards, "recall")):
        if (named is not None) != (kind == tile):
            message = M("special.needs-key", tile=tile, key=_KEY[tile])
            yield Obstacle(RULE[tile], message, key=_KEY[kind])
            return
    if entry.card is not None:
        yield from _swapping_for(state, player, entry.card)
    elif entry.rooms is not None:
        yield from find_eviction_obstacles(state, player, entry.rooms)
    elif entry.cards is not None:
        yield from find_recall_obstacles(state, player, entry.cards)


def _swapping_for(state: SamoaState, player: str, card: Card) -> Iterator[Found]:
    yield from find_swap_obstacles(state, player)
    against = list(find_hand_obstacles(state, player, card))
    yield from against
    rules = [one.rule for one in against if isinstance(one, Obstacle)]
    if not {"SAM-CARD-01", "SAM-CARD-04"}.isdisjoint(rules):
        yield Obstacle("SAM-SPEC-03", M("special.swap-from-hand"))


def find_swap_obstacles(state: SamoaState, player: str) -> Iterator[Found]:
    """Yield the obstacles to a swap now: the time, and the order of swaps (SAM-U-05)."""
    if state.swaps is None:
        yield Obstacle("SAM-SPEC-03", M("special.swap-time"), phase=state.phase)
    elif earlier := tuple(
        one for one in state.swaps if state.clockwise(one) > state.clockwise(player)
    ):
        message = M("special.swap-order", player=player, earlier=earlier)
        yield DecidingSwitch("SAM-U-05")
        match state.table.setting("SAM-U-05"):
            case "clockwise":
                yield Obstacle("SAM-SPEC-03", message, swapped=list(state.swaps))
            case "ask":
                yield Doubt("SAM-U-05", message, applies=False)


def find_eviction_obstacles(
    state: SamoaState, player: str, rooms: Sequence[str]
) -> Iterator[Found]:
    """Yield the obstacles to evicting from rooms: the time, the rooms, the number of tourists."""
    own = state.players[player]
    early = state.phase in ("tiles", "tourists", "cards", "building") and not state.over()
    if early:
        yield DecidingSwitch("SAM-U-37")
    in_time = state.phase == "lodging" and not state.has_acted(player)
    if state.table.setting("SAM-U-37") != "any-time" if early else not in_time:
        yield Obstacle("SAM-SPEC-04", M("special.evict-time"), phase=state.phase)
    empty = [room for room in rooms if room not in own.rooms]
    if empty:
        message = M("special.nobody-lives-in", empty=tuple(empty))
        yield Obstacle("SAM-SPEC-04", message, rooms=rooms)
    elif len(set(rooms)) != len(rooms) or not rooms:
        yield Obstacle("SAM-SPEC-04", M("special.name-rooms-once"), rooms=rooms)
    else:
        yield from _going_home(state, own, rooms)


def _going_home(state: SamoaState, own: Hotelier, rooms: Sequence[str]) -> Iterator[Found]:
    """Yield that an evict tile sends so many tourists home (SAM-SPEC-04, SAM-U-06)."""
    answer = state.table.setting("SAM-U-06")
    against = _find_home_obstacles(own, rooms, answer)
    if any(
        _find_home_obstacles(own, rooms, other) != against for other in QUESTIONS["SAM-U-06"].values
    ):
        yield DecidingSwitch("SAM-U-06")
    yield from against


def _find_home_obstacles(own: Hotelier, rooms: Sequence[str], answer: str) -> list[Found]:
    """Return the obstacles of one answer to SAM-U-06 to evicting from rooms."""
    going, living = _count_tourists(own, rooms, answer), _count_tourists(own, own.rooms, answer)
    if going > SENT_HOME_AT_MOST:
        message = M("special.evicts-so-many", going=going, most=SENT_HOME_AT_MOST)
        return [Obstacle("SAM-SPEC-04", message, rooms=rooms, tourists=going)]
    if going < min(SENT_HOME_AT_MOST, living):
        message = M("special.one-evicted", living=living)
        if answer == "two":
            return [Obstacle("SAM-SPEC-04", message, rooms=rooms, tourists=going)]
        if answer == "ask":
            return [Doubt("SAM-U-06", message, applies=False)]
    return []


def _count_tourists(own: Hotelier, rooms: Iterable[str], answer: str) -> int:
    """Return how many tourists live in some rooms, as one answer to SAM-U-06 counts them."""
    return sum(1 if answer == "pair-as-one" else len(own.rooms[room]) for room in rooms)


def list_evictions(state: SamoaState, player: str) -> list[list[str]]:
    """Return every choice of rooms that an evict tile of this player may empty (SAM-SPEC-04)."""
    lived_in = state.players[player].rooms
    return [
        list(rooms)
        for size in range(1, SENT_HOME_AT_MOST + 1)
        for rooms in combinations(lived_in, size)
        if is_allowed(find_eviction_obstacles(state, player, rooms))
    ]


def find_recall_obstacles(state: SamoaState, player: str, cards: Sequence[Card]) -> Iterator[Found]:
    """Yield the obstacles to cards that come back: their number, the discards."""
    discards = state.players[player].discards
    if not 1 <= len(cards) <= RECALLED_AT_MOST:
        message = M("special.one-or-two-come-back", cards=len(cards))
        yield Obstacle("SAM-SPEC-05", message, cards=len(cards))
    for card in cards:
        taken = UNSEEN if UNSEEN in discards else card
        if taken in discards:
            discards = remove_card(discards, taken)
        else:
            message = M("special.not-among-discards", card=word_card(card), player=player)
            yield Obstacle("SAM-SPEC-05", message, card=write_card(card))


def apply_use_tile(state: SamoaState, entry: UseTile) -> None:
    """Discard the tile for its effect (SAM-SPEC-01)."""
    player, tile = entry.by, entry.tile
    own = state.players[player]
    if tile in own.special:
        place = own.special.index(tile)
        own.special = own.special[:place] + own.special[place + 1 :]
        state.used_tiles = (*state.used_tiles, tile)
    if tile == "evict":
        own.send_home(entry.rooms or [])
    elif tile == "recall":
        for card in entry.cards or []:
            if card in own.discards:
                own.discards = remove_card(own.discards, card)
                own.give_to_hand(card)
    elif entry.card is not None:
        lay_card(own, entry.card)
        if state.swaps is not None:
            state.swaps = (*state.swaps, player)
            state.reveal()
        elif state.phase in ("building", "lodging"):
            state.put_in_order()
