"""Piles of guest cards: guests kept for the starred cards of modules (WALTZ1-GOAL-03, -04).

Several modules bring such cards. They share the module ``PILES`` (in ``Module.shares``). A starred
card has ``starred`` in its data row and requires a count of ``make_pile_count``: how many guests in
the player's piles count for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from adjudicator.austria.chapters.guests import is_card_kept
from adjudicator.austria.chapters.politics import disc_placed
from adjudicator.austria.chapters.start import contradiction
from adjudicator.austria.printed.catalogue import Guest, Politics
from adjudicator.austria.printed.contents import Contents
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import Counted, Key
from adjudicator.austria.table.module import Module
from adjudicator.austria.table.state import Player, Table, list_open_guests
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


def find_pile(player: Player) -> Pile:
    """Return a player's pile for starred cards."""
    pile: Pile = player.of[ID]
    return pile


def make_pile_count(words: Message, counts: Callable[[Guest], bool]) -> Counted:
    """Return a count of guests in the piles of a player.

    words: the words for the guests counted. counts: whether a guest with known colour and order
    counts. Cards that nobody has read yet count for nothing, but perhaps (WALTZ-P-01).
    """

    def counts_guest(guest: Guest) -> bool:
        return guest.order is not None and counts(guest)

    def count_seated(table: Table, player: Player) -> int:
        done = (table.guests[guest.number] for guest in player.cafe.values() if guest.complete)
        return sum(counts_guest(guest) for guest in done)

    def count(table: Table, player: Player) -> int:
        kept = sum(
            counts_guest(table.guests[number]) for number in list_piled_guests(table, player)
        )
        return kept + count_seated(table, player) if do_seated_guests_count(table, player) else kept

    def count_otherwise(table: Table, player: Player) -> int:
        more = count_seated(table, player)
        return -more if do_seated_guests_count(table, player) else more

    def count_unread(table: Table, player: Player) -> int:
        return sum(
            table.guests[number].order is None for number in list_piled_guests(table, player)
        )

    return Counted(words, count, count_unread, counts_guest, ("WALTZ-U-22", count_otherwise))


@question
def do_seated_guests_count(table: Table, player: Player) -> bool:
    """Return whether guests with a complete order count while they sit in the café."""
    return False


@question
def list_piled_guests(table: Table, player: Player) -> list[int]:
    """Return the guest cards in all piles of a player."""
    return find_pile(player).guests[:]


@question
def list_starred_cards(table: Table, player: Player) -> list[Politics]:
    """Return the starred cards in play that a player has not reached; none if play is unknown."""
    names = _list_starred_names(table.box, table.politics)
    if not names:
        return []
    return [
        table.politics_cards[name] for name in names if player.id not in table.claims.get(name, ())
    ]


@lru_cache(maxsize=256)
def _list_starred_names(box: Contents, politics: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the starred ones of the politics cards in play; none if play is unknown."""
    cards = box.components.politics
    return tuple(name for name in politics or () if cards[name].values.get("starred"))


def serves_card(table: Table, number: int, card: Politics) -> bool:
    """Return whether a guest counts for a starred card, or may once somebody reads it."""
    guest = table.guests[number]
    if guest.order is None:
        return True
    whos = (box_at(table).counts[what].guest for what in card.requires)
    return any(counts is not None and counts(guest) for counts in whos)


def keep_guest(already: bool, table: Table, player: Player, number: int) -> bool:
    """Keep a guest for a starred card when it leaves the café (WALTZ1-GOAL-04)."""
    cards = [] if already else list_starred_cards(table, player)
    if not cards or not any(serves_card(table, number, card) for card in cards):
        return already
    find_pile(player).guests.append(number)
    return True


def release_guests(table: Table, player: Player) -> None:
    """Discard the guests that serve no starred card any more, in their order (WALTZ-U-42)."""
    pile = find_pile(player)
    cards = list_starred_cards(table, player)
    staying = [n for n in pile.guests if any(serves_card(table, n, card) for card in cards)]
    table.discards += [number for number in pile.guests if number not in staying]
    pile.guests = staying


def _release_for_card(table: Table, player: Player, card: str, chain: int) -> None:
    if table.politics_cards[card].values.get("starred"):
        release_guests(table, player)


def _add_piled_guests(numbers: set[int], table: Table) -> set[int]:
    """Guests in piles lie on the table: nobody turns them up."""
    for player in table.players:
        numbers.update(find_pile(player).guests)
    return numbers


def _check_piles(table: Table, document: Mapping[str, Any]) -> None:
    """A guest lies in one place only (GAH-SETUP-03)."""
    if not any(find_pile(player).guests for player in table.players):
        return
    seen = set(table.queue or ()) | set(table.discards)
    seen |= {guest.number for player in table.players for guest in player.cafe.values()}
    for player in table.players:
        for number in find_pile(player).guests:
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
        is_card_kept.altered_by(keep_guest),
        list_open_guests.altered_by(_add_piled_guests),
        disc_placed.heard_by(_release_for_card),
    ),
    player_keys=(
        Key(
            "goal_pile",
            lambda s: ListOf(s.guest),
            lambda table, player: find_pile(player).guests[:],
            lambda table, player, value, place: setattr(find_pile(player), "guests", [*value]),
            check=True,
            alike=sorted,
            guests=True,
        ),
    ),
    finishes=(_check_piles,),
)
"""The shared part of modules with starred cards; ``balls`` and ``more`` bring it."""
