"""A store that only reads, such as one of a disk that is full: whoever looks is answered."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from recorder import create_app
from recorder.database import Unavailable, sqlite
from recorder.web.context import tables
from tests.league.conftest import Web
from tests.samoa.play import header

pytestmark = pytest.mark.file


@pytest.fixture
def read_only(settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Callable[[], Flask]:
    """Return what makes an application on the store of ``settings`` as one that only reads."""
    opened = sqlite3.connect

    def connect(path: str | Path, **more: Any) -> sqlite3.Connection:
        return opened(f"file:{path}?mode=ro", uri=True, **more)

    def made() -> Flask:
        monkeypatch.setattr(sqlite.sqlite3, "connect", connect)
        return create_app(settings)

    return made


def test_games_and_leagues_are_shown_and_writes_are_told_why_not(
    settings: dict[str, Any], read_only: Callable[[], Flask]
) -> None:
    """A seat's first look, a league whose last game is not summed up yet: neither is kept."""
    writing = create_app(settings | {"WTF_CSRF_ENABLED": False})
    client = writing.test_client()
    begun = client.post("/api/v1/games", json=header(3)).json
    tokens = {link["role"]: link["token"] for link in begun["links"]}
    web = Web(client)
    assert web.send(("a.json", web.record("samoa-3p.json"))).status_code == 200
    with writing.app_context():
        tables().store.db.execute("DELETE FROM summaries")

    client = read_only().test_client()

    def ask(path: str) -> int:
        return client.get(path).status_code

    assert ask("/health/ready") == 200
    assert ask("/") == 200
    for role, token in tokens.items():
        assert ask(f"/t/{token}") == 200
        assert ask(f"/api/v1/games/{token}") == 200
        if role != "seat":  # nobody has taken that one, and taking is writing
            assert ask(f"/t/{token}/log") == 200
    for path in ("", "/games", "/players", "/ratings"):
        assert ask(web.links["public"] + path) == 200
    entry = {"entry": {"do": "tiles", "tiles": ["pool"]}, "version": 0, "key": "k"}
    refused = client.post(f"/api/v1/games/{tokens['table']}/entries", json=entry)
    assert refused.status_code == 503
    assert "Retry-After" not in refused.headers, "nobody is told to wait for what does not come"


def test_a_file_in_a_folder_that_nobody_writes_to_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite keeps two files beside it and cannot: then it is opened as one that never changes."""
    path = tmp_path / "club.db"
    kept = sqlite.HeldFile(path)
    writer = kept.open()
    with writer.transaction():
        writer.execute("CREATE TABLE notes (text TEXT)")
        writer.execute("INSERT INTO notes VALUES ('there')")
    writer.close()
    (tmp_path / "cold").mkdir()
    unfinished = tmp_path / "cold" / "club.db"
    for ending in ("", "-wal"):  # as a power cut leaves them
        shutil.copyfile(f"{path}{ending}", f"{unfinished}{ending}")
    kept.close()
    opened = sqlite3.connect

    class Barred(sqlite3.Connection):
        """A connection to a file beside which no other can be made."""

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if "journal_mode" in sql:
                raise sqlite3.OperationalError("unable to open database file")
            return super().execute(sql, *values)

    def connect(asked: Any, **more: Any) -> sqlite3.Connection:
        barred = {"factory": Barred} if str(asked) in (str(path), str(unfinished)) else {}
        return opened(asked, **more, **barred)

    monkeypatch.setattr(sqlite.sqlite3, "connect", connect)
    with pytest.raises(Unavailable):
        sqlite.connect(path)  # where it can be written to that is another trouble
    monkeypatch.setattr(sqlite.os, "access", lambda *_: False)
    reader = sqlite.connect(path)
    assert reader.execute("SELECT text FROM notes").fetchall() == [("there",)]
    with pytest.raises(Unavailable), reader.transaction():
        reader.execute("INSERT INTO notes VALUES ('more')")
    reader.end()
    app = create_app({"DATABASE": str(unfinished)})  # what stands in the log would be missed
    ready = app.test_client().get("/health/ready")
    assert (ready.status_code, "log says what to do" in ready.text) == (503, True)
    assert "backup FILE" in caplog.text
    copy = tmp_path / "whole.db"
    done = app.test_cli_runner().invoke(args=["backup", str(copy)])
    assert done.exit_code == 0, done.output
    whole = sqlite.connect(copy)
    assert whole.execute("SELECT text FROM notes").fetchall() == [("there",)]
    whole.end()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["club.db", "cold", "whole.db"]
