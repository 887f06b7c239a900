"""Lanes: what is heavy has bounds and a queue, and nothing else waits for it."""

import http.client
import json
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder.app import api
from recorder.games.visibility import GameView, reveal_game
from recorder.serving import lanes
from recorder.serving.lanes import LANES, LONG_GAME, ROOMS, Crowded, Lane, Places, Room
from recorder.serving.server import make_server
from tests.recorder.tally import document

SOON = 20.0
"""Seconds after which a test gives up; nothing waits so long where all is well."""


class Place:
    """A server in a thread, and people who ask it for something at the same time."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.server = make_server(app, host="127.0.0.1", port=0)
        threading.Thread(target=self.server.run, daemon=True).start()
        self.people = ThreadPoolExecutor(40)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, str], bytes]:
        port = self.server.effective_port
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2 * SOON)
        headers = {"Content-Type": "application/json"}
        connection.request(method, path, body and json.dumps(body), headers)
        answer = connection.getresponse()
        answered = answer.status, dict(answer.getheaders()), answer.read()
        connection.close()
        return answered

    def ask_for(self, path: str, times: int) -> list[Future[tuple[int, dict[str, str], bytes]]]:
        return [self.people.submit(self.ask, "GET", path) for _ in range(times)]

    def begin(self, entries: int = 0) -> str:
        check = {"do": "check", "of": "a", "n": 0}
        started = self.app.test_client().post(
            "/api/v1/games", json=document() | {"entries": [check] * entries}
        )
        assert started.status_code == 201
        return str(started.json["links"][0]["token"])

    def close(self) -> None:
        self.people.shutdown(cancel_futures=True)
        self.server.close()


@pytest.fixture
def place(app: Flask) -> Iterator[Place]:
    made = Place(app)
    yield made
    made.close()


def entry(version: int) -> dict[str, Any]:
    check = {"do": "check", "of": "a", "n": 0}
    return {"entry": check, "version": version, "key": f"key-{version}"}


def test_every_endpoint_has_a_lane(app: Flask) -> None:
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == set(LANES)
    assert sum(len(names.split()) for names in lanes._BY_LANE.values()) == len(LANES)
    assert set(ROOMS) == set(Lane)


def test_seventeen_readers_of_a_long_game_keep_nobody_waiting(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are at it for as long as it takes; health, an entry and its page are answered."""
    long, table = place.begin(LONG_GAME + 1), place.begin()
    reading, read = threading.Semaphore(0), threading.Event()
    shown = api.describe_game

    def slowly(table: GameView) -> dict[str, Any]:
        if len(reveal_game(table).entries) > LONG_GAME:
            reading.release()
            assert read.wait(SOON)
        return shown(table)

    monkeypatch.setattr(api, "describe_game", slowly)
    try:
        readers = place.ask_for(f"/api/v1/games/{long}", 17)
        for _ in range(ROOMS[Lane.HEAVY].threads):
            assert reading.acquire(timeout=SOON)
        assert place.ask("GET", "/health/live")[0] == 200
        assert place.ask("GET", "/health/ready")[0] == 200
        assert place.ask("POST", f"/api/v1/games/{table}/entries", entry(0))[0] == 201
        assert place.ask("GET", f"/t/{table}/record.json")[0] == 200
        assert place.ask("GET", "/rules")[0] == 200
        assert not reading.acquire(blocking=False)
    finally:
        read.set()
    answers = [reader.result(SOON) for reader in readers]
    statuses = Counter(status for status, _, _ in answers)
    assert statuses == {200: ROOMS[Lane.HEAVY].link, 503: 17 - ROOMS[Lane.HEAVY].link}
    for status, headers, body in answers:
        if status == 503:
            assert headers["Retry-After"] == str(lanes.COME_BACK)
            assert json.loads(body)["error"]["code"] == "crowded"


def test_an_entry_to_a_long_game_is_kept_once_in_the_lane_that_it_is_moved_to(place: Place) -> None:
    long = place.begin(LONG_GAME + 1)
    for _ in range(2):
        status, _, body = place.ask("POST", f"/api/v1/games/{long}/entries", entry(1))
        assert (status, json.loads(body)["version"]) == (201, 2)


@pytest.mark.parametrize(
    ("method", "path", "length", "lane"),
    [
        ("GET", "/health/live", 0, Lane.HEALTH),
        ("GET", "/t/abc", 0, Lane.TABLE),
        ("GET", "/t/abc/live", 0, Lane.TABLE),
        ("POST", "/t/abc/entries", 900, Lane.TABLE),
        ("GET", "/l/abc/standings", 0, Lane.PAGE),
        ("GET", "/nothing/here", 0, Lane.PAGE),
        ("DELETE", "/t/abc", 0, Lane.PAGE),
        ("GET", "/l/abc/records.zip", 0, Lane.HEAVY),
        ("POST", "/api/v1/games", 900, Lane.TABLE),
        ("POST", "/api/v1/games", lanes.LONG_BODY + 1, Lane.HEAVY),
        ("GET", "/t/abc/sheet.pdf", 0, Lane.PRINT),
        ("GET", "/t/abc/picture.png", 0, Lane.DRAW),
    ],
)
def test_a_request_has_its_lane_before_it_begins(
    app: Flask, method: str, path: str, length: int, lane: Lane
) -> None:
    own, link = lanes.find_lane(app.url_map.bind("localhost"), path, method, length)
    assert own == lane
    assert link == ("abc" if "/abc" in path and method != "DELETE" else "")


def test_places_are_counted_in_all_for_an_address_and_for_a_link() -> None:
    places = Places({Lane.HEAVY: Room(1, most=4, address=3, link=2)})

    def full(address: str, link: str) -> bool:
        try:
            places.take(Lane.HEAVY, address, link)
        except Crowded:
            return True
        return False

    assert not full("a", "x")
    assert not full("a", "x")
    assert full("a", "x")  # the link
    assert full("b", "x")
    assert not full("a", "")
    assert full("a", "y")  # the address
    assert not full("b", "y")
    assert full("c", "")  # all
    places.leave(Lane.HEAVY, "a", "x")
    assert not full("c", "x")


def test_another_server_bounds_what_is_heavy_and_waits_for_nothing(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many read at once as the lane has threads; one more is told when to come back."""
    client: FlaskClient = app.test_client()
    check = {"do": "check", "of": "a", "n": 0}
    record = document() | {"entries": [check] * (LONG_GAME + 1)}
    long = client.post("/api/v1/games", json=record).json["links"][0]["token"]
    reading, read = threading.Semaphore(0), threading.Event()
    shown = api.describe_game

    def slowly(table: GameView) -> dict[str, Any]:
        reading.release()
        assert read.wait(SOON)
        return shown(table)

    monkeypatch.setattr(api, "describe_game", slowly)
    most = ROOMS[Lane.HEAVY].threads
    with ThreadPoolExecutor(most) as people:
        path = f"/api/v1/games/{long}"
        readers = [people.submit(app.test_client().get, path) for _ in range(most)]
        try:
            for _ in readers:
                assert reading.acquire(timeout=SOON)
            turned_away = client.get(path)
            assert turned_away.status_code == 503
            assert turned_away.headers["Retry-After"] == str(lanes.COME_BACK)
            assert client.get(f"/t/{long}").status_code == 503
            assert client.get(f"/t/{long}/live").status_code == 204
            assert client.get("/health/live").status_code == 200
        finally:
            read.set()
        assert [reader.result(SOON).status_code for reader in readers] == [200] * most
    assert client.get(path).status_code == 200
