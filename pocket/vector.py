"""The picture of a result as SVG, for a browser; ``exports.drawing`` draws it as PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import escape

from adjudicator.messages import format_signed
from exports.chart import mark, path, plot, scale_dash
from exports.layout import BRASS, GRID, INK, PAPER, SOFT, WON, draw_result
from exports.picture import DASH, EDGE, WIDTH, PicturedPlayer

FAMILY = "DejaVu Sans, Nanum Gothic, system-ui, sans-serif"

BROAD = 0.62
"""How broad a letter is at most, of its height, on the average: names are cut by it."""


def draw_svg(kind: str, told: Mapping[str, Any]) -> str:
    """Return a picture. kind: ``picture`` or ``card``. told: a PicturedResult as JSON."""
    return "".join([*draw_result(kind, told, _Vectors).parts, "</svg>"])


class _Vectors:
    """A ``Paper`` of SVG."""

    def __init__(self, width: int, height: int) -> None:
        frames = "".join(
            f'<rect x="{gap}" y="{gap}" width="{width - 2 * gap}" height="{height - 2 * gap}"'
            f' fill="none" stroke="{BRASS}" stroke-width="{stroke}"/>'
            for gap, stroke in ((25, 3), (34, 1))
        )
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" font-family="{FAMILY}">'
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{frames}'
        ]

    def bell(self, middle: int, top: int) -> None:
        self.parts.append(
            f'<path d="M{middle - 46} {top + 62}a46 46 0 0 1 92 0M{middle - 60} {top + 68}h120'
            f'M{middle} {top}v16" fill="none" stroke="{BRASS}" stroke-width="5"/>'
        )

    def band(self, left: int, top: int, right: int, bottom: int) -> None:
        size = f'width="{right - left}" height="{bottom - top}"'
        self.parts.append(f'<rect x="{left}" y="{top}" {size} fill="{WON}"/>')

    def disc(self, left: int, middle: int, radius: int, colour: str) -> None:
        place = f'cx="{left + radius}" cy="{middle}" r="{radius}"'
        self.parts.append(f'<circle {place} fill="{escape(colour)}" stroke="{INK}"/>')

    def sign(self, at: int, x: float, y: float, size: int, colour: str) -> None:
        where = f"translate({x:.1f} {y:.1f}) scale({size / 8})"
        self.parts.append(
            f'<path d="{mark(at).outline(0, 0)}" transform="{where}" fill="{escape(colour)}"'
            f' stroke="{escape(colour)}"/>'
        )

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
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y + size:.1f}" font-size="{size}" fill="{colour}"'
            f' text-anchor="{anchor}"{weight}>{escape(text)}</text>'
        )

    def width(self, text: str, size: int, *, bold: bool = False) -> float:
        # As wide as it may be, bold or not.
        return len(text) * size * BROAD

    def fitting(self, text: str, room: float, size: int, *, bold: bool = False) -> str:
        most = max(int(room / (size * BROAD)), 1)
        return text if len(text) <= most else text[: most - 1].rstrip() + "…"

    def chart(self, lines: Sequence[PicturedPlayer], top: int, height: int) -> None:
        rounds = [[(at, total) for at, total in line.points] for line in lines]
        where = plot(
            rounds, left=EDGE + 70, right=WIDTH - EDGE - 20, top=top + 10, bottom=top + height - 44
        )
        if where is None:
            return
        for tick in where.ticks:
            y = where.y(tick)
            self.parts.append(f'<path d="M{where.left} {y}H{where.right}" stroke="{GRID}"/>')
            self.text(format_signed(tick), EDGE + 54, y - 15, 22, SOFT, anchor="end")
        for at in where.rounds:
            words = str(at) if at else "·"
            self.text(words, where.x(at), top + height - 44, 22, SOFT, anchor="middle")
        for at, (line, points) in enumerate(zip(lines, rounds, strict=True)):
            colour = line.colour or INK
            places = where.places(points)
            dash = " ".join(map(str, scale_dash(mark(at).dash, DASH)))
            self.parts.append(
                f'<path d="{path(places)}" fill="none" stroke="{escape(colour)}" stroke-width="5"'
                f' stroke-linejoin="round" stroke-dasharray="{dash or "none"}"/>'
            )
            for x, y in places:
                self.sign(at, x, y, 18, colour)
