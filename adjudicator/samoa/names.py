"""Cards, tokens and rooms as values, and how a record writes them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

Card = tuple[int, int]
"""A price card: (bid, room price)."""

DAY_OFF: Card = (-1, -1)
"""The grey card, which has neither (SAM-CARD-03)."""

Tourist = tuple[str, str]
"""A token in a hotel: (token, nationality)."""

RICH, LOVER, CELEBRITY, SWIMMER = "rich", "lover", "celebrity", "swimmer"
TOKENS = ("normal", RICH, LOVER, CELEBRITY)

EXTRA = "extra-"
"""Extra rooms are ``extra-1``, ``extra-2``, .. in the order their owner bought them."""


def card_of(value: Mapping[str, Any]) -> Card:
    """Return the card that an object with ``bid`` and ``room``, or with ``day_off``, names."""
    return DAY_OFF if "day_off" in value else (value["bid"], value["room"])


def card_json(card: Card) -> dict[str, Any]:
    """Return a card as a record writes it."""
    return {"day_off": True} if card == DAY_OFF else {"bid": card[0], "room": card[1]}


def card_text(card: Card) -> str:
    """Return a card in words, for messages."""
    return "the day-off card" if card == DAY_OFF else f"the card {card[0]}/{card[1]}"


@cache
def ring(token: str) -> int:
    """Return the number on a swimmer's ring, 0 for any other token."""
    return int(token[len(SWIMMER) + 1 :]) if token.startswith(SWIMMER) else 0


def tourist_json(tourist: Tourist) -> dict[str, str]:
    """Return a token in a hotel as a position writes it."""
    return {"token": tourist[0], "flag": tourist[1]}
