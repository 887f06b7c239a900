"""Tourists who could have moved in, and tiles that could have been bought for less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.messages import M
from adjudicator.obstacles import is_allowed
from adjudicator.review.missed_chances import Chance, Entry, ReviewBook, Watcher
from adjudicator.samoa.chapters.building import find_tile_bid_obstacles, suite_rooms
from adjudicator.samoa.chapters.lodging import rooms_taking_anybody, would_pay
from adjudicator.samoa.game import SamoaPlay
from adjudicator.samoa.table.hotel import sum_fees
from adjudicator.samoa.table.state import SamoaState

PAYING = "SAM-PAY-01"
"""A tourist pays on moving in."""

BUYING = "SAM-BUILD-03"
"""A tile costs the own bid."""


class RoomsFree(Watcher):
    """Compares who moves in with one tourist more: what the same round would have paid."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._noted: tuple[Chance, int] | None = None

    def note(self, state: SamoaPlay, number: int, entry: Entry, settled: bool) -> None:
        """Before a player takes tourists in or passes, find the one more that would pay most."""
        self._noted = None
        player = entry.get("by")
        if (
            not settled
            or state.phase != "lodging"
            or player is None
            or state.next_lodger() != player
        ):
            return
        if entry["do"] not in ("lodge", "pass"):
            return
        if state.table.rooms is None:
            self.book.unread["hotel"] = M("lodging.rooms-not-known")
            return
        for more, twin in self.try_entries(state, _one_more(state, entry)):
            self._noted = Chance(number - 1, state.number, more), _money(twin, player)
            return

    def see(self, state: SamoaState, number: int, entry: Entry) -> None:
        """Say what one tourist more would have paid."""
        if self._noted is not None:
            chance, money = self._noted
            more = money - _money(state, entry["by"])
            self.book.add("lodge", chance, number, PAYING, more)


def _money(state: SamoaState, player: str) -> int:
    """Return a player's money with what the tourists of this round pay."""
    own = state.players[player]
    return own.money + sum_fees(state.table, own)


def _one_more(state: SamoaState, entry: Entry) -> Iterator[Entry]:
    """Yield an entry with one tourist more in another free room, the one who pays most first."""
    player = entry["by"]
    chosen: list[dict[str, str]] = [dict(one) for one in entry.get("tourists", ())]
    taken = {one["room"] for one in chosen}
    free = [room for room in rooms_taking_anybody(state, player) if room not in taken]
    possible: list[tuple[int, int, str, str]] = []
    for number, group in enumerate(state.groups, start=1):
        if entry.get("group", number) != number:
            continue
        left = list(group)
        for one in chosen:
            if one["token"] in left:
                left.remove(one["token"])
        possible += [
            (-would_pay(state, player, token, room), number, token, room)
            for token in dict.fromkeys(left)
            for room in free
        ]
    for _, number, token, room in sorted(possible)[:1]:
        tourists = [*chosen, {"token": token, "room": room}]
        yield {"by": player, "do": "lodge", "group": number, "tourists": tourists}


class TilesCheaper(Watcher):
    """Keeps for each player and kind of tile the lowest bid at which it was left on the table."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._least: dict[tuple[str, str], tuple[int, Chance]] = {}
        self._noted: dict[str, Chance] = {}
        self._bid = 0

    def note(self, state: SamoaPlay, number: int, entry: Entry, settled: bool) -> None:
        """Before a player buys or passes, note the tiles that could be bought."""
        self._noted, self._bid = {}, 0
        player = entry.get("by")
        if entry["do"] not in ("build", "pass") or player is None or state.next_builder() != player:
            return
        card = state.players[player].card
        self._bid = card[0] if card is not None else 0
        for tile in dict.fromkeys(state.tiles) if settled else ():
            if is_allowed(find_tile_bid_obstacles(state, player, tile)):
                build: dict[str, Any] = {"by": player, "do": "build", "tile": tile}
                if tile == "suite":
                    rooms = suite_rooms(state, player)
                    if not rooms:
                        continue
                    build["room"] = rooms[0]
                if self.try_entry(state, build) is not None:
                    self._noted[tile] = Chance(number - 1, state.number, build)

    def see(self, state: SamoaState, number: int, entry: Entry) -> None:
        """Compare what a tile costs with the lowest bid so far."""
        if entry["do"] == "build":
            tile, by = entry["tile"], entry["by"]
            known = self._least.pop((by, tile), None)
            if known is not None and known[0] < self._bid:
                self.book.add("tile", known[1], number, BUYING, self._bid - known[0])
        elif entry["do"] == "pass":
            for tile, chance in self._noted.items():
                mine = entry["by"], tile
                if mine not in self._least or self._bid < self._least[mine][0]:
                    self._least[mine] = self._bid, chance
