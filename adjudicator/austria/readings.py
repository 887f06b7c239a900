"""Components whose figures a table reads off them: what is said of each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.austria.case import Case
from adjudicator.austria.forms import Shapes
from adjudicator.austria.state import Table
from adjudicator.shapes import Shape


def _nothing(table: Table, value: Mapping[str, Any], case: Case) -> None:
    """Nothing on the table can contradict the figure."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A kind of component whose figures a table reads off it.

    key: the key of an entry that names the component (``guest``); "" where only
    ``options.figures`` may correct it. plural: the key of ``options.figures``. whole: the shape
    of all its figures there. name and entry: the shapes of the component's name and of what an
    entry says of it, as (required, optional). take: called with the table, the name and what was
    read, in the form of ``options.figures``. check: notes what on the table contradicts an entry.
    said: makes of an entry the name and what was read, in the form of ``options.figures``.
    some: keys of an entry of which at least one stands in it. take_all: ``take`` for all that a
    table has kept, where that is less work than one after the other.
    """

    key: str
    plural: str
    whole: Callable[[Shapes], Shape]
    take: Callable[[Table, str, Any], None]
    name: Callable[[Shapes], Shape] | None = None
    entry: Callable[[Shapes], tuple[Mapping[str, Shape], Mapping[str, Shape]]] | None = None
    check: Callable[[Table, Mapping[str, Any], Case], None] = _nothing
    said: Callable[[Mapping[str, Any]], tuple[str, Any]] | None = None
    some: tuple[str, ...] = ()
    take_all: Callable[[Table, Mapping[str, Any]], None] | None = None
