"""Printed figures that texts leave out or dispute: shown with their source, corrected by a table.

A correction for one game stands in its ``options.figures``; one for all new games is kept in
the catalogue, and their set-up begins with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria.printed.board import LARGEST_GROUP
from adjudicator.austria.printed.catalogue import COLOURS, FIGURE_SOURCES, FIGURES
from adjudicator.messages import source_sentence
from recorder.kept.kept_values import Item
from recorder.pages.austria import terms
from recorder.pages.presenter import Kept, Problems
from recorder.pages.wording import day, join_label, join_sayings, lazy, say
from recorder.pages.wording import gettext as _
from recorder.web.context import catalogue

KIND = "austria.figures"

DOORS: tuple[str, ...] = tuple(FIGURES["doors"])
"""The rooms with doors that may have printed points."""

HIGHEST = 99
"""No printed figure has more digits; a larger number is a slip."""

Figures = dict[str, Any]


def program_figures() -> Figures:
    """Return the figures that a table may correct, as the program has them."""
    return {
        "emperor_track": list(FIGURES["emperor_track"]),
        "queue_cost": list(FIGURES["queue_cost"]),
        "points": {room: FIGURES["night_points"].get(room, 0) for room in DOORS},
        "group_bonus": {colour: list(FIGURES["group_bonus"][colour]) for colour in COLOURS},
    }


def list_corrected_figures() -> dict[str, Item]:
    """Return the corrections in the catalogue, by the figures' names."""
    return {item.name: item for item in catalogue().newest(KIND) if item.name in program_figures()}


def starting_figures() -> Figures:
    """Return the figures that new games begin with."""
    return program_figures() | {name: item.value for name, item in list_corrected_figures().items()}


def _fields(name: str) -> list[tuple[str, tuple[Any, ...]]]:
    """Return the fields of a figure with the way to their numbers."""
    value = program_figures()[name]
    if isinstance(value, list):
        return [(f"{name}-{place}", (place,)) for place in range(len(value))]
    return [
        (f"{name}-{key}-{place}", (key, place))
        if isinstance(row, list)
        else (f"{name}-{key}", (key,))
        for key, row in value.items()
        for place in (range(len(row)) if isinstance(row, list) else (0,))
    ]


def corrected_fields(corrected: Figures) -> dict[str, object]:
    """Return the fields of the figures that a game's options correct, whole rows of them."""
    values: dict[str, Any] = {}
    for name, own in program_figures().items():
        if name not in corrected:
            continue
        value = corrected[name]
        if isinstance(own, dict):
            value = own | {
                key: row["by_size"] if isinstance(row, dict) else row for key, row in value.items()
            }
        values |= {field: _number_at(value, way) for field, way in _fields(name)}
    return values


def _number_at(value: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        value = value[key]
    return value


def figures_form(start: Mapping[str, Any]) -> dict[str, object]:
    """Return the values of ``austria/_figures.html``. start: values of fields by name."""
    holds, items = starting_figures(), list_corrected_figures()

    def numbers(name: str) -> dict[str, object]:
        return {
            field: start.get(field, _number_at(holds[name], way)) for field, way in _fields(name)
        }

    titles = {
        "emperor_track": _("Emperor track: VP by space"),
        "queue_cost": _("Prices of the queue, left to right"),
        "points": _("Points on doors (night board)"),
        "group_bonus": _("Bonus of a full group, by its size"),
    }
    return {
        "tables": [
            {
                "name": name,
                "title": title,
                "fields": numbers(name),
                "labels": _labels(name),
                "source": say(source_sentence(source)),
                "confidence": terms.confidence_words(confidence),
                "corrected": _(
                    "Corrected by %(who)s, %(day)s",
                    who=items[name].who or _("a table"),
                    day=day(items[name].at[:10]),
                )
                if name in items
                else "",
            }
            for name, title in titles.items()
            for source, confidence in [FIGURE_SOURCES["night_points" if name == "points" else name]]
        ]
    }


def _labels(name: str) -> dict[str, str]:
    labels = {}
    for field, way in _fields(name):
        if name == "emperor_track":
            labels[field] = _("space %(number)s", number=way[0])
        elif name == "queue_cost":
            labels[field] = _("guest %(number)s from the left", number=way[0] + 1)
        elif name == "points":
            labels[field] = _("room %(room)s", room=way[0])
        else:
            labels[field] = f"{terms.colour_word(way[0])}, {way[1] + 1}"
    return labels


def read_figures(form: MultiDict[str, str], problems: dict[str, str]) -> Figures:
    """Return the figures of a form; a figure without any field is left out."""
    given: Figures = {}
    for name, value in program_figures().items():
        fields = _fields(name)
        if not any(field in form for field, _way in fields):
            continue
        texts = [form.get(field, "").strip() for field, _way in fields]
        fits = [text.isdecimal() and len(text) <= 3 and int(text) <= HIGHEST for text in texts]
        numbers = [int(text) for text, fit in zip(texts, fits, strict=True) if fit]
        if not all(fits):
            problems["figures"] = _(
                "Every value is a whole number from 0 to %(most)s.", most=HIGHEST
            )
        elif isinstance(value, list):
            given[name] = numbers
        elif name == "group_bonus":
            rows = iter(numbers)
            given[name] = {key: [next(rows) for _n in range(LARGEST_GROUP)] for key in value}
        else:
            given[name] = dict(zip(value, numbers, strict=True))
    return given


def find_corrections(figures: Figures) -> Figures:
    """Return the figures that differ from the program's, as ``options.figures`` has them."""
    own = program_figures()
    corrected = {name: value for name, value in figures.items() if value != own[name]}
    if "points" in corrected:
        corrected["points"] = {
            room: number
            for room, number in corrected["points"].items()
            if number != own["points"][room]
        }
    if "group_bonus" in corrected:
        corrected["group_bonus"] = {
            colour: row
            for colour, row in corrected["group_bonus"].items()
            if row != own["group_bonus"][colour]
        }
    return corrected


def _read_changed_figures(form: MultiDict[str, str]) -> Mapping[str, Any]:
    """Return the figures of the form that differ from the kept ones."""
    problems: dict[str, str] = {}
    given, before = read_figures(form, problems), starting_figures()
    if problems:
        raise Problems(problems)
    return {name: value for name, value in given.items() if value != before[name]}


def _describe_figure(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    parts = []
    for key, row in value.items():
        numbers = " ".join(map(str, row)) if isinstance(row, list) else str(row)
        parts.append(join_label(terms.colour_word(key) if key in COLOURS else key, numbers))
    return join_sayings(parts)


KEPT_FIGURES = Kept(
    KIND,
    lazy("Printed values"),
    lazy(
        "Printed values that no rulebook gives, or on which sources disagree. Compare "
        "them with your components; a correction applies to all new games."
    ),
    "austria/kept_figures.html",
    lambda _name, start: figures_form(start),
    _read_changed_figures,
    _describe_figure,
)
