"""Politics cards (2022: objective cards): placing a disc (GAH-POL, GAH-POLC)."""

from __future__ import annotations

from adjudicator.austria import agenda
from adjudicator.austria.case import Case
from adjudicator.austria.catalogue import COUNTED, FIGURES, POLITICS
from adjudicator.austria.final import count
from adjudicator.austria.state import Player, Table
from adjudicator.austria.turns import check_extra_action, note_extra_action
from adjudicator.games import Entry

VP_BY_CLAIM: list[int] = FIGURES["politics_vp"]
"""VP of a card's spaces, first disc first; as many spaces as figures (GAH-POL-05)."""


def shortfall(table: Table, player: Player, card: str) -> dict[str, tuple[int, int]]:
    """Return what a player still lacks for a card: counted thing -> (has, needs)."""
    lacks = {}
    for what, needed in POLITICS[card].requires.items():
        has = count(table, player, what)
        if has < needed:
            lacks[what] = (has, needed)
    return lacks


def claimable(table: Table, player: Player, card: str) -> bool:
    """Return whether a disc of this player may go onto a card that is in play."""
    discs = table.claims.get(card, [])
    return (
        player.id not in discs
        and len(discs) < len(VP_BY_CLAIM)
        and not shortfall(table, player, card)
    )


def claim(table: Table, player: Player, entry: Entry, case: Case) -> None:
    """``claim``: a disc on the best free space of a politics card (GAH-POL-01 to 05)."""
    card = entry["politics"]
    check_extra_action(table, player, case)
    if case.breaches and table.actor is not player:
        case.breach("GAH-POL-01", "a disc is placed in the own turn.")
    discs = table.claims.get(card, [])
    if table.politics is None:
        case.unclear(
            "politics",
            "the politics cards in play are not known.",
            "The disc was placed as if the card were in play.",
            applies=True,
        )
    elif card not in table.politics:
        case.breach(
            "GAH-POL-04", f"{card} is not in play.", card=card, in_play=list(table.politics)
        )
    if player.id in discs:
        case.breach("GAH-POL-03", f"{player.id} already has a disc on {card}.", card=card)
    elif len(discs) >= len(VP_BY_CLAIM):
        case.breach("GAH-POL-05", f"all spaces of {card} are taken.", card=card)
        case.breach("GAH-POL-02", f"no free space on {card}.", card=card)
    for what, (has, needed) in shortfall(table, player, card).items():
        message = f"{needed} {COUNTED[what]} needed, {has} there."
        case.breach(POLITICS[card].rule, message, has=has, needs=needed)
        case.breach("GAH-POL-01", message, has=has, needs=needed)
    if case.stop:
        return
    note_extra_action(table)
    agenda.new_chain(table, player)
    if player.id not in discs and len(discs) < len(VP_BY_CLAIM):
        player.points["politics"] += VP_BY_CLAIM[len(discs)]
        table.claims[card] = [*discs, player.id]
    agenda.settle(table, player)
