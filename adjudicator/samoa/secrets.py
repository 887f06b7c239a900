"""What one player alone knows until the game is over; the form is privacy's (recorder)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SECRETS: Mapping[str, Any] = {
    "record": ["position.players.*.money", "position.players.*.discards"],
    "position": ["players.*.money", "players.*.discards", "players.*.chosen"],
    "scores": True,
    "entries": {
        "use_tile": ["cards"],
        "check": ["money", "discards"],
    },
    "next": {
        "card": {"bid": "hidden", "room": "hidden"},
        "use_tile": {"card": "hidden", "cards": "hidden"},
    },
}
"""Money (SAM-PAY-04), discarded cards (SAM-KEEP-04), cards not yet revealed (SAM-CARD-01).

A ``card`` entry is written when the cards are turned over, so it hides nothing.
"""


def forget(state: object, viewer: str | None) -> bool:
    """Forget nothing: what is secret here does not decide what is offered to others."""
    return False
