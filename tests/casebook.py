"""Reads the cases under tests/cases: one file holds a list of them.

What many cases share is said once. A case with ``"editions": [..]`` is one case in each of them;
its record names none. A case with ``"scene": "vienna"`` stands at a table of tests/scenes.json:
what its record leaves out of players, options and of what lies on the table is as there. A case
without either is read as it stands.

    python -m tests.casebook FOLDER     writes the files into a folder, every case in full
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CASES = HERE / "cases"
SCENES = HERE / "scenes.json"

Case = dict[str, Any]


def files() -> list[Path]:
    """Return the files of cases, in order of their names."""
    return sorted(CASES.rglob("*.json"))


def title(path: Path) -> str:
    """Return what a file of cases is called."""
    return str(path.relative_to(CASES).with_suffix(""))


@cache
def scenes() -> dict[str, Any]:
    """Return the tables at which cases stand, by name."""
    found: dict[str, Any] = json.loads(SCENES.read_text(encoding="utf-8"))
    return found


def in_scene(record: dict[str, Any], scene: dict[str, Any]) -> dict[str, Any]:
    """Return a record with what it leaves out as a scene has it.

    ``table`` of a scene lies in ``position`` or ``setup``, whichever the record has.
    """
    whole = {key: value for key, value in scene.items() if key != "table"} | record
    if "options" in scene:
        whole["options"] = scene["options"] | record.get("options", {})
    for start in ("position", "setup"):
        if start in record:
            whole[start] = scene.get("table", {}) | record[start]
    return whole


def in_full(case: Case) -> Iterator[tuple[str, Case]]:
    """Yield a case as it is in each of its editions, with the edition where it names several."""
    whole = {key: value for key, value in case.items() if key != "scene"}
    if "scene" in case:
        whole["record"] = in_scene(case["record"], scenes()[case["scene"]])
    if "editions" not in case:
        yield "", whole
        return
    for edition in case["editions"]:
        record = {**whole["record"], "edition": edition}
        one = {key: value for key, value in whole.items() if key != "editions"}
        yield edition, {**one, "record": record}


def cases_in(path: Path) -> Iterator[tuple[str, Case]]:
    """Yield the cases of a file in full, with their names."""
    loaded = json.loads(path.read_text(encoding="utf-8"))
    for case in loaded if isinstance(loaded, list) else [loaded]:
        for edition, whole in in_full(case):
            name = f"{case['case']} [{edition}]" if edition else case["case"]
            yield f"{title(path)}: {name}", whole


def main(folder: Path) -> None:
    """Write every file with its cases in full, for programs that know nothing of scenes."""
    for path in files():
        target = folder / path.relative_to(CASES)
        target.parent.mkdir(parents=True, exist_ok=True)
        whole = [{**case, "case": name.partition(": ")[2]} for name, case in cases_in(path)]
        target.write_text(json.dumps(whole, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
