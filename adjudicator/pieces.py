"""What an entry did on the real table: the pieces to be taken, paid, moved and turned over.

It compares two positions and two scores. So it covers every effect of an entry, for every player,
including automatic ones. The same difference says what to do with the pieces after an entry was
undone or corrected. A game says in ``moved`` which pieces differ; the sentences are made where
they are shown. What a viewer may not know is taken out of both scenes first, so it cannot be told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from adjudicator.score import Result, ScoreLine


class ScoredState(Protocol):
    """A state of a game: what lies there, and the score."""

    def position(self) -> Mapping[str, Any]:
        """Return the position as record-format prints it."""

    def result(self) -> Result:
        """Return the scores with their lines."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the table at one moment, as one viewer sees it.

    position: as record-format prints it. lines: the score lines of every player whose score is
    seen.
    """

    position: Mapping[str, Any]
    lines: Mapping[str, Iterable[ScoreLine]]

    @classmethod
    def from_state(cls, state: ScoredState) -> Scene:
        """Return what lies on the table in a state, for somebody who sees all of it."""
        return cls(state.position(), state.result().lines)


@dataclass(frozen=True, slots=True)
class MovedPiece:
    """One thing that happened to the pieces.

    of: whose they are, None for what is everybody's. what: a word of the game's own (``krones``,
    ``room``). count: how many came; what went is negative; 0 where nothing is counted.
    facts: which ones, from where, how. back: whether it is put back, rather than done.
    """

    of: str | None
    what: str
    count: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)
    back: bool = False


@runtime_checkable
class Pieces(Protocol):
    """A game that can say what moved between two scenes."""

    def list_moved(self, before: Scene, after: Scene, back: bool = False) -> Iterator[MovedPiece]:
        """Yield what moved between two scenes: each player's pieces, then the shared ones.

        back: whether the table goes back from one to the other. Then what a player did by hand,
        such as taking the die, is to be undone by hand, and is told too.
        """


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
