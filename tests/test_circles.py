"""No module of the program needs, by whatever way round, a module that needs it; nor does a room.

What is imported on use, inside a function, for types and by a name that is written out counts as
what is imported at once. Registries find games and their modules by names that are not.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
ROOMS = ("adjudicator", "recorder", "exports")
GAMES = (["adjudicator", "austria"], ["adjudicator", "samoa"])
SOURCES = sorted(path for room in ROOMS for path in (HOME / room).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(HOME).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in SOURCES}


def needs(body: Iterable[ast.AST]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from (name for name in MODULES if repr(name) == ast.unparse(node.args[0]))
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = [f"{node.module}.{one.name}" for one in node.names]
            yield from (name for name in inside if name in MODULES)
            if node.module in MODULES and any(name not in MODULES for name in inside):
                yield node.module


def graph() -> dict[str, set[str]]:
    """Return what each module needs: at once, on use, or for types."""
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in MODULES.items()}
    return {name: set(needs(ast.walk(tree))) - {name} for name, tree in trees.items()}


def room_of(name: str) -> str:
    """Return the room of a module: its folder, within each game and for the league's pages, too."""
    parts = name.split(".")
    deeper = parts[:2] in GAMES or parts[:3] == ["recorder", "league", "pages"]
    return ".".join(parts[:3] if deeper else parts[:2])


def rooms(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    needed: dict[str, set[str]] = {room_of(name): set() for name in graph}
    for name, others in graph.items():
        needed[room_of(name)] |= {room_of(other) for other in others} - {room_of(name)}
    return needed


def circles(graph: Mapping[str, set[str]]) -> list[str]:
    """Return what is left when modules that need nothing (left) are taken away, again and again."""
    left = dict(graph)
    while free := {name for name, needed in left.items() if not needed & left.keys()}:
        for name in free:
            del left[name]
    return sorted(left)


def test_no_module_needs_one_that_needs_it() -> None:
    modules = graph()
    assert len(modules) > 300
    assert circles(modules) == []


def test_no_room_needs_one_that_needs_it() -> None:
    needed = rooms(graph())
    assert {"recorder.pages", "recorder.league.pages", "recorder.database"} <= needed.keys()
    assert {"adjudicator.austria.chapters", "adjudicator.samoa.chapters"} <= needed.keys()
    assert circles(needed) == []


def test_imports_on_use_and_for_types_count() -> None:
    tree = ast.parse(
        "if TYPE_CHECKING:\n    from adjudicator.record import Record\n"
        "def late():\n    from adjudicator import games\n"
        "    import_module('recorder.app.server_platform')\n"
    )
    assert sorted(needs(ast.walk(tree))) == [
        "adjudicator.games",
        "adjudicator.record",
        "recorder.app.server_platform",
    ]


def test_a_circle_is_found() -> None:
    needed = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}
    assert circles(needed) == ["a", "b", "c", "d"]
