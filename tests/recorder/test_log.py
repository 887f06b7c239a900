"""The fold from operations to entries."""

from __future__ import annotations

from typing import Any

import pytest

from recorder.log import APPEND, IMPORT, TAKE_BACK, Line, Operation, apply, last_step


def operation(seq: int, op: str, **body: Any) -> Operation:
    return Operation(seq, op, body, "table", None, "2026-11-20T20:00:00.000+00:00", {})


E = [{"do": "add", "n": n} for n in range(6)]


def test_entries_are_what_is_left_when_all_operations_are_applied_in_order() -> None:
    lines = apply(
        [],
        [
            operation(1, IMPORT, entries=[E[0], E[1]]),
            operation(2, APPEND, entries=[E[2]]),
            operation(3, TAKE_BACK, count=2),
            operation(4, APPEND, entries=[E[4], E[5]]),
        ],
    )
    assert lines == [Line(E[0], 1, IMPORT), Line(E[4], 4, APPEND), Line(E[5], 4, APPEND)]


def test_the_lines_given_stay_as_they_are() -> None:
    before = [Line(E[0], 1, APPEND)]
    apply(before, [operation(2, TAKE_BACK, count=1)])
    assert before == [Line(E[0], 1, APPEND)]


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param([Line(E[0], 1, IMPORT), Line(E[1], 1, IMPORT)], 1, id="imported-singly"),
        pytest.param([Line(E[0], 1, APPEND), Line(E[1], 2, APPEND)], 1, id="appended-singly"),
        pytest.param(
            [Line(E[0], 1, APPEND), Line(E[1], 2, APPEND), Line(E[2], 2, APPEND)],
            2,
            id="entry-and-ruling-together",
        ),
    ],
)
def test_what_was_appended_together_is_taken_back_together(lines: list[Line], count: int) -> None:
    assert last_step(lines) == count


def test_an_unknown_operation_is_not_passed_over() -> None:
    with pytest.raises(KeyError, match="fold"):
        apply([], [operation(1, "fold")])
