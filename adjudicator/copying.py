"""Independent copies of a state that follow from its declaration.

A class declares its fields in ``__slots__``. Its head says how fields are copied that change in
place. Every other value is replaced and never changed, so a copy shares it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import methodcaller
from typing import Any, ClassVar, Self

Copy = Callable[[Any], Any]
"""Returns an independent copy of a value."""

copy_plain: Copy = methodcaller("copy")
"""A list, a set or a dict of plain values."""


def copy_optional(value: Any) -> Any:
    """Copy None or a list, a set or a dict of plain values."""
    return None if value is None else value.copy()


def copy_lists(value: Mapping[Any, list[Any]]) -> dict[Any, list[Any]]:
    """Copy a dict of lists of plain values."""
    return {key: one[:] for key, one in value.items()}


def copy_states(value: list[Any]) -> list[Any]:
    """Copy a list of states."""
    return [one.copy() for one in value]


def copy_states_by_name(value: Mapping[Any, Any]) -> dict[Any, Any]:
    """Copy a dict of states."""
    return {key: one.copy() for key, one in value.items()}


class Copyable:
    """A state with a ``copy`` that goes through every field of ``__slots__``.

    The head of a class names the fields that are not shared and how each is copied: ``class
    Pile(Copyable, guests=copy_plain)``.
    """

    __slots__ = ()
    _copies: ClassVar[Mapping[str, Copy]] = {}
    _shared: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **copies: Copy) -> None:
        super().__init_subclass__()
        cls._copies = {**cls._copies, **copies}
        fields = tuple(name for one in cls.__mro__ for name in one.__dict__.get("__slots__", ()))
        if unknown := cls._copies.keys() - set(fields):
            raise TypeError(f"{cls.__name__} has no fields {sorted(unknown)}")
        cls._shared = tuple(name for name in fields if name not in cls._copies)

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        for name in self._shared:
            setattr(twin, name, getattr(self, name))
        for name, copied in self._copies.items():
            setattr(twin, name, copied(getattr(self, name)))
        return twin
