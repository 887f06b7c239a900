"""No module of the program needs, by whatever way round, a module that needs it.

What is imported on use, inside a function, and for types counts as what is imported at once.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
ROOMS = ("adjudicator", "recorder", "exports")
SOURCES = sorted(path for room in ROOMS for path in (HOME / room).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(HOME).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in SOURCES}


def needs(body: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the modules that imports name."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = [f"{node.module}.{one.name}" for one in node.names]
            yield from (name for name in inside if name in MODULES)
            if node.module in MODULES and any(name not in MODULES for name in inside):
                yield node.module


def graph() -> dict[str, set[str]]:
    """Return what each module needs: at once, on use, or for types."""
    found = {}
    for name, path in MODULES.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[name] = set(needs(ast.walk(tree))) - {name}
    return found


def circles(graph: Mapping[str, set[str]]) -> list[str]:
    """Return what is left when modules that need nothing (left) are taken away, again and again."""
    left = {name: set(found) for name, found in graph.items()}
    while free := {name for name, found in left.items() if not found & left.keys()}:
        for name in free:
            del left[name]
    return sorted(left)


def test_no_module_needs_one_that_needs_it() -> None:
    found = graph()
    assert len(found) > 300
    assert circles(found) == []


def test_imports_on_use_and_for_types_count() -> None:
    tree = ast.parse(
        "if TYPE_CHECKING:\n    from adjudicator.record import Record\n"
        "def late():\n    from adjudicator import games\n"
    )
    assert sorted(needs(ast.walk(tree))) == ["adjudicator.games", "adjudicator.record"]


def test_a_circle_is_found() -> None:
    found = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}
    assert circles(found) == ["a", "b", "c", "d"]
