"""Streams of notices: who hears what and when, how many there may be, and when they end."""

import http.client
import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from waitress.server import BaseWSGIServer
from werkzeug.test import EnvironBuilder

from recorder import create_app
from recorder.games import joining
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.serving import live
from recorder.serving.live import STREAM, Bounds, Full, Hub, Stream, Watched
from recorder.serving.server import make_server
from recorder.store.store import Store
from recorder.web.context import tables
from tests.proof.routes import OFTEN
from tests.recorder.conftest import register
from tests.recorder.tally import document

Event = tuple[str, str]


class Place:
    """A server in a thread of its own, with one thread for requests."""

    def __init__(self, database: Path, **settings: Any) -> None:
        self.database = database
        self.app: Flask = create_app({"DATABASE": str(database)} | OFTEN | settings)
        self.server: BaseWSGIServer = make_server(self.app, host="127.0.0.1", port=0, threads=1)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()

    def begin(self) -> dict[str, str]:
        started = self.app.test_client().post("/api/v1/games", json=document())
        return {link["seat"] or link["role"]: link["token"] for link in started.json["links"]}

    def enter(self, token: str, version: int) -> None:
        self.enter_into(self.app, token, version)

    @staticmethod
    def enter_into(app: Flask, token: str, version: int) -> None:
        entry = {"do": "check", "of": "a", "n": 0, "note": str(version)}
        body = {"entry": entry, "version": version, "key": f"k{version}"}
        answer = app.test_client().post(f"/api/v1/games/{token}/entries", json=body)
        assert answer.status_code == 201

    def close(self) -> None:
        self.server.close()
        self.thread.join(timeout=10)


class Phone:
    """A phone that listens."""

    def __init__(self, place: Place, token: str, since: int = 0) -> None:
        port = place.server.effective_port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.connection.request("GET", f"/t/{token}/live?since={since}")
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def hears(self) -> Event | None:
        """Return the next event: its name and its data; None where the answer has ended."""
        event: dict[str, str] = {}
        while line := self.answer.readline():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                event[name] = value
            elif "data" in event:
                return event.get("event", "message"), event["data"]
        return None

    def hang_up(self) -> None:
        self.answer.close()
        self.connection.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        made = Place(tmp_path_factory.mktemp("live") / "recorder.db")
        yield made
        made.close()


@pytest.fixture
def place(shared: Place) -> Iterator[Callable[..., Place]]:
    """Return how to come by a server: the one that these tests share, or one of its own."""
    own = []

    def make(database: Path | None = None, **settings: Any) -> Place:
        if database is None:
            return shared
        own.append(Place(database, **settings))
        return own[-1]

    yield make
    for each in own:
        each.close()


@pytest.fixture
def listen() -> Iterator[Callable[..., Phone]]:
    phones = []

    def take(place: Place, token: str, since: int = 0) -> Phone:
        phones.append(Phone(place, token, since))
        return phones[-1]

    yield take
    for phone in phones:
        phone.hang_up()


Make = Callable[..., Place]
Listen = Callable[..., Phone]


def test_every_link_of_a_game_hears_that_it_has_gone_on_and_nothing_else(
    place: Make, listen: Listen
) -> None:
    here = place()
    links, other = here.begin(), here.begin()
    for seat in ("a", "b"):
        here.app.test_client().get(f"/api/v1/games/{links[seat]}")  # taken
    phones = [listen(here, token) for token in links.values()]
    stranger = listen(here, other["table"])
    assert [phone.status for phone in phones] == [200] * len(links)
    here.enter(links["table"], 0)
    assert [phone.hears() for phone in phones] == [("message", "1")] * len(links)
    here.enter(other["table"], 0)
    assert stranger.hears() == ("message", "1")  # of its own game, and nothing came before
    here.enter(links["table"], 1)
    assert phones[0].hears() == ("message", "2")


def test_many_streams_keep_no_thread_from_its_work(place: Make, listen: Listen) -> None:
    """The server has one thread for requests, and it is free while phones listen."""
    here = place()
    links = here.begin()
    phones = [listen(here, links["table"]) for _ in range(20)]
    assert listen(here, links["table"] + "/../../nothing").status == 404
    here.enter(links["table"], 0)
    assert {phone.hears() for phone in phones} == {("message", "1")}


