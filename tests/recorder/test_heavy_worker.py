"""Workers beside the process that serves answer what is heavy as if it was the same one."""

import io
import json
import os
import signal
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from exports import pdf
from recorder.app.heavy_worker import PRINTING, HeavyWorkers, find_workers
from recorder.games.tables import Tables
from recorder.league.imports import Importer
from recorder.serving.lanes import LANE, Lane
from tests.applications import application

RECORD = Path(__file__).resolve().parents[1] / "records" / "samoa-3p.json"
HEAVY = {LANE: Lane.HEAVY}


@pytest.fixture
def app(settings: dict[str, Any]) -> Iterator[Flask]:
    """An application that hands heavy requests on; three uploads a minute."""
    for made in application(
        settings | {"CREATION_LIMIT": "3 per minute", "METRICS": True, "WTF_CSRF_ENABLED": False}
    ):
        workers = made.extensions["begin_workers"](made)
        yield made
        workers.close()


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
        assert (find_workers(app) is not None) is handed


def test_what_is_heavy_is_answered_by_a_worker(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Judged there, counted and measured here; it ends, and another one takes its place."""
    here = Tables.upload

    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("judged in the process that serves")

    monkeypatch.setattr(Tables, "upload", never)
    client = app.test_client()
    workers: HeavyWorkers = app.extensions["workers"]

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

    (process,) = workers.pool.processes()
    os.kill(process, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as somebody:
        waiting = somebody.submit(upload)
        while workers.pool._free.qsize() == 2:  # until it is being asked
            pass
        os.kill(process, signal.SIGKILL)
        broke = waiting.result()
    assert (broke.status_code, broke.json["error"]["code"]) == (503, "broke-off")
    assert broke.headers["Retry-After"]
    assert upload().status_code == 201
    assert upload().status_code == 429  # the fourth, whoever answered
    counted = client.get("/metrics").text
    assert 'method="POST",status="201",view="api.upload_record"} 2.0' in counted


def test_a_worker_prints_and_draws_itself(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet and a picture take no further process, and a page that ends a worker says so."""
    client = app.test_client()
    workers: HeavyWorkers = app.extensions["workers"]
    begun = client.post("/api/v1/records", data=RECORD.read_bytes(),
                        content_type="application/json").json  # fmt: skip
    token = begun["links"][0]["token"]
    monkeypatch.setattr(pdf, "_call_worker", None)  # nothing is made in this process
    for path, lane, kind in (
        ("sheet.pdf", Lane.PRINT, "application/pdf"),
        ("picture.png", Lane.DRAW, "image/png"),
    ):
        answer = client.get(f"/t/{token}/{path}", environ_overrides={LANE: lane})
        assert (answer.status_code, answer.mimetype) == (200, kind)
    (process,) = workers.pool.processes()
    children = Path(f"/proc/{process}/task/{process}/children")
    assert not children.exists() or not children.read_text()
    os.kill(process, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as somebody:
        waiting = somebody.submit(
            client.get, f"/t/{token}/sheet.pdf", environ_overrides={LANE: Lane.PRINT}
        )
        while workers.pool._free.qsize() == 2:
            pass
        os.kill(process, signal.SIGKILL)
        broke = waiting.result()
    assert broke.status_code == 503
    assert "could not be printed" in broke.text


def test_imports_are_judged_by_workers(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that a heavy request has begun: the server goes on with what a worker keeps."""
    monkeypatch.setattr(Importer, "judge_record", None)  # nothing is judged in this process
    client = app.test_client()
    form = {"name": "Club", "language": "en"}
    token = client.post("/l/new", data=form).headers["Location"].split("/")[2]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(1, 8):
            record = json.loads(RECORD.read_bytes()) | {"played_on": f"2026-01-0{number}"}
            archive.writestr(f"{number}.json", json.dumps(record))
    begun = client.post(
        f"/api/v1/leagues/{token}/imports",
        data=packed.getvalue(),
        content_type="application/zip",
        environ_overrides=HEAVY,
    )
    assert (begun.status_code, begun.json["total"]) == (202, 7)
    app.extensions["imports"].join()
    told = client.get(begun.headers["Location"]).json
    assert (told["done"], told["over"]) == (7, True)
    assert [one["problem"] for one in told["files"]] == [""] * 7


def test_what_is_heavy_has_a_worker_while_many_print(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight sheets and pictures at once leave one of two workers for whoever uploads a record."""
    workers: HeavyWorkers = app.extensions["workers"]
    at_work, go_on, most = threading.Semaphore(0), threading.Event(), []

    def call(_answer: Any, environ: dict[str, Any], _body: bytes, *, seconds: float) -> Any:
        if environ[LANE] != Lane.HEAVY:
            most.append(environ[LANE])
            at_work.release()
            assert go_on.wait(seconds)
        return "200 OK", [], b""

    monkeypatch.setattr(workers.pool, "call", call)
    with ThreadPoolExecutor(8) as people:
        prints = [
            people.submit(workers.answer, {LANE: lane, "REQUEST_METHOD": "GET"}, b"")
            for lane in (Lane.PRINT, Lane.DRAW) * 4
        ]
        assert at_work.acquire(timeout=60)
        heavy = workers.answer({LANE: Lane.HEAVY, "REQUEST_METHOD": "GET"}, b"")
        assert (heavy.status_code, len(most)) == (200, PRINTING)
        go_on.set()
        assert [one.result().status_code for one in prints] == [200] * 8
