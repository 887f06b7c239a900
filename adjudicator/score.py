"""A score is a list of lines; totals are sums of lines, tie-breaks lists of (rule, value)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.messages import Message


@dataclass(slots=True, unsafe_hash=True)  # not frozen: some thirty are made at the end of a game
class ScoreLine:
    """One line of a player's score.

    part: the key in record-format's ``scores`` that the line belongs to (``final_rooms``). rule:
    the id of the rule that gives the points. label: the thing counted. count: how many were
    counted; None where the part only keeps a sum. points: what the line adds to the total (may be
    negative).
    """

    part: str
    rule: str
    label: Message
    count: int | None
    points: int


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A value that decided, or failed to decide, between tied players."""

    rule: str
    value: int


@dataclass(frozen=True, slots=True)
class Result:
    """The score of every player, the winners, and how a tie was broken.

    parts: the keys of ``scores`` in printing order; every player has all of them.
    lines: per player id, the lines; the sum of a player's lines is the total.
    winners: ids, empty until the game is over.
    tie_break: per tied player the values that were compared, in order.
    """

    parts: tuple[str, ...]
    lines: Mapping[str, tuple[ScoreLine, ...]]
    winners: tuple[str, ...] = ()
    tie_break: Mapping[str, tuple[TieBreak, ...]] | None = None

    def total(self, player: str) -> int:
        """Return the sum of the player's lines."""
        return sum([line.points for line in self.lines[player]])

    def part(self, player: str, part: str) -> int:
        """Return the sum of the player's lines of one part."""
        return sum(line.points for line in self.lines[player] if line.part == part)

    def to_json(self) -> dict[str, Any]:
        """Return ``scores``, ``winners`` and, where one was needed, ``tie_break``."""
        answer: dict[str, Any] = {
            "scores": {
                player: {part: self.part(player, part) for part in self.parts}
                | {"total": self.total(player)}
                for player in self.lines
            },
            "winners": list(self.winners),
        }
        if self.tie_break:
            answer["tie_break"] = {
                player: [{"rule": step.rule, "value": step.value} for step in steps]
                for player, steps in self.tie_break.items()
            }
        return answer
