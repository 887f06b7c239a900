"""Entries as the rules read them: a class for each verb, a field for each key.

A verb is declared once, beside who judges it::

    @verb("take_die")
    class TakeDie(ByPlayer):
        \"\"\"Take a die and do its action.\"\"\"

        die: int = key(lambda s: s.die)
        as_: int | None = key(lambda s: s.sixes, default=None)

A key is asked for where its field has no default; ``as_`` and ``from_`` are the keys ``as`` and
``from``. The shapes come from what knows the names of a record (``s``): the cards and foods of a
box, the rooms of a hotel. ``form`` turns a class into the check of an entry, and ``reads`` into
the function that makes an object of the class from a checked entry. The rules only see such
objects, so a key that a verb does not have is a type error.

What a module adds to a verb of others is a class of its own (``Added``), read by it alone::

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
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast, dataclass_transform, overload

from adjudicator.shapes import Shape, Verb

T = TypeVar("T")
E = TypeVar("E", bound="Entry")
A = TypeVar("A", bound="Added")

Written = Mapping[str, Any]
"""An entry as a record has it, in JSON."""

Place = Mapping[str, Mapping[str, int]]
"""Food put onto guests: by the number of the guest, pieces by food."""

NEEDED = object()
"""The default of a key that has to be there."""

Shapes = Callable[[Any], Mapping[str, Shape]]
"""Makes shapes, by key, of what knows the names of a record."""


class Said(NamedTuple):
    """What is declared of a field. shape: of its key; several: the shapes of the keys it holds.

    made: makes what the field holds of the value written, None where it holds that.
    """

    default: Any
    shape: Callable[[Any], Shape] | None = None
    several: Shapes | None = None
    brought: bool = False
    made: Callable[[Any], Any] | None = None


@overload
def key(shape: Callable[[Any], Shape] | None, *, made: Callable[[Any], T] | None = None) -> Any: ...
@overload
def key(
    shape: Callable[[Any], Shape] | None,
    *,
    default: T,
    made: Callable[[Any], T] | None = None,
) -> Any: ...
def key(
    shape: Callable[[Any], Shape] | None,
    *,
    default: Any = NEEDED,
    made: Callable[[Any], Any] | None = None,
) -> Any:
    """Declare a key by its shape. default: what the field holds where an entry leaves it out.

    made: makes what the field holds of an object or list that is written, so that the rules read
    fields of it. A key without a shape is one that the verb's judge understands and that only
    modules bring.
    """
    return Said(default, shape, brought=shape is None, made=made)


def keys(shapes: Shapes) -> Any:
    """Declare a field that holds, as they are written, keys that depend on the record."""
    return Said({}, several=shapes)


def by(*, default: Any = NEEDED) -> Any:
    """Declare the key ``by``; with a default it may be left out."""
    return Said(default)


@dataclass_transform(field_specifiers=(key, keys, by), kw_only_default=True)
class Keyed(type):
    """Makes a slot of every field that a class declares, and keeps what is said of it."""

    said: Mapping[str, Said]

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Keyed:
        """Return the class."""
        own = {field: said for field, said in space.items() if isinstance(said, Said)}
        known: dict[str, Said] = {}
        for base in bases:
            known |= getattr(base, "said", {})
        slots = (*space.get("__slots__", ()), *(field for field in own if field not in known))
        rest = {field: value for field, value in space.items() if field not in own}
        made = super().__new__(cls, name, bases, {**rest, "__slots__": slots})
        made.said = known | own
        return made


class Entry(metaclass=Keyed):
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


def verb(do: str, whole: Callable[[Any], Shape] | None = None) -> Callable[[type[E]], type[E]]:
    """Declare the class of a verb.

    whole: the shape of an entry as a whole, where keys depend on one another.
    """

    def declared(cls: type[E]) -> type[E]:
        cls.do = do
        cls.whole = staticmethod(whole) if whole is not None else None
        return cls

    return declared


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


class Added(metaclass=Keyed):
    """Keys that a module adds to a verb of others; each has a default."""

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Return what an entry holds of these keys; the defaults where it has none of them."""
        added = entry.added
        found: Self = added[cls] if cls in added else _left_out(cls)
        return found


