"""The commands beside the web."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from flask import Flask

from recorder.context import tables
from recorder.store import Store
from tests.recorder.tally import add, document


def test_a_backup_is_written_once(app: Flask, tmp_path: Path) -> None:
    with app.app_context():
        tables().start(document(add("a", 1)))
    run = app.test_cli_runner().invoke
    target = tmp_path / "copy.db"
    done = run(args=["backup", str(target)])
    assert (done.exit_code, done.output) == (0, f"{target}: written\n")
    assert Store(target).game(1).entries == 1
    again = run(args=["backup", str(target)])
    assert again.exit_code == 1
    assert "File exists" in again.output
    nowhere = run(args=["backup", str(tmp_path / "no" / "copy.db")])
    assert nowhere.exit_code == 1
    assert "No such file" in nowhere.output


def test_the_store_is_checked_game_by_game(app: Flask) -> None:
    with app.app_context():
        tables().start(document(add("a", 1)))
        tables().start(document())
    run = app.test_cli_runner().invoke
    done = run(args=["check-store"])
    assert (done.exit_code, done.output) == (0, "2 games, 0 problems\n")
    with app.app_context():
        tables().store.db.execute("UPDATE games SET over = 1 WHERE id = 2")
    done = run(args=["check-store"])
    assert done.exit_code == 1
    assert "game 2: listed as (0, True), replayed as (0, False)" in done.output


def test_the_commands_are_found_through_wsgi(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "wsgi", "check-store"],
        cwd=Path(__file__).resolve().parents[2],
        env=os.environ | {"DATABASE": str(tmp_path / "recorder.db")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "0 games, 0 problems\n"
