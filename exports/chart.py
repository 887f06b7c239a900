"""Points over the rounds as one SVG picture: from data to text, nothing else.

The lines differ in colour, in dash pattern and in the mark at each point, and every line
carries its player's name at its end, so the chart reads the same on a grey printer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from unicodedata import east_asian_width

from adjudicator.messages import format_signed
from exports.words import isolate_name

LEFT, RIGHT, TOP, BOTTOM = 34, 174, 10, 22
"""Space around the plot, in the units of the picture."""

FAMILIES = ("DejaVu Sans", "NanumGothic")
"""The fonts of all that is drawn: for Latin and Cyrillic letters, and for Korean ones."""

MARGIN = 8
"""Space at the right of a plot whose lines are not named."""

GRID = "#d3c5a6"

LABEL_STEP = 13
"""The smallest distance between two names at the right edge."""

NAME_WIDTH = 17
"""Letters of a name that fit at the right edge; a Korean syllable takes two."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How one player's line looks.

    glyph: the mark as a character, for the key beside a name outside the picture.
    outline: takes a centre and returns the path of the mark around it.
    dash: the dash pattern of the line in SVG's words, empty for a solid line.
    colour: the colour of line and mark.
    """

    glyph: str
    outline: Callable[[float, float], str]
    dash: str
    colour: str


def _polygon(*corners: tuple[float, float]) -> Callable[[float, float], str]:
    def outline(x: float, y: float) -> str:
        return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in corners) + "Z"

    return outline


def _disc(x: float, y: float) -> str:
    return f"M{x - 3.2:.1f} {y:.1f}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0Z"


def _cross(x: float, y: float) -> str:
    x, y = x - 3, y - 3
    return f"M{x:.1f} {y:.1f}l6 6m0 -6l-6 6"


MARKS = (
    Mark("●", _disc, "", "#1f4d3a"),
    Mark("■", _polygon((-3, -3), (3, -3), (3, 3), (-3, 3)), "7 3", "#9a3324"),
    Mark("▲", _polygon((0, -4), (3.7, 2.8), (-3.7, 2.8)), "2 2.5", "#2b4a7f"),
    Mark("◆", _polygon((0, -4.2), (4.2, 0), (0, 4.2), (-4.2, 0)), "9 3 2 3", "#a06a12"),
    Mark("✕", _cross, "4 2", "#6b3f74"),
    Mark("▼", _polygon((0, 4), (3.7, -2.8), (-3.7, -2.8)), "12 3 2 3 2 3", "#41555e"),
)
"""The looks in the order of the players; a seventh player begins again with the first."""


PIECES = {"orange": "#b85c14", "light blue": "#2f7fae", "purple": "#64418c", "grey": "#5c5c5a"}
"""The colours of players' pieces, dark enough for a thin line on white paper."""


