"""What an address may ask for: numbers beyond any, links in brackets, other sites, other names."""

import csv
import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Request
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from exports.league import spreadsheet
from recorder import create_app
from tests.proof.routes import OFTEN, WORDS, addresses

ROOT = Path(__file__).resolve().parents[2]
BEYOND = (
    *(str(2**31), str(2**63), str(2**64), "9" * 40, "9" * 5000, "-1", str(-(2**70)), "1_0", "٣"),
)
RUBBISH = (
    "",
    "²",
    "1e999",
    "null",
    "[[[[",
    '{"a":1}',
    "\x00",
    "é" * 300,
    "a.b",
    "../..",
    "<b>",
    "1,2,3",
)
ELSEWHERE = (
    *("http://[::1/t/x", "//evil.example", "/\\evil.example", "https://evil.example/"),
    *("/\t/evil.example", "/\n/evil.example", "/ /evil.example", "\t//evil.example", "", "t"),
    *("/\r\nSet-Cookie: a=b", "/a\nb", "/\x7f/evil.example", "javascript:1"),
)
NUMBERS = ("number", "version")


class _Asked(MultiDict[str, str]):
    """The query of a request, which remembers what it was asked for."""

    names: set[str] = set()  # noqa: RUF012 -- of the class: requests make many

    def get(self, key: str, *args: Any, **more: Any) -> Any:
        self.names.add(key)
        return super().get(key, *args, **more)

    def getlist(self, key: str, *args: Any, **more: Any) -> Any:
        self.names.add(key)
        return super().getlist(key, *args, **more)

    def __getitem__(self, key: str) -> str:
        self.names.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:  # asked by ``request.values``
        self.names.add(str(key))
        return super().__contains__(key)


class _Request(Request):
    parameter_storage_class = _Asked  # type: ignore[assignment]


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    app = create_app({"DATABASE": str(tmp_path / "r.db"), "WTF_CSRF_ENABLED": False} | OFTEN)
    app.request_class = _Request  # type: ignore[assignment]
    return app


def begin(client: FlaskClient) -> tuple[str, str]:
    record = json.loads((ROOT / "templates/samoa/sample.json").read_bytes())
    table = client.post("/api/v1/records", json=record).json["links"][0]["token"]
    founded = client.post("/l/new", data={"name": "Club", "language": "en", "game": "samoa"})
    return table, founded.headers["Location"].split("/")[2]


def test_no_number_and_no_link_in_an_address_is_answered_with_a_5xx(
    app: Flask, chance: random.Random
) -> None:
    """Every number of every path, and every name that a view has looked for in its query."""
    client = app.test_client()
    table, league = begin(client)
    places: dict[str, Any] = {name: [*known, "a.b"] for name, known in WORDS.items()}
    places |= {"token": [table], "lt": [league], "game": ["samoa", "a.b", "__main__"]}
    bad = []
    for address in addresses(app, "GET", places, chance):
        if not address.startswith("/static") and not address.endswith(".pdf"):
            client.get(address)
    names = sorted(_Asked.names)
    assert {"since", "at", "page", "before", "link"} <= set(names)
    for address in addresses(app, "GET", places, chance):
        if address.startswith("/static") or address.endswith((".pdf", ".zip")):
            continue
        values = [str(2**63), ELSEWHERE[0]]
        for value in map(chance.choice, (BEYOND, RUBBISH, values)):
            query = dict.fromkeys(names, value)
            if client.get(address, query_string=query).status_code > 499:
                bad.append((address, value))
    for method in ("GET", "POST"):
        for number in chance.sample(BEYOND, 3):
            every = places | {name: [1] for name in NUMBERS}
            for rule in app.url_map.iter_rules():
                if not set(NUMBERS) & rule.arguments or method not in (rule.methods or ()):
                    continue
                filled = {name: every.get(name, ["change"])[0] for name in rule.arguments}
                path = re.sub(
                    r"<(?:\w+:)?(\w+)>",
                    lambda found, filled=filled, number=number: (  # type: ignore[misc]
                        number if found[1] in NUMBERS else str(filled[found[1]])
                    ),
                    rule.rule,
                )
                answer = client.open(path, method=method)
                if answer.status_code > 499:
                    bad.append((method, path))
    assert not bad, bad[:5]


