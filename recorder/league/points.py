"""Points rules: the worth of a game to its players. A rule is data and can be changed.

Points are whole numbers of ``POINT`` parts, so that two to six players who share places divide
their sum exactly and sums never drift. ``place`` and ``table`` rules add and divide the points of
all places that tied players take; ``share`` gives the percentage of the winner's score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeVar

from recorder.league.plays import Play

Own = TypeVar("Own")

POINT = 6000
"""Parts of a point: a hundredth, divided among up to six."""

MOST_PLAYERS = 6
LARGEST = 10_000
"""Points that a table of numbers may give at most, and take at most."""

PLACE, TABLE, SHARE, WINS, RATING = "place", "table", "share", "wins", "rating"
KINDS = (PLACE, TABLE, SHARE, WINS, RATING)

BY_PLACE: Mapping[int, tuple[int, ...]] = {
    1: (1,),
    2: (3, 1),
    3: (5, 3, 1),
    4: (7, 5, 3, 1),
    5: (9, 7, 5, 3, 1),
    6: (11, 9, 7, 5, 3, 1),
}
"""The rule by place: one point for the last, two more for each player behind."""


def lazy(message: str) -> str:
    """Mark a sentence for the catalogues; it is translated where it is shown."""
    return message


class Unfit(ValueError):
    """Something that a league does not take.

    message: says why, for the catalogues, with ``facts`` by name. key: where it stands.
    """

    def __init__(self, message: str, key: str = "", **facts: Any) -> None:
        super().__init__(message % facts if facts else message)
        self.message = message
        self.key = key
        self.facts = facts


def find_or_refuse(known: Mapping[str, Own], id_: str, message: str, key: str) -> Own:
    """Return the value under an id. Raises Unfit with ``message`` and ``key`` for none."""
    own = known.get(id_)
    if own is None:
        raise Unfit(message, key)
    return own


@dataclass(frozen=True, slots=True)
class PointsRule:
    """How a season counts.

    kind: one of KINDS. table: for ``table`` the points by number of players and place, in whole
    points or hundredths (as hundredths: 250 is 2.50).
    """

    kind: str = PLACE
    table: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the rule as it is stored."""
        table = {str(players): list(row) for players, row in self.table.items()}
        return {"kind": self.kind} | ({"table": table} if self.kind == TABLE else {})

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> PointsRule:
        """Return the rule from its stored form."""
        table = {int(players): tuple(row) for players, row in value.get("table", {}).items()}
        return cls(value["kind"], table)

    def check(self) -> None:
        """Raise Unfit for a rule that cannot be counted by, naming the fault."""
        if self.kind not in KINDS:
            raise Unfit(lazy("there is no such points rule"), "rule")
        if self.kind != TABLE:
            return
        if not self.table:
            raise Unfit(lazy("the table of points is empty"), "table")
        for players, row in self.table.items():
            if not 1 <= players <= MOST_PLAYERS:
                message = lazy("points are given for 1 to %(most)s players, not for %(players)s")
                raise Unfit(message, "table", players=players, most=MOST_PLAYERS)
            if len(row) != players:
                message = lazy("%(players)s players need as many numbers, not %(given)s")
                raise Unfit(message, f"table-{players}", players=players, given=len(row))
            if any(abs(number) > LARGEST * 100 for number in row):
                raise Unfit(lazy("points go to %(most)s at most"), f"table-{players}", most=LARGEST)
            if any(low > high for high, low in pairwise(row)):
                raise Unfit(lazy("a higher place cannot earn fewer points"), f"table-{players}")


def award_points(play: Play, rule: PointsRule) -> dict[str, int]:
    """Return the points of everybody in a game, in parts of a point.

    ``rating`` gives nothing by the game: the rating at the end counts (see ``standings``).
    """
    if rule.kind == WINS:
        won = play.winners
        return {seat.player: POINT // len(won) if seat.won else 0 for seat in play.seats}
    if rule.kind == SHARE:
        return {seat.player: seat.share * POINT // 10 for seat in play.seats}
    if rule.kind == RATING:
        return {seat.player: 0 for seat in play.seats}
    row = _row(len(play.seats), rule)
    given: dict[str, int] = {}
    for place in {seat.place for seat in play.seats}:
        tied = [seat.player for seat in play.seats if seat.place == place]
        pot = sum(row[place - 1 : place - 1 + len(tied)])
        for player in tied:
            given[player] = pot // len(tied)
    return given


def _row(players: int, rule: PointsRule) -> tuple[int, ...]:
    """Return the points by place in parts of a point; a table's gaps are filled by the rule."""
    if rule.kind == TABLE and players in rule.table:
        return tuple(number * (POINT // 100) for number in rule.table[players])
    known = BY_PLACE.get(players) or tuple(range(2 * players - 1, 0, -2))
    return tuple(number * POINT for number in known)


def format_points(parts: int) -> str:
    """Return parts of a point as people read them: "7", "2.5", "3.33"."""
    hundredths = (abs(parts) * 100 + POINT // 2) // POINT
    whole, rest = divmod(hundredths, 100)
    text = f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)
    return f"−{text}" if parts < 0 and hundredths else text
