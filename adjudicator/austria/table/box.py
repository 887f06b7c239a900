"""A box: the base game with the modules of a record, merged and checked once per combination.

The base game (``base_game.py``) and each module (``modules/<name>/``) are objects of one kind,
``Module``, and so is a box. Every handler asks the box for the contents of a game; no handler names
a module. docs/modules.md says how a module plugs in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any

from adjudicator.austria.printed.contents import Contents
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import Player, Table
from adjudicator.entries import Written


class Box(Module):
    """One combination of modules, made once. Each field of ``Module`` says how it is merged.

    parts: the base game and the modules, in the order of asking.
    """

    def __init__(self, parts: Sequence[Module]) -> None:
        """Merge the base game, which comes first, with the modules. Raises BrokenData."""
        self.parts = tuple(parts)
        for one in fields(self):
            if "merge" in one.metadata:
                setattr(self, one.name, one.metadata["merge"](self.parts, one.name))
        for one in fields(self):
            if "make" in one.metadata:
                setattr(self, one.name, one.metadata["make"](self))


def as_box(contents: Contents) -> Box:
    """Return contents as a box, with its verbs and steps."""
    assert isinstance(contents, Box)
    return contents


box_at: Callable[[Table | Player], Box] = attrgetter("box")
"""Returns the box of a table, or of a player at one; every entry asks a few times."""


def make_entry(place: Table | Player, written: Written) -> Any:
    """Return an entry, or as far as it has been chosen, as the judge of its verb reads it."""
    return box_at(place).verbs[written["do"]].made(written)
