"""Entries as the rules read them: a class for each verb, a field for each key.

A verb is declared once, beside its judge::

    @verb("take_die")
    class TakeDie(ByPlayer):
        \"\"\"Take a die and do its action.\"\"\"

        die: int = key(lambda s: s.die)
        as_: int | None = key(lambda s: s.copied, default=None)

A key is needed if its field has no default; ``as_`` and ``from_`` are the keys ``as`` and ``from``.
The shapes come from the names of a record (``s``): the cards and foods of a box, the rooms of a
hotel. ``make_verb`` turns a class into a ``Verb``: the shapes by which ``reading.check_entry``
checks an entry, and the function that builds an object of the class from a checked one. The rules
only see such objects, so a key that a verb does not have is a type error.

A module adds keys to another's verb by a class of its own (``AddedKeys``), read by it alone::

    class Fallen(AddedKeys):
        spaces: Mapping[str, int] = keys(lambda s: dict.fromkeys(COLOURS, s.die))

    spaces = Fallen.read_from(entry).spaces
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast, dataclass_transform, overload

from adjudicator.shapes import Check, Shape, Verb

T = TypeVar("T")
E = TypeVar("E", bound="Entry")
A = TypeVar("A", bound="AddedKeys")

Written = Mapping[str, Any]
"""An entry as a record has it, in JSON."""


Pieces = tuple[tuple[int, int], ...]
"""Foods by their number, each with how many pieces, at least one."""


@dataclass(slots=True)  # not a tuple: fields of slots are read in a third of the time
class Amounts:
    """Amounts by name.

    written: by name. food: of each food; pieces: of the named foods. total: in all.
    """

    written: Mapping[str, int]
    food: tuple[int, ...]
    pieces: Pieces
    krones: int
    steps: int
    total: int


@dataclass(slots=True)
class Place:
    """Food put onto guests.

    written: pieces by food, by the number of the guest. whole: the pieces of each food in all, in
    the order of foods. served: guests with the pieces for each, as they are written. pieces: in
    all.
    """

    written: Mapping[str, Mapping[str, int]]
    whole: Pieces
    served: tuple[tuple[int, Pieces], ...]
    pieces: int

    def __bool__(self) -> bool:
        """Whether any guest is named."""
        return bool(self.served)


NEEDED = object()
"""The default of a key that has to be there."""

Shapes = Callable[[Any], Mapping[str, Shape]]
"""Makes shapes, by key, of what knows the names of a record."""


Makes = Callable[[Any], Callable[[Any], T]]
"""Takes the names of a record; returns the function that makes something of a written value."""


class KeyDeclaration(NamedTuple):
    """The declaration of a field. shape: of its key; several: the shapes of the keys it holds.

    made: makes the value of the field from the written one; None where the field holds that.
    """

    default: Any
    shape: Callable[[Any], Shape] | None = None
    several: Shapes | None = None
    brought: bool = False
    made: Makes[Any] | None = None


@overload
def key(shape: Callable[[Any], Shape] | None, *, made: Makes[T] | None = None) -> Any: ...
@overload
def key(
    shape: Callable[[Any], Shape] | None, *, default: T, made: Makes[T] | None = None
) -> Any: ...
def key(
    shape: Callable[[Any], Shape] | None, *, default: Any = NEEDED, made: Makes[Any] | None = None
) -> Any:
    """Declare a key by its shape. default: the field's value where an entry leaves it out.

    made: ``lambda s: f``, where ``f`` makes the field's value of the written object or list, so
    that the rules read its fields. A key without a shape is one that the verb's judge understands
    and that only modules bring.
    """
    return KeyDeclaration(default, shape, brought=shape is None, made=made)


def keys(shapes: Shapes) -> Any:
    """Declare a field that holds, as they are written, keys that depend on the record."""
    return KeyDeclaration({}, several=shapes)


def player_key(*, default: Any = NEEDED) -> Any:
    """Declare the key ``by``; with a default it may be left out."""
    return KeyDeclaration(default)


@dataclass_transform(field_specifiers=(key, keys, player_key), kw_only_default=True)
class Keyed(type):
    """Makes a slot of every field that a class declares, and keeps the declarations."""

    said: Mapping[str, KeyDeclaration]

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Keyed:
        """Return the class."""
        own = {field: said for field, said in space.items() if isinstance(said, KeyDeclaration)}
        known: dict[str, KeyDeclaration] = {}
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
    kind, or an entry leaves it out. added: the keys of modules, by their classes.
    """

    __slots__ = ("added",)

    do: ClassVar[str]
    whole: ClassVar[Callable[[Any], Check] | None] = None
    added: dict[type, Any]
    by: str | None = None
    from_: str | None = None
    place: Place | None = None


