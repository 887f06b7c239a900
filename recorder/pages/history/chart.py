"""Points over the rounds, and over the entries, as charts of a page.

The picture is drawn as for paper (``exports.chart``); colours come from the style sheet, so that
both themes are readable. A key under the picture names the players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from exports.chart import LEFT, LineChart, Series, label_rounds, list_steps, mark

WIDTH, HEIGHT = 360, 220
COURSE = 96
"""The height of the picture that is walked along."""
RIGHT = 14


@dataclass(frozen=True)
class KeyedChart:
    """A chart of a page. rows: the same as numbers, for readers by ear: of each line at a time."""

    chart: LineChart
    rows: Sequence[tuple[Any, Sequence[Any]]] = ()

    @property
    def key(self) -> list[tuple[Series, str]]:
        """Each line with a name, and the glyph of its mark."""
        return [(line, mark(at).glyph) for at, line in enumerate(self.chart.series) if line.name]

    def draw(self, title: str = "") -> Markup:
        """Return the picture. title: for readers by ear; without it hidden from them."""
        return Markup(self.chart.draw(title))


def chart_rounds(
    points: Mapping[str, Sequence[tuple[int, int]]], players: Sequence[Mapping[str, Any]]
) -> KeyedChart | None:
    """Return the chart of (round, total) per player, or None before the first round ended."""
    drawn = _list_lines(points, players)
    rounds = label_rounds(drawn, "·")
    if len(rounds) < 2:
        return None
    by_line = [dict(line) for line in points.values()]
    rows = [(number, [own.get(number) for own in by_line]) for number in rounds]
    return KeyedChart(LineChart(drawn, rounds, WIDTH, HEIGHT, RIGHT, 0), rows)


def chart_course(
    points: Mapping[str, Sequence[tuple[int, int]]], players: Sequence[Mapping[str, Any]], last: int
) -> Markup:
    """Return the picture of (entry, total) per player, from the start to entry ``last``.

    Between two entries a total stays; so the lines are steps. Without points of anybody there
    are no lines, and the picture is only walked along.
    """
    lines = [
        Series(line.name, list_steps(line.points), tint=line.tint, marked=line.points[-1:])
        for line in _list_lines(points, players)
    ]
    ends = {0: "", max(last, 1): ""}
    course = LineChart(lines, ends, WIDTH, COURSE, RIGHT, 0, has_all_ticks=False)
    return Markup(course.draw_inside())


def _list_lines(
    points: Mapping[str, Sequence[tuple[int, int]]], players: Sequence[Mapping[str, Any]]
) -> list[Series]:
    """Return a line for each player with points, in the colour of the pieces or of its place."""
    seats = {player["id"]: player for player in players}
    lines = []
    for at, (player, line) in enumerate(points.items(), start=1):
        colour = str(seats[player].get("colour", ""))
        tint = f"p-{colour.replace(' ', '')}" if colour else f"s{at}"
        lines.append(Series(seats[player]["name"], line, colour, tint))
    return lines


def along(number: int, last: int) -> float:
    """Return where an entry lies in the picture of ``chart_course``."""
    return round(LEFT + (WIDTH - RIGHT - LEFT) * number / max(last, 1), 1)
