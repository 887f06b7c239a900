"""Requests take turns: who works, who lets others pass, and that nobody waits for ever."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from exports import pdf
from recorder import turns
from recorder.server import make_server
from recorder.turns import Turns, step_aside
from tests.recorder.test_bad_input import HIRING

SOON = 20.0
"""Seconds after which a test gives up; nothing waits so long where all is well."""

NEVER = 3600.0


class Request:
    """What waitress hands over: it is served once, or cancelled."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.work = work
        self.done = threading.Event()

    def service(self) -> None:
        """Do the work."""
        try:
            self.work()
        finally:
            self.done.set()

    def cancel(self) -> None:
        """Forget it."""


@pytest.fixture
def workers() -> Iterator[Turns]:
    """Four threads that take turns."""
    made = Turns(threads=4)
    yield made
    made.shutdown(timeout=SOON)


def begin(workers: Turns, *works: Callable[[], object]) -> list[Request]:
    requests = [Request(work) for work in works]
    for request in requests:
        workers.add_task(request)
    return requests


def ended(requests: list[Request]) -> list[bool]:
    return [request.done.wait(SOON) for request in requests]


def test_requests_work_one_at_a_time_in_the_order_in_which_they_came(
    workers: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", NEVER)
    alone = threading.Lock()
    served = []

    def work(number: int) -> None:
        assert alone.acquire(blocking=False), "two at a time"
        served.append(number)
        threading.Event().wait(0.001)  # another thread could begin here
        alone.release()

    requests = begin(workers, *(lambda number=number: work(number) for number in range(40)))
    assert all(ended(requests))
    assert served == list(range(40))


def test_who_waits_for_something_else_lets_the_next_begin(
    workers: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", NEVER)
    came = threading.Event()

    def waiting() -> None:
        step_aside()
        step_aside()
        assert came.wait(SOON)

    assert all(ended(begin(workers, waiting, waiting, waiting, came.set)))
    assert came.is_set()


def test_who_takes_long_keeps_nobody_waiting(workers: Turns) -> None:
    """Three wait for the fourth, which is let through without anybody stepping aside."""
    came = threading.Event()
    found = []
    requests = begin(workers, *[lambda: found.append(came.wait(SOON))] * 3, came.set)
    assert all(ended(requests))
    assert found == [True] * 3


def test_a_request_waits_for_a_thread_and_gets_it_when_one_ends(
    workers: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.0)
    go, under_way = threading.Event(), threading.Semaphore(0)

    def work() -> None:
        under_way.release()
        assert go.wait(SOON)

    requests = begin(workers, *[work] * 5)
    for _ in range(4):
        assert under_way.acquire(timeout=SOON)
    assert not under_way.acquire(blocking=False)
    go.set()
    assert all(ended(requests))


def test_a_request_that_fails_costs_no_turn(
    workers: Turns, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", NEVER)
    requests = begin(workers, *[lambda: 1 / 0] * 5, lambda: None)
    assert all(ended(requests))
    assert len(caplog.records) == 5


def test_an_entry_is_answered_while_all_places_of_the_press_are_taken(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", NEVER)
    waiting, printed = threading.Semaphore(0), threading.Event()

    def one_page(*_: object) -> bytes:
        waiting.release()
        assert printed.wait(SOON)
        return b"%PDF"

    monkeypatch.setattr(pdf, "one_page", one_page)
    begun = app.test_client().post("/api/v1/records", json=HIRING).get_json()
    token = begun["links"][0]["token"]
    server = make_server(app, host="127.0.0.1", port=0, threads=pdf.PLACES + 1)
    threading.Thread(target=server.run, daemon=True).start()

    def ask(method: str, path: str, body: Any = None) -> int:
        connection = http.client.HTTPConnection(
            "127.0.0.1", server.effective_port, timeout=2 * SOON
        )
        headers = {"Content-Type": "application/json"}
        connection.request(method, path, body and json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    try:
        with ThreadPoolExecutor(pdf.PLACES) as people:
            sheets = [people.submit(ask, "GET", f"/t/{token}/sheet.pdf") for _ in range(pdf.PLACES)]
            for _ in sheets:
                assert waiting.acquire(timeout=SOON)
            entry = {"by": "a", "do": "done"}
            body = {"entry": entry, "version": 1, "key": "k", "stands": True}
            assert ask("POST", f"/api/v1/games/{token}/entries", body) == 201
            printed.set()
            assert [sheet.result() for sheet in sheets] == [200] * pdf.PLACES
    finally:
        printed.set()
        server.close()
