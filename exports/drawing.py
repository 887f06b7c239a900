"""Drawing the picture of a result, or the card of a link, as PNG."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from adjudicator.messages import signed
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

FACES = ("DejaVuSans.ttf", "NanumGothic.ttf")
BOLD = ("DejaVuSans-Bold.ttf", "NanumGothicBold.ttf")
"""Latin, Greek and Cyrillic in the first, Hangul in the second."""

HANGUL = ((0x1100, 0x11FF), (0x2E80, 0x9FFF), (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF))


def draw(kind: str, told: Mapping[str, Any]) -> bytes:
    """Return a picture as PNG, drawn here: what ``exports.easel`` does.

    kind: ``picture`` or ``card``. told: a Result as JSON.
    """
    lines = [PicturedPlayer(**line) for line in told["lines"][:MOST]]
    result = PicturedResult(**{**told, "lines": lines})
    image = _card(result) if kind == "card" else _picture(result)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _picture(result: PicturedResult) -> Image.Image:
    image, drawing = _paper(WIDTH, result.height)
    _bell(drawing, WIDTH // 2, 60)
    _centred(drawing, printable(result.game, 60), 150, 52, GREEN, bold=True)
    _centred(drawing, printable(result.facts, 120), 226, 27, SOFT)
    y = HEAD
    for line in result.lines:
        _row(drawing, line, (EDGE - 16, y, WIDTH - EDGE + 16, y + LINE - 10), 44)
        y += LINE
    if result.charted:
        _chart(image, result.lines, y + 20, CHART - 40)
        y += CHART
    for moment in result.moments:
        _centred(drawing, moment, y, 27, INK)
        y += MOMENT
    _centred(drawing, printable(result.foot, 80), y + 24, 27, SOFT)
    return image


def _card(result: PicturedResult) -> Image.Image:
    """Draw the card of a link: wide and low, and readable when it is as small as a thumb."""
    width, height = CARD
    image, drawing = _paper(width, height)
    _bell(drawing, width - 120, 56)
    title = _fitting(printable(result.game, 60), width - 320, 50)
    _write(drawing, title, 72, 52, 50, GREEN, bold=True)
    facts = _fitting(printable(result.facts, 120), width - 320, 27, bold=False)
    _write(drawing, facts, 72, 122, 27, SOFT)
    room = (height - 190 - 50) // max(len(result.lines), 3)
    y = 190
    for line in result.lines:
        _row(drawing, line, (56, y, width - 56, y + room - 8), min(room * 5 // 9, 46))
        y += room
    return image


def _paper(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (width, height), PAPER)
    drawing = ImageDraw.Draw(image)
    drawing.rectangle((24, 24, width - 25, height - 25), outline=BRASS, width=3)
    drawing.rectangle((34, 34, width - 35, height - 35), outline=BRASS, width=1)
    return image, drawing


def _bell(drawing: ImageDraw.ImageDraw, middle: int, top: int) -> None:
    """Draw the bell of the hotel's desk."""
    drawing.arc((middle - 46, top + 16, middle + 46, top + 108), 180, 360, fill=BRASS, width=5)
    drawing.line((middle - 60, top + 68, middle + 60, top + 68), fill=BRASS, width=6)
    drawing.line((middle, top, middle, top + 16), fill=BRASS, width=5)


def _row(
    drawing: ImageDraw.ImageDraw, line: PicturedPlayer, box: tuple[int, int, int, int], size: int
) -> None:
    """Draw a player: place, disc of the pieces' colour, name, total."""
    left, top, right, bottom = box
    base = top + (bottom - top - size) // 2 - size // 8
    won = line.place == 1
    if won:
        drawing.rectangle(box, fill=WON)
    x = left + 16
    if line.place:
        _write(drawing, f"{line.place}.", x, base + 2, size - 4, BRASS, bold=True)
        x += size * 2
    if line.colour:
        middle, radius = (top + bottom) // 2, size * 3 // 8
        disc = (x, middle - radius, x + 2 * radius, middle + radius)
        drawing.ellipse(disc, fill=line.colour, outline=INK)
        x += size
    total = "" if line.total is None else signed(line.total)
    room = right - 16 - x - _width(total, size + 8, bold=True) - (24 if total else 0)
    name = _fitting(printable(line.name, 60), room, size, bold=True)
    _write(drawing, name, x, base, size, INK, bold=won)
    end = right - 16 - _width(total, size + 8, bold=True)
    _write(drawing, total, end, base - 8, size + 8, GREEN if won else INK, bold=True)


