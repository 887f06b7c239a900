"""Hooks: who is asked and told, in which order, and what is refused (``adjudicator.hooks``)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from mypy import api

from adjudicator.austria.base import BASE
from adjudicator.austria.box import Box, BrokenBox
from adjudicator.austria.module import Module
from adjudicator.hooks import Hook, gathered, question, signal

HOME = Path(__file__).resolve().parents[2]


@question
def places(table: Any, player: str) -> int:
    return 3


@signal
def seated(table: Any, player: str, chair: int) -> None:
    """Somebody sat down."""


def table_with(*brought: Any) -> Any:
    return SimpleNamespace(answers=gathered(brought))


def test_a_question_is_altered_in_the_order_of_the_modules() -> None:
    twice = places.altered_by(lambda so_far, table, player: so_far * 2)
    more = places.altered_by(lambda so_far, table, player: so_far + len(player))
    assert places(table_with(), "anna") == 3
    assert places(table_with(twice, more), "anna") == 3 * 2 + 4
    assert places(table_with(more, twice), "anna") == (3 + 4) * 2


def test_everybody_who_listens_is_told_and_nobody_else() -> None:
    heard: list[Any] = []
    one = seated.heard_by(lambda table, player, chair: heard.append((player, chair)))
    other = places.altered_by(lambda so_far, table, player: heard.append(player) or so_far)
    table = table_with(one, other, one)
    seated(table, "anna", 2)
    assert heard == [("anna", 2), ("anna", 2)]


class Player(NamedTuple):
    answers: Any


@question
def tables(table: Any, player: Player) -> int:
    return 3


def test_what_concerns_a_player_is_asked_of_the_player() -> None:
    four = tables.altered_by(lambda so_far, table, player: so_far + 1)
    assert tables(table_with(), Player(gathered([four]))) == 4
    assert tables(table_with(four), Player({})) == 3


def made_elsewhere() -> Hook:
    @signal
    def seated(table: Any) -> None:
        """It has the name of another."""

    return seated


@pytest.mark.parametrize("hook", [question(lambda table: 1), made_elsewhere()])
def test_a_module_whose_hook_nobody_asks_is_refused(hook: Any) -> None:
    listens = getattr(hook, "altered_by", None) or hook.heard_by
    module = Module(id="deaf", number=9, hooks=(listens(lambda *about: None),))
    with pytest.raises(BrokenBox, match="deaf: nobody asks or tells"):
        Box((BASE, module))


def declared(tree: ast.AST) -> Iterator[str]:
    """Yield the names of the hooks that a file declares."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            hooks = {one.id for one in node.decorator_list if isinstance(one, ast.Name)}
            if hooks & {"question", "signal"}:
                yield node.name


def called(tree: ast.AST) -> Iterator[str]:
    """Yield the names of what a file calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            yield node.func.id if isinstance(node.func, ast.Name) else node.func.attr


def test_whatever_is_declared_is_asked_and_answered() -> None:
    """A hook that nobody asks, or that no module answers, goes."""
    texts = {path: path.read_text("utf-8") for path in (HOME / "adjudicator").rglob("*.py")}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    hooks = [name for tree in trees.values() for name in declared(tree)]
    calls = {name for tree in trees.values() for name in called(tree)}
    assert len(hooks) > 40
    assert not [name for name in hooks if name not in calls]
    everything = "\n".join(texts.values())
    named = [f"{name}.{way}(" for name in hooks for way in ("altered_by", "heard_by")]
    answered = {name.partition(".")[0] for name in named if name in everything}
    assert not [name for name in hooks if name not in answered]


TYPED = """
from adjudicator.hooks import question, signal
class Table: ...
class Player: ...
@question
def places(table: Table, player: Player) -> int:
    return 3
@signal
def seated(table: Table, player: Player, chair: int, age: int) -> None: ...
def fits(so_far: int, table: Table, player: Player) -> int: return 1
def swapped(so_far: int, player: Player, table: Table) -> int: return 1
def answers_wrongly(so_far: int, table: Table, player: Player) -> str: return ""
def last(table: Table, player: Player, so_far: int) -> int: return 1
def hears(table: Table, player: Player, chair: int, age: int) -> None: ...
def mishears(table: Table, player: Player, age: int, chair: int) -> None: ...
places.altered_by(fits)
places.altered_by(swapped)
places.altered_by(answers_wrongly)
places.altered_by(last)
seated.heard_by(hears)
seated.heard_by(mishears)
"""


def test_swapped_arguments_are_an_error_of_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HOME)
    said, problem, _ = api.run(["--strict", "--config-file=", "-c", TYPED])
    wrong = {line.split(":")[1] for line in said.splitlines() if "error:" in line}
    names = {TYPED.splitlines()[int(number) - 1].partition("(")[2][:-1] for number in wrong}
    assert names == {"swapped", "answers_wrongly", "last", "mishears"}, said + problem
