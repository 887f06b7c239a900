"""Drawing the picture of a result, or the card of a link, as PNG."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import hypot
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from adjudicator.messages import format_signed
from exports.chart import mark, plot, scale_dash
from exports.layout import BRASS, GRID, INK, PAPER, SOFT, WON, draw_result
from exports.picture import DASH, EDGE, WIDTH, PicturedPlayer

FACES = ("DejaVuSans.ttf", "NanumGothic.ttf")
BOLD = ("DejaVuSans-Bold.ttf", "NanumGothicBold.ttf")
"""Latin, Greek and Cyrillic in the first, Hangul in the second."""

HANGUL = ((0x1100, 0x11FF), (0x2E80, 0x9FFF), (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF))


SMOOTH = 2
"""How much larger the chart is drawn than it is shown, for the edges of its lines."""


def draw_png(kind: str, told: Mapping[str, Any]) -> bytes:
    """Return a picture as PNG, drawn in this process.

    kind: ``picture`` or ``card``. told: a PicturedResult as JSON.
    """
    out = io.BytesIO()
    draw_result(kind, told, _Pixels).image.save(out, "PNG", optimize=True)
    return out.getvalue()


class _Pixels:
    """A ``Paper`` of pixels."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGB", (width, height), PAPER)
        self.pen = ImageDraw.Draw(self.image)
        self.pen.rectangle((24, 24, width - 25, height - 25), outline=BRASS, width=3)
        self.pen.rectangle((34, 34, width - 35, height - 35), outline=BRASS, width=1)

    def bell(self, middle: int, top: int) -> None:
        self.pen.arc((middle - 46, top + 16, middle + 46, top + 108), 180, 360, fill=BRASS, width=5)
        self.pen.line((middle - 60, top + 68, middle + 60, top + 68), fill=BRASS, width=6)
        self.pen.line((middle, top, middle, top + 16), fill=BRASS, width=5)

    def band(self, left: int, top: int, right: int, bottom: int) -> None:
        self.pen.rectangle((left, top, right, bottom), fill=WON)

    def disc(self, left: int, middle: int, radius: int, colour: str) -> None:
        place = (left, middle - radius, left + 2 * radius, middle + radius)
        self.pen.ellipse(place, fill=colour, outline=INK)

    def sign(self, at: int, x: float, y: float, size: int, colour: str) -> None:
        _draw_sign(self.pen, at, (x, y), size, colour)

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
        if anchor != "start":
            width = self.width(text, size, bold=bold)
            x -= width if anchor == "end" else width / 2
        _write(self.pen, text, x, y, size, colour, bold=bold)

    def width(self, text: str, size: int, *, bold: bool = False) -> float:
        return sum(_font(face, size, bold).getlength(piece) for face, piece in _runs(text))

    def fitting(self, text: str, room: float, size: int, *, bold: bool = False) -> str:
        if self.width(text, size, bold=bold) <= room:
            return text
        while text and self.width(text + "…", size, bold=bold) > room:
            text = text[:-1]
        return text.rstrip() + "…"

    def chart(self, lines: Sequence[PicturedPlayer], top: int, height: int) -> None:
        width = WIDTH - 2 * EDGE
        rounds = [[(at, total) for at, total in line.points] for line in lines]
        where = plot(
            rounds,
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
            words = format_signed(tick)
            _write(pen, words, 54 * SMOOTH - self.width(words, 44), y - 30, 44, SOFT)
        for at in where.rounds:
            words = str(at) if at else "·"
            left = where.x(at) - self.width(words, 44) / 2
            _write(pen, words, left, (height - 44) * SMOOTH, 44, SOFT)
        for at, (line, points) in enumerate(zip(lines, rounds, strict=True)):
            places = where.places(points)
            for piece in _cut_dashes(places, scale_dash(mark(at).dash, DASH * SMOOTH)):
                pen.line(piece, fill=line.colour or INK, width=5 * SMOOTH, joint="curve")
            for place in places:
                _draw_sign(pen, at, place, 18 * SMOOTH, line.colour or INK)
        self.image.paste(large.resize((width, height), Image.Resampling.LANCZOS), (EDGE, top))


def _draw_sign(
    pen: ImageDraw.ImageDraw, at: int, place: tuple[float, float], size: int, colour: str
) -> None:
    """Draw the sign of a player's line around a place; size: its height in pixels."""
    glyph, font = mark(at).glyph, _font(0, size * 4 // 3, False)
    left, top, right, bottom = font.getbbox(glyph, anchor="ls")
    x, y = place[0] - (left + right) / 2, place[1] - (top + bottom) / 2
    pen.text((x, y), glyph, fill=colour, font=font, anchor="ls")


def _cut_dashes(
    places: Sequence[tuple[float, float]], lengths: Sequence[float]
) -> Iterator[list[tuple[float, float]]]:
    """Yield the drawn pieces of a line. lengths: of dash and gap in turn; none: it is whole."""
    if not lengths:
        yield list(places)
        return
    turn, left, piece = 0, lengths[0], [places[0]]
    for (x, y), end in pairwise(places):
        far = hypot(end[0] - x, end[1] - y)
        gone = 0.0
        while far - gone > left:
            gone += left
            at = (x + (end[0] - x) * gone / far, y + (end[1] - y) * gone / far)
            if turn % 2 == 0:
                yield [*piece, at]
            turn, piece = turn + 1, [at]
            left = lengths[turn % len(lengths)]
        left -= far - gone
        piece.append(end)
    if turn % 2 == 0:
        yield piece


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