def test_what_another_process_writes_is_heard_too(place: Make, listen: Listen) -> None:
    here = place()
    links = here.begin()
    phone = listen(here, links["read"])
    elsewhere = create_app({"DATABASE": str(here.database)} | OFTEN)
    Place.enter_into(elsewhere, links["table"], 0)
    assert phone.hears() == ("message", "1")
    Place.enter_into(elsewhere, links["table"], 1)
    assert phone.hears() == ("message", "2")


def test_a_phone_that_slept_or_whose_server_was_restarted_is_told_at_once(
    place: Make, listen: Listen, tmp_path: Path
) -> None:
    here = place(tmp_path / "recorder.db")
    links = here.begin()
    phone = listen(here, links["table"])
    here.enter(links["table"], 0)
    assert phone.hears() == ("message", "1")
    here.close()
    assert phone.hears() == ("restart", "restart")
    assert phone.hears() is None
    again = place(tmp_path / "recorder.db")
    again.enter(links["table"], 1)
    assert listen(again, links["table"], since=1).hears() == ("message", "2")
    current = listen(again, links["table"], since=2)
    again.enter(links["table"], 2)
    assert current.hears() == ("message", "3")  # and not 2, which it knows


def test_who_has_no_link_hears_nothing(place: Make, listen: Listen) -> None:
    here = place()
    links = here.begin()
    assert listen(here, "nothing").status == 404
    seat = listen(here, links["a"])  # a seat is taken first, by a tap
    assert (seat.status, seat.answer.getheader("Location")) == (303, f"/t/{links['a']}")


def test_the_stream_of_a_link_that_is_replaced_ends(place: Make, listen: Listen) -> None:
    here = place()
    links = here.begin()
    phone, other = listen(here, links["read"]), listen(here, links["table"])
    with here.app.app_context():
        service = tables()
        joining.replace_game_link(service, service.open(links["table"]), "read", None, key="k")
    heard = phone.hears()
    if heard == ("message", "1"):  # that the game has gone on, and not how, if it looked before
        heard = phone.hears()
    assert heard == ("gone", "gone")
    assert phone.hears() is None
    assert other.hears() == ("message", "1")
    assert listen(here, links["read"]).status == 404


def test_streams_are_bounded_by_link_and_a_place_is_free_again(
    place: Make, listen: Listen, tmp_path: Path
) -> None:
    here = place(tmp_path / "recorder.db", LIVE_STREAMS=20)
    links = here.begin()
    phones = [listen(here, links["table"]) for _ in range(3)]
    assert [phone.status for phone in phones] == [200, 200, 429]
    assert phones[2].answer.getheader("Retry-After")
    assert listen(here, links["read"]).status == 200
    phones[0].hang_up()
    here.enter(links["table"], 0)
    phones[1].hears()
    hub: Hub = here.app.extensions["live"]
    assert any(listen(here, links["table"], 1).status == 200 for _ in range(1000))
    assert len(hub) == 3


def test_places_are_counted_by_address_and_in_all() -> None:
    hub = Hub(Bounds(total=3, address=2, link=9), Blind())
    streams = [hub.admit(f"t{n}", 1, "house", 0) for n in range(2)]
    with pytest.raises(Full):
        hub.admit("t3", 1, "house", 0)
    hub.admit("t3", 2, "elsewhere", 0)
    with pytest.raises(Full):
        hub.admit("t4", 2, "third", 0)
    hub.leave(streams[0])
    hub.leave(streams[0])
    assert len(hub) == 2
    hub.admit("t4", 2, "third", 0)
    hub.close()


class Blind:
    """A look that finds no game."""

    def __call__(self, tokens: Collection[str]) -> dict[str, Watched]:
        return {}

    def close(self) -> None:
        pass


@dataclass
class Playing:
    """What a look has found of a game that goes on."""

    version: int
    over: bool = False


class Deaf:
    """A connection that takes nothing any more."""

    def __init__(self) -> None:
        self.waiting = 0
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def write(self, data: bytes) -> None:
        self.waiting += len(data)

    def abort(self) -> None:
        self.aborted = True


