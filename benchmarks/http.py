"""The speed of recording: ``python -m benchmarks http [FILE] [--database PLACE] [--json]``.

A real server process on a new file, or on ``postgresql://..``, and phones in another process that
send the entries of a recorded game one by one through the page's door, as the page's script does,
each table its own game, each send answered before the next one:

    one table     as fast as the answers come
    many tables   all at once, as fast as the answers come: how many a second
    evening       many tables that send now and then, some hundred a second in all: how long
                  an answer takes then
    printing      the same, a hundred a second, while four people print sheets without a pause

A sheet for an entry is asked for before it, where the page does not have it; that is not part of an
answer's time. Every time is measured from before the request to after the answer; the answer comes
when the entry is on disk. At the end every game is read back and compared with the entries sent.

``server_ms`` is the cost of an entry for the server's process, its printing included but not the
workers, which are processes of their own; ``phones_ms`` the cost for the phones, on the same cores.
Both are of the processor, so that they say something on a busy machine, too (``load``: before).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Event
from time import perf_counter, process_time, sleep
from typing import Any

from benchmarks._common import (
    OFTEN,
    ROOT,
    describe_waits,
    find_largest_record,
    read_options,
    read_process_use,
    show,
)
from benchmarks._page import Page, decompress_text

PRINTING = 4
"""How many people print meanwhile."""

WHILE_PRINTING = 100.0
"""Appends a second of all tables together while somebody prints."""

SITTING_DOWN = 10
"""So many entries of a table are sent while all of an evening sit down: thirty games that begin in
the same instant would be the longest wait of all, and no evening."""


class Phone:
    """A connection that records one game after another from a record's entries."""

    def __init__(self, address: str, record: Mapping[str, Any], number: int) -> None:
        self.chance = Random(number)
        self.connection = HTTPConnection(address, timeout=60)
        self.record = record
        self.waits: list[float] = []
        self.games: list[tuple[str, int]] = []

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request; return status and answer."""
        text = None if body is None else json.dumps(body)
        self.connection.request(
            method, f"/api/v1{path}", text, {"Content-Type": "application/json"}
        )
        response = self.connection.getresponse()
        return response.status, json.loads(response.read())

    def _page(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, str]:
        """Send a request of a page's script; return status and answer."""
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer.status, decompress_text(answer.read())

    def play(self, appends: int, every: float = 0.0, begin: float = 0.0) -> None:
        """Send so many entries, one each ``every`` seconds in the mean, at chance moments.

        every: 0 sends at once after the answer. begin: seconds until the table sits down.

        An entry that the rules forbid is sent as one that stands, as the table would.
        """
        sent = 0
        sleep(begin)
        due = perf_counter()
        while sent < appends:
            _, started = self.ask("POST", "/games", {**self.record, "entries": []})
            token = started["links"][0]["token"]
            page = Page(token)
            # Open a game's page as a browser does, and keep its cookie.
            self.connection.request("GET", page.place, headers=page.opens())
            answer = self.connection.getresponse()
            page.cookie = str(answer.headers.get("Set-Cookie", "")).partition(";")[0]
            page.takes(answer.read().decode())
            number = 0
            for entry in self.record["entries"][: appends - sent]:
                if entry["do"] == "rule":
                    continue
                if every:
                    due += self.chance.expovariate(1 / every)
                    sleep(max(0.0, due - perf_counter()))
                if sheet := page.sheet(entry):
                    path, headers = sheet
                    page.takes(self._page("GET", path, b"", headers)[1])
                path, headers, sent_so = page.tap(entry, str(number))
                before = perf_counter()
                status, text = self._page("POST", path, sent_so, headers)
                self.waits.append(perf_counter() - before)
                page.takes(text)
                number += 1
                if status != 200 or page.version != number:
                    raise RuntimeError(f"entry {number}: {status} {text[:300]}")
                sent += 1
            self.games.append((token, number))

    def count_lost_entries(self) -> int:
        """Return how many acknowledged entries the server does not have."""
        missing = 0
        for token, sent in self.games:
            _, log = self.ask("GET", f"/games/{token}/log")
            missing += sent - len({line["version"] for line in log["operations"]})
        return missing


