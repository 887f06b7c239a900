"""The words of a record of Hotel Samoa: set-up, position, and the verbs with their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.messages import M
from adjudicator.samoa.catalogue import (
    FLAGS_OF_EACH,
    NATIONALITIES,
    PRICED_CARDS,
    QUESTIONS,
    ROUNDS,
    SPECIAL_TILES,
    TILE_KINDS,
    TILES,
    TOURIST_CARDS,
)
from adjudicator.samoa.names import EXTRA, SWIMMER, TOKENS, Card, HotelBoard, board_of, card_of
from adjudicator.shapes import (
    Mismatch,
    Shape,
    anything,
    either,
    exactly,
    fields,
    integer,
    list_of,
    map_of,
    nullable,
    one_of,
    shown,
    text,
)

PHASES = ("tiles", "tourists", "cards", "building", "lodging", "over")

_SWIMMER = re.compile(SWIMMER + r":[1-9][0-9]?\Z")
_EXTRA_ROOMS = tuple(f"{EXTRA}{number}" for number in range(1, TILES + 1))

flag = one_of(NATIONALITIES, M("samoa.nationality"))
kind = one_of(TILE_KINDS, M("samoa.building-tile"))
special = one_of(SPECIAL_TILES, M("samoa.special-tile"))
_priced = fields({"bid": integer(0), "room": integer(0)})
_day_off = fields({"day_off": exactly(True)})
card: Shape = either(_day_off, _priced)


def token(value: Any) -> None:
    """The shape of a tourist token."""
    text(value)
    if value not in TOKENS and not _SWIMMER.match(value):
        raise Mismatch(M("samoa.not-tourist-token", value=shown(value)))


def room_name(value: Any) -> None:
    """The shape of the name of any room."""
    text(value)
    if not 0 < len(value) <= 32:
        raise Mismatch(M("samoa.not-name-room", value=shown(value)))


def _own_room(value: Any) -> None:
    room_name(value)
    if value.startswith(EXTRA):
        raise Mismatch(M("samoa.name-extra-room", value=shown(value)))


_hotel = fields(
    {"rooms": list_of(_own_room, low=1), "adjacent": list_of(list_of(room_name, length=2))}
)


def hotel(value: Any) -> None:
    """The shape of a hotel board that is read during a game: rooms, and which lie side by side."""
    _hotel(value)
    for _, message, key in no_board(board_of(value)):
        raise Mismatch(message, key)


def no_board(hotel: HotelBoard) -> Iterator[tuple[str, M, str]]:
    """Yield what keeps rooms and pairs of them from being one board: rule, why, and the key."""
    rooms = set(hotel.rooms)
    if len(rooms) != len(hotel.rooms):
        yield "SAM-SETUP-02", M("table.room-stands-twice"), "rooms"
    for index, (one, two) in enumerate(hotel.adjacent):
        if one == two or one not in rooms or two not in rooms:
            message = M("table.adjacent", one=repr(one), other=repr(two))
            yield "SAM-CELEB-02", message, f"adjacent.{index}"


_flags = list_of(flag, length=ROUNDS)
_printed: Mapping[str, Shape] = {
    "price_cards": list_of(_priced, length=PRICED_CARDS),
    "hotel": _hotel,
}

SETUP = fields({"flags": _flags, "tie_break": text}, _printed)

OPTIONS = fields(
    {},
    {
        "rulings": fields(
            {},
            {
                question.id: one_of(
                    question.values, M("samoa.one-of", values=tuple(question.values))
                )
                for question in QUESTIONS.values()
            },
        ),
        "figures": fields(
            {},
            {
                "tourist_cards": list_of(list_of(integer(1), low=1), length=TOURIST_CARDS),
                "tokens": map_of(flag, map_of(token, integer(0))),
                "tiles": map_of(kind, integer(0)),
            },
        ),
    },
)


def _own_keys(room: Shape, one_card: Shape) -> dict[str, Shape]:
    """Return the keys of a player in a position, which are also what a ``check`` reads out."""
    tourist = fields({"token": token, "flag": flag})
    return {
        "money": integer(0),
        "rooms": map_of(room, list_of(tourist, low=1, high=TILES)),
        "suites": list_of(room),
        "extra_rooms": integer(0, TILES),
        "pools": integer(0, TILES),
        "special_tiles": list_of(special),
        "hand": integer(0, PRICED_CARDS + 1),
        "discards": list_of(one_card),
    }


_player = fields(
    {},
    _own_keys(room_name, card)
    | {"card": nullable(card), "chosen": nullable(card), "bought": nullable(kind)},
)
POSITION = fields(
    {},
    {
        "round": integer(1, ROUNDS),
        "phase": one_of(PHASES, M("samoa.phase-round")),
        "flags": _flags,
        "tie_break": text,
        **_printed,
        "tiles": list_of(kind),
        "used_tiles": list_of(kind),
        "groups": list_of(list_of(token)),
        "arrivals": list_of(list_of(integer(1))),
        "acted": nullable(list_of(text)),
        "swaps": nullable(list_of(text)),
        "stands": list_of(text),
        "players": map_of(text, _player),
        "turn_of": anything,
        "payment": anything,
    },
)


class HotelNames:
    """What the shapes of entries name: the rooms and price cards of a record.

    room, card: their shapes, known names only where the table read them off its components, else
    any room name and any two figures. hotel: that of a board read during the game; whose rooms
    the start names keeps them. own: the keys of a player that a ``check`` reads out.
    """

    def __init__(
        self, rooms: tuple[str, ...] | None = None, price_cards: tuple[Card, ...] | None = None
    ) -> None:
        """Take what the table read off its components, or None where it did not."""
        self._price_cards = price_cards
        self._rooms = rooms
        self.room: Shape = room_name
        if rooms is not None:
            self.room = one_of((*rooms, *_EXTRA_ROOMS), M("samoa.known-room"))
        self.own = _own_keys(self.room, self.card)

    def hotel(self, value: Any) -> None:
        """The shape of a hotel board."""
        hotel(value)
        if self._rooms is not None and set(value["rooms"]) != set(self._rooms):
            raise Mismatch(M("samoa.known-room"), "rooms")

    def card(self, value: Any) -> None:
        """The shape of a price card."""
        card(value)
        known = self._price_cards
        if known is not None and "bid" in value and card_of(value) not in known:
            raise Mismatch(M("samoa.not-among-price-cards", value=shown(value)))


FLAG_COUNTS = dict.fromkeys(NATIONALITIES, FLAGS_OF_EACH)
"""How often each nationality stands in a row of flags (SAM-SETUP-03)."""
