"""No main button, and no tap that also ends the turn, throws away what is open."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.austria.table.unused_rewards import list_unused_rewards
from adjudicator.reading import load
from adjudicator.replay import Replay
from recorder.games.visibility import reveal_game
from recorder.pages.austria import dice, play
from recorder.pages.presenter import View
from recorder.pages.shared import views
from recorder.web.context import tables

TEMPLATES = Path(__file__).parents[2] / "templates" / "austria"


def open_parts(state: Any) -> list[tuple[Any, ...]]:
    """What may be taken or left now, as the position prints it."""
    return [
        (part["by"], part["do"], part["from"])
        for part in state.position().get("open", ())
        if part["optional"] and part["front"] and not part.get("automatic")
    ]


def mains(shown: View) -> list[list[Any]]:
    return [[b.entry, *b.then] for b in shown.dock if b.main and not b.sheet]


def takes(shown: View) -> list[dict[str, Any]]:
    mine = play.list_own_offers(shown)
    sheets = filter(
        None, (dice.die_sheet(shown, mine, str(shown.acting), die) for die in dice.DICE)
    )
    sets = (each for sheet in sheets for group in sheet["groups"] for each in group["sets"])
    all_takes = (take for each in sets for take in each["takes"])
    return [take for take in all_takes if take["entry"]["do"] == "take_die"]


def open_before_done(state: Any, row: list[Any]) -> list[tuple[Any, ...]]:
    """What is open when a row of entries, each of which must take effect, ends the turn."""
    trial, lost = state.copy(), []
    for entry in row:
        lost += open_parts(trial) if entry["do"] == "done" else []
        assert trial.judge(entry).is_applied, row
    return lost


@pytest.mark.parametrize("name", ["sample", "sample-waltz"])
def test_nothing_open_is_lost_by_a_main_button(app: Flask, name: str) -> None:
    """Nothing is open before ``done``: not of a main button, not of a die that ends the turn.

    A die has that second button exactly where nothing is lost by it.
    """
    document = json.loads((TEMPLATES / f"{name}.json").read_text("utf-8"))
    tried = dict.fromkeys(("main", "ends", "leaves out"), 0)
    with app.test_request_context():
        for last in range(0, len(document["entries"]), 8):
            record = {**document, "entries": document["entries"][:last]}
            replay = Replay(load(record))
            header = {key: value for key, value in record.items() if key != "entries"}
            shown = play.show_table(views.of_replay(replay, header, None))
            for row in mains(shown):
                assert not open_before_done(replay.state, row), (last, row)
                tried["main"] += 1
            for take in takes(shown):
                ends = [take["entry"], {"by": take["entry"]["by"], "do": "done"}]
                lost = open_before_done(replay.state, ends)
                assert take["row"] == (None if lost else ends), (last, lost)
                tried["leaves out" if lost else "ends"] += 1
    assert min(tried.values()) > 5, tried


OPENED = {"by": "anna", "do": "take_die", "die": 3}


@pytest.mark.rule("GAH-ACT-31", "GAH-CHK-09")
@pytest.mark.parametrize(
    ("row", "lost"),
    [
        ([OPENED, {"by": "anna", "do": "done"}], [("prepare", 3)]),
        ([OPENED, {"by": "anna", "do": "prepare", "room": "2-1"}], []),
        ([OPENED, {"by": "anna", "do": "decline", "what": "prepare"}], []),
        (
            [OPENED, {"by": "anna", "do": "prepare", "room": "2-1"}, {"by": "anna", "do": "done"}],
            [("prepare", 2)],
        ),
        ([{"by": "anna", "do": "take_die", "die": 4, "gain": {"krones": 2}}], []),
    ],
)
def test_what_a_row_of_entries_gives_up(row: list[Any], lost: list[Any]) -> None:
    """Three dice on space 3 open three rooms."""
    from tests.browser.positions import typical

    state = Replay(load(typical())).state
    assert [(part["do"], part["count"]) for part in list_unused_rewards(state, row)] == lost


GAMES = Path(__file__).parents[1] / "browser"


def test_a_turn_in_which_nothing_is_left_ends_by_itself(app: Flask, client: FlaskClient) -> None:
    """Where a page's script asks for it: with the entry after which only ``done`` may be entered.

    A ``done`` that waited on a phone meanwhile is taken and changes nothing.
    """
    document = json.loads((GAMES / "two-players.json").read_text("utf-8"))
    entries = document["entries"]
    at = 83
    assert [entry["do"] for entry in entries[at : at + 2]] == ["prepare", "done"]
    for closes in ({"closes": ""}, {}):
        with app.app_context():
            table = tables().start({**document, "entries": entries[:at]}, listed=False).table
        place = f"/t/{table.link.token}/entries"

        def send(entry: Any, key: str, place: str = place, **more: Any) -> int:
            with app.app_context():
                version = tables().open(place.split("/")[2]).version
            form = {"entry": json.dumps(entry), "version": version, "key": key, **more}
            answer = client.post(place, data=form, headers={"X-From": "page"})
            assert answer.status_code == 200
            return int(answer.headers["X-Taken"]) - version

        assert send(entries[at], "first-key", **closes) == (2 if closes else 1)
        assert send(entries[at + 1], "second-key") == (0 if closes else 1)
        with app.app_context():
            now = tables().open(table.link.token)
        assert list(reveal_game(now).entries[at:]) == entries[at : at + 2]


@pytest.mark.rule("WALTZ3-PAULWEI-01")
def test_whoever_may_prepare_five_rooms_may_stop_at_three(app: Flask) -> None:
    """Chateau Paulwei: after three of five rooms the set-up has a button that ends it."""
    queue, politics = [63, 50, 78, 92, 98], ["krones-20", "floors-2", "three-each"]
    setup = {"lobbies": ["paulwei", "dove"], "queue": queue, "politics": politics}
    setup["emperor"] = ["A-krones", "B-krones", "C-vp"]
    entries: list[dict[str, Any]] = [
        {"by": "a", "do": "take_lobby", "lobby": "paulwei", "krones": 0},
        {"by": "b", "do": "take_guest", "guest": 98, "reveal": 51},
        {"by": "a", "do": "take_guest", "guest": 92, "reveal": 52},
        *({"by": "a", "do": "prepare", "room": f"1-{column}"} for column in (1, 2, 3)),
    ]
    names = [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}]
    record = {"record": 1, "game": "austria", "edition": "2022", "modules": ["hotels"]}
    with app.test_request_context():
        made = {**record, "players": names, "setup": setup, "entries": entries}
        table = tables().start(made, listed=False).table
        assert [verdict["verdict"] for verdict in table.verdicts()] == ["legal"] * len(entries)
        shown = play.show_table(views.of_table(table, "a"))
        assert [button.entry["do"] for button in shown.dock] == ["done"]
