"""A season's standings: the games that count, their points, and the places with their reasons.

place, points, games, wins, average share; every figure leads to its games
a tie-break is a list of (rule, value), as in a game
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any

from recorder.league.plays import Part, Play, average_share, round_share, share_part
from recorder.league.points import POINT, RATING, PointsRule, Unfit, award_points, lazy
from recorder.league.ratings import Ratings

EARLIEST, LATEST = "1995-01-01", "2199-12-31"
"""Days of a season; outside of them a day was mistyped."""

WINS, SECONDS, SHARE, DIRECT, BEST, FEWER = "wins", "seconds", "share", "direct", "best", "fewer"
TIE_BREAKS = (WINS, SECONDS, SHARE, DIRECT, BEST, FEWER)
"""wins, second places, average share, places ahead of the tied players in games against them, the
best single share, fewer games."""

MOST = 1000
"""Largest number of results, games and the like that a season names."""


@dataclass(frozen=True, slots=True)
class Filter:
    """The games that count. An empty field admits everything.

    modules: None any; otherwise exactly these (none: the base game only).
    """

    games: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    editions: tuple[str, ...] = ()
    modules: tuple[str, ...] | None = None
    recorded: bool = False

    def admits(self, play: Play) -> bool:
        """Return whether a game counts by its kind, not by its day."""
        return (
            (not self.games or play.game in self.games)
            and (not self.players or len(play.seats) in self.players)
            and (not self.editions or not play.edition or play.edition in self.editions)
            and (self.modules is None or play.modules == self.modules)
            and (not self.recorded or play.recorded)
        )


@dataclass(frozen=True, slots=True)
class Season:
    """A season as the league settled it.

    first, last: days, both count. best: how many results count (0: all); same_table: how many of
    them may be against the same players (0: any); least: games needed for a place.
    """

    id: str
    name: str
    first: str
    last: str
    rule: PointsRule = field(default_factory=PointsRule)
    filter: Filter = field(default_factory=Filter)
    tie_breaks: tuple[str, ...] = (WINS, SHARE)
    best: int = 0
    same_table: int = 0
    least: int = 0

    def counts(self, play: Play) -> bool:
        """Return whether a game belongs to the season."""
        return self.first <= play.day <= self.last and self.filter.admits(play)

    def check(self) -> None:
        """Raise Unfit for a season that cannot be; the key names the field."""
        for key, day in (("first", self.first), ("last", self.last)):
            check_day(day, key)
        if self.first > self.last:
            raise Unfit(lazy("the season ends before it begins"), "last")
        if not set(self.tie_breaks) <= set(TIE_BREAKS):
            raise Unfit(lazy("there is no such tie-break"), "tie_breaks")
        if len(set(self.tie_breaks)) != len(self.tie_breaks):
            raise Unfit(lazy("a tie-break is named twice"), "tie_breaks")
        for key, number in (
            ("best", self.best),
            ("same_table", self.same_table),
            ("least", self.least),
        ):
            if not 0 <= number <= MOST:
                raise Unfit(lazy("this is a number from 0 to %(most)s"), key, most=MOST)
        self.rule.check()

    def to_json(self) -> dict[str, Any]:
        """Return the season as it is stored."""
        chosen = self.filter
        return {
            "id": self.id,
            "name": self.name,
            "first": self.first,
            "last": self.last,
            "rule": self.rule.to_json(),
            "games": list(chosen.games),
            "players": list(chosen.players),
            "editions": list(chosen.editions),
            "modules": None if chosen.modules is None else list(chosen.modules),
            "recorded": chosen.recorded,
            "tie_breaks": list(self.tie_breaks),
            "best": self.best,
            "same_table": self.same_table,
            "least": self.least,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Season:
        """Return the season from its stored form."""
        modules = value["modules"]
        return cls(
            id=value["id"],
            name=value["name"],
            first=value["first"],
            last=value["last"],
            rule=PointsRule.from_json(value["rule"]),
            filter=Filter(
                tuple(value["games"]),
                tuple(value["players"]),
                tuple(value["editions"]),
                None if modules is None else tuple(modules),
                value["recorded"],
            ),
            tie_breaks=tuple(value["tie_breaks"]),
            best=value["best"],
            same_table=value["same_table"],
            least=value["least"],
        )


def check_day(day: str, key: str) -> None:
    """Raise Unfit for a day that is none, or that nobody can have meant."""
    try:
        written = date.fromisoformat(day).isoformat()
    except ValueError:
        raise Unfit(lazy("this is not a date; write it as 2026-11-20"), key) from None
    if written != day:
        raise Unfit(lazy("this is not a date; write it as 2026-11-20"), key)
    if not EARLIEST <= day <= LATEST:
        message = lazy("%(day)s is not from %(first)s to %(last)s")
        raise Unfit(message, key, day=day, first=EARLIEST, last=LATEST)


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line.

    place: None below the games needed. points: in parts of a point. share: average, in thousandths
    of the winner's score. counted: the games whose results count, ``keys`` all of them, newest
    last. tie_break: the comparisons where points were equal, in order; values of ``share`` and
    ``best`` in thousandths. moved: places won since the last day of play, None for a new player.
    """

    player: str
    place: int | None
    points: int
    games: int
    wins: int
    share: int
    counted: tuple[str, ...]
    keys: tuple[str, ...]
    tie_break: tuple[tuple[str, int], ...] = ()
    moved: int | None = 0


