"""Cards, tokens and rooms as values, and how a record writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.messages import Language, M, register_naming, register_record_terms

Card = tuple[int, int]
"""A price card: (bid, room price)."""

DAY_OFF: Card = (-1, -1)
"""The grey card, which has neither (SAM-CARD-03)."""

UNSEEN: Card = (-2, -2)
"""A card of which only its back is known; no record names it."""

Tourist = tuple[str, str]
"""A token in a hotel: (token, nationality)."""


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


def read_lodged(value: Sequence[Mapping[str, str]]) -> list[tuple[str, str]]:
    """Return the tourists taken in that objects name: the token and the room of each."""
    return [(one["token"], one["room"]) for one in value]


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


def _count_tourists(tokens: Sequence[str], language: Language) -> list[str]:
    """Return tokens in words, equal ones together: ``2 tourists``, ``1 lover``."""
    return [
        language.say(M("samoa.swimmers", n=n, ring=ring))
        if (ring := ring_number(token))
        else language.term(f"tourists-{token}", n)
        for token, n in Counter(tokens).items()
    ]


def short_room(room: str) -> str:
    """Return a room's name for a small place: ``a2``, ``+1``."""
    return "+" + room.removeprefix(EXTRA) if room.startswith(EXTRA) else room


def _word_lodging(entry: Mapping[str, Any], language: Language) -> str:
    """Return the tourists of an entry with their rooms; of an offer all that may move in."""
    moved = entry["tourists"]
    if isinstance(moved, Mapping):
        return _word_lodging_offer(entry["group"], moved, language)
    rooms: dict[str, list[str]] = {}
    for one in moved:
        rooms.setdefault(one["token"], []).append(one["room"])
    told = (
        M(
            "samoa.in-rooms",
            tokens=tuple(_count_tourists([token] * len(where), language)),
            rooms=tuple(dict.fromkeys(where)),  # lovers share a room
        )
        for token, where in rooms.items()
    )
    return language.say(M("samoa.lodged", tourists=tuple(told)))


def _word_lodging_offer(group: int, offer: Mapping[str, Any], language: Language) -> str:
    tokens = tuple(_count_tourists(offer["tokens"], language))
    told = M("samoa.from-group", group=group, tokens=tokens)
    if offer["rooms"] != "seen":  # else nobody has entered the hotel
        rooms = tuple(map(short_room, offer["rooms"])) or "–"
        told = M("samoa.free-rooms", told=told, rooms=rooms)
    if offer.get("lovers"):
        rooms = tuple(map(short_room, offer["lovers"]))
        told = M("samoa.lone-lovers", told=told, rooms=rooms)
    return language.say(told)


def _word_price_card(value: Mapping[str, Any], language: Language) -> str:
    if value.get("day_off"):
        return language.say(M("samoa.day-off"))
    return language.say(M("samoa.price-card", bid=value["bid"], room=value["room"]))


register_naming("room", _word_room)
register_naming("price-card", _word_price_card)
register_naming("lodging", _word_lodging)
register_naming(
    "arrivals",
    lambda entry, into: " + ".join(", ".join(_count_tourists(g, into)) for g in entry["groups"]),
)
register_naming(
    "board-read", lambda hotel, into: into.say(M("samoa.board-read", n=len(hotel["rooms"])))
)
register_record_terms("nation", "tile", "token", "phase")


def write_tourist(tourist: Tourist) -> dict[str, str]:
    """Return a token in a hotel as a position writes it."""
    return {"token": tourist[0], "flag": tourist[1]}


BOARD = {"hotel": None}
"""The component whose figures a ``figure`` gives: the hotel board, which nobody has read yet."""
