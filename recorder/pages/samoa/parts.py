"""The parts of the page of play, and what each of them is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from recorder.pages.frame.parts import Part
from recorder.pages.presenter import View

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


def parts(view: View, t: Mapping[str, Any]) -> Iterator[Part]:
    """Yield the parts of a page; t: its values, as ``play.table`` has them."""
    writes = {"writes": view.writes, "may_ask": view.writes and not view.seat}
    for name, keys in _SIMPLE.items():
        value = {key: t[key] for key in keys} | writes
        yield Part(name, f"{HERE}/{name}.html", value)
    for hotel in t["hotels"]:
        front = hotel["id"] == t["acting"]
        may = writes["may_ask"] and not front and hotel["id"] in t["choosing"]
        value = {"hotel": hotel, "shown": t["own_shown"] and front, "may_enter": may}
        yield Part(f"board.{hotel['id']}", f"{HERE}/board.html", value)
