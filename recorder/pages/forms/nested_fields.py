"""From the fields of a form to a nested document: ``p.a.kitchen.wine=2`` and ``dice[]=1``."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.reading import decode_json
from adjudicator.record import Unreadable
from recorder.languages.speech import gettext as _

DEEPEST = 8
"""Steps in the path of a field; the longest of our pages has three."""

_WHOLE = re.compile(r"[+-]?\d{1,12}")
"""A whole number as somebody types it: far larger ones than any board has are none."""

MOST = 4000
"""Fields of a form; an editor for six players has some hundreds."""


def document(
    form: MultiDict[str, str],
    read: Callable[[str, str], Any] = lambda name, text: text,
    several: Callable[[str, list[Any]], Any] = lambda name, values: values,
    leave: Collection[str] = (),
) -> dict[str, Any]:
    """Return the filled fields as nested values; ``x[]`` is a list, empty fields are left out.

    read: the value of a field, from its name and text. several: the value of fields of one name
    together. leave: names of fields that belong elsewhere. Raises Unreadable for a field inside a
    value, and for too many fields or steps.
    """
    nested: dict[str, Any] = {}
    for count, (name, given) in enumerate(form.lists()):
        if count >= MOST:
            raise Unreadable(_("too many fields"), key=name[:60])
        if name in leave:
            continue
        values = [read(name, text.strip()) for text in given if text.strip()]
        if not values:
            continue
        *way, last = name.removesuffix("[]").split(".", DEEPEST)
        if "." in last:
            raise Unreadable(_("too many steps in the name of a field"), key=name[:60])
        place = nested
        for step in way:
            place = place.setdefault(step, {})
            if not isinstance(place, dict):
                raise Unreadable(_("this is part of a value"), key=name[:60])
        if isinstance(place.get(last), dict):
            raise Unreadable(_("this is part of a value"), key=name[:60])
        if name.endswith("[]"):
            place[last] = values
        else:
            place[last] = several(name, values) if len(values) > 1 else values[0]
    return nested


def number(value: Any, key: str) -> int:
    """Return a field as a whole number; of a field that comes twice the sum.

    Raises Unreadable naming the key.
    """
    if isinstance(value, list):
        return sum(number(each, key) for each in value)
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value)
    raise Unreadable(_("this is not a whole number"), key=key)


def decode_field(value: Any, key: str) -> Any:
    """Return the value of a field with JSON. Raises Unreadable naming the key."""
    try:
        return decode_json(str(value))
    except Unreadable as problem:
        raise Unreadable(problem.message, key=key) from None


def branch(nested: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the fields nested under a name; nothing where there is nothing."""
    inner = nested.get(name)
    return inner if isinstance(inner, dict) else {}


def list_field_values(nested: Mapping[str, Any], name: str) -> list[str]:
    """Return a field that may come several times as a list."""
    values = nested.get(name)
    if isinstance(values, list):
        return values
    return [values] if isinstance(values, str) else []
