"""The parts of the page of play, and the values of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from recorder.pages.presenter import View
from recorder.pages.samoa import hotels, play
from recorder.pages.shared.parts import PagePart, Value, list_board_pieces

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


def list_parts(view: View, *, calm: bool) -> Iterator[PagePart]:
    """Yield the parts of the page."""
    writes = {"writes": view.writes, "may_ask": view.writes and not view.seat}
    values = play.list_common_things(view) | play.list_own_things(view)
    for name, keys in _SIMPLE.items():
        value = {key: values[key] for key in keys} | writes
        yield PagePart(name, f"{HERE}/{name}.html", value)
    choosing = play.list_due_players(view)
    for player in (player["id"] for player in view.players):
        enters = writes["may_ask"] and player != view.acting and player in choosing
        yield from _hotel(view, player, enters, player == view.front)


def _hotel(view: View, player: str, may_enter: bool, front: bool) -> Iterator[PagePart]:
    hotel = cache(lambda: hotels.hotel_view(view, player))

    def value(piece: str) -> Value:
        if piece == "enter":
            return {"may_enter": may_enter, "id": player, "name": view.name(player)}
        return {"hotel": {key: hotel()[key] for key in _LYING[piece]}}

    return list_board_pieces(player, HERE, (*_LYING, "enter"), value, front=front)
