"""The parts of the page of play, and what each of them is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from recorder.pages.austria import boards, dice, modules, piles, play
from recorder.pages.austria.components import sheets
from recorder.pages.austria.emperor import CLOSED
from recorder.pages.austria.modules import Panel
from recorder.pages.austria.play import AustriaShown
from recorder.pages.forms import offers
from recorder.pages.presenter import Button, View
from recorder.pages.shared.parts import (
    Group,
    PagePart,
    Sight,
    group,
    looked_at,
    make_single_part,
    mark_of,
)
from recorder.pages.sights import ALL, Needs

HERE = "austria/parts"

DIE = f"{HERE}/die.html"

_SIMPLE: Mapping[str, Sequence[str]] = {
    "dice": ("dice",),
    "roll": ("roll",),
    "staff-pick": ("staff_pick", "hand", "no_card"),
    "serve": ("serve",),
}
"""The values of the page that a part shows, by its name, which is its template's."""

_TAPPED = ("roll", "staff-pick", "serve")
"""Sheets of somebody who may enter something."""

_LYING: Mapping[str, Sequence[str]] = {
    "head": ("id", "title", "colour", "vp", "track"),
    "rooms": ("id", "floors"),
    "stores": ("id", "krones", "emperor", "kitchen", "cafe", "staff", "hand"),
}
"""The pieces of a board that are only looked at; each has a template of its name."""

QUEUE = Needs(("queue",), verbs=("take_guest",))
CAFE = Needs(own=("cafe", "staff", "hand", "kitchen"), verbs=boards.GUEST_TAPPED)
CARDS = Needs(("politics", "claims", "emperor"), own=("emperor",))
PILES = Needs(own=(piles.KEY,))
BOARD = Needs(own=ALL, points=True)


def list_parts(shown: AustriaShown, *, calm: bool) -> Iterator[Group]:
    """Yield the parts of the page. calm: the agenda stays empty."""
    view, see, player = shown.view, shown.sights, shown.acting
    writes = {"writes": view.writes}
    yield make_single_part(
        "players", f"{HERE}/players.html", {"players": shown.players, "turn": shown.turn} | writes
    )
    yield group("queue", _queue, see.part_sight(QUEUE), player, shown.free_guests)
    for name, keys in _SIMPLE.items():
        drawn = view.writes or name not in _TAPPED
        value = {key: getattr(shown, key) if drawn else None for key in keys} | writes
        yield make_single_part(name, f"{HERE}/{name.replace('-', '_')}.html", value)
    yield (
        group("closed", _round_closed, see.whole_sight())
        if shown.phase in CLOSED
        else group("closed", _round_open)
    )
    value = {"agenda": [] if calm else shown.agenda} | writes
    yield make_single_part("agenda", f"{HERE}/agenda.html", value)
    taking = offers.find(shown.mine, "take_guest") if view.writes else []
    if taking:
        out, last = tuple(play.outside_pile(view)), any(each["reveal"] is None for each in taking)
        yield group("reveal", _reveal, see.part_sight(Needs()), out, last)
    else:
        yield group("reveal", _no_reveal)
    yield make_single_part(
        "owner", f"{HERE}/owner.html", {"title": boards.board_title(view, player)}
    )
    begins = dice.rooms_to_prepare_at_once(view, shown.mine) if view.writes else {}
    for floor in boards.list_floors(view, player, live=view.writes, ends=shown.ends, begins=begins):
        yield group(f"floor.{floor.number}", _floor, floor)
    stores = {"id": player, **boards.list_stores(view, player)}
    yield make_single_part("own-stores", f"{HERE}/own_stores.html", {"board": stores})
    places, hand = (
        boards.count_cafe_tables(view, view.position["players"][player]),
        _hand(shown, player),
    )
    yield group(
        "cafe", _cafe, see.part_sight(CAFE, player), player, places, shown.ends, shown.also, hand
    )
    yield group("cards", _cards, see.part_sight(CARDS))
    for each in (player["id"] for player in view.players):
        front = each == shown.front
        yield group(
            f"board.{each}", _board, see.part_sight(BOARD, each), each, front, _hand(shown, each)
        )
    takes, now = dice.offered_spaces(shown.mine) if view.writes else (), see.whole_sight()
    mark = mark_of(now.shows) if takes and view.known.key else ""
    for die in dice.DICE:
        taken = group(f"take-{die}", _take_sheet, now, die, mark)
        yield taken if die in takes else group(f"take-{die}", _closed_take_sheet, die)
    for name in view.header.get("modules", ()):
        needs = modules.find_face(name).panels_need
        seen = see.whole_sight() if needs is None else see.part_sight(needs)
        yield group(f"panel.{name}", _panels, seen, name)
    yield group("panel.piles", _piles, see.part_sight(PILES))
    yield group("panel.due", _due_panel, see.part_sight(sheets.sight_needs(view.header)))
    verbs = {offer["do"] for offer in view.options if offer.get("by", player) == player}
    for name in view.header.get("modules", ()):
        face = modules.find_face(name)
        if verbs.isdisjoint(face.verbs):
            yield group(f"sheet.{name}", _no_sheets, name, view.writes)
            continue
        needs = face.sheets_need
        seen = (
            see.whole_sight()
            if needs is None
            else see.part_sight(needs._replace(verbs=face.verbs), player)
        )
        yield group(f"sheet.{name}", _sheets, seen, name, player)


def _queue(seen: Sight, player: str, free: bool) -> Iterator[PagePart]:
    value = {"queue": play.queue_view(seen.view, player, free), "writes": seen.view.writes}
    yield PagePart("queue", f"{HERE}/queue.html", value)


