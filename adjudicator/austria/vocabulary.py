"""The form of an Austria record: verbs with their keys, header options, set-up and position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from adjudicator.austria.board import COLUMNS, FLOORS, LARGEST_GROUP, ROOM_INDEX
from adjudicator.austria.catalogue import COLOURS, FIGURES, FOODS, GUESTS, POLITICS, STAFF, TILES
from adjudicator.austria.editions import EDITIONS, rules_of
from adjudicator.record import (
    AGREED,
    Mismatch,
    Shape,
    Unreadable,
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
    require,
    shown,
    text,
)

_COUNT = integer(low=0)
_FOODS = map_of(one_of(FOODS, "a food of this game"), _COUNT)
_GAIN = map_of(one_of((*FOODS, "krones", "emperor"), "something a die can give"), _COUNT)
_GUEST = one_of(GUESTS, "a guest (49 to 104)")
_GUEST_KEY = one_of([str(number) for number in GUESTS], "a guest (49 to 104)")
_QUEUE = list_of(_GUEST, high=len(FIGURES["queue_cost"]))
_STAFF = one_of(STAFF, "a staff card (1 to 48)")
_ROOM = one_of(ROOM_INDEX, "a room (1-1 to 4-5)")
_POLITICS = one_of(POLITICS, "a politics card")
_TILE = one_of(TILES, "an emperor tile")
_PLACE = map_of(_GUEST_KEY, _FOODS)
_DICE = list_of(_COUNT, length=6)
_DIE = integer(1, 6)
_CAFE = list_of(fields({"guest": _GUEST}, {"served": _FOODS}))
_FACE = one_of(("vacant", "occupied"), "vacant or occupied")
_STAFF_IN_PLAY = list_of(either(fields({"staff": _STAFF}, {"used": boolean}), _STAFF))

_SOURCE = re.compile(r"(die|group|tile|(guest|staff):([0-9]{1,3}))(\.[1-9])?\Z")


def _source(value: Any) -> None:
    text(value)
    match = _SOURCE.match(value)
    known = {"guest": GUESTS, "staff": STAFF}
    if not match or (match[2] and int(match[3]) not in known[match[2]]):
        raise Mismatch(f"{shown(value)} is not a source such as die, tile, guest:61 or staff:14")


_FROM: Mapping[str, Shape] = {"from": _source}
_WITH_PLACE: Mapping[str, Shape] = {"place": _PLACE}
_OPENED = (  # what an open part waits for; obligations are named, too, and cannot be declined
    "prepare",
    "play_staff",
    "take_guest",
    "occupy",
    "fill_order",
    "gain",
    "extra_action",
    "penalty",
    "remove_room",
    "return_staff",
    "discard_staff",
)
_ACTION = {"boost": boolean, "gain": _GAIN, "as": integer(1, 5), "place": _PLACE}
_SIGNED = integer()
_SIGNED_FOODS = map_of(one_of(FOODS, "a food of this game"), _SIGNED)

_BOARD_STATE: Mapping[str, Shape] = {
    "krones": integer(),
    "emperor": integer(),
    "vp": integer(),
    "kitchen": _FOODS,
    "rooms": map_of(_ROOM, _FACE),
    "cafe": _CAFE,
    "staff": _STAFF_IN_PLAY,
    "hand": _COUNT,
}
"""What a player's board shows, as positions and checks name it."""


def _whose_board(entry: Mapping[str, Any]) -> None:
    if "of" not in entry and any(key in entry for key in _BOARD_STATE):
        raise Mismatch("is missing (whose board?)", "of")


VERBS: Mapping[str, Verb] = {
    "take_guest": Verb({"guest": _GUEST, "reveal": nullable(_GUEST)}, _FROM),
    "prepare": Verb({"room": _ROOM}, _FROM),
    "done": Verb(),
    "roll": Verb({"dice": _DICE}),
    "pass": Verb(),
    "reroll": Verb({"dice": _DICE}),
    "take_die": Verb({"die": _DIE}, _ACTION),
    "play_staff": Verb({"staff": _STAFF}, {**_FROM, **_WITH_PLACE}),
    "serve": Verb({"place": _PLACE}),
    "use_staff": Verb({"staff": _STAFF}, _WITH_PLACE),
    "check_in": Verb({"guest": _GUEST, "room": _ROOM}, _WITH_PLACE),
    "claim": Verb({"politics": _POLITICS}),
    "gain": Verb({"gain": _FOODS}, {**_FROM, **_WITH_PLACE}),
    "place": Verb({"place": _PLACE}),
    "occupy": Verb({"room": _ROOM}, _FROM),
    "fill_order": Verb({"guest": _GUEST}, _FROM),
    "extra_action": Verb({"die": _DIE}, {**_ACTION, **_FROM}),
    "decline": Verb({}, {"what": one_of(_OPENED, "a verb that a part waits for"), **_FROM}),
    "penalty": Verb({"choose": one_of(("vp", "goods", "ignore"), "vp, goods or ignore")}, _FROM),
    "remove_room": Verb({"room": _ROOM}, _FROM),
    "return_staff": Verb({"count": _COUNT}, {"staff": list_of(_STAFF), **_FROM}),
    "discard_staff": Verb({"staff": _STAFF}, _FROM),
    "copy_staff": Verb({"of": text, "staff": _STAFF}),
    "check": Verb(
        {},
        {
            "of": text,
            **_BOARD_STATE,
            "dice": _DICE,
            "queue": _QUEUE,
        },
        "none",
        _whose_board,
    ),
    "adjust": Verb(
        {"of": text},
        {
            "krones": _SIGNED,
            "vp": _SIGNED,
            "emperor": _SIGNED,
            "hand": _SIGNED,
            "kitchen": _SIGNED_FOODS,
        },
        "none",
    ),
    "rule": Verb({"entry": integer(low=1), "stands": boolean}, AGREED, "none"),
}
"""The verbs of this game, with their required and optional keys."""


