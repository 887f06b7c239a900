"""Removing rooms: the one penalty that takes several steps (GAH-TILE-04, -08, -10)."""

from __future__ import annotations

from adjudicator.austria import agenda
from adjudicator.austria.board import COLUMNS, EMPTY, FLOOR_OF, OCCUPIED, ROOM_NAMES, ROOMS, VACANT
from adjudicator.austria.catalogue import Goods, Part
from adjudicator.austria.state import Open, Player, Table


def _highest(rooms: list[int]) -> list[int]:
    """Return the rooms of the highest floor among some."""
    return [room for room in rooms if FLOOR_OF[room] == FLOOR_OF[rooms[-1]]]


class Removal:
    """Removing rooms one after the other, asking only where the player has a choice.

    state: face of the rooms removed. left: how many are still to go. last: the room before.
    trying: it is only asked what would follow a room.
    """

    def __init__(self, table: Table, player: Player, goods: Goods) -> None:
        self.table = table
        self.player = player
        self.tile_ten = goods.remove_occupied > 0
        authors = table.rules["GAH-TILE-08"] == "occupied" and goods.remove_vacant > 1
        self.state = OCCUPIED if self.tile_ten or authors else VACANT
        if goods.remove_vacant > 1:
            table.rest_on("GAH-TILE-08")
        self.left = goods.remove_occupied or goods.remove_vacant
        self.last: int | None = None
        self.trying = False

    def candidates(self) -> list[int]:
        """Return the rooms that may go next (GAH-TILE-04, -08, -10; U-27, U-28)."""
        rooms = [room for room in range(ROOMS) if self.player.rooms[room] == self.state]
        if self.tile_ten and self.last is not None:
            below = [room for room in rooms if FLOOR_OF[room] < FLOOR_OF[self.last]]
            column = [room for room in below if room % COLUMNS == self.last % COLUMNS]
            next_one = [room for room in column if room == self.last - COLUMNS]
            if not self.trying and not _highest(below) == _highest(column) == next_one:
                self.table.rest_on("GAH-TILE-10")
            where = self.table.rules["GAH-TILE-10"]
            rooms = {"next-floor": below, "same-column": column}.get(where, next_one)
        if not rooms:
            return []
        rooms = _highest(rooms)
        if self.table.rules["U-28"] == "two":
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
        if not self.tile_ten or self.last is not None or self._after(room):
            return False
        saves = any(self._after(other) for other in rooms)
        if saves:
            self.table.rest_on("U-28")
        return saves

    def _after(self, room: int) -> list[int]:
        """Return the rooms that could go after this one."""
        before, self.last, self.trying = self.last, room, True
        rooms = self.candidates()
        self.last, self.trying = before, False
        return rooms

    def remove(self, room: int) -> None:
        """Take one room tile off the board."""
        player = self.player
        player.rooms[room] = EMPTY
        player.happened = (*player.happened, ("remove_room", ROOM_NAMES[room]))
        self.last = room
        self.left -= 1

    def go_on(self) -> None:
        """Remove what leaves no choice; open the choice where there is one."""
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
            agenda.push(self.table, self.player, [obligation], self.table.chain)
            return
