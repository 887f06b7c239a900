"""The picture of a result as SVG, for a browser to draw: what ``exports.drawing`` draws as PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import escape

from exports.chart import plot
from exports.picture import (
    BRASS,
    CARD,
    CHART,
    EDGE,
    GREEN,
    GRID,
    HEAD,
    INK,
    LINE,
    MOMENT,
    MOST,
    PAPER,
    SOFT,
    WIDTH,
    WON,
    PicturedPlayer,
    PicturedResult,
)
from exports.words import printable

FAMILY = "DejaVu Sans, Nanum Gothic, system-ui, sans-serif"

BROAD = 0.62
"""How broad a letter is at most, of its height, on the average: names are cut by it."""


def draw(kind: str, told: Mapping[str, Any]) -> str:
    """Return a picture. kind: ``picture`` or ``card``. told: a PicturedResult as JSON."""
    lines = [PicturedPlayer(**line) for line in told["lines"][:MOST]]
    result = PicturedResult(**{**told, "lines": lines})
    return _card(result) if kind == "card" else _picture(result)


def _picture(result: PicturedResult) -> str:
    parts = [
        _bell(WIDTH // 2, 60),
        _centred(printable(result.game, 60), 150, 52, GREEN, bold=True),
        _centred(printable(result.facts, 120), 226, 27, SOFT),
    ]
    y = HEAD
    for line in result.lines:
        parts.append(_row(line, (EDGE - 16, y, WIDTH - EDGE + 16, y + LINE - 10), 44))
        y += LINE
    if result.charted:
        parts.append(_chart(result.lines, y + 20, CHART - 40))
        y += CHART
    for moment in result.moments:
        parts.append(_centred(moment, y, 27, INK))
        y += MOMENT
    parts.append(_centred(printable(result.foot, 80), y + 24, 27, SOFT))
    return _paper(WIDTH, result.height, parts)


def _card(result: PicturedResult) -> str:
    width, height = CARD
    parts = [
        _bell(width - 120, 56),
        _text(_cut(printable(result.game, 60), width - 320, 50), 72, 52, 50, GREEN, bold=True),
        _text(_cut(printable(result.facts, 120), width - 320, 27), 72, 122, 27, SOFT),
    ]
    room = (height - 190 - 50) // max(len(result.lines), 3)
    for at, line in enumerate(result.lines):
        y = 190 + at * room
        parts.append(_row(line, (56, y, width - 56, y + room - 8), min(room * 5 // 9, 46)))
    return _paper(width, height, parts)


def _paper(width: int, height: int, parts: Sequence[str]) -> str:
    frames = "".join(
        f'<rect x="{gap}" y="{gap}" width="{width - 2 * gap}" height="{height - 2 * gap}"'
        f' fill="none" stroke="{BRASS}" stroke-width="{stroke}"/>'
        for gap, stroke in ((25, 3), (34, 1))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="{FAMILY}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{frames}{"".join(parts)}</svg>'
    )


def _bell(middle: int, top: int) -> str:
    return (
        f'<path d="M{middle - 46} {top + 62}a46 46 0 0 1 92 0M{middle - 60} {top + 68}h120'
        f'M{middle} {top}v16" fill="none" stroke="{BRASS}" stroke-width="5"/>'
    )


def _row(line: PicturedPlayer, box: tuple[int, int, int, int], size: int) -> str:
    """Draw a player: place, disc of the pieces' colour, name, total."""
    left, top, right, bottom = box
    base = top + (bottom - top - size) // 2 - size // 8
    won = line.place == 1
    parts = []
    if won:
        parts.append(_box(left, top, right - left, bottom - top))
    x = left + 16
    if line.place:
        parts.append(_text(f"{line.place}.", x, base + 2, size - 4, BRASS, bold=True))
        x += size * 2
    if line.colour:
        middle, radius = (top + bottom) // 2, size * 3 // 8
        parts.append(_disc(x + radius, middle, radius, line.colour))
        x += size
    total = "" if line.total is None else _signed(line.total)
    room = right - 16 - x - len(total) * (size + 8) * BROAD - (24 if total else 0)
    parts.append(_text(_cut(printable(line.name, 60), room, size), x, base, size, INK, bold=won))
    colour = GREEN if won else INK
    parts.append(_text(total, right - 16, base - 8, size + 8, colour, bold=True, anchor="end"))
    return "".join(parts)


def _box(x: int, y: int, width: int, height: int) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{WON}"/>'


def _disc(x: float, y: float, radius: float, colour: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{escape(colour)}" stroke="{INK}"/>'


def _signed(total: int) -> str:
    return f"−{-total}" if total < 0 else str(total)


def _chart(lines: Sequence[PicturedPlayer], top: int, height: int) -> str:
    """Draw the points over the rounds."""
    drawn = [[(at, total) for at, total in line.points] for line in lines]
    where = plot(
        drawn, left=EDGE + 70, right=WIDTH - EDGE - 20, top=top + 10, bottom=top + height - 44
    )
    if where is None:
        return ""
    parts = []
    for tick in where.ticks:
        y = where.y(tick)
        parts.append(f'<path d="M{where.left} {y}H{where.right}" stroke="{GRID}"/>')
        parts.append(_text(_signed(tick), EDGE + 54, y - 15, 22, SOFT, anchor="end"))
    for at in where.rounds:
        words = str(at) if at else "·"
        parts.append(_text(words, where.x(at), top + height - 44, 22, SOFT, anchor="middle"))
    for line, points in zip(lines, drawn, strict=True):
        colour = escape(line.colour or INK)
        places = where.places(points)
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="5"'
            ' stroke-linejoin="round"/>'
        )
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="{colour}"/>' for x, y in places]
    return "".join(parts)


def _cut(text: str, room: float, size: int) -> str:
    """Return a text cut to about a width, with a mark where something is missing."""
    most = max(int(room / (size * BROAD)), 1)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _text(
    text: str,
    x: float,
    y: float,
    size: int,
    colour: str,
    *,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y + size:.1f}" font-size="{size}" fill="{colour}"'
        f' text-anchor="{anchor}"{weight}>{escape(text)}</text>'
    )


def _centred(text: str, y: float, size: int, colour: str, *, bold: bool = False) -> str:
    text = _cut(text, WIDTH - 2 * EDGE, size)
    return _text(text, WIDTH / 2, y, size, colour, bold=bold, anchor="middle")