@dataclass(frozen=True, slots=True)
class Plot:
    """Places of points between the edges of a picture, in its units.

    rounds, ticks: the labels below and beside it, in order.
    """

    rounds: Sequence[int]
    ticks: Sequence[int]
    left: float
    right: float
    top: float
    bottom: float

    def x(self, at: int) -> float:
        """Return the place of a round."""
        share = (at - self.rounds[0]) / (self.rounds[-1] - self.rounds[0])
        return self.left + share * (self.right - self.left)

    def y(self, points: float) -> float:
        """Return the place of a number of points."""
        share = (points - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return self.bottom - share * (self.bottom - self.top)

    def places(self, points: Sequence[Sequence[int]]) -> list[tuple[float, float]]:
        """Return the places of a player's (round, points)."""
        return [(self.x(at), self.y(value)) for at, value in points]


def plot(
    lines: Sequence[Sequence[Sequence[int]]],
    *,
    left: float,
    right: float,
    top: float,
    bottom: float,
) -> Plot | None:
    """Return where lines of (round, points) lie; None before the first round ended."""
    rounds = sorted({at for line in lines for at, _ in line})
    if len(rounds) < 2:
        return None
    values = [value for line in lines for _, value in line]
    ticks = scale(min(0, *values), max(values))
    return Plot(rounds, ticks, left, right, top, bottom)


def path(places: Sequence[tuple[float, float]]) -> str:
    """Return the path through places."""
    return "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in places)


@dataclass(frozen=True, slots=True)
class Series:
    """One player's line: the name and (round, points) in the order of the rounds.

    colour: of the line; empty for that of its place.
    """

    name: str
    points: Sequence[Sequence[int]]
    colour: str = ""


def mark(index: int) -> Mark:
    """Return the look of the player at that place, from 0."""
    return MARKS[index % len(MARKS)]


MOST_DAYS = 8
"""Days that are named below a printed picture."""


def pick_evenly(count: int, most: int) -> list[int]:
    """Return up to ``most`` of the numbers below ``count``, evenly spread, with both ends."""
    shown = min(count, most)
    return [at * (count - 1) // max(1, shown - 1) for at in range(shown)]


def line_chart(
    series: Sequence[Series],
    *,
    title: str,
    start: str = "",
    days: Sequence[str] = (),
    width: int = 720,
    height: int = 200,
) -> str:
    """Return the chart as an SVG element, or an empty text when there is nothing to draw.

    start: the label of round 0. days: words for rounds from 1 that are days. title: names the
    picture for readers by ear. width, height: the size of the picture in its own units; it scales
    with the page.
    """
    lines = draw_lines(series, width, height, start=start, days=days)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' font-family="{", ".join(FAMILIES)}" font-size="10">'
    )
    return lines and f"{head}<title>{escape(title)}</title>{lines}</svg>"


def draw_lines(
    series: Sequence[Series],
    width: int,
    height: int,
    *,
    start: str,
    days: Sequence[str] = (),
    is_named: bool = True,
) -> str:
    """Return the inside of a chart, see ``line_chart``. is_named: each line ends in its name."""
    right, bottom = width - (RIGHT if is_named else MARGIN), height - BOTTOM
    drawn = plot([line.points for line in series], left=LEFT, right=right, top=TOP, bottom=bottom)
    if drawn is None:
        return ""
    y = drawn.y
    labels = {at: str(at) if at else start for at in drawn.rounds}
    if days:
        labels = {at + 1: days[at] for at in pick_evenly(len(days), MOST_DAYS)}
    grid = "".join(f"M{LEFT} {y(tick):.1f}H{right}" for tick in drawn.ticks)
    parts = [
        f'<path d="{grid}" stroke="{GRID}" stroke-width="0.6" fill="none"/>',
        *(_text(LEFT - 7, y(tick), format_signed(tick), "end") for tick in drawn.ticks),
        *(_text(drawn.x(at), bottom + 14, word, "middle") for at, word in labels.items()),
    ]
    ends = spread([y(line.points[-1][1]) for line in series], TOP, bottom)
    for index, (line, end) in enumerate(zip(series, ends, strict=True)):
        look, places = mark(index), drawn.places(line.points)
        colour = line.colour or look.colour
        dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
        parts += [
            f'<path d="{path(places)}" stroke="{colour}" stroke-width="1.7" fill="none"{dash}/>',
            draw_mark(index, places, colour),
        ]
        if is_named:
            last_x, last_y = places[-1]
            name = isolate_name(short(line.name))
            label = f"{look.glyph} {name} {format_signed(line.points[-1][1])}"
            parts += [
                f'<path d="M{last_x + 6:.1f} {last_y:.1f}L{right + 14} {end:.1f}"'
                f' stroke="{colour}" stroke-width="0.5" fill="none"/>',
                _text(right + 18, end, label, "start", colour),
            ]
    return "".join(parts)


def draw_mark(index: int, places: Sequence[tuple[float, float]], colour: str) -> str:
    """Return the marks of the player at that place, from 0, around points."""
    outlines = "".join(mark(index).outline(px, py) for px, py in places)
    return f'<path d="{outlines}" stroke="{colour}" fill="{colour}" stroke-width="1.2"/>'


def scale(low: int, high: int) -> list[int]:
    """Return three to seven round numbers, evenly spaced, that span ``low`` to ``high``."""
    span = max(high - low, 4)
    step = 1
    while span / step > 5:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    first = low // step
    last = max(-(-high // step), first + 2)
    return [number * step for number in range(first, last + 1)]


def spread(wanted: Sequence[float], low: float, high: float) -> list[float]:
    """Return places for labels as near to the wanted ones as their height allows."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    places = list(wanted)
    floor = low
    for index in order:
        places[index] = max(places[index], floor)
        floor = places[index] + LABEL_STEP
    ceiling = high
    for index in reversed(order):
        places[index] = min(places[index], ceiling)
        ceiling = places[index] - LABEL_STEP
    return places


def short(name: str, room: int = NAME_WIDTH) -> str:
    """Return the name cut to the space at the right edge, in letters."""
    for index, letter in enumerate(name):
        room -= 2 if east_asian_width(letter) in "WF" else 1
        if room < 0:
            return name[:index].rstrip() + "…"
    return name


def _text(x: float, y: float, words: str, anchor: str, colour: str = "#4c4a45") -> str:
    return (
        f'<text x="{x:.1f}" y="{y + 3.5:.1f}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(words)}</text>"
    )
