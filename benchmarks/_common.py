"""Common parts of benchmarks: options, records, settings, percentiles, printing of figures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "tests" / "records"

OFTEN = dict.fromkeys(
    ("CREATION_LIMIT", "RECORD_LIMIT", "KILOBYTE_LIMIT", "LINK_LIMIT", "GAME_LIMIT"),
    "1000000000 per minute",
)
"""Settings under which a benchmark may write as often as it likes."""


def read_options(
    about: str | None, arguments: Sequence[str] | None, **options: object
) -> argparse.Namespace:
    """Return the options of a benchmark. about: its docstring.

    options: each with its default, which has its type; ``file`` and ``files`` are records.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=about)
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    for name, usual in options.items():
        if name in ("file", "files"):
            many = "?" if name == "file" else "*"
            parser.add_argument(name, type=Path, nargs=many, default=usual, help="records, JSON")
        else:
            parser.add_argument(f"--{name}", type=type(usual), default=usual, help=f"({usual})")
    return parser.parse_args(arguments)


def find_largest_record(pattern: str = "*.json") -> Path:
    """Return the largest recorded game of the tests."""
    return max(RECORDS.glob(pattern), key=lambda path: path.stat().st_size)


def percentile(milliseconds: Sequence[float], of_hundred: int) -> float:
    """Return a percentile, to a tenth."""
    return round(sorted(milliseconds)[len(milliseconds) * of_hundred // 100], 1)


def describe_waits(milliseconds: Sequence[float]) -> dict[str, float]:
    """Return how long people wait: the median, two percentiles and the longest wait."""
    at = {f"p{part}_ms": percentile(milliseconds, part) for part in (50, 95, 99)}
    return at | {"longest_ms": round(max(milliseconds), 1)}


def p95(work: Callable[[], object], times: int) -> tuple[float, float]:
    """Return the 95th percentile in milliseconds: on the clock, and of the processor."""
    wall, cpu = [], []
    for _ in range(times):
        begun, worked = perf_counter(), process_time()
        work()
        wall.append(1000 * (perf_counter() - begun))
        cpu.append(1000 * (process_time() - worked))
    return percentile(wall, 95), percentile(cpu, 95)


def read_process_use(process: int) -> tuple[float, float]:
    """Return a process's processor seconds and its memory in MB (Linux)."""
    own = Path(f"/proc/{process}")
    fields = own.joinpath("stat").read_text().rpartition(")")[2].split()
    pages = int(own.joinpath("statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / 100, pages * 4096 / 1e6


def show(found: Mapping[str, Any], *, as_json: bool) -> int:
    """Print figures, one JSON object or a table; return 0."""
    if as_json:
        print(json.dumps(found))
        return 0
    for name, value in found.items():
        if isinstance(value, dict):
            print(name)
            for inner, figure in value.items():
                print(f"  {inner:40} {figure}")
        else:
            print(f"{name:42} {value}")
    return 0
