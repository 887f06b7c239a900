"""One test enters a complete recorded game through the pages, tap by tap."""

from __future__ import annotations

import json
from pathlib import Path

from adjudicator.reading import load
from adjudicator.replay import Replay
from tests.browser.phone import Phone

GAME = Path(__file__).parent / "two-players.json"


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
    for number, entry in enumerate(document["entries"], start=1):
        try:
            phone.enter(entry)
        except Exception as problem:
            raise AssertionError(f"entry {number}: {entry}: {problem}") from problem
    expected = Replay(load(document)).result().to_json()
    url = phone.page.url.split("?")[0]
    got = phone.get(url + "/record.json").json()
    assert Replay(load(got)).result().to_json() == expected
    phone.open(url.removeprefix(phone.base) + "/result")
    foot = phone.page.locator(".ledger tfoot td").all_inner_texts()
    assert foot == [str(expected["scores"][p["id"]]["total"]) for p in document["players"]]
    print(f"\n{len(document['entries'])} entries in {phone.taps} taps")
