"""The state of one game: the entries due, and the course of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Self

from adjudicator.copying import Copyable, copy_states_by_name
from adjudicator.messages import M
from adjudicator.obstacles import DecidingSwitch, Found, Obstacle, is_allowed
from adjudicator.samoa.printed.catalogue import (
    ROUNDS,
    SPECIAL_TILE_VALUE,
    SPECIAL_TILES,
    TILES,
    count_new_tiles,
)
from adjudicator.samoa.printed.names import DAY_OFF, LOVER
from adjudicator.samoa.table.givens import Givens
from adjudicator.samoa.table.hotel import PAYING_QUESTIONS, Fee, Hotelier, list_fees

Entry = Mapping[str, Any]


class SamoaState(Copyable, players=copy_states_by_name):
    """The position of a game of Hotel Samoa while it is replayed.

    Everything but ``players`` is replaced, never changed in place.

    phase: ``tiles``, ``tourists``, ``cards``, ``building``, ``lodging`` or ``over``. tie: the seat
    before the tie-break card, clockwise; None if unknown. tiles, used_tiles: building tiles on
    offer, and discarded ones. groups: the tourists left in each group; arrivals: tourist-card lines
    seen so far. acted: the players with an entry in this step; None when no step is open for a
    ``pass``. swaps: the players that used a swap tile this round; None when none may be used (any
    more). build_order, lodge_order: the players bidding, in the order of each phase. payment: the
    round last paid, and per player the fees.
    """

    __slots__ = (
        "acted", "arrivals", "build_order", "groups", "lodge_order", "number", "payment", "phase",
        "players", "swaps", "table", "tie", "tiles", "used_tiles",
    )  # fmt: skip

    def __init__(self, table: Givens, tie: int | None) -> None:
        """Return the state at the start of a game (SAM-SETUP-02)."""
        self.table = table
        self.tie = tie
        self.number = 1
        self.phase = "tiles"
        self.tiles: tuple[str, ...] = ()
        self.used_tiles: tuple[str, ...] = ()
        self.groups: tuple[tuple[str, ...], ...] = ()
        self.arrivals: tuple[tuple[int, ...], ...] = ()
        self.acted: frozenset[str] | None = None
        self.swaps: tuple[str, ...] | None = None
        self.build_order: tuple[str, ...] = ()
        self.lodge_order: tuple[str, ...] = ()
        self.payment: tuple[int, Mapping[str, tuple[Fee, ...]]] | None = None
        hand = None if table.cards is None else (*table.cards, DAY_OFF)
        self.players = {player: Hotelier(hand=hand) for player in table.players}

    # What the rest of the package asks

    @property
    def incomplete(self) -> bool:
        """Whether the start leaves out flags or tie-break card: then it is for scoring alone."""
        return self.table.flags is None or self.tie is None

    @property
    def flag(self) -> str:
        """The nationality of the round (SAM-ROUND-01)."""
        return self.table.flags[self.number - 1] if self.table.flags else ""

    def new_tiles(self) -> int:
        """Return how many building tiles this round turns up (SAM-TILE-01)."""
        return count_new_tiles(len(self.table.players), self.number)

    def clockwise(self, player: str) -> int:
        """Return the distance from the tie-break card, clockwise, from 0 (SAM-TIE-01)."""
        return (self.table.seat[player] - (self.tie or 0) - 1) % len(self.table.players)

    def counter_clockwise(self, player: str) -> int:
        """Return the distance from the tie-break card, counter-clockwise (SAM-TIE-02)."""
        return ((self.tie or 0) - self.table.seat[player]) % len(self.table.players)

    def has_acted(self, player: str) -> bool:
        """Return whether the player had an entry in the open step."""
        return self.acted is not None and player in self.acted

    def next_builder(self) -> str | None:
        """Return the player to build or pass next, None when building is over (SAM-BUILD-04)."""
        if self.phase != "building" or not self.tiles:
            return None
        return next((one for one in self.build_order if not self.has_acted(one)), None)

    def next_lodger(self) -> str | None:
        """Return the player to lodge or pass next, None when nobody can or may (SAM-TOUR-06)."""
        if self.phase != "lodging":
            return None
        for player in self.lodge_order:
            if not self.has_acted(player) and self.is_awaited(player):
                return player
        return None

    def resting(self) -> list[str]:
        """Return the day-off players with their one entry still due (SAM-OFF-02)."""
        if self.phase != "lodging":
            return []
        return [one for one, own in self.players.items() if own.day_off and not self.has_acted(one)]

    def is_awaited(self, player: str) -> bool:
        """Return whether a player has an entry in this step, in any order."""
        if self.phase == "building":
            return player in self.build_order
        if self.phase != "lodging":
            return False
        if self.players[player].day_off:
            return True
        return any(self.groups) and player in self.lodge_order and self.can_lodge(player)

    def can_lodge(self, player: str) -> bool:
        """Return whether a player could take anybody in, an evict tile included."""
        own = self.players[player]
        rooms = self.table.rooms
        if rooms is None or len(own.rooms) < len(rooms) + own.extra_rooms:
            return True
        if own.rooms and is_allowed(self.find_tile_faults(player, "evict")):
            return True
        return any(LOVER in group for group in self.groups) and bool(own.lone_lovers())

    def find_tile_faults(self, player: str, tile: str) -> Iterator[Found]:
        """Yield that a player has no such special tile to use: not held, or bought this round."""
        own = self.players[player]
        if tile not in own.special:
            message = M("special.holds-no-tile", player=player, tile=tile)
            yield Obstacle("SAM-SPEC-01", message, special=list(own.special))
        elif tile == own.bought and own.special.count(tile) == 1:
            yield DecidingSwitch("SAM-U-08")
            if self.table.setting("SAM-U-08") == "forbidden":
                yield Obstacle("SAM-SPEC-01", M("special.bought-this-round", tile=tile))

    def tokens_of_flag(self) -> int:
        """Return how many tokens of the round's nationality are out of their pile."""
        flag = self.flag
        living = sum(
            1
            for own in self.players.values()
            for tourists in own.rooms.values()
            for _, nationality in tourists
            if nationality == flag
        )
        return living + sum(map(len, self.groups))

    def tiles_seen(self, kind: str | None = None) -> int:
        """Return how many building tiles have been turned up so far, of one kind or of all."""
        counts = {"room": 0, "suite": 0, "pool": 0}
        held = [*self.tiles, *self.used_tiles]
        for own in self.players.values():
            counts["room"] += own.extra_rooms
            counts["suite"] += len(own.suites)
            counts["pool"] += own.pools
            held += own.special
        if kind is None:
            return sum(counts.values()) + len(held)
        return counts.get(kind, 0) + held.count(kind)

    def room_for_tiles(self) -> int:
        """Return how many of the 19 tiles have not been seen (SAM-SETUP-01)."""
        return max(0, TILES - self.tiles_seen())

    def answered(self, question: str) -> Iterator[Self]:
        """Yield copies that play on under each other answer to an open question."""
        for table in self.table.others(question):
            twin = self.copy()
            twin.table = table
            yield twin

    # How a round goes on

    def note_act(self, player: str, step: str) -> None:
        """Note that a player had the entry of a step; no swap tile may be used after it.

        An entry that the table lets stand before or after its step takes no chance in another.
        """
        if self.phase == step:
            self.acted = (self.acted or frozenset()) | {player}
            self.swaps = None

    def reveal(self) -> None:
        """Begin the building phase with the cards on the table (SAM-BUILD-01, SAM-TOUR-01)."""
        self.put_in_order()
        self.phase = "building"
        self.acted = frozenset()

    def put_in_order(self) -> None:
        """Work out both orders from the cards on the table; ties go by the tie-break card."""
        cards = {
            player: own.card
            for player, own in self.players.items()
            if own.card is not None and own.card != DAY_OFF
        }
        self.build_order = tuple(
            sorted(cards, key=lambda one: (-cards[one][0], self.clockwise(one)))
        )
        self.lodge_order = tuple(
            sorted(cards, key=lambda one: (cards[one][1], self.counter_clockwise(one)))
        )

    def settle(self) -> Sequence[str]:
        """Go on to the next phase, or close the round, when no more entry is due.

        Once everybody has a card on the table they are turned over (SAM-CARD-01). Returns the open
        questions with other answers that would have closed the round otherwise.
        """
        if self.phase == "over":
            self._pay_for_tiles()  # one that came by a ruling after the end
        if self.phase == "cards" and all(own.card is not None for own in self.players.values()):
            self.swaps = ()
            self.reveal()
        if self.phase == "building" and self.next_builder() is None:
            self.phase = "lodging"
            self.acted = frozenset()
        if self.phase == "lodging" and self.next_lodger() is None and not self.resting():
            return self._close()
        return ()

    def _close(self) -> Sequence[str]:
        """Pay, put the cards away, move the tie-break card (SAM-PAY-01, SAM-KEEP-05).

        Returns the open questions with other answers that would have paid or put away otherwise.
        """
        paid, deciding = {}, set()
        for player, own in self.players.items():
            fees: tuple[Fee, ...] = ()
            discarded = False
            if own.placed or own.bought is not None:
                (fees, discarded), questions = self.table.find_deciding_questions(
                    partial(_close_player, own=own), CLOSING
                )
                deciding.update(questions)
            paid[player] = fees
            for fee in fees:
                own.fees += fee.price * fee.times
                own.paid_by += 1
                own.rings += fee.rings
                own.money += fee.amount
            _put_card_away(own, discarded=discarded)
            own.placed = ()
            own.bought = None
        self.payment = (self.number, paid)
        self.groups = ()  # SAM-TOUR-07
        self.swaps = None
        self.build_order = self.lodge_order = ()
        if self.tie is not None:
            self.tie = (self.tie + 1) % len(self.table.players)  # SAM-TIE-03
        if self.number == ROUNDS:
            self.end()
        else:
            self.number += 1
            self.phase = "tiles" if self.new_tiles() else "tourists"
        return [question for question in CLOSING if question in deciding]

    def end(self) -> None:
        """End the game and pay for unused special tiles (SAM-END-01, SAM-SPEC-02)."""
        self.phase = "over"
        self._pay_for_tiles()

    def _pay_for_tiles(self) -> None:
        for own in self.players.values():
            own.special_money += SPECIAL_TILE_VALUE * len(own.special)
            own.money += SPECIAL_TILE_VALUE * len(own.special)
            self.used_tiles += own.special
            own.special = ()

    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.phase == "over"

    @property
    def round_no(self) -> int:
        """The number of the round being played."""
        return self.number


CLOSING = (*PAYING_QUESTIONS, "SAM-U-33")
"""The open questions that bear on what happens as a round closes."""


def _close_player(table: Givens, own: Hotelier) -> tuple[tuple[Fee, ...], bool]:
    """Return a player's income as the round closes, and whether the card goes (SAM-KEEP-01)."""
    built = own.bought is not None
    if own.bought in SPECIAL_TILES and table.setting("SAM-U-33") == "no":
        built = False
    # The card of a player who has lodged or built goes (SAM-KEEP-01).
    return (*list_fees(table, own),), own.card != DAY_OFF and (bool(own.placed) or built)


def _put_card_away(own: Hotelier, *, discarded: bool) -> None:
    card, own.card = own.card, None
    if card is None:
        return
    if discarded:
        own.discards = (*own.discards, card)
    else:
        own.give_to_hand(card)  # SAM-KEEP-02, SAM-KEEP-03
