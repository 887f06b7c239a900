"""Forms and addresses filled with rubbish: an answer every time, and never a 5xx."""

import random
from typing import Any

import pytest
from flask import Flask

from recorder import create_app
from tests.browser.everywhere import sample
from tests.proof.routes import LONG, OFTEN, WORDS, addresses

SAMPLES = ("austria", "samoa")
RUBBISH = (
    *("", "x", "²", "-1", "0", "1", "9" * 5000, "1e999", "null", "[]", "{}", "[[[[", '{"a":1}'),
    *("pink", "true", "\x00", "é" * 300, "a.b", "../..", "<b>", "a" * 2000, "1,2,3"),
)
FIELDS = (
    *("version", "key", "entry", "kind", "number", "to", "steps", "stands", "note", "text"),
    *("first", "queue-0", "room-1-1", "n", "players", "name-0", "colour-0", "edition", "who"),
    *("entries", "value", "value.0", "ruling", "chosen", "house", "name", "hand-0", "board"),
    *(
        "a" + ".a" * 600,
        "x[]",
        "p.a.rooms",
        "position",
        "header",
        "scoring",
        "flag-1",
        "tiles-room",
    ),
    *("bid-0", "price-0", "tokens-", "door-1-1", "politics", "emperor", "played_on", "place"),
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = tmp_path_factory.mktemp("forms")
    return create_app({"DATABASE": str(folder / "r.db"), "WTF_CSRF_ENABLED": False} | OFTEN)


def links(app: Flask, game: str) -> list[str]:
    client = app.test_client()
    answer = client.post("/api/v1/records", json=sample(game))
    return [link["token"] for link in answer.json["links"]][:3]


@pytest.mark.parametrize("game", SAMPLES)
def test_no_form_and_no_address_is_answered_with_a_5xx(
    app: Flask, game: str, chance: random.Random
) -> None:
    tokens = links(app, game)
    client = app.test_client()
    values: dict[str, Any] = {
        **{key: [*known, "a.b"] for key, known in WORDS.items() if key != "filename"},
        "game": [game, "home", "a.b", "__main__"],
        "token": [tokens[0]],
        "number": [1, 50, 99999] if LONG else [chance.choice([1, 50]), 99999],
        "version": [0, 99999] if LONG else [chance.choice([0, 99999])],
    }
    bad = []
    for address in addresses(app, "GET", values, chance):
        if address.endswith(".pdf") or address.startswith("/static"):
            continue
        query = {chance.choice(FIELDS): chance.choice(RUBBISH), "q": chance.choice(RUBBISH)}
        if (
            not address.endswith(".pdf")
            and client.get(address, query_string=query).status_code > 499
        ):
            bad.append(address)
    for address in addresses(
        app,
        "POST",
        values | {"token": tokens[:1], "number": [1, 50] if LONG else [chance.choice([1, 50])]},
        chance,
    ):
        for _ in range(40 if LONG else 2):
            fields = {
                chance.choice(FIELDS): chance.choice(RUBBISH).encode("utf-8", "replace")
                for _ in range(6)
            }
            if chance.random() < 0.5:
                fields |= {"version": b"1", "key": b"k%d" % chance.randrange(10**9)}
            if client.post(address, data=fields).status_code > 499:
                bad.append((address, fields))  # type: ignore[arg-type]
    assert not bad, bad[:5]
