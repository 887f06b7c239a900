"""Requests take turns: who works, who lets others pass, and that nobody waits for ever."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from exports import pdf
from recorder.serving import dispatcher
from recorder.serving.dispatcher import LaneDispatcher
from recorder.serving.lanes import Lane
from recorder.serving.server import make_server
from tests.recorder.test_bad_input import HIRING

SOON = 20.0
"""Seconds after which a test gives up; nothing waits so long where all is well."""

NEVER = 3600.0


class Request:
    """What waitress hands over: it is served once, or cancelled."""

    def __init__(
        self, work: Callable[[], object], lane: Lane = Lane.TABLE, address: str = ""
    ) -> None:
        self.work = work
        self.lane = lane
        self.address = address
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
def workers() -> Iterator[LaneDispatcher]:
    """Four threads for tables, which take turns, two for pages, one for what is long."""
    made = LaneDispatcher({Lane.TABLE: 4, Lane.PAGE: 2, Lane.HEAVY: 1})
    yield made
    made.shutdown(timeout=SOON)


def begin(workers: LaneDispatcher, *works: Callable[[], object]) -> list[Request]:
    requests = [Request(work) for work in works]
    for request in requests:
        workers.add_task(request)
    return requests


def ended(requests: list[Request]) -> list[bool]:
    return [request.done.wait(SOON) for request in requests]


def test_requests_work_one_at_a_time_in_the_order_in_which_they_came(
    workers: LaneDispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "PATIENCE", NEVER)
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


def test_what_is_long_takes_no_turn_and_keeps_nobody_waiting(
    workers: LaneDispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "PATIENCE", NEVER)
    came, waited = threading.Event(), []
    long = [Request(lambda: waited.append(came.wait(SOON)), Lane.HEAVY) for _ in range(9)]
    for request in long:
        workers.add_task(request)
    assert all(ended(begin(workers, came.set)))
    assert all(ended(long))
    assert waited == [True] * 9


def test_pages_wait_for_tables_and_have_threads_of_their_own(
    workers: LaneDispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All four threads of tables wait for a page, which is read by one of its own."""
    monkeypatch.setattr(dispatcher, "PATIENCE", 0.0)
    came, waited = threading.Event(), []
    tables = begin(workers, *[lambda: waited.append(came.wait(SOON))] * 4)
    page = Request(came.set, Lane.PAGE)
    workers.add_task(page)
    assert all(ended([page, *tables]))
    assert waited == [True] * 4


def test_a_table_goes_before_the_pages_that_wait(
    workers: LaneDispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "PATIENCE", NEVER)
    go, begun, served = threading.Event(), threading.Event(), []
    first = begin(workers, lambda: (begun.set(), go.wait(SOON)))
    assert begun.wait(SOON)
    pages = [Request(lambda: served.append("page"), Lane.PAGE) for _ in range(3)]
    for page in pages:
        workers.add_task(page)
    table = begin(workers, lambda: served.append("table"))
    go.set()
    assert all(ended([*first, *pages, *table]))
    assert served == ["table", "page", "page", "page"]


def test_addresses_take_turns(workers: LaneDispatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sends one request waits for one of somebody who sends many, not for all."""
    monkeypatch.setattr(dispatcher, "PATIENCE", NEVER)
    go, begun, served = threading.Event(), threading.Event(), []
    first = begin(workers, lambda: (begun.set(), go.wait(SOON)))
    assert begun.wait(SOON)
    many = [Request(lambda: served.append("many"), address="10.0.0.1") for _ in range(4)]
    one = Request(lambda: served.append("one"), address="10.0.0.2")
    for request in (*many, one):
        workers.add_task(request)
    go.set()
    assert all(ended([*first, *many, one]))
    assert served == ["many", "one", "many", "many", "many"]


def test_who_takes_long_keeps_nobody_waiting(workers: LaneDispatcher) -> None:
    """Three wait for the fourth, which is let through without anybody stepping aside."""
    came = threading.Event()
    waited = []
    assert all(ended(begin(workers, *[lambda: waited.append(came.wait(SOON))] * 3, came.set)))
    assert waited == [True] * 3


def test_a_request_waits_for_a_thread_and_gets_it_when_one_ends(
    workers: LaneDispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "PATIENCE", 0.0)
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


def test_threads_that_end_make_room_for_others(workers: LaneDispatcher) -> None:
    """Fewer threads, then as many as before: each lane works on."""
    workers.set_thread_count(6)
    with workers.lock:
        assert workers.thread_exit_cv.wait_for(lambda: workers.stop_count == 0, SOON)
    workers.set_thread_count(7)
    lanes = [Lane.TABLE, Lane.PAGE, Lane.HEAVY]
    requests = [Request(lambda: None, lane) for lane in lanes]
    for request in requests:
        workers.add_task(request)
    assert all(ended(requests))


def test_a_request_that_fails_costs_no_turn(
    workers: LaneDispatcher, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(dispatcher, "PATIENCE", NEVER)
    assert all(ended(begin(workers, *[lambda: 1 / 0] * 5, lambda: None)))
    assert len(caplog.records) == 5


def test_an_entry_is_answered_while_all_places_of_the_press_are_taken(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "PATIENCE", NEVER)
    waiting, printed = threading.Semaphore(0), threading.Event()

    def one_page(*_: object) -> bytes:
        waiting.release()
        assert printed.wait(SOON)
        return b"%PDF"

    monkeypatch.setattr(pdf, "one_page", one_page)
    begun = app.test_client().post("/api/v1/records", json=HIRING).get_json()
    token = begun["links"][0]["token"]
    server = make_server(app, host="127.0.0.1", port=0, threads=1)
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
