"""The answers of the JSON interface: schemas made from ``answers.json``.

The file lists the keys of each answer as ``type: description``. A type is ``integer``, ``string``,
``boolean``, ``any`` or ``object``, a few words (``table|seat``), the name of another answer,
``[type]`` for a list or ``{type}`` for values by name. ``!`` behind it: the key is always there.
``?``: it may be null. The key ``*`` lets further keys stand beside the listed ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from marshmallow import INCLUDE, RAISE, Schema, fields

from recorder.app.schemas import OneOfWords

_TYPES: Mapping[str, type[fields.Field[Any]]] = {
    "integer": fields.Integer,
    "string": fields.String,
    "boolean": fields.Boolean,
    "any": fields.Raw,
    "object": fields.Dict,
}

_ANSWERS: dict[str, type[Schema]] = {}


def find_answer(name: str) -> Schema:
    """Return the schema of an answer. name: as the file has it, ``[name]`` for a list of them."""
    return _ANSWERS[name.strip("[]")](many=name.startswith("["))


def _make_type(kind: str, **more: Any) -> fields.Field[Any]:
    inner = kind[1:-1]
    if kind[0] == "[":
        return fields.List(_make_type(inner), **more)
    if kind[0] == "{":
        values = None if inner == "any" else _make_type(inner)
        return fields.Dict(keys=fields.String(), values=values, **more)
    if "|" in kind:
        return fields.String(validate=OneOfWords(kind.split("|")), **more)
    return _TYPES[kind](**more) if kind in _TYPES else fields.Nested(_ANSWERS[kind], **more)


def _make_schemas() -> None:
    listed = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    for name, keys in listed.items():
        class_fields = {}
        for key, told in keys.items():
            if key.isidentifier():
                kind, _colon, about = told.partition(": ")
                more = {"metadata": {"description": about}} if about else {}
                null = True if "?" in kind else None
                given = {"required": "!" in kind, "allow_none": null, **more}
                class_fields[key] = _make_type(kind.rstrip("?!"), **given)
        made = Schema.from_dict(class_fields, name=f"{name}Schema")
        made.__doc__ = keys[""]
        made.opts.unknown = INCLUDE if "*" in keys else RAISE
        _ANSWERS[name] = made


_make_schemas()
