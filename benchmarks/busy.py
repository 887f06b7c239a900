"""The effect of strangers on a table: ``python -m benchmarks busy [FILE] [--json]``.

A real server process on a new file. 200 phones at 50 tables enter 5 entries a second through the
page's door and fetch their page after every notice, as in ``live``. Meanwhile, from a process of
their own and without a pause:

    strangers   four, each the dearest requests of every kind (``costs``), one after the other
    organiser   imports 500 games into a league and reads how far that is
    printers    four, a sheet each, again and again
    health      somebody on call asks ten times a second whether the server lives

First without them (``calm``), then with them (``busy``): the time of an entry, until a notice was
there, until a phone had the page; the time of health; memory of the server with all its processes,
at its largest. ``--only`` plays one of the two. ``asked`` counts the strangers' answers,
``imported`` the seconds of the import, or the part of it that was done. ``load``: the machine's
load before. ``disk``: the time to write one page to the disk meanwhile, which an entry always waits
for (``TMPDIR=/dev/shm`` leaves the disk out).
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import multiprocessing
import os
import threading
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection, HTTPException
from multiprocessing.synchronize import Event
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks import costs, live
from benchmarks._common import (
    OFTEN,
    describe_waits,
    find_largest_record,
    read_options,
    read_process_use,
)
from benchmarks.http import measure_servers, printing
from recorder import create_app

STRANGERS = 4
LOOK = 0.1
"""Seconds between two questions whether the server lives."""

IMPORTED = 500

PARTS = ("calm", "busy")

WAIT = 600.0
"""Seconds after which an answer counts as missing."""


class Client:
    """The client of ``costs`` over the wire: ``get`` and ``post`` as of a test client."""

    def __init__(self, address: str) -> None:
        self._connection = HTTPConnection(address, timeout=WAIT)
        self.status_code = 0
        self.data = b""

    def get(self, address: str) -> Client:
        """Ask for an address; return this client, with the answer."""
        return self._ask("GET", address, None, "")

    def post(self, address: str, data: bytes | str, content_type: str) -> Client:
        """Send something; return this client, with the answer."""
        return self._ask("POST", address, data, content_type)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def _ask(self, method: str, address: str, body: bytes | str | None, kind: str) -> Client:
        self._connection.request(method, address, body, {"Content-Type": kind} if kind else {})
        answer = self._connection.getresponse()
        self.status_code, self.data = answer.status, answer.read()
        return self


def league_of(database: Path) -> str:
    """Found a league; return its organiser's token."""
    settings = {"DATABASE": str(database), "WTF_CSRF_ENABLED": False}
    client = create_app(settings | OFTEN).test_client()
    form = {"name": "Busy", "language": "en"}
    return client.post("/l/new", data=form).headers["Location"].split("/")[2]


