"""Tables that tests read from ``tests/tables``: one file for each, its rows by name."""

import json
from pathlib import Path
from typing import Any

import pytest


def read_table(name: str) -> Any:
    path = Path(__file__).parent / "tables" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def read_rows(name: str) -> list[Any]:
    """Return the rows of a table, for ``parametrize``; the name of a row is its id."""
    return [pytest.param(*row, id=key) for key, row in read_table(name).items()]
