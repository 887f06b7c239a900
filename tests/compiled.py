"""Compiles the common parts of many applications once, in the first of them.

Most tests make an application of their own. Compiling its templates and addresses, and describing
the JSON interface, is most of the cost of the application and its first page.
"""

from types import CodeType
from typing import Any

from apispec import APISpec
from flask import Flask
from flask_smorest import Api, Blueprint
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

_compile: Any = Rule.compile
_compiled: dict[tuple[str, bool], dict[str, Any]] = {}
_COMPILED = ("_parts", "_trace", "_converters", "arguments")
_BUILDERS = ("_build", "_build_unknown")

_respond: Any = Api._register_responses
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


def compiled_once(rule: Rule) -> None:
    """Compile a rule's functions for finding and building addresses, once for all applications.

    They depend on nothing but the rule's text.
    """
    assert rule.map is not None
    if rule.defaults or rule.subdomain or rule.map.host_matching:
        _compile(rule)
        return
    key = (rule.rule, rule.merge_slashes)
    if key not in _compiled:
        _compile(rule)
        own: dict[str, Any] = vars(rule)
        _compiled[key] = {name: own[name] for name in _COMPILED}
        _compiled[key] |= {name: own[name].__func__ for name in _BUILDERS}
    for name in _COMPILED:
        setattr(rule, name, _compiled[key][name])
    for name in _BUILDERS:
        setattr(rule, name, _compiled[key][name].__get__(rule, None))


def described_once(views: Blueprint, api: Any, app: Flask, spec: APISpec, **more: Any) -> None:
    """Describe the views of a part of the JSON interface: once for all applications.

    It depends on nothing but the code of the views.
    """
    if views not in _described:
        _describe(views, api, app, spec, **more)
        _described[views] = (spec._paths, spec.components)
    spec._paths, spec.components = _described[views]


def responded_once(api: Api) -> None:
    """Describe an answer for every status, which later applications get with the views."""
    if not _described:
        _respond(api)


def once() -> None:
    """Let all applications of this process share compiled parts."""
    Blueprint.register_views_in_doc = described_once
    Api._register_responses = responded_once
    Rule.compile = compiled_once  # type: ignore[assignment]
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
