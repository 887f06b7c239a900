"""What is counted in finished games, over many games (form: ``adjudicator.games.Tallies``)."""

from __future__ import annotations

from collections.abc import Mapping

TALLIES: Mapping[str, tuple[str, str, str | None]] = {
    "guests": ("lodge", "tourists", "token"),
    "tiles": ("build", "tile", None),
}
"""Tourists that moved in, building tiles that were bought."""

BGG = 63740
"""The game's number at BoardGameGeek."""
