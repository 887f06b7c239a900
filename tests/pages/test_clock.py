"""Thinking time: whom the table waited for, by the moments of the log; off unless asked for."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from freezegun import freeze_time

from exports import sheet
from recorder import create_app

RECORD: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "records" / "samoa-4p.json").read_text("utf-8")
)
NAMES = {player["name"]: player["id"] for player in RECORD["players"]}


def begin(client: FlaskClient, entries: int) -> dict[str, str]:
    document = RECORD | {"entries": RECORD["entries"][:entries]}
    links = client.post("/api/v1/records", json=document).json["links"]
    return {link["seat"] or link["role"]: link["token"] for link in links}


def enter(client: FlaskClient, link: str, number: int, version: int) -> None:
    body = {"entry": RECORD["entries"][number], "version": version, "key": f"k{version}"}
    assert client.post(f"/api/v1/games/{link}/entries", json=body).status_code == 201


def times(client: FlaskClient, link: str, page: str = "/clock") -> dict[str, str]:
    text = client.get(f"/t/{link}{page}").text
    shown_times = re.findall(r'class="time[^>]*>(.*?)\s+<b class="num"[^>]*>(.*?)</b>', text, re.S)
    return {NAMES[name]: shown for name, shown in shown_times}


KEYS = iter(range(1000))


def switch(client: FlaskClient, link: str, state: str) -> None:
    form = {"state": state, "key": f"switch-{next(KEYS)}"}
    assert client.post(f"/t/{link}/clock", data=form).status_code == 303


def test_the_time_of_simultaneous_choices_counts_for_everybody_who_still_chooses(
    client: FlaskClient, tmp_path: Path
) -> None:
    """Cards are chosen by all: after 10 s by c, 20 s later by d; 5 minutes of pause; then a."""
    with freeze_time("2026-11-22 20:00:00") as clock:
        links = begin(client, 2)
        table = links["table"]
        clock.tick(100)  # before anybody asked for a clock
        assert not times(client, table)
        switch(client, table, "runs")  # the second operation of the log
        clock.tick(10)
        enter(client, table, 2, 2)
        clock.tick(20)
        enter(client, table, 3, 3)
        assert times(client, table) == {"a": "0:30", "b": "0:30", "c": "0:10", "d": "0:30"}
        switch(client, table, "paused")
        clock.tick(300)
        assert "The clock is paused" in client.get(f"/t/{table}").text
        switch(client, table, "runs")
        clock.tick(65)
        enter(client, table, 4, 6)
        expected = {"a": "1:35", "b": "1:35", "c": "0:10", "d": "0:30"}
        for page in ("/clock", "", "/result"):
            assert times(client, links["read"], page) == expected
        read = client.get(f"/api/v1/games/{links['read']}").json["clock"]
        seconds = {"a": 95, "b": 95, "c": 10, "d": 30}
        assert read == {"state": "runs", "seconds": seconds, "ticking": ["b"]}
        again = create_app({"DATABASE": client.application.config["DATABASE"]}).test_client()
        assert times(again, links["read"]) == expected  # the log says the same to anybody
        clock.tick(3600)
        assert times(client, table)["b"] == "1:01:35"  # whom the table waits for alone


def test_what_is_taken_back_was_time_of_who_thinks_again(client: FlaskClient) -> None:
    with freeze_time("2026-11-22 20:00:00") as clock:
        links = begin(client, 6)  # all have chosen: b is the first to build
        switch(client, links["table"], "runs")
        clock.tick(10)
        enter(client, links["table"], 6, 2)
        clock.tick(7)
        undo = {"version": 3, "key": "u"}
        assert client.post(f"/api/v1/games/{links['table']}/undo", json=undo).status_code == 201
        clock.tick(3)
        enter(client, links["table"], 6, 4)
        assert times(client, links["read"])["b"] == "0:20"


def test_times_are_printed_on_the_sheet(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, Any] = {}
    monkeypatch.setattr(
        sheet, "print_template", lambda name, sizes, **said: told.update(said) or b""
    )
    with freeze_time("2026-11-22 20:00:00") as clock:
        links = begin(client, len(RECORD["entries"]) - 1)
        assert client.get(f"/t/{links['table']}/sheet.pdf").status_code == 403  # scores are secret
        switch(client, links["table"], "runs")
        clock.tick(3725)
        enter(client, links["table"], len(RECORD["entries"]) - 1, 2)
    assert client.get(f"/t/{links['read']}/sheet.pdf").status_code == 200
    small = told["sheet"].beside[-1]
    assert small.title == "Thinking time"
    assert "1:02:05" in small.rows[0][1]


def test_who_may_switch_the_clock(client: FlaskClient) -> None:
    links = begin(client, 2)
    for seat in ("a", "read"):
        client.post(f"/t/{links[seat]}/take")
        answer = client.post(f"/t/{links[seat]}/clock", data={"state": "runs", "key": "k1"})
        assert answer.status_code == 403
    switch(client, links["table"], "runs")
    switch(client, links["a"], "paused")  # whoever plays may pause it
    form = {"state": "off", "key": "k2"}
    assert client.post(f"/t/{links['a']}/clock", data=form).status_code == 403
    assert client.post(f"/t/{links['read']}/clock", data=form).status_code == 403
    assert client.post(f"/t/{links['table']}/clock", data={"state": "x"}).status_code == 422
    switch(client, links["table"], "off")
    assert not times(client, links["table"], "/result")
    log = client.get(f"/api/v1/games/{links['read']}/log").json["operations"]
    assert [line.get("clock") for line in log] == [None, "runs", "paused", "off"]
    assert "The clock is paused" in client.get(f"/t/{links['read']}/history").text
    record = client.get(f"/t/{links['read']}/record.json").json
    assert "clock" not in json.dumps(record)  # nothing of it leaves with the record


@pytest.mark.parametrize("state", ["runs", "paused"])
def test_switching_the_clock_makes_no_entry_stale(client: FlaskClient, state: str) -> None:
    links = begin(client, 2)
    switch(client, links["table"], "runs")
    switch(client, links["table"], state)
    enter(client, links["table"], 2, 1)  # made on the page before both
