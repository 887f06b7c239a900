"""Discs that could have been placed earlier, or before somebody else did (GAH-POL)."""

from __future__ import annotations

from adjudicator.austria.chapters.politics import list_claimable_cards
from adjudicator.austria.chapters.turns import obstacles_to_extra_action
from adjudicator.austria.table.state import TURN, Table
from adjudicator.messages import M
from adjudicator.obstacles import is_allowed
from adjudicator.review.missed_chances import Chance, Entry, ReviewBook, Watcher

RULE = "GAH-POL-02"
"""The best free space of a politics card gives its VP."""


class PoliticsDiscs(Watcher):
    """Keeps for each player and card the first moment at which a disc was possible."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._first: dict[tuple[str, str], Chance] = {}
        self._doubted: set[tuple[str, str, int]] = set()

    def look(self, state: Table, at: int) -> None:
        """Note the cards that the player whose turn it is could claim for the first time."""
        player = state.actor
        if (
            state.phase != TURN
            or player is None
            or not is_allowed(obstacles_to_extra_action(state, player))
        ):
            return
        if state.politics is None:
            self.book.unread["politics"] = M("politics.politics-cards-in-play-not")
            return
        for card in list_claimable_cards(state, player):
            mine = player.id, card
            if mine in self._first or (*mine, state.turn_no) in self._doubted:
                continue
            entry = {"by": player.id, "do": "claim", "politics": card}
            twin = self.try_entry(state, entry)
            if twin is None:
                self._doubted.add((*mine, state.turn_no))
                continue
            points = twin.by_id[player.id].points["politics"] - player.points["politics"]
            self._first[mine] = Chance(at, state.round_no, entry, points)

    def see(self, state: Table, number: int, entry: Entry) -> None:
        """Compare a disc with what it would have brought first; see who came too late."""
        if entry["do"] != "claim":
            return
        card, by = entry["politics"], entry["by"]
        discs, spaces = state.claims.get(card, []), state.politics_cards[card].vp
        chance = self._first.pop((by, card), None)
        if chance is not None and chance.points is not None and by in discs:
            less = chance.points - spaces[discs.index(by)]
            if less > 0:
                self.book.add("politics", chance, number, RULE, less)
        if len(discs) < len(spaces):
            return
        for player in state.by_id:
            lost = self._first.pop((player, card), None)
            if lost is not None and player not in discs:
                self.book.add("politics", lost, number, RULE, lost.points)

    def finish(self, state: Table, last: int, over: bool) -> None:
        """Say which discs were never placed."""
        for chance in self._first.values() if over else ():
            self.book.add("politics", chance, last, RULE, chance.points)
