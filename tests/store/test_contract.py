"""What the store promises, whatever database is under it."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Barrier
from typing import Any, cast

import pytest
from freezegun import freeze_time

from recorder.database import Failed, Place, Violated, sqlite
from recorder.database.opening import open_database
from recorder.database.sqlite import SQLite
from recorder.kept.kept_values import Catalogue
from recorder.league.league_state import GAME
from recorder.league.league_store import LeagueStore
from recorder.store import migrations
from recorder.store.ledger import NoSuchLink, Overtaken, SentOperation, key_deeds
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from tests.recorder.tally import add, document


def header() -> dict[str, Any]:
    return {key: value for key, value in document().items() if key != "entries"}


def written(key: str, link: int = 1, **body: Any) -> SentOperation:
    return SentOperation(key, "append", body or {"entries": [add("a", 1)]}, link, {"version": 1})


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
    with pytest.raises(Overtaken):
        opened.append(row.id, 0, written("k2"), entries=7, over=True)
    after = opened.game(row.id)
    assert (after.version, after.entries, after.over) == (1, 1, False)
    assert [operation.seq for operation in opened.operations(row.id)] == [1]


def test_a_client_key_is_taken_once_in_a_game(opened: Store) -> None:
    row, _ = opened.create(header(), [], over=False, listed=True)
    opened.append(row.id, 0, written("k1"), entries=1, over=False)
    with pytest.raises(Overtaken):
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
    with pytest.raises(Violated, match=r"(?i)foreign key"):
        opened.append(row.id, 0, written("k1", link=999), entries=1, over=False)
    assert opened.game(row.id).version == 0


def test_text_in_any_script_comes_back_as_it_was(opened: Store) -> None:
    names = document(players=[{"id": "a", "name": "Łukasz 김철수 Ёлка 🎲 \x00 \u2028"}])
    del names["entries"]
    row, _ = opened.create(names, [{"do": "x", "note": "“quoted”\n"}], over=False, listed=True)
    assert opened.game(row.id).header == names
    assert opened.operations(row.id)[0].body["entries"][0]["note"] == "“quoted”\n"


def at_once(place: Place, *deeds: Callable[[Store], Any]) -> list[Any]:
    """Do things at the same moment, each over a connection of its own; return what they say."""
    together = Barrier(len(deeds))

    def do(deed: Callable[[Store], Any]) -> Any:
        with closing(Store(place)) as store:
            together.wait(timeout=30)
            return deed(store)

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(do, deeds))


def test_of_appends_at_once_one_is_taken_and_no_number_is_left_out(place: Place) -> None:
    with closing(Store(place)) as store:
        game = store.create(header(), [], over=False, listed=True)[0].id

    def append(name: str) -> Callable[[Store], list[int]]:
        def play(store: Store) -> list[int]:
            made: list[int] = []
            while len(made) < 10:
                now = store.game(game).version
                key = f"{name}{len(made)}"
                with suppress(Overtaken):
                    made.append(store.append(game, now, written(key), entries=1, over=False))
            return made

        return play

    taken = at_once(place, *(append(name) for name in "abcd"))
    assert sorted(number for made in taken for number in made) == list(range(1, 41))
    with closing(Store(place)) as store:
        assert [done.seq for done in store.operations(game)] == list(range(1, 41))


def test_the_same_key_at_once_is_taken_once(place: Place) -> None:
    with closing(Store(place)) as store:
        game = store.create(header(), [], over=False, listed=True)[0].id

    def append(store: Store) -> str:
        try:
            store.append(game, 0, written("k"), entries=1, over=False)
        except Overtaken as refused:
            return type(refused).__name__
        return "kept"

    assert at_once(place, *[append] * 4).count("kept") == 1
    with closing(Store(place)) as store:
        assert len(store.operations(game)) == 1


def test_a_form_sent_several_times_at_once_begins_one_game_and_one_league(place: Place) -> None:
    def begin(store: Store) -> tuple[int, int]:
        row, _ = store.create(header(), [], over=False, listed=True, key="form")
        return row.id, LeagueStore(store).found({"name": "Club"}, "form")[0].ledger

    assert len(set(at_once(place, *[begin] * 4))) == 1


def test_the_same_value_entered_at_once_is_one_version(place: Place) -> None:
    def enter(store: Store) -> int:
        return Catalogue(store).enter("toy", "blue", 7, "Anna").id

    assert len(set(at_once(place, *[enter] * 4))) == 1


def test_what_is_written_unhurried_is_there_and_the_next_write_waits_for_the_disk_again(
    opened: Store,
) -> None:
    on_file = isinstance(opened.db, SQLite)
    how = "PRAGMA synchronous" if on_file else "SHOW synchronous_commit"
    sure = opened.db.execute(how).fetchone()
    with opened.db.defer_sync():
        with opened.db.defer_sync(), opened.writing():
            opened.db.execute("INSERT INTO leagues (founded_at, version) VALUES ('now', 1)")
        assert opened.db.execute(how).fetchone() != sure
    assert opened.db.execute(how).fetchone() == sure
    assert opened.db.execute("SELECT count(*) FROM leagues").fetchone() == (1,)


def test_what_fails_in_the_middle_of_a_transaction_leaves_nothing(opened: Store) -> None:
    def break_off() -> None:
        with opened.writing():
            opened.db.execute("INSERT INTO leagues (founded_at, version) VALUES ('now', 1)")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert LeagueStore(opened).numbers() == []
    assert LeagueStore(opened).found({"name": "Club"})


def test_news_of_a_league_are_heard_of_however_many_write(place: Place) -> None:
    """Whoever asks for what came after the last news misses none, also of slower writers."""
    games, operations = 4, 12
    with closing(Store(place)) as store:
        link = LeagueStore(store).found({"name": "Club"})[0]
        made = [store.create(header(), [], over=False, listed=True) for _ in range(games)]
        joined = [(GAME, {"game": row.id}) for row, _ in made]
        league = link.ledger
        LeagueStore(store).append(league, 1, *key_deeds("join", joined, link.id, {}))

    def play(game: int, link: int) -> Callable[[Store], None]:
        def append(store: Store) -> None:
            try:
                for number in range(operations):
                    store.append(game, number, written(f"k{number}", link), entries=1, over=False)
            finally:
                ended.append(game)

        return append

    def listen(store: Store) -> dict[int, int]:
        own, last, heard = LeagueStore(store), 0, dict.fromkeys(numbers, 0)
        while True:
            through = len(ended) == games  # then what is asked for below is the last of it
            for number, game in own.news(league, last):
                heard[game], last = store.game(game).version, number
            if through:
                return heard

    ended: list[int] = []

    numbers = [row.id for row, _ in made]
    writers = [play(row.id, links[0].id) for row, links in made]
    heard = at_once(place, *writers, listen)[-1]
    assert heard == dict.fromkeys(numbers, operations)


def test_a_connection_sees_that_another_has_written(place: Place) -> None:
    with closing(Store(place)) as store, closing(Store(place)) as other:
        other.change_number()
        before = other.change_number()
        store.create(header(), [], over=False, listed=True)
        assert other.change_number() != before


def test_a_sign_that_is_none_opens_nothing_and_harms_nothing(opened: Store) -> None:
    with pytest.raises(NoSuchLink):
        opened.link("a\0b")
    row, _ = opened.create(header(), [], over=False, listed=True)
    opened.append(row.id, 0, written("k\0"), entries=1, over=False)
    assert opened.find_sent(row.id, "k\0") is not None
    with pytest.raises(Overtaken):
        opened.append(row.id, 1, written("k\0"), entries=1, over=False)


def test_a_listed_page_is_as_long_as_asked_for(opened: Store) -> None:
    row, _ = opened.create(header(), [], over=False, listed=True)
    for number in range(3):
        opened.append(row.id, number, written(f"k{number}"), entries=1, over=False)
    assert [done.seq for done in opened.operations(row.id, since=1, most=1)] == [2]
    assert [done.seq for done in opened.operations(row.id, since=1)] == [2, 3]


# -- the schema --


def test_migrations_are_applied_once_and_numbered_also_by_several_at_once(place: Place) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(prepare_store, [place] * 4))
    with closing(open_database(place)) as db:
        assert db.schema() == migrations.SCHEMA


def test_a_migration_is_applied_whole_or_not_at_all(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = ("CREATE TABLE more (id INTEGER) STRICT", "CREATE TABLE games (again TEXT)")
    number = migrations.SCHEMA
    monkeypatch.setattr(migrations, "SCHEMA", number + 1)
    monkeypatch.setattr(migrations, "MIGRATIONS", {**migrations.MIGRATIONS, number + 1: broken})
    with pytest.raises(Failed, match="already exists"):
        prepare_store(place)
    with closing(open_database(place)) as db:
        with pytest.raises(Failed):
            db.execute("SELECT * FROM more")
        assert db.schema() == number


def test_a_store_of_a_newer_program_is_left_alone(place: Place) -> None:
    with closing(open_database(place)) as db:
        db.note_schema(99)
    try:
        with pytest.raises(RuntimeError, match="schema 99"):
            prepare_store(place)
    finally:
        with closing(open_database(place)) as db:
            db.note_schema(migrations.SCHEMA)


@pytest.mark.parametrize("problem", [KeyboardInterrupt, MemoryError, sqlite3.DatabaseError])
def test_half_a_copy_is_not_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: type[BaseException]
) -> None:
    """Whatever ends it: half a backup would look like one."""

    def break_off(_source: object, target: Path) -> None:
        target.write_bytes(b"half")
        raise problem

    monkeypatch.setattr(sqlite, "copy_into", break_off)
    prepare_store(tmp_path / "games.db")
    target = tmp_path / "copy.db"
    with closing(open_database(tmp_path / "games.db")) as db, pytest.raises((problem, Failed)):
        sqlite.copy_store(cast(SQLite, db), target)
    assert not target.exists()
