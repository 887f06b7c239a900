"""Reads the cases under tests/cases: one file holds a list of them.

A case with ``"editions": [..]`` is one case in each of them; its record names none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"

Case = dict[str, Any]


def files() -> list[Path]:
    """Return the files of cases, in order of their names."""
    return sorted(CASES.rglob("*.json"))


def title(path: Path) -> str:
    """Return what a file of cases is called."""
    return str(path.relative_to(CASES).with_suffix(""))


def cases_in(path: Path) -> Iterator[tuple[str, Case]]:
    """Yield the cases of a file with their names."""
    loaded = json.loads(path.read_text(encoding="utf-8"))
    for case in loaded if isinstance(loaded, list) else [loaded]:
        name = f"{title(path)}: {case['case']}"
        for edition in case.get("editions", [None]):
            if edition is None:
                yield name, case
            else:
                record = {**case["record"], "edition": edition}
                yield f"{name} [{edition}]", {**case, "record": record}