def test_a_phone_that_hangs_up_before_it_hears_anything_frees_its_place(place: Make) -> None:
    """The server notices when it wants to send the first words: nobody holds a stream of it."""
    here = place()
    token = here.begin()["table"]
    environ = EnvironBuilder(path=f"/t/{token}/live").get_environ() | {STREAM: lambda _: None}
    answer: Any = here.app.wsgi_app(environ, lambda *_: lambda _: None)
    hub: Hub = here.app.extensions["live"]
    assert len(hub) == 1
    answer.close()
    assert len(hub) == 0


def test_a_place_that_no_connection_takes_is_freed() -> None:
    """At once where its link is gone, else after a minute; till then it is kept."""
    hub = Hub(Bounds(total=9, address=9, link=9), Blind())
    stream = hub.admit("t", 1, "house", 0)
    here: dict[str, Watched] = {"t": Playing(5)}
    hub._attend_stream(stream, here, stream.said + live.UNTAKEN)
    assert len(hub) == 1
    hub._attend_stream(stream, here, stream.said + live.UNTAKEN + 1)
    assert len(hub) == 0
    hub._attend_stream(hub.admit("t", 1, "house", 0), {}, stream.said)
    assert len(hub) == 0
    hub.close()


def test_whoever_listens_after_nobody_did_is_looked_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look at what others wrote goes on where it once had nobody to look for."""
    monkeypatch.setattr(live, "LOOK", 0.001)
    nobody, looked = threading.Event(), threading.Event()

    class Idle(Hub):
        def _list_streams(self) -> list[Stream]:
            streams = super()._list_streams()
            if not streams:
                nobody.set()
            return streams

    class Seeing(Blind):
        def __call__(self, tokens: Collection[str]) -> dict[str, Watched]:
            looked.set()
            return {}

    hub = Idle(Bounds(total=9, address=9, link=9), Seeing())
    hub.leave(hub.admit("t", 1, "house", 0))
    assert nobody.wait(20)
    looked.clear()
    hub.admit("t", 1, "house", 0)
    assert looked.wait(20)
    hub.close()


def test_a_phone_that_takes_nothing_is_let_go() -> None:
    deaf: Any = Deaf()
    stream = Stream("t", 1, "house", 0, 0, 0.0, 0.0, transport=deaf)
    stream.say(b"data: 1\n\n", 1.0)
    assert not deaf.aborted
    stream.say(b"data: 2\n\n", 2.0)
    assert deaf.aborted


def test_a_game_that_is_over_and_quiet_is_listened_to_no_longer(
    place: Make, listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = place()
    links = here.begin()
    phone = listen(here, links["table"])
    monkeypatch.setattr(live, "QUIET", 0.0)
    store = Store(here.database)
    game = store.link(links["table"]).ledger
    with store.writing():
        store.db.execute("UPDATE games SET over = ? WHERE id = ?", [True, game])
    store.close()
    assert phone.hears() == ("over", "over")
    assert phone.hears() is None


def test_a_stream_with_nothing_to_say_shows_that_it_is_there(
    place: Make, listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", 0.0)
    here = place()
    assert listen(here, here.begin()["table"]).hears() == ("beat", "0")


def test_a_server_that_holds_no_streams_says_so(place: Make) -> None:
    """Under another WSGI server the phone looks every few seconds; 204 ends an EventSource."""
    here = place()
    client, token = here.app.test_client(), here.begin()["table"]
    assert client.get(f"/t/{token}/live").status_code == 204
    assert "Set-Cookie" not in client.get(f"/t/{token}/live").headers
    assert client.get("/t/nothing/live").status_code == 404


def test_nobody_is_told_of_what_was_refused_or_sent_again(place: Make) -> None:
    here = place()
    told: list[tuple[int, int]] = []
    store = Store(here.database)
    service = Tables(
        store,
        Replays(1),
        wrote=lambda table, _before: told.append((table.link.ledger, table.version)),
    )
    table = service.open(here.begin()["table"])
    entry = {"do": "check", "of": "a", "n": 0}
    service.append(table, entry, version=0, key="1")
    service.append(table, entry, version=0, key="1")  # sent again
    service.append(table, entry, version=0, key="2")  # stale
    store.close()
    assert told == [(table.link.ledger, 1)]
