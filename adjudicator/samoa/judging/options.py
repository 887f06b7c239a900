"""``next``: everything that may be entered now. docs/record-samoa.md says how items are read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from adjudicator.obstacles import is_allowed
from adjudicator.samoa.chapters.arrivals import choosing, offered_cards, playing
from adjudicator.samoa.chapters.building import paying, suite_rooms
from adjudicator.samoa.chapters.lodging import (
    emptying,
    resting,
    rooms_taking_anybody,
    rooms_taking_lovers,
)
from adjudicator.samoa.chapters.special import evictions, recalling, swapping
from adjudicator.samoa.printed.catalogue import RECALLED_AT_MOST, SENT_HOME_AT_MOST
from adjudicator.samoa.printed.names import DAY_OFF, LOVER, card_json
from adjudicator.samoa.table.state import SamoaState

Item = dict[str, Any]


def options(state: SamoaState) -> list[Item]:
    """Return the items of ``next``, those of whose entry is due first."""
    if state.over() or state.incomplete:
        return []
    items: list[Item] = []
    if state.phase == "tiles":
        items.append({"do": "tiles", "tiles": {"count": state.new_tiles()}})
    elif state.phase == "tourists":
        items.append({"do": "tourists", "groups": "seen"})
    elif state.phase == "cards":
        for player in state.players:
            if is_allowed(choosing(state, player)):
                items += _cards(state, player)
    elif state.phase == "building":
        items += _build(state)
    else:
        items += _lodge(state)
        items += _send_home(state)
    return items + _special(state)


def _one_or_list(values: Sequence[Any]) -> Any:
    return values[0] if len(values) == 1 else list(values)


def _cards(state: SamoaState, player: str) -> list[Item]:
    cards = offered_cards(state, player)
    if cards is not None:
        return [{"by": player, "do": "card"} | card_json(card) for card in cards]
    item: Item = {"by": player, "do": "card"}
    off = [item | card_json(DAY_OFF)] if is_allowed(playing(state, player, DAY_OFF)) else []
    return [item | {"bid": "seen", "room": "seen"}, *off]


def _build(state: SamoaState) -> list[Item]:
    player = state.builder()
    if player is None:
        return []
    kinds = [tile for tile in dict.fromkeys(state.tiles) if is_allowed(paying(state, player, tile))]
    items: list[Item] = []
    plain = [tile for tile in kinds if tile != "suite"]
    if plain:
        items.append({"by": player, "do": "build", "tile": _one_or_list(plain)})
    if "suite" in kinds:
        rooms = suite_rooms(state, player)
        suite = {"by": player, "do": "build", "tile": "suite"}
        if state.table.rooms is None:
            items.append(suite | {"room": "seen"})
        if rooms:
            items.append(suite | {"room": _one_or_list(rooms)})
    return [*items, {"by": player, "do": "pass"}]


def _lodge(state: SamoaState) -> list[Item]:
    player = state.lodger()
    if player is None:
        return []
    free = rooms_taking_anybody(state, player) if state.table.rooms is not None else "seen"
    items: list[Item] = []
    for number, group in enumerate(state.groups, start=1):
        if group:
            tourists: Item = {"tokens": list(group), "rooms": free}
            if LOVER in group:
                tourists["lovers"] = rooms_taking_lovers(state, player)
            items.append({"by": player, "do": "lodge", "group": number, "tourists": tourists})
    return [*items, {"by": player, "do": "pass"}]


def _send_home(state: SamoaState) -> list[Item]:
    items: list[Item] = []
    for player in state.players:
        if not is_allowed(resting(state, player)):
            continue
        rooms = list(state.players[player].rooms)
        choices = [
            some
            for some in _choices(rooms, 0, SENT_HOME_AT_MOST)
            if is_allowed(emptying(state, player, some))
        ]
        items.append({"by": player, "do": "send_home", "rooms": choices})
        items.append({"by": player, "do": "pass"})
    return items


def _choices(values: Sequence[Any], low: int, high: int) -> list[list[Any]]:
    """Return every choice of so many of the values, as lists, none twice."""
    found: dict[str, list[Any]] = {}
    for count in range(low, high + 1):
        for chosen in combinations(values, count):
            found.setdefault(repr(chosen), list(chosen))
    return list(found.values())


def _special(state: SamoaState) -> list[Item]:
    items: list[Item] = []
    for player, own in state.players.items():
        for tile in dict.fromkeys(own.special):
            if not is_allowed(state.holding(player, tile)):
                continue
            item: Item = {"by": player, "do": "use_tile", "tile": tile}
            if tile == "swap" and is_allowed(swapping(state, player)):
                cards = offered_cards(state, player)
                if cards is None:
                    items.append(item | {"card": "seen"})
                    if is_allowed(playing(state, player, DAY_OFF)):
                        items.append(item | {"card": card_json(DAY_OFF)})
                elif cards:
                    items.append(item | {"card": _one_or_list([card_json(one) for one in cards])})
            elif tile == "evict":
                rooms = evictions(state, player)
                items += [item | {"rooms": rooms}] if rooms else []
            elif tile == "recall":
                choices = [
                    [card_json(card) for card in cards]
                    for cards in _choices(sorted(own.discards), 1, RECALLED_AT_MOST)
                    if is_allowed(recalling(state, player, cards))
                ]
                items += [item | {"cards": choices}] if choices else []
    return items
