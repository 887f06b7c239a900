"""A hotel board: the grid of rooms, its groups, prices and points on doors (GAH-COMP-05, -07)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from adjudicator.austria.printed.catalogue import COLOURS, FIGURES
from adjudicator.messages import M
from adjudicator.record import Unreadable

FLOORS, COLUMNS = len(FIGURES["night_floors"]), len(FIGURES["night_floors"][0])
ROOMS = FLOORS * COLUMNS

LARGEST_GROUP: int = max(map(len, FIGURES["group_bonus"].values()))
"""Rooms of the largest group that a bonus is printed for (GAH-COMP-05, GAH-GRP-03)."""
GROUPS = 10
"""Groups of every hotel board (GAH-COMP-05)."""

ROOM_NAMES: tuple[str, ...] = tuple(
    f"{floor}-{column}" for floor in range(1, FLOORS + 1) for column in range(1, COLUMNS + 1)
)
"""Names of the rooms; a room is elsewhere its index here, floor by floor from the bottom left."""

ROOM_INDEX: Mapping[str, int] = {name: room for room, name in enumerate(ROOM_NAMES)}

FLOOR_OF: tuple[int, ...] = tuple(room // COLUMNS + 1 for room in range(ROOMS))

EMPTY, VACANT, OCCUPIED = 0, 1, 2
"""States of a room space (GAH-COMP-06)."""

FACES = ("empty", "vacant", "occupied")


def _neighbours(room: int) -> tuple[int, ...]:
    floor, column = divmod(room, COLUMNS)
    around = ((floor - 1, column), (floor + 1, column), (floor, column - 1), (floor, column + 1))
    return tuple(
        row * COLUMNS + place for row, place in around if 0 <= row < FLOORS and 0 <= place < COLUMNS
    )


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(_neighbours(room) for room in range(ROOMS))
"""Rooms up, down, left and right of each room (GAH-ROOM-02)."""

FLOOR_ROOMS = tuple(tuple(range(f * COLUMNS, (f + 1) * COLUMNS)) for f in range(FLOORS))
COLUMN_ROOMS = tuple(tuple(range(c, ROOMS, COLUMNS)) for c in range(COLUMNS))


class Board:
    """One layout. Shared between players and games, never changed.

    colours: per room. groups: maximal connected sets of one colour, as tuples of rooms.
    group_of: per room the index of its group. points: VP on the door per room, None where the
    figure is unknown (a board entered without points).
    """

    __slots__ = ("colours", "cost", "custom", "group_of", "groups", "of_colour", "points")

    def __init__(
        self, colours: Sequence[str], points: Sequence[int | None], *, custom: bool = False
    ) -> None:
        self.colours = tuple(colours)
        self.points = tuple(points)
        self.custom = custom
        self.cost: tuple[int, ...] = tuple(FIGURES["floor_cost"][f - 1] for f in FLOOR_OF)
        groups: list[tuple[int, ...]] = []
        group_of = [-1] * ROOMS
        for room in range(ROOMS):
            if group_of[room] < 0:
                members = _find_group(self.colours, room)
                for member in members:
                    group_of[member] = len(groups)
                groups.append(members)
        self.groups = tuple(groups)
        self.group_of = tuple(group_of)
        self.of_colour = {
            colour: tuple(room for room in range(ROOMS) if self.colours[room] == colour)
            for colour in COLOURS
        }


def _find_group(colours: Sequence[str], room: int) -> tuple[int, ...]:
    found, waiting = {room}, [room]
    while waiting:
        for near in NEIGHBOURS[waiting.pop()]:
            if near not in found and colours[near] == colours[room]:
                found.add(near)
                waiting.append(near)
    return tuple(sorted(found))


_NIGHT_FLOORS = tuple(tuple(floor) for floor in FIGURES["night_floors"])

_UNKNOWN_DOORS = frozenset(ROOM_INDEX[name] for name in FIGURES["doors"])
"""Where points may be printed (GAH-ROOM-08); unknown if the board was entered without them."""


@lru_cache(maxsize=256)
def _make_board(
    floors: tuple[tuple[str, ...], ...],
    points: tuple[tuple[str, int], ...] | None,
    corrected: tuple[tuple[str, int], ...],
) -> Board:
    doors: list[int | None] = [0] * ROOMS
    if points is not None:
        for name, value in points:
            doors[ROOM_INDEX[name]] = value
    elif floors == _NIGHT_FLOORS:
        for name, value in FIGURES["night_points"].items():
            doors[ROOM_INDEX[name]] = value
    else:
        for room in _UNKNOWN_DOORS:
            doors[room] = None
    for name, value in corrected:
        doors[ROOM_INDEX[name]] = value
    colours = [colour for floor in floors for colour in floor]
    return Board(colours, doors, custom=floors != _NIGHT_FLOORS or points is not None)


def night_board(corrected: Mapping[str, int]) -> Board:
    """Return the night board, with door points that the table corrected by room name."""
    return _make_board(_NIGHT_FLOORS, None, tuple(sorted(corrected.items())))


def entered_board(
    floors: Sequence[Sequence[str]],
    points: Mapping[str, int] | None,
    corrected: Mapping[str, int],
    key: str,
) -> Board:
    """Return a board that a table entered: 20 colours, ten groups of 1 to 4 (GAH-COMP-05).

    Raises Unreadable, naming ``key``, for a group that is too large or another number of them.
    """
    board = _make_board(
        tuple(tuple(floor) for floor in floors),
        None if points is None else tuple(sorted(points.items())),
        tuple(sorted(corrected.items())),
    )
    for group in board.groups:
        if len(group) > LARGEST_GROUP:
            first = ROOM_NAMES[group[0]]
            colour = board.colours[group[0]]
            message = M(
                "board.group-size",
                colour=colour,
                first=first,
                rooms=len(group),
                largest=LARGEST_GROUP,
            )
            raise Unreadable(message, key=key, rule="GAH-COMP-05")
    if len(board.groups) != GROUPS:
        message = M("board.number-of-groups", groups=len(board.groups), due=GROUPS)
        raise Unreadable(message, key=key, rule="GAH-COMP-05")
    return board


def name_rooms(rooms: Sequence[int]) -> list[str]:
    """Return the names of rooms."""
    return [ROOM_NAMES[room] for room in rooms]
