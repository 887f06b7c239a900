"""Mayenfels: a card at 3 less when it is gained, a krone and a card for every card played."""

from __future__ import annotations

from adjudicator.austria.chapters.actions import Decline
from adjudicator.austria.chapters.staff import PlayStaff
from adjudicator.austria.modules.hotels import corogari
from adjudicator.austria.modules.hotels.lobbies import owns_lobby
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.declarations import Judge
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Player, Table
from adjudicator.messages import M


def restrict_early_cards(judge: Judge[PlayStaff]) -> Judge[PlayStaff]:
    """Before the first roll cards are played under the lobby only (WALTZ3-MAENFELS-01)."""

    def play_staff(table: Table, player: Player, entry: PlayStaff, case: Case) -> None:
        if not table.in_setup:
            bonus = owns_lobby(player, "corogari") and corogari.waits_for_bonus(player)
            judge(table, player, entry, case)
            if bonus and any(breach.rule == "GAH-MONEY-03" for breach in case.breaches):
                case.breach("WALTZ3-COROGARI-02", M("hotels.action-comes-after"))
            return
        open_now = agenda.list_usable_parts(player, "play_staff", entry.from_)
        judge(table, player, entry, case)
        if not open_now:
            case.breach("GAH-SETUP-24", M("hotels.no-cards-in-set-up"))
            if owns_lobby(player, "maenfels"):
                case.breach("WALTZ3-MAENFELS-01", M("hotels.maenfels-one-card"))

    return play_staff


def leave_lobby_card(judge: Judge[Decline]) -> Judge[Decline]:
    """The card of the lobby may be left in set-up (WALTZ-U-10)."""

    def decline(table: Table, player: Player, entry: Decline, case: Case) -> None:
        due = agenda.list_usable_parts(player, "play_staff") if table.in_setup else []
        judge(table, player, entry, case)
        if due and not agenda.list_usable_parts(player, "play_staff"):
            case.rest_on("WALTZ-U-10")

    return decline


def book_card_bonus(table: Table, player: Player, card: int, chain: int, trigger: int) -> None:
    """Book a krone and a card for a card played, not for that of set-up (WALTZ3-MAENFELS-02)."""
    if not table.in_setup:
        trigger = moves.next_trigger(table)
        moves.book(table, player, "krones", 1, "lobby", trigger)
        moves.book(table, player, "staff", 1, "lobby", trigger)
