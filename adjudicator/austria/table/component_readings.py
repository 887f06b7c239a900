"""Readings: the components with figures that a table may read off them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Table
from adjudicator.entries import Written
from adjudicator.shapes import Shape


@dataclass(frozen=True, slots=True)
class Reading:
    """A kind of component with figures that a table may read off it.

    plural: the key of ``options.figures``.
    whole: the shape of all its figures there.
    take: takes the figures of some components, by name and in the form of ``options.figures``.

    key: the key of an entry that names the component (``guest``); "" where only
        ``options.figures`` may correct it.
    keys: the shapes of the keys of an entry, required and optional. some: keys of which at least
        one stands in it.
    figures: makes the figures, in the form of ``options.figures``, of a checked entry.
    check: notes contradictions of an entry with the table.
    """

    plural: str
    whole: Callable[[Shapes], Shape]
    take: Callable[[Table, Mapping[str, Any]], None]
    key: str = ""
    keys: Callable[[Shapes], tuple[Mapping[str, Shape], Mapping[str, Shape]]] = lambda _: ({}, {})
    some: tuple[str, ...] = ()
    figures: Callable[[Written], Any] = dict
    check: Callable[[Table, Written, Case], None] = lambda table, written, case: None

    def read_figures(self, written: Written) -> dict[str, Any]:
        """Return the figures of a checked entry by component, empty if it names none of these."""
        return {str(written[self.key]): self.figures(written)} if self.key in written else {}
