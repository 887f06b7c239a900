"""The changes of an entry on the boards: the places that a template marks.

A template names the place of the position that it shows, ``changed("players", id, "krones")``, and
gets a class for it where the value there differs between two positions; so nothing else knows how a
game's position is built. Where nothing is compared, nothing is marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

CHANGED = " changed"
"""Added to the classes of a changed place."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Two positions as one viewer sees them, before and after an entry."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]

    def __call__(self, *path: Any) -> str:
        """Return a class for a place where the positions differ, else an empty text.

        path: keys from the outside in. In a list, a step is the member itself; the key and the
        value by which to know it, ``("guest", 71)``, which is 71 itself in a list of numbers;
        or its place, ``[3]``.
        """
        return (
            CHANGED if _find_value_at(self.before, path) != _find_value_at(self.after, path) else ""
        )

    def any(self, keys: Iterable[str]) -> str:
        """Return a class where something under one of the keys differs, or in a player's own."""
        players = self.after.get("players", ())
        paths = [path for key in keys for path in [(key,), *(("players", p, key) for p in players)]]
        return CHANGED if any(self(*path) for path in paths) else ""


NOTHING = Marks({}, {})
"""Marks nothing: there is nothing to compare with."""

_COMPARED: ContextVar[Marks] = ContextVar("compared", default=NOTHING)


@contextmanager
def comparing(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[None]:
    """Mark the differences of two positions in everything rendered inside."""
    outside = _COMPARED.set(Marks(before, after))
    try:
        yield
    finally:
        _COMPARED.reset(outside)


def comparing_now() -> bool:
    """Return whether a page rendered now may have marks."""
    return _COMPARED.get() is not NOTHING


class Changed:
    """The ``changed`` of templates: marks of the present comparison.

    It is a global, so that macros see it wherever they are imported.
    """

    def __call__(self, *path: Any) -> str:
        """See ``Marks``."""
        marks = _COMPARED.get()
        return "" if marks is NOTHING else marks(*path)

    def any(self, keys: Iterable[str]) -> str:
        """See ``Marks.any``."""
        return _COMPARED.get().any(keys)


def _find_value_at(value: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at a place of a position; None where there is nothing."""
    for step in path:
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list | tuple):
            places = value[step[0] : step[0] + 1] if isinstance(step, list) else value
            value = next((member for member in places if _is(member, step)), None)
        else:
            return None
    return value


def _is(member: Any, step: Any) -> bool:
    if isinstance(step, list):
        return True
    if not isinstance(step, tuple):
        return bool(member == step)
    key, wanted = step
    return bool((member.get(key) if isinstance(member, Mapping) else member) == wanted)
