"""Points over the rounds for the result page: coordinates only, the template draws.

The looks of the lines (mark, dash) are those of the printed sheet; colours come from the style
sheet, so that both themes are readable. A key under the picture names the players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from exports.chart import mark, scale

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
    rounds = sorted({at for line in points.values() for at, _total in line})
    if len(rounds) < 2:
        return None
    totals = [total for line in points.values() for _at, total in line]
    ticks = scale(min(0, *totals), max(totals))

    def x(at: int) -> float:
        return round(LEFT + (at - rounds[0]) / (rounds[-1] - rounds[0]) * (WIDTH - LEFT - RIGHT), 1)

    def y(total: int) -> float:
        share = (total - ticks[0]) / (ticks[-1] - ticks[0])
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    drawn = []
    for index, (player, line) in enumerate(points.items()):
        look = mark(index)
        places = [(x(at), y(total)) for at, total in line]
        drawn.append(
            Line(
                player=player,
                name=names[player],
                path="M" + "L".join(f"{px} {py}" for px, py in places),
                marks="".join(look.outline(px, py) for px, py in places),
                dash=look.dash,
                glyph=look.glyph,
                total=line[-1][1],
            )
        )
    return Chart([(y(t), t) for t in ticks], [(x(r), r) for r in rounds], drawn)
