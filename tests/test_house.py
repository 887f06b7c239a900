"""The house rules that a reader would otherwise have to check: who may know whom."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import games

HOME = Path(__file__).resolve().parent.parent
CHANCE_AND_CLOCK = {"random", "secrets", "uuid", "time", "sqlite3"}
CLOCK_CALLS = {"now", "today", "utcnow", "time", "monotonic", "perf_counter"}
TEXT = {".py", ".html", ".css", ".js", ".txt", ".svg", ".json", ".webmanifest"}
BESIDES = {"adjudicator/rulebook/search/stems.py": {"snowballstemmer"}}
"""The search stems words with a library; judging never imports it."""
ADJUDICATOR = sorted((HOME / "adjudicator").rglob("*.py"))


def imported(tree: ast.AST) -> Iterator[str]:
    """The first word of every module that the code imports, or names to an import by string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            yield from re.findall(r"^f?['\"](\w+)(?=['\".])", ast.unparse(node.args[0]))
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0] if not node.level else "adjudicator"


def named(path: Path) -> str:
    return str(path.relative_to(HOME))


@pytest.mark.parametrize("path", ADJUDICATOR, ids=named)
def test_the_adjudicator_needs_nothing_but_python(path: Path) -> None:
    """Pure rules: the standard library and itself, no chance, no clock, no store."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = set(imported(tree)) - BESIDES.get(named(path), set())
    assert modules <= sys.stdlib_module_names | {"adjudicator"}
    assert not modules & CHANCE_AND_CLOCK
    called = {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not called & CLOCK_CALLS


def test_an_import_by_string_is_seen() -> None:
    one, other = "import_module('recorder.archive')", "import_module(f'exports.{name}')"
    assert list(imported(ast.parse(f"importlib.{one}\n{other}"))) == ["recorder", "exports"]


@pytest.mark.parametrize("path", ADJUDICATOR, ids=named)
def test_the_rules_name_no_room_above_them(path: Path) -> None:
    """Not in a table either, out of which something is imported by its name."""
    strings = (
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    assert not [text for text in strings if re.fullmatch(r"(recorder|exports)([.]\w+)+", text)]


@pytest.mark.parametrize("game", games.list_games())
def test_a_game_is_named_only_in_its_own_folder(game: str) -> None:
    """Recorder, exports and pages reach a game through the registry, never by name."""
    outside = [
        path
        for room in ("recorder", "exports", "templates")
        for path in sorted((HOME / room).rglob("*"))
        if path.suffix in TEXT and game not in path.parts and "vendor" not in path.parts
    ]
    assert len(outside) > 10
    assert not [named(path) for path in outside if game in path.read_text(encoding="utf-8").lower()]


@pytest.mark.parametrize("game", games.list_games())
def test_one_game_does_not_know_the_other(game: str) -> None:
    others = {f"adjudicator.{name}" for name in games.list_games()} - {f"adjudicator.{game}"}
    for path in sorted((HOME / "adjudicator" / game).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not any((node.module or "").startswith(other) for other in others), path


def test_data_flows_one_way() -> None:
    """The recorder may use exports and adjudicator; exports only the adjudicator."""
    for path in sorted((HOME / "exports").rglob("*.py")):
        assert "recorder" not in set(imported(ast.parse(path.read_text(encoding="utf-8")))), path
        assert "flask" not in set(imported(ast.parse(path.read_text(encoding="utf-8")))), path


PAGES = sorted(
    path
    for place in ("recorder/app/api.py", "recorder/pages", "recorder/league/pages")
    for path in ((HOME / place).rglob("*.py") if (HOME / place).is_dir() else [HOME / place])
)
WHOLE_GAME = {"reveal_game", "reveal_row", "reveal_document", "_game", "_row", "_replay"}
"""The ways to a game with all that is secret."""


def whole_games(tree: ast.AST) -> set[str]:
    """Return the ways to a whole game that a module imports or reads."""
    named = {
        one.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for one in node.names
    }
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return (named | read) & WHOLE_GAME


def test_a_whole_game_is_seen_where_it_is_read() -> None:
    assert whole_games(ast.parse("x = table._game.replay.state")) == {"_game"}
    assert whole_games(ast.parse("from recorder.games.visibility import reveal_game")) == {
        "reveal_game"
    }
    assert not whole_games(ast.parse("x = asked.replay().state, table.position"))


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_what_answers_people_and_programs_reads_no_whole_game(path: Path) -> None:
    """It gets what the link may know, ``GameView`` and ``Knowledge``: so nothing leaks."""
    assert not whole_games(ast.parse(path.read_text(encoding="utf-8")))


def test_no_template_reads_a_private_attribute() -> None:
    for path in sorted((HOME / "templates").rglob("*.html")):
        assert not re.search(r"{[{%][^}]*\w\._[a-z]", path.read_text(encoding="utf-8")), path


def pins(lock: str) -> dict[str, str]:
    """Return what a lock pins: by ``name==version`` the checksums of its files."""
    text = (HOME / lock).read_text(encoding="utf-8").replace("\\\n", "")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    parts = [re.split(r" (?=--hash=)|(?: ; .*?)(?= --hash=) ", line, maxsplit=1) for line in lines]
    assert all(len(part) == 2 for part in parts), [part for part in parts if len(part) != 2]
    return {pin.strip(): hashes for pin, hashes in parts}


def test_the_locks_pin_every_package_by_checksum_and_agree_with_the_project() -> None:
    """What pyproject asks for stands in the locks, in that version; no address, no option."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run, test = pins("requirements.lock"), pins("requirements-test.lock")
    several = pins("requirements-postgres.lock")
    for lock in (run, several, test):
        assert all(re.fullmatch(r"[a-z0-9-]+==[0-9.]+", pin) for pin in lock)
        assert all(re.fullmatch(r"( *--hash=sha256:[0-9a-f]{64})+", lock[pin]) for pin in lock)
    assert run.items() <= several.items() <= test.items(), "run bin/lock"
    asked = set(project["dependencies"])
    extras = {pin for pins in project["optional-dependencies"].values() for pin in pins}
    assert asked <= set(run), "run bin/lock"
    assert asked | extras <= set(test), "run bin/lock"


