"""``python -m benchmarks corrections [FILE...] --json``: correcting the first entry of a long game.

Each record is made 500 entries long with checks of the board and then corrected at its first entry:
the page's preview before saving (``preview_ms``), and saving it, durable on disk (``save_ms``).
Both are the slowest of the records' medians, through the service with a real file.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.edits import CHANGE, Edit
from adjudicator.reading import parse
from adjudicator.replay import SNAPSHOT_EVERY, Replay
from benchmarks._common import RECORDS, read_options, show
from recorder.games.corrections import Corrections
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.games.visibility import reveal_game
from recorder.store.migrations import prepare_store
from recorder.store.store import Store

ENTRIES = 500
RUNS = 15


def lengthen_record(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with checks strewn over it until it has 500 entries (or has more)."""
    entries = list(document["entries"])
    own = Replay(parse(json.dumps(document))).state.position()["players"]
    key = next(key for key in ("krones", "money") if key in next(iter(own.values())))
    step = max(1, len(entries) // max(1, ENTRIES - len(entries)))
    place = 1
    while len(entries) < ENTRIES:
        player = document["players"][place % len(document["players"])]["id"]
        entries.insert(place % len(entries), {"do": "check", "of": player, key: 7})
        place += step + 1
    return {**document, "entries": entries}


def measure_corrections(file: Path, folder: Path) -> dict[str, float]:
    """Return the median times of preview and save for one record, in milliseconds."""
    document = lengthen_record(json.loads(file.read_text(encoding="utf-8")))
    database = folder / f"{file.stem}.db"
    prepare_store(database)
    service = Tables(Store(database), Replays(4))
    token = service.start(document).links[0].token
    corrections = Corrections(service)
    previews, saves = [], []
    for run in range(RUNS):
        table = service.open(token)
        first = dict(reveal_game(table).entries[0]) | {"note": f"corrected {run}"}
        edit = Edit.from_kind(CHANGE, 1, first)
        began = time.perf_counter()
        corrections.preview(table, edit).to_json()
        previews.append(time.perf_counter() - began)
        began = time.perf_counter()
        corrections.correct(table, edit, version=table.version, key=f"run-{run}")
        saves.append(time.perf_counter() - began)
    service.store.close()
    return {
        "entries": len(document["entries"]),
        "preview_ms": round(1000 * statistics.median(previews), 1),
        "save_ms": round(1000 * statistics.median(saves), 1),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; return 0."""
    chosen = read_options(__doc__, arguments, files=sorted(RECORDS.glob("*.json")))
    with tempfile.TemporaryDirectory() as folder:
        results = {file.stem: measure_corrections(file, Path(folder)) for file in chosen.files}
    figures = {
        "entries": min(each["entries"] for each in results.values()),
        "preview_ms": max(each["preview_ms"] for each in results.values()),
        "save_ms": max(each["save_ms"] for each in results.values()),
        "snapshot_every": SNAPSHOT_EVERY,
        "records": results,
    }
    return show(figures, as_json=chosen.json)