@cache
def _left_out(cls: Any) -> Any:
    empty = cls()
    for name, said in cls.said.items():
        setattr(empty, name, said.default)
    return empty


def name_of(field: str) -> str:
    """Return the key of a field: ``as_`` is ``as``."""
    return field.removesuffix("_")


def shapes_of(cls: Any, names: Any) -> tuple[dict[str, Shape], dict[str, Shape]]:
    """Return the shapes of the keys of a class, those that have to be there and the others.

    names: what the shapes are made of. Keys that only modules bring are not among them.
    """
    required: dict[str, Shape] = {}
    optional: dict[str, Shape] = {}
    for field, said in cls.said.items():
        if said.several is not None:
            optional |= said.several(names)
        elif said.shape is not None:
            shapes = required if said.default is NEEDED else optional
            shapes[name_of(field)] = said.shape(names)
    return required, optional


def brought(cls: type[Entry]) -> set[str]:
    """Return the keys of a class that only modules bring."""
    return {name_of(field) for field, said in cls.said.items() if said.brought}


def form(cls: type[Entry], names: Any, adds: Sequence[type[Added]] = ()) -> Verb:
    """Return what entries of a verb are checked by. adds: what modules add to them."""
    required, optional = shapes_of(cls, names)
    for more in adds:
        optional |= shapes_of(more, names)[1]
    who = cls.said.get("by")
    needs = "none" if who is None else "required" if who.default is NEEDED else "optional"
    return Verb(required, optional, needs, cls.whole(names) if cls.whole is not None else None)


def reads(cls: type[E], names: Any, adds: Sequence[type[Added]] = ()) -> Callable[[Written], E]:
    """Return what makes an object of a checked entry of a verb."""
    known: dict[str, Any] = {"nothing": _NOTHING}
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
    return _compiled(lines, known)


@cache
def reads_part(cls: type[T]) -> Callable[[Written], T]:
    """Return what makes an object of some keys of a checked entry, which have a class of their own.

    cls: a class made by ``Keyed`` whose keys need no names of the record to be taken.
    """
    known: dict[str, Any] = {}
    return cast(
        "Callable[[Written], T]", _compiled(_takes(cast(Keyed, cls), None, known, ""), known)
    )


def _compiled(lines: Sequence[str], known: dict[str, Any]) -> Callable[[Written], Any]:
    """Return the function with these lines. known: what they name."""
    body = "".join(f"    {line}\n" for line in lines)
    exec(f"def read(entry):\n{body}    return made\n", known)
    made: Callable[[Written], Any] = known["read"]
    return made


_NOTHING: Mapping[type, Any] = {}


def _takes(cls: Keyed, names: Any, known: dict[str, Any], tag: str) -> list[str]:
    """Return the lines that make ``made{tag}`` of an entry. known: takes what they name."""
    known |= {"new": object.__new__, f"cls{tag}": cls}
    lines = [f"made{tag} = new(cls{tag})"]
    for field, said in cls.said.items():
        value, own = f"entry[{name_of(field)!r}]", f"own_{field}{tag}"
        if said.several is not None:
            known[own] = (*said.several(names),)
            value = f"{{key: entry[key] for key in {own} if key in entry}}"
            lines.append(f"made{tag}.{field} = {value}")
            continue
        if said.made is not None:
            known[f"make_{own}"] = said.made
            value = f"make_{own}({value})"
        if said.default is not NEEDED:
            known[own] = said.default
            value = f"{value} if {name_of(field)!r} in entry else {own}"
        lines.append(f"made{tag}.{field} = {value}")
    return lines
