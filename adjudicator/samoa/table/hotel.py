"""One player's hotel, money and cards, and the fees of its tourists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.copying import Copyable, copy_plain
from adjudicator.samoa.printed.catalogue import START_MONEY
from adjudicator.samoa.printed.names import (
    CELEBRITY,
    DAY_OFF,
    EXTRA,
    LOVER,
    RICH,
    Card,
    Tourist,
    ring_number,
)
from adjudicator.samoa.table.givens import Givens


class Fee(NamedTuple):
    """The fee of one tourist on moving in: ``price`` taken ``times``, and ring money."""

    room: str
    token: str
    price: int
    times: int
    rings: int

    @property
    def amount(self) -> int:
        """The coins this tourist brings."""
        return self.price * self.times + self.rings


class Hotelier(Copyable, rooms=copy_plain):
    """One player's pieces. Every field but ``rooms`` is replaced, never changed in place.

    rooms: the tourists in every occupied room. suites: rooms covered by a suite. placed: the
    tourists that moved in this round, in the order named. bought: the tile bought this round. card:
    the price card on the table. hand: the cards in hand, None where the set is unknown. The last
    block sums where the money came from; ``start`` and the sums add up to ``money``.
    """

    __slots__ = (
        "bought", "card", "corrections", "discards", "extra_rooms", "fees", "hand", "money",
        "paid_by", "placed", "pool_income", "pools", "rings", "rooms", "special", "special_money",
        "spent", "start", "suites", "tiles_bought",
    )  # fmt: skip

    def __init__(self, hand: tuple[Card, ...] | None) -> None:
        """Return a player at the start of a game, with these cards."""
        self.money = START_MONEY
        self.rooms: dict[str, tuple[Tourist, ...]] = {}
        self.suites: tuple[str, ...] = ()
        self.extra_rooms = 0
        self.pools = 0
        self.special: tuple[str, ...] = ()
        self.placed: tuple[tuple[str, Tourist], ...] = ()
        self.bought: str | None = None
        self.card: Card | None = None
        self.hand = hand
        self.discards: tuple[Card, ...] = ()

        self.start = START_MONEY
        self.fees = 0
        self.paid_by = 0
        self.rings = 0
        self.pool_income = 0
        self.spent = 0
        self.tiles_bought = 0
        self.special_money = 0
        self.corrections = 0

    @property
    def day_off(self) -> bool:
        """Whether the player's card of this round is the day off."""
        return self.card == DAY_OFF

    def free_rooms(self, table: Givens) -> list[str]:
        """Return the rooms without a tourist (SAM-TOUR-03); the hotel must be known."""
        own = (*(table.rooms or ()), *extra_rooms(self.extra_rooms))
        return [room for room in own if room not in self.rooms]

    def lone_lovers(self) -> list[str]:
        """Return the rooms in which a lover lives alone (SAM-LOVE-02)."""
        return [
            room
            for room, living in self.rooms.items()
            if len(living) == 1 and living[0][0] == LOVER
        ]

    def resident_rings(self) -> int:
        """Return the sum of the ring numbers in the hotel (SAM-POOL-01)."""
        return sum(ring_number(token) for living in self.rooms.values() for token, _ in living)

    def take_from_hand(self, card: Card) -> None:
        """Take a card out of the hand, or (by ruling) from the discards; nothing if in neither."""
        if self.hand and card in self.hand:
            self.hand = remove_card(self.hand, card)
        elif card in self.discards:
            self.discards = remove_card(self.discards, card)

    def give_to_hand(self, card: Card) -> None:
        """Put a card back into the hand (SAM-KEEP-02)."""
        if self.hand is not None:
            self.hand = (*self.hand, card)

    def send_home(self, rooms: list[str]) -> None:
        """Remove all tourists of the rooms: a pair goes together (SAM-LOVE-03)."""
        for room in rooms:
            self.rooms.pop(room, None)
        self.placed = tuple(one for one in self.placed if one[0] not in rooms)

    def leave(self, flag: str) -> None:
        """Remove the tourists of a nationality and the partners of its lovers, and nobody else.

        SAM-LEAVE-01, SAM-LEAVE-03, SAM-LOVE-04; it costs and brings nothing (SAM-LEAVE-04), and the
        tokens are in their piles, which are never counted: all 18 less the tokens in sight
        (SAM-LEAVE-02).
        """
        lived_in = {
            room
            for room, living in self.rooms.items()
            for _, nationality in living
            if nationality == flag
        }
        for room in lived_in:
            living = self.rooms[room]
            loves = (LOVER, flag) in living
            staying = tuple(
                tourist
                for tourist in living
                if tourist[1] != flag and not (loves and tourist[0] == LOVER)
            )
            if staying:
                self.rooms[room] = staying
            else:
                del self.rooms[room]
        if self.placed:
            self.placed = tuple(one for one in self.placed if one[1] in self.rooms.get(one[0], ()))