LONGEST = 120
"""Characters of a line in a template, a style sheet or a script."""


def test_the_lines_of_templates_styles_and_scripts_stay_readable() -> None:
    files = [
        path
        for room in ("templates", "recorder/static", "pocket", "tools")
        for path in sorted((HOME / room).rglob("*"))
        if path.suffix in (".html", ".css", ".js", ".mjs")
    ]
    assert len(files) > 250
    lines = ((path, line) for path in files for line in path.read_text("utf-8").splitlines())
    assert not [(named(path), line[:60]) for path, line in lines if len(line) > LONGEST]


def test_a_name_of_a_public_class_means_one_thing() -> None:
    places: dict[str, list[str]] = {}
    for room in ("adjudicator", "recorder", "exports"):
        for path in sorted((HOME / room).rglob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(named(path))
    assert len(places) > 400
    assert not {name: paths for name, paths in places.items() if len(paths) > 1}


MOST_FOUND = 88
"""Functions in which something is called ``found``: call it by what it holds."""


def test_what_is_found_is_called_by_what_it_is() -> None:
    count = 0
    for room in ("adjudicator", "recorder", "exports", "pocket", "tools", "benchmarks", "tests"):
        for path in sorted((HOME / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    names = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
                    count += any(n.id == "found" and isinstance(n.ctx, ast.Store) for n in names)
    assert count <= MOST_FOUND


def test_whatever_is_left_to_the_long_run_is_in_it() -> None:
    """A test that is too long for every day runs nowhere if ``bin/soak`` does not name its file."""
    soak = (HOME / "bin" / "soak").read_text("utf-8")
    left = [
        named(path)
        for path in (HOME / "tests").rglob("test_*.py")
        if re.search(r"^from tests\.proof\.routes import .*\bLONG\b", path.read_text("utf-8"), re.M)
    ]
    assert len(left) > 20
    assert [file for file in left if file not in soak and not file.startswith("tests/proof")] == []
