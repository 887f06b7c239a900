"""Nobody waits for a league that others write to, or for records that are judged for it."""

from __future__ import annotations

import io
import json
import re
import threading
import traceback
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask

from adjudicator.samoa.game import SamoaPlay
from exports.worker_pool import WorkerLost
from recorder.games.replays import Replays
from recorder.league import imports, service
from recorder.league.league_store import LeagueStore
from recorder.league.pages import files
from recorder.serving.lanes import LANES, ROOMS, Lane
from recorder.web.context import tables
from tests.league.conftest import Web
from tests.recorder.test_lanes import SOON, Place

WATCHERS = 18


@pytest.fixture
def place(app: Flask) -> Iterator[Place]:
    made = Place(app)
    yield made
    made.close()


def day_of(number: int) -> str:
    return (date(2026, 1, 1) + timedelta(days=3 * number)).isoformat()


def many(web: Web, count: int) -> bytes:
    """A zip of so many finished games, which differ by their day."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(1, count + 1):
            record = web.record("samoa-3p.json", played_on=day_of(number))
            archive.writestr(f"{number:02}.json", record)
    return packed.getvalue()


def test_an_import_is_judged_while_others_look_at_the_league_and_tables_enter(
    web: Web, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its third record is judged for as long as everybody else needs to be answered."""
    judging, judged = threading.Event(), threading.Event()
    judge, count = service.play_record, iter(range(99))

    def slowly(record: Any) -> Any:
        if next(count) == 2:
            judging.set()
            assert judged.wait(SOON)
        return judge(record)

    monkeypatch.setattr(service, "play_record", slowly)
    table = web.client.post("/api/v1/records", data=web.record("samoa-4p.json"),
                            content_type="application/json").json["links"][0]["token"]  # fmt: skip
    try:
        begun = web.begin_sending(("all.zip", many(web, 8)), key="k", role="member")
        assert begun.status_code == 303
        assert judging.wait(SOON)
        watchers = place.ask_for(web.links["public"], WATCHERS)
        assert [watcher.result(SOON)[0] for watcher in watchers] == [200] * WATCHERS
        assert place.ask("GET", web.links["organiser"] + "/games")[0] == 200
        first = json.loads(web.record("samoa-4p.json"))["players"][0]["id"]
        check = {"do": "check", "of": first, "money": 0}
        body = {"entry": check, "version": 1, "key": "entry-1"}
        assert place.ask("POST", f"/api/v1/games/{table}/entries", body)[0] == 201
        assert place.ask("GET", f"/t/{table}")[0] == 200
        assert place.ask("GET", "/health/live")[0] == 200
        assert 'max="8" value="2"' in web.client.get(begun.headers["Location"]).text
        assert begun.headers["Location"] in web.get("/add", "member")  # who left finds it again
    finally:
        judged.set()
    web.client.application.extensions["imports"].join()
    done = web.client.get(begun.headers["Location"]).text
    assert "<progress" not in done
    assert done.count(">Look<") == 8
    assert begun.headers["Location"] not in web.get("/add", "member")