SMOOTH = 2
"""How much larger the chart is drawn than it is shown, for the edges of its lines."""


def _chart(image: Image.Image, lines: Sequence[PicturedPlayer], top: int, height: int) -> None:
    """Draw the points over the rounds."""
    width = WIDTH - 2 * EDGE
    drawn = [[(at, total) for at, total in line.points] for line in lines]
    where = plot(
        drawn,
        left=70 * SMOOTH,
        right=(width - 20) * SMOOTH,
        top=10 * SMOOTH,
        bottom=(height - 44) * SMOOTH,
    )
    if where is None:
        return
    large = Image.new("RGB", (width * SMOOTH, height * SMOOTH), PAPER)
    pen = ImageDraw.Draw(large)
    for tick in where.ticks:
        y = where.y(tick)
        pen.line((where.left, y, where.right, y), fill=GRID, width=2)
        words = signed(tick)
        _write(pen, words, 54 * SMOOTH - _width(words, 44), y - 30, 44, SOFT)
    for at in where.rounds:
        words = str(at) if at else "·"
        _write(pen, words, where.x(at) - _width(words, 44) / 2, (height - 44) * SMOOTH, 44, SOFT)
    for line, points in zip(lines, drawn, strict=True):
        places = where.places(points)
        pen.line(places, fill=line.colour or INK, width=5 * SMOOTH, joint="curve")
        for x, y in places:
            pen.ellipse((x - 14, y - 14, x + 14, y + 14), fill=line.colour or INK)
    image.paste(large.resize((width, height), Image.Resampling.LANCZOS), (EDGE, top))


@cache
def _font(index: int, size: int, bold: bool) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for names in (BOLD if bold else FACES, FACES):
        try:
            return ImageFont.truetype(names[index], size)
        except OSError:
            continue
    return ImageFont.load_default(size)  # a machine without these fonts has at least Latin


def _runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield pieces of a text with the face that has their letters."""
    piece, face = "", 0
    for letter in text:
        own = int(any(low <= ord(letter) <= high for low, high in HANGUL))
        if piece and own != face and letter != " ":
            yield face, piece
            piece = ""
        face = own if letter != " " or not piece else face
        piece += letter
    if piece:
        yield face, piece


def _width(text: str, size: int, *, bold: bool = False) -> float:
    return sum(_font(face, size, bold).getlength(piece) for face, piece in _runs(text))


def _fitting(text: str, room: float, size: int, *, bold: bool = True) -> str:
    """Return a text cut to a width, with a mark where something is missing."""
    if _width(text, size, bold=bold) <= room:
        return text
    while text and _width(text + "…", size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _write(
    draw: ImageDraw.ImageDraw,
    text: str,
    x: float,
    y: float,
    size: int,
    colour: str,
    *,
    bold: bool = False,
) -> None:
    base = y + size  # both faces stand on one line
    for face, piece in _runs(text):
        font = _font(face, size, bold)
        draw.text((x, base), piece, fill=colour, font=font, anchor="ls")
        x += font.getlength(piece)


def _centred(
    draw: ImageDraw.ImageDraw, text: str, y: float, size: int, colour: str, *, bold: bool = False
) -> None:
    text = _fitting(text, WIDTH - 2 * EDGE, size, bold=bold)
    _write(draw, text, (WIDTH - _width(text, size, bold=bold)) / 2, y, size, colour, bold=bold)
