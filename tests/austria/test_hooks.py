"""Hooks: who is asked and told, in which order, and what is refused (``adjudicator.hooks``)."""

import ast
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from mypy import api

from adjudicator.austria.assembled.base_game import BASE
from adjudicator.austria.chapters.rounds import find_next_first_seat
from adjudicator.austria.table.box import Box
from adjudicator.austria.table.module import Module
from adjudicator.hooks import group_answers, question, signal
from adjudicator.messages.po import BrokenData

HOME = Path(__file__).resolve().parents[2]


@question
def places(table: Any, player: str) -> int:
    return 3


@signal
def seated(table: Any, player: str, chair: int) -> None:
    """Somebody sat down."""


def table_with(*brought: Any) -> Any:
    return SimpleNamespace(answers=group_answers(brought))


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
    seated(table_with(one, other, one), "anna", 2)
    assert heard == [("anna", 2), ("anna", 2)]


class Player(NamedTuple):
    answers: Any


@question
def tables(table: Any, player: Player) -> int:
    return 3


def test_what_concerns_a_player_is_asked_of_the_player() -> None:
    four = tables.altered_by(lambda so_far, table, player: so_far + 1)
    assert tables(table_with(), Player(group_answers([four]))) == 4
    assert tables(table_with(four), Player({})) == 3


def test_a_module_that_answers_for_who_has_something_is_asked_of_players() -> None:
    """A hook that is asked of the table would never find what a player answers."""
    hooks = (find_next_first_seat.altered_by(lambda seat, table: seat),)
    module = Module(id="deaf", number=9, holdings={"ear": hooks})
    with pytest.raises(BrokenData, match="find_next_first_seat is asked of the table and not"):
        Box((BASE, module))


HOOKS = {"question", "signal"}
PUT = {"altered_by", "heard_by"}


class Source:
    """A file: the hooks that it declares, and what it does with those of any file.

    calls, answers: the hooks that are called, and those for which it has a function.
    """

    def __init__(self, module: str, text: str) -> None:
        tree = ast.parse(text)
        self.module = module
        self.known: dict[str, str] = {}
        self.hooks: set[str] = set()
        self.calls: set[str] = set()
        self.answers: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for one in node.names:
                    self.known[one.asname or one.name] = f"{node.module}.{one.name}"
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                self.known[node.name] = f"{module}.{node.name}"
                decorated = {one.id for one in node.decorator_list if isinstance(one, ast.Name)}
                if decorated & HOOKS:
                    self.hooks.add(f"{module}.{node.name}")
        self._read(tree, frozenset())

    def _read(self, node: ast.AST, own: frozenset[str]) -> None:
        """Look at a node and what is in it. own: the names that a function around it has made."""
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            own |= {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
            own |= {
                one.id
                for one in ast.walk(node)
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
            }
        if isinstance(node, ast.Call):
            self.calls.add(self._named(node.func, own))
            if isinstance(node.func, ast.Attribute) and node.func.attr in PUT:
                self.answers.add(self._named(node.func.value, own))
        for child in ast.iter_child_nodes(node):
            self._read(child, own)

    def _named(self, node: ast.expr, own: frozenset[str]) -> str:
        """Return the full name of what an expression names, "" for anything of its own."""
        if isinstance(node, ast.Name):
            return "" if node.id in own else self.known.get(node.id, "")
        if isinstance(node, ast.Attribute):
            return f"{self._named(node.value, own)}.{node.attr}"
        return ""


def idle(sources: Sequence[Source]) -> tuple[set[str], set[str]]:
    """Return the hooks that nobody calls, and those that nobody answers."""
    hooks = {hook for source in sources for hook in source.hooks}
    called = {name for source in sources for name in source.calls}
    return hooks - called, hooks - {name for source in sources for name in source.answers}


def test_whatever_is_declared_is_asked_and_answered() -> None:
    """A hook that nobody asks, or that no module answers, goes."""
    files = sorted((HOME / "adjudicator").rglob("*.py"))
    names = [".".join(path.relative_to(HOME).with_suffix("").parts) for path in files]
    sources = [
        Source(name.removesuffix(".__init__"), path.read_text("utf-8"))
        for name, path in zip(names, files, strict=True)
    ]
    assert sum(len(source.hooks) for source in sources) > 40
    assert idle(sources) == (set(), set())


def test_a_call_of_another_thing_of_the_same_name_is_no_call() -> None:
    """Names are followed to where they were imported from; a function may have its own."""
    one = """
from adjudicator.hooks import question, signal
@question
def kept(table): return 1
@signal
def told(table): ...
@question
def asked(table): return 2
def kept_too(table, kept):
    told = kept(table)
    return told(table), asked(table)
"""
    other = """
from rules import one
from rules.one import told as heard
from elsewhere import kept
hooks = (heard.heard_by(print), one.asked.altered_by(max))
def listen(table): return kept(table), kept.altered_by(min)
"""
    sources = [Source("rules.one", one), Source("rules.other", other)]
    assert idle(sources) == ({"rules.one.kept", "rules.one.told"}, {"rules.one.kept"})
    more = Source("rules.more", "from rules import one\ndef f(t): one.told(t), one.kept(t)")
    assert idle([*sources, more]) == (set(), {"rules.one.kept"})


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
