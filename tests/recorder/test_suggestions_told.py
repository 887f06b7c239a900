"""A refusal says what would have been legal: to whoever asks, and no more than they may know."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.samoa.play import header

V1 = "/api/v1"
AUSTRIA: dict[str, Any] = {
    "record": 1,
    "game": "austria",
    "edition": "2015-ru",
    "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
    "position": {"round": 1, "turn_of": "a", "dice": [2, 2, 2, 2, 1, 1]},
    "entries": [{"by": "b", "do": "pass"}, {"by": "a", "do": "take_die", "die": 4}],
}
POOR: list[dict[str, Any]] = [
    {"do": "adjust", "of": "a", "money": -17},
    {"do": "tiles", "tiles": ["pool"]},
    {"do": "tourists", "groups": [["normal", "rich"]]},
    {"by": "a", "do": "card", "bid": 20, "room": 13},
    {"by": "b", "do": "card", "day_off": True},
    {"by": "c", "do": "card", "bid": 2, "room": 3},
    {"by": "a", "do": "lodge", "group": 1, "tourists": []},
]
"""It is the turn of A, who has 8 coins and has bid 20."""


def begin(client: FlaskClient, record: dict[str, Any]) -> dict[str, str]:
    answer = client.post(f"{V1}/records", json=record)
    assert answer.status_code == 201, answer.json
    return {link["seat"] or link["role"]: link["token"] for link in answer.json["links"]}


def said(client: FlaskClient, token: str, number: int) -> str:
    """Return what a link reads beside a kept refusal."""
    verdict = client.get(f"{V1}/games/{token}").json["verdicts"][number - 1]
    assert verdict["verdict"] == "illegal"
    return " ".join(breach.get("instead", "") for breach in verdict["violations"]).strip()


def test_a_refusal_and_a_kept_one_say_it_and_call_players_by_name(client: FlaskClient) -> None:
    links = begin(client, AUSTRIA)
    told = said(client, links["read"], 1)
    assert told == "Anna may: take a guest, take a die or pass."
    entry = {"by": "a", "do": "take_guest", "guest": 50, "reveal": 51}
    body = {"entry": entry, "version": 1, "key": "one"}
    answer = client.post(f"{V1}/games/{links['a']}/entries", json=body)
    assert answer.status_code == 409
    assert answer.json["error"]["verdict"]["violations"][0]["instead"].startswith("Anna may: ")
    body = {"entry": entry, "version": 1, "key": "two", "stands": True}
    answer = client.post(f"{V1}/games/{links['table']}/entries", json=body)
    assert answer.status_code == 201
    assert answer.json["verdict"]["violations"][0]["instead"].startswith("Anna may: ")
    assert told in client.get(f"/t/{links['read']}/entries/1").text


@pytest.mark.rule("SAM-PAY-04")
def test_what_was_legal_tells_nobody_the_money_of_another(client: FlaskClient) -> None:
    links = begin(client, header(3, entries=POOR))
    assert said(client, links["a"], 7) == "A may: pass."
    for reader in ("read", "b", "c"):
        assert said(client, links[reader], 7) == "A may: buy a building tile or pass.", reader
