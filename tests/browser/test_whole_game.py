"""A recorded game entered through the pages, tap by tap, in any language."""

import io
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from adjudicator.messages import find_language
from adjudicator.reading import load
from adjudicator.replay import Replay
from exports.words import Words, speak_language
from recorder.pages.austria.play import FIRST_ROOMS
from tests.browser.everywhere import LANGUAGES
from tests.browser.fit import LETTERS, LOW, covering
from tests.browser.phone import Deal, NewPhone, Phone, same_game
from tests.proof.routes import LONG

GAME = Path(__file__).parent / "two-players.json"

TAGS = LANGUAGES if LONG else ("drawn",)
"""Languages in which the game is entered: one that the run draws, all with SOAK=1."""

PARTS = ("whole",) if LONG else ("drawn",)
"""How much of the game is entered: one of its halves that the run draws, all with SOAK=1."""

MOST_PER_TURN = {"whole": 5, "beginning": 6.5, "end": 4.5}
"""Taps of a turn on average: everything but the set-up and the rolls; early turns take more."""

SECOND_ROLL, THIRD_SCORED = 32, 71
"""Entries up to the roll of round 2, and to the emperor scoring after round 3."""

Entry = dict[str, Any]


def rows(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries as a hand makes them: three first rooms at once, a die after which is done, a die
    with its first room, food onto a guest in one.
    """
    waiting = list(entries)
    while waiting:
        entry = waiting.pop(0)
        row = [entry]
        if entry["do"] == "take_die" and waiting[:1] == [{"by": entry["by"], "do": "done"}]:
            row.append(waiting.pop(0))
        if entry["do"] == "take_die" and entry["die"] == 3 and waiting[0]["do"] == "prepare":
            row.append(waiting.pop(0))
        while entry["do"] == "place" and waiting[:1] == [entry]:
            row[0] = {**entry, "place": _twice(row[0]["place"], waiting.pop(0)["place"])}
        first = [{"by": entry.get("by"), "do": "prepare", "room": room} for room in FIRST_ROOMS]
        if [entry, *waiting[:2]] == first:
            row = first
            del waiting[:2]
        yield row


def _twice(place: Entry, more: Entry) -> Entry:
    """Return food onto guests together."""
    return {
        guest: {food: count + more[guest].get(food, 0) for food, count in dishes.items()}
        for guest, dishes in place.items()
    }


def game() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(GAME.read_text(encoding="utf-8"))
    return document


def begin(phone: Phone, document: Mapping[str, Any]) -> None:
    setup = document["setup"]
    phone.start_game(
        len(document["players"]),
        names=[player["name"] for player in document["players"]],
        queue=setup["queue"],
        politics=setup["politics"],
        emperor=setup["emperor"],
        edition=document["edition"],
    )


def play(phone: Phone, entries: Sequence[Entry], words: Words, chance: random.Random) -> int:
    """Make entries; return the taps of those in a round that are no roll.

    No panel covers too much: in every sixth state, in a size that is drawn (SOAK=1: all of all).
    """
    spent = 0
    for row in rows(entries):
        before = phone.taps
        shown = phone.page.locator(".round").first.inner_text()
        rolled = any(shown.startswith(round_words(words, number)) for number in range(1, 8))
        try:
            phone.enter(row[0], row[1:])
        except Exception as problem:
            raise AssertionError(f"{row}: {problem}") from problem
        spent += (phone.taps - before) * (rolled and row[0]["do"] != "roll")
        covered = []
        if LONG:
            covered = covering(phone.page, LOW)
        elif chance.randrange(6) == 0:
            covered = covering(phone.page, [chance.choice(LOW)], [chance.choice(LETTERS)])
        assert not covered, f"{row}: {covered}"
    return spent


def round_words(words: Words, number: int) -> str:
    return words.gettext("Round %(round)s of %(all)s") % {"round": number, "all": 7}


def in_language(new_phone: NewPhone, tag: str) -> tuple[Phone, Words]:
    return new_phone(locale=tag), speak_language(find_language(tag))


def same_result(phone: Phone, document: Mapping[str, Any], words: Words) -> None:
    """The record, the page of the result, and the sheet that is printed from it agree."""
    expected = Replay(load(dict(document))).result().to_json()
    assert Replay(load(phone.record())).result().to_json() == expected
    url = phone.page.url.split("?")[0]
    phone.open(url.removeprefix(phone.base) + "/result")
    assert phone.page.get_attribute("html", "lang") == words.rules.tag
    totals = [str(expected["scores"][player["id"]]["total"]) for player in document["players"]]
    assert phone.page.locator(".ledger tfoot td").all_inner_texts() == totals
    sheet = phone.get(url + "/sheet.pdf", words.rules.tag)
    printed = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(sheet.body())).pages)
    assert {words.gettext("Total"), *totals} <= set(printed.split())


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("part", PARTS)
def test_a_recorded_game_entered_tap_by_tap_gives_the_same_result(
    new_phone: NewPhone, deal: Deal, tag: str, part: str, chance: random.Random
) -> None:
    """From the set-up to the scoring after round 3, from there to the end, or in a long run all."""
    if tag == "drawn":
        tag = chance.choice(LANGUAGES)
    if part == "drawn":
        part = chance.choice(("beginning", "end"))
    print(part, tag)
    phone, words = in_language(new_phone, tag)
    document = game()
    before, after = document["entries"][:THIRD_SCORED], document["entries"][THIRD_SCORED:]
    spent, entered = 0, []
    if part == "end":
        phone.open(deal(document | {"entries": before})["table"])
    else:
        begin(phone, document)
        assert phone.page.get_attribute("html", "lang") == tag
        spent += play(phone, before[:SECOND_ROLL], words, chance)
        assert phone.page.locator(".round").first.inner_text().startswith(round_words(words, 2))
        spent += play(phone, before[SECOND_ROLL:], words, chance)
        entered += before
    scored = words.gettext("Emperor scoring after round %(round)s") % {"round": 3}
    assert phone.page.locator("#emperor-title").inner_text().strip() == scored
    if part == "beginning":
        same_game(phone, document | {"entries": before})
    else:
        spent += play(phone, after, words, chance)
        entered += after
        same_result(phone, document, words)
    turns = Counter(entry["do"] for entry in entered)["done"]
    print(f"\n{len(entered)} entries in {phone.taps} taps; {spent / turns:.2f} a turn")
    assert spent <= MOST_PER_TURN[part] * turns
