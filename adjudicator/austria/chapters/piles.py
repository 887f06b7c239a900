"""Piles of guest cards: guests kept for the starred cards of modules (WALTZ1-GOAL-03, -04).

Several modules bring such cards, so what they share stands here as a module of its own
(``PILES``, in ``Module.shares``). A starred card has ``starred`` in its data row and requires
something that ``counted`` made: how many guests in the player's piles count for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from adjudicator.austria.chapters.guests import kept
from adjudicator.austria.chapters.politics import disc_placed
from adjudicator.austria.chapters.start import contradiction
from adjudicator.austria.printed.catalogue import Guest, Politics
from adjudicator.austria.printed.contents import Contents
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import MISSING, Counted, Key, Missing
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import Player, Table, lying_open
from adjudicator.copying import Copyable, copy_plain
from adjudicator.hooks import question
from adjudicator.messages import M, Message
from adjudicator.shapes import ListOf

ID = "piles"


class Pile(Copyable, guests=copy_plain):
    """The guests that a player keeps for starred cards, as they left the café."""

    __slots__ = ("guests",)

    def __init__(self, guests: Iterable[int] = ()) -> None:
        self.guests = list(guests)


def pile_of(player: Player) -> Pile:
    """Return a player's pile for starred cards."""
    pile: Pile = player.of[ID]
    return pile


def counted(words: Message, counts: Callable[[Guest], bool]) -> Counted:
    """Return a count of guests in the piles of a player.

    words: what is counted. counts: whether a guest does, whose colour and order are known. Cards
    that nobody has read yet count for nothing, but perhaps (WALTZ-P-01).
    """

    def known(guest: Guest) -> bool:
        return guest.order is not None and counts(guest)

    def seated(table: Table, player: Player) -> int:
        done = (table.guests[guest.number] for guest in player.cafe.values() if guest.complete)
        return sum(known(guest) for guest in done)

    def count(table: Table, player: Player) -> int:
        kept = sum(known(table.guests[number]) for number in piled(table, player))
        return kept + seated(table, player) if seated_count(table, player) else kept

    def otherwise(table: Table, player: Player) -> int:
        more = seated(table, player)
        return -more if seated_count(table, player) else more

    def perhaps(table: Table, player: Player) -> int:
        return sum(table.guests[number].order is None for number in piled(table, player))

    return Counted(words, count, perhaps, known, ("WALTZ-U-22", otherwise))


@question
def seated_count(table: Table, player: Player) -> bool:
    """Return whether guests with a complete order count while they sit in the café."""
    return False


@question
def piled(table: Table, player: Player) -> list[int]:
    """Return the guest cards in all piles of a player."""
    return pile_of(player).guests[:]


@question
def starred(table: Table, player: Player) -> list[Politics]:
    """Return the starred cards in play that a player has not reached; none if play is unknown."""
    names = _starred(table.box, table.politics)
    if not names:
        return []
    return [
        table.politics_cards[name] for name in names if player.id not in table.claims.get(name, ())
    ]


@lru_cache(maxsize=256)
def _starred(box: Contents, politics: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the starred ones of the politics cards in play; none if play is unknown."""
    cards = box.components.politics
    return tuple(name for name in politics or () if cards[name].values.get("starred"))


def serves(table: Table, number: int, card: Politics) -> bool:
    """Return whether a guest counts for a starred card, or may once somebody reads it."""
    guest = table.guests[number]
    if guest.order is None:
        return True
    whos = (box_at(table).counts[what].guest for what in card.requires)
    return any(counts is not None and counts(guest) for counts in whos)


def keep(already: bool, table: Table, player: Player, number: int) -> bool:
    """Keep a guest who leaves the café for a starred card (WALTZ1-GOAL-04)."""
    cards = [] if already else starred(table, player)
    if not cards or not any(serves(table, number, card) for card in cards):
        return already
    pile_of(player).guests.append(number)
    return True


def release(table: Table, player: Player) -> None:
    """Discard the guests that serve no starred card any more, in their order (WALTZ-U-42)."""
    pile = pile_of(player)
    cards = starred(table, player)
    staying = [n for n in pile.guests if any(serves(table, n, card) for card in cards)]
    table.discards += [number for number in pile.guests if number not in staying]
    pile.guests = staying


def _reached(table: Table, player: Player, card: str, chain: int) -> None:
    if table.politics_cards[card].values.get("starred"):
        release(table, player)


def _in_sight(numbers: set[int], table: Table) -> set[int]:
    """Guests in piles lie on the table: nobody turns them up."""
    for player in table.players:
        numbers.update(pile_of(player).guests)
    return numbers


def _read(
    table: Table, player: Player, value: list[int] | Missing, given: Mapping[str, Any], place: str
) -> None:
    if value is not MISSING and not isinstance(value, Missing):
        pile_of(player).guests = list(value)


def _finish(table: Table, document: Mapping[str, Any]) -> None:
    """A guest lies in one place only (GAH-SETUP-03)."""
    if not any(pile_of(player).guests for player in table.players):
        return
    seen = set(table.queue or ()) | set(table.discards)
    seen |= {guest.number for player in table.players for guest in player.cafe.values()}
    for player in table.players:
        for number in pile_of(player).guests:
            if number in seen:
                message = M("piles.guest-twice", guest=number)
                place = f"position.players.{player.id}.goal_pile"
                raise contradiction(message, place, "GAH-SETUP-03")
            seen.add(number)


PILES = Module(
    id=ID,
    number=8,
    unread={"order": "WALTZ-P-01"},
    player_state=lambda table, player: Pile(),
    hooks=(
        kept.altered_by(keep),
        lying_open.altered_by(_in_sight),
        disc_placed.heard_by(_reached),
    ),
    player_keys=(
        Key(
            "goal_pile",
            lambda s: ListOf(s.guest),
            lambda table, player: pile_of(player).guests[:],
            _read,
            check=True,
            alike=sorted,
            guests=True,
        ),
    ),
    finish=_finish,
)
"""What modules with starred cards share; ``balls`` and ``more`` bring it."""
