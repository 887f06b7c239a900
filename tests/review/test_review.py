"""What is said of a game afterwards: every kind by hand, and that what was possible was legal.

``cases.json`` is written as tests/cases are. ``expect``: ``left``, all that lies there, of each
the keys given; ``points``, ``dice``, ``over`` and ``unread`` as far as they are named.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from adjudicator.__main__ import main
from adjudicator.austria.review.reward_chances import SkippedRewards
from adjudicator.casebook.reading import expand_case
from adjudicator.reading import load
from adjudicator.replay import Replay
from adjudicator.review.game_review import review_game
from adjudicator.review.missed_chances import ReviewBook, Watcher
from adjudicator.review.review_text import review_text
from tests.austria import driver, expansion
from tests.samoa import make_records
from tests.samoa import play as samoa

HERE = Path(__file__).parent
RECORDS = sorted((HERE.parent / "records").glob("*.json"))
CASES = [
    (case["case"], whole)
    for case in json.loads((HERE / "cases.json").read_text("utf-8"))
    for _, whole in expand_case(case)
]
MOST_FINDINGS = 60
"""More than anybody reads: a game with modules has some thirty."""


def reviewed(document: dict[str, Any]) -> dict[str, Any]:
    return json.loads(json.dumps(review_game(Replay(load(document))).to_json(), ensure_ascii=False))


def part_of(wanted: Any, told: Any) -> bool:
    """Return whether what is told has all that is wanted; of objects a part is enough."""
    if isinstance(wanted, dict) and isinstance(told, dict):
        return all(key in told and part_of(one, told[key]) for key, one in wanted.items())
    return bool(wanted == told)


@pytest.mark.parametrize(("name", "case"), CASES, ids=[name for name, _ in CASES])
def test_a_case(name: str, case: dict[str, Any]) -> None:
    review, expect = reviewed(case["record"]), case["expect"]
    left = review["left"]
    assert len(left) == len(expect["left"]), left
    for wanted, one in zip(expect["left"], left, strict=True):
        assert part_of(wanted, one), one
    for key in expect.keys() - {"left"}:
        assert part_of(expect[key], review[key]), review[key]
    hold_true(case["record"])


def test_a_price_that_nobody_has_read_is_told_at_the_end() -> None:
    """Card 172 is all that could have been played under the reward that is skipped."""
    name = "a card of a hand whose price nobody has read, before the end"
    replay = Replay(load(dict(CASES)[name]["record"]))
    last = len(replay.record.entries)
    book = ReviewBook()
    rewards = SkippedRewards(book)
    rewards.note(replay.state_after(last - 1), last, replay.record.entries[-1], True)
    rewards.see(replay.state, last, replay.record.entries[-1])
    rewards.finish(replay.state, last, True)
    assert book.unread.keys() == {"staff:172"}
    rewards.finish(replay.state, last, False)
    assert not book.unread


def test_nothing_is_unread_where_another_entry_was_possible() -> None:
    """Of the price of card 172 and ending the turn, the first is unread and the second legal."""
    name = "a card of a hand whose price nobody has read, before the end"
    replay = Replay(load(dict(CASES)[name]["record"]))
    state = replay.state_after(len(replay.record.entries) - 1)
    watcher = Watcher(ReviewBook())
    unread, legal = {"by": "a", "do": "play_staff", "staff": 172}, {"by": "a", "do": "done"}
    assert next(watcher.try_entries(state, [unread, legal]))[0] == legal
    assert not watcher.book.unread
    assert watcher.try_entry(state, unread) is None
    assert watcher.book.unread.keys() == {"staff:172"}


def hold_true(document: dict[str, Any]) -> dict[str, Any]:
    """Check a review against the record: what was possible is legal, the points are the score."""
    review = reviewed(document)
    for one in review["left"]:
        earlier = document["entries"][: one["from_entry"]]
        replay = Replay(load({**document, "entries": [*earlier, one["entry"]]}))
        assert replay.verdicts[-1].kind == "legal", one
        assert one["from_entry"] < one["to_entry"] <= len(document["entries"]), one
        assert one["entry"]["by"] == one["by"]
    result = Replay(load(document)).result()
    for player, parts in review["points"].items():
        assert {part: sum(rounds) for part, rounds in parts.items()} == {
            part: result.part(player, part) for part in result.parts
        }
    return review


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_what_was_possible_was_legal_in_a_recorded_game(path: Path) -> None:
    assert hold_true(json.loads(path.read_text("utf-8")))["over"]


@pytest.mark.parametrize("number", range(2 ** len(expansion.MODULES)))
def test_what_was_possible_was_legal_in_a_random_game(number: int, chance: random.Random) -> None:
    modules = [name for at, name in enumerate(expansion.MODULES) if number >> at & 1]
    edition = ("2015-ru", "2015-fr", "2015-ko", "2022")[number % 4]
    document = driver.play(chance, 2 + number % 3, edition, modules=modules)
    review = hold_true(document)
    assert len(review["left"]) < MOST_FINDINGS
    taken = [entry for entry in document["entries"] if entry["do"] == "take_die"]
    assert sum(len(dice) for dice in review["dice"]["taken"].values()) == len(taken)
    hold_true({**document, "entries": document["entries"][: len(document["entries"]) // 2]})


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_what_was_possible_was_legal_in_a_game_of_samoa(
    players: int, chance: random.Random
) -> None:
    document = make_records.game(players, chance.randrange(2**32))
    assert hold_true(document)["over"]
    hold_true({**document, "entries": document["entries"][: len(document["entries"]) // 2]})


def test_nothing_is_said_of_a_game_that_has_not_begun() -> None:
    review = hold_true(samoa.header(3))
    assert review["left"] == []
    assert not review["over"]


@pytest.mark.parametrize("path", RECORDS[::4], ids=lambda path: path.stem)
def test_the_command_prints_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert main(["review", str(path), "--json"]) == 0
    review = json.loads(capsys.readouterr().out)
    assert {"left", "points", "dice"} <= review.keys()
    assert len(lines) > len(review["left"])


def test_the_command_says_what_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "no.json"
    path.write_text("{}", "utf-8")
    assert main(["review", str(path), "--json"]) == 2
    assert "error" in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a room that stays vacant", ": Room 1-2 was prepared and stayed vacant (GAH-FIN-03)"),
        (
            "a guest taken in the last turn",
            "was taken and was still in the café at the end: 5 points",
        ),
        (
            "a dancer who is not sent, with halls that nobody has entered",
            "What needs this is left out: the halls in play have not been entered.",
        ),
    ],
)
def test_an_entry_too_many_is_told_by_what_it_left(name: str, told: str) -> None:
    replay = Replay(load(dict(CASES)[name]["record"]))
    assert told in review_text(review_game(replay), replay)