@dataclass(frozen=True, slots=True)
class _Result:
    """The result of one game for one player."""

    play: Play
    points: int
    share: int
    part: Part
    place: int


Results = dict[str, list[_Result]]
"""Results of games, per player in the order of play."""

Places = dict[str, int | None]

Moves = list[tuple[str, int | None, int | None]]
"""Changed places: player, place before, place after; None for no place."""

NOBODY: frozenset[str] = frozenset()

Value = int | Fraction
"""A value that a tie-break compares; shares are fractions, so that no rounding decides."""


def compute_standings(
    season: Season, plays: Iterable[Play], visitors: AbstractSet[str] = NOBODY
) -> list[Standing]:
    """Return the standings of a season, best first; players without a place come last.

    plays: any games in any order; those of the season are counted. visitors: have no line, but keep
    their places at the table.
    """
    results, rated = dict[str, list[_Result]](), Ratings()
    before: Places = {}
    days = list(_group_by_day(season, plays))
    for number, today in enumerate(days, start=1):
        if number == len(days):
            before = _assign_places(season, _make_lines(season, results, rated), results)[0]
        for play in today:
            for player, result in _list_results(season, play, visitors):
                results.setdefault(player, []).append(result)
        if season.rule.kind == RATING:
            rated.play(today)
    return _place_lines(before, season, _make_lines(season, results, rated), results)


def list_places(table: Iterable[Standing]) -> Places:
    """Return the place of every player of standings, in their order."""
    return {line.player: line.place for line in table}


def list_moves(before: Places, after: Places) -> Moves:
    """Return the changed places, in the order of the new ones."""
    return [(own, before.get(own), now) for own, now in after.items() if before.get(own) != now]


def _list_results(
    season: Season, play: Play, visitors: AbstractSet[str]
) -> Iterator[tuple[str, _Result]]:
    """Yield the results of a game, by player."""
    given, best = award_points(play, season.rule), play.best
    for seat in play.seats:
        if seat.player in visitors:
            continue
        own = _Result(play, given[seat.player], seat.share, share_part(seat, best), seat.place)
        yield seat.player, own


def _group_by_day(season: Season, plays: Iterable[Play]) -> Iterator[list[Play]]:
    """Yield the season's games in the order of play, a list for each day."""
    mine = sorted((play for play in plays if season.counts(play)), key=lambda play: play.order)
    for _day, today in groupby(mine, key=lambda play: play.day):
        yield list(today)


def _place_lines(
    before: Places, season: Season, lines: Mapping[str, Standing], results: Results
) -> list[Standing]:
    """Return the lines in their order, each with its place and how it moved."""
    now, ties = _assign_places(season, lines, results)
    placed = []
    for player, place in now.items():
        was = before.get(player)
        moved = None if was is None or place is None else was - place
        tie = ties.get(player, ())
        placed.append(replace(lines[player], place=place, moved=moved, tie_break=tie))
    return placed


def _make_lines(season: Season, results: Results, rated: Ratings) -> dict[str, Standing]:
    return {player: _make_line(season, player, own, rated) for player, own in results.items()}


def _make_line(
    season: Season, player: str, results: Sequence[_Result], rated: Ratings | None
) -> Standing:
    """Return a player's line without a place. rated: where the rating counts."""
    counting = _choose_counting(season, results)
    keys = tuple([result.play.key for result in results])
    return Standing(
        player=player,
        place=None,
        points=_total_points(season, player, counting, rated),
        games=len(results),
        wins=sum([result.place == 1 for result in results]),
        share=round_share(average_share([result.part for result in results])),
        counted=keys if counting is results else tuple([one.play.key for one in counting]),
        keys=keys,
    )


def _total_points(
    season: Season, player: str, counting: Sequence[_Result], rated: Ratings | None
) -> int:
    """Return a player's points. counting: the results that count."""
    if rated is not None and season.rule.kind == RATING:
        return rated.of(player).number * POINT
    return sum([result.points for result in counting])


