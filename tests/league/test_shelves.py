"""Two clubs of one name, and strangers: who sees and writes what is kept for later games."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder.kept.named_sets import Shelves
from recorder.web.context import catalogue
from tests.league.conftest import Web

WRONG = {"do": "lodge", "group": 1, "tourists": []}
TSARITSA = {"colour": '"blue"', "order.cake": "1", "order.champagne": "2", "order.wine": "0"}


@pytest.fixture
def other(app: Flask, web: Web) -> Web:
    """Another club of the same name, organised by somebody else in another browser."""
    return Web(app.test_client())


def game_with_a_mistake(web: Web) -> tuple[str, int]:
    """Add a game of the club; return its table's token and the number of its wrong entry."""
    document = json.loads(web.record("samoa-3p.json", place=web.lt))
    at = next(n for n, e in enumerate(document["entries"]) if e["do"] == "card")
    document["entries"].insert(at, {**WRONG, "by": document["players"][0]["id"]})
    web.send(("a.json", json.dumps(document).encode()))
    return web.table(web.only_game()), at + 1


def begun(web: Web, where: str = "", **more: Any) -> str:
    form = {f"name-{n}": name for n, name in enumerate(["Anna", "Boris"])}
    form |= {"politics-A": "krones-20", "politics-B": "floors-2", "politics-C": "three-each"}
    form |= {"emperor-A": "A-krones", "emperor-B": "B-krones", "emperor-C": "C-vp"}
    form |= {f"queue-{n}": str(card) for n, card in enumerate([50, 147, 78, 92, 103])}
    form |= {"hall-0": "deon", "hall-1": "apollo", "hall-2": "sperl", "key": f"s{len(more)}"}
    form |= {"rehearsal-1": "1", "rehearsal-3": "1", "edition": "2022"}
    form |= {"played_on": "2026-11-21", "modules": "balls", **more}
    answer = web.post(f"/start/austria{where}", **form)
    assert answer.status_code == 303, answer.text
    return re.search(r'/t/([\w-]+)"', web.client.get(answer.headers["Location"]).text)[1]


def test_clubs_of_one_name_share_no_rulings(web: Web, other: Web) -> None:
    ours, number = game_with_a_mistake(web)
    theirs, _ = game_with_a_mistake(other)
    web.client.post(f"/l/call/{ours}/{number}", data={"key": "c"})
    decided = web.post("/cases/c1/decide", stands="no", note="Between us", key="d")
    assert decided.status_code == 303
    assert "Between us" in web.client.get(f"/t/{ours}/entries/{number}").text
    other.client.post(f"/l/call/{theirs}/{number}", data={"key": "c"})
    other.post("/cases/c1/decide", stands="yes", note="Others say", key="d")
    assert "Between us" not in other.client.get(f"/t/{theirs}/entries/{number}").text
    assert "Others say" not in web.client.get(f"/t/{ours}/entries/{number}").text
    assert "Between us" not in other.client.get("/kept/samoa").text
    for name in ("Tuesday Club", "league-1", "tuesday club"):
        answer = other.client.get("/kept/samoa/precedents", query_string={"name": name})
        assert "Between us" not in answer.text


def test_clubs_of_one_name_share_no_figures(web: Web, other: Web, app: Flask) -> None:
    named = {"component-sheet": "Tuesday Club"}
    token = begun(web, **named)
    entry = {"do": "figure", "guest": 147, "colour": "blue", "order": {"cake": 1, "champagne": 2}}
    sent = {"version": 0, "key": "k", "entry": entry}
    assert web.client.post(f"/api/v1/games/{token}/entries", json=sent).status_code == 201
    again = web.client.get(f"/api/v1/games/{begun(web, **named, who='x')}").json["record"]
    assert again["options"]["figures"]["guests"]["147"]["colour"] == "blue"
    stranger = app.test_client()
    stranger.post("/sample/samoa")
    for reader in (other.client, stranger):
        for name in ("Tuesday Club", "league-1"):
            asked = {"name": f"{name}|guest.147"}
            page = reader.get("/kept/austria/components", query_string=asked).text
            assert "Read by" not in page
        assert "Tuesday Club" not in reader.get("/kept/austria").text
    theirs = other.client.get(f"/api/v1/games/{begun(other, **named)}").json["record"]
    assert "figures" not in theirs["options"]
    form = {"component": "guest.147", **TSARITSA, "colour": '"red"'}
    for name in ("Tuesday Club", "league-1"):
        stranger.post("/kept/austria/components", data=form | {"name": name})
    same = web.client.get(f"/api/v1/games/{begun(web, **named, who='y', place='z')}").json["record"]
    assert same["options"]["figures"] == again["options"]["figures"]


@pytest.mark.parametrize("part", ["components", "house-rules", "boards", "figures"])
def test_who_keeps_something_holds_a_link(app: Flask, web: Web, part: str) -> None:
    form = {"name": "Ours", "component": "guest.147", **TSARITSA}
    stranger = app.test_client()
    assert stranger.post(f"/kept/austria/{part}", data=form).status_code == 403
    links = {**web.links}
    document = json.loads(web.record("samoa-3p.json"))
    started = web.client.post("/api/v1/records", json=document).json["links"]
    tokens = {link["role"]: link["token"] for link in started}
    for token in (links["public"].split("/")[2], tokens["read"], "nothing"):
        answer = stranger.post(f"/kept/austria/{part}", data=form | {"link": token})
        assert answer.status_code == 403
    for token in (links["member"].split("/")[2], tokens["table"], tokens["seat"]):
        answer = stranger.post(f"/kept/austria/{part}", data=form | {"link": token})
        assert answer.status_code in (303, 422)