def games_of(record: Mapping[str, Any], count: int) -> bytes:
    """Return a zip of so many games of a record, each of another day."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(count):
            day = f"20{10 + number // 336:02}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"
            archive.writestr(f"{number}.json", json.dumps({**record, "played_on": day}))
    return packed.getvalue()


def disturb(
    address: str, database: Path, record: Mapping[str, Any], begun: Event, over: Event, told: Any
) -> None:
    """Send everybody else's requests until ``over``; send their answers' figures to ``told``."""
    answered: dict[str, Any] = {"asked": Counter(), "imported": 0.0, "sheets": {}}
    asks = list(costs.list_requests(database, json.loads(costs.RECORD.read_text(encoding="utf-8"))))
    league = costs.apart(lambda: league_of(database))

    def stranger(number: int) -> None:
        client = Client(address)
        at = number * len(asks) // STRANGERS
        while not over.is_set():
            _name, ask = asks[at % len(asks)]
            at += 1
            try:
                ask(client)  # type: ignore[arg-type]  # asks as the other client does
                answered["asked"][client.status_code] += 1
            except (HTTPException, OSError):
                answered["asked"]["no answer"] += 1
                client = Client(address)

    def organiser() -> None:
        client, since = Client(address), perf_counter()
        path = f"/api/v1/leagues/{league}/imports"
        client.post(path, games_of(record, IMPORTED), "application/zip")
        while client.status_code == 503 and not over.wait(1):
            client.post(path, games_of(record, IMPORTED), "application/zip")
        own = json.loads(client.data)
        while not over.wait(1):
            own = json.loads(client.get(f"{path}/{own['import']}").data)
            if own["over"]:
                answered["imported"] = round(perf_counter() - since, 1)
                return
        answered["imported"] = f"{own['done']} of {own['total']}"

    with printing(address, record) as sheets:
        threads = [threading.Thread(target=stranger, args=(n,)) for n in range(STRANGERS)]
        threads.append(threading.Thread(target=organiser))
        for thread in threads:
            thread.start()
        begun.set()
        over.wait()
        for thread in threads:
            thread.join()
    answered["sheets"] = dict(sheets)
    answered["asked"] = {str(status): times for status, times in answered["asked"].items()}
    told.send(answered)


class Watch(threading.Thread):
    """Asks whether the server lives, and looks at its memory, until it is told to end."""

    def __init__(self, address: str, process: int, folder: Path) -> None:
        super().__init__(daemon=True)
        self.took: list[float] = []
        self.synced: list[float] = []
        self.memory = 0.0
        self._address = address
        self._process = process
        self._page = folder / "page"
        self._over = threading.Event()

    def run(self) -> None:
        """Ask and look."""
        client = Client(self._address)
        with self._page.open("wb", buffering=0) as page:
            while not self._over.wait(LOOK):
                before = perf_counter()
                client.get("/health/live")
                between = perf_counter()
                page.write(bytes(4096))
                os.fsync(page.fileno())
                self.synced.append(1000 * (perf_counter() - between))
                self.took.append(1000 * (between - before))
                self.memory = max(self.memory, sum(map(memory_of, family(self._process))))

    def end(self) -> dict[str, Any]:
        """End; return the figures."""
        self._over.set()
        self.join()
        return {
            "health": describe_waits(self.took),
            "disk": describe_waits(self.synced),
            "memory_mb": round(self.memory),
        }


def family(process: int) -> Iterator[int]:
    """Yield a process and all its descendants (Linux)."""
    yield process
    try:
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield from family(int(child))
    except OSError:  # it has ended
        return


def memory_of(process: int) -> float:
    """Return the memory of a process in MB, 0 where it has ended."""
    try:
        return read_process_use(process)[1]
    except OSError:
        return 0.0


@contextmanager
def run_strangers(
    address: str, database: Path, record: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Run everybody else meanwhile; fill in the figures of their answers."""
    context = multiprocessing.get_context("fork")
    begun, over = context.Event(), context.Event()
    inward, outward = context.Pipe(duplex=False)
    arguments = (address, database, record, begun, over, outward)
    process = context.Process(target=disturb, args=arguments)
    process.start()
    while not begun.wait(1):
        if not process.is_alive():
            raise RuntimeError("the others did not begin")
    answered: dict[str, Any] = {}
    try:
        yield answered
    finally:
        over.set()
        answered |= inward.recv()
        process.join()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and return 0. Without FILE the largest record for four is entered."""
    chosen = read_options(
        __doc__,
        arguments,
        file=find_largest_record("*4p*.json"),
        phones=200,
        rate=5.0,
        seconds=60.0,
        idle=2.0,
        only="",
    )
    names = [chosen.only] if chosen.only else PARTS
    return measure_servers(chosen, names, partial(play_evening, chosen=chosen))


def play_evening(
    name: str,
    address: str,
    process: int,
    folder: Path,
    record: Mapping[str, Any],
    chosen: argparse.Namespace,
) -> dict[str, Any]:
    """Let the tables enter, with everybody else where it is ``busy``; return the figures."""
    watch = Watch(address, process, folder)
    tables = live.measure(address, process, record, chosen, "streams", shows=True)
    if name == "calm":
        watch.start()
        return asyncio.run(tables) | watch.end()
    with run_strangers(address, folder / "recorder.db", record) as answered:
        watch.start()
        figures = asyncio.run(tables)
        seen = watch.end()
    return figures | seen | answered
