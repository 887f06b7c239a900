"""Refusals as the player reads them who made the entry: what is wrong is called by its name."""

import json
from typing import Any

import pytest

from adjudicator.austria import modules
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.messages import read_english
from adjudicator.reading import parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from adjudicator.verdict import Illegal, Unclear
from tests.rows import read_rows, read_table
from tests.samoa.play import PRICE_CARDS, header

Json = dict[str, Any]
PLAYERS = [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}]
WORLD = {"round": 1, "turn_of": "a", "dice": [2, 2, 2, 2, 1, 1], "queue": [50, 64, 78, 92, 103]}


def record(entries: list[Json], named: str = "", own: Json | None = None, **position: Any) -> Json:
    """Return a record in the middle of a game. named: modules; own: keys of the first player."""
    return {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "modules": named.split(),
        "players": PLAYERS,
        "position": {**WORLD, **position, "players": {"a": own or {}, "b": {}}},
        "entries": entries,
    }


def read(document: Json) -> str:
    last = Replay(parse(json.dumps(document))).explain_verdicts()[-1]
    assert isinstance(last, Illegal)
    return " ".join(f"{one.message} {one.instead or ''}".strip() for one in last.violations)


DIE = {"by": "a", "do": "take_die"}
SENDING = {"by": "a", "do": "send_guest", "guest": 63, "section": 1}
WRONG = read_table("wording")


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_called_by_its_name(name: str) -> None:
    told = dict(WRONG[name])
    words = told.pop("words")
    assert words in read(record(**told))


LOBBIES = {"lobbies": ["wray", "dove"], "politics": ["krones-20", "floors-2", "three-each"]}


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        pytest.param(
            {"wray": ["A-krones", "A-food", "A-offer", "B-food", "C-vp", "C-staff"]},
            "of the letters A, A, B, B, C, C, none twice and none from the board; named here: "
            "A, A, A, B, C, C.",
            id="letters beside a lobby",
        )
    ],
)
def test_a_set_up_says_what_lies_there_and_what_should(setup: Json, words: str) -> None:
    document = record([], "hotels")
    del document["position"]
    queue = WORLD["queue"]
    tiles = ["A-room", "B-offer", "C-play"]
    document["setup"] = {**LOBBIES, "emperor": tiles, "queue": queue, **setup}
    with pytest.raises(Unreadable, match=words):
        Replay(parse(json.dumps(document)))


def test_the_balcony_is_called_so_and_needs_no_key() -> None:
    """The top row of the right hall is full: the next dancer goes to the balcony, for 3."""
    sending = {**SENDING, "hall": "sperl"}
    own = {"cafe": [{"guest": 63, "served": {"coffee": 1}}], "rehearsal": {"board": 1}}
    full = {"sperl": {"top": ["b", "b", "b", "b", "b"], "middle": [], "bottom": []}}
    halls = {"halls": ["apollo", "deon", "sperl"], "dancers": full}
    document = record([{**sending, "row": "top"}], "balls", own, **halls)
    document["options"] = {"figures": {"halls": {"sperl": {"2": {"top": [1, 1, 2, 2, 2]}}}}}
    told = read(document)
    assert "a place on the balcony costs 3 champagne; the kitchen has 1." in told
    document = record([{**sending, "hall": "deon", "row": "top"}], "balls", own, **halls)
    document["position"]["dancers"] = {"deon": {"top": ["b", "b", "b"]}}
    document["options"] = {"figures": {"halls": {"deon": {"2": {"top": [1, 1, 2]}}}}}
    told = read(document)  # nobody has read the other rows, and yet they are named
    assert "row of Odeonsaal is taken. Possible now: the middle or bottom row." in told
    with pytest.raises(Unreadable, match="goes to the balcony by itself"):
        parse(json.dumps(record([{**sending, "row": "balcony"}], "balls", own, **halls)))


