"""Removing rooms: the one penalty that takes several steps (GAH-TILE-04, -08, -10)."""

from __future__ import annotations

from adjudicator.austria.printed.board import COLUMNS, EMPTY, FLOOR_OF, OCCUPIED, ROOM_NAMES, VACANT
from adjudicator.austria.printed.catalogue import Goods, Part
from adjudicator.austria.table import agenda
from adjudicator.austria.table.state import Open, Player, Table

_SECOND = ("next-floor", "same-column", "directly-below")
"""Where the second of two rooms may lie (GAH-TILE-10)."""


def _list_highest(rooms: list[int]) -> list[int]:
    """Return the rooms of the highest floor among some."""
    return [room for room in rooms if FLOOR_OF[room] == FLOOR_OF[rooms[-1]]]


def _list_second_rooms(occupied: list[int], last: int) -> dict[str, list[int]]:
    """Return the rooms that could go after one, by each reading of GAH-TILE-10."""
    below = [room for room in occupied if FLOOR_OF[room] < FLOOR_OF[last]]
    column = [room for room in below if room % COLUMNS == last % COLUMNS]
    next_one = [room for room in column if room == last - COLUMNS]
    ways = zip(_SECOND, (below, column, next_one), strict=True)
    return {where: _list_highest(rooms) for where, rooms in ways}


class Removal:
    """Removing rooms one after the other, asking only where the player has a choice.

    state: face of the rooms removed. left: how many are still to go. last: the room before.
    """

    def __init__(self, table: Table, player: Player, goods: Goods) -> None:
        self.table = table
        self.player = player
        self.tile_ten = goods.remove_occupied > 0
        authors = table.rules["GAH-TILE-08"] == "occupied" and goods.remove_vacant > 1
        self.state = OCCUPIED if self.tile_ten or authors else VACANT
        self.either = goods.remove_vacant > 1
        self.left = goods.remove_occupied or goods.remove_vacant
        self.last: int | None = None

    def note_face(self) -> None:
        """Note that it decides whether vacant or occupied rooms go (GAH-TILE-08)."""
        if self.either:
            self.table.rest_on("GAH-TILE-08")

    def goes_forced(self, room: int) -> bool:
        """Return whether a room might go where these rooms are taken without being chosen."""
        return room in self._list_reachable_rooms(self.state, self.left)

    def goes_otherwise(self, room: int, count: int) -> bool:
        """Return whether a room might go where rooms of the other face do (GAH-TILE-08).

        count: how many must be there.
        """
        other = VACANT if self.state == OCCUPIED else OCCUPIED
        enough = self.player.rooms.count(other) >= count
        return self.either and enough and room in self._list_reachable_rooms(other, count)

    def _showing(self, face: int) -> list[int]:
        """Return the rooms of a face, from below."""
        return [room for room, shown in enumerate(self.player.rooms) if shown == face]

    def _list_reachable_rooms(self, face: int, count: int) -> list[int]:
        """Return the rooms of a face that go or can be chosen, floor after floor from above."""
        rooms = self._showing(face)
        reached: list[int] = []
        while rooms and len(reached) < count:
            reached += _list_highest(rooms)
            rooms = [room for room in rooms if room not in reached]
        return reached

    def candidates(self) -> list[int]:
        """Return the rooms that may go next (GAH-TILE-04, -08, -10; U-27, U-28)."""
        rooms = self._showing(self.state)
        if self.tile_ten and self.last is not None:
            ways = _list_second_rooms(rooms, self.last)
            if any(way != ways[_SECOND[0]] for way in ways.values()):
                self.table.rest_on("GAH-TILE-10")
            return ways[self.table.rules["GAH-TILE-10"]]
        if not rooms:
            return []
        rooms = _list_highest(rooms)
        if self.table.rules["U-28"] == "two":
            saving = {where: self._saving(rooms, where) for where in _SECOND}
            if any(some != saving[_SECOND[0]] for some in saving.values()):
                self.table.rest_on("GAH-TILE-10")
            return [room for room in rooms if not self._saves(room, rooms)] or rooms
        return rooms

    def saves_one(self, room: int) -> bool:
        """Return whether a first room goes alone where another choice takes two (U-28)."""
        rooms = self.candidates()
        before, self.last = self.last, room
        self.candidates()  # notes where the second room is a question (GAH-TILE-10)
        self.last = before
        return self._saves(room, rooms)

    def _saves(self, room: int, rooms: list[int]) -> bool:
        if not self.tile_ten or self.last is not None:
            return False
        saves = room in self._saving(rooms, self.table.rules["GAH-TILE-10"])
        if saves:
            self.table.rest_on("U-28")
        return saves

    def _saving(self, rooms: list[int], where: str) -> list[int]:
        """Return the rooms that would go alone, where after another one a second could go."""
        occupied = self._showing(self.state)
        alone = [room for room in rooms if not _list_second_rooms(occupied, room)[where]]
        return alone if len(alone) < len(rooms) else []

    def remove(self, room: int) -> None:
        """Take one room tile off the board."""
        player = self.player
        player.rooms[room] = EMPTY
        player.happened = (*player.happened, ("remove_room", ROOM_NAMES[room]))
        self.last = room
        self.left -= 1

    def go_on(self) -> None:
        """Remove the rooms that leave no choice; open a choice where there is one."""
        self.note_face()
        while self.left > 0:
            rooms = self.candidates()
            if not rooms:
                return
            all_go = len(rooms) <= self.left and not self.tile_ten
            if len(rooms) == 1 or all_go:
                for room in rooms:
                    self.remove(room)
                continue
            for room in rooms:
                self._saves(room, rooms)  # notes that the choice is a question (U-28)
            obligation = Open(Part("remove_room", self.left), "tile", 1, "reward")
            obligation.choices = tuple(rooms)
            agenda.push_event(self.table, self.player, [obligation], self.table.chain)
            return
