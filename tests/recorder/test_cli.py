"""The commands beside the web."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from flask import Flask

from recorder import create_app
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.store import store_move
from recorder.store.store import Store
from recorder.web import context
from recorder.web.context import tables
from tests.recorder.tally import add, document
from tests.servers import located


@pytest.fixture
def settings(settings: dict[str, Any]) -> dict[str, Any]:
    """Name the store as somebody at a terminal does."""
    return settings | {"DATABASE": located(settings["DATABASE"]), "SECRET_KEY": "key"}


@pytest.mark.file  # from a server it is a move: tests/store/test_moving.py
def test_a_backup_is_written_once(app: Flask, tmp_path: Path) -> None:
    with app.app_context():
        tables().start(document(add("a", 1)))
    run = app.test_cli_runner().invoke
    target = tmp_path / "copy.db"
    done = run(args=["backup", str(target)])
    told = f"{target}: written; it is a store by itself, and all there is to copy\n"
    assert (done.exit_code, done.output) == (0, told)
    assert Store(target).game(1).entries == 1
    again = run(args=["backup", str(target)])
    assert again.exit_code == 1
    assert "File exists" in again.output
    nowhere = run(args=["backup", str(tmp_path / "no" / "copy.db")])
    assert nowhere.exit_code == 1
    assert "No such file" in nowhere.output


BOTH = (
    "{}-wal holds the newest data: do not copy the store without it; `backup` writes both into one"
    " file\n"
)


@pytest.mark.file
def test_a_check_says_what_belongs_together(app: Flask, settings: dict[str, Any]) -> None:
    with app.app_context():
        tables().start(document(add("a", 1)))
    done = app.test_cli_runner().invoke(args=["check-store"])
    assert done.output == "1 game, 0 problems\n" + BOTH.format(settings["DATABASE"])
    context.let_go(app.extensions["held_open"], os.getpid())
    done = app.test_cli_runner().invoke(args=["check-store"])
    assert done.output == "1 game, 0 problems\n"


def test_a_backup_has_any_name(app: Flask, tmp_path: Path) -> None:
    with app.app_context():
        tables().start(document(add("a", 1)))
    target = tmp_path / os.fsdecode(b"caf\xe9.db")
    done = app.test_cli_runner().invoke(args=["backup", str(target)])
    assert done.exit_code == 0, done.output
    assert target.is_file()


def test_the_store_is_checked_game_by_game(app: Flask) -> None:
    with app.app_context():
        tables().start(document(add("a", 1)))
        tables().start(document())
    run = app.test_cli_runner().invoke
    done = run(args=["check-store"])
    assert (done.exit_code, done.output[:20]) == (0, "2 games, 0 problems\n")
    with app.app_context():
        tables().store.db.execute("UPDATE games SET over = 1 WHERE id = 2")
    done = run(args=["check-store"])
    assert done.exit_code == 1
    assert "game 2: listed as (0, True), replayed as (0, False)" in done.output


ROOT = Path(__file__).resolve().parents[2]


def run_wsgi(database: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as people type it."""
    return subprocess.run(
        [sys.executable, "-m", "flask", "--app", "wsgi", *command],
        cwd=ROOT,
        env=os.environ | {"DATABASE": str(database)},
        capture_output=True,
        text=True,
    )


