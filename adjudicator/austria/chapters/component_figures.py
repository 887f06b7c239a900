"""The component sheet: figures that no text gives are read off a component once.

A table enters them before the game (``options.figures``) or as it meets them (``figure`` entries).
An entered figure wins over the catalogue's. Modules declare the components (``Module.readings``).
Components of several modules stand here.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import Any

from adjudicator.austria.printed.catalogue import BASE, GUEST_COLOURS, Guest, Part, Staff
from adjudicator.austria.printed.contents import Contents
from adjudicator.austria.printed.editions import EDITIONS
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.box import as_box, box_at
from adjudicator.austria.table.component_readings import Reading
from adjudicator.austria.table.declarations import Deed, index_by_name
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import Table
from adjudicator.entries import Entry, Written, keys, verb
from adjudicator.messages import M
from adjudicator.shapes import (
    ANYTHING,
    Check,
    Fields,
    Integer,
    ListOf,
    MapOf,
    Mismatch,
    Narrowed,
    OneOf,
    Shape,
)

COST = Integer(0, 9)
"""The cost of hiring or of a dancer (record format, component sheet)."""

POINTS = Integer(-9, 30)
"""VP that a component may print."""

KEPT_FIGURES = 1024
"""How many read components are kept in memory: most games give the same for most of them."""


def _list_component_keys(
    shapes: Shapes,
) -> dict[str, tuple[Mapping[str, Shape], Mapping[str, Shape]]]:
    """Return the keys, required and optional, of each component that may be read."""
    readings = as_box(shapes.box).readings
    return {reading.key: reading.keys(shapes) for reading in readings if reading.key}


def _list_all_keys(shapes: Shapes) -> Mapping[str, Shape]:
    """Return all keys that an entry may have; which of them belong together is seen as a whole."""
    forms = _list_component_keys(shapes)
    every = {name: required[name] for name, (required, _) in forms.items()}
    for name, (required, optional) in forms.items():
        every |= {key: ANYTHING for key in (*required, *optional) if key != name}
    return every


def _check_one_component(shapes: Shapes) -> Check:
    """Return the check of an entry: it names one component, with the figures that belong to it."""
    forms = _list_component_keys(shapes)
    some = {each.key: each.some for each in as_box(shapes.box).readings}

    def check_component(entry: Written) -> None:
        named = [key for key in forms if key in entry]
        if len(named) != 1:
            raise Mismatch(M("figures.one-component", keys=tuple(forms)), (named or [*forms])[-1])
        required, optional = forms[named[0]]
        own = dict.fromkeys(("do", "note", "at"), ANYTHING)
        Fields({**own, **required}, optional).check({"note": "", "at": "", **entry})
        if some[named[0]] and not any(key in entry for key in some[named[0]]):
            raise Mismatch(M("figures.nothing-read"), named[0])

    return check_component


@verb("figure", _check_one_component)
class Figure(Entry):
    """Figures read off a component. read: its name and figures, as a position has them."""

    read: Written = keys(_list_all_keys)


def judge_figure(table: Table, nobody: None, entry: Figure, case: Case) -> None:
    """``figure``: the figures of a component hold from here on; nothing else changes.

    The entry is illegal only if something on the table contradicts it.
    """
    for reading in box_at(table).readings:
        figures = reading.read_figures(entry.read)
        if figures:
            reading.check(table, entry.read, case)
            if not case.stop:
                reading.take(table, figures)


def take_figures(table: Table, figures: Mapping[str, Any]) -> None:
    """Take the figures that a table has kept (``options.figures``)."""
    for reading in box_at(table).readings:
        if found := figures.get(reading.plural):
            reading.take(table, found)


def reward_shape(shapes: Shapes) -> Shape:
    """Return the shape of reward words read off a component: a list, empty where it shows none."""
    words = ListOf(MapOf(OneOf(shapes.box.reader.words, M("figures.reward-word")), ANYTHING))

    def check_words(value: Any) -> None:
        if not _is_printable(value):
            raise Mismatch(M("figures.no-reward"))
        try:
            make_reward_parts(shapes.box, value)
        except (ValueError, TypeError, AttributeError):
            raise Mismatch(M("figures.no-reward")) from None

    return Narrowed(words, check_words)


MOST_PRINTED = 30
"""No component prints a larger number."""


def _is_printable(value: Any) -> bool:
    """Return whether every number in reward words is one that a component can print."""
    if isinstance(value, dict):
        return all(_is_printable(inner) for inner in value.values())
    if isinstance(value, list):
        return len(value) <= MOST_PRINTED and all(_is_printable(inner) for inner in value)
    return not isinstance(value, int) or abs(value) <= MOST_PRINTED


def make_reward_parts(
    box: Contents, words: Sequence[Mapping[str, Any]], score: str = ""
) -> list[Part]:
    """Return the parts that reward words stand for. score: the part of ``scores`` of their VP.

    Raises ValueError, TypeError or AttributeError for words that are not understood.
    """
    parts = [
        box.reader.words[word](spec, box.reader) for row in words for word, spec in row.items()
    ]
    return [replace(part, score=score) if score else part for part in parts]


def read_reward_parts(
    box: Contents, words: Sequence[Mapping[str, Any]], score: str = ""
) -> tuple[Part, ...]:
    """Return the same for words that a record says: made once, however many games say so."""
    return _make_parts_once(box, repr(words), score)


@lru_cache(maxsize=KEPT_FIGURES)
def _make_parts_once(box: Contents, words: str, score: str) -> tuple[Part, ...]:
    return tuple(make_reward_parts(box, literal_eval(words), score))


def make_name_shape(shapes: Shapes, kind: str, told: M, written: type = str) -> Shape:
    """Return the shape of the names of components that modules bring.

    The figures of the base game's are known. kind: the field of ``Components``. written: the type
    of a name as it is written; an entry has numbers.
    """
    base = getattr(BASE, kind)
    names = [written(name) for name in getattr(shapes.box.components, kind) if name not in base]
    return OneOf(names, told)


# --- guests ---------------------------------------------------------------------------------

_COLOUR = OneOf(GUEST_COLOURS, M("figures.colour-guests"))


def _guest_shape(shapes: Shapes) -> Shape:
    some = MapOf(
        make_name_shape(shapes, "guests", M("figures.guest-module")),
        Fields({"colour": _COLOUR, "order": _order_shape(shapes)}, {"vp": POINTS}),
    )

    def check_points(value: Any) -> None:
        for number, read in value.items():
            # VP may be left out only where the catalogue has them.
            printed = shapes.box.components.guests[int(number)].values.get("vp")
            if printed is None and "vp" not in read:
                raise Mismatch(M("record.missing"), f"{number}.vp")

    return Narrowed(some, check_points)


def _order_shape(shapes: Shapes) -> Shape:
    order = MapOf(OneOf(shapes.box.foods, M("figures.food-this-game")), Integer(low=1))

    def check_order(value: Any) -> None:
        if not value:
            raise Mismatch(M("figures.empty-order"))

    return Narrowed(order, check_order)


def _take_guests(table: Table, figures: Mapping[str, Mapping[str, Any]]) -> None:
    box, cards = table.box, dict(table.guests)
    for number, read in figures.items():
        order = (*read["order"].items(),)
        card = _make_read_guest(box, number, read["colour"], order, read.get("vp"))
        cards[card.number] = card
    table.guests = cards
    for player in table.players:
        for guest in player.cafe.values():
            if str(guest.number) in figures:
                guest.read(cards[guest.number].order or box.nothing)


@lru_cache(maxsize=KEPT_FIGURES)
def _make_read_guest(
    box: Contents, number: str, colour: str, order: tuple[tuple[str, int], ...], vp: int | None
) -> Guest:
    """Return a guest card with the figures read off it. vp: None where the catalogue has them."""
    card = box.components.guests[int(number)]
    foods, points = box.vector(dict(order)), card.vp if vp is None else vp
    return replace(card, colour=colour, order=foods, size=sum(foods), vp=points)


def _check_order_room(table: Table, written: Written, case: Case) -> None:
    """Note food on a guest that its order has no room for (GAH-FOOD-02)."""
    order = table.box.vector(written["order"])
    for player in table.players:
        guest = player.cafe.get(written["guest"])
        if guest is None:
            continue
        for food, lies in enumerate(guest.lies):
            if lies > order[food]:
                name = table.box.foods[food]
                case.breach(
                    "GAH-FOOD-02",
                    M("figures.order-too-small", guest=guest.number, count=lies, food=name),
                    guest=guest.number,
                    food=name,
                    lies=lies,
                    order=order[food],
                )


GUEST_FIGURES = Reading(
    "guests",
    _guest_shape,
    _take_guests,
    key="guest",
    keys=lambda shapes: (
        {
            "guest": make_name_shape(shapes, "guests", M("figures.guest-module"), int),
            "colour": _COLOUR,
            "order": _order_shape(shapes),
        },
        {"vp": POINTS},
    ),
    figures=lambda entry: {key: entry[key] for key in ("colour", "order", "vp") if key in entry},
    check=_check_order_room,
)
"""Colour, order and VP of a module's guest; VP only where the catalogue has none (WALTZ-P-01)."""


