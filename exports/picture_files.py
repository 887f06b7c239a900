"""Pictures of results and cards of links as files: made by a worker, and the last ones kept."""

from __future__ import annotations

from functools import lru_cache

from exports import pdf
from exports.layout import draw_svg
from exports.picture import PicturedResult

KEPT = 64
"""Pictures that are kept, each of some dozens of kilobytes."""


def make_picture(result: PicturedResult) -> bytes:
    """Return the picture of a result. Raises PoolFull, Unprintable."""
    return _make_once(draw_svg("picture", result))


def make_card(result: PicturedResult) -> bytes:
    """Return the card of a link to a game. Raises PoolFull, Unprintable."""
    return _make_once(draw_svg("card", result))


@lru_cache(maxsize=KEPT)
def _make_once(svg: str) -> bytes:
    return pdf.make_picture(svg)
