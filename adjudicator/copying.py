"""Independent copies of a state that follow from its declaration.

A class declares its fields in ``__slots__`` and, in its head, those whose value is changed in
place; every other value is replaced, never changed, and may be shared. The copying itself is
written once per class, when the class is made, as ``dataclasses`` writes ``__init__``: a copy is
taken every few dozen entries of every replay, and going through the fields one by one by name
would take three times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

LIST = "{0}[:]"
"""A list of plain values."""

LIST_OR_NONE = "None if {0} is None else {0}[:]"

PLAIN = "{0}.copy()"
"""A set or a dict of plain values."""

PLAIN_OR_NONE = "None if {0} is None else {0}.copy()"

LISTS = "{{key: value[:] for key, value in {0}.items()}}"
"""A dict of lists of plain values."""

EACH = "[one.copy() for one in {0}] if {0} else []"
"""A list of things that can be copied."""

NAMED = "{{key: one.copy() for key, one in {0}.items()}} if {0} else {{}}"
"""A dict of things that can be copied."""


class Copied:
    """A state with a ``copy`` that goes through every field of ``__slots__``.

    The head of a class says how the fields are copied that must not be shared: ``class
    Pile(Copied, guests=LIST)``. It is an expression with ``{0}`` for the field of the original;
    ``twin`` is the copy, and expressions that name it are evaluated last.
    """

    __slots__ = ()
    _copies: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **copies: str) -> None:
        super().__init_subclass__()
        cls._copies = {**cls._copies, **copies}
        unknown = set(cls._copies) - set(_fields(cls))
        if unknown:
            raise TypeError(f"{cls.__name__} has no fields {sorted(unknown)}")
        known: dict[str, Any] = {}
        exec(_written(list(_fields(cls)), cls._copies), known)
        cls.copy = known["copy"]  # type: ignore[method-assign]

    def copy(self) -> Self:
        """Return an independent copy."""
        raise NotImplementedError


def _fields(cls: type) -> Iterator[str]:
    for one in cls.__mro__:
        yield from one.__dict__.get("__slots__", ())


def _written(fields: Sequence[str], copies: Mapping[str, str]) -> str:
    """Return the text of the function that copies."""
    made = {name: copies.get(name, "{0}").format(f"self.{name}") for name in fields}
    last = [name for name, value in made.items() if "twin." in value]
    lines = [f"twin.{name} = {made[name]}" for name in made if name not in last]
    lines += [f"twin.{name} = {made[name]}" for name in last]
    return "\n    ".join(
        (
            "def copy(self):",
            '"""Return an independent copy."""',
            "twin = object.__new__(type(self))",
            *lines,
            "return twin",
        )
    )
