"""The form of an Austria record: verbs with their keys, header options, set-up and position."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator.austria.board import COLUMNS, FLOORS, LARGEST_GROUP, ROOM_INDEX
from adjudicator.austria.box import read_modules
from adjudicator.austria.catalogue import COLOURS, FIGURES, GUESTS, STAFF
from adjudicator.austria.editions import EDITIONS, rules_of
from adjudicator.messages import M
from adjudicator.record import Unreadable, require
from adjudicator.shapes import (
    AGREED,
    Mismatch,
    Shape,
    Verb,
    anything,
    boolean,
    either,
    fields,
    integer,
    list_of,
    map_of,
    nullable,
    one_of,
    shown,
    text,
)

if TYPE_CHECKING:
    from adjudicator.austria.box import Box

_COUNT = integer(low=0)
_SIGNED = integer()
_ROOM = one_of(ROOM_INDEX, M("vocabulary.room"))
_DICE = list_of(_COUNT, length=6)
_DIE = integer(1, 6)
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
    check may name. source and with_place: the keys ``from`` and ``place``. opened: what an open
    part waits for; obligations are named, too, and cannot be declined.
    """

    count = staticmethod(_COUNT)
    signed = staticmethod(_SIGNED)
    room = staticmethod(_ROOM)
    dice = staticmethod(_DICE)
    die = staticmethod(_DIE)
    rooms = staticmethod(map_of(_ROOM, _FACE))
    boards = staticmethod(map_of(text, _BOARDS))

    def __init__(self, box: Box) -> None:
        """Take the components of a box whose kinds and cards are merged."""
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
        words = "|".join((*_SOURCES, *(source for part in box.parts for source in part.sources)))
        self._sources = re.compile(rf"({words})(\.[1-9])?\Z")
        self.source: Mapping[str, Shape] = {"from": self._check_source}
        self.with_place: Mapping[str, Shape] = {"place": self.place}
        self.opened = tuple(kind.word for kind in box.kinds.values() if not kind.automatic)
        self.action: Mapping[str, Shape] = {
            "boost": boolean,
            "gain": self.gain,
            "as": integer(1, 5),
            "place": self.place,
        }
        mine = {key.name: key.shape(self) for key in box.player_keys}
        self.player = fields({}, mine)
        self.checked = {key.name: mine[key.name] for key in box.player_keys if key.check}
        shown = {key.name: key.shape(self) for key in box.position}
        self.position = fields({}, shown)
        self.table_checked = {key.name: shown[key.name] for key in box.position if key.check}
        self.required_setup, self.optional_setup = self._setup()
        self.setup = fields(self.required_setup, self.optional_setup)
        self.options = self._options()

    def _check_source(self, value: Any) -> None:
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

    def verbs(self) -> Mapping[str, Verb]:
        """Return the verbs of the box, with the keys that modules add to them."""
        verbs = {}
        for do, deed in self.box.deeds.items():
            verb = deed.shape(self)
            for part in self.box.parts:
                if do in part.keys:
                    verb = replace(verb, optional={**verb.optional, **part.keys[do](self)})
            verbs[do] = verb
        return verbs

    def _setup(self) -> tuple[Mapping[str, Shape], Mapping[str, Shape]]:
        required: dict[str, Shape] = {
            "politics": list_of(self.politics, length=3),
            "emperor": list_of(self.tile, length=3),
            "queue": list_of(self.guest, length=len(FIGURES["queue_cost"])),
        }
        optional: dict[str, Shape] = {
            "hands": map_of(text, list_of(self.staff, length=FIGURES["start_hand"])),
            "boards": self.boards,
        }
        for part in self.box.parts:
            if part.setup is not None:
                more, perhaps = part.setup(self)
                required |= more
                optional |= perhaps
        return required, optional

    def _options(self) -> Shape:
        figures = dict(_FIGURES)
        figures |= {reading.plural: reading.whole(self) for reading in self.box.readings}
        return fields({}, {**_OPTIONS, "figures": fields({}, figures)})


def _whose_board(shapes: Shapes) -> Shape:
    def whole(entry: Mapping[str, Any]) -> None:
        if "of" not in entry and any(key in entry for key in shapes.checked):
            raise Mismatch(M("vocabulary.missing-whose-board"), "of")

    return whole


