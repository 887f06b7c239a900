"""Pictures of results and cards of links as files: drawn by a worker, and the last ones kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from exports import pdf
from exports.picture import PicturedResult

KEPT = 64
"""Pictures that are kept, each of some dozens of kilobytes."""


def make_picture(result: PicturedResult) -> bytes:
    """Return the picture of a result. Raises PoolFull, Unprintable."""
    return _make_once(json.dumps(["picture", asdict(result)], sort_keys=True))


def make_card(result: PicturedResult) -> bytes:
    """Return the card of a link to a game. Raises PoolFull, Unprintable."""
    return _make_once(json.dumps(["card", asdict(result)], sort_keys=True))


@lru_cache(maxsize=KEPT)
def _make_once(asked: str) -> bytes:
    kind, result = json.loads(asked)
    return pdf.make_picture({"kind": kind, "result": result}, draw_here)


def draw_here(kind: str, told: Mapping[str, Any]) -> bytes:
    """Draw a picture in this process, see ``exports.drawing.draw_png``."""
    from exports.drawing import draw_png  # on use: a server that never draws does without Pillow

    return draw_png(kind, told)
