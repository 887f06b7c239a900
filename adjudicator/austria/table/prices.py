"""The krones that can pay for an open part: at hand, or waiting in the same event."""

from __future__ import annotations

from adjudicator.austria.table.moves import book
from adjudicator.austria.table.state import Open, Player, Table
from adjudicator.messages import M
from adjudicator.obstacles import Asked, Decided, Doubt, Obstacle


def waiting_krones(player: Player, part: Open | None) -> list[Open]:
    """Return the krones of a part's own event that wait until its choices are made (U-14)."""
    waiting: list[Open] = []
    for event in player.events if part is not None else ():
        parts = event.parts
        if len(parts) > 1 and part in parts:
            for other in parts:  # a loop: there is none, nearly always
                if other.part.kind == "krones":
                    waiting.append(other)
    return waiting


def purse(table: Table, player: Player, part: Open | None) -> int:
    """Return the krones that may pay for a part; by house rule those of its event too (U-14)."""
    if table.rules["U-14"] != "owner-orders":
        return player.krones
    return player.krones + sum(other.left for other in waiting_krones(player, part))


def means(player: Player, part: Open | None) -> int:
    """Return the most krones that may ever pay for a part: at hand, and those that wait (U-14)."""
    krones = player.krones
    for other in waiting_krones(player, part):
        krones += other.left
    return krones


def short_of(table: Table, player: Player, part: Open | None, price: int) -> Asked:
    """Ask whether a price beyond the krones at hand cannot be paid: those waiting decide (U-14)."""
    if price > means(player, part):
        return True
    waiting = waiting_krones(player, part)
    yield Decided("U-14")
    settled = table.rules["U-14"]
    if settled == "group-last":
        before = sum(other.left for other in waiting if other.stage != "group")
        if price > player.krones + before:
            message = M("agenda.group-bonus-last", price=price, krones=player.krones)
            why = {"price": price, "krones": player.krones}
            yield Obstacle("GAH-CHK-11", message, why, "U-14")
            return True
    if settled in ("ask", "group-last"):
        waits = tuple(M("agenda.waits", count=other.left, source=other.source) for other in waiting)
        yield Doubt(
            "U-14",
            M("agenda.krones-wait", price=price, krones=player.krones, waits=waits),
            M("agenda.order-of-booking"),
            applies=False,
        )
    return settled == "as-ordered"


def pay(table: Table, player: Player, part: Open | None, price: int, ref: str) -> None:
    """Pay for the use of a part; where the krones at hand do not do, what waits comes first.

    ref: what is paid for (``moves.book``).
    """
    if price > player.krones:
        for waiting in waiting_krones(player, part):
            for event in player.events:
                if waiting in event.parts:
                    event.parts.remove(waiting)
                    book(table, player, "krones", waiting.left, waiting.source, event.trigger)
    if price:
        book(table, player, "krones", -price, ref)


def by_house_rule_free(table: Table, part: Open) -> bool:
    """Return whether a house rule makes free what a card opened (U-38, U-39)."""
    return table.box.reactions.free_by.get(part.source) in table.rules.free
