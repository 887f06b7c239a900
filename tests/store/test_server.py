"""What only a server has: a schema that says the same, a pool that outlives a restart."""

import json
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from werkzeug.test import TestResponse

from recorder import create_app
from recorder.database import Database, Failed, Unavailable, hide_password, postgresql
from recorder.database.opening import hold_database, open_database
from recorder.database.sqlite import SQLite
from recorder.league.league_store import LeagueStore
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from recorder.web.context import tables
from tests.browser.positions import typical
from tests.recorder.conftest import register
from tests.recorder.tally import document
from tests.servers import DATABASES, Cluster
from tests.store.filled import dumped, fill


@pytest.fixture
def url() -> Iterator[str]:
    place = DATABASES.take()
    yield place
    DATABASES.give_back(place)


@pytest.mark.file
def test_both_schemas_have_the_same_tables_columns_and_keys(url: str, tmp_path: Path) -> None:
    prepare_store(tmp_path / "file.db")
    file = open_database(tmp_path / "file.db")
    assert isinstance(file, SQLite)
    ours = {
        (table.name, column.name, bool(column.notnull or column.is_pk), column.name in table.pks)
        for table in file.file.tables
        if not table.name.startswith("sqlite_")
        for column in table.columns
    }
    file.close()
    with closing(open_database(url)) as server:
        theirs = {
            (row["table_name"], row["column_name"], row["is_nullable"] == "NO", row["own"])
            for row in server.query(
                "SELECT c.table_name, c.column_name, c.is_nullable, EXISTS (SELECT 1"
                " FROM information_schema.key_column_usage k"
                " JOIN information_schema.table_constraints t USING (constraint_name, table_name)"
                " WHERE t.constraint_type = 'PRIMARY KEY' AND k.table_name = c.table_name"
                " AND k.column_name = c.column_name) AS own FROM information_schema.columns c"
                " WHERE c.table_schema = 'public' AND c.table_name <> 'schema_number'"
                " AND c.is_generated = 'NEVER'"
            )
        }
    assert theirs == ours


def test_news_of_a_league_are_numbered_in_the_order_in_which_they_are_kept(url: str) -> None:
    """Who was told of the second one asks for what came after it; the first must not come then."""
    fill(url, 4, 2)
    with closing(Store(url)) as slow, closing(Store(url)) as quick:
        first, second = LeagueStore(slow).games(1)
        quick.db.execute("SET lock_timeout = 100")
        version = "UPDATE games SET version = version + 1 WHERE id = ?"
        with slow.writing():
            slow.db.execute(version, [first])
            with pytest.raises(Unavailable, match="lock timeout"):
                quick.db.execute(version, [second])
        quick.db.execute(version, [second])
        assert [game for _, game in LeagueStore(quick).news(1, 0)][-2:] == [first, second]


@pytest.mark.parametrize("table", ["log", "catalogue"])
def test_what_is_recorded_is_not_emptied_in_one_go_either(url: str, table: str) -> None:
    with closing(open_database(url)) as server, pytest.raises(Failed, match="append-only"):
        server.execute(f"TRUNCATE {table}")


def test_a_server_that_is_away_is_said_and_found_again_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 0.5)
    cluster = Cluster()
    try:
        place = cluster.new()
        prepare_store(place)
        held = hold_database(place, 2)
        try:
            idle, busy = held.open(), held.open()
            idle.close()
            cluster.stop(signal.SIGQUIT)
            with pytest.raises(Unavailable):
                busy.execute("SELECT 1")
            busy.close()
            with pytest.raises(Unavailable):
                held.open()
            cluster.start()
            for _ in range(60):
                with suppress(Unavailable), closing(held.open()) as again:
                    assert Store(again).numbers() == []
                    break
            else:
                pytest.fail("the server is back and was not found")
        finally:
            held.close()
    finally:
        cluster.remove()


def test_who_listens_hears_of_what_another_machine_wrote(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "LOOK_ANYWAY", 1e9)  # by notices alone
    with closing(open_database(url)) as listening, closing(open_database(url)) as other:
        before = listening.change_number()
        assert listening.change_number() == before
        with other.transaction():
            other.execute("SELECT 1")
        for _ in range(600):
            if listening.change_number() != before:
                break
            listening.execute("SELECT pg_sleep(0.05)")  # it may come a moment later
        else:
            pytest.fail("nothing was heard")


