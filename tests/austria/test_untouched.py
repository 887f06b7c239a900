"""A verdict never depends on what its entry does not touch: other rooms, cards and prices.

The action of guest 97 and the hiring of guest 94 are paid while the krones of the group bonus
still wait (U-14). Whether anything else could have been paid changes no verdict.
"""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from adjudicator.austria.printed.catalogue import STAFF
from adjudicator.reading import parse
from adjudicator.replay import Replay, write_judgement

BONUS = 1
"""Krones of the red group of one room, 4-4, in which every guest here sleeps (GAH-GRP-02)."""

ORDERS = {94: {"strudel": 2}, 97: {"strudel": 2, "wine": 1}}

WAY_UP = ("1-4", "2-4", "3-4", "4-4")

OTHER_ROOMS = (
    (),
    ("1-1", "1-2", "1-3", "1-5"),
    ("1-1", "1-2", "1-3", "1-5", "2-1", "2-2", "2-3", "2-5", "3-1", "3-2", "3-3", "3-5"),
)
"""Rooms beside the way up: what is left then costs 0, 1 or 3 krones."""

OWN_STAFF: tuple[tuple[int, ...], ...] = ((), (10,), (11,))
"""Cards that make rooms of another colour free (GAH-CARD-10, -11); 4-3 is blue."""

HIRED = 38
"""The card of the entry: 5 krones, 4 with a discount of 1."""

IN_SIGHT = (
    (),
    tuple(card for card in STAFF if STAFF[card].cost["2022"] in (0, 1, 2, 3, 4)),
    tuple(card for card in STAFF if card != HIRED),
)
"""Cards that lie before the other player, and so cannot be hired."""

QUEUES = ([50, 64, 78, 92, 103], [103, 92, 50, 64, 78], [])


class Situation(NamedTuple):
    """An entry that is paid while krones wait. price: in krones; spent: krones paid before it."""

    guest: int
    before: tuple[dict[str, Any], ...]
    entry: dict[str, Any]
    price: int
    spent: int = 0


def action(die: int, **more: Any) -> tuple[dict[str, Any], ...]:
    """Return the entry of guest 97's action."""
    return ({"by": "a", "do": "extra_action", "die": die, **more},)


ROOM = {"by": "a", "do": "prepare", "room": "4-3"}
HIRING = {"by": "a", "do": "play_staff", "staff": HIRED}

SITUATIONS = {
    "the hiring of 94": Situation(94, (), HIRING, 4),
    "the hiring of 94, named": Situation(94, (), {**HIRING, "from": "guest:94"}, 4),
    "the room of 97": Situation(97, action(3), ROOM, 3),
    "the hiring of 97": Situation(97, action(5), HIRING, 4),
    "the room of 97 with a 6": Situation(97, action(6, **{"as": 3}), ROOM, 3, 1),
    "the hiring of 97 with a 6": Situation(97, action(6, **{"as": 5}), HIRING, 4, 1),
    "the boost of 97": Situation(97, (), action(4, boost=True, gain={"krones": 2})[0], 1),
    "the 6 of 97": Situation(97, (), action(6, **{"as": 4, "gain": {"krones": 1}})[0], 1),
}


def variations(
    edition: str, situation: Situation, krones: int
) -> Iterator[tuple[dict[str, Any], tuple[Any, ...]]]:
    """Yield the same entry at tables that differ in what it does not name."""
    for place, varied in enumerate(product(OTHER_ROOMS, OWN_STAFF, IN_SIGHT)):
        rooms, staff, sight = varied
        own = {
            "krones": krones + situation.spent,
            "hand": 1,
            "kitchen": {},
            "staff": list(staff),
            "rooms": dict.fromkeys((*WAY_UP, *rooms), "vacant"),
            "cafe": [{"guest": situation.guest, "served": ORDERS[situation.guest]}],
        }
        theirs = {"hand": 0, "staff": [card for card in sight if card not in staff]}
        yield (
            {
                "record": 1,
                "game": "austria",
                "edition": edition,
                "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
                "position": {
                    "round": 1,
                    "turn_of": "a",
                    "dice": [3, 3, 1, 1, 1, 1],
                    "queue": QUEUES[place % len(QUEUES)],
                    "players": {"a": own, "b": theirs},
                },
                "entries": [
                    {"by": "a", "do": "check_in", "guest": situation.guest, "room": "4-4"},
                    *situation.before,
                    situation.entry,
                ],
            },
            varied,
        )


def expected(edition: str, situation: Situation, krones: int) -> str:
    """Return the verdict by arithmetic: what is at hand, what waits, what each edition says."""
    boost = situation.entry.get("boost", False)
    if boost and edition == "2022":
        return "illegal"  # no boost there (GAH-ADD-01)
    if krones >= situation.price:
        return "legal"
    if krones + BONUS < situation.price:
        return "illegal"
    return "illegal" if edition == "2015-ko" else "unclear"


@pytest.mark.rule("GAH-CHK-11")
@pytest.mark.rule("GAH-CHK-15")
@pytest.mark.parametrize("edition", ["2015-ru", "2015-fr", "2015-ko", "2022"])
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_verdict_rests_on_what_its_entry_touches(name: str, edition: str) -> None:
    situation, tried = SITUATIONS[name], 0
    for krones in range(situation.price + 1):
        want = expected(edition, situation, krones)
        waiting_pays = krones == situation.price - BONUS
        for record, varied in variations(edition, situation, krones):
            verdicts = write_judgement(Replay(parse(json.dumps(record))))["verdicts"]
            told = krones, varied, verdicts[-1]
            assert [one["verdict"] for one in verdicts[:-1]] == ["legal"] * (len(verdicts) - 1)
            assert verdicts[-1]["verdict"] == want, told
            if waiting_pays and (edition != "2022" or not situation.entry.get("boost")):
                assert "U-14" in verdicts[-1]["depends_on"], told
                rules = [broken["rule"] for broken in verdicts[-1].get("violations", ())]
                assert verdicts[-1].get("question") == ("U-14" if want == "unclear" else None)
                assert ("GAH-CHK-11" in rules) == (edition == "2015-ko"), told
            tried += 1
    assert tried == 27 * (situation.price + 1)
