"""Components with printed figures: the list of them, and the form for each.

A reading is an entry ``figure``, in a game and in a kept sheet, so that it means the same in both
places. The cards are found in the box; a module's other components are listed by its face
(``Face.components``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from adjudicator import entries, games
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.chapters import component_figures as rules
from adjudicator.austria.printed.catalogue import GUEST_COLOURS
from adjudicator.austria.table.box import Box
from adjudicator.reading import check_entry
from adjudicator.record import require_shape
from recorder.pages.austria import does, modules, terms
from recorder.pages.austria.components.component import Component, Read
from recorder.pages.forms import entry_forms
from recorder.pages.presenter import Document
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, lazy

GUESTS, STAFF = lazy("Guests"), lazy("Staff")

VP = range(-2, 16)
"""VP that one tap gives; others are typed."""

COSTS = range(10)
"""Possible prices of hiring or a dancer (record format, component sheet)."""

PIECES = range(5)
"""Pieces of one kind in an order."""


def colour_field() -> dict[str, object]:
    """Return the field of a guest's colour."""
    choices = [(name, terms.guest_kind(name), terms.KINDS[name]) for name in GUEST_COLOURS]
    return {"kind": "colour", "name": "colour", "choices": choices}


def order_field(foods: Sequence[str]) -> dict[str, object]:
    """Return the field of an order: pieces of every food."""
    rows = [(food, terms.food_word(food)) for food in foods]
    return {"kind": "order", "name": "order", "foods": rows, "counts": PIECES}


def figure_field(
    name: str, title: str, values: Iterable[int], typed: tuple[int, int] | None
) -> Any:
    """Return the field of a number by one tap. typed: the bounds of other, typed numbers."""
    return {"kind": "number", "name": name, "title": title, "values": values, "typed": typed}


def rewards_field(name: str, title: str, box: Box) -> dict[str, object]:
    """Return the field of reward words: up to three of a box's printed parts."""
    choices = partial(_reward_words, box)  # many, and asked for by few pages
    return {"kind": "rewards", "name": name, "title": title, "choices": choices}


def cells_field(title: str, most: int, marked: bool) -> dict[str, object]:
    """Return the field of a row of cells. marked: some may exist with four players only."""
    choices = [(json.dumps(cost), str(cost)) for cost in COSTS]
    if marked:
        choices += [
            (json.dumps({"four": cost}), _("four players: %(cost)s", cost=cost)) for cost in COSTS
        ]
    return {"kind": "cells", "name": "cells", "title": title, "most": most, "choices": choices}


def _reward_words(box: Box) -> list[tuple[str, str]]:
    """Return rewards that components print, as JSON with their words."""
    most = {"krones": 6, "emperor": 4, "vp": 10}
    parts: list[dict[str, Any]] = [{kind: n} for kind in most for n in range(1, most[kind] + 1)]
    parts += [{"gain": {food: n}} for food in box.foods for n in (1, 2, 3)]
    parts += [{kind: n} for kind in ("gain_any", "draw_staff") for n in (1, 2, 3)]
    parts += [{"play_staff": {"count": 1, "discount": n}} for n in (1, 2, 3)]
    parts += [{"play_staff": {"count": 1, "free": True}}]
    parts += [{"prepare": {"count": 1, "discount": n}} for n in (1, 2)]
    parts += [{"prepare": {"count": n, "free": True}} for n in (1, 2)]
    parts += [{"take_guest": {"count": 1, "free": True}}, {"occupy": {"count": 1, "colour": "any"}}]
    parts += [dict(reward) for face in modules.offered_faces().values() for reward in face.printed]
    known = [part for part in parts if set(part) <= set(box.reader.words)]
    return [(json.dumps(part), say_rewards(box, [part])) for part in known]


def say_rewards(box: Box, parts: Sequence[Mapping[str, Any]]) -> str:
    """Return reward words as a sentence, or that nothing is printed."""
    return does.describe_rewards(does.read_parts(box, *parts)) or _("nothing")


def list_components(box: Box) -> list[Component]:
    """Return all components of a box with figures printed on them only, cards first."""
    return keep_made("components", box.ids, lambda: _components(box))


def _components(box: Box) -> list[Component]:
    unread = [_guest(box, number) for number in unread_guests(box)]
    price = [figure_field("cost", _("Price"), COSTS, None)]
    for number in unread_staff(box):
        entry, title = {"do": "figure", "staff": number}, terms.staff_title(number)
        unread.append(Component(f"staff.{number}", STAFF, title, entry, price, card=True))
    for name in sorted(box.ids):
        unread += modules.find_face(name).components(box)
    return unread


def unread_guests(box: Box) -> list[int]:
    """Return the guests of a box with orders that no text gives."""
    return [number for number, card in box.components.guests.items() if card.order is None]


def unread_staff(box: Box) -> list[int]:
    """Return the staff cards of a box with costs that no text gives."""
    return [n for n, card in box.components.staff.items() if None in card.cost.values()]