# --- staff ----------------------------------------------------------------------------------


def _take_costs(table: Table, costs: Mapping[str, int]) -> None:
    cards = dict(table.staff_cards)
    for number, cost in costs.items():
        card = cards[int(number)]
        cards[card.number] = _make_read_staff(table.box, card.number, cost)
    table.staff_cards = cards


@lru_cache(maxsize=KEPT_FIGURES)
def _make_read_staff(box: Contents, number: int, cost: int) -> Staff:
    """Return a staff card with its cost, which is the only figure that is read off one."""
    return replace(box.components.staff[number], cost=dict.fromkeys(EDITIONS, cost))


STAFF_FIGURES = Reading(
    "staff",
    lambda shapes: MapOf(make_name_shape(shapes, "staff", M("figures.staff-card-module")), COST),
    _take_costs,
    key="staff",
    keys=lambda shapes: (
        {
            "staff": make_name_shape(shapes, "staff", M("figures.staff-card-module"), int),
            "cost": COST,
        },
        {},
    ),
    figures=itemgetter("cost"),
)
"""The cost of hiring a module's card, in krones (WALTZ-P-02)."""


# --- politics cards and tiles: corrected only where a component differs -----------------------

_LETTER = OneOf(("A", "B", "C"), M("figures.b-or-c"))


