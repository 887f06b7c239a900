"""Strangers ask a real server for the dearest while tables enter, a league imports and one leaves.

Nothing is lost or doubled, everybody else is answered, and the stop leaves one whole file. SOAK=1:
longer, with everything that ``benchmarks.costs`` knows.
"""

import json
import os
import re
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from benchmarks import costs
from benchmarks._common import OFTEN
from benchmarks.busy import Client, family, games_of
from benchmarks.http import serve_program
from recorder import create_app
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.games.visibility import reveal_game
from recorder.store.store import Store
from recorder.web.context import let_go

LONG = bool(os.environ.get("SOAK"))
ENTRIES = 20_000 if LONG else 1_200
TABLES, EACH, IMPORTED, STRANGERS = (8, 150, 120, 4) if LONG else (3, 12, 7, 2)
RECORD = json.loads(costs.RECORD.read_text("utf-8"))
NAME = "Zebulon Quirk"
WAIT = 600.0
ANSWERS = {200, 201, 413, 422, 429, 431, 503}


@pytest.fixture
def here(tmp_path: Path) -> FlaskClient:
    """The same store without the server, for what needs a browser's form."""
    settings = {"DATABASE": str(tmp_path / "recorder.db"), "WTF_CSRF_ENABLED": False}
    return create_app(settings | OFTEN).test_client()


def asked(address: str, path: Path, league: str) -> Iterator[costs.Ask]:
    """Yield what strangers ask for, again and again."""
    if LONG:
        yield from (ask for _name, ask in costs.list_requests(path, RECORD))
    record = json.dumps(costs.fill_with_refusals(RECORD, ENTRIES)).encode()
    with closing(Client(address)) as client:
        client.post("/api/v1/records", record, "application/json")
        token = json.loads(client.data)["links"][1]["token"]
    yield from map(costs.ask_address, (f"/api/v1/games/{token}", f"/t/{token}", f"/t/{token}/log"))
    yield costs.ask_upload(record)
    yield costs.ask_upload(b"[" * 50_000)
    places = ("", "/records.zip", "/games.csv", "/statistics", "/ratings", "/cases")
    yield from (costs.ask_address(f"/l/{league}{place}") for place in places)


def test_what_strangers_ask_for_costs_no_table_an_entry(tmp_path: Path, here: FlaskClient) -> None:
    founded = here.post("/l/new", data={"name": "Club", "language": "en"})
    league = founded.headers["Location"].split("/")[2]
    over = threading.Event()
    kept: dict[str, list[int]] = {}
    answered: Counter[tuple[str, int]] = Counter()

    def until_over(who: str, asks: list[costs.Ask], at: int) -> None:
        with closing(Client(address)) as client:
            while not over.is_set():
                asks[at % len(asks)](client)  # type: ignore[arg-type]  # asks as the other does
                answered[who, client.status_code] += 1
                at += 1

    def enter() -> None:
        with closing(Client(address)) as client:
            start = json.dumps({**RECORD, "entries": []})
            client.post("/api/v1/games", start, "application/json")
            token = json.loads(client.data)["links"][0]["token"]
            kept[token] = []
            for n in range(1, EACH + 1):
                check = {"do": "check", "of": RECORD["players"][0]["id"], "krones": n}
                body = json.dumps({"entry": check, "version": n - 1, "key": f"k{n}"})
                client.post(f"/api/v1/games/{token}/entries", body, "application/json")
                assert client.status_code == 201, client.data
                kept[token].append(n)

    def organise() -> None:
        path = f"/api/v1/leagues/{league}/imports"
        first = {**RECORD["players"][0], "name": NAME}
        named = {**RECORD, "players": [first, *RECORD["players"][1:]]}
        with closing(Client(address)) as client:
            client.status_code = 503
            while client.status_code == 503:
                client.post(path, games_of(named, IMPORTED), "application/zip")
            own = json.loads(client.data)
            while not own["over"]:
                own = json.loads(client.get(f"{path}/{own['import']}").data)
        assert [one["problem"] for one in own["files"]] == [""] * IMPORTED
        left = here.post(f"/l/{league}/players/p1/leave", data={"sure": "yes", "key": "l"})
        assert left.status_code == 303

    with serve_program(tmp_path) as (address, process), ThreadPoolExecutor(40) as people:
        asks = list(asked(address, tmp_path / "recorder.db", league))
        beside = [people.submit(until_over, "health", [costs.ask_address("/health/live")], 0)]
        for number in range(STRANGERS):
            at = number * len(asks) // STRANGERS
            beside.append(people.submit(until_over, "stranger", asks, at))
        playing: list[Callable[[], None]] = [enter] * TABLES + [organise]
        try:
            for one in [people.submit(work) for work in playing]:
                one.result(WAIT)
        finally:
            over.set()
        for one in beside:
            one.result(WAIT)
        let_go(here.application.extensions["held_open"], os.getpid())
        processes = list(family(process))
        os.kill(process, signal.SIGTERM)
        for one_of_them in processes:
            ended(one_of_them)
    assert {status for who, status in answered if who == "health"} == {200}
    assert {status for who, status in answered if who == "stranger"} <= ANSWERS
    assert answered["stranger", 200] > 0
    assert not (tmp_path / "recorder.db-wal").exists()
    with closing(Store(tmp_path / "recorder.db")) as store:
        service = Tables(store, Replays(16))
        assert store.damage() == []
        for token, entered in kept.items():
            table = service.open(token)
            assert service.list_doubts(table.row) == []
            assert [entry["krones"] for entry in reveal_game(table).entries] == entered
            assert entered == list(range(1, EACH + 1))
    for place in ("", "/players", "/games", "/games/g1", "/standings.csv", "/log"):
        assert NAME not in here.get(f"/l/{league}{place}").text
    public = re.findall(r'href="/t/([\w-]+)/log"', here.get(f"/l/{league}/games").text)
    assert all(NAME not in here.get(f"/api/v1/games/{token}").text for token in public)


def ended(process: int) -> None:
    """Wait until a process has ended; what nobody has asked for yet counts as ended."""
    for _ in range(3000):
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return
        except FileNotFoundError:
            return
        threading.Event().wait(0.02)
    raise AssertionError(f"process {process} goes on")
