"""What one player alone knows until the game is over; the form is privacy's (recorder)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SECRETS: Mapping[str, Any] = {
    "record": ["setup.hands.*"],
    "entries": {"return_staff": ["staff"]},
    "next": {"play_staff": {"staff": "hand"}, "return_staff": {"staff": "hand"}},
}
"""Staff cards in hand (GAH-STAFF-01 ff.): named ones are shown to their owner's seat only."""
