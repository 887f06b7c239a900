"""Who writes to a file waits for his own pages: others are moved to their places beside him."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from recorder.database import Unavailable, sqlite
from recorder.database.sqlite import HeldFile, SQLite
from recorder.league.league_store import LeagueStore
from recorder.league.summary import FORM
from recorder.store.migrations import migrate
from recorder.store.store import Store
from tests.store.filled import header

SOON = 30.0
PAGES = 1500
"""Half as many again as SQLite waits for before it moves them in whoever's commit it is."""


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldFile]:
    monkeypatch.setattr(sqlite, "TIDY", 3)
    made = HeldFile(tmp_path / "club.db")
    yield made
    made.close()


class Watched:
    """A connection of which one can wait until it has moved the log into the file."""

    def __init__(self, connection: SQLite) -> None:
        self.connection = connection
        self.begun, self.goes_on, self.done = (threading.Event() for _ in range(3))

    def execute(self, sql: str) -> Any:
        self.begun.set()
        assert self.goes_on.wait(SOON)
        reply = self.connection.execute(sql)
        self.done.set()
        return reply

    def close(self) -> None:
        self.connection.end()

    end = close


def test_the_log_is_moved_into_the_file_while_others_write(held: HeldFile, tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    held._stays = watched = Watched(held._stays)  # type: ignore[assignment]
    writer = held.open()
    with writer.transaction():
        writer.execute("CREATE TABLE notes (text TEXT)")
    empty = file.stat().st_size
    with writer.transaction():
        writer.execute_many("INSERT INTO notes VALUES (?)", [["n" * 4000]] * PAGES)
    assert file.stat().st_size == empty  # a thousand pages and more, and nobody waited for them
    with writer.transaction():
        writer.execute("INSERT INTO notes VALUES ('third')")
    assert watched.begun.wait(SOON)
    with writer.transaction():  # and nobody does while it goes on
        writer.execute("INSERT INTO notes VALUES ('meanwhile')")
    assert file.stat().st_size == empty
    watched.goes_on.set()
    assert watched.done.wait(SOON)
    assert file.stat().st_size > PAGES * 4000
    writer.close()
    held.close()
    assert not Path(f"{file}-wal").exists()
    again = sqlite.connect(file)
    assert again.execute("SELECT count(*) FROM notes").fetchone() == (PAGES + 2,)
    again.close()


def test_a_file_that_is_let_go_has_no_thread_left(held: HeldFile) -> None:
    writer = held.open()
    for number in range(4):
        with writer.transaction():
            writer.execute(f"CREATE TABLE t{number} (n INTEGER)")
    tidier = held._tidier
    writer.close()
    held.close()
    assert not tidier.is_alive()


@pytest.fixture
def notes(held: HeldFile) -> HeldFile:
    """The same file with a table to write to."""
    writer = held.open()
    with writer.transaction():
        writer.execute("CREATE TABLE notes (text TEXT)")
    writer.close()
    return held


def write(held: HeldFile, text: str) -> None:
    writer = held.open()
    try:
        with writer.transaction():
            writer.execute("INSERT INTO notes VALUES (?)", [text])
    finally:
        writer.close()


class FailingDisk:
    """A connection to a file whose disk is away when a transaction is to be kept."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        if sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return self.connection.execute(sql, values)


def test_what_did_not_reach_the_disk_is_not_said_to_be_kept(notes: HeldFile) -> None:
    writer = notes.open()
    writer._connection = FailingDisk(writer._connection)  # type: ignore[assignment]
    with pytest.raises(Unavailable) as raised, writer.transaction():
        writer.execute("INSERT INTO notes VALUES ('where?')")
    assert raised.value.may_be_kept
    writer.close()
    write(notes, "there")
    reader = notes.open()
    assert reader.execute("SELECT text FROM notes").fetchall() == [("there",)]
    reader.close()


def test_every_connection_waits_for_the_disk(held: HeldFile) -> None:
    """SQLite's 2 is FULL: the log is synced before anybody is told that something is kept."""
    for one in (held.open(), sqlite.connect(held._path)):
        assert one.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert one.execute("PRAGMA synchronous").fetchone() == (2,)
        one.close()


def test_who_looks_at_a_league_waits_for_no_disk(tmp_path: Path) -> None:
    """A summary is kept by whoever asks for it first; what is lost is made anew."""
    with closing(sqlite.begin(tmp_path / "games.db")) as db:
        migrate(db)
        store = Store(db)
        (row, _links) = store.create(header(), [], over=True, listed=False)
        asked: list[str] = []
        db.file.conn.set_trace_callback(asked.append)
        LeagueStore(store).keep(row.id, 0, {"form": FORM}, b"", corrected=False)
    hurries = [one.startswith("PRAGMA synchronous") for one in asked]
    assert asked[hurries.index(True)] == "PRAGMA synchronous = NORMAL"
    assert asked[-1] == "PRAGMA synchronous = FULL"
    assert "COMMIT" in asked[hurries.index(True) : -1]


def test_nobody_waits_longer_for_all_others_than_for_one(
    notes: HeldFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight threads that wait ten seconds each for another process would make it eighty."""
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT", 0.05)
    first = notes.open()
    with ThreadPoolExecutor(1) as people, first.transaction():
        second = people.submit(write, notes, "second")
        with pytest.raises(Unavailable):
            second.result(SOON / 3)
    first.close()
    write(notes, "third")
