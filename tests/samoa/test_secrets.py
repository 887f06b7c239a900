"""Money, discards and chosen cards are their owner's: what another phone is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator import games
from adjudicator.record import load
from adjudicator.replay import Replay
from recorder.privacy import Privacy
from tests.samoa.play import header

CARDS: list[dict[str, Any]] = [
    {"by": "a", "do": "card", "bid": 20, "room": 13},
    {"by": "b", "do": "card", "day_off": True},
]
ENTRIES: list[dict[str, Any]] = [
    {"do": "adjust", "of": "a", "money": -17},
    {"do": "tiles", "tiles": ["pool"]},
    {"do": "tourists", "groups": [["normal", "rich"]]},
    *CARDS,
]
LAST_CARD = {"by": "c", "do": "card", "bid": 2, "room": 3}


def replay(*more: dict[str, Any]) -> Replay:
    return Replay(load(header(3, entries=[*ENTRIES, *more])))


@pytest.mark.rule("SAM-PAY-04")
def test_money_is_the_own_players() -> None:
    played = replay()
    shown = Privacy("samoa", "a", False).position(played.state.position())
    assert shown["players"]["a"]["money"] == 8
    assert all("money" not in shown["players"][other] for other in "bc")
    scores = played.result().to_json()["scores"]
    assert set(Privacy("samoa", "a", False).by_player(scores)) == {"a"}
    assert Privacy("samoa", None, False).by_player(scores) == {}
    assert set(Privacy("samoa", None, True).by_player(scores)) == {"a", "b", "c"}


@pytest.mark.rule("SAM-PAY-04")
def test_no_verdict_and_no_offer_tells_the_money() -> None:
    played = replay(LAST_CARD)
    verdict = played.judge({"by": "a", "do": "build", "tile": "pool"}).to_json()
    assert verdict["verdict"] == "illegal"
    assert "8" not in json.dumps(verdict)
    build = {"by": "a", "do": "build", "tile": "pool"}
    assert build not in played.state.options()
    for viewer, seen in (("a", False), ("c", True), (None, True)):
        state = played.state.copy()
        assert games.secrets("samoa").forget(state, viewer)
        assert (build in state.options()) is seen


@pytest.mark.rule("SAM-KEEP-04")
def test_discards_are_the_own_players() -> None:
    lodge = {
        "by": "c",
        "do": "lodge",
        "group": 1,
        "tourists": [{"token": "rich", "room": "a1"}, {"token": "normal", "room": "a2"}],
    }
    played = replay(LAST_CARD, {"by": "a", "do": "pass"}, {"by": "c", "do": "pass"}, lodge)
    end = played.with_entries([*played.record.entries, {"by": "b", "do": "pass"}])
    position = end.state.position()
    assert position["players"]["c"]["discards"] == [{"bid": 2, "room": 3}]
    mine, others = (Privacy("samoa", who, False).position(position)["players"] for who in "ca")
    assert mine["c"]["discards"] == [{"bid": 2, "room": 3}]
    assert "discards" not in others["c"]
    assert others["c"]["hand"] == 10


@pytest.mark.rule("SAM-CARD-01")
def test_a_card_is_face_down_until_all_are_revealed() -> None:
    before, after = replay(), replay(LAST_CARD)
    privacy = Privacy("samoa", "b", False)
    assert "chosen" not in privacy.position(before.state.position())["players"]["a"]
    assert "card" not in privacy.position(before.state.position())["players"]["a"]
    revealed = privacy.position(after.state.position())["players"]["a"]
    assert revealed["card"] == {"bid": 20, "room": 13}
    assert privacy.entry(CARDS[0]) == {"by": "a", "do": "card"}
    assert privacy.entry(CARDS[1]) == CARDS[1]


def test_another_hand_is_offered_unseen() -> None:
    state = replay().state
    assert {"by": "c", "do": "card", "bid": 2, "room": 3} in state.options()
    games.secrets("samoa").forget(state, "b")
    assert state.options() == [
        {"by": "c", "do": "card", "bid": "seen", "room": "seen"},
        {"by": "c", "do": "card", "day_off": True},
    ]


def test_the_end_hides_nothing_any_more() -> None:
    document = header(3)
    del document["setup"]
    position = {"phase": "over", "players": {"a": {"money": 30}}}
    state = Replay(load(document | {"position": position})).state
    assert not games.secrets("samoa").forget(state, "a")
    assert Privacy("samoa", None, True).position(state.position()) == state.position()
