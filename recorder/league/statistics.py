"""Shares of wins in recorded games, with the certainty that the number of cases allows.

A share comes with its Wilson interval; below ``ENOUGH`` cases nothing is claimed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from recorder.league.plays import Detail, Play, average_share, round_share, share_part
from recorder.league.summary import DICE

ENOUGH = 10
"""Cases below which nothing is claimed."""

Z = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""

SEAT, COLOUR = "seat", "colour"


@dataclass(frozen=True, slots=True)
class Interval:
    """A share of wins: how many of how many, and between which shares the true one lies."""

    wins: int
    cases: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share that was seen."""
        return self.wins / self.cases if self.cases else 0.0


def wilson_interval(wins: float, cases: int) -> Interval:
    """Return Wilson's 95 % interval of a share. Raises ValueError for no cases, or more wins."""
    if not 0 <= wins <= cases or not cases:
        raise ValueError(f"{wins} of {cases}")
    seen, square = wins / cases, Z * Z
    middle = (seen + square / (2 * cases)) / (1 + square / cases)
    half = Z / (1 + square / cases) * sqrt(seen * (1 - seen) / cases + square / (4 * cases**2))
    low = 0.0 if not wins else max(0.0, middle - half)
    high = 1.0 if wins == cases else min(1.0, middle + half)
    return Interval(int(wins), cases, low, high)


def mean_interval(total: int, squares: int, cases: int) -> tuple[float, float]:
    """Return a mean, and by how much its 95 % interval (Student's t) reaches to either side.

    total, squares: the sums of the values and of their squares. cases: two at least. Student's
    quantile follows from the normal one by its expansion in the degrees of freedom.
    """
    free = cases - 1
    quantile = Z + (Z**3 + Z) / (4 * free) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * free**2)
    variance = (squares - total * total / cases) / free
    return total / cases, quantile * sqrt(max(0.0, variance) / cases)


@dataclass(frozen=True, slots=True)
class Odds:
    """How often a thing was in a hand, and how often in the winner's.

    expected: the share of wins that chance gives to as many hands in tables as large as theirs.
    interval: None below ENOUGH cases.
    """

    thing: str
    cases: int
    wins: int
    expected: float
    interval: Interval | None

    @property
    def better(self) -> bool:
        """Whether it was seen with winners more often than chance explains."""
        return self.interval is not None and self.interval.low > self.expected

    @property
    def worse(self) -> bool:
        """Whether it was seen with winners less often than chance explains."""
        return self.interval is not None and self.interval.high < self.expected


@dataclass(frozen=True, slots=True)
class PartLine:
    """Average points of a part, of winners and of the others, in hundredths."""

    part: str
    winners: int
    others: int


class Own:
    """The sums of one player over recorded games, kept while games come and go.

    reviewed: how many of the games have missed chances; these by kind: missed, their squares a
    game, and missed_points.
    """

    def __init__(self) -> None:
        self.games = self.reviewed = 0
        self.parts: Counter[str] = Counter()
        self.broken: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()
        self.squares: Counter[str] = Counter()
        self.missed_points: Counter[str] = Counter()

    def copy(self) -> Own:
        """Return an independent copy."""
        copied = Own()
        for name, sums in vars(self).items():
            setattr(copied, name, sums.copy() if isinstance(sums, Counter) else sums)
        return copied

    def count(self, detail: Detail, sign: int) -> None:
        """Take the details of a seat in, or out again."""
        self.games += sign
        for part, value in detail.parts.items():
            self.parts[part] += sign * value
        for rule, times in detail.broken.items():
            self.broken[rule] += sign * times
        self.count_missed(detail, sign)

    def count_missed(self, detail: Detail, sign: int) -> None:
        """Take the missed chances of a seat in, or out again."""
        if detail.missed is None:
            return
        self.reviewed += sign
        for kind, (times, points) in detail.missed.items():
            self.missed[kind] += sign * times
            self.squares[kind] += sign * times * times
            if points:
                self.missed_points[kind] += sign * points


