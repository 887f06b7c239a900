"""Money, discards and chosen cards are their owner's: what another phone is shown."""

import json
from typing import Any

import pytest

from adjudicator import games
from adjudicator.reading import load
from adjudicator.replay import Replay
from recorder.games.visibility import Privacy
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
    shown = Privacy("samoa", "a", False).show_position(played.state.position())
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
        assert games.find_secrets("samoa").forget(state, viewer)
        assert (build in state.options()) is seen


@pytest.mark.rule("SAM-PAY-04")
def test_no_question_that_decided_tells_that_a_bid_is_more_than_the_money() -> None:
    verdict = replay().verdicts[3].to_json()
    assert verdict["depends_on"] == ["SAM-U-02"]
    mine, others = (Privacy("samoa", who, False).show_verdict(CARDS[0], verdict) for who in "ab")
    assert mine == verdict
    assert "depends_on" not in others


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
    mine, others = (Privacy("samoa", who, False).show_position(position)["players"] for who in "ca")
    assert mine["c"]["discards"] == [{"bid": 2, "room": 3}]
    assert "discards" not in others["c"]
    assert others["c"]["hand"] == 10


@pytest.mark.rule("SAM-CARD-01")
def test_a_card_is_face_down_until_all_are_revealed() -> None:
    before, after = replay(), replay(LAST_CARD)
    privacy = Privacy("samoa", "b", False)
    assert "chosen" not in privacy.show_position(before.state.position())["players"]["a"]
    assert "card" not in privacy.show_position(before.state.position())["players"]["a"]
    revealed = privacy.show_position(after.state.position())["players"]["a"]
    assert revealed["card"] == {"bid": 20, "room": 13}
    assert privacy.show_entry(CARDS[0]) == {"by": "a", "do": "card"}
    assert privacy.show_entry(CARDS[1]) == CARDS[1]


def test_another_hand_is_offered_unseen() -> None:
    state = replay().state
    assert {"by": "c", "do": "card", "bid": 2, "room": 3} in state.options()
    games.find_secrets("samoa").forget(state, "b")
    assert state.options() == [
        {"by": "c", "do": "card", "bid": "seen", "room": "seen"},
        {"by": "c", "do": "card", "day_off": True},
    ]


def test_the_end_hides_nothing_any_more() -> None:
    document = header(3)
    del document["setup"]
    position = {"phase": "over", "players": {"a": {"money": 30}}}
    state = Replay(load(document | {"position": position})).state
    assert not games.find_secrets("samoa").forget(state, "a")
    assert Privacy("samoa", None, True).show_position(state.position()) == state.position()


@pytest.mark.rule("SAM-PAY-04")
def test_a_look_at_the_own_money_tells_nobody_else_how_much_it_is() -> None:
    played = replay()
    check = {"do": "check", "of": "a", "money": 5, "pools": 1}
    verdict = played.judge(check).to_json()
    assert verdict["finding"] == {"money": [8, 5], "pools": [0, 1]}
    assert Privacy("samoa", "a", False).show_verdict(check, verdict) == verdict
    for viewer in ("b", None):
        shown = Privacy("samoa", viewer, False).show_verdict(
            {**check, "by": viewer or "b"}, verdict
        )
        assert shown["finding"] == {"pools": [0, 1]}
    assert Privacy("samoa", None, True).show_verdict(check, verdict) == verdict


@pytest.mark.rule("SAM-KEEP-04")
def test_a_card_that_was_not_in_hand_is_not_named_to_others() -> None:
    card = {"by": "b", "do": "card", "bid": 17, "room": 11}
    verdict = replay().judge(card).to_json()
    assert [breach["rule"] for breach in verdict["violations"]] == ["SAM-CARD-01"]
    told = json.dumps(Privacy("samoa", "c", False).show_verdict(card, verdict))
    assert "SAM-CARD-01" in told
    assert "already" not in told
    assert Privacy("samoa", "b", False).show_verdict(card, verdict) == verdict


@pytest.mark.rule("SAM-PAY-04")
def test_the_table_may_ask_for_the_money_and_for_nothing_else() -> None:
    played = replay()
    position = played.state.position()
    asked = Privacy("samoa", None, False, asked=True)
    shown = asked.show_position(position)["players"]["a"]
    assert shown["money"] == 8
    assert "discards" not in shown
    assert "chosen" not in shown
    assert set(asked.by_player(played.result().to_json()["scores"])) == {"a", "b", "c"}
    assert asked.show_entry(CARDS[0]) == {"by": "a", "do": "card"}


@pytest.mark.parametrize("left", ["position", "scores"])
def test_viewers_differ_where_either_is_secret(left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one viewer was told of moved pieces is kept, and never told to another."""
    hidden = games.find_secrets("samoa")
    only = {key: what for key, what in hidden.SECRETS.items() if key in ("entries", left)}
    monkeypatch.setattr(hidden, "SECRETS", only)
    assert Privacy("samoa", "a", False).viewer_key != Privacy("samoa", "b", False).viewer_key
