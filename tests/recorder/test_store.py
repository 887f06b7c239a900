"""The store by itself: durability settings, schema, the append-only log."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from freezegun import freeze_time

from recorder import migrations
from recorder.database import Failed, Unavailable, Violated, prepare
from recorder.store import Conflict, KeyTaken, NoSuchLink, Store, Written
from tests.recorder.tally import add, document


@pytest.fixture
def path(tmp_path: Path) -> Path:
    prepare(tmp_path / "books" / "recorder.db")
    return tmp_path / "books" / "recorder.db"


@pytest.fixture
def opened(path: Path) -> Store:
    return Store(path)


def header() -> dict[str, Any]:
    return {key: value for key, value in document().items() if key != "entries"}


def written(key: str, link: int = 1, **body: Any) -> Written:
    return Written(key, "append", body or {"entries": [add("a", 1)]}, link, {"version": 1})


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


def test_migrations_are_applied_once_and_numbered(path: Path) -> None:
    prepare(path)
    number = Store(path).db.execute("PRAGMA user_version").fetchone()[0]
    assert number == len(migrations.MIGRATIONS)


def test_a_migration_is_applied_whole_or_not_at_all(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = ("CREATE TABLE more (id INTEGER) STRICT", "CREATE TABLE games (again TEXT)")
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, broken))
    with pytest.raises(Unavailable, match="already exists"):
        prepare(path)
    opened = Store(path)
    assert "more" not in opened.db.file.table_names()
    assert opened.db.execute("PRAGMA user_version").fetchone()[0] == len(migrations.MIGRATIONS) - 1


def test_a_file_of_a_newer_program_is_left_alone(path: Path) -> None:
    Store(path).db.execute("PRAGMA user_version = 99")
    with pytest.raises(RuntimeError, match="schema 99"):
        prepare(path)


def test_a_new_game_has_a_link_for_the_table_for_readers_and_for_each_seat(opened: Store) -> None:
    row, links = opened.create(header(), [], over=False, listed=True)
    assert [(link.role, link.seat) for link in links] == [
        ("table", None),
        ("read", None),
        ("seat", "a"),
        ("seat", "b"),
    ]
    assert row.version == 0
    assert row.header == header()
    assert len({link.token for link in links}) == 4
    assert min(len(link.token) for link in links) >= 22  # 16 bytes of chance


def test_an_unknown_token_opens_nothing(opened: Store) -> None:
    with pytest.raises(NoSuchLink):
        opened.link("x" * 22)


@freeze_time("2026-11-20 20:15:30.123456")
def test_times_are_utc_with_milliseconds(opened: Store) -> None:
    row, _ = opened.create(header(), [], over=False, listed=True)
    assert row.started_at == "2026-11-20T20:15:30.123+00:00"
    with freeze_time("2026-11-20 20:16:00"):
        opened.append(row.id, 0, written("k1"), entries=1, over=False)
    assert opened.game(row.id).changed_at == "2026-11-20T20:16:00.000+00:00"
    assert opened.operations(row.id)[0].at == "2026-11-20T20:16:00.000+00:00"


def test_an_append_on_an_old_version_changes_nothing(opened: Store) -> None:
    row, _ = opened.create(header(), [], over=False, listed=True)
    assert opened.append(row.id, 0, written("k1"), entries=1, over=False) == 1
    with pytest.raises(Conflict):
        opened.append(row.id, 0, written("k2"), entries=7, over=True)
    after = opened.game(row.id)
    assert (after.version, after.entries, after.over) == (1, 1, False)
    assert [operation.seq for operation in opened.operations(row.id)] == [1]


def test_a_client_key_is_taken_once_in_a_game(opened: Store) -> None:
    row, _ = opened.create(header(), [], over=False, listed=True)
    opened.append(row.id, 0, written("k1"), entries=1, over=False)
    with pytest.raises(KeyTaken):
        opened.append(row.id, 1, written("k1"), entries=2, over=False)
    assert opened.game(row.id).version == 1
    other, links = opened.create(header(), [], over=False, listed=True)
    assert opened.append(other.id, 0, written("k1", links[0].id), entries=1, over=False) == 1


@pytest.mark.parametrize("sql", ["UPDATE log SET body = '{}'", "DELETE FROM log"])
def test_a_stored_line_of_the_log_can_be_neither_changed_nor_removed(
    opened: Store, sql: str
) -> None:
    row, _ = opened.create(header(), [], over=False, listed=True)
    opened.append(row.id, 0, written("k1"), entries=1, over=False)
    with pytest.raises(Violated, match="append-only"):
        opened.db.execute(sql)
    assert opened.operations(row.id)[0].body == {"entries": [add("a", 1)]}


def test_a_line_without_a_game_or_a_link_is_refused(opened: Store) -> None:
    row, _ = opened.create(header(), [], over=False, listed=True)
    with pytest.raises(Violated, match="FOREIGN KEY"):
        opened.append(row.id, 0, written("k1", link=999), entries=1, over=False)
    assert opened.game(row.id).version == 0


def test_only_listed_games_are_recent_newest_change_first(opened: Store) -> None:
    rows = []
    for minute, listed in enumerate([True, False, True]):
        with freeze_time(f"2026-11-20 20:0{minute}:00"):
            rows.append(opened.create(header(), [], over=False, listed=listed)[0])
    with freeze_time("2026-11-20 21:00:00"):
        opened.append(rows[0].id, 0, written("k1"), entries=1, over=False)
    recent = opened.recent(10)
    assert [row.id for row, _ in recent] == [rows[0].id, rows[2].id]
    assert [opened.link(token).role for _, token in recent] == ["read", "read"]
    assert len(opened.recent(1)) == 1


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


def test_text_in_any_script_comes_back_as_it_was(opened: Store) -> None:
    names = document(players=[{"id": "a", "name": "Łukasz 김철수 Ёлка 🎲 \x00 \u2028"}])
    del names["entries"]
    row, _ = opened.create(names, [{"do": "x", "note": "“quoted”\n"}], over=False, listed=True)
    assert opened.game(row.id).header == names
    assert opened.operations(row.id)[0].body["entries"][0]["note"] == "“quoted”\n"
