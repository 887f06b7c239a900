"""The delay until others see an entry: ``python -m benchmarks live [FILE] [--database PLACE]``.

A real server process, and in another process phones that are connected as a browser's are: each has
opened its seat and is told of news in one of three ways (``--ways``, with commas between).

    streams   an answer that does not end; every notice is an event in it (the pages' way)
    waiting   a request that is answered by the next notice, then the next request
    polling   a request every five seconds (where the server holds no streams)

Tables enter the entries of a recorded game through the page's door, as phones do, at chance
moments, so many a second in all. Measured from before an entry is sent to when another phone of the
table has heard of it (``notice``). ``appends`` is the time of the sender's answer. ``idle`` gives
the phones' requests, and the server's processor time, while nobody entered anything. ``shown`` is
measured apart: there every phone fetches the changes of its page after every notice, as a page
does; ``page`` is then the time until a phone could show the entry. ``load`` is the machine's load
average before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from benchmarks._common import describe_waits, find_largest_record, read_options, read_process_use
from benchmarks._page import HEADERS, Page, decompress_text
from benchmarks.http import measure_servers

POLL = 5.0
"""Seconds between two looks of a page without a stream."""

SETTLED = 3.0
"""Seconds for unfinished requests at the end."""


Headers = Mapping[str, str]
NONE: Headers = {}


class Line:
    """One connection to the server, opened again where the server has closed it.

    cookie: as it was set last.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, body: Any = None, headers: Headers = NONE
    ) -> tuple[int, bytes]:
        """Send a request; return status and body. body: JSON, or a form's bytes.

        Where the server closes a connection while it is used again, it is sent once more on
        another one, as browsers do.
        """
        try:
            return await self._answer(method, path, body, headers)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close()
            return await self._answer(method, path, body, headers)

    async def _answer(
        self, method: str, path: str, body: Any, headers: Headers
    ) -> tuple[int, bytes]:
        reader = await self.begin(method, path, body, headers)
        status, length = await self.head()
        return status, await reader.readexactly(length)

    async def begin(
        self, method: str, path: str, body: Any = None, headers: Headers = NONE
    ) -> asyncio.StreamReader:
        """Send a request."""
        if self._reader is None or self._writer is None or self._reader.at_eof():
            host, port = self.address.rsplit(":", 1)
            self._reader, self._writer = await asyncio.open_connection(host, int(port))
        text = body if isinstance(body, bytes) else b""
        named = dict(headers)
        if body is not None and not text:
            text = json.dumps(body).encode()
            named["Content-Type"] = "application/json"
        if body is not None:
            named["Content-Length"] = str(len(text))
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.address}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in named.items())
        self._writer.write(f"{head}\r\n".encode() + text)
        return self._reader

    async def head(self) -> tuple[int, int]:
        """Read the head of an answer; return status and length (0: without end, or empty)."""
        assert self._reader is not None
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        told = {line.partition(":")[0].lower(): line.partition(": ")[2] for line in lines[1:]}
        self.cookie = told.get("set-cookie", self.cookie).partition(";")[0]
        return int(lines[0].split()[1]), int(told.get("content-length", 0))

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


@dataclass
class Phone:
    """A phone at a table: the versions it heard of, and when. asked: requests for news."""

    address: str
    token: str
    way: str
    shows: bool
    chance: Random
    version: int = 0
    asked: int = 0
    heard: dict[int, float] = field(default_factory=dict)
    shown: dict[int, float] = field(default_factory=dict)
    page: Page = field(init=False)
    fetching: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        """Have the page's address in hand."""
        self.page = Page(self.token)

    async def open(self, line: Line) -> None:
        """Open the page whole, as everybody does first."""
        _, answer = await line.ask("GET", self.page.place, headers=self.page.opens())
        self.page.cookie = line.cookie
        self.page.takes(answer.decode())

    async def run(self) -> None:
        """Be told of news until cancelled."""
        page = Line(self.address)
        try:
            if self.way == "polling":
                await self._poll(page)
            while True:
                await self._listen(page)
        finally:
            page.close()
            if self.fetching is not None:
                self.fetching.cancel()

    async def _poll(self, page: Line) -> None:
        await asyncio.sleep(self.chance.uniform(0, POLL))
        while True:
            await asyncio.sleep(POLL)
            self.asked += 1
            self._hear(await self._look(page))
            self.shown[self.version] = perf_counter()

    async def _listen(self, page: Line) -> None:
        line = Line(self.address)
        try:
            self.asked += 1
            reader = await line.begin(
                "GET", f"/t/{self.token}/live?since={self.version}", headers=HEADERS
            )
            status, _ = await line.head()
            if status != 200:
                raise RuntimeError(f"no stream: {status}")
            while told := await reader.readline():
                if not told.startswith(b"data: "):
                    continue
                self._hear(int(told[6:]))
                if self.shows and (self.fetching is None or self.fetching.done()):
                    self.fetching = asyncio.create_task(self._fetch(page))
                if self.way == "waiting":
                    return
        finally:
            line.close()

    async def _fetch(self, page: Line) -> None:
        """Fetch the page until it shows the last version heard of."""
        while max(self.shown, default=0) < self.version:
            self.shown[await self._look(page)] = perf_counter()

    async def _look(self, line: Line) -> int:
        """Look at the news; return the version that the page then shows."""
        path, headers = self.page.look()
        status, answer = await line.ask("GET", path, headers=headers)
        if status == 200:
            self.page.takes(decompress_text(answer))
        return self.page.version

    def _hear(self, version: int) -> None:
        if version > self.version:
            self.version = version
            self.heard[version] = perf_counter()


