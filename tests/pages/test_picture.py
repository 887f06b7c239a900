"""The picture of a result, and what a messenger shows of a link."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

SAMPLE: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[2] / "templates/samoa/sample.json").read_text("utf-8")
)
HERE = "http://hotel.example:8000"


def begin(client: FlaskClient, **changes: Any) -> tuple[str, str, str]:
    sent = client.post("/api/v1/records", json=SAMPLE | changes)
    table, read, seat, *_ = (f"/t/{link['token']}" for link in sent.json["links"])
    client.post(f"{seat}/take")
    return table, read, seat


def told(client: FlaskClient, page: str) -> dict[str, str]:
    shown = client.get(page, base_url=HERE).text
    return dict(re.findall(r'<meta property="og:([^"]+)"\s+content="([^"]*)">', shown))


def test_the_read_link_has_a_card_and_no_other_link_has(client: FlaskClient) -> None:
    table, read, seat = begin(client)
    for page in ("", "/result"):
        card = told(client, read + page)
        assert card["title"].endswith(" · Hotel Samoa")
        assert all(player["name"] in card["title"] for player in SAMPLE["players"])
        assert card["description"].endswith(" won")
        assert card["image"] == f"{HERE}{read}/card.png"
        assert not told(client, table + page)
        assert not told(client, seat + page)
    sent = client.get(f"{read}/card.png")
    image = Image.open(io.BytesIO(sent.data))
    assert (sent.mimetype, image.format) == ("image/png", "PNG")
    assert image.size == (int(card["image:width"]), int(card["image:height"]))


def test_before_the_end_a_card_says_who_plays_and_there_is_no_picture(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("exports.pdf.make_picture", lambda svg: asked.append(svg) or b"png")
    table, read, _seat = begin(client, entries=SAMPLE["entries"][:40])
    assert told(client, read)["description"].startswith("round ")
    assert client.get(f"{read}/card.png").data == b"png"
    (shown,) = asked
    names = {player["name"] for player in SAMPLE["players"]}
    assert {*re.findall(r">([^<>]+)</text>", shown)[2:]} == names
    assert client.get(f"{table}/picture.png").status_code == 403
    assert "picture.png" not in client.get(f"{table}/result").text
    assert len(asked) == 1


def test_the_picture_of_a_result(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("exports.pdf.make_picture", lambda svg: asked.append(svg) or b"png")
    table, read, _seat = begin(client, place="Café Zentral", played_on="2026-03-01")
    assert f'href="{table}/picture.png"' in client.get(f"{table}/result").text
    assert client.get(f"{table}/picture.png").data == b"png"
    assert client.get(f"{read}/picture.png").data == b"png"  # the same one: it is kept
    (shown,) = asked
    scores = client.get(f"/api/v1/games{table.removeprefix('/t')}").json["scores"]
    texts = re.findall(r">([^<>]+)</text>", shown)
    assert texts[1] == "1 Mar 2026 · Café Zentral"
    for player in SAMPLE["players"]:
        assert texts[texts.index(player["name"]) + 1] == str(scores[player["id"]]["total"])


def test_the_card_of_a_link_that_was_replaced_is_gone(client: FlaskClient) -> None:
    table, read, _seat = begin(client)
    client.post(f"{table}/links", data={"role": "read", "key": "k1"})
    assert client.get(f"{read}/card.png").status_code == 404