def test_a_browser_without_a_link_keeps_for_itself(app: Flask) -> None:
    """A first evening begins with its boards; the pass of the form outlives the cookie."""
    phone = app.test_client()
    form = phone.get("/kept/austria/house-rules").text
    sent = re.search(r'name="pass" value="([^"]+)"', form)
    phone = app.test_client()
    keep(phone, "unlimited", **{"pass": sent[1]})
    assert "Thursday" in phone.get("/kept/austria").text
    assert "Thursday" not in app.test_client().get("/kept/austria").text
    made_up = {"name": "Thursday", "rule-U-17": "limited", "pass": sent[1][:-2] + "xx"}
    assert app.test_client().post("/kept/austria/house-rules", data=made_up).status_code == 403


def keep(client: FlaskClient, value: str, **more: str) -> None:
    form = {"name": "Thursday", "rule-U-17": value, **more}
    assert client.post("/kept/austria/house-rules", data=form).status_code == 303


def test_a_public_set_is_changed_by_its_owner_only(app: Flask, web: Web) -> None:
    keep(web.client, "unlimited", public="1")
    stranger = app.test_client()
    assert "Thursday" in stranger.get("/kept/austria").text
    stranger.post("/sample/samoa")
    keep(stranger, "limited")
    keep(stranger, "limited", public="1")
    assert app.test_client().get("/kept/austria").text.count("<strong>Thursday</strong>") == 2
    web.post("/settings", name="Club", language="en", game="austria", house="Thursday")
    filled = web.get("/start/austria?p=")
    assert re.search(r'<option value="([^"]+)" selected>Thursday', filled)[1] == "league-1"
    keep(web.client, "unlimited")  # no longer for everybody
    assert app.test_client().get("/kept/austria").text.count("<strong>Thursday</strong>") == 1


def test_a_game_that_was_abandoned_says_so_at_its_evening(web: Web) -> None:
    for name in ("Anna", "Boris"):
        web.post("/players", name=name, key=name)
    web.post("/evenings", day="2026-11-29", game="austria", present=["p1", "p2"], key="v")
    web.post("/evenings/e1/seat", key="s")
    set_up = web.get("/start/austria?p=p1&p=p2&evening=e1&round=0&table=0")
    assert re.search(r'name="played_on"[^>]*\svalue="2026-11-29"', set_up)
    begun(web, "?evening=e1&round=0&table=0")
    assert "abandoned" not in web.get("/evenings/e1")
    key = web.only_game()
    ended = web.post(f"/games/{key}/abandon", key="a")
    assert "The game has ended." in web.client.get(ended.headers["Location"]).text
    assert "abandoned" in web.get("/evenings/e1")
    again = web.post(f"/games/{key}/abandon", key="b", again="1")
    assert "The game goes on." in web.client.get(again.headers["Location"]).text
    assert "abandoned" not in web.get("/evenings/e1")


def test_a_game_owns_the_set_that_it_writes_to(app: Flask) -> None:
    """A game that only plays by the league's set does not."""
    with app.app_context():
        shelves = Shelves(catalogue(), "austria.house-rules")
        shelves.put("league-7", "Club", {}, "Anna")
        shelves.choose(3, "league-7", "Club", writes=True, who="Anna")
        shelves.choose(4, "league-7", "Club", writes=False, who="Anna")
        assert [one.key for one in shelves.list_owned(["game-3"])] == ["league-7"]
        assert shelves.list_owned(["game-4"]) == []


def test_a_set_that_rests_on_another_is_offered_to_nobody_else(app: Flask) -> None:
    """So none rests on it; a longer chain of release 0.2.0 is read to its end."""
    with app.app_context():
        shelves = Shelves(catalogue(), "austria.components")
        for key, base in (("league-7", ""), ("game-3", "league-7"), ("game-4", "game-3")):
            shelves.rest(key, "Club", base, {}, "Anna")
            shelves.put(key, "Club", {}, "Anna", public=True)
            for name in (key, "newest"):
                shelves.catalogue.enter(shelves.content(key), name, {"of": key}, "Anna")
        assert [one.key for one in shelves.public()] == ["league-7"]
        told = {name: item.value["of"] for name, item in shelves.items("game-4").items()}
        assert told == {each: each for each in ("league-7", "game-3", "game-4")} | {
            "newest": "game-4"
        }


def test_a_sheet_over_a_public_one_has_no_box_to_offer_it(app: Flask, web: Web) -> None:
    form = {"name": "Ours", "component": "guest.147", **TSARITSA, "public": "1"}
    assert web.client.post("/kept/austria/components", data=form).status_code == 303
    stranger = app.test_client()
    stranger.post("/sample/samoa")
    boxes = [
        'name="public"' in client.get("/kept/austria/components", query_string={"name": name}).text
        for client in (web.client, stranger)
        for name in ("Ours", "New")
    ]
    assert boxes == [True, True, False, True]