def extra_rooms(count: int) -> tuple[str, ...]:
    """Return the names of so many extra rooms."""
    return tuple(f"{EXTRA}{number}" for number in range(1, count + 1))


def remove_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards less one copy of a card that is among them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def list_fees(table: Givens, player: Hotelier) -> Iterator[Fee]:
    """Yield the fee of each tourist placed this round, in the order of placing.

    The price is the room price of the player's card (SAM-PAY-01, SAM-CARD-02), once per stay
    (SAM-PAY-02); doubling does not stack (SAM-DBL-01) and leaves ring money alone (SAM-DBL-02).
    Ring money counts the pools of that moment (SAM-POOL-02, SAM-SWIM-01). An open question is asked
    only where its answer counts: each one asked is tried under its other answers.
    """
    card = player.card
    price = card[1] if card is not None and card != DAY_OFF else 0
    for index, (room, (token, _)) in enumerate(player.placed):
        times = 2 if _pays_double(table, player, room, token, index) else 1
        if token == LOVER and _pays_nothing(table, player, room, index):
            times = 0
        number, pools = ring_number(token), player.pools
        if number and player.bought == "pool" and table.setting("SAM-U-10") == "earlier":
            pools -= 1
        yield Fee(room, token, price, times, number * pools if number else 0)


def _pays_double(table: Givens, player: Hotelier, room: str, token: str, index: int) -> bool:
    """Whether a tourist pays double. index: its place among those of this round."""
    if token == RICH:  # SAM-RICH-01
        return True
    if room in player.suites and not (token == CELEBRITY and table.setting("SAM-U-16") == "single"):
        return True  # SAM-SUITE-02
    if not _beside_celebrity(table, player, room, index):
        return False
    return token != CELEBRITY or table.setting("SAM-U-14") == "double"  # SAM-CELEB-01


def _beside_celebrity(table: Givens, player: Hotelier, room: str, index: int) -> bool:
    """Whether a celebrity lives next door as the newcomer pays (SAM-CELEB-02)."""
    for other in table.beside.get(room, ()):  # a loop: this is asked of every fee there may be
        for living, _ in player.rooms.get(other, ()):
            if living == CELEBRITY and _lives_there_already(table, player, other, index):
                return True
    return False


def _lives_there_already(table: Givens, player: Hotelier, room: str, index: int) -> bool:
    """Whether a room's celebrity is there as the newcomer pays (SAM-CELEB-03); never an extra room.

    Extra rooms are beside no room (SAM-ROOM-02).
    """
    later = [where for where, (token, _) in player.placed[index + 1 :] if token == CELEBRITY]
    return room not in later or table.setting("SAM-U-15") == "double"


def _pays_nothing(table: Givens, player: Hotelier, room: str, index: int) -> bool:
    """Whether a lover pays no fee of its own under a house rule (SAM-U-18, SAM-U-19)."""
    before = sum(1 for where, _ in player.placed[:index] if where == room)
    if before:
        return table.setting("SAM-U-18") == "one"
    together = sum(1 for where, _ in player.placed if where == room)
    joins = len(player.rooms.get(room, ())) > together
    return joins and table.setting("SAM-U-19") == "none"


PAYING_QUESTIONS = ("SAM-U-10", "SAM-U-14", "SAM-U-15", "SAM-U-16", "SAM-U-18", "SAM-U-19")
"""The open questions that bear on what tourists pay."""


def sum_fees(table: Givens, player: Hotelier) -> int:
    """Return a player's income when the round closes."""
    return sum(fee.amount for fee in list_fees(table, player)) if player.placed else 0


def list_fee_questions(table: Givens, before: Hotelier, after: Hotelier) -> list[str]:
    """Return the open questions with other answers that change the income from an entry.

    before and after: the player without and with the entry.
    """
    if before.placed == after.placed == ():
        return []

    def brings(own: Givens) -> int:
        return sum_fees(own, after) - sum_fees(own, before)

    return table.find_deciding_questions(brings, PAYING_QUESTIONS)[1]
