"""The layout of the picture of a result, for any means of drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from adjudicator.messages import format_signed
from exports.picture import (
    CARD,
    CHART,
    EDGE,
    HEAD,
    LINE,
    MOMENT,
    MOST,
    WIDTH,
    PicturedPlayer,
    PicturedResult,
)
from exports.words import printable

PAPER, INK, SOFT, GREEN, BRASS, WON, GRID = (
    "#f5efe2",
    "#262019",
    "#5c5142",
    "#1d5242",
    "#a98445",
    "#e9e1c8",
    "#d3c5a6",
)


class Paper(Protocol):
    """A surface to draw on. A place is the upper left corner; a text's ``end`` its right edge."""

    def bell(self, middle: int, top: int) -> None:
        """Draw the bell of the hotel's desk."""

    def band(self, left: int, top: int, right: int, bottom: int) -> None:
        """Draw the band behind a winner."""

    def disc(self, left: int, middle: int, radius: int, colour: str) -> None:
        """Draw a disc of the pieces' colour."""

    def sign(self, at: int, x: float, y: float, size: int, colour: str) -> None:
        """Draw the sign of a player's line, by its place, around a point. size: its height."""

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: int,
        colour: str,
        *,
        bold: bool = False,
        anchor: str = "start",
    ) -> None:
        """Write a text. anchor: its "start", "middle" or "end" is at x."""

    def width(self, text: str, size: int, *, bold: bool = False) -> float:
        """Return how wide a text is."""

    def fitting(self, text: str, room: float, size: int, *, bold: bool = False) -> str:
        """Return a text cut to a width, with a mark where something is missing."""

    def chart(self, lines: Sequence[PicturedPlayer], top: int, height: int) -> None:
        """Draw the points over the rounds: each line in its colour, dashes and signs."""


Own = TypeVar("Own", bound=Paper)


def draw_result(kind: str, told: Mapping[str, Any], paper: Callable[[int, int], Own]) -> Own:
    """Draw a result on paper of the size it needs, and return that.

    kind: ``picture`` or ``card``. told: a PicturedResult as JSON.
    """
    lines = [PicturedPlayer(**line) for line in told["lines"][:MOST]]
    result = PicturedResult(**{**told, "lines": lines})
    if kind == "card":
        own = paper(*CARD)
        _card(own, result)
    else:
        own = paper(WIDTH, result.height)
        _picture(own, result)
    return own


def _picture(paper: Paper, result: PicturedResult) -> None:
    paper.bell(WIDTH // 2, 60)
    _write_centred(paper, printable(result.game, 60), 150, 52, GREEN, bold=True)
    _write_centred(paper, printable(result.facts, 120), 226, 27, SOFT)
    y = HEAD
    for at, line in enumerate(result.lines):
        sign = at if result.has_chart else None
        _row(paper, line, (EDGE - 16, y, WIDTH - EDGE + 16, y + LINE - 10), 44, sign)
        y += LINE
    if result.has_chart:
        paper.chart(result.lines, y + 20, CHART - 40)
        y += CHART
    for moment in result.moments:
        _write_centred(paper, moment, y, 27, INK)
        y += MOMENT
    _write_centred(paper, printable(result.foot, 80), y + 24, 27, SOFT)


def _card(paper: Paper, result: PicturedResult) -> None:
    """Draw the card of a link: wide and low, and readable when it is as small as a thumb."""
    width, height = CARD
    paper.bell(width - 120, 56)
    title = paper.fitting(printable(result.game, 60), width - 320, 50, bold=True)
    paper.text(title, 72, 52, 50, GREEN, bold=True)
    facts = paper.fitting(printable(result.facts, 120), width - 320, 27)
    paper.text(facts, 72, 122, 27, SOFT)
    room = (height - 190 - 50) // max(len(result.lines), 3)
    for at, line in enumerate(result.lines):
        y = 190 + at * room
        _row(paper, line, (56, y, width - 56, y + room - 8), min(room * 5 // 9, 46))


def _row(
    paper: Paper,
    line: PicturedPlayer,
    box: tuple[int, int, int, int],
    size: int,
    sign: int | None = None,
) -> None:
    """Draw a player: place, disc of the pieces' colour, name, total.

    sign: the place of the player's line on a chart, whose sign stands instead of the disc.
    """
    left, top, right, bottom = box
    base = top + (bottom - top - size) // 2 - size // 8
    won = line.place == 1
    if won:
        paper.band(*box)
    x = left + 16
    if line.place:
        paper.text(f"{line.place}.", x, base + 2, size - 4, BRASS, bold=True)
        x += size * 2
    if sign is not None:
        paper.sign(sign, x + size / 2, (top + bottom) / 2, size * 3 // 4, line.colour or INK)
        x += size * 5 // 4
    elif line.colour:
        paper.disc(x, (top + bottom) // 2, size * 3 // 8, line.colour)
        x += size
    total = "" if line.total is None else format_signed(line.total)
    room = right - 16 - x - paper.width(total, size + 8, bold=True) - (24 if total else 0)
    name = paper.fitting(printable(line.name, 60), room, size, bold=True)
    paper.text(name, x, base, size, INK, bold=won)
    colour = GREEN if won else INK
    paper.text(total, right - 16, base - 8, size + 8, colour, bold=True, anchor="end")


def _write_centred(
    paper: Paper, text: str, y: float, size: int, colour: str, *, bold: bool = False
) -> None:
    text = paper.fitting(text, WIDTH - 2 * EDGE, size, bold=bold)
    paper.text(text, WIDTH / 2, y, size, colour, bold=bold, anchor="middle")