class Statistics:
    """The counts of one kind of game, kept while games come and go."""

    def __init__(self) -> None:
        self.games = 0
        self.seats: Counter[bool] = Counter()
        self._parts: Counter[tuple[str, bool]] = Counter()
        self.everybody = Own()  # missed chances only: the rest is kept by winners and others
        self._players: dict[str, Own] = {}
        self._copied: set[str] = set()  # players whose sums no other statistics share
        # By kind and thing: number of hands, of winners' hands, and of wins expected by chance.
        self._hands: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])

    def copy(self) -> Statistics:
        """Return an independent copy."""
        copied = Statistics()
        copied.games, copied.everybody = self.games, self.everybody.copy()
        copied.seats, copied._parts = self.seats.copy(), self._parts.copy()
        copied._players = self._players.copy()
        self._copied.clear()
        copied._hands.update({thing: hands[:] for thing, hands in self._hands.items()})
        return copied

    def add(self, play: Play, details: Sequence[Detail] | None = None) -> None:
        """Take a game in; one without a record is passed over.

        details: its own, where somebody has unpacked them already.
        """
        self._count(play, 1, play.details() if details is None else details)

    def remove(self, play: Play) -> None:
        """Take a game out that was taken in."""
        self._count(play, -1, play.details())

    def _count(self, play: Play, sign: int, details: Sequence[Detail]) -> None:
        if not play.recorded or len(play.seats) < 2:
            return
        self.games += sign
        # In 60ths, so that chances add up exactly in any order.
        chance = sign * 60 * len(play.winners) // len(play.seats)
        for seat, detail in zip(play.seats, details, strict=True):
            self.seats[seat.won] += sign
            if seat.player not in self._copied:
                self._players[seat.player] = self.of(seat.player).copy()
                self._copied.add(seat.player)
            self._players[seat.player].count(detail, sign)
            self.everybody.count_missed(detail, sign)
            for part, value in detail.parts.items():
                self._parts[part, seat.won] += sign * value
            things = {(SEAT, str(seat.number))}
            if seat.colour:
                things.add((COLOUR, seat.colour))
            for kind, named in detail.counts.items():
                things.update((kind, thing) for thing in named)
            won = sign if seat.won else 0
            for thing in things:
                hands = self._hands[thing]
                hands[0] += sign
                hands[1] += won
                hands[2] += chance

    def of(self, player: str) -> Own:
        """Return the sums of one player."""
        return self._players.get(player) or Own()

    def part_sum(self, part: str) -> int:
        """Return the points of a part, of everybody together."""
        return self._parts[part, True] + self._parts[part, False]

    @property
    def kinds(self) -> Sequence[str]:
        """The counted kinds, seats and colours last."""
        counted = {kind for (kind, _), (cases, _, _) in self._hands.items() if cases}
        own = sorted(counted - {SEAT, COLOUR})
        return [*own, *(kind for kind in (COLOUR, SEAT) if kind in counted)]

    def lines(self, kind: str) -> list[Odds]:
        """Return the lines of a kind; lines with enough cases and the highest share come first."""
        lines = []
        for (own, thing), (cases, wins, chance) in self._hands.items():
            if own == kind and cases:
                interval = wilson_interval(wins, cases) if cases >= ENOUGH else None
                lines.append(Odds(thing, cases, wins, chance / 60 / cases, interval))
        return sorted(lines, key=_order)

    def parts(self) -> list[PartLine]:
        """Return average points by part, of winners and others, largest difference first."""
        won, lost = self.seats[True], self.seats[False]
        if self.games < ENOUGH:
            return []
        lines = [
            PartLine(
                part,
                round(100 * self._parts[part, True] / won) if won else 0,
                round(100 * self._parts[part, False] / lost) if lost else 0,
            )
            for part in sorted({part for part, _ in self._parts})
        ]
        kept = [line for line in lines if line.winners or line.others]
        return sorted(kept, key=lambda line: (line.others - line.winners, line.part))


def _order(line: Odds) -> tuple[bool, float, int, str]:
    share = line.wins / line.cases
    return (line.interval is None, -share if line.interval else 0.0, -line.cases, line.thing)


# -- one player -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """A player's games of some sort. place and share: averages, in hundredths, thousandths."""

    games: int
    wins: int
    place: int
    share: int


