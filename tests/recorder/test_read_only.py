"""A store that only reads, such as one of a disk that is full: whoever looks is answered."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from recorder import create_app
from recorder.context import tables
from recorder.database import sqlite
from tests.league.conftest import Web
from tests.recorder.tally import add, document

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


def test_games_and_leagues_are_shown_and_writes_are_told_to_come_back(
    settings: dict[str, Any], read_only: Callable[[], Flask]
) -> None:
    """A seat's first look, a league whose last game is not summed up yet: neither is kept."""
    writing = create_app(settings | {"WTF_CSRF_ENABLED": False})
    client = writing.test_client()
    begun = client.post("/api/v1/games", json=document(add("a", 1))).json
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
    entry = {"entry": add("b", 1), "version": 1, "key": "k"}
    refused = client.post(f"/api/v1/games/{tokens['table']}/entries", json=entry)
    assert refused.status_code == 503
    assert refused.headers["Retry-After"]
