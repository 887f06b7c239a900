"""The speed of judging records: ``python -m benchmarks archive FOLDER ..``.

    --make N          write N records into FOLDER, as zips of 10,000, and judge nothing
    --jobs N          judge them by so many processes of this machine
    --scheduler URL   judge them by the workers of a Dask scheduler
    --replay          of each zip, also: the rate of judging beside that of the replay alone

The records are drawn from the recorded games of the tests and of the benchmarks and, for every
hundred records, from one random game of open moves: a quarter of these Hotel Samoa, the others
every edition with two to four players, half of them with some modules. Players get other names. Two
of five records end somewhere after the tenth entry, and one of ten lacks an entry, so that later
ones are refused. The same number makes the same records.

``python -m recorder archive`` judges one zip after another. Of each: seconds by the clock; seconds
of the processor, of all processes of the command (``own``) and as the lines say, on any machine
(``judging``); MB of the largest process; and a digest of the lines without their seconds, the same
for every way of judging. ``plain`` is the time of a plain loop before and after: the speed of the
machine at that moment.

With ``--replay``, ``replay`` is the processor's seconds of the bare replay of the same records
(``Replay(record)``, already read), ``archive`` those of the command in one process: unpacking,
judging, writing lines. ``of_replay`` is the rate of the archive by that of the replay; 0.6 is the
goal. Both are taken in turn, of some hundred records at a time that have been judged once: no start
counts, and no box that is made of modules.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from adjudicator.austria.printed.editions import EDITIONS
from adjudicator.reading import parse
from adjudicator.replay import Replay
from benchmarks._common import ROOT
from recorder.archive.judging import judge_all
from recorder.archive.judging import judge_found as judged
from recorder.archive.sources import find_records
from tests.austria import driver, expansion
from tests.samoa import make_records

GAMES = (*(ROOT / "tests/records").glob("*.json"), *(ROOT / "benchmarks/games").glob("*.json"))

IN_A_ZIP = 10_000
"""Records of one zip."""

BROKEN_OFF = 0.4
"""How many of the records end before the game did."""

FORGETFUL = 0.1
"""How many of the records lack an entry."""

PLAYED = 100
"""For how many records a game is played; it takes as long as to judge five or ten."""

READ = 400
"""Records that are read before they are replayed."""

NAMES = ("Ada", "Bruno", "Chiara", "Łukasz", "Ёлка", "민준", "Zoé", "Olga", "Sándor", "Tove")


def make(folder: Path, count: int) -> None:
    """Write so many records into a folder, in zips."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [json.loads(path.read_text("utf-8")) for path in sorted(GAMES)]
    chance = Random(count)
    games += [_play_by_chance(chance) for _ in range(count // PLAYED)]
    entries = 0
    for first in range(0, count, IN_A_ZIP):
        path = folder / f"{first // IN_A_ZIP:03}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(first, min(first + IN_A_ZIP, count)):
                record = _vary_record(chance.choice(games), chance)
                entries += len(record["entries"])
                archive.writestr(f"{number:06}.json", json.dumps(record, ensure_ascii=False))
    print(f"{count} records, {entries} entries")


def _play_by_chance(chance: Random) -> dict[str, Any]:
    """Return the record of a game played by chance."""
    if chance.random() < 0.25:
        return make_records.game(chance.randint(3, 6), chance.randrange(2**32))
    some = [name for name in expansion.MODULES if chance.random() < 0.5]
    modules = some if chance.random() < 0.5 else []
    return driver.play(chance, chance.randint(2, 4), chance.choice(EDITIONS), modules=modules)


def _vary_record(game: Mapping[str, Any], chance: Random) -> dict[str, Any]:
    """Return a record of a game with other names, perhaps broken off, perhaps with a gap."""
    names = chance.sample(NAMES, len(game["players"]))
    players = [
        {**player, "name": f"{name} {chance.randrange(1000)}"}
        for player, name in zip(game["players"], names, strict=True)
    ]
    whole = game["entries"]
    last = chance.randrange(10, len(whole)) if chance.random() < BROKEN_OFF else len(whole)
    entries = whole[:last]
    # Rulings name entries by their numbers, which a gap would change.
    if chance.random() < FORGETFUL and all(entry["do"] != "rule" for entry in entries):
        del entries[chance.randrange(len(entries))]
    return {**game, "players": players, "entries": entries}


def judge_zip(path: Path, how: Sequence[str]) -> dict[str, Any]:
    """Let the command judge a zip; return the figures."""
    with tempfile.TemporaryDirectory() as home:
        out = Path(home) / "lines"
        command = [sys.executable, "-m", "recorder", "archive", path.name, "--out", str(out)]
        before, begun = os.times(), perf_counter()
        process = subprocess.Popen(
            [*command, *how],
            cwd=path.parent,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stderr=subprocess.DEVNULL,
        )
        _, _, used = os.wait4(process.pid, 0)
        seconds, after = perf_counter() - begun, os.times()
        lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    judging = sum(line.pop("seconds", 0.0) for line in lines)
    own = sum(getattr(after, name) - getattr(before, name) for name in _CHILDREN)
    told = "\n".join(json.dumps(line, sort_keys=True) for line in lines)
    return {
        "zip": path.name,
        "records": len(lines),
        "entries": sum(line.get("entries", 0) for line in lines),
        "unreadable": sum("error" in line for line in lines),
        "seconds": round(seconds, 1),
        "own": round(own, 1),
        "judging": round(judging, 1),
        "largest_mb": round(used.ru_maxrss / 1000),
        "digest": sha256(told.encode()).hexdigest()[:16],
    }


def compare(path: Path) -> dict[str, Any]:
    """Return how long the records of a zip take, as an archive and replayed alone."""
    seconds = {"archive": 0.0, "replay": 0.0}

    def time_step(name: str, done: Iterator[Any]) -> list[Any]:
        begun = process_time()
        made = list(done)
        seconds[name] += process_time() - begun
        return made

    places = find_records([str(path)])
    while some := time_step("archive", islice(places, READ)):
        records = [parse(place.content) for place in some if not place.problem]
        judge_all(some)
        gc.freeze()  # the records read so far are not scanned again
        time_step("archive", (json.dumps(judged(place), ensure_ascii=False) for place in some))
        time_step("replay", (Replay(record).state.over() for record in records))
    rate = seconds["replay"] / seconds["archive"]
    return {name: round(took, 2) for name, took in seconds.items()} | {"of_replay": round(rate, 3)}


_CHILDREN = ("children_user", "children_system")


def time_plain_loop() -> float:
    """Return the processor's seconds that a plain loop takes."""
    begun = process_time()
    for _ in range(5_000_000):
        pass
    return round(process_time() - begun, 3)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make records, or judge those of a folder and print a line of JSON for each zip; return 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks archive", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--make", type=int, help="write so many records")
    parser.add_argument("--only", nargs="*", help="names of zips; without it all")
    parser.add_argument("--jobs", default="1", help="processes of this machine (1)")
    parser.add_argument("--scheduler", help="address of a Dask scheduler")
    parser.add_argument("--replay", action="store_true", help="compare with the replay alone")
    chosen = parser.parse_args(arguments)
    if chosen.make:
        make(chosen.folder, chosen.make)
        return 0
    how = ["--scheduler", chosen.scheduler] if chosen.scheduler else ["--jobs", chosen.jobs]
    for path in sorted(chosen.folder.resolve().glob("*.zip")):
        if not chosen.only or path.name in chosen.only:
            before = time_plain_loop()
            figures = judge_zip(path, how)
            if chosen.replay:
                figures |= compare(path)
            print(
                json.dumps(figures | {"how": how, "plain": [before, time_plain_loop()]}), flush=True
            )
    return 0
