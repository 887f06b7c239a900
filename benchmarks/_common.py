"""Common parts of benchmarks: settings, percentiles, and printing of figures."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

OFTEN = dict.fromkeys(
    ("CREATION_LIMIT", "RECORD_LIMIT", "KILOBYTE_LIMIT", "LINK_LIMIT", "GAME_LIMIT"),
    "1000000000 per minute",
)
"""Settings under which a benchmark may write as often as it likes."""


def percentile(milliseconds: Sequence[float], of_hundred: int) -> float:
    """Return a percentile, to a tenth."""
    return round(sorted(milliseconds)[len(milliseconds) * of_hundred // 100], 1)


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


def show(found: Mapping[str, Any], *, as_json: bool) -> None:
    """Print figures, one JSON object or a table."""
    if as_json:
        print(json.dumps(found, indent=1))
        return
    for name, value in found.items():
        if isinstance(value, dict):
            print(name)
            for inner, figure in value.items():
                print(f"  {inner:40} {figure}")
        else:
            print(f"{name:42} {value}")
