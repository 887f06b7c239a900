"""The process beside the one that serves answers what is heavy as if it was the same one."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from recorder.games.tables import Tables
from recorder.serving import server
from recorder.serving.apart import Apart, forwards
from recorder.serving.lanes import LANE, Lane
from tests.applications import application

RECORD = Path(__file__).resolve().parents[1] / "records" / "samoa-3p.json"
HEAVY = {LANE: Lane.HEAVY}


@pytest.fixture
def app(settings: dict[str, Any]) -> Iterator[Flask]:
    """An application that hands heavy requests on, one at a time; three uploads a minute."""
    for made in application(settings | {"CREATION_LIMIT": "3 per minute", "METRICS": True}):
        made.extensions["apart"] = apart = Apart(made, 1)
        yield made
        apart.close()


@pytest.mark.parametrize(
    ("method", "path", "lane", "handed"),
    [
        ("POST", "/api/v1/records", Lane.HEAVY, True),
        ("POST", "/api/v1/records", None, False),
        ("OPTIONS", "/api/v1/records", Lane.HEAVY, False),
        ("POST", "/api/v1/nothing", Lane.HEAVY, False),
    ],
)
def test_what_needs_no_work_is_answered_here(
    app: Flask, method: str, path: str, lane: Lane | None, handed: bool
) -> None:
    environ = {LANE: lane} if lane else {}
    with app.test_request_context(path, method=method, environ_overrides=environ):
        assert (forwards(app) is not None) is handed


def test_what_is_heavy_is_answered_by_the_other_process(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judged there, counted and measured here; it ends, and another one takes its place."""
    here = Tables.upload

    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("judged in the process that serves")

    monkeypatch.setattr(Tables, "upload", never)
    client = app.test_client()
    apart: Apart = app.extensions["apart"]

    def upload() -> Any:
        return client.post(
            "/api/v1/records",
            data=RECORD.read_bytes(),
            content_type="application/json",
            environ_overrides=HEAVY,
        )

    begun = upload()
    assert begun.status_code == 201
    assert begun.headers["Location"].startswith("/api/v1/games/")
    token = begun.json["links"][0]["token"]

    monkeypatch.setattr(Tables, "upload", here)
    for path in (f"/api/v1/games/{token}", f"/t/{token}/result", "/t/none/result"):
        there = client.get(path, environ_overrides=HEAVY)
        alike = client.get(path)
        assert (there.status_code, there.mimetype) == (alike.status_code, alike.mimetype)
        assert there.headers["Content-Security-Policy"] == alike.headers["Content-Security-Policy"]
        assert len(there.headers.getlist("Set-Cookie")) <= 1

    process = apart._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    with ThreadPoolExecutor(1) as somebody:
        waiting = somebody.submit(upload)
        while not apart._free.empty():  # it is being asked
            pass
        process.kill()
        broke = waiting.result()
    assert (broke.status_code, broke.json["error"]["code"]) == (503, "broke-off")
    assert broke.headers["Retry-After"]
    assert upload().status_code == 201
    assert upload().status_code == 429  # the fourth, whoever answered
    counted = client.get("/metrics").text
    assert 'method="POST",status="201",view="api.upload_record"} 2.0' in counted

    last = apart._process
    apart.close()
    assert last is not None
    assert last.returncode == 0


def test_every_thread_of_a_heavy_lane_has_a_connection(settings: dict[str, Any]) -> None:
    """Two for what is long, four for the press and four for the easel."""
    for made in application(settings):
        beside = server._begin_beside(made)
        assert beside is not None
        free = beside.begin().qsize()
        beside.close()
        assert free == 2 + 4 + 4