def test_what_is_due_in_set_up_is_its_end() -> None:
    document = record([{"by": "a", "do": "take_die", "die": 1}])
    del document["position"]
    document["setup"] = {
        "politics": ["krones-20", "floors-2", "three-each"],
        "emperor": ["A-krones", "B-krones", "C-vp"],
        "queue": WORLD["queue"],
    }
    picked: list[Json] = [
        {"by": "b", "do": "take_guest", "guest": 50, "reveal": 51},
        {"by": "a", "do": "take_guest", "guest": 64, "reveal": 52},
    ]
    document["entries"] = [*picked, *document["entries"]]
    assert "a may: prepare a room or end the set-up." in read(document)


PENALTY = {
    "round": 3,
    "dice": [0, 1, 0, 0, 0, 0],
    "taken": {"a": 1, "b": 2},
    "emperor": ["B-krones", "A-offer", "C-vp"],
}


def test_a_penalty_is_named_by_what_it_takes() -> None:
    last = [{**DIE, "die": 2}, {"by": "a", "do": "done"}]
    named = {"by": "a", "do": "penalty", "choose": "goods"}
    told = read(record([*last, named], own={"hand": 1}, **PENALTY))
    assert "2 staff cards from the hand cannot be paid in full, so 5 VP are lost." in told
    ignored = {"by": "a", "do": "penalty", "choose": "ignore"}
    document = record([*last, ignored], own={"hand": 1}, **PENALTY)
    document["position"]["players"]["b"] = {"emperor": 5}
    assert "b may: roll the dice." in read(document)  # what has happened is no hint


def test_who_may_choose_a_penalty_is_told_what_it_asks_for() -> None:
    """Nothing has been carried out yet: the Conference Manager may still avert it."""
    last = [{**DIE, "die": 2}, {"by": "a", "do": "done"}]
    own = {"krones": 2, "kitchen": {"wine": 1, "cake": 1}, "staff": [26]}
    tiles = {**PENALTY, "emperor": ["A-krones-food", "B-krones", "C-vp"]}
    document = record(
        [*last, {"by": "a", "do": "remove_room", "room": "1-1"}], "more", own, **tiles
    )
    told = read(document)
    assert "for a it is 2 krones and 1 dish or drink from the kitchen or 5 VP." in told
    assert "a may: choose the penalty" in told


def test_an_open_question_says_who_decides() -> None:
    document = header(3, entries=[])
    own = {"hand": 10, "money": 20, "extra_rooms": 1}
    position = {
        **document.pop("setup"),
        "round": 2,
        "phase": "building",
        "tiles": ["suite"],
        "players": {
            "a": {**own, "card": {"bid": 9, "room": 7}},
            "b": {"hand": 10, "card": {"bid": 2, "room": 3}},
            "c": {"hand": 10, "card": {"bid": 4, "room": 4}},
        },
    }
    built = {"by": "a", "do": "build", "tile": "suite", "room": "extra-1"}
    replay = Replay(parse(json.dumps({**document, "position": position, "entries": [built]})))
    [verdict] = replay.verdicts
    assert isinstance(verdict, Unclear)
    assert str(verdict.default) == "Not applied: the table decides each time."


@pytest.mark.parametrize(("phase", "own", "entries", "words"), read_rows("wording-samoa"))
def test_hotel_samoa_says_what_is_wrong(
    phase: str, own: Json, entries: list[Json], words: str
) -> None:
    document = header(3, entries=entries)
    bids = [9, 2, 4] if phase == "building" else [2, 4, 6]
    laid = phase in ("building", "lodging")
    cards = {card["bid"]: card for card in PRICE_CARDS}
    players: dict[str, Json] = {
        who: {"hand": 10, "card": cards[bid]} if laid else {"hand": 11}
        for who, bid in zip("abc", bids, strict=True)
    }
    players["a"] |= own
    groups = [["normal", "rich"]] if laid else []
    document["position"] = {
        **document.pop("setup"),
        "round": 2,
        "phase": phase,
        "tiles": ["pool", "room"],
        "groups": groups,
        "players": players,
    }
    assert words in read(document)


def test_every_timing_of_a_card_has_words() -> None:
    """A bell is no round card, and is not called by a word of the data file."""
    staff = box_of(frozenset(modules.list_modules())).components.staff.values()
    assert not {card.timing for card in staff if f"timing:{card.timing}" not in read_english()}
