"""The parts of the page of play, and what each of them is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from recorder.pages.austria import boards, dice
from recorder.pages.austria.emperor import CLOSED
from recorder.pages.austria.modules import Panel
from recorder.pages.austria.play import AustriaShown
from recorder.pages.frame.parts import PagePart, looked_at, together

HERE = "austria/parts"

_SIMPLE: Mapping[str, tuple[str, Sequence[str]]] = {
    "players": ("players", ("players", "turn")),
    "queue": ("queue", ("queue",)),
    "dice": ("dice", ("dice",)),
    "roll": ("roll", ("roll",)),
    "staff-pick": ("staff_pick", ("staff_pick", "hand", "no_card")),
    "serve": ("serve", ("serve",)),
}
"""By the name of the part: its template, and the values of the page that it is made from."""

_TAPPED = ("roll", "staff-pick", "serve")
"""Sheets of somebody who may enter something."""

_LYING: Mapping[str, Sequence[str]] = {
    "head": ("id", "title", "colour", "vp", "track"),
    "rooms": ("id", "floors"),
    "stores": ("id", "krones", "emperor", "kitchen", "cafe", "staff", "hand"),
}
"""The pieces of a board that are only looked at; each has a template of its name."""


def parts(t: AustriaShown, calm: bool) -> Iterator[PagePart]:
    """Yield the parts of a page; t: what it shows. calm: what is open waits for an answer."""
    view = t.view
    writes = {"writes": view.writes}
    for name, (template, keys) in _SIMPLE.items():
        shown = view.writes or name not in _TAPPED
        value = {key: getattr(t, key) if shown else None for key in keys} | writes
        yield PagePart(name, f"{HERE}/{template}.html", value)
    yield from _closed(t)
    yield PagePart("agenda", f"{HERE}/agenda.html", {"agenda": [] if calm else t.agenda} | writes)
    guests = view.writes and any(slot.get("legal") for slot in t.queue)
    of = ("reveal", *t.in_sight, *view.header.get("modules", ())) if guests else None
    yield PagePart("reveal", f"{HERE}/reveal.html", partial(_reveal, t, guests), of, closed=guests)
    yield from _front(t)
    yield from _cards(t)
    for player in view.players:
        yield from _board(t, player["id"])
        yield _staff(t, player["id"])
    takes = dice.offered(t.mine)
    for die in dice.DICE:
        yield _die(t, die, die in takes)
    for kind, all_ in (("panel", t.panels_of), ("sheet", t.sheets_of)):
        for name, panels in all_.items():
            value = {"panels": [_plain(panel) for panel in panels]} | writes
            yield PagePart(f"{kind}.{name}", f"{HERE}/panels.html", value, closed=kind == "sheet")


def _closed(t: AustriaShown) -> Sequence[PagePart]:
    """Return what the end of a round did, which is played through again to be told."""

    def make() -> Iterator[PagePart]:
        value = {"emperor": t.emperor, "round_end": t.round_end}
        yield PagePart("closed", f"{HERE}/closed.html", value)

    key = t.view.known.key
    if t.phase in CLOSED and key is None:
        return list(make())
    return together("closed", key if t.phase in CLOSED else (), make)


def _front(t: AustriaShown) -> Iterator[PagePart]:
    """Yield the parts of the board in front, with what may be tapped on it.

    Each is made from what it shows alone, and only where that is new.
    """
    view, player = t.view, t.acting
    name = view.name(player)
    yield _made("owner", partial(_owner, t), name)
    for floor in t.floors:
        make, shows = partial(_floor, floor, player), floor.shows
        yield PagePart(f"floor.{floor.number}", f"{HERE}/floor.html", make, shows)
    lies = view.position["players"][player]
    own = [lies[key] for key in ("krones", "emperor", "kitchen")]
    yield _made("own-stores", partial(_own_stores, t), (player, own, boards.foods(view)))
    hand, also = _hand(t, player), [button.plain for button in t.also]
    taps = boards.cafe_shows(view, player, t.mine), t.ends, also
    yield _made("cafe", partial(_cafe, t, hand), (taps, view.writes, t.politics_title, hand))


def _made(name: str, make: Callable[[], Mapping[str, Any]], of: Any) -> PagePart:
    """Return a part whose value is made when it is needed; of: all that it is made from."""
    return PagePart(name, f"{HERE}/{name.replace('-', '_')}.html", make, of)


def _owner(t: AustriaShown) -> Mapping[str, Any]:
    return {"title": boards.title(t.view, t.acting)}


def _floor(floor: boards.ShownFloor, player: str) -> Mapping[str, Any]:
    return {"floor": floor.make(), "id": player}


def _own_stores(t: AustriaShown) -> Mapping[str, Any]:
    return {"board": {"id": t.acting, **boards.stores(t.view, t.acting)}}


def _cafe(t: AustriaShown, hand: Sequence[Any]) -> Mapping[str, Any]:
    board = {"id": t.acting, **t.cafe}
    more = {"also": t.also, "politics_title": t.politics_title}
    return {"board": board, "hand": hand, "writes": t.view.writes, **more}


def _board(t: AustriaShown, player: str) -> Iterable[PagePart]:
    """Return the parts of a board that is only looked at."""
    view, hand = t.view, _hand(t, player)
    may = view.writes and player != t.front

    def value(part: str) -> Mapping[str, Any]:
        if part == "enter":
            return {"may_enter": may, "id": player, "name": view.name(player)}
        board = boards.lying(view, player)
        more = {"hand": hand} if part == "stores" else {}
        return {"board": {key: board[key] for key in _LYING[part]}} | more

    of = boards.shows(view, player), hand, may
    return looked_at(player, HERE, (*_LYING, "enter"), value, of, front=player == t.front)


def _staff(t: AustriaShown, player: str) -> PagePart:
    """Return the sheet of a player's staff, which the board in front opens as well."""
    board = {"id": player, "name": t.view.name(player), "staff": boards.staff_of(t.view, player)}
    return PagePart(
        f"staff.{player}", f"{HERE}/staff.html", {"board": board, "hand": _hand(t, player)}
    )


