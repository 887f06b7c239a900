"""One test enters a complete recorded game through the pages, tap by tap."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.reading import load
from adjudicator.replay import Replay
from recorder.pages.austria.play import FIRST_ROOMS
from tests.browser.phone import Phone

GAME = Path(__file__).parent / "two-players.json"


MOST_PER_TURN = 6
"""Taps of a turn on average: everything but the set-up and the rolls."""


def rows(entries: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The entries as a hand makes them: three first rooms at once, a die after which is done."""
    waiting = list(entries)
    while waiting:
        entry = waiting.pop(0)
        row = [entry]
        if entry["do"] == "take_die" and waiting[:1] == [{"by": entry["by"], "do": "done"}]:
            row.append(waiting.pop(0))
        first = [{"by": entry.get("by"), "do": "prepare", "room": room} for room in FIRST_ROOMS]
        if [entry, *waiting[:2]] == first:
            row = first
            del waiting[:2]
        yield row


def test_a_recorded_game_entered_tap_by_tap_gives_the_same_result(phone: Phone) -> None:
    document = json.loads(GAME.read_text(encoding="utf-8"))
    setup = document["setup"]
    phone.start_game(
        len(document["players"]),
        names=[player["name"] for player in document["players"]],
        queue=setup["queue"],
        politics=setup["politics"],
        emperor=setup["emperor"],
        edition=document["edition"],
    )
    turns = Counter(entry["do"] for entry in document["entries"])["done"]
    spent = 0
    for row in rows(document["entries"]):
        before = phone.taps
        rolled = phone.page.locator(".round").first.inner_text().startswith("Round")
        try:
            phone.enter(row[0], row[1:])
        except Exception as problem:
            raise AssertionError(f"{row}: {problem}") from problem
        spent += (phone.taps - before) * (rolled and row[0]["do"] != "roll")
    expected = Replay(load(document)).result().to_json()
    url = phone.page.url.split("?")[0]
    got = phone.get(url + "/record.json").json()
    assert Replay(load(got)).result().to_json() == expected
    phone.open(url.removeprefix(phone.base) + "/result")
    foot = phone.page.locator(".ledger tfoot td").all_inner_texts()
    assert foot == [str(expected["scores"][p["id"]]["total"]) for p in document["players"]]
    print(f"\n{len(document['entries'])} entries in {phone.taps} taps; {spent / turns:.2f} a turn")
    assert spent <= MOST_PER_TURN * turns
