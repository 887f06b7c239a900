"""Secrets of one player until the game is over (form: ``recorder.games.visibility``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.austria.table.state import SETUP_ROOMS, Table

SECRETS: Mapping[str, Any] = {
    "record": ("setup.hands.*",),
    "position": (),
    "scores": False,
    "entries": {"return_staff": ("staff",)},
    "told": {"hand": "setup.hands.*"},
    "next": {},
    "together": {SETUP_ROOMS: ("prepare", "done")},
}
"""A named hand is its owner's (GAH-SETUP-13). First rooms are each player's own (GAH-SETUP-19)."""


def forget(state: Table, viewer: str | None) -> bool:
    """Make all hands but the viewer's unknown ones; ``next`` then reads as it would for them."""
    named = [player for player in state.players if player.known is not None and player.id != viewer]
    for player in named:
        player.known = None
    return bool(named)
