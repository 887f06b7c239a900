"""What ``next`` lists, item by item, in chosen positions; the property tests try it all over."""

from typing import Any

import pytest

from adjudicator.reading import load
from adjudicator.replay import Replay
from tests.samoa.play import FLAGS, HOTEL, PRICE_CARDS, header

CARDS = dict(zip("abcd", PRICE_CARDS, strict=False))
"""Bids 2, 4, 6, 8 and prices 3, 4, 5, 6: building d, c, b, a; lodging a, b, c, d."""

NORWEGIAN = [{"token": "normal", "flag": "norway"}]
LOVER = [{"token": "lover", "flag": "norway"}]


def options(
    own: dict[str, dict[str, Any]] | None = None,
    rulings: dict[str, str] | None = None,
    cards: bool = True,
    hotel: dict[str, Any] | None = HOTEL,
    **keys: Any,
) -> list[dict[str, Any]]:
    """Return ``next`` in a position of round 2 with four players."""
    players = {
        player: ({"card": CARDS[player]} if cards else {}) | (own or {}).get(player, {})
        for player in "abcd"
    }
    document = header(4, options={"rulings": rulings or {}})
    del document["setup"]
    document["position"] = {
        "round": 2,
        "flags": FLAGS,
        "tie_break": "d",
        "price_cards": PRICE_CARDS,
        "players": players,
        **({"hotel": hotel} if hotel else {}),
    } | keys
    return Replay(load(document)).state.options()


def test_the_table_turns_up_tiles_then_tourists() -> None:
    state = Replay(load(header(4))).state
    assert state.options() == [{"do": "tiles", "tiles": {"count": 2}}]
    state.judge({"do": "tiles", "tiles": ["room", "pool"]})
    assert state.options() == [{"do": "tourists", "groups": "seen"}]


def test_every_card_in_hand_of_who_has_not_played() -> None:
    own = {"d": {"discards": PRICE_CARDS[1:]}}
    own |= {player: {"chosen": CARDS[player]} for player in "abc"}
    items = options(own, cards=False, phase="cards", groups=[["normal"]])
    day_off = {"by": "d", "do": "card", "day_off": True}
    assert items == [day_off, {"by": "d", "do": "card", "bid": 2, "room": 3}]


@pytest.mark.rule("SAM-BUILD-02", "SAM-SUITE-01")
def test_open_tiles_and_rooms_for_a_suite() -> None:
    keys = {"phase": "building", "groups": [["normal"]], "tiles": ["pool", "suite", "pool", "swap"]}
    assert options({"d": {"suites": ["a1", "b3"], "extra_rooms": 1}}, **keys) == [
        {"by": "d", "do": "build", "tile": ["pool", "swap"]},
        {"by": "d", "do": "build", "tile": "suite", "room": ["a2", "a3", "b1", "b2"]},
        {"by": "d", "do": "pass"},
    ]


@pytest.mark.rule("SAM-BUILD-05")
def test_who_cannot_pay_may_only_pass() -> None:
    keys = {"phase": "building", "groups": [["normal"]], "tiles": ["pool"]}
    assert options({"d": {"money": 7}}, **keys) == [{"by": "d", "do": "pass"}]
    assert options({"d": {"money": 8}}, **keys)[0] == {"by": "d", "do": "build", "tile": "pool"}


@pytest.mark.rule("SAM-TOUR-02", "SAM-LOVE-02")
def test_groups_rooms_and_lone_lovers() -> None:
    own = {"a": {"rooms": {"a1": NORWEGIAN, "a2": LOVER, "a3": LOVER * 2}, "extra_rooms": 1}}
    groups = [["lover", "rich"], [], ["normal"]]
    free = ["b1", "b2", "b3", "extra-1"]
    lovers = {"tokens": ["lover", "rich"], "rooms": free, "lovers": ["a2"]}
    assert options(own, phase="lodging", groups=groups) == [
        {"by": "a", "do": "lodge", "group": 1, "tourists": lovers},
        {"by": "a", "do": "lodge", "group": 3, "tourists": {"tokens": ["normal"], "rooms": free}},
        {"by": "a", "do": "pass"},
    ]


