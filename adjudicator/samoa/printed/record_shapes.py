"""The words of a record of Hotel Samoa: set-up, position, and the verbs with their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.messages import M
from adjudicator.samoa.printed.catalogue import (
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
from adjudicator.samoa.printed.names import EXTRA, SWIMMER, TOKENS, Card, read_card
from adjudicator.shapes import (
    ANYTHING,
    PLAYER_ID,
    TEXT,
    Either,
    Exactly,
    Fields,
    Integer,
    ListOf,
    MapOf,
    Mismatch,
    Narrowed,
    Nullable,
    OneOf,
    Shape,
    Text,
    format_value,
)

PHASES = ("tiles", "tourists", "cards", "building", "lodging", "over")

_TOKENS = frozenset((*TOKENS, *(f"{SWIMMER}:{number}" for number in range(1, 100))))
_EXTRA_ROOMS = tuple(f"{EXTRA}{number}" for number in range(1, TILES + 1))

flag = OneOf(NATIONALITIES, M("samoa.nationality"))
kind = OneOf(TILE_KINDS, M("samoa.building-tile"))
special = OneOf(SPECIAL_TILES, M("samoa.special-tile"))
_priced = Fields({"bid": Integer(0), "room": Integer(0)})
_day_off = Fields({"day_off": Exactly(True)})
card: Shape = Either(_day_off, _priced)


def _check_token(value: str) -> None:
    if value not in _TOKENS:
        raise Mismatch(M("samoa.not-tourist-token", value=format_value(value)))


token = Text(more=_check_token)


def _room_name(value: str) -> None:
    if not 0 < len(value) <= 32:
        raise Mismatch(M("samoa.not-name-room", value=format_value(value)))


room_name = Text(more=_room_name)
"""The name of any room."""


def _check_own_room(value: str) -> None:
    _room_name(value)
    if value.startswith(EXTRA):
        raise Mismatch(M("samoa.name-extra-room", value=format_value(value)))


_hotel = Fields(
    {
        "rooms": ListOf(Text(more=_check_own_room), low=1),
        "adjacent": ListOf(ListOf(room_name, length=2)),
    }
)


def _one_board(value: Any) -> None:
    for _, message, key in find_board_faults(value):
        raise Mismatch(message, key)


hotel = Narrowed(_hotel, _one_board)
"""A hotel board that is read during a game: rooms, and which lie side by side."""


def find_board_faults(hotel: Mapping[str, Any]) -> Iterator[tuple[str, M, str]]:
    """Yield the faults of rooms and pairs of them as one board: rule, reason, and the key."""
    rooms = set(hotel["rooms"])
    if len(rooms) != len(hotel["rooms"]):
        yield "SAM-SETUP-02", M("table.room-stands-twice"), "rooms"
    for index, (one, two) in enumerate(hotel["adjacent"]):
        if one == two or one not in rooms or two not in rooms:
            message = M("table.adjacent", one=repr(one), other=repr(two))
            yield "SAM-CELEB-02", message, f"adjacent.{index}"


_flags = ListOf(flag, length=ROUNDS)
_printed: Mapping[str, Shape] = {
    "price_cards": ListOf(_priced, length=PRICED_CARDS),
    "hotel": _hotel,
}

SETUP = Fields({"flags": _flags, "tie_break": PLAYER_ID}, _printed)

OPTIONS = Fields(
    {},
    {
        "rulings": Fields(
            {},
            {
                question.id: OneOf(
                    question.values, M("samoa.one-of", values=tuple(question.values))
                )
                for question in QUESTIONS.values()
            },
        ),
        "figures": Fields(
            {},
            {
                "tourist_cards": ListOf(ListOf(Integer(1), low=1), length=TOURIST_CARDS),
                "tokens": MapOf(flag, MapOf(token, Integer(0))),
                "tiles": MapOf(kind, Integer(0)),
            },
        ),
    },
)


def _list_player_keys(room: Shape, one_card: Shape) -> dict[str, Shape]:
    """Return the keys of a player in a position; a ``check`` reads out the same."""
    tourist = Fields({"token": token, "flag": flag})
    return {
        "money": Integer(0),
        "rooms": MapOf(room, ListOf(tourist, low=1, high=TILES)),
        "suites": ListOf(room),
        "extra_rooms": Integer(0, TILES),
        "pools": Integer(0, TILES),
        "special_tiles": ListOf(special),
        "hand": Integer(0, PRICED_CARDS + 1),
        "discards": ListOf(one_card),
    }


_player = Fields(
    {},
    _list_player_keys(room_name, card)
    | {"card": Nullable(card), "chosen": Nullable(card), "bought": Nullable(kind)},
)
POSITION = Fields(
    {},
    {
        "round": Integer(1, ROUNDS),
        "phase": OneOf(PHASES, M("samoa.phase-round")),
        "flags": _flags,
        "tie_break": PLAYER_ID,
        **_printed,
        "tiles": ListOf(kind),
        "used_tiles": ListOf(kind),
        "groups": ListOf(ListOf(token)),
        "arrivals": ListOf(ListOf(Integer(1))),
        "acted": Nullable(ListOf(PLAYER_ID)),
        "swaps": Nullable(ListOf(PLAYER_ID)),
        "stands": ListOf(TEXT),
        "players": MapOf(PLAYER_ID, _player),
        "turn_of": ANYTHING,
        "payment": ANYTHING,
    },
)


class HotelNames:
    """The names for the shapes of entries: the rooms and price cards of a record.

    room, card: their shapes, known names only where the table read them off its components, else
    any room name and any two figures. hotel: the shape of a board read during the game; rooms that
    the start names stay. own: the keys of a player that a ``check`` reads out.
    """

    def __init__(
        self, rooms: tuple[str, ...] | None = None, price_cards: tuple[Card, ...] | None = None
    ) -> None:
        """Take the values read off the components, or None for unread ones."""
        self._price_cards = None if price_cards is None else frozenset(price_cards)
        self._rooms = rooms
        self.room: Shape = room_name
        if rooms is not None:
            self.room = OneOf((*rooms, *_EXTRA_ROOMS), M("samoa.known-room"))
        self.card = Narrowed(card, self._known_card)
        self.hotel = Narrowed(hotel, self._known_rooms)
        self.own = _list_player_keys(self.room, self.card)

    def _known_rooms(self, value: Any) -> None:
        if self._rooms is not None and set(value["rooms"]) != set(self._rooms):
            raise Mismatch(M("samoa.known-room"), "rooms")

    def _known_card(self, value: Mapping[str, Any]) -> None:
        if "bid" in value and not self.is_price_card(read_card(value)):
            raise Mismatch(find_missing_card(value))

    def is_price_card(self, price_card: Card) -> bool:
        """Whether a price card may be one of the table's cards."""
        return self._price_cards is None or price_card in self._price_cards


def find_missing_card(value: Mapping[str, Any]) -> M:
    """Return that a price card, as it is written, is none of the table's."""
    return M("samoa.not-among-price-cards", value=format_value(value))


FLAG_COUNTS = dict.fromkeys(NATIONALITIES, FLAGS_OF_EACH)
"""How often each nationality stands in a row of flags (SAM-SETUP-03)."""
