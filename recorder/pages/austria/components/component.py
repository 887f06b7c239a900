"""Something whose figures are printed on it only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Read = Mapping[str, Any]
"""An entry ``figure``: the component, and what was read off it."""


@dataclass(frozen=True, slots=True)
class Component:
    """Something whose figures are printed on it only.

    key: its name here, ``guest.134``. group: what it stands among. title: number and name.
    entry: the beginning of its ``figure``. fields: what is read, as ``fields.html`` draws it.
    about: what is known of it. card: whether it is a card. side: for which side of it the
    figures hold, where it has two (a key of its figures in ``options.figures``).
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
