"""Kaufman: a fourth table, a second guest, and VP for the guests of a round (WALTZ3-KAUFMAN)."""

from __future__ import annotations

from adjudicator.austria.chapters.guests import TakeGuest, discard_guest
from adjudicator.austria.modules.hotels.auction import end_beside
from adjudicator.austria.modules.hotels.lobbies import (
    LOBBIES,
    guests_in_turn,
    hotel_of,
    note_in_turn,
    owner_of,
)
from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.declarations import Judge
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import SETUP_GUESTS, Player, Table
from adjudicator.messages import M

GUESTS_A_TURN = 2
"""Guests that the owner may take in the guest step (WALTZ3-KAUFMAN-03)."""


def has_second_start_guest(more: bool, table: Table, player: Player) -> bool:
    """Return whether the guest step goes on: after the first guest of the owner's."""
    note_in_turn(table, player, guests=1)
    return more or guests_in_turn(table, player) < GUESTS_A_TURN


def has_second_guest(more: bool, table: Table, player: Player) -> bool:
    """Return whether the guest step is not over: the owner has taken one guest of two."""
    return more or 0 < guests_in_turn(table, player) < GUESTS_A_TURN


def around_take_guest(judge: Judge[TakeGuest]) -> Judge[TakeGuest]:
    """A second starting guest, and a further one in the guest step (WALTZ3-KAUFMAN-01 to 03)."""

    def take_guest(table: Table, player: Player, entry: TakeGuest, case: Case) -> None:
        if "kaufman" not in player.holdings:
            judge(table, player, entry, case)
            return
        picking = table.phase == SETUP_GUESTS and not player.cafe
        if table.took_guest and table.actor is player and has_second_guest(False, table, player):
            _note_free(table, player, entry.guest, case)
        judge(table, player, entry, case)
        if case.breaches:
            _cite_kaufman(table, case)
            by_reward = any(
                gone.part.kind == "take_guest" and gone.how == "used" for gone in player.gone
            )
            if by_reward and table.actor is player:
                case.rest_on("WALTZ-U-33")
        if picking and player.cafe and not case.stop:
            second = make_open_parts((Part("take_guest", free=True),), "lobby")
            agenda.push_event(table, player, second, player.fresh_chain)
            table.watch(end_beside)

    return take_guest


def _note_free(table: Table, player: Player, guest: int, case: Case) -> None:
    """Note that a card makes the second guest free, which else costs krones (WALTZ-U-33)."""
    if any(card in player.staff for card in player.box.reactions.queue_free):
        prices = table.figures.queue_cost
        queue = table.queue or []
        if guest in queue and prices[len(prices) - len(queue) + queue.index(guest)]:
            case.rest_on("WALTZ-U-33")


def _cite_kaufman(table: Table, case: Case) -> None:
    """Name the lobby's rules next to the rules of the base game that they change."""
    rules = {breach.rule for breach in case.breaches}
    if "GAH-TURN-05" in rules:
        case.breach("WALTZ3-KAUFMAN-02", M("hotels.four-tables"))
    if "GAH-TURN-03" in rules and table.took_guest:
        told = M("hotels.two-guests-a-turn")
        case.reword_breaches(told, "GAH-TURN-01", "GAH-TURN-03")
        case.breach("WALTZ3-KAUFMAN-03", told)
    if "GAH-SETUP-17" in rules:
        case.breach("WALTZ3-KAUFMAN-01", M("hotels.second-guest-directly"))


def keep_in_pile(taken: bool, table: Table, player: Player, number: int) -> bool:
    """Keep a leaving guest in the owner's pile until the round ends (WALTZ3-KAUFMAN-04)."""
    if taken:
        return taken
    hotel = hotel_of(player)
    hotel.pile = (*hotel.pile, number)
    return True


def add_pile_guests(numbers: set[int], table: Table) -> set[int]:
    """Return the guests in sight with the guests of the pile: they are on the table."""
    owner = owner_of(table, "kaufman")
    return numbers if owner is None else numbers | set(hotel_of(owner).pile)


def add_pile_cards(numbers: list[int], table: Table, player: Player) -> list[int]:
    """Return the cards in a player's piles with the cards of this round (WALTZ1-GOAL-04)."""
    return [*numbers, *hotel_of(player).pile]


def score_round(table: Table, case: Case) -> None:
    """The step that pays for the guests of the round: 1, 3, 6, 9 VP for 2, 3, 4, 5 of them."""
    owner = owner_of(table, "kaufman")
    if owner is None:
        return
    count = len(hotel_of(owner).pile)
    if not count:
        return
    tiers = LOBBIES["kaufman"].effect["round_end_vp"]
    points = max((vp for least, vp in tiers.items() if count >= int(least)), default=0)
    if points:
        moves.book(table, owner, "vp", points, "lobby", moves.next_trigger(table), "lobby")


def clear_pile(table: Table, case: Case) -> None:
    """The step that clears the pile: its cards go where guests go that have left."""
    owner = owner_of(table, "kaufman")
    if owner is not None:
        hotel = hotel_of(owner)
        pile, hotel.pile = hotel.pile, ()
        for number in pile:
            discard_guest(table, owner, number)
