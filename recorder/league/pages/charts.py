"""The league's line charts, each with its key and its numbers; ``exports.chart`` draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from exports.chart import MARGIN, LineChart, Series, pick_evenly
from recorder.league.pages.frame import points_text
from recorder.league.points import POINT
from recorder.league.ratings import SCALE, Point
from recorder.pages import wording
from recorder.pages.history.chart import HEIGHT, WIDTH, KeyedChart

NAMES = 108
"""Space at the right edge of a picture, for names at the ends of lines."""

LETTERS = 11
"""Letters of a name that fit there."""

MOST_LINES = 6
"""Players that a chart of a season shows; more lines cannot be told apart."""

MOST_DRAWN = 60
"""Curves of ratings in one picture; the curves that are not picked are thin and nameless."""

MOST_MARKED = 30
"""Points of a line that have marks; the marks of more hide it."""

MOST_NAMED = 4
"""Days that are named below a chart; the words of more touch each other."""

MOST_ROWS = 60
"""How many of the last days are given as numbers below a chart."""


def _chart_named(
    lines: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    labels: Mapping[int, str],
    others: Sequence[Sequence[tuple[float, float]]] = (),
    *,
    from_zero: bool = True,
) -> LineChart:
    """Return a chart whose lines end in their names. lines: names and points."""
    series = [
        Series(name, points, "", f"s{at}", points if len(points) <= MOST_MARKED else ())
        for at, (name, points) in enumerate(lines, start=1)
    ]
    drawn = LineChart(series, labels, WIDTH, HEIGHT, NAMES, LETTERS, is_valued=False)
    return replace(drawn, others=others, from_zero=from_zero)


def season_chart(
    days: Sequence[tuple[str, Mapping[str, int]]], names: Sequence[tuple[str, str]]
) -> KeyedChart | None:
    """Return the points after each day of play; None for fewer than two days.

    names: ids and names of the players shown, best first.
    """
    if len(days) < 2:
        return None
    shown = names[:MOST_LINES]
    lines = [
        (name, [(at, now[own] / POINT) for at, (_day, now) in enumerate(days) if own in now])
        for own, name in shown
    ]
    labels = {at: wording.shortly(days[at][0]) for at in pick_evenly(len(days), MOST_NAMED)}
    rows = [
        (wording.day(day), [points_text(now[own]) if own in now else "" for own, _name in shown])
        for day, now in days[-MOST_ROWS:]
    ]
    return KeyedChart(_chart_named(lines, labels), rows)


def rating_curves(
    lines: Mapping[str, Sequence[Point]], picked: Sequence[tuple[str, str]]
) -> KeyedChart | None:
    """Return the ratings of many players over the days; None where nobody is drawn.

    lines: by player the points after every game. picked: ids and names for curves with a name, best
    first; other curves are thin.
    """
    shown = [(player, name) for player, name in picked[:MOST_LINES] if lines.get(player)]
    if not shown:
        return None

    def place(player: str) -> list[tuple[float, float]]:
        """Return the last rating of each day."""
        return list(
            {
                _day_number(one): (_day_number(one), one.mean * SCALE) for one in lines[player]
            }.values()
        )

    own = {player for player, _name in shown}
    others = [player for player in lines if player not in own and lines[player]][:MOST_DRAWN]
    days = [_day_number(one) for line in lines.values() for one in line]
    ends = {at: wording.shortly(date.fromordinal(at).isoformat()) for at in (min(days), max(days))}
    curves = [(name, place(player)) for player, name in shown]
    return KeyedChart(_chart_named(curves, ends, [*map(place, others)], from_zero=False))


def rating_chart(line: Sequence[Point]) -> KeyedChart | None:
    """Return a player's rating over the games with its uncertainty; None for fewer than two."""
    if len(line) < 2:
        return None

    def place(deviations: float) -> list[tuple[float, float]]:
        return [
            (at, (one.mean + deviations * one.deviation) * SCALE) for at, one in enumerate(line)
        ]

    last = len(line) - 1
    ends = {at: wording.shortly(line[at].order[0]) for at in (0, last)}
    curve = Series("", place(0), "", "s1", ())
    band = [*place(1.96), *place(-1.96)[::-1]]
    return KeyedChart(
        LineChart([curve], ends, WIDTH, HEIGHT, MARGIN, 0, band=band, from_zero=False)
    )


def _day_number(one: Point) -> int:
    return date.fromisoformat(one.order[0]).toordinal()
