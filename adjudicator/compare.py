"""The changes of a correction: two replays of one game, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.record import RULE
from adjudicator.replay import Replay
from adjudicator.verdict import Illegal, Legal, Unclear, Verdict

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """An entry with another verdict now.

    before, after: its number in each replay. old, new: the verdicts.
    """

    before: int
    after: int
    old: Verdict
    new: Verdict


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A value that differs. path: keys from the outside in. None where there is no value."""

    path: tuple[str, ...]
    before: Any
    after: Any

    def to_json(self) -> dict[str, Any]:
        """Return the difference with its path joined by dots."""
        return {"path": ".".join(self.path), "before": self.before, "after": self.after}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that differs, entries that are in one replay only left out.

    position and scores: values as record-format names them. over and winners: before and after.
    """

    verdicts: tuple[VerdictChange, ...]
    position: tuple[ChangedValue, ...]
    scores: tuple[ChangedValue, ...]
    over: tuple[bool, bool]
    winners: tuple[tuple[str, ...], tuple[str, ...]]


def compare_replays(
    before: Replay,
    after: Replay,
    moves: Sequence[int | None],
    *,
    position: Callable[[Document], Document] = lambda whole: whole,
    scores: Callable[[Document], Document] = lambda whole: whole,
) -> Comparison:
    """Compare two replays of one game.

    moves: per entry of ``before`` its number in ``after``, None where it is gone. position and
    scores: functions that take secrets out of each before the comparison.
    """
    old, new = before.result().to_json(), after.result().to_json()
    return Comparison(
        verdicts=tuple(_compare_verdicts(before, after, moves)),
        position=list_differences(
            position(before.state.position()), position(after.state.position())
        ),
        scores=list_differences(scores(old["scores"]), scores(new["scores"])),
        over=(before.state.over(), after.state.over()),
        winners=(tuple(old["winners"]), tuple(new["winners"])),
    )


def _compare_verdicts(
    before: Replay, after: Replay, moves: Sequence[int | None]
) -> Iterator[VerdictChange]:
    for number, moved in enumerate(moves, start=1):
        if moved is None:
            continue
        was, now = before.record.entries[number - 1], after.record.entries[moved - 1]
        if was["do"] != now["do"] or (was["do"] != RULE and was is not now and was != now):
            continue
        old, new = before.verdicts[number - 1], after.verdicts[moved - 1]
        if old is not new and reduce_verdict(old) != reduce_verdict(new):
            yield VerdictChange(number, moved, old, new)


def reduce_verdict(verdict: Verdict) -> tuple[Any, ...]:
    """Return the part of a verdict that makes it a different one: not its wording, not figures."""
    why: Any = None
    match verdict:
        case Illegal(violations=violations):
            why = tuple(breach.rule for breach in violations)
        case Unclear(question=question):
            why = question
        case Legal(finding=finding) if finding:
            why = {key: list(values) for key, values in finding.items()}
    return verdict.kind, verdict.is_applied, verdict.stands, why


def list_differences(before: Document, after: Document) -> tuple[ChangedValue, ...]:
    """Return the values that differ between two documents; lists count as one value."""
    return tuple(_find_differences(before, after, ()))


def _find_differences(
    before: Document, after: Document, path: tuple[str, ...]
) -> Iterator[ChangedValue]:
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key), after.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _find_differences(old, new, (*path, key))
        elif old != new:
            yield ChangedValue((*path, key), old, new)
