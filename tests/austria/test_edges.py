"""What decides where two things are equal, and what data cannot be used."""

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.austria.chapters.rooms import list_rooms_after
from adjudicator.austria.printed.catalogue import COUNTED, FOODS, STAFF, WORDS, Components, Reader
from adjudicator.austria.printed.datafile import FOLDER
from adjudicator.messages.po import BrokenData
from adjudicator.reading import parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from tests.test_suggestions import replayed


@pytest.mark.rule("GAH-CARD-29")
def test_of_two_equal_copies_the_secretary_takes_the_first() -> None:
    """Without a choice named: the first card of the player who sits next (both count nothing)."""
    players: dict[str, Any] = {"a": {"staff": [29]}, "b": {"staff": [41]}, "c": {"staff": [47]}}
    record = {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "players": [{"id": one, "name": one.upper()} for one in players],
        "position": {"round": 7, "players": players},
        "entries": [],
    }
    lines = Replay(parse(json.dumps(record))).result(final=True).lines["a"]
    [told] = [str(line.label) for line in lines if line.rule == "GAH-CARD-29"]
    assert STAFF[41].names["en"] in told


@pytest.mark.rule("GAH-ROOM-01", "GAH-ROOM-02")
def test_the_rooms_after_a_die_are_those_of_who_takes_it() -> None:
    """Beside Anna's room 1-1; Boris has one in another corner. Floor 2 costs a krone."""
    position = {
        "round": 1,
        "turn_of": "a",
        "dice": [0, 0, 3, 0, 0, 0],
        "players": {
            "a": {"rooms": {"1-1": "vacant"}, "krones": 5},
            "b": {"rooms": {"1-5": "vacant"}, "krones": 5},
        },
    }
    state: Any = replayed(position=position).state
    assert list_rooms_after(state, {"by": "a", "do": "take_die", "die": 3}) == {"1-2": 0, "2-1": 1}
    assert (
        list_rooms_after(state, {"by": "a", "do": "take_die", "die": 4}) == {}
    )  # no die lies there


@pytest.mark.parametrize("order", [{}, {"beer": 1}])
def test_a_guest_whose_order_is_no_food_stops_the_start(order: Any, tmp_path: Path) -> None:
    """A broken row of a data file is named; an empty order and a strange food are both broken."""
    row = {"number": 149, "names": {"en": "Nobody"}, "colour": "red", "order": order}
    row |= {"vp": 1, "reward": [], "source": "here", "confidence": "high"}
    (tmp_path / "guests.json").write_text(json.dumps({"guests": [row]}), encoding="utf-8")
    with pytest.raises(BrokenData, match="'order': is not food"):
        Components((FOLDER, tmp_path), Reader(FOODS, WORDS, COUNTED))


@pytest.mark.parametrize("gives", [{"gain": {"beer": 1}}, {"krones": "three"}, {"prepare": 3}])
@pytest.mark.rule("WALTZ1-REH-01")
def test_what_is_no_reward_is_no_bonus_of_a_section(gives: Any) -> None:
    """A section bonus is read off a component: an unreadable one names its key."""
    record = {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "modules": ["balls"],
        "players": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}],
        "position": {"round": 1, "turn_of": "a"},
        "options": {"figures": {"rehearsals": {"1": [[gives], None, None, None]}}},
        "entries": [],
    }
    with pytest.raises(Unreadable) as problem:
        parse(json.dumps(record))
    assert problem.value.to_json()["key"] == "options.figures.rehearsals.1.0"
