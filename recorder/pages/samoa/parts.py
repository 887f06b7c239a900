"""The parts of the page of play, and what each of them is made from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from recorder.pages.frame.parts import PagePart, looked_at
from recorder.pages.samoa import hotels
from recorder.pages.samoa.play import SamoaShown

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
        "track",
        "round_at",
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
        "waiting",
        "chosen",
        "groups",
        "track",
        "round_at",
    ),
    "sheets": ("suites", "blank_card", "special"),
}
"""What of the page's values a part is made from, by its name, which is its template's."""

_LYING: Mapping[str, Sequence[str]] = {
    "head": ("title",),
    "rooms": ("id", "rows", "columns", "extra"),
    "stores": ("id", "money", "pools", "special", "hand", "card", "discards"),
}
"""The pieces of a hotel that are only looked at; each has a template of its name."""


def parts(t: SamoaShown) -> Iterator[PagePart]:
    """Yield the parts of a page. t: what it shows."""
    view = t.view
    writes = {"writes": view.writes, "may_ask": view.writes and not view.seat}
    for name, keys in _SIMPLE.items():
        value = {key: getattr(t, key) for key in keys} | writes
        yield PagePart(name, f"{HERE}/{name}.html", value)
    for player in view.players:
        others = player["id"] != t.acting and player["id"] in t.choosing
        yield from _hotel(t, player["id"], writes["may_ask"] and others)


def _hotel(t: SamoaShown, player: str, may_enter: bool) -> Iterable[PagePart]:
    """Return the parts of a hotel that is only looked at."""

    def value(part: str) -> Mapping[str, Any]:
        hotel = hotels.hotel(t.view, player)
        if part == "enter":
            return {"may_enter": may_enter, "id": player, "name": hotel["name"]}
        return {"hotel": {key: hotel[key] for key in _LYING[part] if key in hotel}}

    of = hotels.shows(t.view, player), may_enter
    return looked_at(player, HERE, (*_LYING, "enter"), value, of, front=player == t.front)