@pytest.mark.rule("SAM-OFF-02")
def test_a_day_off_offers_every_choice_of_rooms() -> None:
    rooms = {"a1": NORWEGIAN, "a2": LOVER * 2, "a3": NORWEGIAN}
    own = {"c": {"card": {"day_off": True}, "rooms": rooms}}
    items = options(own, phase="lodging", groups=[["normal"]], acted=["a", "b", "d"])
    choices = [[], ["a1"], ["a2"], ["a3"], ["a1", "a2"], ["a1", "a3"], ["a2", "a3"]]
    assert items == [{"by": "c", "do": "send_home", "rooms": choices}, {"by": "c", "do": "pass"}]


@pytest.mark.rule("SAM-SPEC-03", "SAM-SPEC-05")
def test_special_tiles_between_reveal_and_building() -> None:
    discards = [PRICE_CARDS[7], PRICE_CARDS[8], PRICE_CARDS[9]]
    own = {
        "a": {"special_tiles": ["swap", "evict"], "discards": PRICE_CARDS[1:]},
        "b": {"special_tiles": ["recall", "recall"], "discards": discards},
    }
    keys = {"phase": "building", "groups": [["normal"]], "tiles": ["room"]}
    use = {"do": "use_tile"}
    pairs = [[discards[0], discards[1]], [discards[0], discards[2]], [discards[1], discards[2]]]
    recall = {"by": "b", "tile": "recall", "cards": [[one] for one in discards] + pairs} | use
    swap = {"by": "a", "tile": "swap", "card": {"day_off": True}} | use
    assert options(own, swaps=[], **keys)[2:] == [swap, recall]
    assert options(own, swaps=None, **keys)[2:] == [recall]


@pytest.mark.rule("SAM-SPEC-04")
def test_evict_offers_two_of_the_occupied_rooms() -> None:
    own = {"b": {"special_tiles": ["evict"], "rooms": {"a1": NORWEGIAN, "a2": LOVER}}}
    keys = {"phase": "lodging", "groups": [["normal"]]}
    evict = {"by": "b", "do": "use_tile", "tile": "evict"}
    assert options(own, **keys)[-1] == evict | {"rooms": [["a1", "a2"]]}
    ruled = options(own, {"SAM-U-06": "up-to-two"}, **keys)
    assert ruled[-1] == evict | {"rooms": [["a1"], ["a2"], ["a1", "a2"]]}
    assert options(own, acted=["a", "b"], **keys)[-1] == {"by": "c", "do": "pass"}


def test_unknown_figures_are_read_off_the_table() -> None:
    document = header(3)
    del document["setup"]["price_cards"], document["setup"]["hotel"]
    state = Replay(load(document)).state
    state.judge({"do": "tiles", "tiles": ["suite"]})
    state.judge({"do": "tourists", "groups": [["normal"]]})
    assert state.options()[:2] == [
        {"by": "a", "do": "card", "bid": "seen", "room": "seen"},
        {"by": "a", "do": "card", "day_off": True},
    ]
    for player in "abc":
        state.judge({"by": player, "do": "card", "bid": 3, "room": 3})
    suite = {"by": "a", "do": "build", "tile": "suite", "room": "seen"}
    assert state.options() == [suite, {"by": "a", "do": "pass"}]
    state.judge({"by": "a", "do": "build", "tile": "suite", "room": "x"})
    tourists = {"tokens": ["normal"], "rooms": "seen"}
    assert state.options()[0] == {"by": "c", "do": "lodge", "group": 1, "tourists": tourists}


@pytest.mark.rule("SAM-ROOM-01")
def test_extra_rooms_beside_a_hotel_that_nobody_has_read() -> None:
    keys = {"phase": "building", "groups": [["normal"]], "tiles": ["suite"]}
    own = {"d": {"extra_rooms": 1}}
    suite = {"by": "d", "do": "build", "tile": "suite", "room": "seen"}
    assert options(own, hotel=None, **keys)[:-1] == [suite]
    ruled = options(own, {"SAM-U-12": "allowed"}, hotel=None, **keys)
    assert ruled[:-1] == [suite, {**suite, "room": "extra-1"}]


@pytest.mark.rule("SAM-END-01")
def test_nothing_after_the_end_nor_where_nothing_can_be_played() -> None:
    assert options(cards=False, phase="over") == []
    document = header(3)
    del document["setup"]
    assert Replay(load(document | {"position": {}})).state.options() == []
