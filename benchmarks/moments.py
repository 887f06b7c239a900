"""How quick looking back is: ``python -m benchmarks moments [FILE...] [--json]``.

A real server process on a new file, each record a game of its own, and a phone that steps to and
fro around an entry, each answer awaited before the next step: how long a step takes the server,
answer included, and how many bytes it is, compressed as browsers ask for it. A page fetches the
neighbours of a moment ahead, so a step is usually there before it is asked for.

Without FILE the recorded samples are walked, at entries 10, 150 and 300 or, of shorter games, at
the last; ``page`` is the first look, with the points of all entries.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.http import ROOT, server

AT = (10, 150, 300)
STEPS = 60


def time_answer(phone: HTTPConnection, path: str, part: bool) -> tuple[float, int]:
    """Return how many seconds an answer took and how many bytes it has."""
    headers = {"Accept-Encoding": "gzip"} | ({"X-From": "page"} if part else {})
    before = perf_counter()
    phone.request("GET", path, headers=headers)
    response = phone.getresponse()
    body = response.read()
    took = perf_counter() - before
    if response.status != 200:
        raise RuntimeError(f"{path}: {response.status}")
    return took, len(body)


def measure_moments(phone: HTTPConnection, file: Path) -> dict[str, Any]:
    """Return the figures of one record."""
    record = json.loads(file.read_text(encoding="utf-8"))
    last = len(record["entries"])
    phone.request(
        "POST", "/api/v1/records", json.dumps(record), {"Content-Type": "application/json"}
    )
    started = json.loads(phone.getresponse().read())
    token = next(link["token"] for link in started["links"] if link["role"] == "read")
    path = f"/t/{token}/moments/"
    time_answer(phone, f"{path}0", True)  # templates are compiled
    took, size = time_answer(phone, f"{path}{last}", False)
    figures: dict[str, Any] = {
        "entries": last,
        "page_ms": round(took * 1000, 1),
        "page_bytes": size,
    }
    for at in sorted({min(at, last) for at in AT}):
        near = [max(0, min(last, at - 2 + step % 5)) for step in range(STEPS)]
        steps = sorted(time_answer(phone, f"{path}{number}", True) for number in near)
        figures[f"entry_{at}"] = {
            "p50_ms": round(steps[STEPS // 2][0] * 1000, 1),
            "p95_ms": round(steps[STEPS * 95 // 100][0] * 1000, 1),
            "bytes": max(size for _, size in steps),
        }
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and return 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks moments", description=__doc__)
    parser.add_argument("files", type=Path, nargs="*", help="records, JSON")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    chosen = parser.parse_args(arguments)
    files = chosen.files or sorted((ROOT / "templates").glob("*/sample*.json"))
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as address:
        phone = HTTPConnection(address, timeout=60)
        results = {
            f"{file.parent.name}/{file.stem}": measure_moments(phone, file) for file in files
        }
    if chosen.json:
        print(json.dumps(results))
    else:
        for name, figures in results.items():
            print(f"{name}: {figures}")
    return 0