def bonus_row(value: Any) -> None:
    """The shape of a group bonus by size: a number for each, or the form of the figures file."""
    numbers = list_of(_COUNT, length=LARGEST_GROUP)
    if type(value) is dict:
        fields({"by_size": numbers}, {"unit": text})(value)
    else:
        numbers(value)


_FIGURES = fields(
    {},
    {
        "emperor_track": list_of(_COUNT, length=len(FIGURES["emperor_track"])),
        "queue_cost": list_of(_COUNT, length=len(FIGURES["queue_cost"])),
        "points": map_of(_ROOM, _COUNT),
        "group_bonus": map_of(one_of(COLOURS, "a room colour"), bonus_row),
    },
)

_OPTIONS = fields(
    {},
    {
        "board": one_of(("night", "day"), "night or day"),
        "staff": one_of(("dealt", "introductory", "draft"), "dealt, introductory or draft"),
        "rulings": map_of(text, text),
        "figures": _FIGURES,
    },
)

_BOARDS = fields(
    {"floors": list_of(list_of(one_of(COLOURS, "a room colour"), length=COLUMNS), length=FLOORS)},
    {"points": map_of(_ROOM, _COUNT)},
)

_POSITION: Mapping[str, Shape] = {
    "round": integer(1, FIGURES["rounds"]),
    "turn_of": nullable(text),
    "die_taken": boolean,
    "guest_taken": boolean,
    "dice": _DICE,
    "taken": map_of(text, integer(0, 2)),
    "passed": list_of(text),
    "queue": _QUEUE,
    "politics": list_of(_POLITICS, length=3),
    "claims": map_of(_POLITICS, list_of(text)),
    "emperor": list_of(_TILE, length=3),
    "first_player": text,
    "players": map_of(text, fields({}, _BOARD_STATE)),
    "boards": map_of(text, _BOARDS),
    "phase": anything,
    "open": anything,
    "die": nullable(_DIE),
    "boosted": boolean,
    "paid_groups": map_of(text, list_of(_ROOM)),
    "discards": list_of(_GUEST),
}

_SETUP_REQUIRED: Mapping[str, Shape] = {
    "politics": list_of(_POLITICS, length=3),
    "emperor": list_of(_TILE, length=3),
    "queue": list_of(_GUEST, length=len(FIGURES["queue_cost"])),
}
_SETUP_OPTIONAL: Mapping[str, Shape] = {
    "hands": map_of(text, list_of(_STAFF, length=FIGURES["start_hand"])),
    "boards": map_of(text, _BOARDS),
}


def read_header(document: Mapping[str, Any]) -> None:
    """Check the header of an Austria record. Raises Unreadable naming key and rule."""
    if "edition" not in document:
        raise Unreadable("is missing", key="edition")
    require(one_of(EDITIONS, f"an edition ({', '.join(EDITIONS)})"), document["edition"], "edition")
    for module in document.get("modules", ()):
        raise Unreadable(f"the module {shown(module)} is not supported", key="modules")
    options = document.get("options", {})
    require(_OPTIONS, options, "options")
    rules_of(document["edition"], options.get("rulings", {}))
    players = document["players"]
    if not 2 <= len(players) <= 4:
        message = f"{len(players)} players; the game is for 2 to 4"
        raise Unreadable(message, key="players", rule="GAH-COMP-02")
    colours = [player["colour"] for player in players if "colour" in player]
    if len(set(colours)) != len(colours):
        raise Unreadable("two players have the same colour", key="players", rule="GAH-SETUP-09")
    ids = [player["id"] for player in players]
    if "setup" in document:
        require(fields(_SETUP_REQUIRED, _SETUP_OPTIONAL), document["setup"], "setup")
        _known_players(document["setup"], ids, "setup", ("hands", "boards"))
        start = document["setup"]
    else:
        require(fields({}, _POSITION), document["position"], "position")
        _known_players(
            document["position"], ids, "position", ("taken", "players", "boards", "paid_groups")
        )
        start = document["position"]
    if options.get("board", "night") == "day" and set(start.get("boards", ())) != set(ids):
        place = "setup" if "setup" in document else "position"
        raise Unreadable("a day board is needed for every player", key=f"{place}.boards")


def _known_players(
    start: Mapping[str, Any], ids: list[str], key: str, maps: tuple[str, ...]
) -> None:
    known = one_of(ids, "a player of this record")
    for name in maps:
        require(map_of(known, anything), start.get(name, {}), f"{key}.{name}")
    for name in ("turn_of", "first_player"):
        if start.get(name) is not None:
            require(known, start[name], f"{key}.{name}")
    require(list_of(known), start.get("passed", []), f"{key}.passed")
    require(map_of(anything, list_of(known)), start.get("claims", {}), f"{key}.claims")
