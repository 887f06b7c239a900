"""Points over the rounds, and over the entries: coordinates only, the template draws.

The looks of the lines (mark, dash) come from the printed sheet; colours come from the style sheet,
so that both themes are readable. A key under the picture names the players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from exports.chart import Plot, mark, path, plot

WIDTH, HEIGHT = 360, 220
COURSE = 96
"""The height of the picture that is walked along."""
LEFT, RIGHT, TOP, BOTTOM = 34, 14, 12, 26


@dataclass(frozen=True)
class CourseChart:
    """Everything the template needs: ticks as (place, number), rounds likewise, and the lines.

    lines: of each player the path, the outlines of its marks, the dash pattern, and the key's mark.
    values: the same as a table, (round, total of each line), for readers by ear.
    """

    ticks: Sequence[tuple[float, int]]
    rounds: Sequence[tuple[float, int]]
    lines: Sequence[Mapping[str, object]]
    values: Sequence[tuple[int, Sequence[int | None]]] = ()


def lines(
    points: Mapping[str, Sequence[tuple[int, int]]], names: Mapping[str, str]
) -> CourseChart | None:
    """Return the chart of (round, total) per player, or None before the first round ended."""
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    where = plot([*points.values()], left=LEFT, right=right, top=TOP, bottom=bottom)
    if where is None:
        return None
    drawn = []
    for index, (player, line) in enumerate(points.items()):
        look = mark(index)
        places = where.places(line)
        drawn.append(
            {
                "player": player,
                "name": names[player],
                "path": path(places),
                "marks": "".join(look.outline(px, py) for px, py in places),
                "dash": look.dash,
                "glyph": look.glyph,
                "total": line[-1][1],
            }
        )
    return CourseChart(
        [(round(where.y(tick), 1), tick) for tick in where.ticks],
        [(round(where.x(number), 1), number) for number in where.rounds],
        drawn,
        [
            (number, [dict(line).get(number) for line in points.values()])
            for number in sorted({at for line in points.values() for at, _total in line})
        ],
    )


def course(
    points: Mapping[str, Sequence[tuple[int, int]]], names: Mapping[str, str], last: int
) -> CourseChart:
    """Return the chart of (entry, total) per player, from the start to entry ``last``.

    Between two entries a total stays; so the lines are steps. Without points of anybody there
    are no lines, and the picture is only walked along.
    """
    ends = [[(0, 0), (max(last, 1), 0)]]
    right, bottom = WIDTH - RIGHT, COURSE - BOTTOM
    where = plot([*points.values(), *ends], left=LEFT, right=right, top=TOP, bottom=bottom)
    assert where is not None  # there are two ends
    drawn = []
    for index, (player, line) in enumerate(points.items()):
        look = mark(index)
        drawn.append(
            {
                "player": player,
                "name": names[player],
                "path": _steps(where, line),
                "marks": look.outline(where.x(line[-1][0]), where.y(line[-1][1])),
                "dash": look.dash,
                "glyph": look.glyph,
                "total": line[-1][1],
            }
        )
    ticks = (where.ticks[0], where.ticks[-1]) if points else ()
    return CourseChart([(round(where.y(tick), 1), tick) for tick in ticks], [], drawn)


def along(number: int, last: int) -> float:
    """Return where an entry lies in the picture of ``course``."""
    return round(LEFT + (WIDTH - RIGHT - LEFT) * number / max(last, 1), 1)


def _steps(where: Plot, line: Sequence[tuple[int, int]]) -> str:
    """Return the path of totals that stay until the next entry changes them."""
    (first, total), *rest = line
    drawn = f"M{where.x(first):.1f} {where.y(total):.1f}"
    for at, value in rest:
        if value != total:
            drawn += f"H{where.x(at):.1f}V{where.y(value):.1f}"
            total = value
    return drawn + f"H{where.x(line[-1][0]):.1f}"
