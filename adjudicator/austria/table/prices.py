"""The krones that can pay for an open part: at hand, or waiting in the same event."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.house_rules import does_switch_decide
from adjudicator.austria.table.moves import book
from adjudicator.austria.table.state import MissedKrones, Open, Player, Table
from adjudicator.entries import Entry
from adjudicator.messages import M
from adjudicator.obstacles import Asked, DecidingSwitch, Doubt, Obstacle

Answerable = Callable[[Table, Player, Open], bool]
"""Whether an open part has a legal answer (``Kind.answerable``)."""


def list_waiting_krones(player: Player, part: Open | None) -> list[Open]:
    """Return the krones of a part's own event that wait until its choices are made (U-14)."""
    waiting: list[Open] = []
    if part is not None and part.missed is not None:
        return [*part.missed.waits]
    for event in player.events if part is not None else ():
        parts = event.parts
        if len(parts) > 1 and part in parts:
            for other in parts:  # a loop: there is none, nearly always
                if other.part.kind == "krones":
                    waiting.append(other)
    return waiting


def count_krones_at_hand(player: Player, part: Open | None) -> int:
    """Return the krones at hand for a part, or those when a dropped part dropped (U-14)."""
    return player.krones if part is None or part.missed is None else part.missed.krones


def count_spendable_krones(table: Table, player: Player, part: Open | None) -> int:
    """Return the krones that may pay for a part; by house rule also its event's krones (U-14)."""
    if table.rules["U-14"] != "owner-orders":
        return count_krones_at_hand(player, part)
    return count_possible_krones(player, part)


def count_possible_krones(player: Player, part: Open | None) -> int:
    """Return the most krones that may ever pay for a part: at hand, and waiting (U-14)."""
    krones = count_krones_at_hand(player, part)
    for other in list_waiting_krones(player, part):
        krones += other.left
    return krones


def ask_krones_short(table: Table, player: Player, part: Open | None, price: int) -> Asked:
    """Ask whether a price beyond the krones at hand cannot be paid; waiting krones count (U-14)."""
    if price > count_possible_krones(player, part):
        return True
    waiting, krones = list_waiting_krones(player, part), count_krones_at_hand(player, part)
    yield DecidingSwitch("U-14")
    settled = table.rules["U-14"]
    if settled == "group-last":
        before = sum(other.left for other in waiting if other.stage != "group")
        if price > krones + before:
            message = M("agenda.group-bonus-last", price=price, krones=krones)
            why = {"price": price, "krones": krones}
            yield Obstacle("GAH-CHK-11", message, why, "U-14")
            return True
    if settled in ("ask", "group-last"):
        waits = tuple(M("agenda.waits", count=other.left, source=other.source) for other in waiting)
        told = (
            M("agenda.krones-wait", price=price, krones=krones, waits=waits)
            if part is None or part.missed is None
            else M("agenda.krones-waited", price=price, krones=krones, waits=waits)
        )
        yield Doubt("U-14", told, M("agenda.order-of-booking"), applies=False)
    return settled == "as-ordered"


def note_missed_krones(
    table: Table, player: Player, part: Open, chain: int, answerable: Answerable
) -> None:
    """Keep with a part that drops the krones that would have paid for it (U-14).

    part: in front of its event; chain: the event's number. answerable: whether the part has a
    legal answer. From now on every verdict of the chain names the question.
    """
    waiting = list_waiting_krones(player, part)
    if waiting and does_switch_decide(table, "U-14", partial(answerable, table, player, part)):
        part.missed = MissedKrones(player.krones, (*waiting,), chain)
        table.rest_on("U-14")
        table.watch(_name_order)


def _name_order(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Name U-14 on an entry of a chain in which a part dropped for want of krones that waited."""
    lost = [gone.missed for each in table.players for gone in each.gone if gone.missed]
    if not lost:
        table.unwatch(_name_order)
    chains = [missed.chain for missed in lost]
    if player is not None and entry.do != "done" and player.fresh_chain in chains:
        case.rest_on("U-14")


def pay_for_part(table: Table, player: Player, part: Open | None, price: int, ref: str) -> None:
    """Pay for the use of a part. If the krones at hand are too few, waiting krones come first.

    ref: the cause of the payment (``moves.book``).
    """
    if price > player.krones:
        for waiting in list_waiting_krones(player, part):
            for event in player.events:
                if waiting in event.parts:
                    event.parts.remove(waiting)
                    book(table, player, "krones", waiting.left, waiting.source, event.trigger)
    if price:
        book(table, player, "krones", -price, ref)


def is_free_by_house_rule(table: Table, part: Open) -> bool:
    """Return whether a house rule makes a part of a card free (U-38, U-39)."""
    return table.box.reactions.free_by.get(part.source) in table.rules.free
