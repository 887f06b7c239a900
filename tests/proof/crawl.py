"""The forms of the program, as its pages hold them, and the wrong ways to send one.

``read_forms`` reads them out of a page. ``spoil`` yields each form with every field missing, twice
and wrong. ``Snapshot`` gives a store back as it was before a form was accepted.
"""

import io
import json
import os
import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from recorder.web.context import let_go
from tests.drawn import Element, read_page

Fields = tuple[tuple[str, str], ...]

WRONG = (
    *(
        "",
        "x",
        "-1",
        "0",
        "1",
        "²",
        "٣",
        "１９:３０",
        "9" * 5000,
        "1e999",
        "2026-02-30",
        "9999-12-31",
    ),
    *(
        "null",
        "true",
        "[]",
        "{}",
        "[[[[",
        '{"a":1}',
        '[{"do":"x"}]',
        "\x00",
        "a.b",
        "../..",
        "e" * 300,
    ),
    *('{"do":"x"}', '{"do":1}', '{"do":["a"]}', '{"do":null}', '{"by":"anna"}', '{"do":"rule"}'),
    *('{"do":"adjust"}', '{"do":"rule","entry":{}}', '{"do":"check","of":[]}', '{"modules":["x"]}'),
    *('{"by":"anna","do":"take_die","die":"x"}', '{"by":[],"do":"pass"}', '{"options":1}'),
    *('{"options":{"figures":[1]}}', '{"played_on":1,"place":{}}', "é\ud83c", "http://[::1/t/x"),
)
"""Values that fit no field of the program: numbers beyond any, other digits, impossible days, JSON
of another kind, entries that no game reads."""

UPLOADED = (b"", b"PK\x03\x04", b"\xff\xfe{", b"{}", b'{"record":1}', b"[" * 5000)
"""Contents that fit no field for a file."""


@dataclass(frozen=True)
class Form:
    """A form of a page: its aim, method, and the first values of its fields.

    page: the address that shows it. uploads: the names of its fields for files.
    """

    page: str
    action: str
    method: str
    fields: Fields
    uploads: tuple[str, ...] = ()

    def kind(self, endpoint: str) -> tuple[str, ...]:
        """Return the kind of the form: its view, its fields, the verb of its entry.

        Numbers and ids in names stand for all of their kind.
        """
        names = sorted({re.sub(r"\d+|(?<=[.-])[\w-]+", "1", name) for name, _ in self.fields})
        verbs = {verb for _, value in self.fields for verb in re.findall(r'"do": ?"(\w+)"', value)}
        return endpoint, self.method, *names, *sorted(verbs), *self.uploads


CHOSEN = ("radio", "checkbox")


def read_forms(page: str, text: str) -> list[Form]:
    """Return the forms of a page that lead to the program, with fields elsewhere (``form=``)."""
    every = [*read_page(text).walk()]
    elements = [one for one in every if one.tag == "form"]
    named = {one.get("id"): one for one in elements}
    fields: dict[Element, list[tuple[str, str]]] = {one: [] for one in elements}
    uploads: dict[Element, list[str]] = {one: [] for one in elements}
    for one in every:
        form = named.get(one.get("form")) if one.has("form") else one.closest("form")
        name, kind = one.get("name"), one.get("type")
        if one.tag not in ("input", "textarea", "select", "button") or not name or not form:
            continue
        if kind == "file":
            uploads[form].append(name)
        elif kind not in CHOSEN or one.has("checked") or name not in dict(fields[form]):
            fields[form].append((name, _value(one)))
    forms = []
    for one in elements:
        action = _inside(page, one.get("action") or one.get("hx-post") or page)
        method = one.attributes.get("method", "post" if one.has("hx-post") else "get").upper()
        if action:
            forms.append(Form(page, action, method, tuple(fields[one]), tuple(uploads[one])))
    return forms


