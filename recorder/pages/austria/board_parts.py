"""The parts of the page of play, and the value of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from adjudicator.austria import modules as rules
from recorder.pages.austria import agenda, boards, dice, modules, piles, play, staff_cards
from recorder.pages.austria.components import sheets
from recorder.pages.austria.emperor import CLOSED
from recorder.pages.austria.modules import Panel
from recorder.pages.forms import offers
from recorder.pages.presenter import View
from recorder.pages.shared.parts import PagePart, Value, list_board_pieces

HERE = "austria/parts"

_LYING: Mapping[str, Sequence[str]] = {
    "head": ("id", "title", "colour", "vp", "track"),
    "rooms": ("id", "floors"),
    "stores": ("id", "krones", "emperor", "kitchen", "cafe", "staff", "hand"),
}
"""The pieces of a board that are only looked at; each has a template of its name."""


def list_parts(view: View, *, calm: bool) -> Iterator[PagePart]:
    """Yield the parts of the page. calm: the agenda stays empty."""
    player, mine, writes = str(view.acting), play.list_own_offers(view), {"writes": view.writes}
    opened = agenda.list_open_groups(view) if view.writes else []
    hand = staff_cards.list_own_hand(view)
    turn = {"players": play.list_players(view), "turn": play.find_turn(view)}
    queue = {"queue": play.queue_view(view, player, play.has_free_guests(view))}
    yield PagePart("players", f"{HERE}/players.html", turn | writes)
    yield PagePart("queue", f"{HERE}/queue.html", queue | writes)
    yield PagePart("dice", f"{HERE}/dice.html", {"dice": dice.list_spaces(view, mine)} | writes)
    # Sheets that only a link with entries needs.
    roll = {"roll": play.find_roll(view) if view.writes else None}
    yield PagePart("roll", f"{HERE}/roll.html", roll | writes)
    staff = _pick_staff(view, opened) | {"hand": hand} if view.writes else dict.fromkeys(_PICKED)
    yield PagePart("staff-pick", f"{HERE}/staff_pick.html", staff | writes)
    serve = {"serve": agenda.serve_sheet(view, mine, player) if view.writes else None}
    yield PagePart("serve", f"{HERE}/serve.html", serve | writes)
    yield _round_closed(view)
    value = {"agenda": [] if calm else opened}
    yield PagePart("agenda", f"{HERE}/agenda.html", value | writes)
    yield _reveal(view, mine)
    yield from _own_board(view, mine, hand if player == view.seat else [])
    yield PagePart("cards", f"{HERE}/cards.html", play.list_common_cards(view))
    for each in view.players:
        yield from _board(view, each["id"], hand if each["id"] == view.seat else [])
    takes = dice.offered_spaces(mine) if view.writes else ()
    for die in dice.DICE:
        yield _take_sheet(view, mine, die, offered=die in takes)
    for name in view.header.get("modules", ()):
        yield _panels(f"panel.{name}", modules.find_face(name).panels(view), view)
    for name, panel in (("piles", piles.piles_panel(view)), ("due", sheets.due_panel(view))):
        yield _panels(f"panel.{name}", [panel] if panel else (), view)
    verbs = {offer["do"] for offer in view.options if offer.get("by", player) == player}
    for name in view.header.get("modules", ()):
        face = modules.find_face(name)
        asks = not verbs.isdisjoint(rules.find_module(name).deeds)
        yield _panels(f"sheet.{name}", face.sheets(view, mine) if asks else (), view, closed=True)


_PICKED = "staff_pick", "hand", "no_card"


def _pick_staff(view: View, opened: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the staff cards to choose from, and the button that plays none of them.

    opened: the open parts in groups. The button leaves the first card that may be played.
    """
    first = [part.get("leave") for group in opened for part in group["parts"]][:1]
    leaves = next((one for one in first if one and one["what"] == "play_staff"), None)
    return {"staff_pick": play.list_staff_to_pick(view), "no_card": leaves}


def _round_closed(view: View) -> PagePart:
    """Return the events at the end of a round, which is played through again to tell them."""
    template = f"{HERE}/closed.html"
    if view.position["phase"] not in CLOSED:
        return PagePart("closed", template, {"emperor": None, "round_end": []})
    return PagePart("closed", template, partial(play.find_round_end, view), view.known.key)


def _reveal(view: View, mine: Sequence[offers.Offer]) -> PagePart:
    """Return the sheet of the guest turned up."""
    template = f"{HERE}/reveal.html"
    taking = offers.find(mine, "take_guest") if view.writes else []
    if not taking:
        return PagePart("reveal", template, {"reveal": None, "writes": False})
    out, last = tuple(play.outside_pile(view)), any(each["reveal"] is None for each in taking)

    def value() -> Value:
        return {"reveal": play.list_revealable(view, out), "last": last, "writes": True}

    made_of = ("reveal", *out, last, *view.header.get("modules", ()))
    return PagePart("reveal", template, value, made_of, closed=True)


def _own_board(view: View, mine: Sequence[offers.Offer], hand: Sequence[Any]) -> Iterator[PagePart]:
    """Yield the parts of the board in front. hand: its cards where they are the reader's own."""
    player, ends = str(view.acting), agenda.ends_guest_step(view, mine)
    yield PagePart("owner", f"{HERE}/owner.html", {"title": boards.board_title(view, player)})
    begins = dice.rooms_to_prepare_at_once(view, mine) if view.writes else {}
    for floor in boards.list_floors(view, player, live=view.writes, ends=ends, begins=begins):
        template = f"{HERE}/floor.html"
        yield PagePart(f"floor.{floor.number}", template, floor.make_value, tuple(floor))
    stores = {"id": player, **boards.list_stores(view, player)}
    yield PagePart("own-stores", f"{HERE}/own_stores.html", {"board": stores})
    places = boards.count_cafe_tables(view, view.position["players"][player])
    cafe = boards.cafe_view(view, player, places, live=view.writes, ends=ends)
    also = agenda.list_extra_actions(view, mine) if view.writes else []
    value = {"board": {"id": player, **cafe}, "hand": hand, "also": also}
    more = {"writes": view.writes, "politics_title": play.politics_title(view.header)}
    yield PagePart("cafe", f"{HERE}/cafe.html", value | more)


def _board(view: View, player: str, hand: Sequence[Any]) -> Iterator[PagePart]:
    """Yield the parts of a board that is only looked at, and the sheet of its player's staff."""
    front = player == view.front
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


def _take_sheet(view: View, mine: Sequence[offers.Offer], die: int, *, offered: bool) -> PagePart:
    """Return the sheet of a space of dice. It tries out the losses of a take, so it is made when
    it is needed.
    """
    name, template = f"take-{die}", f"{HERE}/die.html"
    if not offered:
        return PagePart(name, template, {"sheet": None, "here": "play"})

    def value() -> Value:
        return {"sheet": dice.die_sheet(view, mine, str(view.acting), die), "here": "play"}

    made_of = view.known.key and (*view.known.key, view.acting, name)
    return PagePart(name, template, value, made_of, closed=True)


def _panels(name: str, panels: Sequence[Panel], view: View, *, closed: bool = False) -> PagePart:
    drawn = [{"template": each.template, "m": each.m} for each in panels]
    value = {"panels": drawn, "writes": view.writes}
    return PagePart(name, f"{HERE}/panels.html", value, closed=closed)