def _choose_counting(season: Season, results: Sequence[_Result]) -> Sequence[_Result]:
    """Return the results that count, in the order of play: the best, not too many of one table."""
    few = not season.best or len(results) <= season.best
    if (few and not season.same_table) or season.rule.kind == RATING:
        return results
    order = sorted(
        range(len(results)), key=lambda at: (-results[at].points, -results[at].share, at)
    )
    taken: list[int] = []
    met: dict[frozenset[str], int] = {}
    for at in order:
        table = results[at].play.table
        if season.best and len(taken) == season.best:
            break
        if not season.same_table or met.get(table, 0) < season.same_table:
            met[table] = met.get(table, 0) + 1
            taken.append(at)
    return [results[at] for at in sorted(taken)]


def _assign_places(
    season: Season, lines: Mapping[str, Standing], results: Mapping[str, Sequence[_Result]]
) -> tuple[Places, dict[str, tuple[tuple[str, int], ...]]]:
    """Return the places of lines, in their order, and the tie-breaks between equal points."""
    groups: dict[int, list[Standing]] = {}
    for line in lines.values():
        if line.games >= season.least:
            groups.setdefault(line.points, []).append(line)
    given: Places = {}
    ties: dict[str, tuple[tuple[str, int], ...]] = {}
    for total in sorted(groups, reverse=True):
        for tied in _break_ties(season.tie_breaks, groups[total], results, ties):
            place = len(given) + 1
            given |= dict.fromkeys(sorted(line.player for line in tied), place)
    without = [line for line in lines.values() if line.games < season.least]
    last = sorted(without, key=lambda line: (-line.points, line.player))
    return given | {line.player: None for line in last}, ties


def _break_ties(
    rules: Sequence[str],
    tied: Sequence[Standing],
    results: Mapping[str, Sequence[_Result]],
    ties: dict[str, tuple[tuple[str, int], ...]],
) -> list[Sequence[Standing]]:
    """Split a group of equal points into groups that nothing separates, the best first.

    ties: receives the comparisons, by player.
    """
    if len(tied) == 1 or not rules:
        return [tied]
    rule, *rest = rules
    names = frozenset(line.player for line in tied)
    groups: dict[Value, list[Standing]] = {}
    for line in tied:
        value = _VALUES[rule](line, results[line.player], names)
        groups.setdefault(value, []).append(line)
        shown = round_share(value) if isinstance(value, Fraction) else value
        ties[line.player] = (*ties.get(line.player, ()), (rule, shown))
    apart: list[Sequence[Standing]] = []
    for value in sorted(groups, reverse=True):
        apart += _break_ties(rest, groups[value], results, ties)
    return apart


def _compare_directly(_: Standing, results: Sequence[_Result], names: frozenset[str]) -> int:
    """Count the tied players a player was placed ahead of, less those the player was behind."""
    ahead = 0
    for result in results:
        for seat in result.play.seats:
            if seat.player in names:
                ahead += (seat.place > result.place) - (seat.place < result.place)
    return ahead


_VALUES: Mapping[str, Callable[[Standing, Sequence[_Result], frozenset[str]], Value]] = {
    WINS: lambda line, _results, _names: line.wins,
    SECONDS: lambda _line, results, _names: sum(result.place == 2 for result in results),
    SHARE: lambda _line, results, _names: average_share([result.part for result in results]),
    DIRECT: _compare_directly,
    BEST: lambda _line, results, _names: max(result.share for result in results),
    FEWER: lambda line, _results, _names: -line.games,
}


def points_by_day(
    season: Season,
    plays: Iterable[Play],
    players: Collection[str] | None = None,
    visitors: AbstractSet[str] = NOBODY,
) -> list[tuple[str, dict[str, int]]]:
    """Return points after each day of play, for the chart. players: None means everybody.

    visitors: see ``compute_standings``.
    Points that no longer count for the best-of are taken back that day.
    """
    results: Results = {}
    rated = Ratings()
    now: dict[str, int] = {}
    days: list[tuple[str, dict[str, int]]] = []
    for today in _group_by_day(season, plays):
        if season.rule.kind == RATING:
            rated.play(today)
        there = set()
        for play in today:
            if players is None or any(seat.player in players for seat in play.seats):
                for player, result in _list_results(season, play, visitors):
                    if players is None or player in players:
                        results.setdefault(player, []).append(result)
                        there.add(player)
        now |= {
            p: _total_points(season, p, _choose_counting(season, results[p]), rated) for p in there
        }
        days.append((today[0].day, dict(now)))
    return days
