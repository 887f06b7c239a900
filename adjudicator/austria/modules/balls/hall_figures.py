"""Figures read off halls and rehearsal halls (WALTZ-P-04, WALTZ-P-06)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from adjudicator.austria.chapters.component_figures import (
    COST,
    KEPT_FIGURES,
    read_reward_parts,
    reward_shape,
)
from adjudicator.austria.modules.balls.floor import (
    HALLS,
    ROWS,
    SECTIONS,
    SIDES,
    TOP,
    Cells,
    Floor,
    floor_of,
    read_printed_bonuses,
    with_rule,
)
from adjudicator.austria.modules.balls.halls import hall_shape as hall_shape
from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.printed.contents import Contents
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.component_readings import Reading
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Table
from adjudicator.entries import Written
from adjudicator.messages import M
from adjudicator.shapes import (
    Either,
    Fields,
    Integer,
    ListOf,
    MapOf,
    Mismatch,
    Nullable,
    OneOf,
    Shape,
    Verb,
)

_ROW = OneOf(ROWS, M("balls.a-row"))
_MARKED = Fields({"four": COST})


def _cells_shape(side: str | None) -> Shape:
    """The shape of a row: champagne of each cell. side: of two players has no marked ones."""
    cell = COST if side == SIDES[0] else Either(_MARKED, COST)
    return ListOf(cell, low=1)


def _halls_shape(shapes: Shapes) -> Shape:
    bonus = MapOf(_ROW, reward_shape(shapes))
    sides = {
        side: Fields({}, {**dict.fromkeys(ROWS, _cells_shape(side)), "bonus": bonus})
        for side in SIDES
    }
    return MapOf(hall_shape(shapes), Fields({}, sides))


def _take_halls(table: Table, halls: Mapping[str, Mapping[str, Any]]) -> None:
    """Take the rows of the side in play; dancers move onto the usable cells in their order."""
    floor = floor_of(table)
    before, bonus = floor.cells, {**floor.bonus}
    cells: dict[tuple[str, str], Cells] = {}
    for name, read in halls.items():
        side = read.get(floor.side, {})
        for row in ROWS:
            if row in side:
                cells[name, row] = side[row]
        for row, gives in side.get("bonus", {}).items():
            bonus[name, row] = gives
    floor.cells, floor.bonus = {**before, **cells}, bonus
    for name, row in cells if floor.known else ():
        _move_over(table, name, row, before.get((name, row)))


def row_parts(table: Table, hall: str, row: str) -> tuple[Part, ...]:
    """Return the bonus of a row of a hall, as read off it or as the data has it."""
    read = floor_of(table).bonus.get((hall, row))
    if read is None:
        return read_printed_bonuses(table.box)[hall, row]
    return _of_hall(hall, read_reward_parts(table.box, read, "dancers"))


def section_parts(box: Contents, floor: Floor, board: int, section: int) -> tuple[Part, ...] | None:
    """Return the bonus of a section of a rehearsal hall, None where nobody read it (WALTZ-P-06)."""
    sections = floor.section_bonus.get(board)
    read = None if sections is None else sections[section - 1]
    return None if read is None else read_reward_parts(box, read, "dancers")


@lru_cache(maxsize=KEPT_FIGURES)
def _of_hall(name: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(with_rule(part, HALLS[name]["rule"]) for part in parts)


def _move_over(table: Table, name: str, row: str, before: Cells | None) -> None:
    """Put the dancers of a row onto its usable cells in their order.

    A surplus stands on the balcony beside the top row of the right hall; elsewhere, where a
    figure was let stand, behind the last cell.
    """
    floor = floor_of(table)
    if floor.halls is None or name not in floor.known:
        return
    hall = floor.known[name]
    gaps = None if before is None else floor.usable(before)
    order = [
        seat
        for place, seat in enumerate(hall.rows[row])
        if seat is not None or gaps is None or place in gaps
    ]
    cells = floor.cells[name, row]
    places = floor.usable(cells)
    if len(order) > len(places):
        order = [seat for seat in order if seat is not None]
    if row == TOP and name == floor.right:
        hall.balcony += [seat for seat in order[len(places) :] if seat is not None]
        order = order[: len(places)]
    places += range(len(cells), len(cells) + len(order) - len(places))
    seats: list[int | None] = [None] * (places[len(order) - 1] + 1 if order else 0)
    for place, seat in zip(places, order, strict=False):
        seats[place] = seat
    hall.rows[row] = seats


def _check_cells(table: Table, written: Written, case: Case) -> None:
    """Note more dancers than the row has cells (WALTZ1-BALL-05)."""
    floor, name, row = floor_of(table), written["hall"], written["row"]
    cells = written.get("cells")
    if not cells or name not in floor.known or (name == floor.right and row == TOP):
        return
    count = sum(seat is not None for seat in floor.known[name].rows[row])
    room = len(floor.usable(cells))
    if count > room:
        message = M("balls.more-than-cells", hall=name, row=row, count=count, room=room)
        case.breach("WALTZ1-BALL-05", message, hall=name, row=row, dancers=count, cells=room)


def _make_row_figures(written: Written) -> Mapping[str, Any]:
    row = written["row"]
    read = {row: written["cells"]} if "cells" in written else {}
    bonus = {"bonus": {row: written["gives"]}} if "gives" in written else {}
    return dict.fromkeys(SIDES, read | bonus)


def narrow_hall_verbs(header: Mapping[str, Any], verbs: Mapping[str, Verb]) -> Mapping[str, Verb]:
    """Let nobody read marked cells off the side for two players."""
    whole = verbs["figure"].whole
    if len(header["players"]) > int(SIDES[0]):
        return verbs

    def check(entry: Mapping[str, Any]) -> None:
        if whole is not None:
            whole(entry)
        if any(isinstance(cell, dict) for cell in entry.get("cells", ())):
            raise Mismatch(M("balls.no-marks-here"), "cells")

    return {**verbs, "figure": replace(verbs["figure"], whole=check)}


HALL_FIGURES = Reading(
    "halls",
    _halls_shape,
    _take_halls,
    key="hall",
    keys=lambda shapes: (
        {"hall": hall_shape(shapes), "row": _ROW},
        {"cells": _cells_shape(None), "gives": reward_shape(shapes)},
    ),
    some=("cells", "gives"),
    figures=_make_row_figures,
    check=_check_cells,
)
"""Cells of each row with their champagne, and row bonuses that differ (WALTZ-P-04, -05)."""

_BOARD = M("balls.a-rehearsal")


def _take_rehearsals(table: Table, boards: Mapping[str, list[Any]]) -> None:
    floor = floor_of(table)
    known = floor.section_bonus
    sections = {int(name): read for name, read in boards.items()}
    for board in known.keys() & sections.keys():
        both = zip(known[board], sections[board], strict=True)
        sections[board] = [before if gives is None else gives for before, gives in both]
    floor.section_bonus = {**known, **sections}


REHEARSAL_FIGURES = Reading(
    "rehearsals",
    lambda shapes: MapOf(
        OneOf([*map(str, SECTIONS)], _BOARD),
        ListOf(Nullable(reward_shape(shapes)), length=len(SECTIONS[1])),
    ),
    _take_rehearsals,
    key="rehearsal",
    keys=lambda shapes: (
        {
            "rehearsal": OneOf(tuple(SECTIONS), _BOARD),
            "section": Integer(1, 4),
            "gives": reward_shape(shapes),
        },
        {},
    ),
    figures=lambda entry: [
        entry["gives"] if number == entry["section"] else None
        for number in range(1, len(SECTIONS[1]) + 1)
    ],
)
"""The bonuses of the sections of a rehearsal hall (WALTZ-P-06)."""
