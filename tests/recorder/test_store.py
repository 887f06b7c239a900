"""The store in a file: durability settings, whose file it is, backups."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from recorder.database import Failed
from recorder.database.opening import hold_database, open_database
from recorder.store.ledger import SentOperation
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from tests.recorder.tally import add, document

pytestmark = pytest.mark.file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    prepare_store(tmp_path / "books" / "recorder.db")
    return tmp_path / "books" / "recorder.db"


@pytest.fixture
def opened(path: Path) -> Store:
    return Store(path)


def header() -> dict[str, Any]:
    return {key: value for key, value in document().items() if key != "entries"}


def written(key: str, link: int = 1, **body: Any) -> SentOperation:
    return SentOperation(key, "append", body or {"entries": [add("a", 1)]}, link, {"version": 1})


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)],
)
def test_every_connection_has_what_keeps_entries_safe(
    opened: Store, pragma: str, value: object
) -> None:
    assert opened.db.execute(f"PRAGMA {pragma}").fetchone() == (value,)


def test_the_file_and_its_folder_are_their_owner_s_only(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_backup_is_a_whole_store_and_never_writes_over_a_file(
    opened: Store, tmp_path: Path
) -> None:
    row, links = opened.create(header(), [add("a", 1)], over=False, listed=True)
    opened.backup(tmp_path / "copy.db")
    opened.append(row.id, 1, written("k1"), entries=2, over=False)  # after the copy
    copy = Store(tmp_path / "copy.db")
    assert copy.game(row.id).version == 1
    assert copy.link(links[0].token) == links[0]
    assert copy.damage() == []
    with pytest.raises(FileExistsError):
        opened.backup(tmp_path / "copy.db")
    assert copy.game(row.id).version == 1


def test_a_backup_that_fails_leaves_no_file(
    opened: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def backup(self, _: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(opened.db.file, "conn", Full())
    with pytest.raises(Failed):
        opened.backup(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_connections_are_lent_again_but_none_that_failed_or_was_left_in_a_transaction(
    path: Path,
) -> None:
    with closing(hold_database(path, 2)) as held:
        sound = held.open()
        sound.close()
        assert held.open() is sound
        with pytest.raises(Failed):
            sound.execute("SELECT nothing")
        sound.close()
        left = held.open()
        assert left is not sound
        left.execute("BEGIN IMMEDIATE")
        left.close()
        with closing(held.open()) as fresh:
            assert fresh is not left
            Store(fresh).create(header(), [], over=False, listed=True)  # nobody holds it up


def test_a_file_put_in_the_place_of_the_store_is_the_one_that_is_written_to(path: Path) -> None:
    other = path.with_name("other.db")
    prepare_store(other)
    with closing(open_database(other)) as filled:
        Store(filled).create(header(), [], over=False, listed=True)
    with closing(hold_database(path, 2)) as held:
        idle, busy = held.open(), held.open()
        idle.close()
        os.replace(other, path)
        busy.close()
        with closing(held.open()) as now:
            assert Store(now).numbers() == [1]
        with closing(held.open()) as again:
            assert again is now
