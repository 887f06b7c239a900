"""The cost of a tap on the phone: ``python -m benchmarks tap [FILE ...] [--json]``.

In this process, through the whole application, with a store in a new file: a game is entered by
three doors at once, entry by entry, so that other work of the machine slows all alike:

    json   an entry through the JSON interface
    page   the same entry through the page's door, as a phone's script sends it
    sheet  before it, the sheet for the entry, where the page has to ask for it
    look   the same seen by another phone of the table: the page as it asks for it when it is told

``asked`` is the number of requests for an entry; ``ms`` and ``p95`` are processor milliseconds,
``sent`` the bytes of the answer as it travels (compressed as over plain http), ``whole`` before;
medians. ``times`` is ``ms`` as a multiple of the cost of the JSON entry.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from flask.testing import FlaskClient

from benchmarks._common import OFTEN, ROOT, percentile, read_options, show
from benchmarks._page import Page, decompress_text
from recorder import create_app
from recorder.store.memory import freeze_memory
from recorder.store.migrations import prepare_store

GAMES = {
    "base game": ROOT / "tests" / "records" / "austria-4p-2022.json",
    "five modules": ROOT / "tests" / "evenings" / "sample-waltz.json",
    "samoa": ROOT / "tests" / "records" / "samoa-4p.json",
}
"""Games of four players by title."""

WARM = 20
"""Entries before the measuring: templates are compiled and catalogues read then."""


@dataclass
class Door:
    """The measurements at one door."""

    spent: list[float] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)

    def ask(self, client: FlaskClient, path: str, **asked: Any) -> str:
        """Send a request, measured; return the answer's text. Raises ValueError if refused."""
        begun = process_time()
        answer = client.open(path, **asked)
        self.spent.append(1000 * (process_time() - begun))
        body = answer.get_data()
        text = decompress_text(body)
        self.sent.append(len(body))
        self.whole.append(len(text.encode()))
        if answer.status_code not in (200, 201):
            raise ValueError(f"{path}: {answer.status_code} {text[:300]}")
        return text

    def figures(self, dear: float, entries: int) -> dict[str, Any]:
        """Return the figures of everything after the first entries. dear: the cost of JSON."""
        spent = self.spent[WARM:] or [0.0]
        return {
            "asked": round(len(self.spent) / entries, 2),
            "ms": round(median(spent), 1),
            "p95": percentile(spent, 95),
            "sent": round(median(self.sent[WARM:] or [0])),
            "whole": round(median(self.whole[WARM:] or [0])),
            "times": round(median(spent) / dear, 2),
        }


def measure_taps(record: Mapping[str, Any]) -> dict[str, Any]:
    """Enter a game by both doors on a store of its own, watched by a phone; return the figures."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "recorder.db")
        prepare_store(database)
        app = create_app({"DATABASE": database, "SECRET_KEY": "benchmark"} | OFTEN)
        programs, table, phone = app.test_client(), app.test_client(), app.test_client()
        begun = {**record, "entries": []}
        ours, theirs = (
            programs.post("/api/v1/games", json=begun).get_json()["links"] for _ in range(2)
        )
        seat = next(link["token"] for link in ours if link["role"] == "seat")
        enters, looks = Page(ours[0]["token"]), Page(seat)
        enters.takes(table.get(enters.place, headers=enters.opens()).get_data(as_text=True))
        opened = phone.get(looks.place, headers=looks.opens()).get_data(as_text=True)
        looks.csrf = opened.partition('name="csrf" content="')[2].partition('"')[0]
        phone.post(f"{looks.place}/take", headers={"X-CSRFToken": looks.csrf})
        looks.takes(phone.get(looks.place, headers=looks.opens()).get_data(as_text=True))
        freeze_memory()  # as the server does
        json_door, page_door, sheet_door, look_door = Door(), Door(), Door(), Door()
        version = 0
        place = f"/api/v1/games/{theirs[0]['token']}/entries"
        for entry in (entry for entry in record["entries"] if entry["do"] != "rule"):
            key = f"k{version}"
            body = {"entry": entry, "version": version, "key": key, "stands": True}
            answer = json_door.ask(programs, place, method="POST", json=body)
            version = json.loads(answer)["version"]
            if sheet := enters.sheet(entry):
                path, headers = sheet
                enters.takes(sheet_door.ask(table, path, headers=headers))
            path, headers, sent = enters.tap(entry, key)
            enters.takes(page_door.ask(table, path, method="POST", headers=headers, data=sent))
            path, headers = looks.look()
            looks.takes(look_door.ask(phone, path, headers=headers))
            if not version == enters.version == looks.version:
                raise ValueError((version, enters.version, looks.version))
    doors = {"json": json_door, "page": page_door, "sheet": sheet_door, "look": look_door}
    dear, entries = median(json_door.spent[WARM:]), len(json_door.spent)
    return {name: door.figures(dear, entries) for name, door in doors.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and return 0. Without FILE one game each of three kinds is entered."""
    chosen = read_options(__doc__, arguments, files=())
    asked = {file.name: file for file in chosen.files} or GAMES
    results = {
        name: measure_taps(json.loads(file.read_text(encoding="utf-8")))
        for name, file in asked.items()
    }
    if chosen.json:
        return show(results, as_json=True)
    print("| game | door | asked | ms | p95 | sent | whole | times |")
    print("|---|---|---|---|---|---|---|---|")
    for name, doors in results.items():
        for door, figures in doors.items():
            print(f"| {name} | {door} | {' | '.join(map(str, figures.values()))} |")
    return 0
