"""Days and times: whose day it is, digits of any script, and days that are in the calendar."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from freezegun import freeze_time

from recorder.league.days import clock_time, day_of, read_time, read_typed_day
from recorder.league.points import Unfit
from tests.league.conftest import Web

LATE = "2026-11-20T23:14:00+00:00"
"""Late in London, tomorrow in Seoul, in the afternoon in Los Angeles."""


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("UTC", "2026-11-20"),
        ("Asia/Seoul", "2026-11-21"),
        ("America/Los_Angeles", "2026-11-20"),
        ("Europe/Vienna", "2026-11-21"),
    ],
)
def test_a_league_has_the_day_of_its_own_zone(web: Web, zone: str, day: str) -> None:
    """The form of totals, a new evening and a set-up begin with it."""
    assert day_of(LATE, zone) == day
    club = {"name": "Club", "language": "en", "game": "samoa", "zone": zone}
    assert web.post("/settings", **club, key="z").status_code == 303
    with freeze_time(LATE):
        for path in ("/add", "/evenings/new", "/start/samoa"):
            assert f'value="{day}"' in web.get(path), path


@pytest.mark.parametrize(
    ("typed", "time"),
    [
        ("19:30", "19:30"),
        ("１９:３０", "19:30"),
        ("１９：３０", "19:30"),
        ("١٩:٣٠", "19:30"),
        (" ", ""),
    ],
)
def test_a_time_is_read_in_the_digits_of_any_script(typed: str, time: str) -> None:
    assert read_time(typed, "time") == time


@pytest.mark.parametrize("typed", ["24:00", "19:60", "x", "²2:00", "119:30"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    assert clock_time(typed) == ""
    with pytest.raises(Unfit):
        read_time(typed, "time")


def test_a_day_is_one_of_the_calendar() -> None:
    assert read_typed_day("٢٠٢٦-١١-٢٠", "day") == "2026-11-20"
    for wrong in ("20261120", "2026-W47-5", "2026-02-30", "", "1"):
        with pytest.raises(Unfit):
            read_typed_day(wrong, "day")


@pytest.mark.parametrize("typed", ["１９:３０", "١٩:٣٠"])
def test_an_evening_in_other_digits_stands_in_the_calendar(web: Web, typed: str) -> None:
    """It was 500 for everybody."""
    form = {"day": "２０２６-１１-１９", "time": typed, "place": "", "game": "samoa"}
    assert web.post("/evenings", **form, key="e").status_code == 303
    assert "DTSTART:20261119T193000" in web.get("/evenings.ics", "public")


def test_totals_are_read_in_the_digits_of_any_script(web: Web) -> None:
    form: dict[str, Any] = {"game": "samoa", "day": "２０２６-０５-０１", "asked": "1", "key": "t"}
    form |= {"name-0": "Anna", "total-0": "１２", "name-1": "Boris", "total-1": "−٣"}
    assert web.post("/add/result", "member", **form).status_code == 303
    page = web.get("/games/r1")
    assert '<span class="num">12</span>' in page.replace(">\n", ">")
    assert "-3</span>" in page or "−3</span>" in page


@pytest.mark.parametrize("day", ["20261120", "2026-W47-5"])
def test_a_day_that_is_no_calendar_day_is_refused_at_every_door(web: Web, day: str) -> None:
    document = json.loads(web.record("samoa-3p.json", played_on=day))
    client: FlaskClient = web.client
    for path in ("/api/v1/records", "/api/v1/games"):
        answer = client.post(path, json=document)
        assert (answer.status_code, answer.json["error"]["key"]) == (422, "played_on")
    assert "not added" in web.send(("a.json", json.dumps(document).encode())).text


TWO = ("Anna", " anna ")
"""Names that nobody can tell apart."""


def equal_names(web: Web) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(web.record("samoa-3p.json"))
    for seat, name in zip(document["players"], TWO, strict=False):
        seat["name"] = name
    return document


def test_an_import_asks_for_what_tells_equal_names_apart(web: Web) -> None:
    """Else the next result would go to one of them. A known name means the player who has it."""
    web.post("/players", name="Anna Berg", key="p")
    content = json.dumps(equal_names(web)).encode()
    files = {"files": [(io.BytesIO(content), "a.json")], "key": "k"}
    place = web.client.post(web.links["member"] + "/add/files", data=files).headers["Location"]
    page = web.client.get(place)
    assert "Two players are called Anna; add what tells them apart." in page.text
    names = {"seat-0.0": "Anna Berg", "seat-0.1": "anna berg", "who-anna": "new"}
    refused = web.client.post(place, data=names)
    assert refused.status_code == 422
    assert 'value="anna berg"' in refused.text
    web.client.post(place, data=names | {"seat-0.1": "Anna M\u00fcller"})
    assert "Anna M\u00fcller" in web.get("/games/g1")
    assert sorted(re.findall(r'/players/(p\d+)"', web.get("/games/g1"))) == ["p1", "p2", "p3"]
    assert "Anna Berg" in web.get("/games/g1")


def test_a_program_says_what_tells_equal_names_apart(web: Web) -> None:
    path = f"/api/v1/leagues/{web.links['member'].removeprefix('/l/')}/imports"
    told = web.client.post(path, json=equal_names(web))
    assert told.json["equal"] == [
        {"seat": "0.0", "file": "record.json", "name": "Anna"},
        {"seat": "0.1", "file": "record.json", "name": "anna"},
    ]
    place = told.headers["Location"]
    lacks = web.client.post(place, json={"seats": {"0.0": "Anna B."}})
    assert (lacks.status_code, lacks.json["error"]["message"]) == (422, "which player? Anna")
    done = web.client.post(place, json={"seats": {"0.0": "Anna B.", "0.1": "Anna M."}})
    assert (done.json["equal"], done.json["files"][0]["key"]) == ([], "g1")


def test_equal_names_at_a_table_that_joins_are_told_by_name(web: Web) -> None:
    document = equal_names(web)
    started = web.client.post("/api/v1/records", json=document).get_json()
    link = next(own["token"] for own in started["links"] if own["role"] == "table")
    fields = {f"seat-{seat['id']}": seat["name"] for seat in document["players"]}
    added = web.post("/add/table", "member", link=link, **fields, key="a")
    assert added.status_code == 422
    assert "add what tells them apart" in added.text
    assert web.get("/players").count("/players/p") == 0


def test_a_set_up_asks_for_what_tells_equal_names_apart(web: Web) -> None:
    form = {"name-0": "Anna", "name-1": "anna", "name-2": "Boris", "key": "u"}
    assert web.post("/start/samoa", "member", **form).status_code == 422