def _round_closed(seen: Sight) -> Iterator[PagePart]:
    """Yield what the end of a round did, which is played through again to be told."""

    def value() -> Mapping[str, Any]:
        t = AustriaShown(seen.view)
        return {"emperor": t.emperor, "round_end": t.round_end}

    yield PagePart("closed", f"{HERE}/closed.html", value, seen.view.known.key)


def _round_open() -> Iterator[PagePart]:
    yield PagePart("closed", f"{HERE}/closed.html", {"emperor": None, "round_end": []})


def _reveal(seen: Sight, out: Sequence[int], last: bool) -> Iterator[PagePart]:
    """Yield the sheet of the guest turned up. out: who is not in the pile. last: whether the pile
    may have none left.
    """
    view = seen.view

    def value() -> Mapping[str, Any]:
        return {"reveal": play.list_revealable(view, out), "last": last, "writes": True}

    of = ("reveal", *out, last, *view.header.get("modules", ()))
    yield PagePart("reveal", f"{HERE}/reveal.html", value, of, closed=True)


def _no_reveal() -> Iterator[PagePart]:
    yield PagePart("reveal", f"{HERE}/reveal.html", {"reveal": None, "writes": False})


def _floor(floor: boards.ShownFloor) -> Iterator[PagePart]:
    def value() -> Mapping[str, Any]:
        return {"floor": floor.make(), "id": floor.player}

    yield PagePart(f"floor.{floor.number}", f"{HERE}/floor.html", value, tuple(floor))


def _cafe(
    seen: Sight,
    player: str,
    places: int,
    ends: bool,
    also: Sequence[Button],
    hand: Sequence[Any],
) -> Iterator[PagePart]:
    view = seen.view
    board = {"id": player, **boards.cafe_view(view, player, places, live=view.writes, ends=ends)}
    more = {"also": also, "politics_title": play.politics_title(view.header)}
    value = {"board": board, "hand": hand, "writes": view.writes, **more}
    yield PagePart("cafe", f"{HERE}/cafe.html", value)


def _cards(seen: Sight) -> Iterator[PagePart]:
    """Yield the sheet of what everybody plays for: cards, track and tiles of the emperor."""
    t = AustriaShown(seen.view)
    names = ("politics_title", "politics", "track", "tiles")
    yield PagePart("cards", f"{HERE}/cards.html", {name: getattr(t, name) for name in names})


def _board(seen: Sight, player: str, front: bool, hand: Sequence[Any]) -> Iterator[PagePart]:
    """Yield the parts of a board that is only looked at, and the sheet of its player's staff."""
    view = seen.view
    may = view.writes and not front

    def value(part: str) -> Mapping[str, Any]:
        if part == "enter":
            return {"may_enter": may, "id": player, "name": view.name(player)}
        board = boards.still_board(view, player)
        more = {"hand": hand} if part == "stores" else {}
        return {"board": {key: board[key] for key in _LYING[part]}} | more

    yield from looked_at(player, HERE, (*_LYING, "enter"), value, front=front)
    board = {"id": player, "name": view.name(player), "staff": boards.staff_in_play(view, player)}
    yield PagePart(f"staff.{player}", f"{HERE}/staff.html", {"board": board, "hand": hand})


def _take_sheet(seen: Sight, die: int, mark: str) -> Iterator[PagePart]:
    """Yield the sheet of a space. What a take gives up is tried out, so it is made when it is
    needed. mark: its own at this moment.
    """
    view, name = seen.view, f"take-{die}"
    of = view.known.key and (*view.known.key, view.acting, name)
    yield PagePart(name, DIE, partial(_die_sheet, view, die), of, closed=True, mark=mark)


def _closed_take_sheet(die: int) -> Iterator[PagePart]:
    yield PagePart(f"take-{die}", DIE, {"sheet": None, "here": "play"})


def _die_sheet(view: View, die: int) -> Mapping[str, Any]:
    return {"sheet": AustriaShown(view).die_sheet(die), "here": "play"}


def _panels(seen: Sight, module: str) -> Iterator[PagePart]:
    yield _panel(f"panel.{module}", modules.find_face(module).panels(seen.view), seen.view.writes)


def _piles(seen: Sight) -> Iterator[PagePart]:
    panel = piles.piles_panel(seen.view)
    yield _panel("panel.piles", [panel] if panel else [], seen.view.writes)


def _due_panel(seen: Sight) -> Iterator[PagePart]:
    panel = sheets.due_panel(seen.view)
    yield _panel("panel.due", [panel] if panel else [], seen.view.writes)


def _sheets(seen: Sight, module: str, player: str) -> Iterator[PagePart]:
    mine = [offer for offer in seen.view.options if offer.get("by") == player]
    panels = modules.find_face(module).sheets(seen.view, mine)
    yield _panel(f"sheet.{module}", panels, seen.view.writes, closed=True)


def _no_sheets(module: str, writes: bool) -> Iterator[PagePart]:
    yield _panel(f"sheet.{module}", (), writes, closed=True)


def _panel(name: str, panels: Sequence[Panel], writes: bool, *, closed: bool = False) -> PagePart:
    value = {"panels": [{"template": each.template, "m": each.m} for each in panels]}
    return PagePart(name, f"{HERE}/panels.html", value | {"writes": writes}, closed=closed)


def _hand(t: AustriaShown, player: str) -> Sequence[Any]:
    """Return the cards in a player's hand where this link is the player's own."""
    return t.hand if player == t.view.seat else []
