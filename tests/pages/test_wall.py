"""The page for a large screen by HTTP: every board and score, and nothing that is secret."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.reading import load
from adjudicator.replay import Replay
from recorder import create_app
from tests.pages.dealing import deal

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    database = tmp_path_factory.mktemp("wall") / "recorder.db"
    return create_app({"DATABASE": str(database), "CREATION_LIMIT": "1000 per minute"})


def sample(path: str) -> dict[str, Any]:
    return json.loads((ROOT / path).read_text("utf-8"))


def heads(text: str) -> dict[str, str]:
    by_player = re.findall(r'data-board="([^"]*)">\s*<h2>(.*?)</h2>', text, re.S)
    return {player: re.sub(r"<[^>]*>|\s+", " ", head) for player, head in by_player}


@pytest.mark.parametrize(
    "path",
    ["tests/evenings/sample.json", "templates/samoa/sample.json", "tests/records/samoa-6p.json"],
)
def test_every_board_stands_there_with_its_score(client: FlaskClient, path: str) -> None:
    record = sample(path)
    result = Replay(load(record)).result()
    read = deal(client.application, record)["read"]
    assert "wins" not in client.get(read + "/wall").text
    client.get(read + "/end")  # from now on this browser was told
    page = client.get(read + "/wall").text
    shown = heads(page)
    assert list(shown) == [player["id"] for player in record["players"]]
    for player in record["players"]:
        assert player["name"] in shown[player["id"]]
        assert f" {result.total(player['id'])} " in shown[player["id"]]
    assert "wins" in page.split("</h1>")[0]


def test_modules_stand_there_in_few_words(client: FlaskClient) -> None:
    record = sample("tests/evenings/sample-waltz.json")
    page = client.get(
        deal(client.application, record | {"entries": record["entries"][:160]})["read"] + "/wall"
    ).text
    for words in ("Goldener Strauß", "Winston Churchill", "The Grand Wray Hotel", "Rehearsal: "):
        assert words in page


def test_only_the_read_link_has_a_wall(client: FlaskClient) -> None:
    """A seat's or the table's would show what is its own to a whole room."""
    record = sample("templates/samoa/sample.json")
    links = deal(client.application, record | {"entries": record["entries"][:-1]})
    for name in links:
        answer = client.get(links[name] + "/wall")
        assert answer.status_code == (200 if name == "read" else 303)
        assert name == "read" or answer.location == links["read"] + "/wall"
    page = client.get(links["read"] + "/wall")
    assert 'class="money' not in page.text
    assert not re.search(r"<button|<form[^>]*entr", page.text.split("<main")[1].split("</main")[0])
    version = re.search(r'data-version="(\d+)"', page.text)
    assert client.get(links["read"] + f"/wall?since={version[1]}").status_code == 204
    part = client.get(links["read"] + "/wall?since=0", headers={"X-From": "page"})
    assert part.text.lstrip().startswith("<main")


def test_it_is_dark_unless_the_light_is_asked_for(client: FlaskClient) -> None:
    read = deal(client.application, sample("tests/evenings/sample.json"))["read"]
    sheet = r'dark\.css[^>]*media="([^"]*)"'
    assert re.findall(sheet, client.get(read + "/wall").text) == ["all"]
    assert re.findall(sheet, client.get(read + "/wall?light=1").text) == ["not all"]
    assert re.findall(sheet, client.get(read).text) == ["(prefers-color-scheme: dark)"]
