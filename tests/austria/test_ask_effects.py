"""What a move brings in one edition and not in another: ``ask`` compares positions and scores."""

import json
from typing import Any

import pytest

from adjudicator.reading import parse
from adjudicator.referee import Answer, ask_editions
from adjudicator.report import answer_text

Entry = dict[str, Any]
TIE = {"strudel": 0, "cake": 0, "wine": 0, "coffee": 0}
CLOSED: dict[str, Any] = {
    "turn_of": "b",
    "die_taken": True,
    "taken": {"a": 2, "b": 2},
    "dice": [1, 1, 1, 1, 1, 1],
}


def asked(entries: list[Entry], a: Entry, b: Entry, **position: Any) -> Answer:
    """Ask about the last entry in a position of round 1 in which a is on turn."""
    start = {
        "round": 1,
        "first_player": "a",
        "turn_of": "a",
        "dice": [2, 2, 2, 2, 1, 1],
        "queue": [50, 64, 78, 92, 103],
        "politics": ["krones-20", "floors-2", "three-each"],
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "players": {"a": {"rooms": {"1-1": "vacant"}} | a, "b": b},
    }
    record = {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
        "position": start | position,
        "entries": entries,
    }
    return ask_editions(parse(json.dumps(record)))


def occupying(staff: list[int]) -> Answer:
    """Ask about a room turned by the Page Boy."""
    entries = [
        {"by": "a", "do": "take_die", "die": 5},
        {"by": "a", "do": "play_staff", "staff": 35},
        {"by": "a", "do": "occupy", "room": "1-1"},
    ]
    return asked(entries, {"staff": staff}, {})


@pytest.mark.rule("GAH-CARD-23")
def test_an_occupied_room_pays_in_one_edition_only() -> None:
    answer = occupying([23])
    unchanged = dict.fromkeys(("2015-ru", "2015-fr", "2015-ko"))
    assert len({ruling.verdict.kind for ruling in answer.rulings}) == 1
    assert answer.to_json()["differences"] == {
        "position.players.a.krones": unchanged | {"2022": [9, 10]}
    }
    assert (
        "unchanged (Russian edition of 2015, French edition of 2015 and Korean edition of 2015);"
        " from 9 to 10 (Revised edition of 2022)"
    ) in answer_text(answer)


def test_without_that_card_it_is_the_same_in_every_edition() -> None:
    assert occupying([]).differences == {}


@pytest.mark.rule("GAH-EMP-11")
@pytest.mark.parametrize(("space", "differs"), [(0, True), (6, False)])
def test_a_scoring_that_leaves_a_choice_in_one_edition(space: int, differs: bool) -> None:
    last = [{"by": "b", "do": "done"}]
    a = {"emperor": space, "krones": 5, "vp": 20}
    differences = asked(last, a, {"emperor": 6}, round=3, **CLOSED).differences
    assert bool(differences) is differs
    if differs:
        assert differences["position.players.a.krones"]["2022"] == (5, 2)
        assert differences["position.players.a.krones"]["2015-ru"] is None


@pytest.mark.rule("GAH-GUEST-04")
@pytest.mark.parametrize(("guest", "differs"), [(97, True), (65, False)])
def test_a_guest_who_opens_more_in_one_edition(guest: int, differs: bool) -> None:
    served = {97: {"strudel": 2, "wine": 1}, 65: {"coffee": 1}}[guest]
    moving = [{"by": "a", "do": "check_in", "guest": guest, "room": "1-1"}]
    answer = asked(moving, {"cafe": [{"guest": guest, "served": served}]}, {})
    assert ("position.open" in answer.differences) is differs


@pytest.mark.rule("GAH-TIE-01")
@pytest.mark.parametrize(("coffee", "differs"), [(1, True), (0, False)])
def test_a_tie_that_food_on_guests_breaks(coffee: int, differs: bool) -> None:
    """Both have 5 krones and no food; coffee on a's guest counts only where all food does."""
    guest = {"guest": 74, "served": {"coffee": coffee} if coffee else {}}
    a = {"emperor": 13, "krones": 5, "kitchen": TIE, "cafe": [guest]}
    b = {"emperor": 13, "krones": 5, "kitchen": TIE, "cafe": [{"guest": 75}]}
    rooms = {"rooms": {"1-1": "occupied"}}
    last = [{"by": "b", "do": "done"}]
    differences = asked(last, a | rooms, b | rooms, round=7, **CLOSED).differences
    assert ("winners" in differences) is differs


def test_an_answer_begins_with_the_move_in_words() -> None:
    assert answer_text(occupying([])).startswith("a occupies room 1-1\n")
