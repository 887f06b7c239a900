"""The picture of a result, and the card of a link, as one SVG: from data to text.

A browser shows it; a server turns it into PNG (``exports.picture_files``). Nobody measures letters:
a text that may be too long is cut by how broad its letters are at most.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import escape

from adjudicator.messages import format_signed
from exports.chart import FAMILIES, MARGIN, LineChart, Series, draw_mark, label_rounds
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

PAPER, INK, SOFT, GREEN, BRASS, WON = (
    "#f5efe2",
    "#262019",
    "#5c5142",
    "#1d5242",
    "#a98445",
    "#e9e1c8",
)

FAMILY = ", ".join((*FAMILIES, "sans-serif"))
KOREAN = ", ".join((*reversed(FAMILIES), "sans-serif"))

HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]")

LARGER = 2.5
"""How much larger the chart of a picture is than that of a printed sheet."""

BOLD = 1.13
"""How much broader bold letters are at most."""

BROAD, SLIM = frozenset("@%mwMW—…ЖМФШЩЫЮжмфшщыю"), frozenset(" '’!.,:;·|()fijlrtIJ")


def draw_svg(kind: str, result: PicturedResult) -> str:
    """Return a picture. kind: ``picture`` or ``card``."""
    is_card = kind == "card"
    width, height = CARD if is_card else (WIDTH, result.height)
    frames = "".join(
        f'<rect x="{gap}" y="{gap}" width="{width - 2 * gap}" height="{height - 2 * gap}"'
        f' fill="none" stroke="{BRASS}" stroke-width="{stroke}"/>'
        for gap, stroke in ((25, 3), (34, 1))
    )
    parts = _card(result) if is_card else _picture(result)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="{FAMILY}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{frames}{"".join(parts)}</svg>'
    )


def _picture(result: PicturedResult) -> Iterator[str]:
    yield _bell(WIDTH // 2, 60)
    yield _write_centred(printable(result.game, 60), 150, 52, GREEN, bold=True)
    yield _write_centred(printable(result.facts, 120), 226, 27, SOFT)
    y = HEAD
    for at, line in enumerate(result.lines[:MOST]):
        sign = at if result.has_chart else None
        yield from _row(line, (EDGE - 16, y, WIDTH - EDGE + 16, y + LINE - 10), 44, sign)
        y += LINE
    if result.has_chart:
        series = [Series(line.name, line.points, line.colour or INK) for line in result.lines]
        width, height = round((WIDTH - 2 * EDGE) / LARGER), round((CHART - 40) / LARGER)
        labels = label_rounds(series[:MOST], "·")
        chart = LineChart(series[:MOST], labels, width, height, MARGIN, 0).draw_inside()
        yield f'<g transform="translate({EDGE} {y + 20}) scale({LARGER})" font-size="9">{chart}</g>'
        y += CHART
    for moment in result.moments:
        yield _write_centred(moment, y, 27, INK)
        y += MOMENT
    yield _write_centred(printable(result.foot, 80), y + 24, 27, SOFT)


def _card(result: PicturedResult) -> Iterator[str]:
    """Yield the card of a link: wide and low, and readable when it is as small as a thumb."""
    width, height = CARD
    yield _bell(width - 120, 56)
    yield write(printable(result.game, 60), 72, 52, 50, GREEN, width - 320, bold=True)
    yield write(printable(result.facts, 120), 72, 122, 27, SOFT, width - 320)
    lines = result.lines[:MOST]
    room = (height - 190 - 50) // max(len(lines), 3)
    for at, line in enumerate(lines):
        y = 190 + at * room
        yield from _row(line, (56, y, width - 56, y + room - 8), min(room * 5 // 9, 46))


def _row(
    line: PicturedPlayer, box: tuple[int, int, int, int], size: int, sign: int | None = None
) -> Iterator[str]:
    """Yield a player: place, disc of the pieces' colour, name, total.

    sign: the place of the player's line on a chart, whose sign stands instead of the disc.
    """
    left, top, right, bottom = box
    base, middle = top + (bottom - top - size) // 2 - size // 8, (top + bottom) / 2
    won, x = line.place == 1, float(left + 16)
    if won:
        yield (
            f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
            f' fill="{WON}"/>'
        )
    if line.place:
        yield write(f"{line.place}.", x, base + 2, size - 4, BRASS, bold=True)
        x += size * 2
    if sign is not None:
        where = f"translate({x + size / 2} {middle}) scale({size * 3 / 32})"
        yield f'<g transform="{where}">{draw_mark(sign, [(0, 0)], line.colour or INK)}</g>'
        x += size * 5 / 4
    elif line.colour:
        radius = size * 3 // 8
        place = f'cx="{x + radius}" cy="{middle}" r="{radius}"'
        yield f'<circle {place} fill="{escape(line.colour)}" stroke="{INK}"/>'
        x += size
    total = "" if line.total is None else format_signed(line.total)
    room = right - 16 - x - measure(total, size + 8, bold=True) - (24 if total else 0)
    yield write(printable(line.name, 60), x, base, size, INK, room, bold=won)
    colour = GREEN if won else INK
    yield write(total, right - 16, base - 8, size + 8, colour, bold=True, anchor="end")


def _bell(middle: int, top: int) -> str:
    return (
        f'<path d="M{middle - 46} {top + 62}a46 46 0 0 1 92 0M{middle - 60} {top + 68}h120'
        f'M{middle} {top}v16" fill="none" stroke="{BRASS}" stroke-width="5"/>'
    )


def _write_centred(text: str, top: int, size: int, colour: str, *, bold: bool = False) -> str:
    """Return a text in the middle, in letters of three quarters of a size where it is long."""
    room = WIDTH - 2 * EDGE
    fits = int(size * room / max(measure(text, size, bold=bold), room))
    size = max(fits, size * 3 // 4)
    return write(text, WIDTH / 2, top, size, colour, room, bold=bold, anchor="middle")


def write(
    text: str,
    x: float,
    top: float,
    size: int,
    colour: str,
    room: float | None = None,
    *,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    """Return a text as SVG. anchor: its "start", "middle" or "end" is at x.

    room: how broad it may be; a longer one is cut, with a mark where something is missing. A text
    with Hangul is all in the letters that have it: bold ones are found only by their name.
    """
    if room is not None and measure(text, size, bold=bold) > room:
        while text and measure(text + "…", size, bold=bold) > room:
            text = text[:-1]
        text = text.rstrip() + "…"
    look = ' font-weight="bold"' if bold else ""
    look += f' font-family="{KOREAN}"' if HANGUL.search(text) else ""
    return (
        f'<text x="{x:.1f}" y="{top + size:.1f}" font-size="{size}" fill="{colour}"'
        f' text-anchor="{anchor}"{look}>{escape(text)}</text>'
    )


def measure(text: str, size: int, *, bold: bool = False) -> float:
    """Return how broad a text is at most, nearly."""
    return sum(map(_measure_letter, text)) * size * (BOLD if bold else 1)


def _measure_letter(letter: str) -> float:
    if letter in SLIM:
        return 0.41
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    if letter in BROAD or unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    return 0.76 if letter.isupper() else 0.63