def test_only_what_went_away_while_it_was_kept_is_uncertain(url: str) -> None:
    def ended(one: Database, *, keeping: bool) -> None:
        """End a connection from the server's side: while it keeps something, or before."""
        assert isinstance(one, postgresql.PostgreSQL)
        with one.transaction():
            pid = one.connection.info.backend_pid
            admin.execute("SELECT pg_terminate_backend(?, 10000)", [pid])
            if not keeping:
                one.execute("SELECT 1")

    with closing(open_database(url)) as admin:
        for keeping in (True, False):
            with closing(open_database(url)) as one, pytest.raises(Unavailable) as raised:
                ended(one, keeping=keeping)
            assert raised.value.may_be_kept is keeping


@contextmanager
def losing_an_answer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the connection end when the first thing has just been kept."""
    whole = psycopg.Connection.transaction
    lost = ["one answer"]

    @contextmanager
    def losing(connection: Any, *more: Any, **keys: Any) -> Iterator[Any]:
        with whole(connection, *more, **keys) as transaction:
            yield transaction
        if lost.pop():
            raise psycopg.OperationalError("the connection is closed")

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "transaction", losing)
        yield


ENTRY = {"do": "check", "of": "a", "n": 0}
DIE = json.dumps({"by": "anna", "do": "take_die", "die": 3})
JSON: dict[str, tuple[str, Any]] = {
    "an entry": ("/api/v1/games/{}/entries", {"entry": ENTRY, "version": 0, "key": "k"}),
    "a check": ("/api/v1/games/{}/checks", {"entries": [ENTRY], "version": 0, "key": "k"}),
    "a game": ("/api/v1/games?key=chosen-at-random-1", document()),
    "a record": ("/api/v1/records?key=chosen-at-random-1", document()),
}
FORMS: dict[str, tuple[str, Any]] = {
    "an entry from a page": ("/t/{}/entries", {"entry": DIE, "version": "0", "key": "k"}),
    "a league": ("/l/new", {"name": "Club", "key": "k"}),
}


BEGUN = {"a game": (1, 0), "a record": (1, 0), "a league": (1, 1)}
"""Games and leagues that begin, and operations that are done, where it is not one entry."""


@pytest.mark.parametrize("what", [*JSON, *FORMS])
def test_a_lost_answer_to_what_was_kept_is_said_to_be_lost_and_counts_once(
    url: str, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    register(monkeypatch)
    app = create_app({"DATABASE": url, "SECRET_KEY": "key", "WTF_CSRF_ENABLED": False})
    client = app.test_client()
    with app.app_context():
        token = tables().start(typical() if what in FORMS else document()).links[0].token
    path, body = (JSON | FORMS)[what]

    def send() -> TestResponse:
        sent: dict[str, Any] = {"json" if what in JSON else "data": body}
        return client.post(path.format(token), headers={"X-From": "page"}, **sent)

    with losing_an_answer(monkeypatch):
        lost = send()
    assert (lost.status_code, lost.headers["Retry-After"]) == (503, "2")
    said = lost.json["error"]["message"] if what in JSON else lost.text
    assert "may or may not be saved" in said
    kept = {name: len(rows) for name, rows in dumped(url).items()}
    assert send().status_code == (201 if what in JSON else 303 if "league" in what else 200)
    assert {name: len(rows) for name, rows in dumped(url).items()} == kept
    begun = kept["games"] + kept["leagues"] - 1  # besides the one that was begun with
    assert (begun, kept["log"]) == BEGUN.get(what, (0, 1))


def test_a_place_is_shown_without_its_password() -> None:
    place = "postgresql://club:secret@db.example:5433/games?sslmode=require&password=secret"
    assert hide_password(place) == "postgresql://club@db.example:5433/games"
    assert hide_password("postgresql:///games?host=/run") == "postgresql:///games"
    assert hide_password(Path("a/b.db")) == "a/b.db"


def test_machines_that_share_nothing_else_must_be_given_the_same_key() -> None:
    with pytest.raises(ValueError, match="SECRET_KEY is not set"):
        create_app({"DATABASE": "postgresql://nobody@/none", "SECRET_KEY": None})
