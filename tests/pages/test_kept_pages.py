"""What tables enter once: house rules, day boards, figures; and the games that begin with them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.games import find, list_games
from recorder import create_app
from recorder.pages.kept import houserules
from recorder.pages.shared.filters import DOT
from recorder.pages.wording import say
from recorder.web.context import catalogue, tables
from tests.pages.dealing import seated

RECORD: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "records" / "austria-2p-2015-ko.json").read_text("utf-8")
)

NIGHT = FIGURES["night_floors"]
"""Colours of a real board, bottom floor first: as good a day board as any."""


def board_form(floors: list[list[str]], **more: str) -> dict[str, str]:
    rooms = {
        f"room-{floor}-{column}": colour
        for floor, row in enumerate(floors, start=1)
        for column, colour in enumerate(row, start=1)
    }
    return {"name": "Day A", "who": "Anna", **rooms, **more}


def setup_form(**more: str) -> dict[str, str]:
    return {
        "name-0": "Anna",
        "name-1": "Boris",
        "colour-0": "orange",
        "colour-1": "grey",
        "first": "0",
        "edition": "2015-ru",
        "played_on": "2026-11-20",
        "politics-A": "krones-20",
        "politics-B": "floors-2",
        "politics-C": "three-each",
        "emperor-A": "A-krones",
        "emperor-B": "B-krones",
        "emperor-C": "C-vp",
        **{f"queue-{place}": str(guest) for place, guest in enumerate((55, 64, 78, 92, 103))},
        **more,
    }


def started(client: FlaskClient, game: str = "austria", **more: str) -> dict[str, Any]:
    answer = client.post(f"/new/{game}", data=setup_form(**more))
    assert answer.status_code == 303, answer.text
    token = answer.headers["Location"].rpartition("/")[2]
    return client.get(f"/api/v1/games/{token}").json["record"]


@pytest.mark.parametrize("game", list_games())
@pytest.mark.usefixtures("keeper")
def test_a_set_of_house_rules_is_kept_with_who_and_when(client: FlaskClient, game: str) -> None:
    first, second = find(game).house_rules[:2]
    one, other = list(first.values)[-1], list(second.values)[-1]
    data = {"name": "Thursday", "who": "Anna", f"rule-{first.id}": one}
    assert client.post(f"/kept/{game}/house-rules", data=data).status_code == 303
    data[f"rule-{second.id}"] = other
    assert client.post(f"/kept/{game}/house-rules", data=data).status_code == 303
    page = client.get(f"/kept/{game}").text
    assert "Thursday" in page
    assert f"2 rules{DOT}Anna" in page
    page = client.get(f"/kept/{game}/house-rules?name=Thursday").text
    assert "Earlier versions" in page
    assert page.count(" selected") == 2
    with client.application.app_context():
        history = catalogue().history(f"sets.{game}.house-rules", "game-1")
        assert [item.value["value"] for item in history] == [
            {first.id: one, second.id: other},
            {first.id: one},
        ]
    assert client.post(f"/kept/{game}/house-rules", data={"name": " \u200b"}).status_code == 422
    assert ">Thursday (2 rules)" in client.get(f"/new/{game}").text


@pytest.mark.parametrize("game", list_games())
def test_every_box_plays_by_one_answer_of_a_rule(app: Flask, game: str) -> None:
    """Where boxes differ, each is named beside its own answer and beside no other."""
    labels = find(game).edition_labels
    with app.test_request_context("/"):
        for rule, line in zip(
            find(game).house_rules, houserules.list_settable_rules(game, {}), strict=True
        ):
            for edition, answer in rule.defaults.items():
                named = [value for value, told in line["editions"].items()
                         if say(labels[edition]) in told]  # fmt: skip
                assert named == ([] if line["default"] else [answer]), (rule.id, edition)


@pytest.mark.usefixtures("keeper")
def test_a_game_begins_with_a_set_and_single_rules(client: FlaskClient) -> None:
    kept = {"name": "Ours", "rule-U-17": "unlimited", "rule-GAH-TURN-12": "own-turn"}
    client.post("/kept/austria/house-rules", data=kept)
    record = started(
        client, **{"house-set": "Ours", "rule-U-17": "limited", "rule-U-30": "floor-0"}
    )
    assert record["options"]["rulings"] == {
        "U-17": "limited",
        "GAH-TURN-12": "own-turn",
        "U-30": "floor-0",
    }
    assert (
        started(client, **{"house-set": "Nobody's", "rule-U-17": "no"})["options"]["rulings"] == {}
    )


@pytest.mark.parametrize(("typed", "kept"), [(" Café Central ", "Café Central"), (" ", None)])
def test_a_game_keeps_where_it_is_played(client: FlaskClient, typed: str, kept: str | None) -> None:
    assert started(client, place=typed).get("place") == kept


def test_the_same_players_again_begin_with_their_house_rules(client: FlaskClient) -> None:
    answer = client.post("/new/austria", data=setup_form(**{"rule-U-30": "floor-0"}))
    token = answer.headers["Location"].rpartition("/")[2]
    page = client.get(f"/new/austria?again={token}").text
    assert '<option value="floor-0" selected>' in page


@pytest.mark.rule("GAH-COMP-05")
@pytest.mark.usefixtures("keeper")
def test_a_day_board_is_kept_and_played_on(client: FlaskClient) -> None:
    doors = {"door-4-5": "4", "door-3-3": "1", "door-4-4": ""}
    answer = client.post("/kept/austria/boards", data=board_form(NIGHT, **doors))
    assert answer.status_code == 303
    assert "doors 3-3: 1, 4-5: 4" in client.get("/kept/austria").text
    kept = client.get("/kept/austria/boards?name=Day A").text
    assert 'name="door-4-5" value="4"' in kept
    assert re.search(r'name="name"\s[^>]*value="Day A"', kept)
    assert not re.search(r'name="name"\s[^>]*value="\w', client.get("/kept/austria/boards").text)
    form = {"board": "day", "board-0": "Day A", "board-1": "Day A", "first": "1"}
    record = started(client, **form)
    board = {"floors": NIGHT, "points": {"3-3": 1, "4-5": 4}}
    assert record["options"]["board"] == "day"
    assert record["setup"]["boards"] == {"a": board, "b": board}
    answer = client.post("/new/austria", data=setup_form(board="day", **{"board-0": "Day A"}))
    assert answer.status_code == 422
    assert "Choose a day board for every player" in answer.text


@pytest.mark.usefixtures("keeper")
def test_an_administrator_takes_a_name_out_of_what_everybody_sees(client: FlaskClient) -> None:
    """Anna Schmidt entered a board and a set and plays in no league; the other Annas stay.

    Texts with a word that may hold her name are listed for a person.
    """
    listed = "unchanged, with a part of the name: "
    others = f"{listed}'Annabel'\n{listed}'Board of Annabel'\n"
    for name in ("Anna Schmidt", "Annabel"):
        board = board_form(NIGHT, name=f"Board of {name}", who=name)
        assert client.post("/kept/austria/boards", data=board).status_code == 303
    kept = {"name": "Of anna schmidt", "who": "Anna Schmidt", "rule-U-17": "unlimited"}
    assert client.post("/kept/austria/house-rules", data=kept).status_code == 303
    done = client.application.test_cli_runner().invoke(args=["forget-name", "Anna Schmidt"])
    assert (done.exit_code, done.output) == (0, f"2 texts changed\n{others}")
    page = client.get("/kept/austria").text
    assert "schmidt" not in page.lower()
    assert "Board of a former player" in page
    assert "Board of Annabel" in page
    again = client.application.test_cli_runner().invoke(args=["forget-name", "Anna Schmidt-Noll"])
    assert again.output == f"0 texts changed\n{others}"
    called = {**kept, "name": "Rules that Anna\u202e likes", "who": ""}
    assert client.post("/kept/austria/house-rules", data=called).status_code == 303
    part = client.application.test_cli_runner().invoke(args=["forget-name", "Anna Schmidt"])
    assert part.output == f"0 texts changed\n{others}{listed}'Rules that Anna\\u202e likes'\n"


@pytest.mark.rule("GAH-COMP-05")
@pytest.mark.usefixtures("keeper")
def test_a_board_that_cannot_be_is_not_kept(client: FlaskClient) -> None:
    """Five in a row of one colour, a room without colour, no name, points that are none."""
    five = [["blue"] * 5, *NIGHT[1:]]
    gap = [["", *NIGHT[0][1:]], *NIGHT[1:]]
    for form, said in (
        (board_form(five), "not 1 to 4"),
        (board_form(gap), "1 room has no colour yet"),
        (board_form(NIGHT, name="\u200b"), "Give the board a name"),
        (board_form(NIGHT, **{"door-4-5": "many"}), "Points are whole numbers"),
    ):
        answer = client.post("/kept/austria/boards", data=form)
        assert answer.status_code == 422
        assert said in answer.text
    with client.application.app_context():
        assert catalogue().newest("austria.boards") == []


@pytest.mark.rule("GAH-COMP-05")
def test_groups_follow_from_the_colours(client: FlaskClient) -> None:
    """The night board: ten groups; the blue one in the bottom left corner is room 1-1 alone."""
    answer = client.post("/kept/austria/boards/look", data=board_form(NIGHT))
    page = " ".join(answer.text.split())
    assert "10 groups" in page
    assert page.count('<li class="') == 10
    assert "<b>A</b> blue, 1 room" in page
    some = board_form(NIGHT, **{"room-1-1": "", "room-2-2": ""})
    page = client.post("/kept/austria/boards/look", data=some).text
    assert "2 rooms have no colour yet" in page
    assert "groups</h3>" not in page


@pytest.mark.usefixtures("keeper")
def test_a_game_on_day_boards_is_played_to_its_end(client: FlaskClient) -> None:
    """The recorded game on boards with the colours and doors of the night board: same score."""
    client.post(
        "/kept/austria/boards",
        data=board_form(
            NIGHT, **{f"door-{room}": str(n) for room, n in FIGURES["night_points"].items()}
        ),
    )
    with client.application.app_context():
        item = catalogue().find("austria.boards", "Day A")
        players = [player["id"] for player in RECORD["players"]]
        setup = {**RECORD["setup"], "boards": dict.fromkeys(players, item.value)}
        document = {**RECORD, "options": {**RECORD["options"], "board": "day"}, "setup": setup}
        table = tables().start(document).table
        night = tables().start(RECORD).table
        assert table.over
        assert table.result == night.result
        token = table.link.token
    for page in ("", "/log", "/result", "/sheet.pdf"):
        assert client.get(f"/t/{token}{page}").status_code == 200


def test_figures_are_shown_with_source_and_confidence(client: FlaskClient) -> None:
    page = client.get("/kept/austria/figures").text
    assert "two public transcriptions differ" in page
    for word in ("confirmed", "sources disagree"):
        assert f">{word}</span>" in page


@pytest.mark.usefixtures("keeper")
def test_a_figure_corrected_for_all_new_games(client: FlaskClient) -> None:
    track = list(FIGURES["emperor_track"])
    track[8] = 6
    fields = {f"emperor_track-{place}": str(value) for place, value in enumerate(track)}
    answer = client.post("/kept/austria/figures", data={**fields, "who": "Boris"})
    assert answer.status_code == 303
    assert "Corrected by Boris" in client.get("/kept/austria/figures").text
    assert started(client)["options"]["figures"] == {"emperor_track": track}
    with client.application.app_context():
        assert [item.name for item in catalogue().newest("austria.figures")] == ["emperor_track"]
    client.post(
        "/kept/austria/figures",
        data={f"emperor_track-{n}": str(v) for n, v in enumerate(FIGURES["emperor_track"])},
    )
    assert "figures" not in started(client)["options"]


def test_figures_corrected_for_one_game(client: FlaskClient) -> None:
    prices = {f"queue_cost-{place}": str(price) for place, price in enumerate((4, 2, 1, 0, 0))}
    doors = {f"points-{room}": "0" for room in FIGURES["doors"]} | {"points-4-5": "4"}
    bonus = {
        f"group_bonus-{colour}-{size}": str(value + (colour == "red" and size == 3))
        for colour, row in FIGURES["group_bonus"].items()
        for size, value in enumerate(row)
    }
    figures = started(client, **prices, **doors, **bonus)["options"]["figures"]
    assert figures["queue_cost"] == [4, 2, 1, 0, 0]
    night = FIGURES["night_points"]
    assert figures["points"] == {
        room: 4 if room == "4-5" else 0
        for room in FIGURES["doors"]
        if night.get(room, 0) != (4 if room == "4-5" else 0)
    }
    assert figures["group_bonus"] == {"red": [*FIGURES["group_bonus"]["red"][:3], 11]}
    answer = client.post("/new/austria", data=setup_form(**{**prices, "queue_cost-0": "x"}))
    assert answer.status_code == 422
    assert "whole number" in answer.text
    assert "figures" not in started(client)["options"]


def test_ways_to_begin(client: FlaskClient) -> None:
    for staff in ("introductory", "draft", "dealt"):
        assert started(client, staff=staff)["options"]["staff"] == staff


def links(app: Flask, record: dict[str, Any]) -> dict[str, str]:
    return seated(app, {**record, "entries": record["entries"][:10]})


@pytest.mark.rule("GAH-SETUP-13")
def test_a_hand_is_told_on_the_own_page_only(client: FlaskClient) -> None:
    tokens = links(client.application, RECORD)
    first = RECORD["players"][0]["id"]
    own = tokens[first]
    assert f"/t/{own}/tell" in client.get(f"/t/{own}").text
    for role in ("table", "read"):
        assert client.get(f"/t/{tokens[role]}/tell").status_code == 404
        assert "/tell" not in client.get(f"/t/{tokens[role]}").text
    hand = {f"hand-{place}": str(card) for place, card in enumerate((41, 42, 43, 44, 46, 47))}
    sent = {"version": "1", "key": "12345678"}
    short = {**hand, "hand-5": "41"}
    answer = client.post(f"/t/{own}/tell", data={**short, **sent})
    assert answer.status_code == 422
    assert "six" in answer.text.lower()
    assert client.post(f"/t/{own}/tell", data={**hand, **sent}).status_code == 303
    assert 'value="46"' in client.get(f"/t/{own}/tell").text
    for role, token in tokens.items():
        if role != first:
            assert "hands" not in client.get(f"/t/{token}/record.json").json["setup"]
    again = client.post(f"/t/{own}/tell", data={**hand, "version": "1", "key": "87654321"})
    assert again.status_code == 303  # it depends on nobody else's entries


def test_log_and_page_say_which_house_rule_decided(client: FlaskClient) -> None:
    """Chosen by the table: no guest after an extra action, though the Korean rules allow it."""
    position = {
        "round": 2,
        "first_player": "a",
        "turn_of": "a",
        "dice": [1, 1, 1, 1, 1, 1],
        "queue": [55, 64, 78, 92, 103],
        "players": {"a": {"kitchen": {"wine": 1}, "cafe": [{"guest": 50}]}},
    }
    record = {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "options": {"rulings": {"GAH-TURN-12": "own-turn"}},
        "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
        "position": position,
        "entries": [
            {"by": "a", "do": "serve", "place": {"50": {"wine": 1}}},
            {"by": "a", "do": "take_guest", "guest": 103, "reveal": 70},
        ],
    }
    with client.application.app_context():
        token = tables().start(record).table.link.token
    page = client.get(f"/t/{token}/log").text
    # Of the second entry, which may follow, and of the first: by the book it ends the guest step.
    assert page.count("A house rule decides:") == 2
    assert "#GAH-TURN-12" in page


def test_all_ways_to_begin_a_game_share_one_limit(tmp_path: Path) -> None:
    settings = {"TESTING": True, "WTF_CSRF_ENABLED": False, "CREATION_LIMIT": "2 per hour"}
    with create_app(settings | {"DATABASE": str(tmp_path / "few.db")}).test_client() as client:
        assert client.post("/sample/austria").status_code == 303
        assert client.post("/upload").status_code == 303
        for path in ("/new/austria", "/scoring/new/austria", "/sample/samoa", "/api/v1/games"):
            assert client.post(path, json={}).status_code == 429
        assert client.post("/kept/austria/house-rules", data={"name": " "}).status_code == 422
