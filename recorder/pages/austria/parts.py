"""The parts of the page of play, and what each of them is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from recorder.pages.austria import dice, modules
from recorder.pages.austria.modules import Panel
from recorder.pages.frame.parts import Part
from recorder.pages.presenter import View

HERE = "austria/parts"

_SIMPLE: Mapping[str, tuple[str, Sequence[str]]] = {
    "players": ("players", ("players", "turn")),
    "closed": ("closed", ("emperor", "round_end")),
    "queue": ("queue", ("queue",)),
    "dice": ("dice", ("dice",)),
    "cards": ("cards", ("politics_title", "politics", "track", "tiles")),
    "reveal": ("reveal", ("reveal",)),
    "roll": ("roll", ("roll",)),
    "staff-pick": ("staff_pick", ("staff_pick", "hand")),
    "serve": ("serve", ("serve",)),
    "agenda": ("agenda", ("agenda",)),
}
"""Template and what of the page's values it is made from, by the name of the part."""

_TAPPED = ("reveal", "roll", "staff-pick", "serve")
"""Sheets of somebody who may enter something."""

_STORES = ("id", "krones", "emperor", "kitchen")
_CAFE = ("id", "cafe", "staff", "hand")

_LYING: Mapping[str, Sequence[str]] = {
    "head": ("title", "colour", "vp", "track"),
    "rooms": ("id", "floors"),
    "stores": (*_STORES, "cafe", "staff", "hand"),
    "staff": ("id", "name", "staff"),
}
"""What the parts of a board are made of that is only looked at, each a template of its name."""

_WITH_HAND = ("stores", "staff")
"""Those that show its own player the cards in hand."""


def parts(view: View, t: Mapping[str, Any]) -> Iterator[Part]:
    """Yield the parts of a page; t: its values, as ``play.table`` has them."""
    writes = {"writes": view.writes}
    for name, (template, keys) in _SIMPLE.items():
        shown = view.writes or name not in _TAPPED
        value = {key: t[key] if shown else None for key in keys} | writes
        yield Part(name, f"{HERE}/{template}.html", value)
    front = t["board"]
    yield Part("owner", f"{HERE}/owner.html", {"title": front["title"]})
    for floor in front["floors"]:
        value = {"floor": floor, "id": front["id"]}
        yield Part(f"floor.{floor['number']}", f"{HERE}/floor.html", value)
    stores = {"board": {key: front[key] for key in _STORES}}
    yield Part("own-stores", f"{HERE}/own_stores.html", stores)
    cafe = {"board": {key: front[key] for key in _CAFE}, "hand": _hand(view, t, front["id"])}
    more = {"also": t["also"], "politics_title": t["politics_title"]}
    yield Part("cafe", f"{HERE}/cafe.html", cafe | more | writes)
    for board in t["boards"]:
        hand = {"hand": _hand(view, t, board["id"])}
        for name, keys in _LYING.items():
            value = {"board": {key: board[key] for key in keys}}
            more = hand if name in _WITH_HAND else {}
            yield Part(f"{name}.{board['id']}", f"{HERE}/{name}.html", value | more)
        may = view.writes and board["id"] != t["front"]
        value = {"may_enter": may, "id": board["id"], "name": board["name"]}
        yield Part(f"enter.{board['id']}", f"{HERE}/enter.html", value)
    sheets = {sheet["die"]: sheet for sheet in t["die_sheets"]} if view.writes else {}
    for die in dice.DICE:
        value = {"sheet": sheets.get(die), "here": "play"} | writes
        yield Part(f"die.{die}", f"{HERE}/die.html", value)
    for kind in ("panel", "sheet"):
        for name, panels in t[f"{kind}s_of"].items():
            value = {"panels": [_plain(panel) for panel in panels]} | writes
            yield Part(f"{kind}.{name}", f"{HERE}/panels.html", value)


def _hand(view: View, t: Mapping[str, Any], player: str) -> Sequence[Any]:
    """Return the cards in a player's hand where this link is the player's own."""
    cards: Sequence[Any] = t["hand"] if player == view.seat else []
    return cards


def _plain(panel: Panel) -> Mapping[str, Any]:
    return {"template": panel.template, "m": panel.m}


def by_face(view: View, of: Any) -> dict[str, Sequence[Panel]]:
    """Return the panels of every module in play by its name. of: what a face has of them."""
    names = view.header.get("modules", ())
    return {name: tuple(of(modules.find(name))) for name in names}
