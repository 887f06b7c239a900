"""Lines over rounds, days or games as one SVG picture, for pages, prints and pictures.

The lines differ in colour, in dash pattern and in the mark at each point, and a line can carry its
player's name at its end, so the chart reads the same on a grey printer. The colours are those of
paper; a page's style sheet sets others by the classes, for light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor
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

LETTER = 6
"""How broad a letter below a plot is, about."""

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


MARKS = (
    Mark(
        "●",
        lambda x, y: f"M{x - 3.2:.1f} {y:.1f}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0Z",
        "",
        "#1f4d3a",
    ),
    Mark("■", _polygon((-3, -3), (3, -3), (3, 3), (-3, 3)), "7 3", "#9a3324"),
    Mark("▲", _polygon((0, -4), (3.7, 2.8), (-3.7, 2.8)), "2 2.5", "#2b4a7f"),
    Mark("◆", _polygon((0, -4.2), (4.2, 0), (0, 4.2), (-4.2, 0)), "9 3 2 3", "#a06a12"),
    Mark("✕", lambda x, y: f"M{x - 3:.1f} {y - 3:.1f}l6 6m0 -6l-6 6", "4 2", "#6b3f74"),
    Mark("▼", _polygon((0, 4), (3.7, -2.8), (-3.7, -2.8)), "12 3 2 3 2 3", "#41555e"),
)
"""The looks in the order of the players; a seventh player begins again with the first."""


PIECES = {"orange": "#b85c14", "light blue": "#2f7fae", "purple": "#64418c", "grey": "#5c5c5a"}
"""The colours of players' pieces, dark enough for a thin line on white paper."""


Points = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Series:
    """One player's line: the name, and points as (round, value) in the order of the rounds.

    colour: of the line on paper; empty for that of its place. tint: the class of its colour on a
    page. marked: the points that have a mark, None for all.
    """

    name: str
    points: Points
    colour: str = ""
    tint: str = ""
    marked: Points | None = None


@dataclass(frozen=True, slots=True)
class LineChart:
    """A chart as it is drawn.

    labels: words below it, by round. width, height: its size in its own units; it scales with the
    page. room: space at the right of the plot. letters: of a name at the end of its line, 0 for no
    names. is_valued: the name is followed by the last value. others: thin lines without a name.
    band: the corners of an area behind the lines. from_zero: 0 is on the scale. ticks: the numbers
    beside it, or only the first and the last.
    """

    series: Sequence[Series]
    labels: Mapping[int, str]
    width: int = 720
    height: int = 200
    room: int = RIGHT
    letters: int = NAME_WIDTH
    is_valued: bool = True
    others: Sequence[Points] = ()
    band: Points = ()
    from_zero: bool = True
    has_all_ticks: bool = True

    def draw(self, title: str = "") -> str:
        """Return the chart as an SVG element. title: for readers by ear; without it hidden."""
        named = f' role="img"><title>{escape(title)}</title>' if title else ' aria-hidden="true">'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}"'
            f' class="chart" font-family="{", ".join(FAMILIES)}" font-size="10"{named}'
            f"{self.draw_inside()}</svg>"
        )

    def draw_inside(self) -> str:
        """Return the inside of the element."""
        right, bottom = self.width - self.room, self.height - BOTTOM
        lines = [*(line.points for line in self.series), *self.others, self.band]
        rounds = [*self.labels, *(at for line in lines for at, _value in line)]
        values = [value for line in lines for _at, value in line]
        first, last = min(rounds), max(rounds)
        low, high = min(values, default=0), max(values, default=0)
        ticks = scale(floor(min(0, low) if self.from_zero else low), ceil(high))

        def x(at: float) -> float:
            return LEFT + (at - first) / max(last - first, 1) * (right - LEFT)

        def y(value: float) -> float:
            return bottom - (value - ticks[0]) / (ticks[-1] - ticks[0]) * (bottom - TOP)

        def path(points: Points) -> str:
            return "M" + "L".join(f"{x(at):.1f} {y(value):.1f}" for at, value in points)

        shown = (ticks if self.has_all_ticks else (ticks[0], ticks[-1])) if values else ()
        parts = [
            f'<path class="grid" d="M{LEFT} {y(tick):.1f}H{right}" stroke="{GRID}"'
            f' stroke-width="0.6"/>{_text(LEFT - 7, y(tick), format_signed(tick), "end")}'
            for tick in shown
        ]
        words = {x(at): word for at, word in self.labels.items() if word}
        parts += [_label(at, bottom + 14, word, self.width) for at, word in words.items()]
        if self.band:
            parts.append(f'<path class="band" d="{path(self.band)}Z" fill="{GRID}"/>')
        parts += [
            f'<path class="other" d="{path(line)}" stroke="{GRID}" fill="none"/>'
            for line in self.others
        ]
        ends = spread([y(line.points[-1][1]) for line in self.series], TOP, bottom)
        for index, (line, end) in enumerate(zip(self.series, ends, strict=True)):
            marked = line.points if line.marked is None else line.marked
            marks = [(x(at), y(value)) for at, value in marked]
            tip = x(line.points[-1][0]), y(line.points[-1][1])
            parts.append(self._draw_line(index, path(line.points), marks, tip, end))
        return "".join(parts)

    def _draw_line(
        self,
        index: int,
        path: str,
        marks: Sequence[tuple[float, float]],
        tip: tuple[float, float],
        end: float,
    ) -> str:
        """Return a line with its marks and its name. tip: its last place. end: of the name."""
        line, look, right = self.series[index], mark(index), self.width - self.room
        colour = line.colour or look.colour
        dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
        drawn = f'<path class="series" d="{path}" stroke="{colour}" stroke-width="1.7" fill="none"'
        parts = [f'<g class="{line.tint}">' if line.tint else "<g>", f"{drawn}{dash}/>"]
        if marks:
            parts.append(draw_mark(index, marks, colour))
        if self.letters:
            number = f" {format_signed(round(line.points[-1][1]))}" if self.is_valued else ""
            told = f"{look.glyph} {isolate_name(short(line.name, self.letters))}{number}"
            leader = f"M{tip[0] + 6:.1f} {tip[1]:.1f}L{right + 14} {end:.1f}"
            parts += [
                f'<path class="leader" d="{leader}" stroke="{colour}" stroke-width="0.5"/>',
                _text(right + 18, end, told, "start", colour, "end"),
            ]
        return "".join([*parts, "</g>"])


