"""No code that nobody uses: what is named nowhere, in the program, its templates, its tools."""

import pkgutil
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest
from vulture import Vulture

import exports
import recorder

HOME = Path(__file__).resolve().parent.parent
ROOMS = ("adjudicator", "recorder", "exports", "tools", "benchmarks", "wsgi.py", "setup.py")
NAMING = ("*.html", "*.svg", "*.txt", "*.cfg", "*.toml", "*.xml")

ROUTES = "get post put delete route errorhandler app_errorhandler before_request after_request"
OWN = (
    *("@pages.app_context_processor", "@_reads", "@_writes", "@validates_schema", "@post_load"),
    *("@league_view", "@league_form", "@_operation"),
)

CALLED_BY = {
    "Flask, which looks at what is set on its application and its answers": "sort_keys"
    " session_interface direct_passthrough max_age immutable no_cache",
    "Flask-Limiter, where it is set": "enabled",
    "waitress, where it is set": "channel_class active_count",
    "logging, where it is set": "handlers msg",
    "tests that play a module of another folder": "use_module_folder add_face_folder",
    "tests that stand in for hypothesis": "load_profile register_profile",
}
"""What uses a name that the program itself does not."""

EXCEPTIONS = {name for names in CALLED_BY.values() for name in names.split()}


def of_libraries() -> set[str]:
    """Names in a class of the program that its library's class has, too, and uses."""
    for room in (recorder, exports):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    ours = [module for name, module in sys.modules.items() if name.split(".")[0] in ROOMS]
    kinds = {kind for module in ours for kind in vars(module).values() if isinstance(kind, type)}
    return {
        name
        for kind in kinds
        if kind.__module__.split(".")[0] in ROOMS
        for base in kind.__mro__[:-1]
        if base.__module__.split(".")[0] not in ROOMS
        for name in vars(base).keys() & vars(kind).keys()
    }


def named_in_templates() -> set[str]:
    """Every word of what is no Python: templates use properties and fields by their names."""
    files = [path for pattern in NAMING for path in (HOME / "templates").rglob(pattern)]
    files += [*(HOME / "recorder").rglob("*.js"), *(HOME / "adjudicator").glob("*.cfg")]
    files.append(HOME / "pyproject.toml")
    return {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}


@pytest.fixture(scope="module")
def unused() -> dict[str, str]:
    """Return the names that are used nowhere, each with its place."""
    routes = [f"@*.{name}" for name in ROUTES.split()]
    vulture = Vulture(ignore_decorators=[*routes, *OWN], ignore_names=["pytest_*"])
    vulture.scavenge([str(HOME / room) for room in ROOMS], exclude=["*/node_modules/*"])
    return {
        item.name: f"{item.filename.relative_to(HOME)}:{item.first_lineno} {item.typ} {item.name}"
        for item in vulture.get_unused_code(min_confidence=60)
    }


def test_whatever_is_there_is_used(unused: dict[str, str]) -> None:
    known = named_in_templates() | of_libraries() | EXCEPTIONS
    assert not [place for name, place in unused.items() if name not in known]


def test_every_exception_is_needed(unused: dict[str, str]) -> None:
    assert unused.keys() - named_in_templates() - of_libraries() >= EXCEPTIONS
