"""Figures that are printed on the halls only: cells of rows, bonuses of sections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.austria.modules.balls.floor import HALLS, ROWS, SECTIONS, SIDES, floor_of
from adjudicator.austria.table.box import Box
from recorder.pages.austria.components import printed
from recorder.pages.austria.components.component import Component
from recorder.pages.austria.modules.balls.told import hall_name, row_word
from recorder.pages.presenter import View
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy

ROWS_GROUP, SECTIONS_GROUP = lazy("Rows of the halls"), lazy("Sections of the rehearsal halls")

CELLS = 6
"""Cells of a row that a form offers; no dancer hall has longer ones."""


def list_hall_components(box: Box) -> list[Component]:
    """Return every row of both sides of the halls, and every section."""
    rows = []
    for hall in HALLS:
        for side in SIDES:
            asked = [
                printed.cells_field(_("Champagne of each space, from the left"), CELLS, "-" in side)
            ]
            for row in ROWS:
                title = f"{hall_name(hall)}, {row_word(row)}"
                about = _("side for %(num)s players", num=side)
                entry = {"do": "figure", "hall": hall, "row": row}
                key = f"hall.{hall}.{row}.{side}"
                rows.append(
                    Component(key, ROWS_GROUP, f"{title} ({side})", entry, asked, about, side=side)
                )
    gives = [printed.rewards_field("gives", _("What emptying the section gives"), box)]
    for board, sections in SECTIONS.items():
        for section in sections:
            title = _("Rehearsal hall %(num)s, section %(section)s", num=board, section=section)
            named = {"do": "figure", "rehearsal": board, "section": section}
            key = f"rehearsal.{board}.{section}"
            rows.append(Component(key, SECTIONS_GROUP, title, named, gives))
    return rows


def halls_in_sight(view: View) -> Iterator[str]:
    """Yield the names of the rows in play, and of the sections that somebody has."""
    side = floor_of(view.known.state).side  # type: ignore[arg-type]
    for hall in view.position.get("halls") or ():
        for row in ROWS:
            yield f"hall.{hall}.{row}.{side}"
    for lies in view.position["players"].values():
        board = lies.get("rehearsal", {}).get("board")
        if board in SECTIONS:
            for section in SECTIONS[board]:
                yield f"rehearsal.{board}.{section}"


def list_known_halls(view: View) -> dict[str, dict[str, Any]]:
    """Return the rows and sections that are read."""
    floor = floor_of(view.known.state)  # type: ignore[arg-type]
    read: dict[str, dict[str, Any]] = {}
    for (hall, row), cells in floor.cells.items():
        read[f"hall.{hall}.{row}.{floor.side}"] = {"cells": cells}
    for board, sections in floor.section_bonus.items():
        for section, gives in enumerate(sections, start=1):
            if gives is not None:
                read[f"rehearsal.{board}.{section}"] = dict(_NOT_SHOWN)
    return read


_NOT_SHOWN: Mapping[str, Any] = {}
"""A bonus that is read stands on the board of play, in words; a form begins empty."""
