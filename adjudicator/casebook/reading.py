"""Cases as they are written: shared parts stand once, and are filled in here.

A case with ``"editions": [..]`` is one case in each of them; its record names none. A case with
``"scene": "vienna"`` stands at a table of ``scenes.json``: its record takes from there the
players, options and pieces on the table that it leaves out. A case without either is read as it
stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SCENES = HERE / "scenes.json"

Case = dict[str, Any]


@cache
def read_scenes() -> dict[str, Any]:
    """Return the tables at which cases stand, by name."""
    tables: dict[str, Any] = json.loads(SCENES.read_text(encoding="utf-8"))
    return tables


def fill_from_scene(record: dict[str, Any], scene: dict[str, Any]) -> dict[str, Any]:
    """Return a record with its gaps filled in from a scene.

    ``table`` of a scene lies in ``position`` or ``setup``, whichever the record has.
    """
    whole = {key: value for key, value in scene.items() if key != "table"} | record
    if "options" in scene:
        whole["options"] = scene["options"] | record.get("options", {})
    for start in ("position", "setup"):
        if start in record:
            whole[start] = scene.get("table", {}) | record[start]
    return whole


def expand_case(case: Case) -> Iterator[tuple[str, Case]]:
    """Yield a case as it is in each of its editions, with the edition where it names several."""
    whole = {key: value for key, value in case.items() if key != "scene"}
    if "scene" in case:
        whole["record"] = fill_from_scene(case["record"], read_scenes()[case["scene"]])
    if "editions" not in case:
        yield "", whole
        return
    for edition in case["editions"]:
        record = {**whole["record"], "edition": edition}
        one = {key: value for key, value in whole.items() if key != "editions"}
        yield edition, {**one, "record": record}
