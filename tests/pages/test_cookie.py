"""What a browser keeps of games: a cookie for a year, from which nobody reads a link's token."""

import re
import zlib
from base64 import urlsafe_b64decode
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

SAMPLE = Path(__file__).resolve().parents[2] / "tests/evenings/sample.json"


def begin(client: FlaskClient) -> list[str]:
    sent = client.post("/api/v1/records", data=SAMPLE.read_bytes(), content_type="application/json")
    return [link["token"] for link in sent.json["links"]]


def inside(client: FlaskClient) -> str:
    """Return what everybody can read in the cookie, without the server's key."""
    cookie = client.get_cookie("session")
    packed = cookie.value.startswith(".")
    payload = cookie.value.lstrip(".").split(".")[0]
    read = urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    return (zlib.decompress(read) if packed else read).decode()


def test_no_token_can_be_read_in_the_cookie_and_the_game_is_listed(client: FlaskClient) -> None:
    table = begin(client)[0]
    client.get(f"/t/{table}")
    assert '"games":[1]' in inside(client)
    assert table not in inside(client)
    assert f"/t/{table}" in client.get("/").text
    client.post(f"/forget/{table}")
    assert f"/t/{table}" not in client.get("/").text


def test_the_cookie_lasts_a_year_from_the_last_visit(client: FlaskClient) -> None:
    client.get(f"/t/{begin(client)[0]}")
    cookie = client.get_cookie("session")
    assert cookie.expires is not None
    left = cookie.expires - datetime.now(UTC)
    assert timedelta(days=364) < left <= timedelta(days=366)
    assert cookie.http_only


def test_a_league_is_remembered_by_number(client: FlaskClient) -> None:
    founded = client.post("/l/new", data={"name": "Club", "language": "en"})
    assert founded.status_code == 303, founded.text
    token = founded.location.split("/l/")[1].split("/")[0]
    assert '"clubs":[' in inside(client)
    assert token not in inside(client)


def test_a_set_up_sent_again_begins_no_second_game(
    client: FlaskClient, filled: dict[str, str]
) -> None:
    form: dict[str, Any] = filled | {"key": "k1"}
    first = client.post("/new/austria", data=form).location
    assert client.post("/new/austria", data=form).location == first
    played = {"entry": '{"by":"a","do":"done"}', "version": "0", "key": "e", "ruling": "1"}
    client.post(f"{first}/entries", data=played)
    assert client.post("/new/austria", data=form).location == first  # it has gone on: still it
    assert client.post("/new/austria", data=form | {"key": "k2"}).location != first
    changed = form | {"name-0": "Somebody else"}
    assert client.post("/new/austria", data=changed).location != first


def test_the_set_up_form_names_a_key_and_keeps_it_when_it_is_refused(client: FlaskClient) -> None:
    assert 'name="key" value="' in client.get("/new/austria").text
    refused = client.post("/new/austria", data={"key": "mine"})
    assert refused.status_code == 422
    assert 'name="key" value="mine"' in refused.text


def test_a_refused_page_is_compressed(client: FlaskClient) -> None:
    refused = client.post("/new/austria", data={}, headers={"Accept-Encoding": "gzip"})
    assert (refused.status_code, refused.headers["Content-Encoding"]) == (422, "gzip")


def test_over_https_a_form_is_taken_although_no_browser_says_where_it_comes_from(
    app: Flask,
) -> None:
    """Our policy keeps browsers from sending a referrer, in which a link's token would stand."""
    app.config["WTF_CSRF_ENABLED"] = True
    client = app.test_client()
    page = client.get("/", base_url="https://hotel.example").text
    token = re.search(r'name="csrf" content="([^"]+)"', page)
    sent = {"csrf_token": token[1], "language": "fr"}
    assert client.post("/language", data=sent, base_url="https://hotel.example").status_code == 303
    del sent["csrf_token"]
    assert client.post("/language", data=sent, base_url="https://hotel.example").status_code == 400
