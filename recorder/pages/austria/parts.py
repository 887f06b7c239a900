"""The parts of the page of play, and what each of them is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from recorder.pages.austria import dice
from recorder.pages.austria.modules import Panel
from recorder.pages.austria.play import AustriaShown
from recorder.pages.frame.parts import PagePart

HERE = "austria/parts"

_SIMPLE: Mapping[str, tuple[str, Sequence[str]]] = {
    "players": ("players", ("players", "turn")),
    "closed": ("closed", ("emperor", "round_end")),
    "queue": ("queue", ("queue",)),
    "dice": ("dice", ("dice",)),
    "cards": ("cards", ("politics_title", "politics", "track", "tiles")),
    "roll": ("roll", ("roll",)),
    "staff-pick": ("staff_pick", ("staff_pick", "hand")),
    "serve": ("serve", ("serve",)),
}
"""Template and what of the page's values it is made from, by the name of the part."""

_TAPPED = ("roll", "staff-pick", "serve")
"""Sheets of somebody who may enter something."""

_STORES = ("id", "krones", "emperor", "kitchen")
_CAFE = ("id", "cafe", "staff", "hand")

_LYING: Mapping[str, Sequence[str]] = {
    "head": ("id", "title", "colour", "vp", "track"),
    "rooms": ("id", "floors"),
    "stores": (*_STORES, "cafe", "staff", "hand"),
    "staff": ("id", "name", "staff"),
}
"""What the parts of a board are made of that is only looked at, each a template of its name."""

_WITH_HAND = ("stores", "staff")
"""Those that show its own player the cards in hand."""


def parts(t: AustriaShown, calm: bool) -> Iterator[PagePart]:
    """Yield the parts of a page; t: what it shows. calm: what is open waits for an answer."""
    view = t.view
    writes = {"writes": view.writes}
    for name, (template, keys) in _SIMPLE.items():
        shown = view.writes or name not in _TAPPED
        value = {key: getattr(t, key) if shown else None for key in keys} | writes
        yield PagePart(name, f"{HERE}/{template}.html", value)
    yield PagePart("agenda", f"{HERE}/agenda.html", {"agenda": [] if calm else t.agenda} | writes)
    takes = view.writes and any(slot.get("legal") for slot in t.queue)
    of = ("reveal", *t.in_sight, *view.header.get("modules", ())) if takes else None
    yield PagePart("reveal", f"{HERE}/reveal.html", partial(_reveal, t, takes), of, closed=takes)
    front = t.board
    yield PagePart("owner", f"{HERE}/owner.html", {"title": front["title"]})
    for floor in front["floors"]:
        value = {"floor": floor, "id": front["id"]}
        yield PagePart(f"floor.{floor['number']}", f"{HERE}/floor.html", value)
    stores = {"board": {key: front[key] for key in _STORES}}
    yield PagePart("own-stores", f"{HERE}/own_stores.html", stores)
    cafe = {"board": {key: front[key] for key in _CAFE}, "hand": _hand(t, front["id"])}
    more = {"also": t.also, "politics_title": t.politics_title}
    yield PagePart("cafe", f"{HERE}/cafe.html", cafe | more | writes)
    for board in t.boards:
        hand = {"hand": _hand(t, board["id"])}
        for name, keys in _LYING.items():
            value = {"board": {key: board[key] for key in keys}}
            more = hand if name in _WITH_HAND else {}
            yield PagePart(f"{name}.{board['id']}", f"{HERE}/{name}.html", value | more)
        may = view.writes and board["id"] != t.front
        value = {"may_enter": may, "id": board["id"], "name": board["name"]}
        yield PagePart(f"enter.{board['id']}", f"{HERE}/enter.html", value)
    for die in dice.DICE:
        yield _die(t, die)
    for kind, all_ in (("panel", t.panels_of), ("sheet", t.sheets_of)):
        for name, panels in all_.items():
            value = {"panels": [_plain(panel) for panel in panels]} | writes
            yield PagePart(f"{kind}.{name}", f"{HERE}/panels.html", value, closed=kind == "sheet")


def _reveal(t: AustriaShown, takes: bool) -> Mapping[str, Any]:
    return {"reveal": t.reveal if takes else None, "writes": takes}


def _die(t: AustriaShown, die: int) -> PagePart:
    """Return the sheet of a space. What a take gives up is tried out, so it is made when needed."""
    name, template = f"take-{die}", f"{HERE}/die.html"
    if not t.view.writes or not dice.offered(t.mine, die):
        return PagePart(name, template, {"sheet": None, "here": "play"})
    key = t.view.known.key
    of = key and (*key, name, t.front)
    return PagePart(name, template, lambda: {"sheet": t.die_sheet(die), "here": "play"}, of, True)


def _hand(t: AustriaShown, player: str) -> Sequence[Any]:
    """Return the cards in a player's hand where this link is the player's own."""
    return t.hand if player == t.view.seat else []


def _plain(panel: Panel) -> Mapping[str, Any]:
    return {"template": panel.template, "m": panel.m}