def list_steps(points: Points) -> list[Sequence[float]]:
    """Return the points of a line whose value stays until the next point changes it."""
    steps = list(points[:1])
    for at, value in points[1:]:
        if value != steps[-1][1]:
            steps += [(at, steps[-1][1]), (at, value)]
    return [*steps, points[-1]]


def mark(index: int) -> Mark:
    """Return the look of the player at that place, from 0."""
    return MARKS[index % len(MARKS)]


MOST_DAYS = 8
"""Days that are named below a printed picture."""


def pick_evenly(count: int, most: int) -> list[int]:
    """Return up to ``most`` of the numbers below ``count``, evenly spread, with both ends."""
    shown = min(count, most)
    return [at * (count - 1) // max(1, shown - 1) for at in range(shown)]


def label_rounds(series: Sequence[Series], start: str) -> dict[int, str]:
    """Return the words below a chart of rounds. start: the word for round 0."""
    rounds = sorted({int(at) for line in series for at, _value in line.points})
    return {at: str(at) if at else start for at in rounds}


def line_chart(
    series: Sequence[Series],
    *,
    title: str,
    start: str = "",
    days: Sequence[str] = (),
    height: int = 200,
) -> str:
    """Return the chart of a print, or an empty text before the first round ended.

    start: the label of round 0. days: words for rounds from 1 that are days. title: names the
    picture for readers by ear. height: of the picture, in its own units.
    """
    labels = label_rounds(series, start)
    if len(labels) < 2:
        return ""
    if days:
        labels = {at + 1: days[at] for at in pick_evenly(len(days), MOST_DAYS)}
    return LineChart(series, labels, height=height).draw(title)


def draw_mark(index: int, places: Sequence[tuple[float, float]], colour: str) -> str:
    """Return the marks of the player at that place, from 0, around points."""
    outlines = "".join(mark(index).outline(px, py) for px, py in places)
    return (
        f'<path class="mark" d="{outlines}" stroke="{colour}" fill="{colour}" stroke-width="1.2"/>'
    )


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


def _label(x: float, y: float, word: str, width: int) -> str:
    """Return a word below a plot, within the picture."""
    is_last = x + LETTER * len(word) / 2 > width
    is_first = x < LETTER * len(word) / 2
    return _text(x, y, word, "end" if is_last else "start" if is_first else "middle")


def _text(
    x: float, y: float, words: str, anchor: str, colour: str = "#4c4a45", kind: str = ""
) -> str:
    named = f' class="{kind}"' if kind else ""
    return (
        f'<text x="{x:.1f}" y="{y + 3.5:.1f}" text-anchor="{anchor}" fill="{colour}"{named}>'
        f"{escape(words)}</text>"
    )