@pytest.mark.file
def test_the_commands_are_found_through_wsgi_and_make_no_store(tmp_path: Path) -> None:
    database = tmp_path / "recorder.db"
    for command in (["check-store"], ["backup", str(tmp_path / "copy.db")]):
        done = run_wsgi(database, *command)
        assert done.returncode == 1
        assert "there is no store" in done.stderr
    assert not database.exists()
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.file
def test_a_backup_is_restored_beside_the_log_of_what_was_there(
    settings: dict[str, Any], tmp_path: Path
) -> None:
    """The log of the store that was there must not be read into the one that is restored."""
    database, copy = Path(settings["DATABASE"]), tmp_path / "copy.db"
    app = create_app(settings)
    with app.app_context():
        tables().start(document(add("a", 1)))
        tables().store.backup(copy)
    with app.app_context():
        for _ in range(30):
            tables().start(document(add("a", 2)))
    log = database.with_name(database.name + "-wal")
    kept = database.read_bytes(), log.read_bytes()
    context.let_go(app.extensions["held_open"], os.getpid())
    database.write_bytes(kept[0])  # as a power cut leaves them
    log.write_bytes(kept[1])

    done = create_app(settings).test_cli_runner().invoke(args=["restore", str(copy)])
    assert done.exit_code == 0, done.output
    assert "1 game, whole" in done.output
    assert f"{database}: put aside as" in done.output
    assert not log.exists()
    checked = create_app(settings).test_cli_runner().invoke(args=["check-store"])
    assert checked.output.startswith("1 game, 0 problems\n")
    (aside,) = tmp_path.glob("*.before-*[0-9]")
    assert len(Store(aside).numbers()) == 31  # nothing of what was there is lost


@pytest.mark.file
def test_a_store_in_use_is_not_replaced(settings: dict[str, Any], tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    app = create_app(settings)
    with app.app_context():
        tables().start(document(add("a", 1)))
        tables().store.backup(copy)
        tables().start(document())
        done = create_app(settings).test_cli_runner().invoke(args=["restore", str(copy)])
        assert done.exit_code == 1
        assert "in use" in done.output
        assert len(tables().store.numbers()) == 2
    assert not list(tmp_path.glob("*.before-*"))
    assert not list(tmp_path.glob("*.restoring*"))


@pytest.mark.file
@pytest.mark.parametrize("bad", ["missing", "text", "other", "page", "row"])
def test_only_a_whole_backup_is_restored(
    settings: dict[str, Any], tmp_path: Path, bad: str
) -> None:
    copy = tmp_path / "copy.db"
    app = create_app(settings)
    with app.app_context():
        for _ in range(40):
            tables().start(document(add("a", 1), add("b", 2)))
        if bad not in ("missing", "text", "other"):
            tables().store.backup(copy)
    context.let_go(app.extensions["held_open"], os.getpid())
    if bad == "text":
        copy.write_text("not a database " * 100)
    if bad == "other":
        sqlite3.connect(copy).execute("CREATE TABLE others (id)").connection.close()
    if bad == "page":
        spoil(copy)
    if bad == "row":
        other = sqlite3.connect(copy, isolation_level=None)
        other.execute("UPDATE games SET entries = 7 WHERE id = 3")
        other.close()
    before = Path(settings["DATABASE"]).read_bytes()
    done = create_app(settings).test_cli_runner().invoke(args=["restore", str(copy)])
    assert done.exit_code == 1
    assert str(copy) in done.output
    assert Path(settings["DATABASE"]).read_bytes() == before
    assert not list(tmp_path.glob("*.before-*"))
    assert not list(tmp_path.glob("*.restoring*"))


def spoil(database: Path) -> None:
    """Overwrite the pages that hold the log, as a failing disk does."""
    other = sqlite3.connect(database)
    size = other.execute("PRAGMA page_size").fetchone()[0]
    (root,) = other.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'log'").fetchone()
    other.close()
    with database.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)


@pytest.mark.file
def test_a_damaged_store_answers_503_and_is_checked_to_the_end(settings: dict[str, Any]) -> None:
    database = Path(settings["DATABASE"])
    app = create_app(settings)
    with app.app_context():
        tokens = [tables().start(document(add("a", 1))).table.link.token for _ in range(3)]
        tables().store.db.execute("UPDATE games SET header = '{' WHERE id = 2")
    client = app.test_client()
    app.extensions["replays"] = Replays(1)
    assert client.get(f"/api/v1/games/{tokens[1]}").status_code == 503
    assert client.get(f"/t/{tokens[1]}").status_code == 503
    assert client.get(f"/api/v1/games/{tokens[2]}").status_code == 200
    done = app.test_cli_runner().invoke(args=["check-store"])
    assert done.exit_code == 1
    assert "3 games, 1 problem" in done.output
    context.let_go(app.extensions["held_open"], os.getpid())
    spoil(database)
    app = create_app(settings)
    answer = app.test_client().get(f"/api/v1/games/{tokens[2]}")
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "store")
    assert "damaged" in answer.json["error"]["message"]
    done = app.test_cli_runner().invoke(args=["check-store"])
    assert done.exit_code == 1
    assert [f"game {number}: " in done.output for number in (1, 2, 3)] == [True] * 3
    context.let_go(app.extensions["held_open"], os.getpid())
    database.write_bytes(b"\xff" * 8192)
    app = create_app(settings)
    assert app.test_client().get(f"/api/v1/games/{tokens[2]}").status_code == 503
    done = app.test_cli_runner().invoke(args=["check-store"])
    assert (done.exit_code, "not a database" in done.output) == (1, True)


