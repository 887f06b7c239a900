"""An entry whose verdict differs between editions names the switch that decides."""

from typing import Any

import pytest

from adjudicator.austria.printed.editions import EDITIONS, SWITCHES
from adjudicator.games import find
from adjudicator.reading import load
from adjudicator.record import Unreadable
from adjudicator.replay import list_rulings
from adjudicator.verdict import Illegal, Unclear, Verdict
from tests import casebook

MEETINGS = {
    "GAH-CARD-17",
    "GAH-CARD-26",
    "GAH-CARD-36",
    "GAH-EMP-11",
    "GAH-GUEST-04",
    "GAH-TILE-10",
    "GAH-TURN-12",
    "U-28",
}
"""Every switch by which the editions allow or forbid an entry; the others change what it brings
(tests/austria/test_switches.py)."""


def verdicts(record: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Verdict]]]:
    """Return the entries of a record, each with its verdict in every edition.

    Stops behind the first one about which they differ: after it they play different games.
    """
    games = {code: find("austria").start(load({**record, "edition": code})) for code in EDITIONS}
    entries = load({**record, "edition": EDITIONS[0]}).entries
    ruled, by_entry = list_rulings(entries), []
    for number, entry in enumerate(entries, start=1):
        if entry["do"] == "rule":
            continue
        said = {code: game.judge(entry, ruled.get(number)) for code, game in games.items()}
        by_entry.append((dict(entry), said))
        if len({verdict.kind for verdict in said.values()}) > 1:
            break
    return by_entry


def deciding(verdict: Verdict) -> set[str]:
    """Return the switches by which an edition decides in a verdict, or its open question."""
    if isinstance(verdict, Unclear):
        return {verdict.question}
    if not isinstance(verdict, Illegal):
        return set()
    told = [breach.why["edition"] for breach in verdict.violations if "edition" in breach.why]
    return {fact["switch"] for fact in told}


@pytest.mark.rule("GAH-TURN-12", "GAH-EMP-11", "GAH-CARD-26", "GAH-GUEST-04", "GAH-TILE-10")
def test_an_entry_judged_differently_names_what_decides() -> None:
    met: set[str] = set()
    for path in casebook.files("austria", "waltz"):
        for _name, case in casebook.cases_in(path):
            try:
                judged = verdicts(case["record"])
            except (Unreadable, TypeError):  # a case of records that are none
                continue
            if not judged:
                continue
            entry, said = judged[-1]
            if len({verdict.kind for verdict in said.values()}) < 2:
                continue
            for code, verdict in said.items():
                if verdict.kind == "legal":
                    continue
                named = deciding(verdict)
                assert named, (case["case"], code, entry, verdict)
                met |= named
                if isinstance(verdict, Illegal):
                    assert any(len(set(SWITCHES[key].editions.values())) > 1 for key in named)
    assert met >= MEETINGS


def said_of(switch: str, code: str, **more: Any) -> dict[str, Any]:
    """Return what a verdict of a record says of a switch that decided."""
    record = {
        "record": 1,
        "game": "austria",
        "edition": code,
        "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
        "position": {},
        "entries": [],
    }
    state: Any = find("austria").start(load(record | more))
    return state.rules.says(switch)


def test_what_decides_says_how_the_others_play() -> None:
    for switch, one in SWITCHES.items():
        if len(set(one.editions.values())) < 2:
            continue
        for code, own in one.editions.items():
            told = said_of(switch, code)
            assert (told["decided_by"], told["value"]) == (code, own)
            assert told["otherwise"] == {
                other: value for other, value in one.editions.items() if value != own
            }


@pytest.mark.rule("WALTZ1-BALL-19")
@pytest.mark.parametrize(
    ("switch", "decides"),
    [
        ("WALTZ-U-49", "expansion"),  # goods first, in every edition
        ("WALTZ1-BALL-19", "2022"),
        ("GAH-EMP-11", "2022"),
        ("U-07", "default"),
    ],
)
def test_an_edition_decides_only_where_editions_differ(switch: str, decides: str) -> None:
    assert said_of(switch, "2022", modules=["balls"])["decided_by"] == decides
    ruled = (
        {"rulings": {switch: "2015-fr"}} if "GAH" in switch else {"rulings": {"U-07": "allowed"}}
    )
    key = switch if "GAH" in switch else "U-07"
    assert said_of(key, "2022", modules=["balls"], options=ruled)["decided_by"] == "house rule"