def _value(field: Element) -> str:
    """Return what a field sends as it stands; of a select, its first option or the chosen one."""
    if field.tag == "select":
        options = [one for one in field.walk() if one.tag == "option"]
        return [field, *options[:1], *(one for one in options if one.has("selected"))][-1].get(
            "value"
        )
    return field.attributes.get("value", "on" if field.get("type") in CHOSEN else "")


def _inside(page: str, address: str) -> str:
    parts = urlsplit(urljoin(f"http://localhost{page}", address))
    if parts.hostname != "localhost" or parts.scheme not in ("http", "https"):
        return ""
    return parts.path + (f"?{parts.query}" if parts.query else "")


def spoil(form: Form, chance: random.Random, wrong: int) -> Iterator[Form]:
    """Yield a form with each field missing, twice and wrong; and with none, and on version 0.

    wrong: how many wrong values each field gets; WRONG at most. A field for a file is among them.
    """
    yield form
    yield replace(form, fields=(), uploads=())
    yield replace(form, fields=(*form.fields, ("a" + ".a" * 600, "1"), ("x[]", "é" * 300)))
    for fields in _on_versions(form.fields):
        for name in dict(fields):
            others = tuple(one for one in fields if one[0] != name)
            value = dict(fields)[name]
            yield replace(form, fields=others)
            yield replace(form, fields=(*fields, (name, value)))
            for bad in chance.sample(WRONG, min(wrong, len(WRONG))):
                yield replace(form, fields=(*others, (name, bad)))
            yield replace(form, fields=(*fields, (name, chance.choice(WRONG))))


def _on_versions(fields: Fields) -> Iterator[Fields]:
    """Yield the fields as they are and, of a form about a version, on an earlier one."""
    yield fields
    if dict(fields).get("version", "0") != "0":
        yield tuple((name, "0" if name == "version" else value) for name, value in fields)


def send(client: Any, form: Form, chance: random.Random) -> Any:
    """Send a form as a browser does, and return the answer."""
    sent: MultiDict[str, Any] = MultiDict(
        [(name, value.encode("utf-8", "replace")) for name, value in form.fields]
    )
    where = urlsplit(form.action)
    if form.method == "GET":
        # A browser replaces the query of the action by the fields.
        asked = form.fields or tuple(parse_qsl(where.query))
        query = {name: value.encode("utf-8", "replace") for name, value in asked}
        return client.get(where.path, query_string=query)
    for name in form.uploads:
        sent.add(name, (io.BytesIO(chance.choice(UPLOADED)), "record.json"))
    kind = "multipart/form-data" if form.uploads else "application/x-www-form-urlencoded"
    return client.post(form.action, data=sent, content_type=kind)


def find_endpoint(app: Flask, form: Form) -> str:
    """Return the view that a form is sent to; empty where there is none."""
    try:
        match: Any = app.url_map.bind("localhost").match(urlsplit(form.action).path, form.method)
    except HTTPException:
        return ""
    return str(match[0])


class Snapshot:
    """A store in a file as it was once; ``restore`` makes it so again, with nothing remembered."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._file = Path(app.config["DATABASE"])
        self._copy = self._file.with_suffix(".copy")
        self._rest()
        shutil.copyfile(self._file, self._copy)

    def restore(self) -> None:
        self._rest()
        shutil.copyfile(self._copy, self._file)

    def _rest(self) -> None:
        """Let go of the store, so that all of it is in its one file."""
        self._app.extensions["imports"].join()
        let_go(self._app.extensions["held_open"], os.getpid())
        for name in ("replays", "books"):
            kept = self._app.extensions[name]
            self._app.extensions[name] = type(kept)(*self._made_with(name))
        for ending in ("-wal", "-shm"):
            Path(f"{self._file}{ending}").unlink(missing_ok=True)

    def _made_with(self, name: str) -> tuple[Any, ...]:
        from recorder.league.pages.adding import BOOKS

        return (self._app.config["REPLAYS_MB"],) if name == "replays" else (BOOKS,)


def told(form: Form) -> str:
    return f"{form.method} {form.action} {json.dumps(dict(form.fields), ensure_ascii=True)[:300]}"
