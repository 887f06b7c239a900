"""Day boards: entered once by tapping colours, kept, and chosen per player at set-up.

Nobody enters groups: they follow from the colours (GAH-COMP-05).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria.printed.board import (
    COLUMNS,
    FLOORS,
    ROOM_INDEX,
    ROOM_NAMES,
    Board,
    entered_board,
)
from adjudicator.austria.printed.catalogue import COLOURS, FIGURES
from adjudicator.record import Unreadable
from adjudicator.shapes import is_invisible
from recorder.kept.kept_values import NAMED_FREELY, Item
from recorder.pages.austria import terms
from recorder.pages.austria.printed_figures import DOORS
from recorder.pages.presenter import Kept, Problems
from recorder.pages.shared import filters
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, lazy, ngettext, say
from recorder.web.context import catalogue

KIND = "austria.boards"
NAMED_FREELY.add(KIND)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Marks for the groups of a board, in the order of their first rooms."""

EnteredBoard = dict[str, Any]
"""A board as a record holds it: ``floors`` from the bottom, ``points`` by room where known."""


def list_boards() -> dict[str, Item]:
    """Return the boards of the catalogue by name, the last entered first."""
    return {item.name: item for item in catalogue().newest(KIND) if item.value is not None}


def board_fields(board: Mapping[str, Any]) -> dict[str, Any]:
    """Return a board as the fields of the form."""
    colours = [colour for floor in board["floors"] for colour in floor]
    form: dict[str, Any] = {
        f"room-{name}": colour for name, colour in zip(ROOM_NAMES, colours, strict=True)
    }
    if "points" in board:
        form |= {f"door-{room}": str(board["points"].get(room, 0)) for room in DOORS}
    return form


def read_board(form: MultiDict[str, str], problems: dict[str, str]) -> EnteredBoard | None:
    """Return the board of a form, checked; None where it cannot be one."""
    colours = [form.get(f"room-{name}", "") for name in ROOM_NAMES]
    missing = sum(colour not in COLOURS for colour in colours)
    if missing:
        problems["rooms"] = ngettext(
            "%(num)d room has no colour yet.", "%(num)d rooms have no colour yet.", missing
        )
        return None
    rows = [colours[floor * COLUMNS : (floor + 1) * COLUMNS] for floor in range(FLOORS)]
    board: EnteredBoard = {"floors": rows}
    doors = {room: form.get(f"door-{room}", "").strip() for room in DOORS}
    if any(doors.values()):
        if not all(text.isdecimal() and len(text) < 3 for text in doors.values() if text):
            problems["doors"] = _("Points are whole numbers.")
            return None
        board["points"] = {room: int(text) for room, text in doors.items() if text not in ("", "0")}
    try:
        entered_board(rows, board.get("points"), {}, "rooms")
    except Unreadable as problem:
        problems["rooms"] = filters.sentence(say(problem.message))
        return None
    return board


def list_colour_groups(board: Board) -> list[dict[str, Any]]:
    """Return the groups of a board in words, each with its letter."""
    return [
        {
            "letter": LETTERS[number],
            "colour": board.colours[rooms[0]],
            "word": terms.colour_word(board.colours[rooms[0]]),
            "rooms": [ROOM_NAMES[room] for room in rooms],
        }
        for number, rooms in enumerate(board.groups)
    ]


def _describe_form(name: str | None, start: Mapping[str, Any]) -> Mapping[str, object]:
    """Return the values of the form; see ``presenter``."""
    item = list_boards().get(name or "")
    given = start or (board_fields(item.value) if item else {})
    return {
        "name": start.get("name") or name or "",
        "colours": {
            colour: {"word": terms.colour_word(colour), "icon": terms.KINDS[colour]}
            for colour in COLOURS
        },
        "floors": [
            {
                "number": floor,
                "cost": FIGURES["floor_cost"][floor - 1],
                "rooms": [
                    {
                        "name": f"{floor}-{column}",
                        "colour": colour if colour in COLOURS else "",
                        "door": f"{floor}-{column}" in DOORS,
                    }
                    for column in range(1, COLUMNS + 1)
                    for colour in [given.get(f"room-{floor}-{column}", "")]
                ],
            }
            for floor in range(FLOORS, 0, -1)
        ],
        "doors": {room: given.get(f"door-{room}", "") for room in DOORS},
        **_look_at_board(MultiDict(given)),
    }


def _look_at_board(form: MultiDict[str, str]) -> dict[str, Any]:
    colours, problems = [form.get(f"room-{name}", "") for name in ROOM_NAMES], dict[str, str]()
    left = sum(colour not in COLOURS for colour in colours)
    board = None if left else Board(colours, [None] * len(colours), custom=True)
    read_board(form, problems)
    return {
        "groups": list_colour_groups(board) if board else [],
        "wrong": problems.get("rooms", "") if board else "",
        "left": left,
    }


def _read_named_board(form: MultiDict[str, str]) -> Mapping[str, Any]:
    """Return the board of a form by its name. Raises Problems."""
    problems: dict[str, str] = {}
    board = read_board(form, problems)
    name = form.get("name", "").strip()
    if is_invisible(name):
        problems["name"] = _("Give the board a name, such as what is printed on it.")
    if problems or board is None:
        raise Problems(problems)
    return {name: board}


def _describe_board(value: Any) -> str:
    colours = [colour for floor in value["floors"] for colour in floor]
    counts = ", ".join(f"{colours.count(each)} {terms.colour_word(each)}" for each in COLOURS)
    if "points" not in value:
        return _("%(rooms)s; points on doors not known", rooms=counts)
    doors = ", ".join(
        join_label(room, value["points"][room]) for room in ROOM_INDEX if room in value["points"]
    )
    return _("%(rooms)s; doors %(doors)s", rooms=counts, doors=doors or _("without points"))


KEPT_BOARDS = Kept(
    KIND,
    lazy("Day boards"),
    lazy("Each day-side hotel is different. Enter yours once; later games can choose it."),
    "austria/kept_boards.html",
    _describe_form,
    _read_named_board,
    _describe_board,
    lambda form: ("austria/_groups.html", {"k": _look_at_board(form)}),
)
