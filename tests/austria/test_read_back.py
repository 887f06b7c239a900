"""Positions of the expansion, printed in the middle of a round, are read again as they were."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.games import find
from adjudicator.reading import parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay, write_judgement
from tests import casebook

KNOWN_TO_THE_RUNNING_GAME = (
    "place",
    "pass",
    "penalty",
    "return_staff",
    "remove_room",
    "discard_staff",
)
"""What hangs on what just happened: food just gained, an extra action done, the last scoring."""
FILES = casebook.files("waltz")


def started(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The cases of a file whose record begins in the middle, without rulings."""
    for name, case in casebook.cases_in(file):
        record = case["record"]
        bent = any(entry["do"] == "rule" for entry in record["entries"])
        if "position" in record and not bent:
            yield name, record


def lasting(answer: dict[str, Any]) -> list[Any]:
    return [item for item in answer["next"] if item["do"] not in KNOWN_TO_THE_RUNNING_GAME]


def judged(record: dict[str, Any]) -> dict[str, Any]:
    return write_judgement(Replay(parse(json.dumps(record))))


@pytest.mark.parametrize("file", FILES, ids=casebook.title)
def test_a_printed_position_is_read_again_with_the_same_answers(file: Path) -> None:
    for name, record in started(file):
        try:
            answer = judged(record)
        except Unreadable:
            continue
        position = answer["position"]
        if position["open"] or position["phase"] == "emperor" or answer["over"]:
            continue
        figures = [entry for entry in record["entries"] if entry["do"] == "figure"]
        again = judged({**record, "position": position, "entries": figures})
        assert again["position"] == position, name
        assert lasting(again) == lasting(answer), name


@pytest.mark.rule("GAH-TURN-12")
def test_a_turn_prints_only_what_has_been_done_in_it() -> None:
    """``extra_done`` and ``took_guest`` stand in a position when they are true, else not at all."""
    record = parse((casebook.CASES.parent / "records" / "austria-3p-2022.json").read_bytes())
    state: Any = find("austria").start(record)
    for entry in record.entries:
        state.judge(entry)
        shown = state.position()
        for key, done in (("extra_done", state.extra_done), ("took_guest", state.took_guest)):
            assert shown.get(key, False) == (done and state.phase in ("turn", "reroll"))