@pytest.mark.file
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_clean_stop_leaves_no_log_beside_the_store(tmp_path: Path, how: signal.Signals) -> None:
    database = tmp_path / "recorder.db"
    with subprocess.Popen(
        [sys.executable, "wsgi.py"],
        cwd=ROOT,
        env=os.environ | {"DATABASE": str(database), "PORT": "0"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        game = json.loads((ROOT / "tests/records/austria-4p-2015-ru.json").read_text("utf-8"))
        asked = Request(
            f"{address}api/v1/games",
            json.dumps(game | {"entries": []}).encode(),
            {"Content-Type": "application/json"},
        )
        with urlopen(asked) as answer:
            assert answer.status == 201
            token = json.load(answer)["links"][0]["token"]
        assert database.with_name("recorder.db-wal").exists()
        with urlopen(f"{address}t/{token}/live?since=0", timeout=20) as watching:
            with closing(Store(database)) as store:  # the stream hears what others write
                service = Tables(store, Replays(0))
                service.append(service.open(token), game["entries"][0], version=0, key="k")
            while watching.readline() != b"data: 1\n":
                assert process.poll() is None
            process.send_signal(how)
            process.wait(20)
    assert not list(tmp_path.glob("recorder.db-*"))
    copied = tmp_path / "copied.db"
    copied.write_bytes(database.read_bytes())
    with closing(Store(copied)) as store:
        assert [row.entries for row in store.games()] == [1]


SLOW = """
import sys, threading
from recorder import create_app
from recorder.serving import server
app, ending = create_app(), threading.Event()
make = server.make_server

@app.get("/slow")
def slow():
    print("begun", flush=True)
    ending.wait()
    return "whole" * 100_000

def made(*more, **keys):
    made = make(*more, **keys)
    shutdown = made.task_dispatcher.shutdown
    made.task_dispatcher.shutdown = lambda *more: (ending.set(), shutdown(*more))
    return made

server.make_server = made
server.run_server(app)
"""
"""A server with an answer that goes on until the server is being stopped."""


def test_a_clean_stop_finishes_the_answers_that_were_begun(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SLOW],
        cwd=ROOT,
        env=os.environ
        | {"DATABASE": located(tmp_path / "recorder.db"), "SECRET_KEY": "key", "PORT": "0"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip().removeprefix("http://").rstrip("/")
        with closing(HTTPConnection(address, timeout=60)) as connection:
            connection.request("GET", "/slow")
            while process.stdout.readline() != "begun\n":
                assert process.poll() is None
            process.send_signal(signal.SIGTERM)
            answer = connection.getresponse().read()
        assert answer == b"whole" * 100_000
        assert process.wait(60) == 0


@pytest.mark.parametrize("went_on", [False, True])
def test_a_store_that_was_written_to_meanwhile_is_moved_again(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, went_on: bool
) -> None:
    old = tmp_path / "old.db"
    old.write_bytes(b"a store")
    done = store_move.MoveDone(games=1, rows=2, went_on=went_on)
    monkeypatch.setattr(store_move, "copy_rows", lambda *_: done)
    said = app.test_cli_runner().invoke(args=["move-store", str(old), str(tmp_path / "new.db")])
    assert said.exit_code == 0
    assert "1 game, 2 rows, the same at both ends" in said.output
    assert ("written to since; stop its servers and do this again" in said.output) is went_on
