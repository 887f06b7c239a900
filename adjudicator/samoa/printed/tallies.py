"""Things counted over many finished games (form: ``adjudicator.games.Tallies``)."""

from __future__ import annotations

from collections.abc import Mapping

TALLIES: Mapping[str, tuple[str, str, str | None]] = {
    "guests": ("lodge", "tourists", "token"),
    "tiles": ("build", "tile", None),
}
"""Tourists that moved in, building tiles that were bought."""

BGG = 63740
"""The game's number at BoardGameGeek."""

SEATS = (3, 6)
"""Players, from and to (SAM-SETUP-01)."""

NAMES = ("hotel samoa", "отель самоа", "호텔 사모아", "samoa", "самоа", "사모아")
"""Names of the game as people write them, folded."""

BOXES: Mapping[str, str] = {}
EXPANSION = ""
"""There is one box, and no expansion."""

MODULES: Mapping[str, str] = {}
"""There are no modules."""
