"""What checks found, since when, what touched the value, and what became of it."""

from typing import Any

import pytest

from adjudicator.findings import (
    ADJUSTED,
    AGREED,
    OPEN,
    REPEATED,
    STANDS,
    count_findings,
    find_last_agreement,
    is_check_due,
    list_findings,
    list_touches,
)
from adjudicator.reading import load
from adjudicator.replay import Replay

POSITION = {
    "round": 1,
    "first_player": "a",
    "turn_of": "a",
    "dice": [2, 2, 2, 2, 1, 1],
    "queue": [50, 64, 78, 92, 103],
    "players": {"a": {"rooms": {"1-1": "vacant"}, "krones": 10}, "b": {"krones": 10}},
}


def game(*entries: dict[str, Any]) -> Replay:
    return Replay(
        load(
            {
                "record": 1,
                "game": "austria",
                "edition": "2015-ru",
                "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
                "position": POSITION,
                "entries": list(entries),
            }
        )
    )


def check(krones: int, **more: Any) -> dict[str, Any]:
    return {"do": "check", "of": "a", "krones": krones, **more}


ADJUST = {"do": "adjust", "of": "a", "krones": -1}
LET_STAND = {"do": "rule", "entry": 1, "stands": True}
OF_B = {"do": "adjust", "of": "b", "krones": -1}
OF_VP = {"do": "adjust", "of": "a", "vp": 1}


@pytest.mark.parametrize(
    ("later", "status", "by"),
    [
        pytest.param([], OPEN, None, id="nothing-done"),
        pytest.param([ADJUST], ADJUSTED, 2, id="adjusted"),
        pytest.param([OF_B, OF_VP], OPEN, None, id="another-value-adjusted"),
        pytest.param([{**ADJUST, "krones": 50}], OPEN, None, id="an-illegal-adjust"),
        pytest.param([LET_STAND], STANDS, 2, id="let-stand"),
        pytest.param([check(9)], REPEATED, 2, id="found-again"),
        pytest.param([check(10)], AGREED, 2, id="alike-again"),
        pytest.param([ADJUST, check(9)], ADJUSTED, 2, id="adjusted-then-alike"),
        pytest.param([{"do": "check", "of": "a", "vp": 0}], OPEN, None, id="another-value-read"),
    ],
)
def test_what_became_of_a_finding(later: list[Any], status: str, by: int | None) -> None:
    first = list_findings(game(check(9), *later))[0]
    assert (first.record, first.board, first.status, first.by) == (10, 9, status, by)


def test_the_result_counts_open_adjusted_and_let_stand() -> None:
    replay = game(
        check(9, vp=3, emperor=1),
        ADJUST,
        {"do": "check", "of": "b", "krones": 1},
        {"do": "rule", "entry": 3, "stands": True},
    )
    assert count_findings(list_findings(replay)) == {"open": 2, "adjusted": 1, "stands": 1}


def test_a_correction_of_the_record_leaves_no_finding() -> None:
    replay = game(OF_B, check(9))
    assert len(list_findings(replay)) == 1
    assert list_findings(replay.with_entries([ADJUST, check(9)])) == ()


def test_since_when_and_what_touched_the_value_in_between() -> None:
    replay = game(
        check(10),
        {"do": "adjust", "of": "b", "krones": -2},
        {"by": "a", "do": "take_die", "die": 4, "gain": {"krones": 1}},
        {"do": "check", "of": "a", "vp": 5},
        check(10),
    )
    last = list_findings(replay)[-1]
    assert (last.entry, last.record, last.board) == (5, 11, 10)
    assert find_last_agreement(replay, last) == 1
    [touch] = list_touches(replay, last, 1)
    assert (touch.entry, touch.before, touch.after) == (3, 10, 11)


def test_without_a_check_before_it_is_since_the_start_or_since_an_adjust() -> None:
    [only] = list_findings(game(check(9)))
    assert find_last_agreement(game(check(9)), only) == 0
    replay = game(ADJUST, {"by": "a", "do": "take_die", "die": 4, "gain": {"krones": 1}}, check(9))
    [only] = list_findings(replay)
    assert find_last_agreement(replay, only) == 1


def test_a_value_of_the_table_belongs_to_nobody() -> None:
    [only] = list_findings(game({"do": "check", "dice": [1, 2, 2, 2, 2, 1]}))
    assert (only.of, only.key, only.record) == (None, "dice", [2, 2, 2, 2, 1, 1])


def two_turns() -> list[dict[str, Any]]:
    """Everybody's last turn of the round, from the position below."""
    return [{"by": "a", "do": "take_die", "die": 4}, {"by": "a", "do": "done"}]


LAST = {**POSITION, "taken": {"a": 1, "b": 2}, "dice": [0, 0, 1, 1, 0, 0]}


@pytest.mark.parametrize(
    ("entries", "due"),
    [
        pytest.param([], False, id="nothing-entered"),
        pytest.param(two_turns()[:1], False, id="within-the-round"),
        pytest.param(two_turns(), True, id="the-round-is-over"),
        pytest.param([*two_turns(), check(10)], False, id="read-already"),
        pytest.param([check(10), *two_turns()], True, id="read-within-the-round-only"),
        pytest.param([*two_turns(), OF_VP], True, id="only-adjusted"),
        pytest.param(
            [*two_turns(), {"by": "a", "do": "roll", "dice": [2, 2, 2, 2, 1, 1]}],
            False,
            id="the-next-round-is-played",
        ),
    ],
)
def test_a_round_of_checks_is_due_when_a_round_has_just_ended(
    entries: list[Any], due: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "POSITION", LAST)
    assert is_check_due(game(*entries)) is due
