"""From the nested fields of an editor (``nested_fields``) to values of a position, by their shapes.

A key's shape in the record format also reads the editor's fields for it. Only unreadable values are
refused here; loading the record finds all other faults.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.shapes import (
    PLAYER_ID,
    Boolean,
    Either,
    Fields,
    Integer,
    ListOf,
    MapOf,
    Narrowed,
    Nullable,
    OneOf,
    Shape,
)
from recorder.pages.forms import nested_fields


def choices(shape: Shape, *way: str) -> Collection[Any]:
    """Return the values that may stand at a place within a value of a shape, in their order.

    way: the keys to the place, without keys of maps and numbers of lists. Raises TypeError where
    there is no end of them.
    """
    match shape:
        case Fields() if way:
            return choices(shape.shapes[way[0]], *way[1:])
        case Integer(int(low), int(high)):
            return range(low, high + 1)
        case OneOf(known):
            return known
        case Nullable(inner) | ListOf(inner) | MapOf(_, inner) | Either(inner, OneOf()):
            return choices(inner, *way)
    raise TypeError(f"there is no end of {shape}")


@dataclass(frozen=True, slots=True)
class FilledIn:
    """The filled-in fields of an object.

    shapes: of its keys. fields: as they are nested under its name, called as the keys. place: its
    own key in the record. players: of the game; a form has seats for more.
    """

    shapes: Mapping[str, Shape]
    fields: Mapping[str, Any]
    place: str
    players: Collection[str]

    def part(self, key: str, shapes: Mapping[str, Shape], fields: Mapping[str, Any]) -> FilledIn:
        """Return the fields of an object within this one, if they stand elsewhere in the form."""
        return FilledIn(shapes, fields, f"{self.place}.{key}", self.players)

    def filled(self, *keys: str) -> dict[str, Any]:
        """Return the values of the filled-in keys among these.

        Raises Unreadable naming a field that should be a number.
        """
        read = self.said(*(key for key in keys if key in self.fields))
        return {key: value for key, value in read.items() if value not in ([], {})}

    def said(self, *keys: str) -> dict[str, Any]:
        """Return the values of lists, objects and ticks, which count when empty, too.

        Raises Unreadable naming a field that should be a number.
        """
        return {key: self.read(key, self.fields.get(key)) for key in keys}

    def read(self, key: str, given: Any) -> Any:
        """Return the value of a key from its fields. Raises Unreadable as ``said`` does."""
        return self._read(self.shapes[key], given, f"{self.place}.{key}")

    def _read(self, shape: Shape, given: Any, key: str) -> Any:
        """Return a value; None for nothing, and for an object without a necessary key."""
        match shape:
            case Nullable(some) | Narrowed(some):
                return None if given is None else self._read(some, given, key)
            case Either(first, second):
                fits = isinstance(first, Fields) == isinstance(given, dict)
                return self._read(first if fits else second, given, key)
            case Fields():
                return self._object(shape, _read_nested(given), key)
            case MapOf(names, values):
                named = self._seated(names, _read_nested(given))
                return {name: self._read(values, given[name], f"{key}.{name}") for name in named}
            case ListOf(member):
                return self._read_list(member, given, key)
            case Boolean():
                return given == "true"
            case Integer():
                return nested_fields.number(given, key)
            case OneOf(known) if all(isinstance(one, int) for one in known):
                return nested_fields.number(given, key)
        return given

    def _object(self, shape: Fields, inner: Mapping[str, Any], key: str) -> dict[str, Any] | None:
        parts = [name for name in shape.shapes if name in inner]
        if not shape.required.keys() <= {*parts}:
            return None
        read = {
            name: self._read(shape.shapes[name], inner[name], f"{key}.{name}") for name in parts
        }
        return {name: one for name, one in read.items() if one not in ([], {})}

    def _read_list(self, member: Shape, given: Any, key: str) -> list[Any]:
        several = self._seated(member, nested_fields.list_field_values({key: given}, key))
        cells: list[Any] = [*several]
        if isinstance(given, dict):  # the values under numbers from 0, None for missing numbers
            numbered = {int(n): one for n, one in given.items() if n.isdecimal() and len(n) < 3}
            cells = [numbered.get(n) for n in range(max(numbered, default=-1) + 1)]
        read = [None if cell is None else self._read(member, cell, key) for cell in cells]
        return [one for one in read if one is not None or isinstance(member, Nullable)]

    def _seated(self, shape: Shape, named: Iterable[str]) -> list[str]:
        """Return the names, without players of empty seats."""
        return [name for name in named if shape is not PLAYER_ID or name in self.players]


def _read_nested(given: Any) -> Mapping[str, Any]:
    return given if isinstance(given, dict) else {}
