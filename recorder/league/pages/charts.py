"""Coordinates of the league's charts, in the looks of the score sheets; the templates draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from exports.chart import mark, pick_evenly, scale, short, spread
from recorder.league.pages.frame import points_text
from recorder.league.points import POINT
from recorder.league.ratings import SCALE, Point
from recorder.pages import wording

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 14, 12, 26

NAMES = 104
"""Space at the right edge of a picture, for names at the ends of lines."""

LETTERS = 11
"""Letters of a name that fit there."""

MOST_LINES = 6
"""Players that a chart of a season shows; more lines cannot be told apart."""


MOST_DRAWN = 60
"""Curves of ratings in one picture; the curves that are not picked are thin and nameless."""

MOST_NAMED = 4
"""Days that are named below a chart; the words of more touch each other."""

MOST_ROWS = 60
"""How many of the last days are given as numbers below a chart."""


@dataclass(frozen=True)
class Curve:
    """One line: name, path, the outlines of its marks, dashes, the key's mark, its end.

    leader, label: the path from the end to the name beside the picture, and the place of the name
    with its letters; both empty where the names stand below.
    """

    name: str
    path: str
    marks: str
    dash: str
    glyph: str
    last: float
    leader: str = ""
    label: tuple[float, float, str] | None = None


@dataclass(frozen=True)
class SeasonChart:
    """A chart as a template draws it: ticks as (y, number), days as (x, word), lines, a band."""

    ticks: Sequence[tuple[float, int]]
    days: Sequence[tuple[float, str]]
    lines: Sequence[Curve]
    band: str = ""
    rows: Sequence[tuple[str, Sequence[str]]] = ()
    """The same as numbers: the value of each line on every day."""
    others: Sequence[str] = ()
    """Paths of the lines that have no name here."""
    right: float = WIDTH - RIGHT
    """Where the plot ends."""


def season_chart(
    days: Sequence[tuple[str, Mapping[str, int]]], names: Sequence[tuple[str, str]]
) -> SeasonChart | None:
    """Return the points after each day of play; None for fewer than two days.

    names: ids and names of the players shown, best first.
    """
    if len(days) < 2:
        return None
    shown = names[:MOST_LINES]
    values = {
        player: [
            (at, totals[player] / POINT) for at, (_, totals) in enumerate(days) if player in totals
        ]
        for player, _name in shown
    }
    every = [value for line in values.values() for _at, value in line]
    ticks = scale(min(0, int(min(every))), int(max(every)) + 1)
    places = {
        player: [(_x_of(at, len(days), NAMES), _y_of(value, ticks)) for at, value in values[player]]
        for player, _name in shown
    }
    lines = _name_curves([(name, places[player], values[player][-1][1]) for player, name in shown])
    axis = [
        (_x_of(at, len(days), NAMES), wording.shortly(days[at][0]))
        for at in pick_evenly(len(days), MOST_NAMED)
    ]
    rows = [
        (
            wording.day(day),
            [points_text(now[player]) if player in now else "" for player, _ in shown],
        )
        for day, now in days[-MOST_ROWS:]
    ]
    grid = [(_y_of(tick, ticks), tick) for tick in ticks]
    return SeasonChart(grid, axis, lines, "", rows, right=WIDTH - NAMES)


def _name_curves(lines: Sequence[tuple[str, Sequence[tuple[float, float]], float]]) -> list[Curve]:
    """Return curves with their names at their ends. lines: name, places, last value."""
    ends = spread([places[-1][1] for _name, places, _last in lines], TOP, HEIGHT - BOTTOM)
    curves = []
    for index, ((name, places, last), end) in enumerate(zip(lines, ends, strict=True)):
        look = mark(index)
        x, y = places[-1]
        label = WIDTH - NAMES + 14
        curves.append(
            Curve(
                name,
                "M" + "L".join(f"{px} {py}" for px, py in places),
                "".join(look.outline(px, py) for px, py in places) if len(places) <= 30 else "",
                look.dash,
                look.glyph,
                last,
                f"M{x + 4:.1f} {y:.1f}L{label - 3} {end:.1f}",
                (label, end + 4, short(name, LETTERS)),
            )
        )
    return curves


def _place_ratings(
    points: Sequence[Point], ticks: Sequence[int], first: int, span: int
) -> list[tuple[float, float]]:
    """Return the places of a player's last rating of each day. first, span: of all days."""
    last_of_day = {one.order[0]: one for one in points}
    days = [date.fromisoformat(day).toordinal() - first for day in last_of_day]
    return [
        (round(LEFT + day / span * _PLOT, 1), _y_of(one.mean * SCALE, ticks))
        for day, one in zip(days, last_of_day.values(), strict=True)
    ]


