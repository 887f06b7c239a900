"""What pages say of Samoa's tiles, tourists and price cards against what the engine plays.

Each line of each card stands here with positions in which it holds and in which it does not. A line
that nobody plays fails, and so does one that a page no longer says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.casebook import CASEBOOK
from adjudicator.reading import parse
from adjudicator.replay import Replay
from recorder.pages.asking import cards
from tests.pages.test_card_words import Entry, english

__all__ = ["english"]

NORWAY = {"token": "normal", "flag": "norway"}
FULL = {room: [NORWAY] for room in ("a1", "a2", "a3", "b1", "b2", "b3")}
"""Six guests who stay: the flag of the second round is Japan's."""

FIVE = {room: living for room, living in FULL.items() if room != "b3"}
PAIR = [{"token": "lover", "flag": "norway"}, {"token": "lover", "flag": "britain"}]
FAMOUS = {"token": "celebrity", "flag": "norway"}
BUYS, LODGES, CARDS = "building", "lodging", "cards"
OTHERS = [{"by": other, "do": "pass"} for other in "bcd"]
FIRST = {"card": {"bid": 2, "room": 3}, "acted": []}
PASS = {"do": "pass"}


def build(tile: str, **more: Any) -> Entry:
    return {"do": "build", "tile": tile, **more}


def lodge(token: str, room: str = "a1", **more: str) -> Entry:
    """Take one tourist, or two: more by the room."""
    lodged = [{"token": token, "room": room}]
    return {"do": "lodge", "group": 1, "tourists": lodged + [
        {"token": other, "room": where} for where, other in more.items()
    ]}  # fmt: skip


def use(tile: str, **more: Any) -> Entry:
    return {"do": "use_tile", "tile": tile, **more}


def evict(*rooms: str) -> Entry:
    return use("evict", rooms=list(rooms))


def recall(*bids: int) -> Entry:
    prices = {2: 3, 4: 4, 6: 5, 8: 6, 20: 13}
    return use("recall", cards=[{"bid": bid, "room": prices[bid]} for bid in bids])


SWAP = use("swap", card={"bid": 2, "room": 3})
LAID = [{"by": by, "do": "card", "bid": 9, "room": 7} for by in "abcd"]
DISCARDED = {"discards": [{"bid": bid, "room": room} for bid, room in ((2, 3), (4, 4), (6, 5))]}
OFF = {"card": {"day_off": True}}

Play = tuple[str, Mapping[str, Any], list[Entry], str, int | None]
"""A phase, what a has (who bids 20 and asks 13), entries of a unless another is named, the kinds
of their verdicts by first letters, and what a's coins change by."""

