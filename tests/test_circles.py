"""No module of the adjudicator needs, by whatever way round, a module that needs it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
SOURCES = sorted((HOME / "adjudicator").rglob("*.py"))

BOXED = "adjudicator.austria"


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


def graph(*, whole: bool) -> dict[str, set[str]]:
    """Return what each module needs to be imported, or (``whole``) at all: for types, on use."""
    found = {}
    for name, path in MODULES.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[name] = set(needs(ast.walk(tree) if whole else tree.body)) - {name}
    return found


def circles(graph: Mapping[str, set[str]]) -> list[str]:
    """Return what is left when modules that need nothing (left) are taken away, again and again."""
    left = {name: set(found) for name, found in graph.items()}
    while free := {name for name, found in left.items() if not found & left.keys()}:
        for name in free:
            del left[name]
    return sorted(left)


def test_no_module_needs_one_that_needs_it_to_be_imported() -> None:
    assert circles(graph(whole=False)) == []


def test_outside_the_boxes_no_module_knows_one_that_knows_it() -> None:
    """A box names the state that its parts work on, for the type checker: so that game may."""
    every = graph(whole=True)
    boxed = {name for name in every if name.startswith(BOXED)}
    assert (
        circles({name: found - boxed for name, found in every.items() if name not in boxed}) == []
    )


def test_a_circle_is_found() -> None:
    found = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}
    assert circles(found) == ["a", "b", "c", "d"]
