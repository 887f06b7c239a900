"""Rooms that were prepared and stayed vacant (GAH-FIN-03)."""

from __future__ import annotations

from adjudicator.austria.printed.board import ROOM_INDEX, VACANT
from adjudicator.austria.table.state import Table
from adjudicator.review.missed_chances import Chance, Entry, ReviewBook, Watcher

RULE = "GAH-FIN-03"
"""Occupied rooms give VP at the end, vacant ones nothing."""


class VacantRooms(Watcher):
    """Keeps for each room how it could have been left alone."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._without: dict[tuple[str, str], Chance] = {}
        self._noted: Chance | None = None

    def note(self, state: Table, number: int, entry: Entry, settled: bool) -> None:
        """Before a room is prepared, note that it could have been left out."""
        self._noted = None
        if not settled or entry["do"] != "prepare":
            return
        by = {"by": entry["by"]}
        without = {**by, "do": "done"} if state.in_setup else {**by, "do": "decline"}
        if not state.in_setup:
            without["what"] = "prepare"
        if self.try_entry(state, without) is not None:
            self._noted = Chance(number - 1, state.round_no, without)

    def see(self, state: Table, number: int, entry: Entry) -> None:
        """Keep the chance with the room."""
        if entry["do"] == "prepare":
            self._without.pop((entry["by"], entry["room"]), None)
            if self._noted is not None:
                self._without[entry["by"], entry["room"]] = self._noted

    def finish(self, state: Table, last: int, over: bool) -> None:
        """Say which rooms are vacant."""
        for (player, room), chance in self._without.items() if over else ():
            if state.by_id[player].rooms[ROOM_INDEX[room]] == VACANT:
                self.book.add("room", chance, last, RULE, about=room)
