"""Guests who could have moved in earlier, and those who sat in a café at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from adjudicator.austria.chapters.guests import list_rooms_for_guest, obstacles_to_leaving_cafe
from adjudicator.austria.chapters.turns import obstacles_to_extra_action
from adjudicator.austria.printed.board import FLOOR_OF, ROOM_INDEX, ROOM_NAMES, VACANT
from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.austria.review.item_entries import offered_entries
from adjudicator.austria.table import agenda
from adjudicator.austria.table.state import TURN, CafeGuest, Player, Table
from adjudicator.messages import M
from adjudicator.obstacles import is_allowed
from adjudicator.review.missed_chances import Chance, Entry, ReviewBook, Watcher

MOVING_IN = "GAH-CHK-05"
"""A guest who leaves the café brings VP and a reward."""

STILL_SITTING = "GAH-FIN-06"
"""A guest in the café at the end costs VP."""

SERVING = "GAH-ADD-04"
"""One krone brings up to three pieces of food from the kitchen onto guests."""

LEAVING = ("check_in", "send_guest")

SEAT_VP: int = -FIGURES["final_vp_per_cafe_guest"]
ROOM_VP: list[int] = FIGURES["final_vp_by_floor"]
SERVED_AT_ONCE = 3


@dataclass(slots=True)
class Waiting:
    """Since when one guest could leave the café: the turn, and the first chance for each room."""

    turn: int
    rooms: dict[int, Chance] = field(default_factory=dict)


class CafeGuests(Watcher):
    """Follows every guest from the queue to a room."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._ready: dict[tuple[str, int], Waiting] = {}
        self._served: dict[tuple[str, int], Chance] = {}
        self._without: dict[tuple[str, int], Chance] = {}
        self._noted: Chance | None = None
        self._tried: set[tuple[str, int, int]] = set()

    def look(self, state: Table, at: int) -> None:
        """Note the guests of the player whose turn it is who could move in or be served whole."""
        player = state.actor
        if state.phase != TURN or player is None or not player.cafe:
            return
        if not is_allowed(obstacles_to_extra_action(state, player)):
            return
        for guest in player.cafe.values():
            if guest.lacks is None:
                told = M("guests.colour-order-guest-not-known", guest=guest.number)
                self.book.unread[f"guest:{guest.number}"] = told
            elif is_allowed(obstacles_to_leaving_cafe(state, player, guest, guest.number)):
                self._note_ready(state, at, player, guest.number)
            elif (player.id, guest.number) not in self._served:
                self._note_order(state, at, player, guest)

    def _note_ready(self, state: Table, at: int, player: Player, number: int) -> None:
        known = self._ready.get((player.id, number))
        for room in list_rooms_for_guest(player, state.guests[number]):
            if known is not None and room in known.rooms:
                continue
            name = ROOM_NAMES[room]
            entry = {"by": player.id, "do": "check_in", "guest": number, "room": name}
            twin = self.try_entry(state, entry)
            if twin is None:
                continue
            points = twin.by_id[player.id].vp - player.vp
            if known is None:
                known = self._ready[player.id, number] = Waiting(state.turn_no)
            known.rooms[room] = Chance(at, state.round_no, entry, points)

    def _note_order(self, state: Table, at: int, player: Player, guest: CafeGuest) -> None:
        """Note the food for a whole order in the kitchen, once a turn."""
        lacks = guest.lacks or ()
        tried = player.id, guest.number, state.turn_no
        if tried in self._tried or not 0 < sum(lacks) <= SERVED_AT_ONCE:
            return
        if any(n > there for n, there in zip(lacks, player.kitchen, strict=True)):
            return
        foods = {state.box.foods[food]: n for food, n in enumerate(lacks) if n}
        place = {str(guest.number): foods}
        entry: dict[str, Any] = {"by": player.id, "do": "serve", "place": place}
        if self.try_entry(state, entry) is None:
            self._tried.add(tried)
        else:
            self._served[player.id, guest.number] = Chance(at, state.round_no, entry)

    def note(self, state: Table, number: int, entry: Entry, settled: bool) -> None:
        """Before a guest is taken, note how the turn could have gone on without."""
        self._noted = None
        player = state.actor
        if not settled or entry["do"] != "take_guest" or state.phase != TURN or player is None:
            return
        if entry["by"] != player.id:
            return
        for other, _ in self.try_entries(state, _going_on(state, player)):
            self._noted = Chance(number - 1, state.round_no, other)
            return

    def see(self, state: Table, number: int, entry: Entry) -> None:
        """See a guest who is taken, or one who leaves turns after it was possible."""
        if entry["do"] == "take_guest":
            mine = entry["by"], entry["guest"]
            if self._noted is not None and entry["guest"] in state.by_id[entry["by"]].cafe:
                self._without[mine] = self._noted
        elif entry["do"] in LEAVING:
            known = self._ready.pop((entry["by"], entry["guest"]), None)
            if known is not None and known.turn != state.turn_no:
                first = min(known.rooms.values(), key=lambda chance: chance.at)
                self.book.add("guest", first, number, MOVING_IN)

    def finish(self, state: Table, last: int, over: bool) -> None:
        """Say of every guest in a café what was left out last: moving in, serving, staying away."""
        if not over:
            return
        for player in state.players:
            vacant = {room for room, face in enumerate(player.rooms) if face == VACANT}
            sitting = [(player.id, number) for number in player.cafe]
            known = [(self._ready[one], one) for one in sitting if one in self._ready]
            for waiting, _ in sorted(known, key=lambda one: one[0].turn):
                self._never_moved_in(waiting, vacant, last)
            for one in sitting:
                if one in self._ready:
                    continue
                if one in self._served:
                    self.book.add("order", self._served[one], last, SERVING)
                elif one in self._without:
                    taken = self._without[one]
                    self.book.add("cafe", taken, last, STILL_SITTING, SEAT_VP, str(one[1]))

    def _never_moved_in(self, waiting: Waiting, vacant: set[int], last: int) -> None:
        """Say what a guest would have brought; a number follows only for a room still vacant.

        It is taken away from the vacant ones, so that no two guests count the same room.
        """
        by_time = sorted(waiting.rooms.values(), key=lambda chance: chance.at)
        for chance in by_time:
            room = ROOM_INDEX[chance.entry["room"]]
            if room in vacant:
                vacant.discard(room)
                points = (chance.points or 0) + SEAT_VP + ROOM_VP[FLOOR_OF[room] - 1]
                self.book.add("guest", chance, last, MOVING_IN, points)
                return
        self.book.add("guest", by_time[0], last, MOVING_IN)


def _going_on(state: Table, player: Player) -> Iterator[Entry]:
    """Yield entries by which a player goes on without the guest: to be tried in this order."""
    by = {"by": player.id}
    if agenda.list_usable_parts(player, "take_guest"):
        yield {**by, "do": "decline", "what": "take_guest"}
        return
    for die, count in enumerate(state.dice, start=1):
        if count:
            yield {**by, "do": "take_die", "die": die}
    yield from offered_entries(state, player, "take_key")