def _guest(box: Box, guest: int) -> Component:
    card = box.components.guests[guest]
    asked: list[Mapping[str, Any]] = [colour_field(), order_field(box.foods)]
    if card.values.get("vp") is None:
        asked.append(figure_field("vp", _("Victory points"), VP, (-9, 30)))
    return Component(
        f"guest.{guest}",
        GUESTS,
        terms.guest_title(guest),
        {"do": "figure", "guest": guest},
        asked,
        about=does.guest_reward_words(card) if card.vp or card.reward else "",
        card=True,
    )


def find_component(box: Box, key: str) -> Component | None:
    """Return the component of a name, or None."""
    return next((each for each in list_components(box) if each.key == key), None)


def component_key(read: Read, side: str = "") -> str:
    """Return the name of the component that an entry ``figure`` reads."""
    asked = _asked_fields()
    parts = [(name, read[name]) for name in asked.names if name in read]
    told = ".".join([parts[0][0], *(str(value) for _name, value in parts)])
    return f"{told}.{side}" if side and asked.sided.intersection(read) else told


class Asked(NamedTuple):
    """The fields of components of all modules.

    names: the keys of a ``figure`` that name the component. sided: the names of components with two
    sides. fields: by the key of their figure.
    """

    names: Sequence[str]
    sided: frozenset[str]
    fields: Mapping[str, Mapping[str, Any]]


def _asked_fields() -> Asked:
    names = frozenset(modules.offered_faces())

    def make() -> Asked:
        every = list_components(box_of(names))
        named = dict.fromkeys(name for each in every for name in each.entry if name != "do")
        sided = {name for each in every if each.side for name in each.entry if name != "do"}
        return Asked(
            [*named], frozenset(sided), {f["name"]: f for each in every for f in each.fields}
        )

    return keep_made("asked of components", names, make)


def figure_entry(component: Component, form: MultiDict[str, str]) -> dict[str, object]:
    """Return the entry that a form of the component describes. Raises BadForm."""
    asked = {field.partition(".")[0].removesuffix("[]") for field in form} & component.names
    fields = [
        (name, value)
        for name, value in form.items(multi=True)
        if name.partition(".")[0].removesuffix("[]") in asked
    ]
    return entry_forms.entry_of(MultiDict([("entry", json.dumps(dict(component.entry))), *fields]))


def check_figures(box: Box, read: Read, side: str = "") -> None:
    """Raise Unreadable for an entry that is not the form of the component's figures.

    side: for which side of the component, where it has two.
    """
    verbs = {"figure": entries.make_verb(rules.Figure, box.shapes)}
    check_entry(games.find("austria"), [], dict(read), 1, verbs)
    kept = make_figure_options(box, [(read, side)])
    for reading in box.readings:
        if reading.plural in kept:
            require_shape(reading.whole(box.shapes), kept[reading.plural], reading.plural, 1)


def make_figure_options(box: Box, read: Iterable[tuple[Read, str]]) -> dict[str, object]:
    """Return readings in the form of ``options.figures``. read: entries with their side."""
    figures: dict[str, Any] = {}
    for entry, side in read:
        for reading in box.readings:
            for name, value in reading.read_figures(entry).items():
                if side and isinstance(value, Mapping) and side in value:
                    value = {side: value[side]}
                of_kind = figures.setdefault(reading.plural, {})
                of_kind[name] = merge_figures(of_kind.get(name), value)
    return figures


def merge_figures(before: Any, now: Any) -> Any:
    """Return the values merged: rows, halves and sections are entered one by one."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        return {
            key: merge_figures(before.get(key), now[key]) if key in now else before[key]
            for key in (*before, *(key for key in now if key not in before))
        }
    if isinstance(before, list) and isinstance(now, list) and None in now:
        return [a if b is None else b for a, b in zip(before, now, strict=True)]
    return now


def describe_reading(box: Box, read: Read) -> str:
    """Return a reading in a few words: "blue, 1 wine, 3 VP"."""
    fields = _asked_fields().fields
    return ", ".join(_figure(box, fields[name], read[name]) for name in fields if name in read)


def _figure(box: Box, field: Mapping[str, Any], value: Any) -> str:
    """Return the value of a field in words."""
    match field["kind"]:
        case "colour":
            return terms.guest_kind(value)
        case "order":
            return terms.amount_words(value)
        case "cells":
            costs = (f"({c['four']})" if isinstance(c, Mapping) else str(c) for c in value)
            return " ".join(costs)
        case "rewards":
            return say_rewards(box, value)
    match field["name"]:
        case "vp":
            return f"{value} VP"
        case "cost":
            return terms.krone_words(value)
    return join_label(field["title"], str(value))


def phrase_figure(box: Box, read: Read) -> str:
    """Return an entry ``figure`` in words: the component, and its figures."""
    names = _asked_fields().names
    wanted = {key: value for key, value in read.items() if key in names}
    for each in list_components(box):
        if {key: each.entry[key] for key in each.entry if key != "do"} == wanted:
            title = each.title if not each.side else each.title.rpartition(" (")[0]
            return join_label(title, describe_reading(box, read))
    return describe_reading(box, read)


def last_figures(entries: Sequence[Document]) -> dict[str, tuple[int, Document]]:
    """Return the last ``figure`` of every component that a game entered, with its number."""
    last = {}
    for number, entry in enumerate(entries, start=1):
        if entry["do"] == "figure":
            last[component_key(entry)] = (number, entry)
    return last
