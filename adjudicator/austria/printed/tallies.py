"""What is counted in finished games, over many games (form: ``adjudicator.games.Tallies``)."""

from __future__ import annotations

from collections.abc import Mapping

TALLIES: Mapping[str, tuple[str, str, str | None]] = {
    "guests": ("check_in", "guest", None),
    "staff": ("play_staff", "staff", None),
    "politics": ("claim", "politics", None),
}
"""Guests that moved in, staff cards that were played, politics cards that were claimed."""

BGG = 182874
"""The game's number at BoardGameGeek."""
