"""Real servers on a real file: killed in the middle, two at once, bodies too large.

What these cannot try is a real power cut: a killed process leaves what it has written to the
operating system. That nobody is answered before the disk has it, too, is what test_tidy tries.
"""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.games.visibility import reveal_game
from recorder.store.store import Store
from tests.recorder import served
from tests.recorder.tally import document
from tests.servers import located

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("KILLS", "3"))
"""How often a server is killed in the middle; three more times in test_processes_corrections."""


PATIENCE = 300.0
"""Seconds that a server may take for an answer, on a machine that does much else."""


class Phone:
    """One connection to a server, as a phone has it; remembers what was acknowledged."""

    def __init__(self, address: str, name: str) -> None:
        self.connection = http.client.HTTPConnection(address, timeout=PATIENCE)
        self.name = name
        self.acknowledged: dict[str, int] = {}

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        text = json.dumps(body) if body is not None else None
        self.connection.request(method, f"/api/v1{path}", text, headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def begin(self) -> str:
        status, answer = self.ask("POST", "/games", document())
        assert status == 201
        return answer["links"][0]["token"]

    def note(self, token: str, number: int, version: int) -> int:
        """Send one entry until it is taken; return the version after it."""
        key = f"{self.name}-{number}"
        entry = {"do": "check", "of": "a", "n": number, "note": key}
        while True:
            body = {"entry": entry, "version": version, "key": key}
            status, answer = self.ask("POST", f"/games/{token}/entries", body)
            if status == 201:
                self.acknowledged[key] = answer["version"]
                return self.acknowledged[key]
            assert (status, answer["error"]["code"]) == (409, "stale")
            version = answer["error"]["version"]


Take = Callable[..., Phone]


@contextmanager
def server(database: Path) -> Iterator[tuple[str, int]]:
    """Run a server process; give its address and process id."""
    process, address = served.begin(located(database))
    try:
        assert process.pid is not None
        yield address, process.pid
    finally:
        served.end(process)


@pytest.fixture
def phone_to() -> Iterator[Take]:
    """Return how to take a phone in hand: address of the server and name of the phone."""
    phones = []

    def take(address: str, name: str = "phone") -> Phone:
        phones.append(Phone(address, name))
        return phones[-1]

    yield take
    for phone in phones:
        phone.connection.close()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "recorder.db"


def stored(database: Path, token: str) -> list[str]:
    """Return the keys of a game's entries as a new process reads them, after checking it."""
    with closing(Store(database)) as store:
        service = Tables(store, Replays(1))
        assert store.damage() == []
        table = service.open(token)
        assert service.list_doubts(table.row) == []
        return [entry["note"] for entry in reveal_game(table).entries]


@pytest.mark.parametrize("seed", range(1, KILLS + 1))
def test_a_killed_process_has_lost_nothing_that_it_acknowledged(
    database: Path, phone_to: Take, seed: int
) -> None:
    after = random.Random(seed).randint(20, 120)
    enough = threading.Event()
    with server(database) as (address, pid):
        tables = [phone_to(address, f"phone{n}") for n in range(4)]
        tokens = [phone.begin() for phone in tables]

        def play(phone: Phone, token: str) -> None:
            version = number = 0
            try:
                while True:
                    version = phone.note(token, number, version)
                    number += 1
                    if number >= after:
                        enough.set()
            except (OSError, http.client.HTTPException):
                return  # the server is gone, in the middle of this phone's send

        with ThreadPoolExecutor(4) as pool:
            for phone, token in zip(tables, tokens, strict=True):
                pool.submit(play, phone, token)
            enough.wait(PATIENCE)
            os.kill(pid, signal.SIGKILL)
    for phone, token in zip(tables, tokens, strict=True):
        kept = stored(database, token)
        acknowledged = list(phone.acknowledged)
        # One more may be there: written, and the power went before the answer.
        assert kept[: len(acknowledged)] == acknowledged
        assert len(kept) <= len(acknowledged) + 1
    assert sum(len(phone.acknowledged) for phone in tables) >= after


def test_two_processes_that_start_together_share_schema_and_secret_key(database: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        code = (
            "import sys; from recorder import create_app;"
            "print(create_app({'DATABASE': sys.argv[1]}).secret_key)"
        )

        def start(_: int) -> str:
            return subprocess.run(
                [sys.executable, "-c", code, str(database)],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            ).stdout

        keys = list(pool.map(start, range(2)))
    assert keys[0] == keys[1]
    assert Store(database).damage() == []


def refused_early(address: str, header: str, body: Callable[[socket.socket], None]) -> bytes:
    """Send a request's head and some of its body; return the answer."""
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        head = f"POST /api/v1/records HTTP/1.1\r\nHost: {address}\r\n"
        connection.sendall(f"{head}Content-Type: application/json\r\n{header}\r\n\r\n".encode())
        body(connection)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except ConnectionResetError:
            pass  # the server closed while we were still sending
    return answer


def test_a_body_of_50_mb_is_refused_without_reading_it(database: Path, phone_to: Take) -> None:
    def nothing(_: socket.socket) -> None:
        """Not one byte of the body is sent: the answer comes anyway."""

    with server(database) as (address, _):
        length = f"Content-Length: {50 * 1024 * 1024}"
        head, _, body = refused_early(address, length, nothing).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 413 ")
        assert b"application/json" in head
        error = json.loads(body)["error"]
        assert (error["status"], error["code"]) == (413, "request-entity-too-large")
        assert phone_to(address, "next").ask("GET", "/openapi.json")[0] == 200


def test_a_body_that_does_not_say_how_long_it_is_is_cut_off(database: Path, phone_to: Take) -> None:
    def endless(connection: socket.socket) -> None:
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        for _ in range(64):  # 4 MB
            try:
                connection.sendall(chunk)
            except OSError:
                return  # it has heard enough

    with server(database) as (address, _):
        answer = refused_early(address, "Transfer-Encoding: chunked", endless)
        assert answer[:13] in (b"HTTP/1.1 413 ", b"")
        assert phone_to(address, "next").ask("GET", "/openapi.json")[0] == 200