def rating_curves(
    lines: Mapping[str, Sequence[Point]], picked: Sequence[tuple[str, str]]
) -> SeasonChart | None:
    """Return the ratings of many players over the days; None where nobody is drawn.

    lines: by player the points after every game. picked: ids and names for curves with a name, best
    first; other curves are thin.
    """
    days = [date.fromisoformat(one.order[0]).toordinal() for own in lines.values() for one in own]
    shown = [(player, name) for player, name in picked[:MOST_LINES] if lines.get(player)]
    if not shown:
        return None
    first, span = min(days), max(1, max(days) - min(days))
    values = [one.mean * SCALE for own in lines.values() for one in own]
    ticks = scale(int(min(values)), int(max(values)) + 1)

    def places(player: str) -> list[tuple[float, float]]:
        return _place_ratings(lines[player], ticks, first, span)

    named = _name_curves([(name, places(p), lines[p][-1].mean * SCALE) for p, name in shown])
    own = {player for player, _name in shown}
    others = [player for player in lines if player not in own and lines[player]][:MOST_DRAWN]
    thin = ["M" + "L".join(f"{x} {y}" for x, y in places(player)) for player in others]
    ends = [
        (float(LEFT), wording.shortly(date.fromordinal(first).isoformat())),
        (float(WIDTH - NAMES), wording.shortly(date.fromordinal(max(days)).isoformat())),
    ]
    grid = [(_y_of(tick, ticks), tick) for tick in ticks]
    return SeasonChart(grid, ends, named, others=thin, right=WIDTH - NAMES)


def rating_chart(line: Sequence[Point]) -> SeasonChart | None:
    """Return a player's rating over the games with its uncertainty; None for fewer than two."""
    if len(line) < 2:
        return None
    low = min(point.mean - 1.96 * point.deviation for point in line) * SCALE
    high = max(point.mean + 1.96 * point.deviation for point in line) * SCALE
    ticks = scale(int(low), int(high) + 1)
    count = len(line)

    def path(offset: float) -> list[str]:
        values = [point.mean + offset * 1.96 * point.deviation for point in line]
        return [
            f"{_x_of(at, count)} {_y_of(value * SCALE, ticks)}" for at, value in enumerate(values)
        ]

    band = "M" + "L".join([*path(1), *path(-1)[::-1]]) + "Z"
    look = mark(0)
    drawn = Curve("", "M" + "L".join(path(0)), "", "", look.glyph, line[-1].mean * SCALE)
    ends = [
        (_x_of(0, count), wording.shortly(line[0].order[0])),
        (_x_of(count - 1, count), wording.shortly(line[-1].order[0])),
    ]
    return SeasonChart([(_y_of(tick, ticks), tick) for tick in ticks], ends, [drawn], band)


_PLOT = WIDTH - LEFT - NAMES


def _x_of(at: int, count: int, right: float = RIGHT) -> float:
    return round(LEFT + at / max(1, count - 1) * (WIDTH - LEFT - right), 1)


def _y_of(value: float, ticks: Sequence[int]) -> float:
    share = (value - ticks[0]) / (ticks[-1] - ticks[0])
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)
