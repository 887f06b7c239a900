"""Readings: the components with figures that a table may read off them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Table
from adjudicator.entries import Keyed, Written, find_part_builder
from adjudicator.shapes import Shape


class ReadOff(metaclass=Keyed):
    """An entry's statement about one component: first its key, then its figures.

    some: keys of which at least one stands in the entry.
    """

    some: ClassVar[tuple[str, ...]] = ()

    def name_and_figures(self) -> tuple[str, Any]:
        """Return the component's name and its figures, in the form of ``options.figures``."""
        raise NotImplementedError

    def check(self, table: Table, case: Case) -> None:
        """Note contradictions with the table. A component without its own check has none."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A kind of component with figures that a table may read off it.

    key: the key of an entry that names the component (``guest``); "" where only ``options.figures``
        may correct it.
    plural: the key of ``options.figures``.
    whole: the shape of all its figures there.
    take: called with the table, the name and the figures in the form of ``options.figures``.
    read: the class of an entry's statement about one component.
    take_all: ``take`` for all kept figures at once, where that is less work.
    """

    key: str
    plural: str
    whole: Callable[[Shapes], Shape]
    take: Callable[[Table, str, Any], None]
    read: type[ReadOff] | None = None
    take_all: Callable[[Table, Mapping[str, Any]], None] | None = None


def read_off(readings: Iterable[Reading], written: Written) -> Iterator[tuple[Reading, ReadOff]]:
    """Yield the reading and the statement of a checked ``figure`` entry."""
    for reading in readings:
        if reading.read is not None and reading.key in written:
            yield reading, find_part_builder(reading.read)(written)
