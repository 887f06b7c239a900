"""Words for the components: nationalities, tourists, building tiles, cards, rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.samoa.printed.names import SWIMMER, ring_number
from recorder.pages.wording import lazy, reader

EFFECTS: Mapping[str, object] = {
    "room": lazy("room for one more"),
    "suite": lazy("whoever moves in pays double"),
    "pool": lazy("collect the number on each swimmer's ring"),
    "swap": lazy("once: another card after the reveal"),
    "evict": lazy("once: two tourists leave before your own move in"),
    "recall": lazy("once: two discarded cards come back"),
}

RINGS = (1, 2, 3, 4)
"""The ring numbers offered while nobody has counted the tokens (SAM-P-03)."""


def nation_word(name: str) -> str:
    """Return the word for a nationality."""
    return reader().term("nation", name)


def token_word(name: str) -> str:
    """Return a tourist token in words: "swimmer with ring 2"."""
    return reader().term("tourist", name)


def tile_word(name: str) -> str:
    """Return the name of a building tile."""
    return reader().term("building-tile", name)


def token_icon(name: str) -> str:
    """Return the icon of a tourist token."""
    return SWIMMER if name.startswith(SWIMMER) else name


def token_face(name: str) -> dict[str, object]:
    """Return the values for drawing a token."""
    return {
        "token": name,
        "icon": token_icon(name),
        "word": token_word(name),
        "ring": ring_number(name) or "",
    }


def tile_face(name: str) -> dict[str, object]:
    """Return the values for drawing a building tile."""
    return {"id": name, "word": tile_word(name), "effect": str(EFFECTS[name])}


def room_name(name: str) -> str:
    """Return a room in words: "room a2", "extra room 1"."""
    return reader().term("room.whole", name)


def price_card_words(value: Mapping[str, Any]) -> str:
    """Return a price card in words: "bid 6, room 5", "day off"."""
    return reader().term("price-card", value)
