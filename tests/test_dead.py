"""No code that nobody uses: what is named nowhere, in the program, its templates, its tools."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from vulture import Vulture

HOME = Path(__file__).resolve().parent.parent
ROOMS = ("adjudicator", "recorder", "exports", "tools", "benchmarks", "wsgi.py", "setup.py")
NAMING = ("*.html", "*.svg", "*.txt", "*.cfg", "*.toml", "*.xml")

ROUTES = "get post put delete route errorhandler app_errorhandler before_request after_request"

CALLED_BY = {
    "flask": "ensure_sync jinja_environment sort_keys session_interface direct_passthrough"
    " max_age immutable no_cache regex",
    "flask_smorest": "_raw_load_json handle_error error_status_code error_headers ERROR_SCHEMA"
    " _register_error_handlers ARGUMENTS_PARSER",
    "marshmallow": "_deserialize attr _fits Meta reviewed",
    "click": "get_short_help_str format_help_text ctx",
    "babel": "extract extract_tables comment_tags keywords domain_instance",
    "limits": "STORAGE_SCHEME incr",
    "flask_limiter": "enabled",
    "asyncio": "connection_made data_received connection_lost",
    "waitress": "to_response ident parser_class task_class channel_class handler_thread"
    " active_count",
    "weasyprint": "fetch",
    "logging": "handlers",
    "jinja2": "_get_default_module template_class code_generator_class",
    "the tests": "COMPLETE",
    "pytest": "pytest_addoption pytest_collection_modifyitems",
    "hypothesis": "load_profile register_profile",
    "hooks, whose listeners are alike": "nobody",
}
"""Names that others call, or that stand in a signature that others give."""

EXCEPTIONS = {name for names in CALLED_BY.values() for name in names.split()}


def named_in_templates() -> set[str]:
    """Every word of what is no Python: templates use properties and fields by their names."""
    files = [path for pattern in NAMING for path in (HOME / "templates").rglob(pattern)]
    files += (HOME / "recorder").rglob("*.js")
    files.append(HOME / "pyproject.toml")
    return {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}


@pytest.fixture(scope="module")
def unused() -> dict[str, str]:
    """Return the names that are used nowhere, each with its place."""
    routes = [f"@*.{name}" for name in ROUTES.split()]
    found = Vulture(ignore_decorators=[*routes, "@_view"])
    found.scavenge([str(HOME / room) for room in ROOMS], exclude=["*/node_modules/*"])
    return {
        item.name: f"{item.filename.relative_to(HOME)}:{item.first_lineno} {item.typ} {item.name}"
        for item in found.get_unused_code(min_confidence=60)
    }


def test_whatever_is_there_is_used(unused: dict[str, str]) -> None:
    known = named_in_templates() | EXCEPTIONS
    assert not [place for name, place in unused.items() if name not in known]


def test_every_exception_is_needed(unused: dict[str, str]) -> None:
    assert unused.keys() >= EXCEPTIONS
