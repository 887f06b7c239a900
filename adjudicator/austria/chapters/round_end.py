"""The end of a round step by step: the table before and after each step.

An entry that closes a round carries out several steps (``Box.steps``). The choices of a step are
entered before the next step. Here the steps are separated again: the entries are judged once more
with a listener.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from adjudicator.austria.table.state import Table
from adjudicator.games import State

WalkStates = Callable[[int, int, Callable[[State], None]], Iterator[tuple[int, State]]]
"""Walks through a game again (``Replay.walk_states``)."""


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step of the end of a round that was carried out.

    id: of the step. round_no: the round that ended. before: the table as the step found it.
    after: as the next step found it, or as it is now: with the choices that the step opened.
    """

    id: str
    round_no: int
    before: Any
    after: Any


def list_steps_done(
    walk: WalkStates, first: int, last: int, wanted: Callable[[str], bool] = lambda step: True
) -> list[StepDone]:
    """Return the steps that the entries from ``first`` to ``last`` carried out.

    walk: ``walk_states`` of the game. wanted: the steps that are of interest, by their id; the
    others are left out.
    """
    begun: list[tuple[str, int, Any]] = []
    watched: list[Any] = []

    def watch(state: State) -> None:
        assert isinstance(state, Table)
        watched.append(state)
        state.trace = lambda step: begun.append((step, state.round_no, copy_scene(step, state)))

    def copy_scene(step: str, state: Table) -> Any:
        follows = bool(begun) and wanted(begun[-1][0])
        return state.copy() if wanted(step) or follows else None

    for _number, _state in walk(first - 1, last, watch):
        pass
    found: Sequence[tuple[str, int, Any]] = [*begun, ("", 0, watched[0])]
    return [
        StepDone(step, round_no, before, after)
        for (step, round_no, before), (_next, _no, after) in pairwise(found)
        if wanted(step)
    ]
