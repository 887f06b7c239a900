"""The league's computation is pure: from values to values."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2] / "recorder" / "league"
PURE = (
    "summary",
    "plays",
    "points",
    "standings",
    "ratings",
    "records",
    "statistics",
    "seating",
    "awards",
)
ALLOWED = {
    "__future__",
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "datetime",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "json",
    "math",
    "openskill",
    "random",
    "re",
    "typing",
    "unicodedata",
    "zlib",
    "adjudicator",
}


@pytest.mark.parametrize("name", PURE)
def test_computation_knows_neither_web_nor_store_nor_clock(name: str) -> None:
    tree = ast.parse((HOME / f"{name}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [str(node.module)]
        else:
            continue
        for module in names:
            if module.startswith("recorder."):
                assert module.removeprefix("recorder.league.") in PURE, module
            else:
                assert module.split(".")[0] in ALLOWED, module
    called = {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not called & {"now", "today", "utcnow", "seed"}