def sum_score(plays: Iterable[Play], player: str) -> Score:
    """Return how a player did in some games."""
    own = list(plays)
    seats = [play.seat_of(player) for play in own]
    count = len(seats)
    if not count:
        return Score(0, 0, 0, 0)
    return Score(
        count,
        sum(seat.won for seat in seats),
        round(100 * sum(seat.place for seat in seats) / count),
        round_share(
            average_share([share_part(s, p.best) for s, p in zip(seats, own, strict=True)])
        ),
    )


_SORTS: Mapping[str, Callable[[Play, str], str]] = {
    "players": lambda play, _: str(len(play.seats)),
    "seat": lambda play, player: str(play.seat_of(player).number),
    "edition": lambda play, _: play.edition,
}


def split_scores(plays: Iterable[Play], player: str, by: str) -> list[tuple[str, Score]]:
    """Return a player's scores by ``players``, ``seat`` or ``edition``, in the order of these."""
    groups: dict[str, list[Play]] = {}
    for play in plays:
        groups.setdefault(_SORTS[by](play, player), []).append(play)
    return [(word, sum_score(groups[word], player)) for word in sorted(groups)]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players: games together, how often one was placed ahead of the other, and behind."""

    other: str
    games: int
    ahead: int
    behind: int


def head_to_head(plays: Iterable[Play], player: str) -> list[Meeting]:
    """Return a player's results against each other player, the most frequent first."""
    met: Counter[str] = Counter()
    ahead: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    for play in plays:
        own = play.seat_of(player).place
        for seat in play.seats:
            if seat.player != player:
                met[seat.player] += 1
                ahead[seat.player] += own < seat.place
                behind[seat.player] += own > seat.place
    order = sorted(met, key=lambda other: (-met[other], other))
    return [Meeting(other, met[other], ahead[other], behind[other]) for other in order]


def compare_parts(own: Own, league: Statistics) -> list[tuple[str, int, int]]:
    """Return a player's average points by part and the league's, in hundredths."""
    everybody = sum(league.seats.values())
    if not own.games or not everybody:
        return []
    return [
        (part, round(100 * points / own.games), round(100 * league.part_sum(part) / everybody))
        for part, points in own.parts.items()
        if points or league.part_sum(part)
    ]


@dataclass(frozen=True, slots=True)
class MissedLine:
    """What a player missed of a kind in a game on average, beside everybody in the league.

    margin: half of the interval of the league's mean. points: a game, of both.
    """

    kind: str
    own: float
    league: float
    margin: float
    points: tuple[float, float]


def compare_missed(own: Own, league: Statistics) -> list[MissedLine]:
    """Return what a player missed beside the league, the most frequent first; then the dice.

    Below ``ENOUGH`` reviewed games of the player there is nothing.
    """
    every, games = league.everybody, own.reviewed
    if games < ENOUGH:
        return []
    lines = []
    for kind in sorted(kind for kind, times in every.missed.items() if times):
        mean, margin = mean_interval(every.missed[kind], every.squares[kind], every.reviewed)
        points = own.missed_points[kind] / games, every.missed_points[kind] / every.reviewed
        lines.append(MissedLine(kind, own.missed[kind] / games, mean, margin, points))
    return sorted(lines, key=lambda line: (line.kind == DICE, -line.own))


def count_broken_rules(own: Own) -> Mapping[str, int]:
    """Return how often a player broke which rule, the most often broken first."""
    times_of = {rule: times for rule, times in own.broken.items() if times}
    return dict(sorted(times_of.items(), key=lambda one: (-one[1], one[0])))


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's results in some games, in the order of play.

    best, worst: the games of the highest and the lowest total. meetings: the most frequent first.
    """

    score: Score
    best: Play
    worst: Play
    by_players: Sequence[tuple[str, Score]]
    by_seat: Sequence[tuple[str, Score]]
    by_edition: Sequence[tuple[str, Score]]
    meetings: Sequence[Meeting]


def make_profile(plays: Sequence[Play], player: str) -> Profile:
    """Return a player's results in games of one kind, at least one, in the order of play."""
    return Profile(
        score=sum_score(plays, player),
        best=max(plays, key=lambda play: play.seat_of(player).total),
        worst=min(plays, key=lambda play: play.seat_of(player).total),
        by_players=split_scores(plays, player, "players"),
        by_seat=split_scores(plays, player, "seat"),
        by_edition=split_scores(plays, player, "edition"),
        meetings=head_to_head(plays, player),
    )