@contextmanager
def serve_program(folder: Path, database: str = "") -> Iterator[tuple[str, int]]:
    """Run the server as ``bin/serve`` does; give its address and process id.

    database: where the store is; without it in a new file.
    """
    settings = {
        "DATABASE": database or str(folder / "recorder.db"),
        "SECRET_KEY": "benchmark",
        "PORT": "0",
        **OFTEN,
    }
    process = subprocess.Popen(
        [sys.executable, "wsgi.py"],
        cwd=ROOT,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip().removeprefix("http://").rstrip("/")
        yield address, process.pid
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def measure_servers(
    chosen: argparse.Namespace,
    names: Iterable[str],
    measure: Callable[[str, str, int, Path, dict[str, Any]], Mapping[str, Any]],
    database: str = "",
) -> int:
    """Measure each thing with a server of its own, print the figures and return 0.

    chosen: the options, with the file of the record. measure: takes the name, the server's address
    and process, its folder and the record. database: see ``serve_program``.
    """
    record = json.loads(chosen.file.read_text(encoding="utf-8"))
    results: dict[str, Any] = {"record": chosen.file.name, "load": round(os.getloadavg()[0], 1)}
    for name in names:
        with (
            tempfile.TemporaryDirectory() as folder,
            serve_program(Path(folder), database) as (address, process),
        ):
            results[name] = measure(name, address, process, Path(folder), record)
    return show(results, as_json=chosen.json)


def measure_tables(
    address: str,
    record: Mapping[str, Any],
    tables: int,
    appends: int,
    rate: float = 0.0,
    process: int | None = None,
) -> dict[str, Any]:
    """Let so many tables send so many entries each; return the figures.

    rate: appends a second of all tables together, which then sit down one after the other; 0: as
    fast as answers come. process: the server's, where its work is measured, too.
    """
    phones = [Phone(address, record, number) for number in range(tables)]
    every = tables / rate if rate else 0.0
    worked, sent = _read_processor_time(process), process_time()
    start = perf_counter()
    with ThreadPoolExecutor(tables) as pool:
        begins = [every * SITTING_DOWN * number / tables for number in range(tables)]
        played = [
            pool.submit(one.play, appends, every, at)
            for one, at in zip(phones, begins, strict=True)
        ]
        for done in played:
            done.result()
    seconds = perf_counter() - start
    worked, sent = _read_processor_time(process) - worked, process_time() - sent
    waits = [1000 * wait for phone in phones for wait in phone.waits]
    figures = {
        "tables": tables,
        "appends": len(waits),
        "per_second": round(len(waits) / seconds, 1),
        **describe_waits(waits),
        "server_ms": round(worked * 1000 / len(waits), 2),
        "phones_ms": round(sent * 1000 / len(waits), 2),
        "lost": sum(phone.count_lost_entries() for phone in phones),
    }
    for phone in phones:
        phone.connection.close()
    return figures


def _read_processor_time(process: int | None) -> float:
    """Return the processor seconds of a process; nought where none is named."""
    return 0.0 if process is None else read_process_use(process)[0]


@contextmanager
def printing(
    address: str, record: Mapping[str, Any], people: int = PRINTING
) -> Iterator[Counter[int]]:
    """Let so many people print the sheet of a game, one after another; give the answers' statuses.

    After the answer that printing is busy, a person comes back after the time it names.
    """
    phone = Phone(address, record, 0)
    _, begun = phone.ask("POST", "/records", record)
    phone.connection.close()
    sheet = f"/t/{begun['links'][0]['token']}/sheet.pdf"
    statuses: Counter[int] = Counter()
    over = Event()

    def ask() -> None:
        connection = HTTPConnection(address, timeout=120)
        while not over.is_set():
            connection.request("GET", sheet)
            answer = connection.getresponse()
            answer.read()
            statuses[answer.status] += 1
            over.wait(float(answer.headers.get("Retry-After", 0)))
        connection.close()

    with ThreadPoolExecutor(people) as pool:
        asked = [pool.submit(ask) for _ in range(people)]
        try:
            yield statuses
        finally:
            over.set()
            for one in asked:
                one.result()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and return 0. Without FILE the largest record of the tests is sent."""
    chosen = read_options(
        __doc__, arguments, file=find_largest_record(), tables=30, rate=350.0, database=""
    )
    record = json.loads(chosen.file.read_text(encoding="utf-8"))
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_program(Path(folder), chosen.database) as (address, process),
    ):
        measure_tables(address, record, 1, 200)  # everything is imported and compiled
        figures = {
            "load": round(os.getloadavg()[0], 1),
            "record": chosen.file.name,
            "entries": len(record["entries"]),
            "one_table": measure_tables(address, record, 1, 1000, process=process),
            "many_tables": measure_tables(address, record, chosen.tables, 100, process=process),
            "evening": measure_tables(address, record, chosen.tables, 100, chosen.rate, process),
        }
        with printing(address, record) as statuses:
            calm = measure_tables(address, record, chosen.tables, 50, WHILE_PRINTING, process)
        figures["printing"] = {**calm, "sheets": statuses[200], "told to wait": statuses[503]}
    return show(figures, as_json=chosen.json)
