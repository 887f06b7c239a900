"""Politics cards (2022: objective cards): placing a disc (GAH-POL, GAH-POLC)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.austria import agenda, moves
from adjudicator.austria.box import box_at
from adjudicator.austria.case import Case
from adjudicator.austria.final import count
from adjudicator.austria.place import check_own_place, put_on_guests
from adjudicator.austria.state import Player, Table
from adjudicator.austria.turns import extra_action, note_extra_action
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.hooks import signal
from adjudicator.messages import M


def shortfall(table: Table, player: Player, card: str) -> dict[str, tuple[int, int]]:
    """Return what a player still lacks for a card: counted thing -> (has, needs)."""
    lacks = {}
    for what, needed in table.politics_cards[card].requires.items():
        has = count(table, player, what)
        if has < needed:
            lacks[what] = (has, needed)
    return lacks


def _may_be_met(table: Table, player: Player, lacks: Mapping[str, tuple[int, int]]) -> bool:
    """Return whether figures that nobody has read may make up for all that lacks."""
    for what, (has, needed) in lacks.items():
        perhaps = box_at(table).counts[what].perhaps
        if perhaps is None or has + perhaps(table, player) < needed:
            return False
    return True


def _note_unsettled(table: Table, player: Player, card: str, case: Case) -> None:
    """Note a question of which another answer decides otherwise whether a card is reached."""
    reached = otherwise = True
    asked = ""
    for what, needed in table.politics_cards[card].requires.items():
        has = count(table, player, what)
        unsettled = box_at(table).counts[what].unsettled
        reached = reached and has >= needed
        if unsettled is not None:
            asked, more = unsettled[0], unsettled[1](table, player)
            has += more
        otherwise = otherwise and has >= needed
    if asked and reached != otherwise:
        case.rest_on(asked)


def claimable(table: Table, player: Player, card: str) -> bool:
    """Return whether a disc of this player may go onto a card that is in play."""
    discs = table.claims.get(card, [])
    return (
        player.id not in discs
        and len(discs) < len(table.politics_cards[card].vp)
        and _may_be_met(table, player, shortfall(table, player, card))
    )


@verb("claim")
class Claim(ByPlayer):
    """A disc put onto a politics card."""

    politics: str = key(lambda s: s.politics)
    place: Place | None = key(None, default=None)


def claim(table: Table, player: Player, entry: Claim, case: Case) -> None:
    """``claim``: a disc on the best free space of a politics card (GAH-POL-01 to 05)."""
    card = entry.politics
    case.cite(extra_action(table, player))
    if case.breaches and table.actor is not player:
        case.breach("GAH-POL-01", M("politics.disc-placed-in-own-turn"))
    discs = table.claims.get(card, [])
    spaces = table.politics_cards[card].vp
    if table.politics is None:
        case.unclear(
            "politics",
            M("politics.politics-cards-in-play-not"),
            M("politics.disc-was-placed-as-if"),
            applies=True,
        )
    elif card not in table.politics:
        case.breach(
            "GAH-POL-04",
            M("politics.not-in-play", card=card),
            card=card,
            in_play=list(table.politics),
        )
    if player.id in discs:
        case.breach(
            "GAH-POL-03", M("politics.already-has-disc-on", player=player.id, card=card), card=card
        )
    elif len(discs) >= len(spaces):
        case.breach("GAH-POL-05", M("politics.all-spaces-taken", card=card), card=card)
        case.breach("GAH-POL-02", M("politics.no-free-space-on", card=card), card=card)
    lacks = shortfall(table, player, card)
    _note_unsettled(table, player, card, case)
    if lacks and _may_be_met(table, player, lacks):
        message = M("politics.guests-not-read", card=card)
        default = M("politics.disc-was-placed")
        case.unclear(table.box.unread["order"], message, default, applies=True, rank=0)
        lacks = {}
    for what, (has, needed) in lacks.items():
        words = box_at(table).counts[what].words
        message = M("politics.needed", needed=needed, what=words, has=has)
        case.breach(table.politics_cards[card].rule, message, has=has, needs=needed)
        case.breach("GAH-POL-01", message, has=has, needs=needed)
    if entry.place:
        check_own_place(table, player, entry, table.box.nothing, case)
    if case.stop:
        return
    note_extra_action(table)
    chain = agenda.new_chain(table, player)
    if player.id not in discs and len(discs) < len(spaces):
        table.claims[card] = [*discs, player.id]
        moves.book(table, player, "vp", spaces[len(discs)], f"politics:{card}", score="politics")
        disc_placed(table, player, card, chain)
    agenda.settle(table, player)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


@signal
def disc_placed(table: Table, player: Player, card: str, chain: int) -> None:
    """A disc was placed on a politics card; the agenda is not settled yet.

    Parts pushed here stand in front.
    """
