"""Whom the table waits for: on the page, in its title, and what is new to who is busy."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

RECORDS = Path(__file__).parents[1] / "records"
MOMENTS = [
    # file, entries, the seat that looks, its title says that it has something to do, the line
    ("austria-4p-2015-ru", 4, "a", True, "Waiting for you and"),  # set-up rooms, by all at once
    ("austria-4p-2015-ru", 109, "b", True, "Waiting for you and"),  # emperor scoring
    ("austria-4p-2015-ru", 113, "b", False, "Waiting for"),  # Anna still has to give a room back
    ("samoa-4p", 2, "d", True, "Waiting for you and"),  # cards
    ("samoa-4p", 3, "c", False, "Waiting for"),  # Céline has laid hers
    ("samoa-4p", 1, "a", False, ""),  # the table turns tourists up
]


def play(client: FlaskClient, link: str) -> str:
    client.post(f"/t/{link}/take")
    return html.unescape(client.get(f"/t/{link}").text)


def begin(client: FlaskClient, file: str, entries: int) -> dict[str, str]:
    record: dict[str, Any] = json.loads((RECORDS / f"{file}.json").read_text("utf-8"))
    started = client.post("/api/v1/records", json=record | {"entries": record["entries"][:entries]})
    return {link["seat"] or link["role"]: link["token"] for link in started.json["links"]}


@pytest.mark.parametrize(("file", "entries", "seat", "mine", "line"), MOMENTS)
def test_a_page_says_whom_the_table_waits_for(
    client: FlaskClient, file: str, entries: int, seat: str, mine: bool, line: str
) -> None:
    links = begin(client, file, entries)
    page = play(client, links[seat])
    title = re.findall(r"<title>(.*?)</title>", page)[0]
    said = re.findall(r'id="waits">(.*?)<', page)
    assert title.startswith("Your turn · ") is mine
    assert (" data-turn" in page) is mine
    assert f'data-title="{title}"' in page
    assert line in "".join(said) if line else not said
    table = play(client, links["table"])  # sits at no seat
    assert not re.findall(r"<title>Your turn", table)
    assert "Waiting for you" not in table
    assert all(token not in title for token in links.values())


def test_who_is_busy_is_told_what_others_did_and_nothing_hidden(client: FlaskClient) -> None:
    links = begin(client, "samoa-4p", 2)
    play(client, links["c"])
    body = {"entry": {"by": "c", "do": "card", "bid": 4, "room": 4}, "version": 1, "key": "k"}
    assert client.post(f"/api/v1/games/{links['c']}/entries", json=body).status_code == 201
    play(client, links["a"])
    page = client.get(f"/t/{links['a']}?since=1", headers={"X-From": "page"}).text
    assert re.search(r'\sdata-turn\s+data-announce="[^"]*Céline[^"]*"\s', page)
    assert "data-announce" not in client.get(f"/t/{links['table']}").text
    news = client.get(f"/t/{links['table']}/news?since=1").text
    assert "Céline" in news
    assert "4" not in news
    assert "Céline" not in client.get(f"/t/{links['table']}/news?since=2").text


def test_a_seat_is_told_whose_turn_it_is_while_the_game_is_set_up(client: FlaskClient) -> None:
    record = json.loads((RECORDS / "austria-4p-2015-ru.json").read_text("utf-8"))
    last = record["players"][-1]["name"]  # chooses a guest first
    links = begin(client, "austria-4p-2015-ru", 0)
    for seat in ("a", "b", "table"):
        page = play(client, links[seat])
        assert re.search(r"<h1>(.*?)</h1>", page)[1].endswith(last)  # type: ignore[index]
        assert (f"It is {last}'s turn" in page) is (seat != "table")
    links = begin(client, "austria-4p-2015-ru", 10)  # a and b have three rooms each, c and d none
    assert 'id="dock-done"' not in play(client, links["b"])
    links = begin(client, "austria-4p-2015-ru", 9)
    assert 'id="dock-done"' in play(client, links["b"])  # two are enough


def test_who_looks_on_sees_everybody_choose_at_once(client: FlaskClient) -> None:
    links = begin(client, "samoa-4p", 3)  # Céline has laid her card
    wall = play(client, f"{links['read']}/wall")
    assert re.search(r"<h1>\s*(.*?)</h1>", wall)[1] == "Price cards"  # type: ignore[index]
    assert re.findall(r'class="board( now)?" data-board="(.)"', wall) == [
        (" now", "a"),
        (" now", "b"),
        ("", "c"),
        (" now", "d"),
    ]
