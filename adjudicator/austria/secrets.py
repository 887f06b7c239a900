"""What belongs to one player until the game is over (form: ``recorder.privacy``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SECRETS: Mapping[str, Any] = {
    "record": ("setup.hands.*",),
    "position": (),
    "scores": False,
    "entries": {"return_staff": ("staff",)},
    "next": {"play_staff": {"staff": "hand"}},
}
"""A named hand is its owner's (GAH-SETUP-13); what a known hand allows reads as a hidden one."""
