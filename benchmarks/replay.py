"""``python -m benchmarks replay FILE... --json``: full replays with verdicts, entries a second.

Reading the files is not counted. ``late_over_early`` is the mean time of an entry in the last two
rounds over that in the first two, over the verbs that occur in both, weighed alike.

``benchmarks/games`` holds two games with all five modules of the expansion, played at random by
``tests.austria.driver``: legal, and of more kinds of entries than people's.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator import games
from adjudicator.reading import parse
from adjudicator.record import Record
from adjudicator.replay import Replay, list_rulings
from benchmarks._common import RECORDS, read_options, show

RUNS = 7
"""At most; the median is told."""

PASSES = 20
"""Replays of every file in one run, at most: long for the clock, short enough for noise."""

SECONDS = 50.0
"""Seconds that all runs of both figures may take together."""

FIGURES = 2


@dataclass(frozen=True)
class Effort:
    """How often everything is replayed: in so many runs, so many times each."""

    runs: int
    passes: int

    @classmethod
    def within(cls, once: float) -> Effort:
        """Return the effort that fits into SECONDS. once: seconds of one replay of all files."""
        most = max(1, int(SECONDS / FIGURES / max(once, 1e-6)))
        runs = min(RUNS, most)
        return cls(runs, min(PASSES, most // runs))


def entries_per_second(records: Sequence[Record], effort: Effort) -> float:
    """Return the median over the runs of entries judged a second."""
    count = effort.passes * sum(len(record.entries) for record in records)
    speeds = []
    for _ in range(effort.runs):
        began = time.perf_counter()
        for _ in range(effort.passes):
            for record in records:
                Replay(record)
        speeds.append(count / (time.perf_counter() - began))
    return statistics.median(speeds)


def late_over_early(records: Sequence[Record], effort: Effort) -> float | None:
    """Return how much longer an entry takes late in a game; None for records too short."""
    ratios = []
    for _ in range(effort.runs):
        spent: dict[tuple[str, bool], list[float]] = defaultdict(list)
        for record in records:
            for _ in range(effort.passes):
                _time_entries(record, spent)
        verbs = [verb for verb, late in spent if late and (verb, False) in spent]
        if not verbs:
            return None
        early = statistics.fmean(statistics.fmean(spent[verb, False]) for verb in verbs)
        late = statistics.fmean(statistics.fmean(spent[verb, True]) for verb in verbs)
        ratios.append(late / early)
    return statistics.median(ratios)


def _time_entries(record: Record, spent: dict[tuple[str, bool], list[float]]) -> None:
    state = games.find(record.game).start(record)
    ruled = list_rulings(record.entries)
    last = Replay(record).state.round_no
    for number, (entry, read) in enumerate(zip(record.entries, record.read, strict=True), start=1):
        if entry["do"] == "rule":
            continue
        current = state.round_no
        began = time.perf_counter()
        state.play(read, ruled.get(number))
        took = time.perf_counter() - began
        if current <= 2:
            spent[entry["do"], False].append(took)
        elif current >= last - 1:
            spent[entry["do"], True].append(took)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; return 0."""
    chosen = read_options(__doc__, arguments, files=sorted(RECORDS.glob("*.json")))
    records = [parse(file.read_bytes()) for file in chosen.files]
    gc.collect()
    began = time.perf_counter()
    for record in records:
        Replay(record)
    effort = Effort.within(time.perf_counter() - began)
    print(f"{effort.runs} runs of {effort.passes} passes, twice", file=sys.stderr)
    late = late_over_early(records, effort)
    figures = {
        "entries": sum(len(record.entries) for record in records),
        "entries_per_second": round(entries_per_second(records, effort)),
        "late_over_early": None if late is None else round(late, 2),
    }
    return show(figures, as_json=chosen.json)
