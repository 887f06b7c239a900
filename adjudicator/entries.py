"""Entries as the rules read them: a class for each verb, a field for each key.

A verb is declared once, beside who judges it::

    @verb("take_die")
    class TakeDie(ByPlayer):
        \"\"\"Take a die and do its action.\"\"\"

        die: int = key(lambda s: s.die)
        as_: int | None = key(lambda s: s.copied, default=None)

A key is asked for where its field has no default; ``as_`` and ``from_`` are the keys ``as`` and
``from``. The shapes come from what knows the names of a record (``s``): the cards and foods of a
box, the rooms of a hotel. ``form`` turns a class into a ``Verb``: the shapes by which an entry is
checked, and the functions that make an object of the class from it. The rules only see such
objects, so a key that a verb does not have is a type error.

What a module adds to a verb of others is a class of its own (``Added``), read by it alone::

    class Fallen(Added):
        spaces: Mapping[str, int] = keys(lambda s: dict.fromkeys(COLOURS, s.die))

    spaces = Fallen.of(entry).spaces

The functions that make the object are written out with the keys of their verb and compiled, as
``dataclasses`` writes ``__init__``: every entry of every record goes through one of them, and going
through the keys one by one by name would take three times as long. There are two. ``made`` takes
the keys of an entry that has been checked; ``read`` checks them on the way, which saves looking at
the entry twice. ``read`` does not say what is wrong with an entry, only that something is:
``reading.check_entry``, which has time, looks again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import (
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    cast,
    dataclass_transform,
    overload,
)

from adjudicator.shapes import Among, Check, Integer, Shape, Verb
from adjudicator.written import Remembers

T = TypeVar("T")
E = TypeVar("E", bound="Entry")
A = TypeVar("A", bound="Added")

Written = Mapping[str, Any]
"""An entry as a record has it, in JSON."""


Pieces = tuple[tuple[int, int], ...]
"""Foods by their number, each with how many pieces, at least one."""


@dataclass(slots=True)  # not a tuple: fields of slots are read in a third of the time
class Amounts:
    """How much of what.

    written: of each thing named. food: of each food; pieces: of those named. total: in all.
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
    the order of foods. served: guests with what each is given, as it is written. pieces: in all.
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


Makes = Callable[[Any], Callable[[Any], T] | Remembers[T]]
"""Makes, of what knows the names of a record, what makes something of a value written."""


class Said(NamedTuple):
    """What is declared of a field. shape: of its key; several: the shapes of the keys it holds.

    made: of what knows the names, what makes what the field holds of the value written, perhaps
    remembering (``Remembers``); None where it holds that.
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
    shape: Callable[[Any], Shape] | None,
    *,
    default: T,
    made: Makes[T] | None = None,
) -> Any: ...
def key(
    shape: Callable[[Any], Shape] | None,
    *,
    default: Any = NEEDED,
    made: Makes[Any] | None = None,
) -> Any:
    """Declare a key by its shape. default: what the field holds where an entry leaves it out.

    made: ``lambda s: f``, where ``f`` makes what the field holds of an object or list that is
    written, so that the rules read fields of it. A key without a shape is one that the verb's judge
    understands and that only modules bring.
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
    whole: ClassVar[Callable[[Any], Check] | None] = None
    added: Mapping[type, Any]
    by: str | None = None
    from_: str | None = None
    place: Place | None = None


