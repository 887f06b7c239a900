"""The parts of the page of play, and the value of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from recorder.pages.austria import boards, dice, modules, piles, play
from recorder.pages.austria.components import sheets
from recorder.pages.austria.emperor import CLOSED
from recorder.pages.austria.modules import Panel
from recorder.pages.austria.play import AustriaShown
from recorder.pages.forms import offers
from recorder.pages.shared.parts import PagePart, Value, list_board_pieces

HERE = "austria/parts"

_SIMPLE: Mapping[str, Sequence[str]] = {
    "dice": ("dice",),
    "roll": ("roll",),
    "staff-pick": ("staff_pick", "hand", "no_card"),
    "serve": ("serve",),
}
"""The values of the page that a part shows, by its name, which is its template's."""

_TAPPED = ("roll", "staff-pick", "serve")
"""Sheets that only a link with entries needs."""

_LYING: Mapping[str, Sequence[str]] = {
    "head": ("id", "title", "colour", "vp", "track"),
    "rooms": ("id", "floors"),
    "stores": ("id", "krones", "emperor", "kitchen", "cafe", "staff", "hand"),
}
"""The pieces of a board that are only looked at; each has a template of its name."""


def list_parts(shown: AustriaShown, *, calm: bool) -> Iterator[PagePart]:
    """Yield the parts of the page. calm: the agenda stays empty."""
    view, player = shown.view, shown.acting
    writes = {"writes": view.writes}
    turn = {"players": shown.players, "turn": shown.turn}
    queue = {"queue": play.queue_view(view, player, shown.free_guests)}
    yield PagePart("players", f"{HERE}/players.html", turn | writes)
    yield PagePart("queue", f"{HERE}/queue.html", queue | writes)
    for name, keys in _SIMPLE.items():
        drawn = view.writes or name not in _TAPPED
        value = {key: getattr(shown, key) if drawn else None for key in keys} | writes
        yield PagePart(name, f"{HERE}/{name.replace('-', '_')}.html", value)
    yield _round_closed(shown)
    agenda = {"agenda": [] if calm else shown.agenda}
    yield PagePart("agenda", f"{HERE}/agenda.html", agenda | writes)
    yield _reveal(shown)
    yield from _own_board(shown)
    names = ("politics_title", "politics", "track", "tiles")
    yield PagePart("cards", f"{HERE}/cards.html", {name: getattr(shown, name) for name in names})
    for each in view.players:
        yield from _board(shown, each["id"])
    takes = dice.offered_spaces(shown.mine) if view.writes else ()
    for die in dice.DICE:
        yield _take_sheet(shown, die, offered=die in takes)
    for name in view.header.get("modules", ()):
        yield _panels(f"panel.{name}", modules.find_face(name).panels(view), shown)
    for name, panel in (("piles", piles.piles_panel(view)), ("due", sheets.due_panel(view))):
        yield _panels(f"panel.{name}", [panel] if panel else (), shown)
    verbs = {offer["do"] for offer in view.options if offer.get("by", player) == player}
    for name in view.header.get("modules", ()):
        face = modules.find_face(name)
        asks = not verbs.isdisjoint(face.verbs)
        yield _panels(
            f"sheet.{name}", face.sheets(view, shown.mine) if asks else (), shown, closed=True
        )


def _round_closed(shown: AustriaShown) -> PagePart:
    """Return the events at the end of a round, which is played through again to tell them."""
    template = f"{HERE}/closed.html"
    if shown.phase not in CLOSED:
        return PagePart("closed", template, {"emperor": None, "round_end": []})

    def value() -> Value:
        return {"emperor": shown.emperor, "round_end": shown.round_end}

    return PagePart("closed", template, value, shown.view.known.key)


def _reveal(shown: AustriaShown) -> PagePart:
    """Return the sheet of the guest turned up."""
    view, template = shown.view, f"{HERE}/reveal.html"
    taking = offers.find(shown.mine, "take_guest") if view.writes else []
    if not taking:
        return PagePart("reveal", template, {"reveal": None, "writes": False})
    out, last = tuple(play.outside_pile(view)), any(each["reveal"] is None for each in taking)

    def value() -> Value:
        return {"reveal": play.list_revealable(view, out), "last": last, "writes": True}

    made_of = ("reveal", *out, last, *view.header.get("modules", ()))
    return PagePart("reveal", template, value, made_of, closed=True)


def _own_board(shown: AustriaShown) -> Iterator[PagePart]:
    """Yield the parts of the board in front."""
    view, player = shown.view, shown.acting
    yield PagePart("owner", f"{HERE}/owner.html", {"title": boards.board_title(view, player)})
    begins = dice.rooms_to_prepare_at_once(view, shown.mine) if view.writes else {}
    for floor in boards.list_floors(view, player, live=view.writes, ends=shown.ends, begins=begins):
        template = f"{HERE}/floor.html"
        yield PagePart(f"floor.{floor.number}", template, floor.make_value, tuple(floor))
    stores = {"id": player, **boards.list_stores(view, player)}
    yield PagePart("own-stores", f"{HERE}/own_stores.html", {"board": stores})
    places = boards.count_cafe_tables(view, view.position["players"][player])
    cafe = boards.cafe_view(view, player, places, live=view.writes, ends=shown.ends)
    value = {"board": {"id": player, **cafe}, "hand": _hand(shown, player), "also": shown.also}
    more = {"writes": view.writes, "politics_title": shown.politics_title}
    yield PagePart("cafe", f"{HERE}/cafe.html", value | more)


def _board(shown: AustriaShown, player: str) -> Iterator[PagePart]:
    """Yield the parts of a board that is only looked at, and the sheet of its player's staff."""
    view, front, hand = shown.view, player == shown.front, _hand(shown, player)
    name = view.name(player)
    still = cache(lambda: boards.still_board(view, player))

    def value(piece: str) -> Value:
        if piece == "enter":
            return {"may_enter": view.writes and not front, "id": player, "name": name}
        more = {"hand": hand} if piece == "stores" else {}
        return {"board": {key: still()[key] for key in _LYING[piece]}} | more

    yield from list_board_pieces(player, HERE, (*_LYING, "enter"), value, front=front)
    board = {"id": player, "name": name, "staff": boards.staff_in_play(view, player)}
    staff = {"board": board, "hand": hand}
    yield PagePart(f"staff.{player}", f"{HERE}/staff.html", staff, board=player)


def _take_sheet(shown: AustriaShown, die: int, *, offered: bool) -> PagePart:
    """Return the sheet of a space of dice. It tries out the losses of a take, so it is made when
    it is needed.
    """
    name, template, view = f"take-{die}", f"{HERE}/die.html", shown.view
    if not offered:
        return PagePart(name, template, {"sheet": None, "here": "play"})

    def value() -> Value:
        return {"sheet": shown.die_sheet(die), "here": "play"}

    made_of = view.known.key and (*view.known.key, view.acting, name)
    return PagePart(name, template, value, made_of, closed=True)


def _panels(
    name: str, panels: Sequence[Panel], shown: AustriaShown, *, closed: bool = False
) -> PagePart:
    drawn = [{"template": each.template, "m": each.m} for each in panels]
    value = {"panels": drawn, "writes": shown.view.writes}
    return PagePart(name, f"{HERE}/panels.html", value, closed=closed)


def _hand(t: AustriaShown, player: str) -> Sequence[Any]:
    """Return the cards in a player's hand where this link is the player's own."""
    return t.hand if player == t.view.seat else []
