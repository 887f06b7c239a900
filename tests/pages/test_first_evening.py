"""What the pages say to people on their first evening, by HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder.context import tables
from tests.browser import positions

RECORDS = Path(__file__).parents[1] / "records"
SAMPLE = json.loads(
    (Path(__file__).parents[2] / "templates" / "austria" / "sample.json").read_text("utf-8")
)
SAMOA = json.loads((RECORDS / "samoa-4p.json").read_text(encoding="utf-8"))


def dealt(app: Flask, document: Mapping[str, Any], *entries: Mapping[str, Any]) -> str:
    """Return the address of a game that was begun with a document and some more entries."""
    with app.app_context():
        begun = {**document, "entries": [*document["entries"], *entries]}
        return f"/t/{tables().start(begun).links[0].token}"


def drawn(page: str, tag: str) -> list[tuple[str, int]]:
    """Return class and number of pictures of each room that a page draws with a tag."""
    rooms = re.findall(rf'<{tag} class="(room [^"]*)"(.*?)</{tag}>', page, flags=re.S)
    return [(" ".join(kind.split()), inside.count("<svg")) for kind, inside in rooms]


def test_rooms_off_the_buttons_are_drawn_as_in_play(app: Flask, client: FlaskClient) -> None:
    document = positions.typical()
    document["position"]["players"]["anna"]["rooms"]["1-2"] = "occupied"
    path = dealt(app, document)
    other = drawn(client.get(path + "/other?by=anna").text, "label")
    board = client.get(path).text.split('id="board-anna"')[1].split("</dialog>")[0]
    assert other == drawn(board, "div") * 2  # for what happened to a room, and for a check-in
    assert [count for kind, count in other if kind.endswith("occupied")] == [2, 2]


def test_rooms_of_the_other_game_are_drawn_too(app: Flask, client: FlaskClient) -> None:
    page = client.get(dealt(app, SAMOA) + "/other").text
    named = re.findall(r"<label class=\"sroom[^>]*>\s*<input[^>]*value='\"([^\"]+)\"'", page)
    printed = SAMOA["setup"]["hotel"]["rooms"]
    assert sorted(set(named)) == sorted([*printed, *(f"extra-{n}" for n in range(1, 5))])
    assert len(named) == 3 * (len(printed) + 4)  # a suite, sent home, evicted


@pytest.mark.rule("GAH-EMP-09")
def test_a_penalty_that_must_be_paid_offers_no_way_out(app: Flask, client: FlaskClient) -> None:
    """Anna gives a room: her highest floor with a vacant one is the second (GAH-EMP-13)."""
    goods = {"by": "anna", "do": "penalty", "choose": "goods"}
    done = {"by": "anna", "do": "done"}
    document = positions.end_of_round_three()
    assert "or leave it" not in client.get(dealt(app, document, done)).text
    page = client.get(dealt(app, document, done, goods)).text
    assert "or leave it" not in page
    assert re.search(r"remove 1 room \(2-1 \w+, 2-2 \w+\)", page)


def test_brackets_stand_before_the_points_as_on_the_sheet(app: Flask, client: FlaskClient) -> None:
    page = client.get(dealt(app, SAMPLE) + "/result").text
    cells = re.findall(r"<td>([^<]*\([^<]*)</td>", page)
    assert cells
    assert all(re.fullmatch(r"\s*\(\d+\)&nbsp;[-−]?\d+\s*", cell) for cell in cells)
    assert "In brackets: how many were counted" in page


def test_a_board_that_differs_gets_no_tick(app: Flask, client: FlaskClient) -> None:
    path = dealt(app, positions.typical(), {"do": "check", "of": "anna", "krones": 3})
    last = client.get(path).text.split('id="last"')[1].split("</p>")[0]
    assert "differs" in last
    assert "#check" not in last


def test_the_parts_of_the_editions_fold(client: FlaskClient) -> None:
    page = client.get("/editions/austria").text
    folds = re.findall(r'<details class="fold" name="part"( open)?>', page)
    assert folds == [" open", "", ""]


def test_the_next_button_of_a_long_form_stays_at_the_thumb(app: Flask, client: FlaskClient) -> None:
    forbidden = {"by": "anna", "do": "prepare", "room": "3-3"}
    path = dealt(app, positions.typical(), forbidden)
    for page in ("/entries/1", "/entries/1/change?text=1"):
        assert '<p class="stick"><button class="btn main' in client.get(path + page).text


def test_small_words_where_they_are_needed(app: Flask, client: FlaskClient) -> None:
    page = client.get(dealt(app, positions.typical())).text
    assert "As another action it costs 1 krone" in page
    assert re.search(r'class="btn quiet slim"[^>]*>\s*No guest is left', page)
