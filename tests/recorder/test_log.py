"""The fold from operations to entries."""

from typing import Any

import pytest

from recorder.store.ledger import Operation
from recorder.store.log import (
    APPEND,
    CORRECT,
    IMPORT,
    REDO,
    RETURN,
    TAKE_BACK,
    Line,
    Story,
    apply_operations,
    locate_entries,
)


def operation(seq: int, op: str, **body: Any) -> Operation:
    return Operation(seq, op, body, "table", None, "2026-11-20T20:00:00.000+00:00", {})


E = [{"do": "add", "n": n} for n in range(6)]


def told(*operations: Operation) -> list[Any]:
    """The entries after operations: the number n of an ``add``, or the ruling as it stands."""
    lines = apply_operations(Story(), operations).lines
    return [line.entry.get("n", line.entry) for line in lines]


def ruling(entry: int) -> dict[str, Any]:
    return {"do": "rule", "entry": entry, "stands": True}


IMPORTED = operation(1, IMPORT, entries=E[:3])


def test_entries_are_what_is_left_when_all_operations_are_applied_in_order() -> None:
    story = apply_operations(
        Story(),
        [
            operation(1, IMPORT, entries=[E[0], E[1]]),
            operation(2, APPEND, entries=[E[2]]),
            operation(3, TAKE_BACK, count=1),
            operation(4, TAKE_BACK, steps=1, count=1),
            operation(5, APPEND, entries=[E[4], E[5]]),
        ],
    )
    assert story.lines == [
        Line(E[0], 1, IMPORT),
        Line(E[4], 5, APPEND),
        Line(E[5], 5, APPEND, True),
    ]


def test_the_story_given_stays_as_it_is() -> None:
    before = apply_operations(Story(), [operation(1, APPEND, entries=[E[0]])])
    apply_operations(before, [operation(2, TAKE_BACK, steps=1)])
    assert before.lines == [Line(E[0], 1, APPEND)]
    assert (len(before.done), before.undone) == (1, [])


@pytest.mark.parametrize(
    ("operations", "left"),
    [
        pytest.param([IMPORTED], [0, 1], id="imported-singly"),
        pytest.param(
            [operation(1, APPEND, entries=[E[0]]), operation(2, APPEND, entries=[E[1]])],
            [0],
            id="appended-singly",
        ),
        pytest.param(
            [operation(1, APPEND, entries=[E[0]]), operation(2, APPEND, entries=[E[1], ruling(2)])],
            [0],
            id="entry-and-ruling-together",
        ),
        pytest.param(
            [IMPORTED, operation(2, CORRECT, at=1, remove=1, entries=[E[5]])],
            [0, 1, 2],
            id="a-correction",
        ),
        pytest.param(
            [IMPORTED, operation(2, RETURN, at=2, remove=2, entries=[], to=0)],
            [0, 1, 2],
            id="a-return",
        ),
    ],
)
def test_one_step_back_takes_back_what_was_done_together(
    operations: list[Operation], left: list[int]
) -> None:
    back = operation(9, TAKE_BACK, steps=1)
    again = operation(10, REDO, steps=1)
    assert told(*operations, back) == left
    assert told(*operations, back, again) == told(*operations)


@pytest.mark.parametrize(
    ("at", "remove", "entries", "expected"),
    [
        pytest.param(1, 1, [E[5]], [5, 1, 2], id="change-the-first"),
        pytest.param(3, 1, [], [0, 1], id="remove-the-last"),
        pytest.param(2, 0, [E[5]], [0, 5, 1, 2], id="insert-before-the-second"),
    ],
)
def test_a_correction_replaces_removes_or_puts_in(
    at: int, remove: int, entries: list[Any], expected: list[int]
) -> None:
    assert told(IMPORTED, operation(2, CORRECT, at=at, remove=remove, entries=entries)) == expected


RULED = [
    operation(1, IMPORT, entries=E[:2]),
    operation(2, APPEND, entries=[E[2], ruling(3)]),
    operation(3, APPEND, entries=[ruling(1)]),
]


@pytest.mark.parametrize(
    ("at", "remove", "entries", "expected"),
    [
        pytest.param(3, 0, [E[5]], [0, 1, 5, 2, ruling(4), ruling(1)], id="follows-its-entry"),
        pytest.param(3, 1, [], [0, 1, ruling(1)], id="goes-with-its-entry"),
        pytest.param(2, 1, [], [0, 2, ruling(2), ruling(1)], id="moves-up"),
        pytest.param(3, 1, [E[5]], [0, 1, 5, ruling(3), ruling(1)], id="stays-on-a-changed-one"),
        pytest.param(4, 1, [], [0, 1, 2, ruling(1)], id="a-ruling-removed"),
    ],
)
def test_rulings_keep_to_their_entries(
    at: int, remove: int, entries: list[Any], expected: list[Any]
) -> None:
    correction = operation(4, CORRECT, at=at, remove=remove, entries=entries)
    assert told(*RULED, correction) == expected
    assert told(*RULED, correction, operation(5, TAKE_BACK, steps=1)) == told(*RULED)


def test_what_was_taken_back_cannot_be_redone_after_something_new() -> None:
    story = apply_operations(
        Story(), [IMPORTED, operation(2, TAKE_BACK, steps=2), operation(3, APPEND, entries=[E[5]])]
    )
    assert story.undone == []
    with pytest.raises(IndexError):
        apply_operations(story, [operation(4, REDO, steps=1)])


def test_where_the_entries_of_an_earlier_version_are_now() -> None:
    operations = [
        IMPORTED,
        operation(2, CORRECT, at=1, remove=0, entries=[E[5]]),
        operation(3, CORRECT, at=3, remove=1, entries=[E[4]]),
    ]
    assert locate_entries(Story(), operations, 1) == {1: 2, 2: None, 3: 4}


def test_an_unknown_operation_is_not_passed_over() -> None:
    with pytest.raises(KeyError, match="fold"):
        apply_operations(Story(), [operation(1, "fold")])
