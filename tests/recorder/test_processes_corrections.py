"""Real processes on a real file: appends and corrections at once, and killed in the middle.

What these cannot try is a real power cut (see docs/corrections.md).
"""

import http.client
import os
import random
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from recorder.database.sqlite import SQLite
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.games.visibility import reveal_game
from recorder.store.store import Store
from tests.proof.routes import LONG
from tests.recorder.test_processes import Phone, Take, database, phone_to, server

__all__ = ["database", "phone_to"]

MANY, KILLS = (500, 5) if LONG else (200, 3)
"""Things sent to a server, and how often it is killed meanwhile."""

FULL = 2
"""What ``PRAGMA synchronous`` reads back for FULL."""


def entry(note: str) -> dict[str, Any]:
    return {"do": "check", "of": "a", "n": 0, "note": note}


class Writer:
    """A phone that appends and corrects; remembers what it was told is kept, by version."""

    def __init__(self, phone: Phone, token: str, seed: int) -> None:
        self.phone = phone
        self.token = token
        self.chance = random.Random(seed)
        self.version = 0
        self.length = 0
        self.kept: dict[int, dict[str, Any]] = {}

    def choose(self, number: int) -> dict[str, Any]:
        """Return something to do; its key and note are this phone's own."""
        key = f"{self.phone.name}-{number}"
        if self.length < 5 or self.chance.random() < 0.6:
            return {"path": "entries", "key": key, "entry": entry(key)}
        kind = self.chance.choice(["change", "insert", "remove"])
        at = self.chance.randint(1, self.length)
        new = {} if kind == "remove" else {"entry": entry(key)}
        return {"path": "corrections", "key": key, "kind": kind, "number": at, **new}

    def send(self, doing: dict[str, Any]) -> None:
        """Send until it is kept; a stale send goes to where its entry is now, or is given up."""
        while True:
            body = {name: value for name, value in doing.items() if name != "path"}
            path = f"/games/{self.token}/{doing['path']}"
            status, answer = self.phone.ask("POST", path, body | {"version": self.version})
            if status == 201:
                self.version = answer["version"]
                self.kept[self.version] = doing
                self.length += (doing["path"] == "entries") or {"insert": 1, "remove": -1}.get(
                    doing["kind"], 0
                )
                return
            error = answer["error"]
            assert (status, error["code"]) == (409, "stale"), answer
            self.version = error["version"]
            if doing["path"] == "corrections":
                if error["entry"] is None:
                    return  # somebody else has changed that entry: nothing of ours was kept
                doing = doing | {"number": error["entry"]}


def expected(kept: dict[int, dict[str, Any]]) -> list[str]:
    """Return the notes that acknowledged operations amount to, in the order of versions."""
    notes: list[str] = []
    for _, doing in sorted(kept.items()):
        match doing.get("kind"):
            case None:
                notes.append(doing["key"])
            case "insert":
                notes.insert(doing["number"] - 1, doing["key"])
            case "change":
                notes[doing["number"] - 1] = doing["key"]
            case "remove":
                del notes[doing["number"] - 1]
    return notes


def stored(database: Path, token: str) -> tuple[list[str], list[str]]:
    """Return the notes of the entries and the keys of the log, after checking the file."""
    store = Store(database)
    service = Tables(store, Replays(1))
    if isinstance(store.db, SQLite):
        assert store.db.execute("PRAGMA synchronous").fetchone()[0] == FULL
    assert store.damage() == []
    table = service.open(token)
    assert service.list_doubts(table.row) == []
    rows = store.db.query(
        "SELECT key FROM log WHERE kind = 'game' AND ledger = ? ORDER BY seq", [table.link.ledger]
    )
    keys = [row["key"] for row in rows]
    notes = [each["note"] for each in reveal_game(table).entries]
    store.close()
    return notes, keys


@pytest.mark.parametrize(("processes", "count", "each"), [(2, 4, 30), (4, 20, 3)])
def test_processes_that_append_and_correct_lose_and_double_nothing(
    database: Path, phone_to: Take, processes: int, count: int, each: int
) -> None:
    with ExitStack() as running:
        places = [running.enter_context(server(database))[0] for _ in range(processes)]
        phones = [phone_to(places[n % processes], f"phone{n}") for n in range(count)]
        token = phones[0].begin()
        writers = [Writer(phone, token, seed) for seed, phone in enumerate(phones)]

        def play(writer: Writer) -> None:
            for number in range(each):
                writer.send(writer.choose(number))

        with ThreadPoolExecutor(len(writers)) as pool:
            for done in [pool.submit(play, writer) for writer in writers]:
                done.result()
    kept = {version: doing for writer in writers for version, doing in writer.kept.items()}
    assert sum(len(writer.kept) for writer in writers) == len(kept)  # no version given twice
    notes, keys = stored(database, token)
    assert keys == [doing["key"] for _, doing in sorted(kept.items())]
    assert notes == expected(kept)


def test_of_many_appends_and_corrections_every_acknowledged_one_survives_kills(
    database: Path, phone_to: Take
) -> None:
    chance = random.Random(5)
    kills = sorted(chance.sample(range(20, MANY - 20), KILLS))
    writer: Writer | None = None
    number, resent, killed = 0, 0, 0
    doing: dict[str, Any] | None = None
    while number < MANY:
        with server(database) as (address, pid):
            phone = phone_to(address, "phone")
            if writer is None:
                writer = Writer(phone, phone.begin(), 1)
            writer.phone = phone
            try:
                while number < MANY:
                    if doing is None:
                        doing = writer.choose(number)
                    else:
                        resent += 1  # its answer was lost: the same again, with the same key
                    if kills and number >= kills[0]:
                        kills.pop(0)
                        killed += 1
                        # At a chance moment of the next sends.
                        threading.Timer(
                            chance.uniform(0, 0.03), os.kill, (pid, signal.SIGKILL)
                        ).start()
                    writer.send(doing)
                    doing, number = None, number + 1
            except (OSError, http.client.HTTPException):
                continue  # the server is gone
    assert writer is not None
    notes, keys = stored(database, writer.token)
    assert killed == KILLS
    assert resent <= killed
    assert keys == [done["key"] for _, done in sorted(writer.kept.items())]
    assert len(keys) == len(set(keys)) == MANY
    assert notes == expected(writer.kept)
