"""What the pages say to people on their first evening, by HTTP."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder.web.context import tables
from tests.browser import positions

RECORDS = Path(__file__).parents[1] / "records"
SAMPLE = json.loads(
    (Path(__file__).parents[2] / "tests" / "evenings" / "sample.json").read_text("utf-8")
)
SAMOA = json.loads((RECORDS / "samoa-4p.json").read_text(encoding="utf-8"))


def dealt(app: Flask, document: Mapping[str, Any], *entries: Mapping[str, Any]) -> str:
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
    quantity = r"<td>\s*<span\s+class=\"away\">quantity (\d+), VP </span>"
    cells = re.findall(rf"{quantity}(.*?)</td>", page, re.DOTALL)
    assert cells
    for heard, shown in cells:
        assert re.fullmatch(rf"\s*\({heard}\)&nbsp;[-−]?\d+\s*", re.sub(r"<[^>]*>", "", shown))
    assert "Brackets show the quantity" in page


def test_a_board_that_differs_gets_no_tick(app: Flask, client: FlaskClient) -> None:
    path = dealt(app, positions.typical(), {"do": "check", "of": "anna", "krones": 3})
    last = client.get(path).text.split('id="last"')[1].split("</p>")[0]
    assert "differs" in last
    assert "#check" not in last


def test_the_parts_of_the_editions_fold(client: FlaskClient) -> None:
    page = client.get("/editions/austria").text
    assert re.findall(r'<details class="fold" name="part"( open)?>', page) == [" open", "", ""]


def test_the_next_button_of_a_long_form_stays_at_the_thumb(app: Flask, client: FlaskClient) -> None:
    forbidden = {"by": "anna", "do": "prepare", "room": "3-3"}
    path = dealt(app, positions.typical(), forbidden)
    for page in ("/entries/1", "/entries/1/change?text=1"):
        assert '<p class="stick"><button class="btn main' in client.get(path + page).text


def test_small_words_where_they_are_needed(app: Flask, client: FlaskClient) -> None:
    page = client.get(dealt(app, positions.typical())).text
    assert "As another action it costs 1\u00a0krone" in page
    assert re.search(r'class="btn"[^>]*>\s*No guests left', page)


@pytest.mark.rule("GAH-ACT-31")
def test_what_is_open_is_said_as_what_a_player_may_do(app: Flask, client: FlaskClient) -> None:
    """Three dice lie on space 3: three rooms."""
    path = dealt(app, positions.typical(), {"by": "anna", "do": "take_die", "die": 3})
    page = client.get(path).text
    assert "may prepare 3 rooms" in page
    assert "has something open" not in page


@pytest.mark.parametrize("name", ["austria-2p-2015-fr", "austria-4p-2022", "samoa-4p"])
def test_a_dock_has_one_green_button(app: Flask, client: FlaskClient, name: str) -> None:
    """Whatever is open, at most one button of the dock is the main one."""
    document = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))
    entries, seen = document["entries"], 0
    for length in range(3, len(entries), max(1, len(entries) // 9)):
        page = client.get(dealt(app, {**document, "entries": entries[:length]})).text
        dock = page.split('id="dock"')[1].split("</form>")[0]
        shown = re.sub(r"<(dialog|template|details)\b.*?</\1>", "", dock, flags=re.S)
        main = [kinds for kinds in re.findall(r'class="([^"]*)"', shown) if "main" in kinds.split()]
        assert len(main) <= 1, f"after {length} entries: {main}"
        seen += len(main)
    assert seen
