"""Cards, tokens and rooms as values, and how a record writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from adjudicator.messages import Language, M, register_naming, register_record_terms

Card = tuple[int, int]
"""A price card: (bid, room price)."""

DAY_OFF: Card = (-1, -1)
"""The grey card, which has neither (SAM-CARD-03)."""

UNSEEN: Card = (-2, -2)
"""A card of which only its back is known; no record names it."""

Tourist = tuple[str, str]
"""A token in a hotel: (token, nationality)."""


class Lodged(NamedTuple):
    """A tourist taken in: the token, and the room."""

    token: str
    room: str


class HotelBoard(NamedTuple):
    """A hotel board as read off the component: its rooms, and pairs that lie side by side."""

    rooms: Sequence[str]
    adjacent: Sequence[tuple[str, str]]


NORMAL, RICH, LOVER, CELEBRITY, SWIMMER = "normal", "rich", "lover", "celebrity", "swimmer"
TOKENS = (NORMAL, RICH, LOVER, CELEBRITY)

EXTRA = "extra-"
"""Extra rooms are ``extra-1``, ``extra-2``, .. in the order their owner bought them."""


def read_card(value: Mapping[str, Any]) -> Card:
    """Return the price card of an object with ``bid`` and ``room``, or with ``day_off``."""
    return DAY_OFF if "day_off" in value else (value["bid"], value["room"])


def read_cards(value: Sequence[Mapping[str, Any]]) -> list[Card]:
    """Return the cards that objects name."""
    return [read_card(one) for one in value]


def read_lodged(value: Sequence[Mapping[str, str]]) -> list[Lodged]:
    """Return the tourists taken in that objects with ``token`` and ``room`` name."""
    return [Lodged(one["token"], one["room"]) for one in value]


def read_hotel_board(value: Mapping[str, Any]) -> HotelBoard:
    """Return the board that an object with ``rooms`` and ``adjacent`` says."""
    return HotelBoard(value["rooms"], [(one, two) for one, two in value["adjacent"]])


def write_card(card: Card) -> dict[str, Any]:
    """Return a card as a record writes it."""
    return {"day_off": True} if card == DAY_OFF else {"bid": card[0], "room": card[1]}


def word_card(card: Card) -> M:
    """Return a card in words, for messages."""
    if card == DAY_OFF:
        return M("names.day-off-card")
    return M("names.card", bid=card[0], room=card[1])


@cache
def ring_number(token: str) -> int:
    """Return the number on a swimmer's ring, 0 for any other token."""
    return int(token[len(SWIMMER) + 1 :]) if token.startswith(SWIMMER) else 0


register_naming(
    "tourist",
    lambda token, language: (
        language.say(M("names.swimmer", ring=number))
        if (number := ring_number(token))
        else language.term("token", token)
    ),
)


def _word_room(room: str | int, language: Language) -> str:
    if isinstance(room, int):  # what a room costs by a price card, under the same key
        return str(room)
    if room.startswith(EXTRA):
        return language.say(M("names.extra-room", number=room.removeprefix(EXTRA)))
    return language.say(M("names.room", name=room))


register_naming("room", _word_room)
register_record_terms("nation", "tile", "token", "phase")


def write_tourist(tourist: Tourist) -> dict[str, str]:
    """Return a token in a hotel as a position writes it."""
    return {"token": tourist[0], "flag": tourist[1]}


BOARD = {"hotel": None}
"""The component whose figures a ``figure`` gives: the hotel board, which nobody has read yet."""