def verb(do: str, whole: Callable[[Any], Check] | None = None) -> Callable[[type[E]], type[E]]:
    """Declare the class of a verb.

    whole: makes, from the names of a record, the check of an entry as a whole, for keys that depend
    on one another.
    """

    def declare_class(cls: type[E]) -> type[E]:
        cls.do = do
        cls.whole = staticmethod(whole) if whole is not None else None
        return cls

    return declare_class


class ByPlayer(Entry):
    """An entry of one player."""

    by: str = player_key()


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


class AddedKeys(metaclass=Keyed):
    """Keys that a module adds to a verb of others; each has a default."""

    @classmethod
    def read_from(cls, entry: Entry) -> Self:
        """Return the values of these keys in an entry; the defaults where it has none of them."""
        added = entry.added
        found: Self = added[cls] if cls in added else _make_defaults(cls)
        return found


@cache
def _make_defaults(cls: Any) -> Any:
    empty = cls()
    for name, said in cls.said.items():
        setattr(empty, name, said.default)
    return empty


def find_key_of_field(field: str) -> str:
    """Return the key of a field: ``as_`` is ``as``."""
    return field.removesuffix("_")


def shapes_of(cls: Any, names: Any) -> tuple[dict[str, Shape], dict[str, Shape]]:
    """Return the shapes of the keys of a class: the required and the optional ones.

    names: the names of the record. Keys that only modules bring are left out.
    """
    required: dict[str, Shape] = {}
    optional: dict[str, Shape] = {}
    for field, said in cls.said.items():
        if said.several is not None:
            optional |= said.several(names)
        elif said.shape is not None:
            shapes = required if said.default is NEEDED else optional
            shapes[find_key_of_field(field)] = said.shape(names)
    return required, optional


def list_module_keys(cls: type[Entry]) -> set[str]:
    """Return the keys of a class that only modules bring."""
    return {find_key_of_field(field) for field, said in cls.said.items() if said.brought}


def make_verb(cls: type[Entry], names: Any, adds: Sequence[type[AddedKeys]] = ()) -> Verb:
    """Return the verb of a class of entries. adds: the keys that modules add to it."""
    required, optional = shapes_of(cls, names)
    for more in adds:
        optional |= shapes_of(more, names)[1]
    who = cls.said.get("by")
    needs = "none" if who is None else "required" if who.default is NEEDED else "optional"
    whole = cls.whole(names) if cls.whole is not None else None
    build_own, _own_keys = _make_builder(cls, names)
    added = [(more, *_make_builder(more, names)) for more in adds]

    def build_entry(written: Written) -> Entry:
        entry: Entry = build_own(written)
        entry.added = {}
        for more, build, added_keys in added:
            if not added_keys.isdisjoint(written):
                entry.added[more] = build(written)
        return entry

    return Verb(required, optional, needs, whole, build_entry)


def _make_builder(cls: type, names: Any) -> tuple[Callable[[Written], Any], frozenset[str]]:
    """Return the function that builds an object of a checked entry, and the keys that it reads.

    A key that is left out has its default. The function raises KeyError for a key that has to be
    there: such an entry was not checked. cls: a class made by ``Keyed``. names: the names of the
    record.
    """
    needed: list[tuple[str, str, Callable[[Any], Any] | None]] = []
    plain: list[tuple[str, str, Any]] = []
    made: list[tuple[str, str, Any, Callable[[Any], Any]]] = []
    several: list[tuple[str, tuple[str, ...]]] = []
    for field, said in cast(Keyed, cls).said.items():
        name = find_key_of_field(field)
        make = None if said.made is None else said.made(names)
        if said.several is not None:
            several.append((field, tuple(said.several(names))))
        elif said.default is NEEDED:
            needed.append((field, name, make))
        elif make is None:
            plain.append((field, name, said.default))
        else:
            made.append((field, name, said.default, make))

    def build(entry: Written) -> Any:
        built = cls()
        for field, name, make in needed:
            value = entry[name]
            setattr(built, field, value if make is None else make(value))
        for field, name, default in plain:
            setattr(built, field, entry.get(name, default))
        for field, name, default, make in made:
            setattr(built, field, make(entry[name]) if name in entry else default)
        for field, names in several:
            setattr(built, field, {name: entry[name] for name in names if name in entry})
        return built

    own = {row[1] for row in needed} | {row[1] for row in plain} | {row[1] for row in made}
    return build, frozenset(own.union(*(names for _, names in several)))