def make_some_shape(keys: Mapping[str, Shape]) -> Shape:
    """Return the shape of an object with at least one of some keys."""

    def check_something_read(value: Mapping[str, Any]) -> None:
        if not value:
            raise Mismatch(M("figures.nothing-read"))

    return Narrowed(Fields({}, keys), check_something_read)


def _take_politics(table: Table, figures: Mapping[str, Mapping[str, Any]]) -> None:
    cards = dict(table.politics_cards)
    for name, read in figures.items():
        vp = tuple(read.get("vp", cards[name].vp))
        cards[name] = replace(cards[name], letter=read.get("letter", cards[name].letter), vp=vp)
    table.politics_cards = cards


POLITICS_FIGURES = Reading(
    "politics",
    lambda shapes: MapOf(
        make_name_shape(shapes, "politics", M("figures.politics-card-module")),
        make_some_shape({"letter": _LETTER, "vp": ListOf(POINTS, length=3)}),
    ),
    _take_politics,
)
"""Letter and VP of a module's politics card (WALTZ-P-08)."""


def _take_tiles(table: Table, figures: Mapping[str, Mapping[str, Any]]) -> None:
    read = {name: replace(table.tiles[name], **letter) for name, letter in figures.items()}
    table.tiles = {**table.tiles, **read}


TILE_FIGURES = Reading(
    "tiles",
    lambda shapes: MapOf(
        make_name_shape(shapes, "tiles", M("figures.emperor-tile-module")),
        Fields({"letter": _LETTER}),
    ),
    _take_tiles,
)
"""Letter of a module's emperor tile (WALTZ-P-09)."""

READ_OFF = Module(
    id="read-off",
    number=12,
    deeds=index_by_name(Deed(Figure, judge_figure, play=False, settles=True)),
)
"""The verb of reading figures off components: what modules with ``readings`` share."""
