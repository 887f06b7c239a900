"""What one player alone knows until the game is over; the form is privacy's (recorder)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SECRETS: Mapping[str, Any] = {"position": ["players.*.money"], "scores": True}
"""Money is secret (SAM-PAY-04), and the score is money."""
