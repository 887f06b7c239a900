"""``next``: everything that may be entered now. docs/record-samoa.md says how items are read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from adjudicator.obstacles import is_allowed
from adjudicator.samoa.chapters.arrivals import (
    find_choice_obstacles,
    find_hand_obstacles,
    offered_cards,
)
from adjudicator.samoa.chapters.building import find_tile_bid_obstacles, suite_rooms
from adjudicator.samoa.chapters.lodging import (
    find_emptying_obstacles,
    find_rest_obstacles,
    rooms_taking_anybody,
    rooms_taking_lovers,
)
from adjudicator.samoa.chapters.special import (
    find_recall_obstacles,
    find_swap_obstacles,
    list_evictions,
)
from adjudicator.samoa.printed.catalogue import RECALLED_AT_MOST, SENT_HOME_AT_MOST
from adjudicator.samoa.printed.names import DAY_OFF, LOVER, write_card
from adjudicator.samoa.table.state import SamoaState

Item = dict[str, Any]


def list_options(state: SamoaState) -> list[Item]:
    """Return the items of ``next``, first the items of the players due."""
    if state.over() or state.incomplete:
        return []
    items: list[Item] = []
    if state.phase == "tiles":
        items.append({"do": "tiles", "tiles": {"count": state.new_tiles()}})
    elif state.phase == "tourists":
        items.append({"do": "tourists", "groups": "seen"})
    elif state.phase == "cards":
        for player in state.players:
            if is_allowed(find_choice_obstacles(state, player)):
                items += _offer_cards(state, player)
    elif state.phase == "building":
        items += _offer_building(state)
    else:
        items += _offer_lodging(state)
        items += _offer_send_home(state)
    return items + _offer_special_tiles(state)


def _one_or_list(values: Sequence[Any]) -> Any:
    return values[0] if len(values) == 1 else list(values)


def _offer_cards(state: SamoaState, player: str) -> list[Item]:
    cards = offered_cards(state, player)
    if cards is not None:
        return [{"by": player, "do": "card"} | write_card(card) for card in cards]
    item: Item = {"by": player, "do": "card"}
    off = (
        [item | write_card(DAY_OFF)]
        if is_allowed(find_hand_obstacles(state, player, DAY_OFF))
        else []
    )
    return [item | {"bid": "seen", "room": "seen"}, *off]


def _offer_building(state: SamoaState) -> list[Item]:
    player = state.next_builder()
    if player is None:
        return []
    kinds = [
        tile
        for tile in dict.fromkeys(state.tiles)
        if is_allowed(find_tile_bid_obstacles(state, player, tile))
    ]
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


def _offer_lodging(state: SamoaState) -> list[Item]:
    player = state.next_lodger()
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


def _offer_send_home(state: SamoaState) -> list[Item]:
    items: list[Item] = []
    for player in state.players:
        if not is_allowed(find_rest_obstacles(state, player)):
            continue
        rooms = list(state.players[player].rooms)
        choices = [
            some
            for some in _list_choices(rooms, 0, SENT_HOME_AT_MOST)
            if is_allowed(find_emptying_obstacles(state, player, some))
        ]
        items.append({"by": player, "do": "send_home", "rooms": choices})
        items.append({"by": player, "do": "pass"})
    return items


def _list_choices(values: Sequence[Any], low: int, high: int) -> list[list[Any]]:
    """Return every choice of so many of the values, as lists, none twice."""
    found: dict[str, list[Any]] = {}
    for count in range(low, high + 1):
        for chosen in combinations(values, count):
            found.setdefault(repr(chosen), list(chosen))
    return list(found.values())


def _offer_special_tiles(state: SamoaState) -> list[Item]:
    items: list[Item] = []
    for player, own in state.players.items():
        for tile in dict.fromkeys(own.special):
            if not is_allowed(state.find_tile_faults(player, tile)):
                continue
            item: Item = {"by": player, "do": "use_tile", "tile": tile}
            if tile == "swap" and is_allowed(find_swap_obstacles(state, player)):
                cards = offered_cards(state, player)
                if cards is None:
                    items.append(item | {"card": "seen"})
                    if is_allowed(find_hand_obstacles(state, player, DAY_OFF)):
                        items.append(item | {"card": write_card(DAY_OFF)})
                elif cards:
                    items.append(item | {"card": _one_or_list([write_card(one) for one in cards])})
            elif tile == "evict":
                rooms = list_evictions(state, player)
                items += [item | {"rooms": rooms}] if rooms else []
            elif tile == "recall":
                choices = [
                    [write_card(card) for card in cards]
                    for cards in _list_choices(sorted(own.discards), 1, RECALLED_AT_MOST)
                    if is_allowed(find_recall_obstacles(state, player, cards))
                ]
                items += [item | {"cards": choices}] if choices else []
    return items
