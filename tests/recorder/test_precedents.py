"""Rulings kept as precedents, and who may see what a check found."""

import json
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from recorder.games.visibility import reveal_game
from recorder.web.context import precedents, tables
from tests.recorder.tally import add, document

V1 = "/api/v1/games/"


def begin(client: FlaskClient, *entries: Any) -> dict[str, str]:
    answer = client.post("/api/v1/games", json=document(*entries)).json
    return {link["seat"] or link["role"]: link["token"] for link in answer["links"]}


def send(client: FlaskClient, token: str, entry: Any, version: int, **more: Any) -> Any:
    body = {"entry": entry, "version": version, "key": f"k{version}"} | more
    return client.post(f"{V1}{token}/entries", json=body)


def test_the_next_verdict_of_the_same_kind_mentions_the_ruling(client: FlaskClient) -> None:
    first = begin(client)["table"]
    stood = send(client, first, add("a", 5), 0, stands=True, note="so be it", agreed=["a", "b"])
    assert stood.status_code == 201
    with client.application.app_context():
        table = tables().open(first)
        assert reveal_game(table).entries[1]["agreed"] == ["a", "b"]
        ruling = reveal_game(table).entries[1]
        precedents().choose(table, "game-1", "Kitchen table", writes=True)
        assert precedents().keep(table, ruling, "game-1", "Kitchen table") == ["TALLY-MOST"]

    same = send(client, first, add("b", 4), 1).json["error"]
    assert [(each["subject"], each["note"], each["agreed"]) for each in same["precedents"]] == [
        ("TALLY-MOST", "so be it", ["Anna", "Борис"])
    ]
    other = send(client, first, {"by": "b", "do": "guess", "n": 1}, 1).json["error"]
    assert "precedents" not in other

    second = begin(client)["table"]
    assert "precedents" not in send(client, second, add("a", 9), 0).json["error"]
    with client.application.app_context():
        precedents().choose(tables().open(second), "game-1", "Kitchen table", writes=False)
    assert "precedents" in send(client, second, add("a", 9), 0).json["error"]


def test_who_agreed_has_to_be_at_the_table(client: FlaskClient) -> None:
    refused = send(client, begin(client)["table"], add("a", 5), 0, stands=True, agreed=["z"])
    assert (refused.status_code, refused.json["error"]["key"]) == (422, "agreed.0")


def test_checks_are_entered_together_and_taken_back_together(client: FlaskClient) -> None:
    links = begin(client, add("a", 1))
    checks = [{"do": "check", "of": "a", "n": 1}, {"do": "check", "of": "b", "n": 2}]
    path = f"{V1}{links['table']}"
    body = {"entries": checks, "version": 1, "key": "k"}
    answer = client.post(f"{path}/checks", json=body)
    assert answer.json == {"version": 2, "entries": [2, 3]}
    assert client.post(f"{path}/checks", json=body).json == answer.json  # sent again
    [finding] = client.get(path).json["findings"]
    assert (finding["entry"], finding["of"], finding["record"], finding["board"]) == (3, "b", 0, 2)
    assert finding["status"] == "open"
    client.post(f"{path}/undo", json={"version": 2, "key": "u"})
    assert client.get(path).json["record"]["entries"] == [add("a", 1)]
    body = {"entries": [add("b", 1)], "version": 3, "key": "n"}
    refused = client.post(f"{path}/checks", json=body)
    assert (refused.status_code, refused.json["error"]["key"]) == (422, "do")


SAMOA = Path(__file__).parents[1] / "records" / "samoa-3p.json"


def test_money_that_was_read_aloud_to_one_seat_is_no_finding_for_others(
    client: FlaskClient,
) -> None:
    """SAM-PAY-04: money is secret; its owner may check it on the own phone."""
    record = json.loads(SAMOA.read_text(encoding="utf-8")) | {"entries": []}
    answer = client.post("/api/v1/games", json=record).json
    links = {link["seat"] or link["role"]: link["token"] for link in answer["links"]}
    body = {"entries": [{"do": "check", "of": "a", "money": 1}], "version": 0, "key": "k"}
    assert client.post(f"{V1}{links['a']}/checks", json=body).status_code == 201
    own = client.get(f"{V1}{links['a']}").json
    assert [finding["key"] for finding in own["findings"]] == ["money"]
    for who in ("table", "read", "b"):
        seen = client.get(f"{V1}{links[who]}").json
        assert seen["findings"] == []
        assert "finding" not in seen["verdicts"][0]
        assert "money" not in seen["record"]["entries"][0]
        assert client.get(f"/t/{links[who]}/findings/1/money").status_code == 404
    assert client.get(f"/t/{links['a']}/findings/1/money").status_code == 200
