"""Staff cards of the module that react to an event (WALTZ1-STAFF)."""

from __future__ import annotations

from adjudicator.austria.chapters.politics import Claim
from adjudicator.austria.chapters.rooms import Prepare
from adjudicator.austria.chapters.staff import PlayStaff
from adjudicator.austria.modules.balls.floor import find_parted_card, rehearsal_of
from adjudicator.austria.table import agenda
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import READY, TURN, Event, Open, Player, Table
from adjudicator.entries import Entry
from adjudicator.messages import M


def open_card_dancer(parts: list[Open], table: Table, player: Player, card: int) -> list[Open]:
    """Open the dancer of a card that reacts to another card played (WALTZ1-STAFF-133)."""
    if table.phase != TURN or table.actor is not player:
        return parts
    for own, state in player.staff.items():
        set_off = table.staff_cards[own].set_off
        reacts = table.staff_cards[own].values.get("on") == "staff_played"
        if set_off and reacts and state == READY and own != card:
            parts = [*parts, *make_open_parts(set_off, f"staff:{own}")]
    return parts


def book_disc_gains(table: Table, player: Player, card: str, chain: int) -> None:
    """Book the gains of cards for a disc (WALTZ1-STAFF-132)."""
    for reaction in table.box.reactions.on["disc"]:
        if reaction.card in player.staff:
            for part in reaction.gives:
                ref = reaction.source
                agenda.resolve_part(table, player, part, chain, ref)


def disc_may_bring(may: bool, table: Table, player: Player, entry: Entry) -> bool:
    """Return whether a disc may bring food (WALTZ1-STAFF-132)."""
    if may or not isinstance(entry, Claim):
        return may
    return any(reaction.card in player.staff for reaction in table.box.reactions.on["disc"])


# --- no gap (WALTZ1-STAFF-119, -125) -----------------------------------------------------------


def close_separated_side(table: Table, player: Player) -> None:
    """Close the parts that an extra action separates: a card's dancer, and the die's own parts.

    Where the edition lets an extra action come between, it closes nothing before either side has
    been used; after a part of the die the dancer is closed, after the dancer the die's parts.
    """
    for opened_by in player.events:
        if opened_by.main and opened_by.used:
            _close_other_side(table, player, opened_by)


def _close_other_side(table: Table, player: Player, event: Event) -> None:
    sent = [source for source in event.used if _no_gap(table, source)]
    staying = event.parts
    if sent:
        staying = [part for part in staying if part.source != event.main]
    if event.main in event.used:
        staying = [part for part in staying if not _no_gap(table, part.source)]
    if len(staying) < len(event.parts):
        gone = next(part for part in event.parts if part not in staying)
        card = sent[0] if sent else gone.source
        rehearsal = rehearsal_of(player)
        rehearsal.parted, rehearsal.parted_in = int(card.partition(":")[2]), player.turn_no
        event.parts = staying


def _no_gap(table: Table, source: str) -> bool:
    kind, _, number = source.partition(":")
    return kind == "staff" and bool(table.staff_cards[int(number)].values.get("no_gap"))


def cite_gap(table: Table, player: Player, entry: Entry, case: Case) -> None:
    """Name the card if an extra action came between its die and its dancer."""
    card = find_parted_card(player)
    if card and isinstance(entry, Prepare | PlayStaff):
        rules = {breach.rule for breach in case.breaches}
        if rules & {"GAH-ACT-31", "GAH-STAFF-06"}:
            case.breach(table.staff_cards[card].rule, M("balls.no-gap", card=card))