LINES: Mapping[str, Mapping[str, list[Play]]] = {
    "room-tile/room": {
        "One tourist more may live in your hotel, from this round on": [
            (BUYS, {"rooms": FULL}, [build("room"), *OTHERS, lodge("normal", "extra-1")],
             "lllll", -20 + 13),
            (LODGES, {"rooms": FULL}, [lodge("normal", "extra-1")], "i", None),
        ],
        "It is next to no other room": [
            (LODGES, {"extra_rooms": 2, "rooms": {"b3": [FAMOUS], "extra-2": [FAMOUS]}},
             [lodge("normal", "extra-1")], "l", 13),
        ],
    },
    "room-tile/suite": {
        "Lay it on a room of your hotel at once, even where somebody lives": [
            (BUYS, {"rooms": {"a1": [NORWAY]}}, [build("suite", room="a1")], "l", -20),
            (BUYS, {}, [build("suite", room="extra-1")], "i", None),
        ],
        "Whoever moves in from then on pays double; who lives there pays nothing more": [
            (LODGES, {"suites": ["a1"]}, [lodge("normal")], "l", 26),
            (BUYS, {"rooms": {"a1": [NORWAY]}},
             [build("suite", room="a1"), *OTHERS, PASS], "lllll", -20),
        ],
    },
    "room-tile/pool": {
        "Take coins at once: all ring numbers of the swimmers in your hotel, added up": [
            (BUYS, {"rooms": {f"a{n}": [{"token": f"swimmer:{n}", "flag": "norway"}]
                              for n in (1, 3)}}, [build("pool")], "l", -20 + 1 + 3),
        ],
        "Each swimmer who moves in later brings the ring number for this pool, too": [
            (BUYS, {"pools": 1}, [build("pool"), *OTHERS, lodge("swimmer:4")],
             "lllll", -20 + 13 + 2 * 4),
        ],
    },
    "room-tile/swap": {
        "Once, after all price cards lie open: exchange yours for another one of your hand": [
            (CARDS, {"special_tiles": ["swap"]}, [*LAID, SWAP, SWAP], "llllli", None),
            (CARDS, {"special_tiles": ["swap"]}, [*LAID[:3], SWAP], "llli", None),
        ],
        "Not in the round in which you buy it": [(BUYS, {}, [build("swap"), SWAP], "li", None)],
    },
    "room-tile/evict": {
        "Once, before your own tourists move in: two tourists leave your hotel": [
            (LODGES, {"special_tiles": ["evict"], "rooms": FULL},
             [evict("a1", "a2", "a3"), evict("a1", "a2"), evict("a3", "b1"), lodge("normal")],
             "ilil", 13),
            (LODGES, {"special_tiles": ["evict"], "rooms": FIVE, **FIRST},
             [lodge("normal", "b3"), evict("a1", "a2")], "li", None),
        ],
        "A pair of lovers counts as two": [
            (LODGES, {"special_tiles": ["evict"], "rooms": {"a1": PAIR, "a2": [NORWAY]}},
             [evict("a1", "a2"), evict("a1")], "il", None),
        ],
    },
    "room-tile/recall": {
        "Once, at any moment: take up to 2 discarded price cards back into your hand": [
            (phase, {"special_tiles": ["recall"], **DISCARDED},
             [recall(2, 4, 6), recall(2, 4), recall(6)], "ili", None)
            for phase in (BUYS, LODGES, CARDS, "tourists", "tiles")
        ],
        "Not the card that lies on the table": [
            (LODGES, {"special_tiles": ["recall"], **DISCARDED}, [recall(20)], "i", None),
        ],
    },
    "tourist/normal": {"Pays the room price": [(LODGES, {}, [lodge("normal")], "l", 13)]},
    "tourist/rich": {"Pays twice the room price": [(LODGES, {}, [lodge("rich")], "l", 26)]},
    "tourist/lover": {
        "Pays the room price": [(LODGES, {}, [lodge("lover")], "l", 13)],
        "May share a room with one other lover; the two stay and leave together": [
            (LODGES, {"rooms": {"a1": PAIR[:1]}}, [lodge("lover")], "l", 13),
            (LODGES, {"rooms": {"a1": PAIR}}, [lodge("lover")], "i", None),
            (LODGES, {"rooms": {"a1": [NORWAY]}}, [lodge("lover")], "i", None),
            ("tourists", {"rooms": {"a1": PAIR}, "round": 4},
             [{"do": "tourists", "by": "", "groups": [["normal"]]}], "l", None),
        ],
    },
    "tourist/celebrity": {
        "Pays the room price": [(LODGES, {}, [lodge("celebrity")], "l", 13)],
        "Whoever moves in next door later pays double": [
            (LODGES, {"rooms": {"a2": [FAMOUS]}}, [lodge("normal")], "l", 26),
            (LODGES, {"rooms": {"a3": [FAMOUS]}}, [lodge("normal")], "l", 13),
            (LODGES, {"rooms": {"a2": [NORWAY]}}, [lodge("celebrity")], "l", 13),
        ],
    },
    "tourist/swimmer": {
        "Pays the room price": [(LODGES, {}, [lodge("swimmer:4")], "l", 13)],
        "Brings the number on the ring for each of your pools besides": [
            (LODGES, {"pools": 3}, [lodge("swimmer:4")], "l", 13 + 3 * 4),
        ],
    },
    "price-card/priced": {
        "A bid for a building tile and a price for your rooms, both for this round": [
            (BUYS, {}, [build("room")], "l", -20),
            (LODGES, {}, [lodge("normal", a2="normal")], "l", 26),
            (LODGES, {"special_tiles": ["recall"]},
             [recall(20), lodge("normal"), recall(20)], "ill", 13),
            (CARDS, DISCARDED, [{"do": "card", "bid": 2, "room": 3}], "i", None),
        ],
    },
    "price-card/day-off": {
        "You neither build nor take tourists; up to two of yours may go home": [
            (BUYS, {**OFF, "rooms": {"a1": [NORWAY]}}, [build("room")], "i", None),
            (LODGES, OFF, [lodge("normal")], "i", None),
            (LODGES, {**OFF, "rooms": FULL},
             [{"do": "send_home", "rooms": ["a1", "a2", "a3"]},
              {"do": "send_home", "rooms": ["a1", "a2"]}], "il", 0),
        ],
    },
}  # fmt: skip

