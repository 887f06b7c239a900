"""A component whose figures are printed on it only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Read = Mapping[str, Any]
"""An entry ``figure``: the component, and the figures read off it."""


@dataclass(frozen=True, slots=True)
class Component:
    """A component with figures printed on it only.

    key: its name here, ``guest.134``. group: its heading. title: number and name. entry: the
    beginning of its ``figure``. fields: the figures to read, as ``fields.html`` draws them. about:
    its known facts. card: whether it is a card. side: the side of it that the figures belong to,
    where it has two (a key of its figures in ``options.figures``).
    """

    key: str
    group: Any
    title: str
    entry: Read
    fields: Sequence[Mapping[str, Any]]
    about: str = ""
    card: bool = False
    side: str = ""

    @property
    def names(self) -> set[str]:
        """The keys of the entry that its form fills in."""
        return {each["name"] for each in self.fields}
