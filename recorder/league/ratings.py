"""Ratings: PlackettLuce over all games of one kind, in the order of play.

Every player's line of ratings is kept. So when a game changes, counting starts again at that game
and not at the first. A rating is a mean and its uncertainty; people see the mean times ``SCALE``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from recorder.league.plays import Order, Play

SCALE = 40
"""The shown rating is the mean times this: everybody begins at 1000."""

PROVISIONAL = 10
"""Games below which a rating is provisional."""

TELL_EVERY = 500
"""Games between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating after a number of games. mean and deviation are openskill's mu and sigma."""

    mean: float
    deviation: float
    games: int

    @property
    def number(self) -> int:
        """The rating as people see it."""
        return round(self.mean * SCALE)

    @property
    def margin(self) -> int:
        """How far the true strength may be off, 19 times of 20."""
        return round(1.96 * self.deviation * SCALE)

    @property
    def provisional(self) -> bool:
        """Whether there are too few games to say much."""
        return self.games < PROVISIONAL


class Point(NamedTuple):
    """A player's rating after one game, as (mean, deviation)."""

    order: Order
    mean: float
    deviation: float


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


@cache
def first_rating() -> Rating:
    """Return the rating that everybody begins with."""
    fresh = _model().rating()
    return Rating(fresh.mu, fresh.sigma, 0)


class _Sat(list[list[PlackettLuceRating]]):
    """The players of one game, as openskill takes them: teams of one.

    openskill copies its arguments and gives every object an identity, and spends most of its time
    on that. These objects may be changed in place.
    """

    def __deepcopy__(self, _memo: dict[int, object]) -> _Sat:
        return self


class Ratings:
    """The ratings of one kind of game after some games, with every player's line.

    Work on one from one thread at a time.
    """

    def __init__(self) -> None:
        self.lines: dict[str, list[Point]] = {}
        self._table: list[tuple[str, Rating]] | None = None
        self._chairs: list[PlackettLuceRating] = []  # the same few are sat on again

    def copied_before(self, order: Order) -> Ratings:
        """Return ratings after the games before a place in the order of play."""
        copied = Ratings()
        copied.lines = {player: line[:] for player, line in self.lines.items()}
        copied.forget_from(order)
        return copied

    def forget_from(self, order: Order) -> None:
        """Take out every game from that place in the order of play on."""
        self._table = None
        for player, line in list(self.lines.items()):
            del line[bisect_left(line, order, key=lambda point: point.order) :]
            if not line:
                del self.lines[player]

    def play(self, plays: Iterable[Play], progress: Callable[[int], None] | None = None) -> None:
        """Rate games, in the order of play and later than all games rated before.

        progress: called from time to time with the number of games done.
        """
        self._table = None
        done = 0
        for play in plays:
            self._rate(play)
            done += 1
            if progress is not None and not done % TELL_EVERY:
                progress(done)
        if progress is not None:
            progress(done)

    def _rate(self, play: Play) -> None:
        if len(play.seats) < 2:
            return
        # Best first, then by id: the order of names must not move the last digit of a number.
        seats = sorted(play.seats, key=lambda seat: (seat.place, seat.player))
        while len(self._chairs) < len(seats):
            self._chairs.append(_model().rating())
        chairs = self._chairs[: len(seats)]
        for chair, seat in zip(chairs, seats, strict=True):
            chair.mu, chair.sigma = self._last(seat.player)
        places = [float(seat.place) for seat in seats]
        tied = len(set(places)) < len(places)  # ranks are told only where their order does not
        _model().rate(_Sat([chair] for chair in chairs), ranks=places if tied else None)
        for chair, seat in zip(chairs, seats, strict=True):
            point = Point(play.order, chair.mu, chair.sigma)
            self.lines.setdefault(seat.player, []).append(point)

    def _last(self, player: str) -> tuple[float, float]:
        line = self.lines.get(player)
        return (
            (line[-1].mean, line[-1].deviation)
            if line
            else (first_rating().mean, first_rating().deviation)
        )

    def of(self, player: str) -> Rating:
        """Return a player's rating now; before any game it is the first one."""
        line = self.lines.get(player)
        return Rating(line[-1].mean, line[-1].deviation, len(line)) if line else first_rating()

    def table(self) -> list[tuple[str, Rating]]:
        """Return all rated players, the best first, provisional ratings after the others."""
        if self._table is None:
            rated = [(player, self.of(player)) for player in self.lines]
            self._table = sorted(rated, key=lambda o: (o[1].provisional, -o[1].mean, o[0]))
        return self._table


MOST_POINTS = 60
"""Points of a line that is drawn."""


def thin_line(line: Sequence[Point]) -> list[Point]:
    """Return a line of ratings with at most ``MOST_POINTS``, the last one among them."""
    if len(line) <= MOST_POINTS:
        return list(line)
    step = (len(line) - 1) / (MOST_POINTS - 1)
    return [line[round(at * step)] for at in range(MOST_POINTS)]
