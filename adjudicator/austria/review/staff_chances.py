"""Cards that work once a round, and what modules let a player do: unused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.austria.chapters.food import obstacles_to_using_staff
from adjudicator.austria.chapters.spending import list_payment_keys
from adjudicator.austria.chapters.turns import obstacles_to_extra_action
from adjudicator.austria.review.item_entries import entry_of_item, offered_entries
from adjudicator.austria.table.state import READY, TURN, Player, Table
from adjudicator.obstacles import is_allowed
from adjudicator.review.missed_chances import Chance, Entry, ReviewBook, Watcher


class RoundStaff(Watcher):
    """Keeps for each card the first moment of a round at which it would have brought something."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._first: dict[tuple[str, int], Chance] = {}
        self._tried: set[tuple[str, int, int]] = set()
        self._rules: dict[int, str] = {}
        self._round = 0

    def look(self, state: Table, at: int) -> None:
        """Note the cards of the player whose turn it is that could be used."""
        self._turn_over(state, at)
        player = state.actor
        if state.phase != TURN or player is None or READY not in player.staff.values():
            return
        cards = [card for card, used in player.staff.items() if self._is_open(state, player, card)]
        if not cards or not is_allowed(obstacles_to_extra_action(state, player)):
            return
        for card in cards:
            if not is_allowed(obstacles_to_using_staff(state, player, card)):
                continue
            self._tried.add((player.id, card, state.turn_no))
            for entry, twin in self.try_entries(state, _uses(state, player, card)):
                mine = twin.by_id[player.id]
                if _belongings(mine) != _belongings(player):
                    gained = mine.vp - player.vp
                    chance = Chance(at, state.round_no, entry, gained if gained > 0 else None)
                    self._first[player.id, card] = chance
                    self._rules[card] = state.staff_cards[card].rule
                    break

    def _is_open(self, state: Table, player: Player, card: int) -> bool:
        """Return whether a card has uses that nobody has tried yet: once a turn is enough."""
        if player.staff[card] != READY or not state.staff_cards[card].uses:
            return False
        tried = (player.id, card, state.turn_no) in self._tried
        return not tried and (player.id, card) not in self._first

    def see(self, state: Table, number: int, entry: Entry) -> None:
        """Forget a card that is used."""
        self._turn_over(state, number)
        if entry["do"] == "use_staff":
            self._first.pop((entry["by"], entry["staff"]), None)

    def finish(self, state: Table, last: int, over: bool) -> None:
        """Say which cards were left in the last round."""
        if over:
            self._say(last)

    def _turn_over(self, state: Table, at: int) -> None:
        if state.round_no != self._round:
            self._say(at)
            self._round = state.round_no

    def _say(self, at: int) -> None:
        for (_, card), chance in self._first.items():
            self.book.add("staff", chance, at, self._rules[card], chance.points)
        self._first = {}


def _uses(state: Table, player: Player, card: int) -> Iterator[dict[str, Any]]:
    for keys in list_payment_keys(state, player, card):
        item = {"by": player.id, "do": "use_staff", "staff": card, **keys}
        entry = entry_of_item(state, item)
        if entry is not None:
            yield entry


def _belongings(player: Player) -> tuple[Any, ...]:
    """Return what a use may bring: pieces, points, parts that are open."""
    served = [guest.copy_served_food() for guest in player.cafe.values()]
    kept = [player.kitchen, player.rooms, served, len(player.events), len(player.beside)]
    return (player.krones, player.emperor, player.vp, player.hand, len(player.staff), *kept)


UNUSED: Mapping[str, tuple[str, str]] = {
    "swap": ("celebrity", "WALTZ2-CEL-02"),
    "use_lobby": ("lobby", "WALTZ3-WRAY-02"),
}
"""Verbs that a module lets a player enter by the own choice: the kind and the rule if never."""


class UnusedVerbs(Watcher):
    """Keeps the first moment at which a player could use what they never used."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._first: dict[tuple[str, str], Chance] = {}
        self._tried: set[tuple[str, str, int]] = set()
        self._used: set[tuple[str, str]] = set()

    def look(self, state: Table, at: int) -> None:
        """Note, once a turn, what the modules offer the player whose turn it is."""
        player = state.actor
        if state.phase != TURN or player is None or not state.box.ids:
            return
        for verb in UNUSED:
            mine = player.id, verb
            tried = (*mine, state.turn_no)
            if mine in self._first or mine in self._used or tried in self._tried:
                continue
            self._tried.add(tried)
            for entry, _ in self.try_entries(state, offered_entries(state, player, verb)):
                self._first[mine] = Chance(at, state.round_no, entry)
                break

    def see(self, state: Table, number: int, entry: Entry) -> None:
        """Forget what is used."""
        if entry["do"] in UNUSED:
            self._first.pop((entry["by"], entry["do"]), None)
            self._used.add((entry["by"], entry["do"]))

    def finish(self, state: Table, last: int, over: bool) -> None:
        """Say what was never used."""
        for (_, verb), chance in self._first.items() if over else ():
            kind, rule = UNUSED[verb]
            self.book.add(kind, chance, last, rule)
