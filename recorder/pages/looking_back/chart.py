"""Points over the rounds for the result page: coordinates only, the template draws.

The looks of the lines (mark, dash) are those of the printed sheet; colours come from the style
sheet, so that both themes are readable. A key under the picture names the players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from exports.chart import mark, path, plot

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 14, 12, 26


@dataclass(frozen=True)
class Line:
    """One player's line: path, the outlines of its marks, the dash pattern, and the key's mark."""

    player: str
    name: str
    path: str
    marks: str
    dash: str
    glyph: str
    total: int


@dataclass(frozen=True)
class Chart:
    """Everything the template needs: ticks as (place, number), rounds likewise, and the lines."""

    ticks: Sequence[tuple[float, int]]
    rounds: Sequence[tuple[float, int]]
    lines: Sequence[Line]


def lines(
    points: Mapping[str, Sequence[tuple[int, int]]], names: Mapping[str, str]
) -> Chart | None:
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
            Line(
                player=player,
                name=names[player],
                path=path(places),
                marks="".join(look.outline(px, py) for px, py in places),
                dash=look.dash,
                glyph=look.glyph,
                total=line[-1][1],
            )
        )
    return Chart(
        [(round(where.y(tick), 1), tick) for tick in where.ticks],
        [(round(where.x(number), 1), number) for number in where.rounds],
        drawn,
    )
