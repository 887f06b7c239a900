"""Who writes to a file waits for his own pages: others are moved to their places beside him."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from recorder.database import Unavailable, Uncertain, sqlite
from recorder.database.sqlite import HeldFile, SQLite
from recorder.league.store import LeagueStore
from recorder.league.summary import FORM
from recorder.migrations import migrate
from recorder.store import Store
from tests.store.filled import header

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
    assert tidier is not None
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


class Counted(threading.Condition):
    """Counts those who have come to wait for a sync."""

    came = 0

    def wait_for(self, predicate: Callable[[], object], timeout: float | None = None) -> Any:
        self.came += 1
        return super().wait_for(predicate, timeout)


def test_a_disk_that_is_away_is_waited_for_together_and_under_no_lock(
    notes: HeldFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    away, back, synced = threading.Event(), threading.Event(), []

    def slowly(file: int) -> None:
        away.set()
        assert back.wait(SOON)
        synced.append(file)

    monkeypatch.setattr(sqlite, "to_disk", slowly)
    log = notes._log
    assert log is not None
    log._changed = counted = Counted()
    with ThreadPoolExecutor(5) as people:
        first = people.submit(write, notes, "first")
        assert away.wait(SOON)
        others = [people.submit(write, notes, "other") for _ in range(4)]
        for _ in range(int(SOON / 0.01)):
            if counted.came == 5:
                break
            threading.Event().wait(0.01)
        reader = notes.open()
        assert reader.execute("SELECT count(*) FROM notes").fetchone() == (5,)
        reader.close()
        assert not any(one.done() for one in (first, *others))  # nobody is told that it is kept
        back.set()
        for one in (first, *others):
            one.result(SOON)
    assert len(synced) == sqlite.SYNCS + 1


def test_who_asks_for_what_is_on_the_disk_leaves_it_alone(
    notes: HeldFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand records that are sent again ask a thousand times."""
    synced: list[int] = []
    monkeypatch.setattr(sqlite, "to_disk", synced.append)
    again = notes.open()
    for count in (1, 2):
        write(notes, "one more")
        for _ in range(9):
            again.reach_disk()
        assert len(synced) == 2 * count  # by who wrote, and once by who asks
    with again.transaction():
        again.execute("INSERT INTO notes VALUES ('own')")
    assert len(synced) == 5
    assert len(set(synced)) < 5, "the handles of the log are not given back"
    again.close()


def test_what_did_not_reach_the_disk_is_not_said_to_be_kept(
    notes: HeldFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    again = notes.open()
    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "to_disk", broken)
        with pytest.raises(Uncertain):
            write(notes, "where?")
        for _ in range(2):
            with pytest.raises(Uncertain):
                again.reach_disk()
    again.close()
    write(notes, "there")


def test_who_looks_at_a_league_waits_for_no_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A summary is kept by whoever asks for it first; what is lost is made anew."""
    with closing(sqlite.begin(tmp_path / "games.db")) as db:
        migrate(db)
    held = HeldFile(tmp_path / "games.db")
    store = Store(held.open())
    (row, _links) = store.create(header(), [], over=True, listed=False)

    def broken(_file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "to_disk", broken)
        LeagueStore(store).keep(row.id, 0, {"form": FORM}, b"", corrected=False)
        with pytest.raises(Uncertain):
            store.create(header(), [], over=False, listed=False)
    assert LeagueStore(store).summary(row.id, 0) is not None
    store.close()
    held.close()


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