VERBS: Mapping[str, Callable[[Shapes], Verb]] = {
    "take_guest": lambda s: Verb({"guest": s.guest, "reveal": nullable(s.guest)}, s.source),
    "prepare": lambda s: Verb({"room": s.room}, s.source),
    "done": lambda s: Verb(),
    "roll": lambda s: Verb({"dice": s.dice}),
    "pass": lambda s: Verb(),
    "reroll": lambda s: Verb({"dice": s.dice}),
    "take_die": lambda s: Verb({"die": s.die}, s.action),
    "play_staff": lambda s: Verb({"staff": s.staff}, {**s.source, **s.with_place}),
    "serve": lambda s: Verb({"place": s.place}),
    "use_staff": lambda s: Verb({"staff": s.staff}, s.with_place),
    "check_in": lambda s: Verb({"guest": s.guest, "room": s.room}, s.with_place),
    "claim": lambda s: Verb({"politics": s.politics}),
    "gain": lambda s: Verb({"gain": s.foods}, {**s.source, **s.with_place}),
    "place": lambda s: Verb({"place": s.place}),
    "occupy": lambda s: Verb({"room": s.room}, s.source),
    "fill_order": lambda s: Verb({"guest": s.guest}, s.source),
    "extra_action": lambda s: Verb({"die": s.die}, {**s.action, **s.source}),
    "decline": lambda s: Verb(
        {}, {"what": one_of(s.opened, M("vocabulary.verb-that-part-waits-for")), **s.source}
    ),
    "penalty": lambda s: Verb(
        {"choose": one_of(("vp", "goods", "ignore"), M("vocabulary.vp-goods-or-ignore"))}, s.source
    ),
    "remove_room": lambda s: Verb({"room": s.room}, s.source),
    "return_staff": lambda s: Verb({"count": s.count}, {"staff": list_of(s.staff), **s.source}),
    "discard_staff": lambda s: Verb({"staff": s.staff}, s.source),
    "copy_staff": lambda s: Verb({"of": text, "staff": s.staff}),
    "check": lambda s: Verb(
        {},
        {
            "of": text,
            **s.checked,
            **s.table_checked,
        },
        "none",
        _whose_board(s),
    ),
    "adjust": lambda s: Verb(
        {"of": text},
        {
            "krones": s.signed,
            "vp": s.signed,
            "emperor": s.signed,
            "hand": s.signed,
            "kitchen": s.signed_foods,
        },
        "none",
    ),
    "rule": lambda s: Verb({"entry": integer(low=1), "stands": boolean}, AGREED, "none"),
}
"""The form of each verb of the base game, with its required and optional keys."""


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


def read_header(document: Mapping[str, Any]) -> None:
    """Check the header of an Austria record. Raises Unreadable naming key and rule."""
    if "edition" not in document:
        raise Unreadable(M("vocabulary.missing"), key="edition")
    require(
        one_of(EDITIONS, M("vocabulary.edition", editions=tuple(EDITIONS))),
        document["edition"],
        "edition",
    )
    box = read_modules(document.get("modules", ()))
    options = document.get("options", {})
    require(box.shapes.options, options, "options")
    rules_of(document["edition"], options.get("rulings", {}), box.own_switches)
    players = document["players"]
    if not 2 <= len(players) <= 4:
        message = M("vocabulary.players", n=len(players))
        raise Unreadable(message, key="players", rule="GAH-COMP-02")
    colours = [player["colour"] for player in players if "colour" in player]
    if len(set(colours)) != len(colours):
        raise Unreadable(
            M("vocabulary.two-players-have-same-colour"), key="players", rule="GAH-SETUP-09"
        )
    ids = [player["id"] for player in players]
    if "setup" in document:
        require(box.shapes.setup, document["setup"], "setup")
        _known_players(document["setup"], ids, "setup", ("hands", "boards"))
        start = document["setup"]
    else:
        require(box.shapes.position, document["position"], "position")
        _known_players(
            document["position"], ids, "position", ("taken", "players", "boards", "paid_groups")
        )
        start = document["position"]
    if options.get("board", "night") == "day" and set(start.get("boards", ())) != set(ids):
        place = "setup" if "setup" in document else "position"
        raise Unreadable(M("vocabulary.day-board-needed-for-every"), key=f"{place}.boards")
    for check in box.headers:
        check(document)


def _known_players(
    start: Mapping[str, Any], ids: list[str], key: str, maps: tuple[str, ...]
) -> None:
    known = one_of(ids, M("vocabulary.player-this-record"))
    for name in maps:
        require(map_of(known, anything), start.get(name, {}), f"{key}.{name}")
    for name in ("turn_of", "first_player"):
        if start.get(name) is not None:
            require(known, start[name], f"{key}.{name}")
    require(list_of(known), start.get("passed", []), f"{key}.passed")
    require(map_of(anything, list_of(known)), start.get("claims", {}), f"{key}.claims")