@pytest.mark.parametrize("number", [str(2**63), str(2**64), "9" * 5000])
def test_the_numbers_that_failed(app: Flask, number: str) -> None:
    client = app.test_client()
    table, league = begin(client)
    for path in (f"/t/{table}/news?since={number}", f"/t/{table}/log?at={number}"):
        assert client.get(path).status_code == 200, path
    for path in (f"/api/v1/games/{table}/states/{number}", f"/t/{table}/history/{number}"):
        assert client.get(path).status_code == 404, path
    assert client.get(f"/l/{league}/add/table?link=http://[::1/t/x").status_code == 422


@pytest.mark.parametrize("back", ELSEWHERE)
def test_no_form_leads_off_the_site(app: Flask, back: str) -> None:
    answer = app.test_client().post("/language", data={"language": "en", "back": back})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/#language")


@pytest.mark.parametrize("part", ["", "#", "#log", "#a#//evil.example"])
def test_a_form_leads_back_to_where_it_was(app: Flask, part: str) -> None:
    """To the same page, at the button of its languages, whatever part of it was in sight."""
    back = "/t/x/log?verdict=illegal&page=2"
    answer = app.test_client().post("/language", data={"language": "en", "back": back + part})
    assert answer.headers["Location"] == f"{back}#language"


def test_a_server_answers_to_its_own_names_only(tmp_path: Path) -> None:
    app = create_app({"DATABASE": str(tmp_path / "r.db"), "HOSTS": "hotel.example, .club.example"})
    client = app.test_client()
    asked = {
        "hotel.example": 200,
        "hotel.example:8000": 200,
        "a.club.example": 200,
        "evil.example": 421,
        "hotel.example.evil.example": 421,
        "127.0.0.1": 421,
    }
    statuses = {host: client.get("/", headers={"Host": host}).status_code for host in asked}
    assert statuses == asked
    assert "evil.example" not in client.get("/", headers={"Host": "evil.example"}).text
    assert client.get("/health/live", headers={"Host": "127.0.0.1"}).status_code == 200
    assert client.get("/api/v1/openapi.json", headers={"Host": "x"}).json["error"]["status"] == 421


def test_a_house_sets_nothing(tmp_path: Path) -> None:
    client = create_app({"DATABASE": str(tmp_path / "r.db")}).test_client()
    for host in ("192.168.0.7:8000", "hotel.local", "[fe80::1]:8000", "kitchen"):
        assert client.get("/", headers={"Host": host}).status_code == 200, host


def test_every_file_names_its_letters_once(app: Flask, chance: random.Random) -> None:
    client = app.test_client()
    table, league = begin(client)
    places: dict[str, Any] = {"token": [table], "lt": [league], "game": ["samoa"]}
    places["ending"] = ["csv", "json"]
    for address in addresses(app, "GET", places, chance):
        if not address.startswith("/static") and not address.endswith(".pdf"):
            kind = client.get(address).headers.get("Content-Type", "")
            assert kind.count("charset") <= 1, (address, kind)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝"])
@pytest.mark.parametrize("before", ["", "a;", 'a;"', "a; ", "a\n", "a\t", "a|", '"', "a;'\"", ";;"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_no_spreadsheet_finds_a_formula(sign: str, before: str, separator: str) -> None:
    """Whatever it takes for the end of a cell; numbers below zero stay numbers."""
    text = spreadsheet.table(["name", "n"], [[f"{before}{sign}1+1", -3]]).removeprefix("\ufeff")
    for row in csv.reader(io.StringIO(text), delimiter=separator):
        for value in row:
            begun = value.lstrip(' \t\r\n"')  # an apostrophe says that it is a text
            assert value == "-3" or not begun.startswith(sign), value
