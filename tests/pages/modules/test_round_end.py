"""The end of a round with modules, step by step, and a ball scoring with its ties."""

import html
import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.chapters.round_end import list_steps_done
from adjudicator.austria.modules import list_modules
from adjudicator.reading import load
from adjudicator.replay import Replay
from recorder.web.context import tables
from tests.pages.modules.conftest import document
from tests.seen import find_missing

SAMPLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "tests" / "evenings" / "sample-waltz.json").read_text("utf-8")
)
Show = Callable[..., str]


def until_roll(round_: int) -> dict[str, Any]:
    """Return the sample as far as the roll of a round, without it and the refill before it."""
    rolls = [n for n, entry in enumerate(SAMPLE["entries"]) if entry["do"] == "roll"]
    end = rolls[round_ - 1]
    while SAMPLE["entries"][end - 1]["do"] == "refill":
        end -= 1
    return SAMPLE | {"entries": SAMPLE["entries"][:end]}


@pytest.mark.rule("WALTZ2-REF-01", "GAH-END-01", "WALTZ1-SCORE-01", "WALTZ4-END-01")
def test_the_steps_stand_in_the_order_of_the_rules(shown: Show) -> None:
    text = html.unescape(shown(until_roll(4)))
    section = text[text.index('id="round-end"') :]
    titles = re.findall(r"<li><h3>(.*?)</h3>", section[: section.index("</ol>")])
    assert titles[:3] == [
        "Celebrities are discarded; those left in the bar gain VP",
        "Emperor scoring",
        "Ball scoring",
    ]
    assert titles[-1] == "The key and the order"
    assert re.search(r"put [^<]+ back", section)
    assert not find_missing(section, "joins the bar", "round marker to 4")
    assert 'id="round-end"' not in shown(SAMPLE | {"entries": SAMPLE["entries"][:60]})


def test_a_table_is_not_told_once_more(shown: Show) -> None:
    """What the table of a step shows has no line; after the last round no next one begins."""
    text = html.unescape(shown(until_roll(4)))
    section = text[text.index('id="round-end"') :]
    section = section[: section.index("</ol>")]
    assert "(ball scorings)" not in section
    assert "emperor track: back" not in section
    assert "+4 VP (emperor track)" not in section
    assert "The next round" in section
    over = html.unescape(shown(SAMPLE))
    assert "The next round" not in over[over.index('id="round-end"') :]
    assert "Anna: −4 VP (emperor track +4, emperor tiles −8)" in over, "no table shows the tile's"


def test_what_the_steps_did_adds_up_to_the_whole() -> None:
    """Points and positions between the steps go on from one another, over every round."""
    record = load(SAMPLE)
    done = list_steps_done(Replay(record).walk_states, 1, len(record.entries))
    assert [step.id for step in done].count("balls") == 7
    for one, other in pairwise(done):
        if one.round_no == other.round_no:
            assert one.after.position() == other.before.position()
    assert done[-1].after.position() == Replay(record).state.position()


@pytest.mark.rule("WALTZ1-SCORE-03")
def test_a_tie_is_explained(shown: Show) -> None:
    """Sperl with three players: two tie for first place and share 15 + 10, each 12."""
    players = {
        name: {"krones": 5, "emperor": 5, "vp": 10, "kitchen": {}, "hand": 0}
        for name in ("a", "b", "c")
    }
    position = {
        "round": 3,
        "turn_of": "c",
        "die_taken": True,
        "dice": [0] * 6,
        "taken": {"a": 2, "b": 2, "c": 2},
        "queue": [50, 64, 78, 92, 103],
        "politics": ["krones-20", "floors-2", "three-each"],
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "halls": ["sperl", "deon", "apollo"],
        "dancers": {"sperl": {"top": ["a", "b"], "middle": [], "bottom": ["a", "b", "c"]}},
        "players": players,
    }
    record = document(["balls"], [{"by": "c", "do": "done"}], position=position)
    names = {"a": "Anna", "b": "Boris", "c": "Cleo"}
    record["players"] = [{"id": player, "name": name} for player, name in names.items()]
    text = html.unescape(shown(record))
    assert "Anna and Boris tie for place 1: 15 + 10 shared by 2, rounded down, is 12" in text
    row = re.findall(r'<tr><th scope="row">\s*(\w+)</th>(.*?)</tr>', text, re.S)
    numbers = {name: re.findall(r"<td>(?:<b>)?(.*?)(?:</b>)?</td>", cells) for name, cells in row}
    assert numbers["Anna"] == ["1", "0", "1", "2", "1", "+12"]
    assert numbers["Cleo"] == ["0", "0", "1", "1", "3", "+5"]


def test_everything_of_the_modules_can_be_entered_off_the_buttons(client: FlaskClient) -> None:
    """The sheet for what happened anyway has a form for every verb of the modules."""
    with client.application.app_context():
        token = tables().start(until_roll(5), listed=False).table.link.token
    text = html.unescape(client.get(f"/t/{token}/other").text)
    for do in ("send_guest", "send_dancer", "remove_dancer", "swap", "refill", "take_key"):
        assert f'"do": "{do}"' in text, do
    for do in ("bid", "take_lobby", "use_lobby", "take_token", "ring", "return_food"):
        assert f'"do": "{do}"' in text, do
    assert not find_missing(text, 'name="colour"', 'name="moved"', 'min="49" max="162"')
    assert f'max="{max(box_of(frozenset(list_modules())).components.staff)}"' in text


def test_guests_kept_for_a_goal_are_shown(shown: Show) -> None:
    """Tourists who have left lie with their player while a card counts them."""
    position = {
        "round": 2,
        "first_player": "a",
        "turn_of": "a",
        "dice": [2, 2, 2, 1, 1, 1],
        "taken": {"a": 0, "b": 0},
        "politics": ["krones-20", "floors-2", "tourists-4"],
        "players": {
            "a": {"krones": 5, "emperor": 1, "vp": 3, "kitchen": {}, "hand": 2, "goal_pile": [54]},
            "b": {"krones": 5, "emperor": 1, "vp": 3, "kitchen": {}, "hand": 2},
        },
    }
    text = html.unescape(shown(document(["balls"], [], position=position)))
    assert "Kept for a goal" in text
    assert re.search(r"<b>Anna</b><br>\s*<small>54 ", text)


def test_the_bar_is_filled_while_a_tile_still_leaves_choices(shown: Show) -> None:
    """What is due then is nobody's entry: the page shows whose choice it is anyway."""
    text = html.unescape(shown(SAMPLE | {"entries": SAMPLE["entries"][:155]}))
    assert not find_missing(text, "Emperor scoring", 'id="dock-refill"')
