"""A form that begins something begins it once, however often it is sent; another one, another."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = (ROOT / "templates/samoa/sample.json").read_bytes()
Send = Callable[[FlaskClient, str], str]


def key_on(client: FlaskClient, page: str, action: str) -> str:
    form = next(
        own
        for own in re.findall(r"<form.*?</form>", client.get(page).text, re.S)
        if f'action="{action}"' in own
    )
    (key,) = re.findall(r'name="key" value="([^"]+)"', form)
    return str(key)


def sample(client: FlaskClient, key: str) -> str:
    return client.post("/sample/samoa", data={"key": key}).headers["Location"]


def upload(client: FlaskClient, key: str) -> str:
    form = {"key": key, "record": (io.BytesIO(SAMPLE), "record.json")}
    return client.post("/upload", data=form).headers["Location"]


def league(client: FlaskClient, key: str) -> str:
    form = {"key": key, "name": "Club", "language": "en"}
    return client.post("/l/new", data=form).headers["Location"]


FORMS: dict[str, tuple[str, str, Send]] = {
    "sample": ("/", "/sample/samoa", sample),
    "sample-about": ("/about", "/sample/samoa", sample),
    "upload": ("/", "/upload", upload),
    "league": ("/l/new", "/l/new", league),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_lost_answer_sent_again_begins_no_second_one(client: FlaskClient, name: str) -> None:
    page, action, send = FORMS[name]
    key = key_on(client, page, action)
    begun = send(client, key)
    assert send(client, key) == begun
    assert send(client, key_on(client, page, action)) != begun


def test_one_key_with_another_content_begins_another(client: FlaskClient) -> None:
    key = key_on(client, "/", "/upload")
    begun = upload(client, key)
    other = json.dumps(json.loads(SAMPLE) | {"place": "Elsewhere"}).encode()
    form = {"key": key, "record": (io.BytesIO(other), "record.json")}
    assert client.post("/upload", data=form).headers["Location"] != begun


def test_an_old_form_does_not_open_a_league_whose_links_were_replaced(client: FlaskClient) -> None:
    key = key_on(client, "/l/new", "/l/new")
    token = league(client, key).split("/")[2]
    page = client.get(f"/l/{token}/links").text
    action = next(each for each in re.findall(r'action="([^"]+)"', page) if "organiser" in each)
    form = next(each for each in re.findall(r"<form.*?</form>", page, re.S) if action in each)
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert client.post(action, data=fields).status_code < 400
    assert client.get(f"/l/{token}").status_code == 404
    again = client.post("/l/new", data={"key": key, "name": "Club", "language": "en"})
    assert again.status_code == 404


@pytest.mark.parametrize("game", ["austria", "samoa"])
def test_a_set_up_asks_for_what_tells_equal_names_apart(client: FlaskClient, game: str) -> None:
    form = {"name-0": "Anna", "name-1": " anna", "name-2": "Boris"}
    refused = client.post(f"/new/{game}", data=form)
    assert refused.status_code == 422
    assert "Two players are called anna; add what tells them apart." in refused.text
    told = client.post(f"/new/{game}", data=form | {"name-1": "Anna M."})
    assert "add what tells them apart" not in told.text


@pytest.mark.rule("GAH-CARD-36")
def test_another_box_of_2015_follows_what_its_card_prints(
    client: FlaskClient, filled: dict[str, str]
) -> None:
    other = filled | {"edition": "2015"}
    refused = client.post("/new/austria", data=other)
    assert refused.status_code == 422
    assert "Enter the price of staff card 36 Sommelier." in refused.text
    begun = client.post("/new/austria", data=other | {"printed-price": "2015-fr"})
    record: Any = client.get(begun.location + "/record.json").json
    assert record["edition"] == "2015-fr"
