"""Hotels as the page draws them: squares with their tourists, and the stores beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.samoa.printed.names import short_room
from adjudicator.samoa.table.hotel import extra_rooms
from recorder.pages.presenter import View
from recorder.pages.samoa import terms
from recorder.pages.shared.parts import keep_made
from recorder.pages.wording import gettext as _
from recorder.pages.wording import listing

GUESS = ("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4")
"""Squares to tap where no hotel board was entered (SAM-P-04)."""

EXTRA = 4
"""Extra rooms that can be named where the record does not know of them."""

_SQUARE = re.compile(r"([a-z])([1-9])\Z")


def hotel_view(view: View, player: str) -> dict[str, object]:
    """Return one player's hotel with everything that lies open, and money where it may be seen."""
    own = view.position["players"][player]
    return {
        "id": player,
        "name": view.name(player),
        "title": _("%(name)s's hotel", name=view.name(player)),
        "rooms": rooms_view(view, player),
        "pools": own["pools"],
        "special": [terms.tile_face(tile) for tile in own["special_tiles"]],
        "hand": own["hand"],
        "card": _card(own.get("card")),
        "money": own.get("money"),
        "discards": [_card(card) for card in own.get("discards", ())],
    }


def rooms_view(view: View, player: str) -> dict[str, Any]:
    """Return the rooms of a player's hotel, which many entries leave as they are."""
    printed = (view.position.get("hotel") or {}).get("rooms") or GUESS
    own = {key: view.position["players"][player][key] for key in _HOUSED}
    return keep_made("rooms", (player, printed, own), lambda: _rooms(player, own, printed))


_HOUSED = ("rooms", "suites", "extra_rooms")
"""Keys of a player that the rooms are made from."""


def _rooms(player: str, own: Mapping[str, Any], printed: Sequence[str]) -> dict[str, Any]:
    rows, extra = _rows(own, printed), list(extra_rooms(own["extra_rooms"]))
    lived = [room for room in own["rooms"] if room not in printed and room not in extra]
    return {
        "id": player,
        "rows": rows,
        "columns": len(rows[0]) if all(map(_SQUARE.match, printed)) else 4,
        "extra": [_room(own, name) for name in (*lived, *extra)],  # a hotel may be not entered
    }


def with_all_extra_rooms(view: View, player: str) -> dict[str, Any]:
    """Return a player's rooms and every extra room there can be, owned by the record or not."""
    made, own = rooms_view(view, player), view.position["players"][player]
    known = {room["name"] for room in made["extra"]}
    more = [_room(own, name) for name in extra_rooms(EXTRA) if name not in known]
    return {**made, "extra": [*made["extra"], *more]}


def _card(card: Mapping[str, Any] | None) -> dict[str, object] | None:
    return None if card is None else {**card, "words": terms.price_card_words(card)}


def _rows(own: Mapping[str, Any], printed: Sequence[str]) -> list[list[dict[str, Any] | None]]:
    """Return the printed rooms row by row; None is a square without a room.

    Rooms that a record names otherwise than by row and column lie in one row after another.
    """
    places = {name: _SQUARE.match(name) for name in printed}
    if not all(places.values()):
        return [
            [_room(own, name) for name in printed[start : start + 4]]
            for start in range(0, len(printed), 4)
        ]
    rows = sorted({name[0] for name in printed})
    columns = sorted({int(name[1]) for name in printed})
    squares = [[f"{row}{column}" for column in range(columns[0], columns[-1] + 1)] for row in rows]
    return [[_room(own, square) if square in places else None for square in row] for row in squares]


def _room(own: Mapping[str, Any], name: str) -> dict[str, Any]:
    living = own["rooms"].get(name, [])
    suite = name in own["suites"]
    people = [
        {
            **terms.token_face(one["token"]),
            "flag": one["flag"],
            "nation": terms.nation_word(one["flag"]),
        }
        for one in living
    ]
    who = [
        _("%(token)s from %(nation)s", token=person["word"], nation=person["nation"])
        for person in people
    ]
    said = [terms.room_name(name)]
    if suite:
        said.append(_("suite"))
    said.append(listing(who) if who else _("nobody"))
    return {
        "name": name,
        "short": short_room(name),
        "suite": suite,
        "people": people,
        "words": ", ".join(said),
    }
