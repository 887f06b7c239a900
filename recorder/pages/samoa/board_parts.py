"""The parts of the page of play, and the values of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from recorder.pages.samoa import hotels
from recorder.pages.samoa.play import SamoaShown
from recorder.pages.shared.parts import Group, PagePart, Sight, group, looked_at, make_single_part
from recorder.pages.sights import ALL, Needs

HERE = "samoa/parts"

_SIMPLE: Mapping[str, Sequence[str]] = {
    "players": ("players",),
    "flags": ("track",),
    "payment": ("payment",),
    "table": (
        "phase",
        "turn_up",
        "arrive",
        "home",
        "lodge",
        "tiles",
        "groups",
        "order",
        "special",
        "flag",
        "over",
    ),
    "own": (
        "lodge",
        "home",
        "own_shown",
        "hotel",
        "guess",
        "secret",
        "cards",
        "unseen",
        "waiting",
        "chosen_card",
        "groups",
        "flag",
    ),
    "sheets": ("suites", "blank_card", "special"),
}
"""The values of the page in each part, by the name of the part and its template."""

_LYING: Mapping[str, Sequence[str]] = {
    "head": ("title",),
    "rooms": ("rooms",),
    "stores": ("id", "money", "pools", "special", "hand", "card", "discards"),
}
"""The pieces of a hotel that are only looked at; each has a template of its name."""


HOTEL = Needs(("hotel",), own=ALL)


def list_parts(shown: SamoaShown, *, calm: bool) -> Iterator[Group]:
    """Yield the parts of the page."""
    view = shown.view
    writes = {"writes": view.writes, "may_ask": view.writes and not view.seat}
    for name, keys in _SIMPLE.items():
        value = {key: getattr(shown, key) for key in keys} | writes
        yield make_single_part(name, f"{HERE}/{name}.html", value)
    for player in (player["id"] for player in view.players):
        enters = writes["may_ask"] and player != shown.acting and player in shown.choosing
        seen = shown.sights.part_sight(HOTEL, player)
        yield group(f"board.{player}", _hotel, seen, player, enters, player == shown.front)


def _hotel(seen: Sight, player: str, may_enter: bool, front: bool) -> Iterator[PagePart]:
    """Yield the parts of a hotel that is only looked at."""

    hotel = cache(lambda: hotels.hotel_view(seen.view, player))

    def value(part: str) -> Mapping[str, Any]:
        if part == "enter":
            return {"may_enter": may_enter, "id": player, "name": seen.view.name(player)}
        return {"hotel": {key: hotel()[key] for key in _LYING[part]}}

    return looked_at(player, HERE, (*_LYING, "enter"), value, front=front)
