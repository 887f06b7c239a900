"""Several web machines on one database server; either of them goes away in the middle.

While four phones write, the database server is ended without warning and started again
(``RESTARTS`` says how often, once), and web processes are killed and others take their places
(``KILLS``, once).
"""

import http.client
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event, Lock

import pytest

from tests.recorder import served
from tests.recorder.conftest import register
from tests.recorder.test_processes import Phone, stored
from tests.servers import Cluster, cluster

RESTARTS, KILLS = (int(os.environ.get(name, "1")) for name in ("RESTARTS", "KILLS"))
STEP = 12
"""Entries that are acknowledged between one trouble and the next."""


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    register(monkeypatch)
    cluster = Cluster(durable=True)
    yield cluster
    cluster.remove()


class Web:
    """Web processes with nothing in common but the database."""

    def __init__(self, database: str, count: int) -> None:
        self.database = database
        self._running = [served.begin(database) for _ in range(count)]
        self._lock = Lock()

    def address(self, number: int) -> str:
        with self._lock:
            return self._running[number % len(self._running)][1]

    def replace(self, number: int) -> None:
        """Kill a process in the middle of whatever it does; begin another one."""
        served.end(self._running[number][0])
        begun = served.begin(self.database)
        with self._lock:
            self._running[number] = begun

    def close(self) -> None:
        for process, _ in self._running:
            served.end(process)


class Stubborn(Phone):
    """A phone that sends the same again, to whichever machine, until it is acknowledged."""

    def __init__(self, web: Web, number: int) -> None:
        super().__init__(web.address(number), f"phone{number}")
        self.web = web
        self.number = number
        self.again = 0
        self.refused = 0
        self.sent_back = Event()

    def sure(self, token: str, number: int, version: int) -> int:
        """Send one entry until it is taken; return the version after it."""
        key = f"{self.name}-{number}"
        entry = {"do": "check", "of": "a", "n": number, "note": key}
        while True:
            body = {"entry": entry, "version": version, "key": key}
            try:
                status, answer = self.ask("POST", f"/games/{token}/entries", body)
            except (OSError, http.client.HTTPException):
                self.again += 1
                self.connection.close()
                self.connection = http.client.HTTPConnection(
                    self.web.address(self.number + self.again), timeout=60
                )
                continue
            if status == 201:
                assert key not in self.acknowledged
                self.acknowledged[key] = answer["version"]
                return self.acknowledged[key]
            if status == 503:
                assert answer["error"]["code"] == "store"
                self.refused += 1
                self.sent_back.set()
                continue
            assert (status, answer["error"]["code"]) == (409, "stale")
            version = answer["error"]["version"]


def troubles() -> list[tuple[bool, int]]:
    """Return what happens one after another: restarts spread evenly among numbered kills."""
    restarts = [((number + 0.5) / RESTARTS, True, number) for number in range(RESTARTS)]
    kills = [((number + 0.6) / KILLS, False, number) for number in range(KILLS)]
    return [(restart, number) for _, restart, number in sorted(restarts + kills)]


def test_each_machine_may_go_away_and_every_acknowledged_entry_is_there_once(
    machine: Cluster,
) -> None:
    database = machine.new()
    with closing(Web(database, 2)) as web:
        phones = [Stubborn(web, number) for number in range(4)]
        shared = phones[0].begin()
        tokens = [shared, shared, phones[2].begin(), phones[3].begin()]

        def play(phone: Stubborn, token: str) -> None:
            version = number = 0
            while not over.is_set() or number < STEP:
                version = phone.sure(token, number, version)
                number += 1
                if phone.number == 0 and not number % STEP:
                    came_further.set()

        came_further, over = Event(), Event()
        with ThreadPoolExecutor(4) as pool:
            playing = [
                pool.submit(play, phone, token) for phone, token in zip(phones, tokens, strict=True)
            ]
            for restart, kill in troubles():
                came_further.clear()
                assert came_further.wait(timeout=120)
                if restart:
                    phones[0].sent_back.clear()
                    machine.stop(signal.SIGQUIT)  # as when the power goes
                    assert phones[0].sent_back.wait(timeout=120)
                    machine.start()  # in this thread: the server ends with who began it
                else:
                    web.replace(kill % 2)
            came_further.clear()
            assert came_further.wait(timeout=120)
            over.set()
            for done in playing:
                done.result()
        for phone in phones:
            phone.connection.close()
    refused, again = sum(phone.refused for phone in phones), sum(phone.again for phone in phones)
    assert refused >= RESTARTS  # somebody was told to come back
    assert again >= KILLS  # and somebody got no answer
    kept_in_all = sum(len(phone.acknowledged) for phone in phones)
    print(f"{RESTARTS} restarts, {KILLS} kills: {kept_in_all} acknowledged, {refused} answers 503,")
    print(f"{again} without an answer")
    for token in set(tokens):
        writers = [phone for phone, own in zip(phones, tokens, strict=True) if own == token]
        acknowledged = {key: at for phone in writers for key, at in phone.acknowledged.items()}
        kept = stored(database, token)
        assert kept == sorted(acknowledged, key=lambda key: acknowledged[key])
        assert len(set(kept)) == len(kept) >= STEP * len(writers)


class Notices(threading.Thread):
    """A phone's stream of notices: the versions that it is told of."""

    def __init__(self, address: str, token: str) -> None:
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection(address, timeout=120)
        self.connection.request("GET", f"/t/{token}/live?since=0")
        self.answer = self.connection.getresponse()
        self.versions: list[int] = []
        self.last = 0

    def run(self) -> None:
        for line in self.answer:
            name, _, told = line.decode().partition(": ")
            if name == "data" and told.strip().isdigit():
                self.versions.append(int(told))
            if self.versions and self.versions[-1] == self.last:
                return


def test_two_machines_with_one_game_and_four_phones_lose_and_double_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    register(monkeypatch)
    database, each = cluster().new(), 15 * RESTARTS
    with closing(Web(database, 2)) as web:
        phones = [Stubborn(web, number) for number in range(4)]
        token = phones[0].begin()
        # Each phone is told of what happens by the machine that it does not write to.
        streams = [Notices(web.address(phone.number + 1), token) for phone in phones]
        for stream in streams:
            stream.last = 4 * each
            stream.start()

        def play(phone: Stubborn) -> None:
            version = 0
            for number in range(each):
                version = phone.sure(token, number, version)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(play, phones))
        for stream in streams:
            stream.join(timeout=120)
            assert stream.versions[-1] == 4 * each
            assert stream.versions == sorted(set(stream.versions))
            stream.connection.close()
        both = [phone.ask("GET", f"/games/{token}")[1] for phone in phones[:2]]
        assert both[0]["version"] == both[1]["version"] == 4 * each
        for phone in phones:
            phone.connection.close()
            assert (phone.refused, phone.again) == (0, 0)
    kept = stored(database, token)
    assert len(kept) == len(set(kept)) == 4 * each
    for phone in phones:
        assert [key for key in kept if key in phone.acknowledged] == list(phone.acknowledged)
