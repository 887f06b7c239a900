"""Parts of rewards that somebody skipped though they could be used (GAH-CHK-09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.austria.review.item_entries import entry_of_item
from adjudicator.austria.table import agenda
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.state import Open, Player, Table
from adjudicator.austria.table.unused_rewards import is_about, list_all_optional_parts
from adjudicator.review.missed_chances import Chance, Entry, ReviewBook, Watcher

BELL_RULE = "WALTZ5-BELL-03"
GUEST_RULE = "GAH-CHK-09"
RULES = {
    "group": "GAH-GRP-01",
    "tile": "GAH-EMP-06",
    "lobby": "WALTZ3-GEN-01",
    "hall": "WALTZ1-BALL-06",
    "section": "WALTZ1-BALL-08",
}
"""The rule that gives a part, by its source; of any other source it is the guest's."""

_KEPT = ("used", "dropped")
"""Ends of a part that nobody gave up: it was used, or no legal answer was left."""

_WITH_SOURCE = {"prepare", "play_staff", "take_guest", "occupy", "fill_order", "gain"}
"""Verbs of which ``from`` says which of several parts is meant."""


class SkippedRewards(Watcher):
    """Compares what is open before and after each entry."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._before: Table | None = None
        self._parts: list[tuple[Player, Open, int]] = []
        self._gone: dict[int, Open] = {}
        self._bells: dict[tuple[str, str], Chance] = {}
        self._hands: list[tuple[str, Chance, int, str]] = []

    def note(self, state: Table, number: int, entry: Entry, settled: bool) -> None:
        """Keep the table while a reward is open."""
        self._before = None
        if not settled or not any(player.events or player.beside for player in state.players):
            return
        self._parts = [
            (player, part, part.left)
            for player, part in list_all_optional_parts(state)
            if part.stage != "main"
        ]
        if self._parts:
            self._before = state.copy()
            # Kept, so that no later part has the id of one of them.
            self._gone = {id(gone): gone for player in state.players for gone in player.gone}

    def see(self, state: Table, number: int, entry: Entry) -> None:
        """Say what is not open any more though nobody used it."""
        if entry["do"] == "ring":
            for mine in [one for one in self._bells if one[0] == entry["by"]]:
                if mine[1] in (entry.get("from"), f"staff:{entry.get('staff')}"):
                    del self._bells[mine]
        before = self._before
        if before is None:
            return
        still = {id(part) for _, part in list_all_optional_parts(state)}
        for player, part, left in self._parts:
            if id(part) in still or part.left < left:
                continue
            fate = [
                gone for gone in player.gone if id(gone) not in self._gone and is_about(gone, part)
            ]
            if any(gone.how in _KEPT for gone in fate):
                continue
            self._skipped(before, number, player.id, part)

    def _skipped(self, before: Table, number: int, by: str, part: Open) -> None:
        player = before.by_id[by]
        for entry, twin in self.try_entries(before, _ways_to_use(before, player, part)):
            gained = twin.by_id[by].vp - player.vp
            points = gained if gained > 0 else None
            chance = Chance(number - 1, before.round_no, entry, points)
            if part.part.kind == "ring":
                self._bells.setdefault((by, part.source), chance)
            else:
                kind, rule = _kind_and_rule(before, part)
                if entry["do"] == "play_staff":
                    self._hands.append((kind, chance, number, rule))
                else:
                    self.book.add(kind, chance, number, rule, points)
            return

    def finish(self, state: Table, last: int, over: bool) -> None:
        """Say which bells never rang, and which cards of a hand could have been played."""
        if not over:  # a hand is nobody's business before the end
            for name in [name for name in self.book.unread if name.startswith("staff:")]:
                del self.book.unread[name]
            return
        for chance in self._bells.values():
            self.book.add("bell", chance, last, BELL_RULE, chance.points)
        for kind, chance, number, rule in self._hands:
            self.book.add(kind, chance, number, rule, chance.points)


def _ways_to_use(state: Table, player: Player, part: Open) -> Iterator[dict[str, Any]]:
    """Yield entries that use a part, which may be used now."""
    for event, other in agenda.list_optional_parts(player):
        if not is_about(other, part) or not (event is player.front or event in player.beside):
            continue
        kind = box_at(state).kinds[other.part.kind]
        items: Iterator[dict[str, Any]] = iter(())
        if kind.offer_all is not None:
            items = kind.offer_all(state, player, [other])
        elif kind.offer is not None:
            items = kind.offer(state, player, other)
        for item in items:
            entry = entry_of_item(state, item)
            if entry is None:
                continue
            if entry["do"] in _WITH_SOURCE:
                entry["from"] = agenda.name_source(other)
            yield entry
        return


def _kind_and_rule(state: Table, part: Open) -> tuple[str, str]:
    """Return the kind of finding and the rule that gives a part, by its source."""
    kind, _, name = part.source.partition(":")
    if kind == "staff":
        return "reward", state.staff_cards[int(name)].rule
    if kind == "celebrity":
        return "celebrity", "WALTZ2-DIE-09"
    return ("lobby" if kind == "lobby" else "reward"), RULES.get(kind, GUEST_RULE)
