"""Entries as the rules read them: a class for each verb, a field for each key.

A verb is declared once, beside who judges it::

    @verb("take_die")
    class TakeDie(ByPlayer):
        \"\"\"Take a die and do its action.\"\"\"

        die: int = key(lambda s: s.die)
        as_: int | None = key(lambda s: s.sixes, default=None)

A key is asked for where its field has no default; ``as_`` and ``from_`` are the keys ``as`` and
``from``. The shapes come from what knows the names of a record (``s``): the cards and foods of a
box, the rooms of a hotel. ``form`` makes of a class what an entry is checked by before anybody
plays, and ``reads`` what makes an object of its class of one that has been checked. The rules see
nothing but such objects, so that a key that a verb does not have is an error of types.

What a module adds to a verb of others is a class of its own (``Added``), read by it alone::

    @added
    class Coloured(Added):
        colour: str | None = key(lambda s: s.colour, default=None)

    colour = Coloured.of(entry).colour

The function that makes the object is written out with the keys of its verb and compiled, as
``dataclasses`` writes ``__init__``: one is made for every entry that is judged, and going through
the keys one by one by name would take three times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from typing import Any, ClassVar, Self, TypeVar, cast, dataclass_transform, overload

from adjudicator.shapes import Shape, Verb

T = TypeVar("T")
E = TypeVar("E", bound="Entry")
A = TypeVar("A", bound="Added")

Written = Mapping[str, Any]
"""An entry as a record has it, in JSON."""

Place = Mapping[str, Mapping[str, int]]
"""Food put onto guests: by the number of the guest, pieces by food."""

SHAPE, KEYS = "shape", "keys"


@overload
def key(shape: Callable[[Any], Shape] | None) -> Any: ...
@overload
def key(shape: Callable[[Any], Shape] | None, *, default: T) -> Any: ...
def key(shape: Callable[[Any], Shape] | None, *, default: Any = MISSING) -> Any:
    """Declare a key by its shape. default: what the field holds where an entry leaves it out.

    A key without a shape is one that the verb's judge understands and that only modules bring.
    """
    return field(default=default, metadata={SHAPE: shape})


def keys(shapes: Callable[[Any], Mapping[str, Shape]]) -> Any:
    """Declare a field that holds, as they are written, keys that depend on the record."""
    return field(default_factory=dict, metadata={KEYS: shapes})


def by(*, default: Any = MISSING) -> Any:
    """Declare the key ``by``; with a default it may be left out."""
    return field(default=default)


class Entry:
    """An entry of any verb.

    do: its verb. by, from_, place: keys that many verbs have; None where a verb has none of the
    kind, or an entry leaves it out. added: what modules have added to it, by their classes.
    """

    __slots__ = ("added",)

    do: ClassVar[str]
    whole: ClassVar[Callable[[Any], Shape] | None] = None
    added: Mapping[type, Any]
    by: str | None = None
    from_: str | None = None
    place: Place | None = None


@dataclass_transform(field_specifiers=(key, keys, by), kw_only_default=True)
def verb(do: str, whole: Callable[[Any], Shape] | None = None) -> Callable[[type[E]], type[E]]:
    """Declare the class of a verb.

    whole: the shape of an entry as a whole, where keys depend on one another.
    """

    def declared(cls: type[E]) -> type[E]:
        made = keyed(cls)
        made.do = do
        made.whole = staticmethod(whole) if whole is not None else None
        return made

    return declared


@dataclass_transform(field_specifiers=(key, keys, by), kw_only_default=True)
def keyed(cls: type[T]) -> type[T]:
    """Declare a class with keys that several verbs have in common."""
    return dataclass(slots=True, kw_only=True, eq=False)(cls)


@keyed
class ByPlayer(Entry):
    """An entry of one player."""

    by: str = by()


def without_place(entry: E) -> E:
    """Return an entry without ``place``, which many verbs may have besides."""
    if entry.place is None:
        return entry
    other = copy(entry)
    other.place = None
    return other


def with_source(entry: E, source: str) -> E:
    """Return an entry with ``from``, which many verbs may have besides."""
    other = copy(entry)
    other.from_ = source
    return other


class Added:
    """Keys that a module adds to a verb of others; each has a default.

    left_out: an entry that has none of them.
    """

    __slots__ = ()
    left_out: ClassVar[Any]

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Return what an entry holds of these keys; the defaults where it has none of them."""
        found: Self = entry.added.get(cls, cls.left_out)
        return found


