"""Entries of Grand Austria Hotel and its expansion as the log and the notes tell them.

Each is a sentence without its subject: "Anna" stands before it.
"""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from recorder.pages.austria import phrases, terms

HEADER: dict[str, Any] = {
    "game": "austria",
    "edition": "2022",
    "modules": ["balls", "celebrities", "hotels", "first-player", "more"],
    "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
}

TOLD = [
    ({"do": "take_guest", "guest": 63}, "takes guest 63 Dame"),
    (
        {"do": "take_guest", "guest": 63, "reveal": 50},
        "takes guest 63 Dame; 50 Musician comes into the queue",
    ),
    ({"do": "prepare", "room": "2-3"}, "prepares room 2-3"),
    ({"do": "done"}, "ends the turn"),
    ({"do": "pass"}, "passes"),
    ({"do": "roll", "dice": [2, 0, 1, 0, 0, 3]}, "rolls 2 ones, 1 three, 3 sixes"),
    ({"do": "reroll", "dice": [0, 0, 0, 0, 0, 0]}, "puts a die in the bin and rerolls: no die"),
    ({"do": "reroll", "dice": [0, 0, 0, 0, 0, 2]}, "puts a die in the bin and rerolls: 2 sixes"),
    (
        {"do": "take_die", "die": 2, "gain": {"wine": 1, "coffee": 1}},
        "takes a die from 2: 1 wine and 1 coffee",
    ),
    ({"do": "take_die", "die": 6, "as": 3, "boost": True}, "takes a die from 6 as 3 with a boost"),
    (
        {"do": "extra_action", "die": 4, "boost": True, "gain": {"krones": 3}},
        "does action 4 as the bonus action with a boost: 3 krones",
    ),
    (
        {"do": "take_die", "die": 1, "gain": {"cake": 1}, "place": {"69": {"cake": 1}}},
        "takes a die from 1: 1 cake; 1 cake to 69 Countess",
    ),
    ({"do": "play_staff", "staff": 21}, "plays staff 21 Chef"),
    ({"do": "use_staff", "staff": 21}, "uses staff 21 Chef"),
    (
        {"do": "serve", "place": {"69": {"cake": 2, "coffee": 1}}},
        "serves 2 cake and 1 coffee to 69 Countess",
    ),
    (
        {"do": "place", "place": {"69": {"cake": 1}, "57": {"wine": 2}}},
        "puts 1 cake on 69 Countess and 2 wine on 57 Architect",
    ),
    ({"do": "check_in", "guest": 63, "room": "1-2"}, "checks guest 63 Dame into room 1-2"),
    ({"do": "claim", "politics": "krones-20"}, "claims the objective card: Krones: 20"),
    ({"do": "gain", "gain": {"cake": 1, "wine": 2}}, "chooses 1 cake and 2 wine"),
    ({"do": "occupy", "room": "4-5"}, "occupies room 4-5"),
    ({"do": "fill_order", "guest": 63}, "completes the order of 63 Dame"),
    ({"do": "decline"}, "skips the reward"),
    ({"do": "decline", "what": "prepare"}, "skips preparing a room"),
    ({"do": "penalty", "choose": "vp"}, "takes the penalty in victory points"),
    ({"do": "penalty", "choose": "ignore"}, "pays to ignore the penalty"),
    ({"do": "penalty", "choose": ["goods"]}, "takes the penalty in goods"),
    ({"do": "remove_room", "room": "1-1"}, "removes room 1-1"),
    ({"do": "return_staff", "count": 1}, "returns 1 staff card"),
    ({"do": "return_staff", "count": 2}, "returns 2 staff cards"),
    ({"do": "discard_staff", "staff": 21}, "discards staff 21 Chef"),
    ({"do": "copy_staff", "staff": 34, "of": "b"}, "copies staff 34 Receptionist of Boris"),
    ({"do": "check", "of": "a", "krones": 7}, "Board read: krones 7"),
    (
        {"do": "adjust", "of": "a", "krones": -2, "note": "miscounted"},
        "Corrected: krones −2 (miscounted)",
    ),
    ({"do": "take_rehearsal", "rehearsal": 2}, "takes rehearsal hall 2"),
    (
        {"do": "send_guest", "guest": 148, "hall": "deon", "row": "top", "section": 2},
        "sends 148 Ambassador to Odeonsaal, top row, from section 2",
    ),
    (
        {"do": "send_dancer", "hall": "apollo", "row": "bottom", "section": 4},
        "sends a dancer to Apollosaal, bottom row, from section 4",
    ),
    ({"do": "remove_dancer", "row": "middle"}, "removes a dancer from the row: middle row"),
    (
        {"do": "remove_dancer", "row": "middle", "cell": 2},
        "removes a dancer from the row: middle row (2)",
    ),
    ({"do": "remove_dancer", "row": "balcony"}, "removes a dancer from the row: balcony"),
    ({"do": "swap", "give": {"wine": 2}, "gain": {"cake": 2}}, "swaps 2 wine for 2 cake"),
    ({"do": "take_die", "die": 3, "colour": "yellow"}, "takes a die from 3 (the yellow die)"),
    ({"do": "take_die", "die": 3, "moved": 4}, "takes a die from 3 (a die moved from 4)"),
    ({"do": "take_die", "die": 3, "moved": "red"}, "takes a die from 3 (the red die moved over)"),
    (
        {"do": "roll", "dice": [1, 1, 1, 1, 1, 1], "red": 2, "yellow": 3, "blue": 1},
        "rolls 1 one, 1 two, 1 three, 1 four, 1 five, 1 six"
        " (red die on 2) (yellow die on 3) (blue die on 1)",
    ),
    (
        {"do": "reroll", "dice": [0, 0, 0, 0, 0, 2], "bin": "red"},
        "puts a die in the bin and rerolls: 2 sixes (the red die to the bin)",
    ),
    (
        {"do": "use_staff", "staff": 171, "pay": {"cake": 1}},
        "uses staff 171 Bookkeeper (paying 1 cake)",
    ),
    ({"do": "take_key"}, "takes the key"),
    ({"do": "take_key", "gain": {"coffee": 1}, "as": 1}, "takes the key for action 1: 1 coffee"),
    ({"do": "bid", "krones": 3}, "bids 3 krones"),
    ({"do": "bid", "krones": 3, "lobby": "dove"}, "bids 3 krones for Dove"),
    (
        {"do": "take_lobby", "krones": 2, "lobby": "kozi"},
        "buys The Kozi Palace, Vienna for 2 krones",
    ),
    (
        {"do": "use_lobby", "tile": "A-krones"},
        "uses the lobby: Bonus: 3 krones. Penalty: 3 krones or 5 VP",
    ),
    ({"do": "take_token", "token": 1}, "takes token 1"),
    ({"do": "take_token", "token": 2, "half": "upper"}, "takes token 2 (column)"),
    ({"do": "take_token", "token": 2, "half": "lower"}, "takes token 2 (floor)"),
    ({"do": "ring", "staff": 167}, "rings the bell of 167 Apprentice"),
    ({"do": "return_food", "food": {"wine": 1}}, "gives back 1 wine"),
    ({"do": "wave"}, "wave"),
]


@pytest.mark.parametrize(("entry", "told"), TOLD, ids=[told for _entry, told in TOLD])
def test_an_entry_is_told_in_words(app: Flask, entry: dict[str, Any], told: str) -> None:
    with app.test_request_context():
        assert phrases.phrase_entry(HEADER, {"by": "a", **entry}) == told


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("guest:63.1", "Reward of 63 Dame"),
        ("staff:21", "21 Chef"),
        ("staff:167.2", "167 Apprentice"),
        ("die", "Die 4"),
        ("group", "Group bonus"),
        ("tile", "Emperor tile"),
        ("lobby", "The lobby"),
        ("hall:deon", "Odeonsaal"),
        ("section", "Rehearsal hall"),
        ("celebrity:magie", "Elizabeth Magie"),
        ("key", "The key"),
        ("odd", "odd"),
    ],
)
def test_where_something_comes_from_is_told_in_words(app: Flask, source: str, told: str) -> None:
    with app.test_request_context():
        assert terms.source_words(source, 4) == told
        assert terms.source_words("die") == "Die"
