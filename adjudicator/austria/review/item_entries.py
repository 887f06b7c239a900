"""Make one entry of an item of ``next``: of several values the first, of food the most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.austria.chapters.guests import list_guests_to_reveal, obstacles_to_revealing
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.state import Player, Table
from adjudicator.obstacles import is_allowed

HIDDEN = "hand"
SEEN = "seen"
OTHER = "other"


def entry_of_item(state: Table, item: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return an entry that matches an item; None where only the table could say what it names.

    A card turned up is the one of the lowest number that may be: what it is decides nothing.
    """
    if item.get("gain") == OTHER:
        return _exchange(state, item)
    entry: dict[str, Any] = {}
    for key, value in item.items():
        if key == "place":
            continue  # any part of it may be placed, and none
        if key == "reveal" and value == SEEN:
            entry[key] = _any_card(state, item["guest"])
        elif value in (HIDDEN, SEEN):
            return None
        elif key in ("gain", "give", "pay") and isinstance(value, list):
            entry[key] = max(value, key=lambda food: sum(food.values()))
        elif isinstance(value, list):
            entry[key] = value[0]
        else:
            entry[key] = value
    return entry


def _exchange(state: Table, item: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the exchange of one piece for one of another kind."""
    [given, *_] = item["give"]
    for food in (state.box.foods[number] for number in state.box.choosable):
        if food != given and state.supply[state.box.food_index[food]]:
            return {"by": item["by"], "do": item["do"], "give": {given: 1}, "gain": {food: 1}}
    return None


def _any_card(state: Table, guests: Any) -> int | None:
    taken = guests[0] if isinstance(guests, list) else guests
    known = state.guests if state.deck is None else list_guests_to_reveal(state)
    return next(
        (
            card
            for card in sorted(known)
            if is_allowed(obstacles_to_revealing(state, card, taken, state.in_setup))
        ),
        None,
    )


def offered_entries(state: Table, player: Player, verb: str) -> Iterator[dict[str, Any]]:
    """Yield entries of a verb that the modules of a box offer a player."""
    if verb not in box_at(state).verbs:
        return
    for offers in box_at(state).offers:
        for item in offers(state):
            if item["do"] == verb and item.get("by") == player.id:
                entry = entry_of_item(state, item)
                if entry is not None:
                    yield entry
