"""From the fields of a form to an entry: one way for every verb of every game.

Every value is JSON; only a note is plain text. ``entry`` holds the beginning of the entry. A
field's name is the path of the key (``place.63.coffee``); numbers that come twice on a path add up,
and a 0 on a path is left out. ``dice[]`` collects a list.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.edits import INSERT, KINDS, REMOVE, Edit
from adjudicator.messages import Language
from adjudicator.reading import decode_json
from adjudicator.record import Unreadable
from recorder.languages.speech import gettext as _
from recorder.languages.speech import reader
from recorder.pages.forms import nested_fields
from recorder.pages.wording import join_label
from recorder.store.ledger import KEY
from recorder.web.request_values import HIGHEST

TEXTS = ("note",)

OURS = (
    "csrf_token",
    "version",
    "key",
    "stands",
    "ruling",
    "unread",
    "unseen",
    "closes",
    "ruling-note",
    "ruling-agreed",
    "shown",
    "kind",
)
"""Fields that are about the sending, not part of the entry."""


ROW = 3
"""The most entries that one tap makes."""

MOST_OF_A_TAP = ROW + 2
"""The most entries that a tap leaves in the log: with a ruling, and the end of the turn."""


class BadForm(Unreadable):
    """A form that this program's pages do not send; the message names the field.

    It is answered as any unreadable document, from every view. name: of the field. told: the fault,
    in the reader's language.
    """

    def __init__(self, name: str, told: str) -> None:
        super().__init__(told, key=name)

    def say(self, language: Language) -> str:
        """Return the field and the fault in one sentence."""
        return join_label(str(self.key), language.say(self.message))


def entry_of(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the entry that a form describes. Raises BadForm."""
    entry = _json("entry", form.get("entry") or "{}")
    if not isinstance(entry, dict):
        raise BadForm("entry", _("this is not an object"))
    try:
        fields = nested_fields.document(
            form,
            lambda name, text: text if name in TEXTS else _json(name, text),
            _together,
            leave=("entry", *OURS),
        )
    except Unreadable as problem:
        raise BadForm(str(problem.key), reader().say(problem.message)) from None
    for key, value in fields.items():
        if not isinstance(value, dict) or key in form:
            entry[key] = value
            continue
        begun, counts = entry.get(key, {}), _drop_zeros(value)
        if counts and not isinstance(begun, dict):
            raise BadForm(key[:60], _("this is part of a value"))
        if counts:
            entry[key] = {**begun, **counts}
    return entry


def row_of(form: MultiDict[str, str]) -> list[dict[str, object]]:
    """Return the entries that a form describes: one, or a few that one tap makes in a row.

    Then ``entry`` holds a list; the other fields belong to its first. Raises BadForm.
    """
    begun = _json("entry", form.get("entry") or "{}")
    if not isinstance(begun, list):
        return [entry_of(form)]
    if not 1 <= len(begun) <= ROW or not all(isinstance(each, dict) for each in begun):
        raise BadForm("entry", _("this is not 1 to %(most)s objects", most=ROW))
    first = form.copy()
    first["entry"] = json.dumps(begun[0])
    return [entry_of(first), *begun[1:]]


def read_correction(
    values: MultiDict[str, str], row: Sequence[Mapping[str, object]] | None = None
) -> Edit:
    """Return the correction that ``kind``, ``number`` and ``count`` of a form or address name.

    row: the new entries; by default those of the field ``entry``. Raises BadForm.
    """
    kind = values.get("kind", "")
    if kind not in KINDS or (kind != REMOVE and row is None and "entry" not in values):
        raise BadForm("kind", _("this is missing"))
    count = number_of(values, "count") if "count" in values else 1
    if not 1 <= count <= MOST_OF_A_TAP:
        raise BadForm(
            "count", _("this is not from %(least)s to %(most)s", least=1, most=MOST_OF_A_TAP)
        )
    if kind == REMOVE:
        row = ()
    elif row is None:
        row = row_of(MultiDict([("entry", values["entry"])]))
    return Edit(number_of(values, "number"), count if kind != INSERT else 0, tuple(row))


def read_send(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return ``version`` and ``key`` of a send, as the services take them. Raises BadForm."""
    return {"version": number_of(form, "version"), "key": read_send_key(form)}


def number_of(form: MultiDict[str, str], name: str) -> int:
    """Return a field as a number such as a log can have. Raises BadForm."""
    try:
        number = int(form.get(name, ""))
    except ValueError:
        raise BadForm(name, _("this is not a whole number")) from None
    if not 0 <= number <= HIGHEST:
        raise BadForm(name, _("this is not from %(least)s to %(most)s", least=0, most=HIGHEST))
    return number


def new_key() -> str:
    """Return a key for a form, by which it is known again when it is sent twice."""
    return secrets.token_urlsafe(12)


def begins_with(form: MultiDict[str, str]) -> str:
    """Return the key of a form that begins something, a game or a league; empty without one."""
    return form.get("key", "")[:80]


def beginning_key(form: MultiDict[str, str]) -> str:
    """Return the key for a form that begins something: a new one, or of the form shown again."""
    return begins_with(form) or new_key()


def read_send_key(form: MultiDict[str, str]) -> str:
    """Return the client's key of this send. Raises BadForm."""
    key = form.get("key", "")
    if not re.match(KEY, key):
        raise BadForm("key", _("write 1 to 64 letters (A-Z, a-z), digits or any of . _ : -"))
    return key


def _json(name: str, value: str) -> Any:
    try:
        return decode_json(value)
    except Unreadable as problem:
        told = reader().say(problem.message)
        raise BadForm(name[:60], f"{value[:40]!r}: {told}") from None


def _together(name: str, values: list[Any]) -> Any:
    """Return the value of fields of one name: on a path the sum of numbers, else the last one."""
    counted = "." in name and all(type(value) is int for value in values)
    return sum(values) if counted else values[-1]


def _drop_zeros(counts: Mapping[str, Any]) -> dict[str, object]:
    """Return nested counts without zeros and without objects that are empty then."""
    inner = {
        key: _drop_zeros(value) if isinstance(value, Mapping) else value
        for key, value in counts.items()
    }
    return {key: value for key, value in inner.items() if value not in (0, {})}
