"""The log by HTTP: what entries did, filters, rounds, pages of bounded size."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder.pages.history.log import A_PAGE
from recorder.web.context import tables

SAMPLE = Path(__file__).parents[2] / "tests" / "evenings" / "sample.json"
RECORD: dict[str, Any] = json.loads(SAMPLE.read_text(encoding="utf-8"))
ENTRIES = RECORD["entries"]


@pytest.fixture
def log(app: Flask) -> str:
    with app.app_context():
        return f"/t/{tables().start(RECORD, listed=False).table.link.token}/log"


def shown(client: FlaskClient, address: str) -> list[int]:
    answer = client.get(address)
    assert answer.status_code == 200
    return [int(number) for number in re.findall(r'id="entry-(\d+)"', answer.text)]


def test_every_entry_stands_on_one_page_newest_first(client: FlaskClient, log: str) -> None:
    pages = [shown(client, f"{log}?page={page}") for page in range(len(ENTRIES) // A_PAGE + 1)]
    assert [number for page in pages for number in page] == list(range(len(ENTRIES), 0, -1))
    assert max(map(len, pages)) == A_PAGE


def test_a_page_beyond_the_last_is_the_last(client: FlaskClient, log: str) -> None:
    assert shown(client, f"{log}?page=999") == shown(client, f"{log}?page=4")
    assert shown(client, f"{log}?page=-3") == shown(client, log)


def test_the_page_of_an_entry_is_found(client: FlaskClient, log: str) -> None:
    assert 17 in shown(client, f"{log}?at=17")
    assert f"{log}?at=17#entry-17" in client.get(log.replace("/log", "/entries/17")).text


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("player=anna", lambda e: "anna" in (e.get("by"), e.get("of"))),
        ("verb=check_in", lambda e: e["do"] == "check_in"),
        ("player=boris&verb=roll", lambda e: (e.get("by"), e["do"]) == ("boris", "roll")),
    ],
)
def test_filters_leave_out_the_rest(client: FlaskClient, log: str, asked: str, wanted: Any) -> None:
    expected = [number for number, entry in enumerate(ENTRIES, start=1) if wanted(entry)]
    assert shown(client, f"{log}?{asked}") == expected[::-1][:A_PAGE]


def test_a_round_is_what_was_played_in_it(client: FlaskClient, log: str) -> None:
    """Entry 51 ends round 1: it belongs to it; the roll after it begins round 2."""
    numbers = shown(client, f"{log}?round=2")
    assert 52 in numbers
    assert 51 not in numbers
    assert 51 in shown(client, f"{log}?round=1")


def test_verdicts_and_the_other_address_for_what_is_not_legal(
    client: FlaskClient, log: str
) -> None:
    """One entry of the sample is illegal: a disc where nothing was reached."""
    assert shown(client, f"{log}?only=illegal") == shown(client, f"{log}?verdict=illegal") == [78]
    assert 78 not in shown(client, f"{log}?verdict=legal&at=78")
    assert shown(client, f"{log}?verdict=unclear") == []


@pytest.mark.parametrize("asked", ["player=nobody", "round=99", "verb=x", "round=x&page=y&at=z"])
def test_what_no_entry_is_like_is_said(client: FlaskClient, log: str, asked: str) -> None:
    answer = client.get(f"{log}?{asked}")
    assert answer.status_code == 200
    assert ("No entry matches." in answer.text) is ("x&" not in asked)


def test_lines_say_what_entries_did_and_lead_on(client: FlaskClient, log: str) -> None:
    text = client.get(f"{log}?at=51").text
    assert "take the first-player tile" in text
    for place in ("entries/51", "ask/51"):
        assert f'href="{log.replace("/log", "/")}{place}"' in text


def test_only_the_newest_round_lies_open(client: FlaskClient, log: str) -> None:
    text = client.get(log).text
    assert len(re.findall(r'<details class="fold round" open>', text)) == 1
    assert len(re.findall(r'<details class="fold round">', text)) >= 1


# -- the dock --


def test_when_the_game_is_over_its_result_is_the_main_button(client: FlaskClient, log: str) -> None:
    dock = client.get(log.removesuffix("/log")).text.split('id="dock"')[1]
    assert re.search(r'class="btn main grow tall" id="to-result"\s+href="[^"]+/end"', dock)
    with client.application.app_context():
        unfinished = {**RECORD, "entries": ENTRIES[:60]}
        token = tables().start(unfinished, listed=False).table.link.token
    assert "to-result" not in client.get(f"/t/{token}").text


def test_undo_is_offered_where_it_will_work(client: FlaskClient) -> None:
    """A seat takes back what it entered itself and proposes the rest, the table undoes anything."""
    with client.application.app_context():
        links = tables().start({**RECORD, "entries": []}, listed=False).links
        for link in links:
            tables().take_link(link)
        token = {link.seat or link.role: link.token for link in links}
        mine = ENTRIES[0]
        table = tables().open(token[mine["by"]])
        tables().append(table, mine, version=0, key="k1")

    def undo(who: str) -> str:
        return client.get(f"/t/{token[who]}").text.split('id="undo"')[1].split(">")[0]

    assert ["/undo" in undo(who) for who in ("table", mine["by"], "anna")] == [True, True, False]
    assert "disabled" not in undo("table") + undo(mine["by"])
    assert "/entries/1#propose" in undo("anna")