@dataclass
class Table:
    """A table that enters a recorded game through its page. sent: when, by version."""

    page: Page
    phones: list[Phone]
    entries: Sequence[Mapping[str, Any]]
    sent: dict[int, float] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)

    async def play(self, line: Line, every: float, until: float, chance: Random) -> None:
        """Enter something every so many seconds in the mean."""
        page = self.page
        for entry in self.entries:
            await asyncio.sleep(chance.expovariate(1 / every))
            if perf_counter() > until:
                return
            known = page.version
            if sheet := page.sheet(entry):
                path, headers = sheet
                page.takes(decompress_text((await line.ask("GET", path, headers=headers))[1]))
            path, headers, body = page.tap(entry, str(known))
            before = perf_counter()
            status, answer = await line.ask("POST", path, body, headers)
            took = perf_counter() - before
            page.takes(decompress_text(answer))
            if status != 200 or page.version == known:
                raise RuntimeError(f"entry {known + 1}: {status} {decompress_text(answer)[:300]}")
            self.took.append(took)
            self.sent[page.version] = before

    def late(self, when: str) -> list[float]:
        """Return the delays of each phone for each entry; endless for an entry not heard of.

        News or a page of a later version counts for the earlier ones.
        """
        waits = []
        for phone in self.phones:
            known = sorted(getattr(phone, when).items())
            for version, sent in self.sent.items():
                at = next((at for one, at in known if one >= version), float("inf"))
                waits.append(at - sent)
        return waits


def figures(waits: Sequence[float]) -> dict[str, Any]:
    """Return count, p50, p95 and the longest, in milliseconds, and how many were in vain."""
    ended = [1000 * wait for wait in waits if isfinite(wait)]
    counts = {"count": len(ended), "missed": len(waits) - len(ended)}
    return counts | (describe_waits(ended) if ended else {})


async def _open_table(
    line: Line, record: Mapping[str, Any], make_phone: Callable[[str], Phone]
) -> Table:
    """Begin a game, open its page and a phone for each seat.

    make_phone: takes the token of a seat.
    """
    _, answer = await line.ask("POST", "/api/v1/games", {**record, "entries": []})
    links = json.loads(answer)["links"]
    seats = [link["token"] for link in links if link["role"] == "seat"]
    for seat in seats:
        await line.ask("GET", f"/api/v1/games/{seat}")  # somebody has it in hand
    phones = list(map(make_phone, seats))
    page = Page(links[0]["token"])
    _, opened = await line.ask("GET", page.place, headers=page.opens())
    page.cookie = line.cookie
    page.takes(opened.decode())
    for phone in phones:
        await phone.open(line)
    entries = [entry for entry in record["entries"] if entry["do"] != "rule"]
    return Table(page, phones, entries)


def _sum_up_waits(tables: Sequence[Table], seconds: float, shows: bool) -> dict[str, Any]:
    appends = [took for table in tables for took in table.took]
    return {
        "appends": figures(appends) | {"per_second": round(len(appends) / seconds, 1)},
        "notice": figures([wait for table in tables for wait in table.late("heard")]),
        **({"page": figures([w for t in tables for w in t.late("shown")])} if shows else {}),
    }


async def measure(
    address: str,
    process: int,
    record: Mapping[str, Any],
    chosen: argparse.Namespace,
    way: str,
    shows: bool = False,
) -> dict[str, Any]:
    """Connect the phones in one way, let them idle, let the tables enter; return the figures.

    shows: whether each fetches its page after each notice.
    """
    chance, line = Random(1), Line(address)
    count = chosen.phones // len(record["players"])
    make_phone = partial(Phone, address, way=way, shows=shows, chance=chance)
    tables = [await _open_table(line, record, make_phone) for _ in range(count)]
    before = read_process_use(process)
    phones = [phone for table in tables for phone in table.phones]
    running = [asyncio.create_task(phone.run()) for phone in phones]
    await asyncio.sleep(SETTLED)
    asked, idle = sum(phone.asked for phone in phones), read_process_use(process)
    await asyncio.sleep(chosen.idle)
    idle_asked, busy = sum(phone.asked for phone in phones) - asked, read_process_use(process)
    lines = [Line(address) for _ in tables]
    until = perf_counter() + chosen.seconds
    every = len(tables) / chosen.rate
    plays = zip(tables, lines, strict=True)
    await asyncio.gather(*(table.play(one, every, until, chance) for table, one in plays))
    after = read_process_use(process)
    await asyncio.sleep(SETTLED + (POLL if way == "polling" else 0))
    failed = [task for task in running if task.done()]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    for one in (line, *lines):
        one.close()
    return {
        "phones": len(phones) - len(failed),
        **_sum_up_waits(tables, chosen.seconds, shows),
        "server_cpu": round((after[0] - busy[0]) / chosen.seconds, 3),
        "idle": {
            "seconds": chosen.idle,
            "requests": idle_asked,
            "server_cpu": round((busy[0] - idle[0]) / chosen.idle, 3),
        },
        "memory_mb": {"before": round(before[1], 1), "connected": round(idle[1], 1)},
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and return 0. Without FILE the largest record for four is entered."""
    chosen = read_options(
        __doc__,
        arguments,
        file=find_largest_record("*4p*.json"),
        phones=200,
        rate=20.0,
        seconds=15.0,
        idle=10.0,
        ways="streams",
        database="",
    )
    ways = chosen.ways.split(",")

    def play_evening(
        name: str, address: str, process: int, _folder: Path, record: Mapping[str, Any]
    ) -> dict[str, Any]:
        way = ways[0] if name == "shown" else name
        return asyncio.run(measure(address, process, record, chosen, way, shows=name == "shown"))

    return measure_servers(chosen, [*ways, "shown"], play_evening, chosen.database)
