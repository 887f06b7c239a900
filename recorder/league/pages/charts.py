"""Coordinates of the league's charts; the templates draw. The looks are those of the sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from exports.chart import mark, scale
from recorder.league.pages.frame import points
from recorder.league.points import POINT
from recorder.league.ratings import SCALE, Point
from recorder.pages import words

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 14, 12, 26

MOST_LINES = 6
"""Players that a chart of a season shows; more lines cannot be told apart."""


MOST_ROWS = 60
"""Days whose numbers stand below a chart, the last ones."""


@dataclass(frozen=True)
class Curve:
    """One line: whose, its path, the outlines of its marks, dashes, the key's mark, its end."""

    name: str
    path: str
    marks: str
    dash: str
    glyph: str
    last: float


@dataclass(frozen=True)
class SeasonChart:
    """What a template draws: ticks as (y, number), days as (x, word), lines, a band."""

    ticks: Sequence[tuple[float, int]]
    days: Sequence[tuple[float, str]]
    lines: Sequence[Curve]
    band: str = ""
    rows: Sequence[tuple[str, Sequence[str]]] = ()
    """The same as numbers: for every day what each line stands at."""


def season(
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
    lines = []
    for index, (player, name) in enumerate(shown):
        places = [(_x(at, len(days)), _y(value, ticks)) for at, value in values[player]]
        look = mark(index)
        lines.append(
            Curve(
                name,
                "M" + "L".join(f"{x} {y}" for x, y in places),
                "".join(look.outline(x, y) for x, y in places) if len(days) <= 30 else "",
                look.dash,
                look.glyph,
                values[player][-1][1],
            )
        )
    step = max(1, -(-len(days) // 5))
    axis = [
        (_x(at, len(days)), words.shortly(day))
        for at, (day, _) in enumerate(days)
        if at % step == 0
    ]
    rows = [
        (words.day(day), [points(now[player]) if player in now else "" for player, _ in shown])
        for day, now in days[-MOST_ROWS:]
    ]
    return SeasonChart([(_y(tick, ticks), tick) for tick in ticks], axis, lines, "", rows)


def ratings(line: Sequence[Point]) -> SeasonChart | None:
    """Return a player's rating over the games with its uncertainty; None for fewer than two."""
    if len(line) < 2:
        return None
    low = min(point.mean - 1.96 * point.deviation for point in line) * SCALE
    high = max(point.mean + 1.96 * point.deviation for point in line) * SCALE
    ticks = scale(int(low), int(high) + 1)
    count = len(line)

    def path(offset: float) -> list[str]:
        return [
            f"{_x(at, count)} {_y((point.mean + offset * 1.96 * point.deviation) * SCALE, ticks)}"
            for at, point in enumerate(line)
        ]

    band = "M" + "L".join([*path(1), *path(-1)[::-1]]) + "Z"
    look = mark(0)
    drawn = Curve("", "M" + "L".join(path(0)), "", "", look.glyph, line[-1].mean * SCALE)
    ends = [
        (_x(0, count), words.shortly(line[0].order[0])),
        (_x(count - 1, count), words.shortly(line[-1].order[0])),
    ]
    return SeasonChart([(_y(tick, ticks), tick) for tick in ticks], ends, [drawn], band)


def _x(at: int, count: int) -> float:
    return round(LEFT + at / max(1, count - 1) * (WIDTH - LEFT - RIGHT), 1)


def _y(value: float, ticks: Sequence[int]) -> float:
    share = (value - ticks[0]) / (ticks[-1] - ticks[0])
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)
