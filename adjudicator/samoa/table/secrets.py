"""One player's secrets until the game is over (form: ``recorder.games.visibility``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.samoa.printed.names import UNSEEN
from adjudicator.samoa.table.state import SamoaState

SECRETS: Mapping[str, Any] = {
    "record": ("position.players.*.money", "position.players.*.discards"),
    "position": ("players.*.money", "players.*.discards", "players.*.chosen"),
    "scores": True,
    "entries": {
        "card": ("bid", "room", "day_off"),
        "use_tile": ("cards",),
        "check": ("money", "discards"),
    },
    "unknown": {"card": ("bid", "room"), "use_tile": ("cards",)},
    "face_down": {"phase": "cards", "do": "card", "since": "tourists"},
    "next": {"use_tile": {"cards": "hidden"}},
    "together": {"cards": ("card",)},
    "on_request": {"position": ("players.*.money",), "scores": True},
}
"""Money (SAM-PAY-04), discarded cards (SAM-KEEP-04), cards not yet revealed (SAM-CARD-01).

The table may ask for the money: a table that wants to play with open money may do so."""


def forget(state: SamoaState, viewer: str | None) -> bool:
    """Make hands, discards, money and face-down cards but the viewer's unknown.

    Then any card may be in a hand, tiles are affordable at any price, and a card face down or
    discarded has no name. Returns whether there was anything to forget.
    """
    if state.over():
        return False
    for player, own in state.players.items():
        if player != viewer:
            own.hand = None
            own.money += PLENTY
            own.discards = (UNSEEN,) * len(own.discards)
            if own.card is not None and state.phase == "cards":
                own.card = UNSEEN
    return True


PLENTY = 10**61
"""Coins beyond any bid that a record can hold."""
