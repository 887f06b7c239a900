"""The effects of an entry on the real table: pieces taken, paid, moved and turned over.

It compares two positions and two scores. So it covers every effect of an entry, for every player,
including automatic ones. The same difference says what to do with the pieces after an entry was
undone or corrected. A game says in ``list_moved`` which pieces differ; the sentences are made where
they are shown. Secrets from the viewer are taken out of both scenes first, so they cannot show.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from adjudicator.score import Result, ScoreLine


class ScoredState(Protocol):
    """A state of a game: its position and its score."""

    def position(self) -> Mapping[str, Any]:
        """Return the position as record-format prints it."""

    def result(self) -> Result:
        """Return the scores with their lines."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one moment, as one viewer sees it.

    position: as record-format prints it. lines: the score lines of every player with a visible
    score.
    """

    position: Mapping[str, Any]
    lines: Mapping[str, Iterable[ScoreLine]]

    @classmethod
    def from_state(cls, state: ScoredState) -> Scene:
        """Return the scene of a state, for a viewer who sees all of it."""
        return cls(state.position(), state.result().lines)


@dataclass(frozen=True, slots=True)
class MovedPiece:
    """One thing that happened to the pieces.

    of: their owner, None for shared pieces. what: a word of the game's own (``krones``, ``room``).
    count: how many came, negative for pieces gone; 0 where nothing is counted. facts: which ones,
    from where, how. back: whether it is put back, rather than done.
    """

    of: str | None
    what: str
    count: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)
    back: bool = False


def count_score_changes(before: Scene, after: Scene, player: str) -> dict[str, int]:
    """Return how many points each part of a player's score gained or lost; nothing unseen."""
    points: dict[str, int] = defaultdict(int)
    for scene, sign in ((before, -1), (after, 1)):
        for line in scene.lines.get(player, ()):
            points[line.part] += sign * line.points
    return {part: count for part, count in points.items() if count}


def count_box_changes(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return by how much the counts of two boxes differ, where they do."""
    keys = [*after, *(key for key in before if key not in after)]
    by = {key: after.get(key, 0) - before.get(key, 0) for key in keys}
    return {key: count for key, count in by.items() if count}