def _cards(t: AustriaShown) -> Sequence[PagePart]:
    """Return the sheet of what everybody plays for: cards, track and tiles of the emperor."""
    header, lies = t.view.header, t.view.position
    about = [header["players"], header.get("edition"), header.get("modules")]
    shown = [lies.get(name) for name in ("politics", "claims", "emperor")]
    spaces = [own["emperor"] for own in lies["players"].values()]

    def make() -> Iterator[PagePart]:
        names = ("politics_title", "politics", "track", "tiles")
        yield PagePart("cards", f"{HERE}/cards.html", {name: getattr(t, name) for name in names})

    return together("cards", (about, shown, spaces), make)


def _reveal(t: AustriaShown, takes: bool) -> Mapping[str, object]:
    return {"reveal": t.reveal if takes else None, "writes": takes}


def _die(t: AustriaShown, die: int, takes: bool) -> PagePart:
    """Return the sheet of a space. What a take gives up is tried out, so it is made when needed.

    takes: whether anything is offered there.
    """
    name, template = f"take-{die}", f"{HERE}/die.html"
    if not t.view.writes or not takes:
        return PagePart(name, template, {"sheet": None, "here": "play"})
    key = t.view.known.key
    of = key and (*key, name, t.front)
    return PagePart(name, template, lambda: {"sheet": t.die_sheet(die), "here": "play"}, of, True)


def _hand(t: AustriaShown, player: str) -> Sequence[Any]:
    """Return the cards in a player's hand where this link is the player's own."""
    return t.hand if player == t.view.seat else []


def _plain(panel: Panel) -> Mapping[str, object]:
    return {"template": panel.template, "m": panel.m}
