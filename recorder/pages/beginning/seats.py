"""Players of a set-up form: the ids that a record knows them by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence


def player_id(name: str, taken: Sequence[str]) -> str:
    """Return a short id for a player that resembles the name: "Chloé B." becomes "chloe-b"."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:24] or f"player-{len(taken) + 1}"
    number = 2
    made = stem
    while made in taken:
        made = f"{stem}-{number}"
        number += 1
    return made
