"""Ninas Melange: three goals of one's own (WALTZ3-NINAS)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.austria.chapters import piles
from adjudicator.austria.chapters.politics import Claim, meets_requirements
from adjudicator.austria.modules.hotels.lobbies import LOBBIES, hotel_of, owns_lobby
from adjudicator.austria.printed.catalogue import Politics
from adjudicator.austria.table import moves
from adjudicator.austria.table.declarations import Judge
from adjudicator.austria.table.entry_findings import Case
from adjudicator.austria.table.state import OVER, TURN, Player, Table
from adjudicator.entries import Entry
from adjudicator.messages import M
from adjudicator.score import ScoreLine


def refuse_own_goal(judge: Judge[Claim]) -> Judge[Claim]:
    """A goal of one's own takes no disc: it is booked by itself (WALTZ3-NINAS-02)."""

    def claim(table: Table, player: Player, entry: Claim, case: Case) -> None:
        goals = hotel_of(player).goals or ()
        if any(card == entry.politics for card, _ in goals):
            case.breach("WALTZ3-NINAS-02", M("hotels.own-goal-no-disc", card=entry.politics))
        judge(table, player, entry, case)

    return claim


def watch_goals(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Book the goals that hold after an entry of the owner's turn."""
    actor = None if table.turn is None else table.players[table.turn]
    if actor is None or not owns_lobby(actor, "ninas"):
        table.unwatch(watch_goals)
    elif table.phase == TURN and not case.stop:
        book_goals(table, actor)


def note_unknown_goals(table: Table, player: Player | None, entry: Entry, case: Case) -> None:
    """Note at the end of the game that nobody knows the owner's goals."""
    if table.phase == OVER and entry.do in ("done", "pass", "reroll", "roll") and not case.stop:
        case.unclear("goals", M("hotels.goals-not-known"), M("hotels.discs-only"), applies=True)


def book_goals(table: Table, player: Player) -> None:
    """Book the goals of the owner that hold now: 15, 10 or 5 VP by round."""
    hotel = hotel_of(player)
    hotel.looked_in = table.turn_no
    for place, (card, vp) in enumerate(hotel.goals or ()):
        if vp is None and meets_requirements(table, player, card):
            _book_goal(table, player, place, card)


def _book_goal(table: Table, player: Player, place: int, card: str) -> None:
    points: int = LOBBIES["ninas"].effect["vp_by_round"][table.round_no - 1]
    hotel = hotel_of(player)
    goals = list(hotel.goals or ())
    goals[place] = (card, points)
    hotel.goals = tuple(goals)
    moves.book(table, player, "vp", points, f"politics:{card}", score="lobby")
    if table.politics_cards[card].values.get("starred"):
        piles.release_guests(table, player)


def add_own_goals(cards: list[Politics], table: Table, player: Player) -> list[Politics]:
    """Return the starred cards a player has not reached, with the owner's own (WALTZ-U-43)."""
    if table.politics is None:
        return cards
    for name, vp in hotel_of(player).goals or ():
        card = table.politics_cards[name]
        if vp is None and card.values.get("starred"):
            cards = [*cards, card]
    return cards


def book_turn_goals(table: Table, player: Player, closed: bool) -> None:
    """Book the goals that hold as the turn ends, before the next player's turn.

    Goals that held after an earlier entry are booked already, except at the start of a record.
    """
    if table.turn == player.seat and (closed or hotel_of(player).looked_in != table.turn_no):
        book_goals(table, player)
    table.unwatch(watch_goals)


def goals_reached(table: Table, player: Player) -> int:
    """Return how many goals the owner has reached, own ones and discs."""
    own = sum(vp is not None for _, vp in hotel_of(player).goals or ())
    return own + sum(player.id in discs for discs in table.claims.values())


def write_goal_line(table: Table, player: Player) -> Iterator[ScoreLine]:
    """Yield the line of final scoring: 3, 6, 10 VP for 4, 5, 6 goals (WALTZ3-NINAS-04)."""
    if not owns_lobby(player, "ninas"):
        return
    count = goals_reached(table, player)
    tiers = LOBBIES["ninas"].effect["final_vp_by_goals"]
    points = max((vp for least, vp in tiers.items() if count >= int(least)), default=0)
    yield ScoreLine("final_lobby", "WALTZ3-NINAS-04", M("hotels.goals-reached"), count, points)