def test_a_reader_waits_for_no_writer(
    web: Web, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store takes long to keep a player; who looks at the league sees it as it was."""
    writing, written = threading.Event(), threading.Event()
    append = LeagueStore.append

    def slowly(self: LeagueStore, *args: Any, **more: Any) -> None:
        writing.set()
        assert written.wait(SOON)
        append(self, *args, **more)

    monkeypatch.setattr(LeagueStore, "append", slowly)
    other = web.client.application.test_client()
    with ThreadPoolExecutor(1) as organiser:
        form = {"name": "Anna", "key": "anna"}
        kept = organiser.submit(other.post, web.links["organiser"] + "/players", data=form)
        try:
            assert writing.wait(SOON)
            readers = place.ask_for(web.links["public"], ROOMS[Lane.PAGE].threads + 1)
            assert [reader.result(SOON)[0] for reader in readers] == [200] * len(readers)
            assert b"Anna" not in place.ask("GET", web.links["public"] + "/players")[2]
        finally:
            written.set()
        assert kept.result(SOON).status_code == 303
    assert "Anna" in web.get("/players")


def test_a_game_that_ended_is_summed_up_under_no_lock(
    web: Web, place: Place, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks first is still summing it up; others of the league are answered meanwhile."""
    web.send(("a.json", web.record("samoa-3p.json")))
    with app.app_context():
        tables().store.db.execute("DELETE FROM summaries")
    app.extensions["books"]._values.clear()
    summing, summed, turn = threading.Event(), threading.Event(), iter(range(99))
    summary = service.Leagues.summary

    def slowly(self: service.Leagues, row: Any) -> Any:
        if next(turn) == 0:
            summing.set()
            assert summed.wait(SOON)
        return summary(self, row)

    monkeypatch.setattr(service.Leagues, "summary", slowly)
    try:
        first = place.ask_for(web.links["public"], 1)
        assert summing.wait(SOON)
        others = place.ask_for(web.links["public"], 2)
        assert [other.result(SOON)[0] for other in others] == [200, 200]
    finally:
        summed.set()
    assert first[0].result(SOON)[0] == 200


def test_a_zip_of_all_records_keeps_nobody_waiting(
    web: Web, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many pack it at once as may; a table, the league and health are answered."""
    web.send(("a.json", web.record("samoa-3p.json")))
    packing, packed = threading.Semaphore(0), threading.Event()
    dump = files.dump_record

    def slowly(record: Any) -> bytes:
        packing.release()
        assert packed.wait(SOON)
        return dump(record)

    monkeypatch.setattr(files, "dump_record", slowly)
    table = place.app.test_client().post("/api/v1/records", data=web.record("samoa-4p.json"),
                                         content_type="application/json")  # fmt: skip
    token = table.json["links"][0]["token"]
    try:
        zips = place.ask_for(web.links["organiser"] + "/records.zip", 17)
        for _ in range(ROOMS[Lane.HEAVY].threads):
            assert packing.acquire(timeout=SOON)
        assert place.ask("GET", "/health/live")[0] == 200
        assert place.ask("GET", f"/t/{token}")[0] == 200
        assert place.ask("GET", web.links["public"])[0] == 200
        assert not packing.acquire(blocking=False)
    finally:
        packed.set()
    statuses = sorted(one.result(SOON)[0] for one in zips)
    assert statuses == [200] * ROOMS[Lane.HEAVY].link + [503] * (17 - ROOMS[Lane.HEAVY].link)


def test_an_import_goes_on_where_another_process_stopped(web: Web, app: Flask) -> None:
    """A process that ends keeps what it judged; whoever looks next has the rest judged."""
    importer = app.extensions["imports"]
    importer.wake = lambda: None  # this process ends before it begins
    begun = web.begin_sending(("all.zip", many(web, 7)), key="k", role="member")
    place = begun.headers["Location"]
    assert 'max="7" value="0"' in web.client.get(place).text

    again = imports.Importer(app, importer._leagues, importer._aside)
    again.wake()
    again.join()
    assert 'max="7" value="0"' in web.client.get(place).text  # the first one may still be at it

    again.holder = importer.holder  # as if its time had run out
    again.wake()
    again.join()
    assert web.client.get(place).text.count(">Look<") == 7
    assert web.get("/games").count("/games/g") >= 7


def test_a_record_that_ends_its_worker_is_left_out_and_the_rest_goes_on(
    web: Web, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    importer = app.extensions["imports"]

    def lose(own: imports.Import, at: int, name: str, content: bytes) -> bool:
        if at == 2:
            raise WorkerLost
        return bool(importer.judge_record(own, at, name, content))

    monkeypatch.setattr(importer, "judge", lose)
    begun = web.begin_sending(("all.zip", many(web, 7)), key="k", role="member")
    importer.join()
    done = web.client.get(begun.headers["Location"]).text
    assert done.count(">Look<") == 6
    assert done.count("It took too long to check this record") == 1


def test_the_same_import_sent_again_is_the_same(web: Web) -> None:
    first = web.begin_sending(("all.zip", many(web, 7)), key="k", role="member")
    second = web.begin_sending(("all.zip", many(web, 7)), key="k", role="member")
    assert first.headers["Location"] == second.headers["Location"]
    web.client.application.extensions["imports"].join()
    assert web.client.get(first.headers["Location"]).text.count("was already there") == 0


def test_a_program_imports_and_reads_how_far_it_is(web: Web) -> None:
    lt = web.links["member"].removeprefix("/l/")
    path = f"/api/v1/leagues/{lt}/imports"
    begun = web.client.post(path, data=many(web, 7), content_type="application/zip")
    assert (begun.status_code, begun.json["total"]) == (202, 7)
    web.client.application.extensions["imports"].join()
    told = web.client.get(begun.headers["Location"]).json
    assert (told["done"], told["over"]) == (7, True)
    assert [one["key"] for one in told["files"]] == [f"g{number}" for number in range(1, 8)]
    again = web.client.post(path, data=web.record("samoa-3p.json", played_on=day_of(1)),
                            content_type="application/json")  # fmt: skip
    assert [one["again"] for one in again.json["files"]] == [True]
    public = web.links["public"].removeprefix("/l/")
    refused = web.client.post(f"/api/v1/leagues/{public}/imports", data=b"{}",
                              content_type="application/json")  # fmt: skip
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "forbidden")
    assert web.client.post(path, data=b"x", content_type="text/plain").status_code == 415
    assert web.client.get(f"{path}/999").json["error"]["code"] == "unfit"
    assert web.client.get("/api/v1/leagues/none/imports/1").status_code == 404


def test_a_league_has_so_many_imports_under_way(web: Web, app: Flask) -> None:
    app.extensions["imports"].wake = lambda: None
    for number in range(imports.MOST_UNDER_WAY):
        sent = web.begin_sending(("all.zip", many(web, 7)), key=f"k{number}", role="member")
        assert sent.status_code == 303
    sent = web.begin_sending(("all.zip", many(web, 7)), key="k", role="member")
    assert sent.status_code == 422
    assert "wait until the running imports have finished" in sent.text.lower()


PLACES = {"key": "g1", "season": "s1", "player": "p1", "other": "p2", "case": "c1", "number": "2"}
PLACES |= {"ending": "csv", "game": "samoa", "evening": "e1"}


def test_nothing_is_judged_while_others_wait_for_the_league(
    web: Web, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every address of a league, its forms that judge, and a game's page that asks it."""
    waited: list[str] = []
    judged = iter(range(10**9))
    judge = SamoaPlay.play

    def watched(self: SamoaPlay, *args: Any, **more: Any) -> Any:
        next(judged)
        books = app.extensions["books"]
        kept = [book.lock for book, _weight in books._values.values()]
        locks = [*kept, *books._alone.values()]
        if any(lock._is_owned() for lock in locks):
            waited.append("".join(traceback.format_stack(limit=14)))
        return judge(self, *args, **more)

    def cold() -> None:
        """Nothing is in memory, and no summary is kept."""
        app.extensions["books"]._values.clear()
        app.extensions["replays"] = Replays(app.config["REPLAYS_MB"])
        with app.app_context():
            tables().store.db.execute("DELETE FROM summaries")

    web.season(first="2000-01-01")
    document = json.loads(web.record("samoa-3p.json"))
    document["players"][0]["id"], old = "annabel", document["players"][0]["id"]
    text = json.dumps(document).replace(f'"{old}"', '"annabel"')
    web.send(("a.json", text.encode()))
    running = {**document, "entries": json.loads(text)["entries"][:30], "played_on": "2026-05-05"}
    begun = web.client.post("/api/v1/records", json=running).json["links"][0]["token"]
    monkeypatch.setattr(SamoaPlay, "play", watched)
    cold()
    assert web.post("/add/table", _role="member", link=begun, key="t").status_code == 303
    over = web.table()
    web.client.post(f"/l/call/{over}/2", data={"key": "c"})
    cold()
    assert web.post("/cases/c1/decide", stands="yes", note="so", key="d").status_code == 303
    asked = 0
    for rule in app.url_map.iter_rules():
        names = rule.arguments - {"lt"}
        if LANES.get(rule.endpoint) in (Lane.PRINT, Lane.DRAW):
            continue  # they give the league back before they begin
        if "GET" in (rule.methods or ()) and "lt" in rule.arguments and names <= PLACES.keys():
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda m: (PLACES | {"lt": web.lt})[m[1]], rule.rule)
            cold()
            asked += web.client.get(path).status_code == 200
    cold()
    for path in (f"/t/{begun}", f"/t/{begun}/entries/2", f"/t/{begun}/result"):
        assert web.client.get(path).status_code == 200
    cold()
    assert web.post("/players/p1/leave", sure="yes", key="l").status_code == 303
    with app.app_context():  # as after an upgrade from a release that kept ids made of names
        tables().store.db.execute("UPDATE games SET rewriting = NULL")
    cold()
    assert web.get("/games")
    assert not waited, waited[0]
    assert asked > 30
    assert next(judged) > 1000
