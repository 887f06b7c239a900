"""The program to be taken along: handed out where it was built, and not there where it was not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from recorder import create_app

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    settings = {"DATABASE": str(tmp_path / "games.db"), "POCKET": str(tmp_path / "pocket")}
    return create_app(settings).test_client()


def build(folder: Path) -> None:
    """Put a few files where ``bin/pocket`` builds."""
    (folder / "v/1").mkdir(parents=True)
    (folder / "index.html").write_text("the window")
    (folder / "v/1/engine.js.gz").write_bytes(b"packed")
    files = [{"path": "v/1/engine.js", "policy": POLICY}, {"path": "", "policy": "page"}]
    told = {"version": "1", "sent": 8_840_000, "files": files}
    (folder / "latest.json").write_text(json.dumps(told))


def test_where_nothing_was_built_nothing_is_offered(client: FlaskClient) -> None:
    assert "Take it with you" not in client.get("/").text
    assert client.get("/pocket/").status_code == 404
    assert client.get("/pocket/latest.json").status_code == 404


def test_what_was_built_is_offered_with_its_size(client: FlaskClient, tmp_path: Path) -> None:
    build(tmp_path / "pocket")
    page = client.get("/").text
    assert 'href="/pocket/"' in page
    assert "8.8 MB" in page
    answer = client.get("/pocket/", buffered=True)
    assert (answer.text, answer.headers["Content-Security-Policy"]) == ("the window", "page")


def test_a_file_has_the_policy_that_it_was_built_for(client: FlaskClient, tmp_path: Path) -> None:
    build(tmp_path / "pocket")
    answer = client.get("/pocket/v/1/engine.js.gz", buffered=True)
    assert (answer.data, answer.headers["Content-Security-Policy"]) == (b"packed", POLICY)
    assert client.get("/pocket/../games.db").status_code == 404
    assert client.get("/pocket/v/1/none.js").status_code == 404
