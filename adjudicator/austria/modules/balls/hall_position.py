"""The module's keys of a position, and which values are impossible (record format)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.austria.modules.balls import halls
from adjudicator.austria.modules.balls.floor import (
    BALCONY,
    DANCERS,
    FULL,
    HALLS_IN_PLAY,
    ROWS,
    Floor,
    Hall,
    count_all_dancers,
    count_dancers_of,
    floor_of,
    rehearsal_of,
)
from adjudicator.austria.printed.record_shapes import Shapes
from adjudicator.austria.table.declarations import MISSING, Key, list_if_known
from adjudicator.austria.table.state import Player, Table
from adjudicator.messages import M
from adjudicator.record import ImpossibleValue, Unreadable
from adjudicator.shapes import TEXT, Fields, Integer, ListOf, MapOf, Narrowed, Nullable, Shape


def check_halls_header(document: Mapping[str, Any]) -> None:
    """Check that halls are laid out once only. Raises Unreadable."""
    where = "setup" if "setup" in document else "position"
    start = document[where]
    halls.check_different(start.get("halls", []), f"{where}.halls")
    boards = [
        player["rehearsal"]["board"]
        for player in start.get("players", {}).values()
        if "board" in player.get("rehearsal", {})
    ]
    if len(set(boards)) < len(boards):
        message = M("balls.rehearsal-twice")
        raise Unreadable(message, key=f"{where}.players", rule="WALTZ1-SETUP-09")


# --- halls and dancers ------------------------------------------------------------------------


def _show_dancers(table: Table) -> Any:
    floor = floor_of(table)
    ids = [player.id for player in table.players]

    def name_seats(seats: Sequence[int | None]) -> list[str | None]:
        return [None if seat is None else ids[seat] for seat in seats]

    shown = {}
    for name, hall in floor.known.items():
        shown[name] = {row: name_seats(hall.rows[row]) for row in ROWS}
        if name == floor.right or (floor.halls is None and hall.balcony):
            shown[name][BALCONY] = name_seats(hall.balcony)
    return MISSING if floor.halls is None and not shown else shown


def _read_dancers(table: Table, position: Any, value: Mapping[str, Any], place: str) -> None:
    floor = floor_of(table)
    for name, rows in value.items():
        hall = floor.known[name] = Hall()
        for row in ROWS:
            seats = [_find_seat(table, who, f"{place}.{name}.{row}") for who in rows.get(row, [])]
            while seats and seats[-1] is None:
                seats.pop()
            hall.rows[row] = seats
        seats = [
            _find_seat(table, who, f"{place}.{name}.{BALCONY}") for who in rows.get(BALCONY, [])
        ]
        hall.balcony = [seat for seat in seats if seat is not None]
    count_all_dancers(table)


def _find_seat(table: Table, name: str | None, place: str) -> int | None:
    if name is None:
        return None
    if name not in table.by_id:
        raise Unreadable(M("balls.no-player", player=name), key=place)
    return table.by_id[name].seat


def _normalise_dancers(value: Any) -> Any:
    """Bring dancers into a form in which equal halls are equal: nothing empty is said."""
    plain: dict[str, dict[str, list[Any]]] = {}
    for name, rows in (value or {}).items():
        for row, seats in rows.items():
            seats = list(seats)
            while seats and seats[-1] is None:
                seats.pop()
            if seats:
                plain.setdefault(name, {})[row] = seats
    return plain


POSITION = (
    Key(
        "halls",
        halls.three_halls,
        lambda t: list_if_known(floor_of(t).halls),
        lambda t, position, value, place: floor_of(t).lay_out(value),
    ),
    Key(
        "dancers",
        lambda s: MapOf(
            halls.hall_shape(s),
            Fields({}, {**dict.fromkeys(ROWS, ListOf(Nullable(TEXT))), BALCONY: ListOf(TEXT)}),
        ),
        _show_dancers,
        _read_dancers,
        check=True,
        alike=_normalise_dancers,
    ),
)
"""The keys of the table: which halls are in play, and who dances where."""


# --- rehearsal halls --------------------------------------------------------------------------


def _rehearsal_shape(shapes: Shapes) -> Shape:
    each = [Integer(0, most).check for most in FULL]

    def most_left(value: Any) -> None:
        for check, left in zip(each, value, strict=True):
            check(left)

    sections = Narrowed(ListOf(Integer(0), length=len(FULL)), most_left)
    return Fields({}, {"sections": Nullable(sections), "board": Integer(1, len(FULL))})


def _show_rehearsal(table: Table, player: Player) -> Any:
    rehearsal = rehearsal_of(player)
    if rehearsal.board is None and rehearsal.sections == list(FULL):
        return MISSING
    shown: dict[str, Any] = {}
    if rehearsal.board is not None:
        shown["board"] = rehearsal.board
    sections = rehearsal.sections
    return {**shown, "sections": None if sections is None else sections[:]}


def _read_rehearsal(table: Table, player: Player, value: Mapping[str, Any], place: str) -> None:
    rehearsal, sections = rehearsal_of(player), value.get("sections")
    rehearsal.board = value.get("board")
    rehearsal.sections = None if sections is None else list(sections)


PLAYER_KEYS = (
    Key("rehearsal", _rehearsal_shape, _show_rehearsal, _read_rehearsal, default={}, check=True),
)
"""The key of a player: the rehearsal hall, and who is left in its sections."""


def finish_dancers(table: Table, document: Mapping[str, Any]) -> None:
    """Count the dancers of each player, and fill in the values that a position leaves out."""
    floor = floor_of(table)
    floor.at_start = False
    if "position" not in document:
        return
    position = document["position"]
    for player in table.players:
        out = count_dancers_of(table, player)
        rehearsal = rehearsal_of(player)
        given = position.get("players", {}).get(player.id, {}).get("rehearsal", {})
        if rehearsal.sections is None and not out and given.get("sections", ()) is not None:
            rehearsal.sections = list(FULL)
        left = DANCERS - out if rehearsal.sections is None else sum(rehearsal.sections)
        rehearsal.left = max(0, left)


# --- contradictions ---------------------------------------------------------------------------


def find_impossible_halls(table: Table) -> Iterator[ImpossibleValue]:
    """Yield impossible values of the module (see ``start.find_impossible_values``)."""
    floor = floor_of(table)
    for name, hall in floor.known.items():
        if floor.halls is not None and name not in floor.halls:
            message = M("balls.not-in-play", hall=name, halls=floor.halls)
            yield f"dancers.{name}", "WALTZ1-SETUP-02", message
        elif hall.balcony and floor.halls is not None and name != floor.right:
            message = M("balls.balcony-elsewhere", hall=name)
            yield f"dancers.{name}", "WALTZ1-SETUP-04", message
        for row in ROWS:
            yield from _bent_row(floor, name, row)
    if len(floor.known) > HALLS_IN_PLAY:
        yield "dancers", "WALTZ1-SETUP-02", M("balls.too-many-halls", count=len(floor.known))
    balconies = [name for name, hall in floor.known.items() if hall.balcony]
    if len(balconies) > 1:
        yield "dancers", "WALTZ1-SETUP-04", M("balls.balcony-elsewhere", hall=balconies[0])
    for player in table.players:
        count = count_dancers_of(table, player) + sum(rehearsal_of(player).sections or ())
        if count > DANCERS:
            message = M("balls.too-many-dancers", player=player.id, count=count)
            yield f"players.{player.id}.rehearsal", "WALTZ1-BALL-18", message


def _bent_row(floor: Floor, name: str, row: str) -> Iterator[ImpossibleValue]:
    cells = floor.read(name, row)
    if cells is None:
        return
    seats = floor.known[name].rows[row]
    if len(seats) > len(cells):
        message = M("balls.more-than-cells", hall=name, row=row, count=len(seats), room=len(cells))
        yield f"dancers.{name}.{row}", "WALTZ1-BALL-05", message
    marked = set(range(min(len(seats), len(cells)))).difference(floor.usable(cells))
    if any(seats[cell] is not None for cell in marked):
        message = M("balls.cell-for-four", hall=name, row=row)
        yield f"dancers.{name}.{row}", "WALTZ1-BALL-14", message
