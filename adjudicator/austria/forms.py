"""The forms of a box's records: shapes of its cards and foods, of positions and options."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from adjudicator.austria.board import COLUMNS, FLOORS, LARGEST_GROUP, ROOM_INDEX
from adjudicator.austria.catalogue import COLOURS, FIGURES, GUESTS, STAFF, pieces_of
from adjudicator.austria.contents import Contents
from adjudicator.entries import Amounts, Place
from adjudicator.messages import M
from adjudicator.shapes import (
    Mismatch,
    Shape,
    boolean,
    either,
    fields,
    integer,
    list_of,
    map_of,
    one_of,
    shown,
    text,
)

_COUNT = integer(low=0)
_SIGNED = integer()
_ROOM = one_of(ROOM_INDEX, M("vocabulary.room"))
_DICE = list_of(_COUNT, length=6)
_DIE = integer(1, 6)
_COPIED = integer(1, 5)
_FACE = one_of(("vacant", "occupied"), M("vocabulary.vacant-or-occupied"))

_BOARDS = fields(
    {
        "floors": list_of(
            list_of(one_of(COLOURS, M("vocabulary.room-colour")), length=COLUMNS), length=FLOORS
        )
    },
    {"points": map_of(_ROOM, _COUNT)},
)

_SOURCES = ("die", "group", "tile", "(?:guest|staff):[0-9]{1,3}")
"""What ``from`` may name in the base game; modules add to it."""


class Shapes:
    """The shapes of a box's records: of its cards and foods, and of what names them.

    player: what a position says of a player; checked, table_checked: what of player and table a
    check may name. copied: the action of a 6. opened: what an open part waits for; obligations
    are named, too, and cannot be declined.
    """

    count = staticmethod(_COUNT)
    signed = staticmethod(_SIGNED)
    room = staticmethod(_ROOM)
    dice = staticmethod(_DICE)
    die = staticmethod(_DIE)
    copied = staticmethod(_COPIED)
    rooms = staticmethod(map_of(_ROOM, _FACE))
    boards = staticmethod(map_of(text, _BOARDS))

    player: Shape
    checked: Mapping[str, Shape]
    position: Shape
    table_checked: Mapping[str, Shape]
    required_setup: Mapping[str, Shape]
    optional_setup: Mapping[str, Shape]
    setup: Shape
    options: Shape

    def __init__(self, box: Contents) -> None:
        """Take a box whose foods, cards and kinds are merged."""
        self.box = box
        cards = box.components
        food = one_of(box.foods, M("vocabulary.food-this-game"))
        self.foods = map_of(food, _COUNT)
        self.signed_foods = map_of(food, _SIGNED)
        gains = (*box.foods, "krones", "emperor")
        self.gain = map_of(one_of(gains, M("vocabulary.something-die-can-give")), _COUNT)
        own = (
            M("vocabulary.base-guest")
            if cards.guests.keys() == GUESTS.keys()
            else M("vocabulary.guest-in-play")
        )
        self.guest = one_of(cards.guests, own)
        guest_key = one_of([str(number) for number in cards.guests], own)
        self.queue = list_of(self.guest, high=len(FIGURES["queue_cost"]))
        own = (
            M("vocabulary.base-staff-card")
            if cards.staff.keys() == STAFF.keys()
            else M("vocabulary.staff-card")
        )
        self.staff = one_of(cards.staff, own)
        self.politics = one_of(cards.politics, M("vocabulary.politics-card"))
        self.tile = one_of(cards.tiles, M("vocabulary.emperor-tile"))
        self.place = map_of(guest_key, self.foods)
        self.cafe = list_of(fields({"guest": self.guest}, {"served": self.foods}))
        more = dict.fromkeys(box.marks.values(), boolean)
        self.staff_in_play = list_of(either(fields({"staff": self.staff}, more), self.staff))
        words = "|".join((*_SOURCES, *box.sources))
        self._sources = re.compile(rf"({words})(\.[1-9])?\Z")
        self.opened = box.opened
        self._amounts = lru_cache(maxsize=1024)(self._amounts_of)

    def source(self, value: Any) -> None:
        """The shape of ``from``."""
        text(value)
        if self._sources.match(value):
            kind, _, number = value.partition(".")[0].partition(":")
            cards: Mapping[str, Any] = {
                "guest": self.box.components.guests,
                "staff": self.box.components.staff,
            }
            if kind not in cards or int(number) in cards[kind]:
                return
        raise Mismatch(M("vocabulary.not-source", value=shown(value)))

    def gained(self, value: Mapping[str, int]) -> Amounts | None:
        """Return what an object says is gained; None where it names nothing."""
        return self.amounts(value) if value else None

    def amounts(self, value: Mapping[str, int]) -> Amounts:
        """Return the amounts that an object says: there are few, so most are known already."""
        return self._amounts((*value.items(),))

    def _amounts_of(self, named: tuple[tuple[str, int], ...]) -> Amounts:
        value = dict(named)
        food = self.box.vector(value)
        krones, steps = value.get("krones", 0), value.get("emperor", 0)
        return Amounts(value, food, pieces_of(food), krones, steps, sum(value.values()))

    def placed(self, value: Mapping[str, Mapping[str, int]]) -> Place:
        """Return the food onto guests that an object says."""
        index, served = self.box.food_index, []
        whole: dict[int, int] = {}
        for number, foods in value.items():
            pieces = []
            for name, count in foods.items():
                if count:
                    food = index[name]
                    whole[food] = whole.get(food, 0) + count
                    pieces.append((food, count))
            served.append((int(number), tuple(pieces)))
        return Place(value, tuple(sorted(whole.items())), tuple(served), sum(whole.values()))

    def take_player(self, keys: Mapping[str, Shape], checked: Collection[str]) -> None:
        """Take the keys of a player's part of a position. checked: what a check may name."""
        self.player = fields({}, keys)
        self.checked = {name: shape for name, shape in keys.items() if name in checked}

    def take_table(self, keys: Mapping[str, Shape], checked: Collection[str]) -> None:
        """Take the keys of a position, those of players' parts being known."""
        self.position = fields({}, keys)
        self.table_checked = {name: shape for name, shape in keys.items() if name in checked}

    def take_start(
        self,
        setups: Iterable[tuple[Mapping[str, Shape], Mapping[str, Shape]]],
        figures: Mapping[str, Shape],
    ) -> None:
        """Take the keys (required, optional) that modules add to a set-up, and further figures."""
        required: dict[str, Shape] = {
            "politics": list_of(self.politics, length=3),
            "emperor": list_of(self.tile, length=3),
            "queue": list_of(self.guest, length=len(FIGURES["queue_cost"])),
        }
        optional: dict[str, Shape] = {
            "hands": map_of(text, list_of(self.staff, length=FIGURES["start_hand"])),
            "boards": self.boards,
        }
        for more, perhaps in setups:
            required |= more
            optional |= perhaps
        self.required_setup, self.optional_setup = required, optional
        self.setup = fields(required, optional)
        self.options = fields({}, {**_OPTIONS, "figures": fields({}, {**_FIGURES, **figures})})


def bonus_row(value: Any) -> None:
    """The shape of a group bonus by size: a number for each, or the form of the figures file."""
    numbers = list_of(_COUNT, length=LARGEST_GROUP)
    if type(value) is dict:
        fields({"by_size": numbers}, {"unit": text})(value)
    else:
        numbers(value)


_FIGURES: Mapping[str, Shape] = {
    "emperor_track": list_of(_COUNT, length=len(FIGURES["emperor_track"])),
    "queue_cost": list_of(_COUNT, length=len(FIGURES["queue_cost"])),
    "points": map_of(_ROOM, _COUNT),
    "group_bonus": map_of(one_of(COLOURS, M("vocabulary.room-colour")), bonus_row),
}

_OPTIONS: Mapping[str, Shape] = {
    "board": one_of(("night", "day"), M("vocabulary.night-or-day")),
    "staff": one_of(
        ("dealt", "introductory", "draft"), M("vocabulary.dealt-introductory-or-draft")
    ),
    "rulings": map_of(text, text),
}
