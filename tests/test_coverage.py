"""Every rule is tried: by a case that names it, or by a test that bears its marker."""

import ast
from collections.abc import Iterator
from pathlib import Path

from adjudicator.rulebook import RULEBOOK
from tests.test_cases import ALL, NOT_RULES

TESTS = Path(__file__).parent
TRIED_GAMES = ("GAH-", "SAM-", "WALTZ")
NEVER_BROKEN = {
    "GAH-COMP-01",
    "GAH-COMP-08",
    "GAH-COMP-09",
    "GAH-POL-07",
    "GAH-ROOM-11",
    "GAH-SETUP-01",
    "GAH-SETUP-02",
    "GAH-SETUP-15",
    "GAH-STAFF-13",
    "GAH-VAR-01",
    "GAH-VAR-02",
    "GAH-VAR-03",
}
"""What the ledger marks SOFT: advice and components that no entry can break."""


def marked(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            named = (argument for argument in node.args if not isinstance(argument, ast.Starred))
            yield from (str(ast.literal_eval(argument)) for argument in named)


def test_every_rule_is_tried() -> None:
    tried = {rule for path in TESTS.rglob("test_*.py") for rule in marked(path)}
    for _, case in ALL:
        tried.update(case.get("rules", ()))
        for key in ("breaks", "cites", "only"):
            for rules in case["expect"].get(key, {}).values():
                tried.update(rules)
    ids = {rule for rule in RULEBOOK.ids() if rule.startswith(TRIED_GAMES)}
    assert ids > NEVER_BROKEN
    assert sorted(ids - NEVER_BROKEN - tried) == []


def test_markers_name_rules_that_exist() -> None:
    for path in sorted(TESTS.rglob("test_*.py")):
        named = {rule for rule in marked(path) if not NOT_RULES.fullmatch(rule)}
        assert named <= set(RULEBOOK.ids()), path