UNUSED = "Unused at the end: 3 coins"
"""A line of all special tiles."""


def lines() -> Iterator[tuple[str, list[str]]]:
    """Yield each card of the game and what its page says that it does."""
    for one in cards.search("", game="samoa"):
        yield f"{one.card.kind}/{one.card.id}", list(one.card.does)


def played(phase: str, own: Mapping[str, Any], entries: list[Entry]) -> Replay:
    """Return the replay of entries; what of ``own`` is no player's lies on the table."""
    scene = CASEBOOK.cases["85.1"].document
    common = {key: own[key] for key in ("round", "acted") if key in own}
    laid = {"a": {"card": {"bid": 20, "room": 13}}, "b": {"card": {"bid": 4, "room": 4}}}
    laid |= {"c": {"card": {"bid": 6, "room": 5}}, "d": {"card": {"bid": 8, "room": 6}}}
    if phase in (CARDS, "tiles", "tourists"):
        laid = {player: {} for player in "abcd"}
    laid["a"] = {**laid["a"], **{k: v for k, v in own.items() if k not in common}}
    table = {key: scene["position"][key] for key in ("flags", "hotel", "price_cards", "tie_break")}
    position = {**table, "round": 2, "phase": phase, "players": laid, **common}
    if phase not in ("tiles", "tourists"):
        position["groups"] = [["normal", "normal", "rich", "lover", "celebrity", "swimmer:4"]]
    if phase == BUYS:
        position["tiles"] = [entries[0].get("tile", "room")]
    if phase == LODGES:
        position.setdefault("acted", ["b", "c", "d"])
    told = [{"by": "a", **entry} for entry in entries]
    record = {
        **scene,
        "position": position,
        "entries": [{k: v for k, v in entry.items() if v != ""} for entry in told],
    }
    return Replay(parse(json.dumps(record)))


def test_every_line_of_samoa_is_played_as_it_is_said() -> None:
    wrong = []
    for card, said in lines():
        known = dict(LINES[card])
        if UNUSED in said:
            kept = {"special_tiles": [card.partition("/")[2]], "round": 12}
            known[UNUSED] = [(LODGES, kept, [PASS], "l", 3)]
        assert said == list(known), card
        for line, plays in known.items():
            for phase, own, entries, kinds, coins in plays:
                replay = played(phase, own, entries)
                got = "".join(verdict.kind[0] for verdict in replay.verdicts)
                money = replay.state.position()["players"]["a"]["money"] - 25
                if got != kinds or coins not in (None, money):
                    wrong.append((card, line, phase, got, kinds, money, coins))
    assert not wrong, "\n".join(map(str, wrong))
