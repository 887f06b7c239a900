"""Politics cards (2022: objective cards): placing a disc (GAH-POL, GAH-POLC)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.austria.chapters.final import count_thing
from adjudicator.austria.chapters.place import check_own_place, offer_with_place, put_on_guests
from adjudicator.austria.chapters.turns import note_extra_action, obstacles_to_extra_action
from adjudicator.austria.table import agenda, moves
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import Deed, Item, make_item
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import Player, Table
from adjudicator.entries import ByPlayer, Place, key, verb
from adjudicator.hooks import signal
from adjudicator.messages import M
from adjudicator.obstacles import DecidingSwitch, Doubt, Found, Obstacle, is_allowed


def meets_requirements(table: Table, player: Player, card: str) -> bool:
    """Return whether a player has all that a card asks for."""
    counts = box_at(table).counts
    for what, needed in table.politics_cards[card].requires.items():
        if counts[what].count(table, player) < needed:
            return False
    return True


def find_shortfall(table: Table, player: Player, card: str) -> dict[str, tuple[int, int]]:
    """Return a player's shortfall for a card: counted thing -> (has, needs)."""
    lacks = {}
    for what, needed in table.politics_cards[card].requires.items():
        has = count_thing(table, player, what)
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


def _find_deciding_question(table: Table, player: Player, card: str) -> Iterator[Found]:
    """Yield a question of which another answer decides otherwise whether a card is reached."""
    reached = otherwise = True
    asked = ""
    for what, needed in table.politics_cards[card].requires.items():
        has = count_thing(table, player, what)
        unsettled = box_at(table).counts[what].unsettled
        reached = reached and has >= needed
        if unsettled is not None:
            asked, more = unsettled[0], unsettled[1](table, player)
            has += more
        otherwise = otherwise and has >= needed
    if asked and reached != otherwise:
        yield DecidingSwitch(asked)


def obstacles_to_claiming(table: Table, player: Player, card: str) -> Iterator[Found]:
    """Yield the obstacles to a disc on a card: the card, its spaces, its conditions."""
    discs, printed = table.claims.get(card, []), table.politics_cards[card]
    if table.politics is None:
        message, default = (
            M("politics.politics-cards-in-play-not"),
            M("politics.disc-was-placed-as-if"),
        )
        yield Doubt("politics", message, default, applies=True)
    elif card not in table.politics:
        message = M("politics.not-in-play", card=card)
        yield Obstacle("GAH-POL-04", message, card=card, in_play=list(table.politics))
    if player.id in discs:
        message = M("politics.already-has-disc-on", player=player.id, card=card)
        yield Obstacle("GAH-POL-03", message, card=card)
    elif len(discs) >= len(printed.vp):
        yield Obstacle("GAH-POL-05", M("politics.all-spaces-taken", card=card), card=card)
        yield Obstacle("GAH-POL-02", M("politics.no-free-space-on", card=card), card=card)
    lacks = find_shortfall(table, player, card)
    yield from _find_deciding_question(table, player, card)
    if lacks and _may_be_met(table, player, lacks):
        message = M("politics.guests-not-read", card=card)
        default = M("politics.disc-was-placed")
        yield Doubt(table.box.unread["order"], message, default, applies=True, rank=0)
        return
    for what, (has, needed) in lacks.items():
        words = box_at(table).counts[what].words
        message = M("politics.needed", needed=needed, what=words, has=has)
        yield Obstacle(printed.rule, message, has=has, needs=needed)
        yield Obstacle("GAH-POL-01", message, has=has, needs=needed)


def list_claimable_cards(table: Table, player: Player) -> list[str]:
    """Return the cards on which a disc of this player may go; unknown ones are in play."""
    known = table.politics_cards if table.politics is None else table.politics
    return [card for card in known if is_allowed(obstacles_to_claiming(table, player, card))]


@verb("claim")
class Claim(ByPlayer):
    """A disc put onto a politics card."""

    politics: str = key(lambda s: s.politics)
    place: Place | None = key(None, default=None, made=lambda s: s.read_place)


def claim_card(table: Table, player: Player, entry: Claim, case: Case) -> None:
    """``claim``: a disc on the best free space of a politics card (GAH-POL-01 to 05)."""
    card = entry.politics
    case.cite(obstacles_to_extra_action(table, player))
    if case.breaches and table.actor is not player:
        case.breach("GAH-POL-01", M("politics.disc-placed-in-own-turn"))
    discs = table.claims.get(card, [])
    spaces = table.politics_cards[card].vp
    case.cite(obstacles_to_claiming(table, player, card))
    if entry.place:
        check_own_place(table, player, entry, table.box.nothing, case)
    if case.stop:
        return
    note_extra_action(table)
    chain = agenda.begin_chain(table, player)
    if player.id not in discs and len(discs) < len(spaces):
        table.claims[card] = [*discs, player.id]
        moves.book(table, player, "vp", spaces[len(discs)], f"politics:{card}", score="politics")
        disc_placed(table, player, card, chain)
    agenda.settle_agenda(table, player)
    if entry.place is not None:
        put_on_guests(table, player, entry.place)


@signal
def disc_placed(table: Table, player: Player, card: str, chain: int) -> None:
    """A disc was placed on a politics card; the agenda is not settled yet.

    Parts pushed here stand in front.
    """


def offer_claim(table: Table, player: Player) -> Iterator[Item]:
    """Yield the politics cards that may be claimed."""
    cards = list_claimable_cards(table, player)
    if cards:
        item = make_item(player, "claim", politics=cards)
        yield from offer_with_place(table, player, item, table.box.nothing, split="politics")


DEEDS: tuple[Deed[Any], ...] = (Deed(Claim, claim_card),)
"""The verb of this chapter."""
