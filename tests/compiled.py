"""What many applications have in common is compiled by the first of them.

Most tests make an application of their own. Compiling its templates and addresses, and describing
the JSON interface, is most of what that and its first page cost.
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from apispec import APISpec
from flask import Flask
from flask_smorest import Blueprint
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

_build: Any = Rule._compile_builder
_built: dict[tuple[Any, ...], Any] = {}

_describe: Any = Blueprint.register_views_in_doc
_described: dict[Blueprint, tuple[Any, Any]] = {}


class Compiled(BytecodeCache):
    """Templates as compiled by the first application that showed them."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self.codes[bucket.key, bucket.checksum] = bucket.code


def built_once(rule: Rule, append_unknown: bool = True) -> Any:
    """Return what builds a rule's addresses: compiled once for all applications.

    It depends on nothing but the rule's text.
    """
    if rule.defaults:
        return _build(rule, append_unknown)
    key = (rule.rule, append_unknown, *rule._trace)
    if key not in _built:
        _built[key] = _build(rule, append_unknown)
    return _built[key]


def described_once(views: Blueprint, api: Any, app: Flask, spec: APISpec, **more: Any) -> None:
    """Describe the views of a part of the JSON interface: once for all applications.

    It depends on nothing but the code of the views.
    """
    if views not in _described:
        _describe(views, api, app, spec, **more)
        _described[views] = (spec._paths, spec.components)
    spec._paths, spec.components = _described[views]


def once() -> None:
    """Let all applications of this process share what is compiled."""
    Blueprint.register_views_in_doc = described_once
    Rule._compile_builder = built_once  # type: ignore[method-assign]
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