def verb(do: str, whole: Callable[[Any], Check] | None = None) -> Callable[[type[E]], type[E]]:
    """Declare the class of a verb.

    whole: makes, of what knows the names of a record, what checks an entry as a whole, where keys
    depend on one another.
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
    """Return what entries of a verb are checked and read by. adds: what modules add to them."""
    required, optional = shapes_of(cls, names)
    for more in adds:
        optional |= shapes_of(more, names)[1]
    who = cls.said.get("by")
    needs = "none" if who is None else "required" if who.default is NEEDED else "optional"
    whole = cls.whole(names) if cls.whole is not None else None
    writer = _Writer(cls, names, adds)
    return Verb(required, optional, needs, whole, writer.made(), writer.read())


@cache
def reads_part(cls: type[T]) -> Callable[[Written], T]:
    """Return what makes an object of some keys of a checked entry, which have a class of their own.

    cls: a class made by ``Keyed`` whose keys need no names of the record to be taken.
    """
    return cast("Callable[[Written], T]", _Writer(cls, None, ()).made())


_NOTHING: Mapping[type, Any] = {}


class _Writer:
    """Writes the functions that make objects of the entries of a verb.

    cls: of the objects. names: what the shapes are made of. adds: the classes of what modules add.
    """

    def __init__(self, cls: type, names: Any, adds: Sequence[type[Added]]) -> None:
        self.cls = cast(Keyed, cls)
        self.names = names
        self.adds = adds
        self.known: dict[str, Any] = {"none": _NOTHING, "beside": _beside}

    def made(self) -> Callable[[Written], Any]:
        """Return what makes an object of a checked entry."""
        return self._compiled("entry", self._lines(checked=True))

    def read(self) -> Callable[[Written, Mapping[str, str], Mapping[str, Check]], Any]:
        """Return what checks an entry and makes an object of it (see ``Verb.read``)."""
        needed = 1 + sum(said.default is NEEDED for said in self.cls.said.values())
        lines = [f"left = len(entry) - {needed}", *self._lines(checked=False)]
        lines += ["if left:", "    beside(entry, left, checks)"]
        return self._compiled("entry, players, checks", lines)

    def _lines(self, *, checked: bool) -> list[str]:
        """Return the lines that make the object ``made``."""
        lines = self._takes(self.cls, "", checked=checked)
        if issubclass(self.cls, Entry):
            lines.append(f"made.added = {'added = {}' if self.adds else 'none'}")
        for number, more in enumerate(self.adds):
            there = " or ".join(f"{name!r} in entry" for name in shapes_of(more, self.names)[1])
            there = there if checked else f"left and ({there})"
            own = self._takes(cast(Keyed, more), str(number), checked=checked)
            lines.append(f"if {there}:")
            lines += [f"    {line}" for line in (*own, f"added[cls{number}] = made{number}")]
        return lines

    def _takes(self, cls: Keyed, tag: str, *, checked: bool) -> list[str]:
        """Return the lines that make ``made{tag}`` of the keys of a class."""
        self.known[f"cls{tag}"] = cls
        lines = [f"made{tag} = cls{tag}()"]
        for field, said in cls.said.items():
            lines += self._takes_one(field, said, tag, checked=checked)
        return lines

    def _takes_one(self, field: str, said: Said, tag: str, *, checked: bool) -> list[str]:
        """Return the lines that take one field, and check it where that has not been done."""
        name, own, into = name_of(field), f"own_{field}{tag}", f"made{tag}.{field}"
        if said.several is not None:
            self.known[own] = (*said.several(self.names),)
            lines = [f"{into} = held = {{}}", f"for key in {own}:", "    if key in entry:"]
            if not checked:
                lines += ["        checks[key](entry[key])", "        left -= 1"]
            return [*lines, "        held[key] = entry[key]"]
        make = said.made(self.names) if said.made is not None else None
        value, lines = "value", []
        if isinstance(make, Remembers):
            make, value = make.take, "value" if checked else f"value, checks[{name!r}]"
        elif not checked:
            lines, value = self._checks(name, own, said)
        if make is not None:
            self.known[f"make_{own}"] = make
            value = f"make_{own}({value})"
        lines = [f"value = entry[{name!r}]", *lines, f"{into} = {value}"]
        if said.default is NEEDED:
            return lines
        self.known[own] = said.default
        lines += [] if checked else ["left -= 1"]
        inner = [f"    {line}" for line in lines]
        there = f"{name!r} in entry" if checked else f"left and {name!r} in entry"
        return [f"if {there}:", *inner, "else:", f"    {into} = {own}"]

    def _checks(self, name: str, own: str, said: Said) -> tuple[list[str], str]:
        """Return the lines that check a value, and what then stands for it.

        Numbers and words, of which there are most, are checked without a call. Words are those of
        the shape, and not of the record: everybody has the same, which are found sooner.
        """
        if name == "by":
            return [], "players[value]"
        shape = said.shape(self.names) if said.shape is not None else None
        if isinstance(shape, Among) and shape.words and said.made is None:
            self.known[f"words_{own}"] = shape.words
            return [], f"words_{own}[value]"
        if isinstance(shape, Integer):
            low, high = shape.span
            wrong = f"if type(value) is not int or not {low} <= value <= {high}:"
            return [wrong, "    raise LookupError"], "value"
        return [f"checks[{name!r}](value)"], "value"

    def _compiled(self, takes: str, lines: Sequence[str]) -> Callable[..., Any]:
        """Return the function with these lines, which takes these arguments."""
        body = "".join(f"    {line}\n" for line in lines)
        exec(_code(f"def read({takes}):\n{body}    return made\n"), self.known)
        made: Callable[..., Any] = self.known["read"]
        return made


@cache
def _code(text: str) -> CodeType:
    """Return a text compiled: many boxes have the same verbs."""
    return compile(text, "<an entry>", "exec")


def _beside(entry: Written, left: int, checks: Mapping[str, Check]) -> None:
    """Check what an entry of any verb may have besides its own keys.

    left: how many keys it has that are not its verb's. Raises LookupError where it may not.
    """
    for name in ("note", "at"):
        if name in entry:
            checks[name](entry[name])
            left -= 1
    if left:
        raise LookupError
