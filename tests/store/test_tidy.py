"""Who writes to a file waits for his own pages: others are moved to their places beside him."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recorder.database import sqlite
from recorder.database.sqlite import HeldFile, SQLite

SOON = 30.0
PAGES = 1500
"""Half as many again as SQLite waits for before it moves them in whoever's commit it is."""


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldFile]:
    """A file whose log is moved into it after every third transaction."""
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
        found = self.connection.execute(sql)
        self.done.set()
        return found

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
    assert tidier is not None
    writer.close()
    held.close()
    assert not tidier.is_alive()
