"""The forms of a box's records: shapes of its cards and foods, of positions and options."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from adjudicator.austria.printed.board import COLUMNS, FLOORS, LARGEST_GROUP, ROOM_INDEX
from adjudicator.austria.printed.catalogue import COLOURS, FIGURES, GUESTS, STAFF, pieces_of
from adjudicator.austria.printed.contents import Contents
from adjudicator.entries import Amounts, Place
from adjudicator.messages import M
from adjudicator.shapes import (
    ANYTHING,
    BOOLEAN,
    TEXT,
    Either,
    Fields,
    Integer,
    ListOf,
    MapOf,
    Mismatch,
    Narrowed,
    OneOf,
    Shape,
    Text,
    format_value,
)

_COUNT = Integer(low=0)
_SIGNED = Integer()
_ROOM = OneOf(ROOM_INDEX, M("vocabulary.room"))
_DICE = ListOf(_COUNT, length=6)
_DIE = Integer(1, 6)
_COPIED = Integer(1, 5)
_FACE = OneOf(("vacant", "occupied"), M("vocabulary.vacant-or-occupied"))

_BOARDS = Fields(
    {
        "floors": ListOf(
            ListOf(OneOf(COLOURS, M("vocabulary.room-colour")), length=COLUMNS), length=FLOORS
        )
    },
    {"points": MapOf(_ROOM, _COUNT)},
)

_SOURCES = ("die", "group", "tile", "(?:guest|staff):[0-9]{1,3}")
"""The sources that ``from`` may name in the base game; modules add further ones."""


class Shapes:
    """The shapes of a box's records: of its cards and foods, and of the keys that name them.

    player: a player's part of a position. checked, table_checked: the keys of player and table that
    a check may name. copied: the action of a 6. opened: the kinds that an open part waits for;
    obligations are named, too, and cannot be declined.
    """

    count = _COUNT
    signed = _SIGNED
    room = _ROOM
    dice = _DICE
    die = _DIE
    copied = _COPIED
    rooms = MapOf(_ROOM, _FACE)
    boards = MapOf(TEXT, _BOARDS)

    player: Fields
    checked: Mapping[str, Shape]
    position: Fields
    table_checked: Mapping[str, Shape]
    required_setup: Mapping[str, Shape]
    optional_setup: Mapping[str, Shape]
    setup: Shape
    options: Shape

    def __init__(self, box: Contents) -> None:
        """Take a box with merged foods, cards and kinds."""
        self.box = box
        cards = box.components
        food = OneOf(box.foods, M("vocabulary.food-this-game"))
        self.foods = MapOf(food, _COUNT)
        self.signed_foods = MapOf(food, _SIGNED)
        gains = (*box.foods, "krones", "emperor")
        self.gain = MapOf(OneOf(gains, M("vocabulary.something-die-can-give")), _COUNT)
        own = (
            M("vocabulary.base-guest", first=min(GUESTS), last=max(GUESTS))
            if cards.guests.keys() == GUESTS.keys()
            else M("vocabulary.guest-in-play")
        )
        self.guest = OneOf(cards.guests, own)
        guest_key = OneOf([str(number) for number in cards.guests], own)
        self.queue = ListOf(self.guest, high=len(FIGURES["queue_cost"]))
        own = (
            M("vocabulary.base-staff-card", first=min(STAFF), last=max(STAFF))
            if cards.staff.keys() == STAFF.keys()
            else M("vocabulary.staff-card")
        )
        self.staff = OneOf(cards.staff, own)
        self.politics = OneOf(cards.politics, M("vocabulary.politics-card"))
        self.tile = OneOf(cards.tiles, M("vocabulary.emperor-tile"))
        self.place = MapOf(guest_key, self.foods)
        self.cafe = ListOf(Fields({"guest": self.guest}, {"served": self.foods}))
        more = dict.fromkeys(box.marks.values(), BOOLEAN)
        self.staff_in_play = ListOf(Either(Fields({"staff": self.staff}, more), self.staff))
        words = "|".join((*_SOURCES, *box.sources))
        self._sources = re.compile(rf"({words})(\.[1-9])?\Z")
        self.source = Text(more=self._source)
        self.opened = box.opened
        self._amounts = lru_cache(maxsize=1024)(self._amounts_of)

    def _source(self, value: str) -> None:
        if self._sources.match(value):
            kind, _, number = value.partition(".")[0].partition(":")
            cards: Mapping[str, Any] = {
                "guest": self.box.components.guests,
                "staff": self.box.components.staff,
            }
            if kind not in cards or int(number) in cards[kind]:
                return
        raise Mismatch(M("vocabulary.not-source", value=format_value(value)))

    def read_amounts(self, value: Mapping[str, int]) -> Amounts | None:
        """Return the amounts that an object names, None where it names nothing."""
        return self.amounts(value) if value else None

    def amounts(self, value: Mapping[str, int]) -> Amounts:
        """Return the amounts that an object says: there are few, so most are known already."""
        return self._amounts((*value.items(),))

    def _amounts_of(self, named: tuple[tuple[str, int], ...]) -> Amounts:
        value = dict(named)
        food = self.box.vector(value)
        krones, steps = value.get("krones", 0), value.get("emperor", 0)
        return Amounts(value, food, pieces_of(food), krones, steps, sum(value.values()))

    def read_place(self, value: Mapping[str, Mapping[str, int]]) -> Place:
        """Return the food that an object puts onto guests."""
        index = self.box.food_index
        served = [
            (int(guest), tuple((index[food], count) for food, count in foods.items() if count))
            for guest, foods in value.items()
        ]
        whole: dict[int, int] = {}
        for _, pieces in served:
            for food, count in pieces:
                whole[food] = whole.get(food, 0) + count
        written = {guest: dict(foods) for guest, foods in value.items()}
        return Place(written, tuple(sorted(whole.items())), tuple(served), sum(whole.values()))

    def take_player(self, keys: Mapping[str, Shape], checked: Collection[str]) -> None:
        """Take the keys of a player's part of a position. checked: keys that a check may name."""
        self.player = Fields({}, keys)
        self.checked = {name: shape for name, shape in keys.items() if name in checked}

    def take_table(self, keys: Mapping[str, Shape], checked: Collection[str]) -> None:
        """Take the keys of a position; the keys of players' parts are known already."""
        self.position = Fields({}, keys)
        self.table_checked = {name: shape for name, shape in keys.items() if name in checked}

    def take_start(
        self,
        setups: Iterable[tuple[Mapping[str, Shape], Mapping[str, Shape]]],
        figures: Mapping[str, Shape],
    ) -> None:
        """Take the keys (required, optional) that modules add to a set-up, and further figures."""
        required: dict[str, Shape] = {
            "politics": ListOf(self.politics, length=3),
            "emperor": ListOf(self.tile, length=3),
            "queue": ListOf(self.guest, length=len(FIGURES["queue_cost"])),
        }
        optional: dict[str, Shape] = {
            "hands": MapOf(TEXT, ListOf(self.staff, length=FIGURES["start_hand"])),
            "boards": self.boards,
        }
        for more, perhaps in setups:
            required |= more
            optional |= perhaps
        self.required_setup, self.optional_setup = required, optional
        self.setup = Fields(required, optional)
        self.options = Fields({}, {**_OPTIONS, "figures": Fields({}, {**_FIGURES, **figures})})


_BY_SIZE = ListOf(_COUNT, length=LARGEST_GROUP)
_UNIT_ROW = Fields({"by_size": _BY_SIZE}, {"unit": TEXT})


bonus_row = Narrowed(
    ANYTHING, lambda value: (_UNIT_ROW if type(value) is dict else _BY_SIZE).check(value)
)
"""A group bonus by size: a number for each, or the form of the figures file."""

_FIGURES: Mapping[str, Shape] = {
    "emperor_track": ListOf(_COUNT, length=len(FIGURES["emperor_track"])),
    "queue_cost": ListOf(_COUNT, length=len(FIGURES["queue_cost"])),
    "points": MapOf(_ROOM, _COUNT),
    "group_bonus": MapOf(OneOf(COLOURS, M("vocabulary.room-colour")), bonus_row),
}

_OPTIONS: Mapping[str, Shape] = {
    "board": OneOf(("night", "day"), M("vocabulary.night-or-day")),
    "staff": OneOf(("dealt", "introductory", "draft"), M("vocabulary.dealt-introductory-or-draft")),
    "rulings": MapOf(TEXT, TEXT),
}
