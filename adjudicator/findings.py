"""Differences between record and board, found by checks, and their outcomes.

A check reads values aloud; a value that differs from the record is a finding. It is ``open`` until
the table deals with it: corrects the record (then the check agrees and there is no finding any
more), enters an ``adjust`` of the value, or lets the check stand with a ``rule``. A later check of
the same value supersedes it: it may find the values alike again, or the same difference once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.record import RULE
from adjudicator.replay import Replay
from adjudicator.verdict import Legal

Entry = Mapping[str, Any]

CHECK, ADJUST = "check", "adjust"
"""The verbs of every game that, besides ``RULE``, are about the record and not about the play."""

OPEN, ADJUSTED, STANDS, AGREED, REPEATED = "open", "adjusted", "stands", "agreed", "repeated"
"""What can have become of a finding; a later check has settled or repeated the last two."""

COUNTED = (OPEN, ADJUSTED, STANDS)
"""What the final result says about findings, in this order."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One value that a check found to differ.

    entry: number of the check. of: the player, None for the whole table. key: as the check names
    it. record, board: the value of each. status: its outcome, and the entry of it (``by``; None
    while it is open).
    """

    entry: int
    of: str | None
    key: str
    record: Any
    board: Any
    status: str
    by: int | None

    def to_json(self) -> dict[str, Any]:
        """Return the finding as programs read it."""
        return {
            "entry": self.entry,
            "of": self.of,
            "key": self.key,
            "record": self.record,
            "board": self.board,
            "status": self.status,
            "by": self.by,
        }


@dataclass(frozen=True, slots=True)
class Touch:
    """An entry that changed a value: its number, the value before and after it."""

    entry: int
    before: Any
    after: Any


def list_findings(replay: Replay) -> tuple[Finding, ...]:
    """Return every finding of a game in the order of the checks, with its outcome."""
    found = []
    for number, verdict in enumerate(replay.verdicts, start=1):
        if isinstance(verdict, Legal) and verdict.finding:
            entry = replay.record.entries[number - 1]
            for key, (record, board) in verdict.finding.items():
                of = entry.get("of")
                if of is not None and key not in replay.state.position()["players"][of]:
                    of = None  # dice and other shared pieces
                status, by = _find_outcome(replay, number, of, key)
                found.append(Finding(number, of, key, record, board, status, by))
    return tuple(found)


def count_findings(found: Sequence[Finding]) -> dict[str, int]:
    """Return how many findings are open, adjusted and let stand."""
    counted = Counter(finding.status for finding in found)
    return {status: counted[status] for status in COUNTED}


def _find_outcome(replay: Replay, number: int, of: str | None, key: str) -> tuple[str, int | None]:
    """Return the outcome of a finding, and the entry that settled it."""
    entries = replay.record.entries
    for later in range(number + 1, len(entries) + 1):
        entry = entries[later - 1]
        if _adjusts_key(replay, later, of, key):
            return ADJUSTED, later
        if entry["do"] == RULE and entry["entry"] == number and entry["stands"]:
            return STANDS, later
        if _reads_key(entry, of, key):
            return (AGREED if _finds_no_difference(replay, later, key) else REPEATED), later
    return OPEN, None


def _reads_key(entry: Entry, of: str | None, key: str) -> bool:
    return entry["do"] == CHECK and key in entry and (of is None or entry.get("of") == of)


def _finds_no_difference(replay: Replay, number: int, key: str) -> bool:
    verdict = replay.verdicts[number - 1]
    return isinstance(verdict, Legal) and key not in (verdict.finding or {})


def _adjusts_key(replay: Replay, number: int, of: str | None, key: str) -> bool:
    entry = replay.record.entries[number - 1]
    mine = entry["do"] == ADJUST and key in entry and entry.get("of") == of
    return mine and replay.verdicts[number - 1].is_applied


def find_last_agreement(replay: Replay, finding: Finding) -> int:
    """Return the last entry before a finding with which record and board were alike.

    A check that agreed on that value, or an ``adjust`` of it; 0 where there is none: the start.
    """
    for number in range(finding.entry - 1, 0, -1):
        entry = replay.record.entries[number - 1]
        if _adjusts_key(replay, number, finding.of, finding.key):
            return number
        if _reads_key(entry, finding.of, finding.key) and _finds_no_difference(
            replay, number, finding.key
        ):
            return number
    return 0


def list_touches(replay: Replay, finding: Finding, since: int) -> tuple[Touch, ...]:
    """Return the entries after entry ``since`` and before the check that changed the value."""
    touches = []
    value = _find_value(replay.state_after(since).position(), finding)
    for number, state in replay.walk_states(since, finding.entry - 1):
        changed = _find_value(state.position(), finding)
        if changed != value:
            touches.append(Touch(number, value, changed))
            value = changed
    return tuple(touches)


def _find_value(position: Mapping[str, Any], finding: Finding) -> Any:
    holder = position if finding.of is None else position["players"][finding.of]
    return holder.get(finding.key)


def is_check_due(replay: Replay) -> bool:
    """Return whether a round (or the game) has just ended and the board was not read since."""
    entries = replay.record.entries
    for number in range(len(entries), 0, -1):
        do = entries[number - 1]["do"]
        if do == CHECK:
            return False
        if do in (ADJUST, RULE):
            continue
        before = replay.rounds[number - 2] if number > 1 else replay.state_after(0).round_no
        return replay.state.over() or replay.rounds[number - 1] != before
    return False