@dataclass_transform(field_specifiers=(key, keys), kw_only_default=True)
def added(cls: type[A]) -> type[A]:
    """Declare the keys that a module adds to a verb."""
    made = keyed(cls)
    made.left_out = made()
    return made


def _fields(cls: Any) -> Sequence[Field[Any]]:
    return fields(cls) if is_dataclass(cls) else ()


def name_of(one: Field[Any]) -> str:
    """Return the key of a field: ``as_`` is ``as``."""
    return one.name.removesuffix("_")


def shapes_of(cls: type, names: Any) -> tuple[dict[str, Shape], dict[str, Shape]]:
    """Return the shapes of the keys of a class, those that have to be there and the others.

    names: what the shapes are made of. Keys that only modules bring are not among them.
    """
    required: dict[str, Shape] = {}
    optional: dict[str, Shape] = {}
    for one in _fields(cls):
        if KEYS in one.metadata:
            optional |= one.metadata[KEYS](names)
        elif one.metadata.get(SHAPE) is not None:
            shape = one.metadata[SHAPE](names)
            (required if one.default is MISSING else optional)[name_of(one)] = shape
    return required, optional


def brought(cls: type) -> set[str]:
    """Return the keys of a class that only modules bring."""
    return {name_of(one) for one in _fields(cls) if one.metadata.get(SHAPE, one) is None}


def form(cls: type[Entry], names: Any, adds: Sequence[type[Added]] = ()) -> Verb:
    """Return what entries of a verb are checked by. adds: what modules add to them."""
    required, optional = shapes_of(cls, names)
    for more in adds:
        optional |= shapes_of(more, names)[1]
    who = next((one for one in _fields(cls) if one.name == "by"), None)
    needs = "none" if who is None else "required" if who.default is MISSING else "optional"
    return Verb(required, optional, needs, cls.whole(names) if cls.whole is not None else None)


def reads(cls: type[E], names: Any, adds: Sequence[type[Added]] = ()) -> Callable[[Written], E]:
    """Return what makes an object of a checked entry of a verb."""
    known: dict[str, Any] = {"new": object.__new__, "nothing": _NOTHING}
    lines = _takes(cls, names, known, "")
    if adds:
        lines.append("made.added = added = {}")
    else:
        lines.append("made.added = nothing")
    for number, more in enumerate(adds):
        there = " or ".join(f"{name!r} in entry" for name in shapes_of(more, names)[1])
        lines.append(f"if {there}:")
        own = _takes(more, names, known, str(number))
        lines += [f"    {line}" for line in (*own, f"added[cls{number}] = made{number}")]
    body = "".join(f"    {line}\n" for line in lines)
    exec(f"def read(entry):\n{body}    return made\n", known)
    return cast("Callable[[Written], E]", known["read"])


_NOTHING: Mapping[type, Any] = {}


def _takes(cls: type, names: Any, known: dict[str, Any], tag: str) -> list[str]:
    """Return the lines that make ``made{tag}`` of an entry. known: takes what they name."""
    known[f"cls{tag}"] = cls
    lines = [f"made{tag} = new(cls{tag})"]
    for one in _fields(cls):
        said, own = f"entry[{name_of(one)!r}]", f"own_{one.name}{tag}"
        if KEYS in one.metadata:
            known[own] = (*one.metadata[KEYS](names),)
            said = f"{{key: entry[key] for key in {own} if key in entry}}"
        elif one.default is not MISSING:
            known[own] = one.default
            said = f"{said} if {name_of(one)!r} in entry else {own}"
        lines.append(f"made{tag}.{one.name} = {said}")
    return lines
