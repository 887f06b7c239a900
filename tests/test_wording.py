"""Refusals as the player reads them who made the entry: what is wrong is called by its name."""

from __future__ import annotations

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
BELL = {"staff": [172], "hand": 3}
HALLS = ["apollo", "deon", "sperl"]
SENDING = {"by": "a", "do": "send_guest", "guest": 63, "section": 1}
WALTZER = {
    "cafe": [{"guest": 63, "served": {"coffee": 1}}],
    "rehearsal": {"board": 1},
    "kitchen": {"champagne": 3},
}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        pytest.param(
            record([{**DIE, "die": 6}, {"by": "a", "do": "play_staff", "staff": 24}]),
            "was not used as a 5. To do it with this die, correct its entry to a 6 as 5, for 1",
            id="a 6 without its action",
        ),
        pytest.param(
            record(
                [{**DIE, "die": 6}, {"by": "a", "do": "prepare", "room": "1-1"}],
                "",
                {"staff": [17]},
            ),
            "correct its entry to a 6 as 3, for 0 krones",
            id="a 6 that costs its player nothing",
        ),
        pytest.param(
            record([{**DIE, "die": 1}], dice=[0, 4, 0, 0, 0, 2]),
            "no die lies on space 1. Possible now: a 6 as 1.",
            id="only a 6 is left for it",
        ),
        pytest.param(
            record(
                [{**DIE, "die": 1}],
                "celebrities",
                dice=[1, 4, 0, 0, 0, 2],
                coloured={"red": 1},
                bar={"red": {"celebrity": "freud"}, "blue": None, "yellow": None},
            ),
            "no white die lies on space 1. Possible now: the red die on space 1.",
            id="a coloured die lies there",
        ),
        pytest.param(
            record(
                [{"by": "a", "do": "claim", "politics": "emperor-10"}],
                own={"emperor": 9},
                politics=["emperor-10", "floors-2", "three-each"],
            ),
            "space on the emperor track: 10 needed, 9 so far.",
            id="what a politics card lacks",
        ),
        pytest.param(
            record([{"by": "a", "do": "occupy", "room": "2-2"}]),
            "room 2-2 has no tile.",
            id="a room without a tile",
        ),
        pytest.param(
            record([{"by": "a", "do": "use_staff", "staff": 172}], "more", BELL),
            "staff 172 Chef de Rang works once, when it is rung.",
            id="a bell is no once-per-round card",
        ),
        pytest.param(
            record(
                [{**DIE, "die": 2, "gain": {"wine": 2}}, {"by": "a", "do": "ring", "staff": 172}],
                "more",
                BELL,
            ),
            "rings at 3 drinks in one action; this action has brought 2. "
            "a may: end the turn. "
            "staff 172 Chef de Rang rings when one action brings 3 drinks or more.",
            id="two of three drinks",
        ),
        pytest.param(
            record(
                [
                    {**DIE, "die": 2, "boost": True, "gain": {"wine": 2, "coffee": 1}},
                    {"by": "a", "do": "serve", "place": {"63": {"coffee": 1}}},
                    {"by": "a", "do": "ring", "staff": 172},
                ],
                "more",
                {**BELL, "cafe": [{"guest": 63}]},
            ),
            "staff 172 Chef de Rang could have rung earlier in this turn; "
            "the next action has begun.",
            id="a bell that is too late",
        ),
        pytest.param(
            record(
                [{"by": "a", "do": "use_staff", "staff": 128, "pay": {"wine": 2}}],
                "balls",
                {"staff": [128], "kitchen": {"coffee": 1, "wine": 2}},
            ),
            "costs 1 dish or drink of your choice, not 2 wine. "
            "Possible now: paying 1 wine or 1 coffee.",
            id="what a card costs",
        ),
        pytest.param(
            record(
                [
                    {
                        "by": "a",
                        "do": "take_key",
                        "as": 4,
                        "gain": {"wine": 1, "krones": 1, "emperor": 1},
                    }
                ],
                "first-player",
            ),
            "the key's action counts as one die",
            id="nobody boosted the key",
        ),
        pytest.param(
            record([{"by": "a", "do": "penalty", "choose": "vp", "from": "guest:61"}]),
            "the penalty: the reward of 61 Painter offers nothing now.",
            id="a penalty by a reward",
        ),
        pytest.param(
            record([{"by": "a", "do": "return_food", "food": {"wine": 1}, "from": "die"}], "more"),
            "giving food back: the die offers nothing now. "
            "a may: take a guest, take a die or pass. no emperor penalty asks a to give food back",
            id="food given back by a die",
        ),
        pytest.param(
            record(
                [{"by": "a", "do": "roll", "dice": [2, 2, 2, 2, 1, 1], "red": 1}],
                "celebrities",
                bar={"red": None, "blue": None, "yellow": None},
                coloured={"red": 1},
            ),
            "the dice of this round have been rolled. a may:",
            id="a roll in a turn, whatever colour is missing",
        ),
        pytest.param(
            record(
                [
                    {**DIE, "die": 5},
                    {"by": "a", "do": "play_staff", "staff": 45},
                    {"by": "a", "do": "gain", "gain": {"wine": 3}},
                ],
                "balls celebrities",
                {"celebrities": ["puccini", "picasso", "curie"], "rehearsal": {"board": 1}},
                halls=["deon", "strauss", "apollo"],
            ),
            "3 pieces taken; one entry uses one reward, and this one has 2 of choice left.",
            id="more than any of two choices of food",
        ),
        pytest.param(
            record(
                [{**DIE, "die": 3}, {"by": "a", "do": "prepare", "room": "1-2", "from": "die"}],
                "celebrities hotels",
                {"lobby": "corogari", "values": [1], "celebrities": ["magie"]},
                taken={"a": 1, "b": 1},
                dice=[2, 1, 2, 1, 1, 1],
                first_player="b",
            ),
            "what Elizabeth Magie allows comes first; use it or skip it, then comes",
            id="the rooms of the die wait behind Magie's",
        ),
        pytest.param(
            record(
                [{"by": "a", "do": "gain", "gain": {"wine": 1}, "from": "celebrity:curie"}],
                "celebrities",
                {"celebrities": ["curie"]},
            ),
            "food of your choice: Marie Curie offers nothing now. a may: take a guest, take a die "
            "or pass.",
            id="a celebrity who offers nothing, said once",
        ),
        pytest.param(
            record(
                [
                    {**DIE, "die": 3},
                    {"by": "a", "do": "prepare", "room": "1-1"},
                    {"by": "a", "do": "serve", "place": {"63": {"coffee": 1}}},
                    {"by": "a", "do": "send_dancer", "hall": "deon", "row": "top", "section": 2},
                ],
                "balls",
                {
                    **WALTZER,
                    "cafe": [{"guest": 63}],
                    "staff": [119],
                    "krones": 9,
                    "kitchen": {"coffee": 1},
                },
                halls=HALLS,
            ),
            "an extra action came between the action of the die and the dancer of staff 119",
            id="a serve came between",
        ),
        pytest.param(
            record(
                [
                    {
                        "by": "a",
                        "do": "send_dancer",
                        "hall": "deon",
                        "row": "top",
                        "section": 1,
                        "from": "tile",
                    }
                ],
                "balls",
                halls=HALLS,
            ),
            "sending another dancer: the emperor tile offers nothing now",
            id="a dancer of what sends none",
        ),
        pytest.param(
            record(
                [
                    {**DIE, "die": 4},
                    {"by": "a", "do": "send_dancer", "hall": "deon", "row": "top", "section": 4},
                ],
                "balls",
                {"staff": [125], "rehearsal": {"board": 1}},
                halls=HALLS,
            ),
            "staff 125 Choirmaster reacts to a die of space 5, and this turn's die is a 4. a may:",
            id="a dancer of another die",
        ),
        pytest.param(
            record(
                [
                    {"by": "a", "do": "take_guest", "guest": guest, "reveal": reveal}
                    for guest, reveal in ((50, 51), (64, 52), (78, 53))
                ],
                "hotels",
                {"lobby": "kaufman", "krones": 15},
            ),
            "Kaufman brings two guests a turn, not more. a may: take a die.",
            id="a third guest in a turn of Kaufman's owner",
        ),
        pytest.param(
            record(
                [{**DIE, "die": 3, "colour": "red", "boost": True}],
                "celebrities",
                {"krones": 2},
                dice=[1, 4, 3, 0, 0, 2],
                coloured={"red": 3},
                bar={"red": {"celebrity": "freud"}, "blue": None, "yellow": None},
            ),
            "a boost costs 1 krone; after 2 krones for the die the player has 0 krones left.",
            id="a boost after a coloured die",
        ),
        pytest.param(
            record(
                [{"by": "a", "do": "take_key", "gain": {"wine": 1}}, {**DIE, "die": 2}],
                "first-player",
            ),
            "the key was taken instead of a die. a may: end the turn.",
            id="a die after the key",
        ),
        pytest.param(
            record(
                [
                    {**DIE, "die": 4},
                    {"by": "a", "do": "check_in", "guest": 97, "room": "4-1"},
                    {"by": "a", "do": "take_token", "token": 2},
                ],
                "hotels",
                {
                    "lobby": "dove",
                    "cafe": [{"guest": 97, "served": {"strudel": 2, "wine": 1}}],
                    "rooms": {**dict.fromkeys(("1-1", "2-1", "3-1"), "occupied"), "4-1": "vacant"},
                },
            ),
            "(the reward of 97 E. Gizia) comes before taking a token: use it or skip it first.",
            id="a token that is due later",
        ),
        pytest.param(
            record(
                [
                    {**DIE, "die": 5},
                    {"by": "a", "do": "play_staff", "staff": 45},
                    {"by": "a", "do": "send_dancer", "hall": "deon", "row": "bottom", "section": 1},
                ],
                "balls celebrities",
                {
                    **WALTZER,
                    "krones": 9,
                    "staff": [125],
                    "hand": 4,
                    "celebrities": ["puccini", "picasso"],
                },
                halls=HALLS,
            ),
            "food of your choice (Pablo Picasso) comes before sending another dancer: use it",
            id="a dancer who is due later",
        ),
        pytest.param(
            record([{"by": "a", "do": "ring", "staff": 24}], "more", {"staff": [24]}),
            "staff 24 Chief Waiter is not a bell card.",
            id="a card that does not ring",
        ),
        pytest.param(
            record(
                [{"by": "a", "do": "claim", "politics": "floors-2"}],
                own={"emperor": 10},
                politics=["emperor-10", "floors-2", "three-each"],
            ),
            "Possible now: the politics card ",
            id="a politics card that can be had",
        ),
        pytest.param(
            record(
                [{"by": "a", "do": "take_guest", "guest": 64, "reveal": 51}],
                die_taken=True,
                taken={"a": 1},
                dice=[2, 2, 2, 2, 1, 0],
            ),
            "the guest step comes once in a turn, before the die.",
            id="whoever owns a lobby",
        ),
    ],
)
def test_what_is_wrong_is_called_by_its_name(document: Json, words: str) -> None:
    assert words in read(document)


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
    assert "Now it is up to b: roll the dice." in read(document)  # what has happened is no hint


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


@pytest.mark.parametrize(
    ("phase", "own", "entries", "words"),
    [
        pytest.param(
            "lodging",
            {"rooms": {"b3": [{"token": "lover", "flag": "norway"}]}},
            [
                {
                    "by": "a",
                    "do": "lodge",
                    "group": 1,
                    "tourists": [{"token": "normal", "room": "b3"}],
                }
            ],
            "Room b3 is taken (lover). A new tourist (normal) needs an empty room.",
            id="a lover lives there",
        ),
        pytest.param(
            "building",
            {},
            [{"by": "a", "do": "build", "tile": "pool"}, {"by": "a", "do": "pass"}],
            "a has bought a tile this round (pool). Now it is up to c: buy a building tile",
            id="a pass after a purchase",
        ),
        pytest.param(
            "tourists",
            {"special_tiles": ["recall"], "discards": [{"bid": 20, "room": 13}], "hand": 10},
            [{"by": "b", "do": "card", "bid": 2, "room": 3}],
            "are to arrive. What comes next: let the tourists arrive.",
            id="what all wait for comes before what one may do",
        ),
    ],
)
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
