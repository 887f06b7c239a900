"""Unread components of a game, and the sheet that reads one.

An unread component holds nobody up: it is offered in one line below the boards, and the sheet is
loaded when it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from adjudicator.austria.assembled.boxes import box_of_record
from recorder.pages.austria import modules
from recorder.pages.austria.components import kept, printed
from recorder.pages.austria.components.component import Component
from recorder.pages.austria.modules import Panel
from recorder.pages.presenter import View
from recorder.pages.shared.parts import keep_made

NAME = "figure."
"""The beginning of the name of a sheet that reads a component."""

LIST = "figures"
"""The sheet that lists every component of the game."""


def due_panel(view: View) -> Panel | None:
    """Return the line with the unread components in sight; None where there are none."""
    box = box_of_record(view.header)
    if not view.writes or not box.readings:
        return None
    all_ = components_of_game(view)
    if not all_:
        return None
    lies = {key: all_[key] for key in components_in_sight(view) if key in all_}
    read = list_known_figures(view, lies)
    due = [each for key, each in lies.items() if key not in read]
    rows = [{"title": each.title, "sheet": NAME + each.key, "entry": each.entry} for each in due]
    m = {"due": rows, "told": kept.count_words(len(rows)) if rows else "", "list": LIST}
    return Panel("austria/components/due.html", m)


def components_of_game(view: View) -> dict[str, Component]:
    """Return the components of a game by name, of the sides in play."""
    players = len(view.players)

    def make() -> dict[str, Component]:
        all_ = printed.list_components(box_of_record(view.header))
        return {each.key: each for each in all_ if kept.is_side_for(each.side, players)}

    return keep_made("of game", (view.header.get("modules"), players), make)


def components_in_sight(view: View) -> Iterator[str]:
    """Yield the names of the components that lie on the table, the newest places first."""
    position = view.position
    for guest in position.get("queue") or ():
        yield f"guest.{guest}"
    for lies in position["players"].values():
        for row in lies["cafe"]:
            yield f"guest.{row['guest']}"
    for lies in position["players"].values():
        for card in lies["staff"]:
            yield f"staff.{card if isinstance(card, int) else card['staff']}"
    for face in modules.list_faces(view.header):
        yield from face.in_sight(view)


def list_known_figures(view: View, names: Collection[str]) -> dict[str, dict[str, Any]]:
    """Return the known figures of some components of a game, each as its entry ``figure``."""
    state: Any = view.known.state
    foods, edition = box_of_record(view.header).foods, view.header["edition"]
    read: dict[str, dict[str, Any]] = {}
    for name in names:
        kind, _dot, number = name.partition(".")
        if kind == "guest" and (card := state.guests[int(number)]).order is not None:
            order = {f: n for f, n in zip(foods, card.order, strict=True) if n}
            read[name] = {"colour": card.colour, "order": order, "vp": card.vp}
        elif kind == "staff":
            cost = state.staff_cards[int(number)].cost.get(edition)
            if cost is not None:
                read[name] = {"cost": cost}
    for face in modules.list_faces(view.header):
        read |= {name: what for name, what in face.read_off(view).items() if name in names}
    return read


def figure_sheet(view: View, name: str) -> tuple[str, Mapping[str, object]] | None:
    """Return template and contents of a sheet by its name; None where there is none."""
    if not view.writes or not box_of_record(view.header).readings:
        return None
    all_ = components_of_game(view)
    read = list_known_figures(view, all_)
    entered = printed.last_figures(view.known.entries)
    if name == LIST:
        groups: dict[str, list[dict[str, Any]]] = {}
        for each in all_.values():
            row = {"title": each.title, "sheet": NAME + each.key, "read": each.key in read}
            groups.setdefault(str(each.group), []).append(row)
        return "austria/components/list.html", {"groups": groups}
    component = all_.get(name.removeprefix(NAME))
    if component is None:
        return None
    named = {key: value for key, value in component.entry.items() if key != "do"}
    waiting = [number for number, reads in view.known.list_unread() if dict(reads) == named]
    number, _entry = entered.get(printed.component_key(component.entry), (None, None))
    context = {
        "component": component,
        "values": read.get(component.key, {}),
        "number": number,
        "waiting": waiting,
    }
    return "austria/components/sheet.html", context


def reading_sheet(view: View, reads: Mapping[str, Any]) -> tuple[str, Mapping[str, object]] | None:
    """Return the sheet for the figures that an entry needs (``Unclear.reads``), or None."""
    wanted = {"do": "figure", **reads}
    fitting = (each for each in components_of_game(view).values() if each.entry == wanted)
    component = next(fitting, None)
    return figure_sheet(view, NAME + component.key) if component else None
