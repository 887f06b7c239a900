"""A picture of a result to send to friends: PNG, letters of four scripts, nothing secret."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from exports.words import printable

WIDTH = 1080
"""Pixels; as wide as most messengers show pictures."""

HEAD, LINE, FOOT, EDGE = 300, 108, 120, 64

PAPER, INK, SOFT, GREEN, BRASS, WON = (
    "#f5efe2",
    "#262019",
    "#5c5142",
    "#1d5242",
    "#a98445",
    "#e9e1c8",
)

FACES = ("DejaVuSans.ttf", "NanumGothic.ttf")
BOLD = ("DejaVuSans-Bold.ttf", "NanumGothicBold.ttf")
"""Latin, Greek and Cyrillic in the first, Hangul in the second."""

HANGUL = ((0x1100, 0x11FF), (0x2E80, 0x9FFF), (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF))


@dataclass(frozen=True, slots=True)
class Line:
    """One player of the result. place: 1 for winners."""

    name: str
    total: int
    place: int


@dataclass(frozen=True, slots=True)
class Result:
    """What the picture says: the game, its facts in one line, who came where, the league."""

    game: str
    facts: str
    lines: Sequence[Line]
    league: str


def png(result: Result) -> bytes:
    """Return the picture as PNG."""
    height = HEAD + LINE * len(result.lines) + FOOT
    image = Image.new("RGB", (WIDTH, height), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((24, 24, WIDTH - 25, height - 25), outline=BRASS, width=3)
    draw.rectangle((34, 34, WIDTH - 35, height - 35), outline=BRASS, width=1)
    # The bell of the hotel's desk.
    middle = WIDTH // 2
    draw.arc((middle - 46, 76, middle + 46, 168), 180, 360, fill=BRASS, width=5)
    draw.line((middle - 60, 128, middle + 60, 128), fill=BRASS, width=6)
    draw.line((middle, 60, middle, 76), fill=BRASS, width=5)
    _centred(draw, printable(result.game, 60), 150, 52, GREEN, bold=True)
    _centred(draw, printable(result.facts, 120), 226, 27, SOFT)
    y = HEAD
    for line in result.lines:
        if line.place == 1:
            draw.rectangle((EDGE - 16, y, WIDTH - EDGE + 16, y + LINE - 10), fill=WON)
        total = f"−{-line.total}" if line.total < 0 else str(line.total)
        room = WIDTH - 2 * EDGE - 100 - _width(total, 52, bold=True) - 40
        _write(draw, f"{line.place}.", EDGE, y + 24, 40, BRASS, bold=True)
        name = _fitting(printable(line.name, 60), room, 44)
        _write(draw, name, EDGE + 84, y + 22, 44, INK, bold=line.place == 1)
        left = WIDTH - EDGE - _width(total, 52, bold=True)
        _write(draw, total, left, y + 14, 52, GREEN if line.place == 1 else INK, bold=True)
        y += LINE
    _centred(draw, printable(result.league, 80), y + 24, 27, SOFT)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


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


def _fitting(text: str, room: float, size: int) -> str:
    """Return a text cut to a width, with a mark where something is missing."""
    if _width(text, size, bold=True) <= room:
        return text
    while text and _width(text + "…", size, bold=True) > room:
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
    text = _fitting(text, WIDTH - 2 * EDGE, size)
    _write(draw, text, (WIDTH - _width(text, size, bold=bold)) / 2, y, size, colour, bold=bold)
