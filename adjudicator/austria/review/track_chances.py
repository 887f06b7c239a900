"""Krones that could not be kept, and penalties that one more step would have spared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.austria.chapters.emperor import (
    SCORED_ROUNDS,
    STEP_BACK,
    find_round_tile,
    has_emperor_scoring,
)
from adjudicator.austria.table.state import (
    EMPEROR,
    KRONES_MAX,
    OVER,
    TURN,
    CafeGuest,
    Player,
    Table,
)
from adjudicator.messages import M
from adjudicator.review.missed_chances import Chance, Entry, ReviewBook, Watcher

AT_MOST = "GAH-MONEY-02"
"""Nobody keeps more than 20 krones."""

PENALTY = "GAH-EMP-07"
"""The tile punishes on space 0."""

STEPS_DIE = 4
"""The space of the dice that bring krones and steps."""


class KronesLost(Watcher):
    """Finds gains beyond the most that a player may keep, and what could have come instead."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._noted: Chance | None = None

    def note(self, state: Table, number: int, entry: Entry, settled: bool) -> None:
        """Before krones come, find what could have been entered so that none is lost."""
        self._noted = None
        player = state.actor
        if not settled or player is None or state.phase != TURN or entry.get("by") != player.id:
            return
        for other, _ in self.try_entries(state, _instead(state, player, entry)):
            self._noted = Chance(number - 1, state.round_no, other)
            return

    def see(self, state: Table, number: int, entry: Entry) -> None:
        """Say that krones were lost."""
        if self._noted is not None and state.by_id[entry["by"]].krones == KRONES_MAX:
            self.book.add("krones", self._noted, number, AT_MOST)


def _instead(state: Table, player: Player, entry: Entry) -> Iterator[Entry]:
    """Yield what could have come instead of krones that would be lost: steps, or food served."""
    if entry["do"] == "take_die":
        gain = entry.get("gain", {})
        cost = bool(entry.get("boost")) + ("as" in entry)
        beyond = player.krones - cost + gain.get("krones", 0) - KRONES_MAX
        if 0 < beyond <= gain.get("krones", 0):
            steps = {"krones": gain["krones"] - beyond, "emperor": gain.get("emperor", 0) + beyond}
            yield {**_without_notes(entry), "gain": {key: n for key, n in steps.items() if n}}
    elif entry["do"] == "check_in" and entry["guest"] in player.cafe:
        parts = state.guests[entry["guest"]].reward
        krones = sum(part.count for part in parts if part.kind == "krones")
        if krones and player.krones + krones > KRONES_MAX:
            for guest in player.cafe.values():
                for food in _wanted_of(guest, player):
                    place = {str(guest.number): {state.box.foods[food]: 1}}
                    yield {"by": player.id, "do": "serve", "place": place}


def _wanted_of(guest: CafeGuest, player: Player) -> Iterator[int]:
    for food, lacks in enumerate(guest.lacks or ()):
        if lacks and player.kitchen[food]:
            yield food


def _without_notes(entry: Entry) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in ("note", "at")}


class PenaltySpared(Watcher):
    """Keeps for each player how one more step could have been taken since the last scoring."""

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._further: dict[str, Chance] = {}
        self._noted: tuple[str, Chance | None] | None = None
        self._near: dict[str, int] = {}
        self._due: list[tuple[Chance, int, int]] = []

    def note(self, state: Table, number: int, entry: Entry, settled: bool) -> None:
        """Before a die is taken, note how it could have brought a step more.

        Before a scoring may come, note who is one space short.
        """
        self._noted = None
        self._near = {}
        if state.phase == EMPEROR:
            return
        if has_emperor_scoring(state):
            back = STEP_BACK[SCORED_ROUNDS.index(state.round_no)]
            tile = find_round_tile(state)
            if tile is None:
                self.book.unread["emperor"] = M("rounds.emperor-tiles-not-known")
            else:
                self._near = {
                    player.id: player.points["tiles"]
                    for player in state.players
                    if player.emperor == back
                }
        player = state.actor
        if entry["do"] != "take_die" or player is None or entry["by"] != player.id or not settled:
            return
        other = _one_step_more(state, entry)
        chance = None
        if other is not None and self.try_entry(state, other) is not None:
            chance = Chance(number - 1, state.round_no, other)
        self._noted = player.id, chance

    def see(self, state: Table, number: int, entry: Entry) -> None:
        """See a scoring, and afterwards what its penalty took."""
        if self._noted is not None:
            player, chance = self._noted
            if chance is not None:
                self._further[player] = chance
        for name, had in self._near.items():
            mine = state.by_id[name]
            punished = any(what == "penalty" for what, _ in mine.happened) or any(
                part.part.kind == "penalty" for event in mine.events for part in event.parts
            )
            scored = state.phase == EMPEROR or not has_emperor_scoring(state) or state.phase == OVER
            if scored and punished and mine.emperor == 0 and name in self._further:
                self._due.append((self._further[name], number, had))
        if self._near and (state.phase == EMPEROR or not has_emperor_scoring(state)):
            self._further = {}
        if state.phase != EMPEROR:
            self._settle(state)

    def _settle(self, state: Table) -> None:
        """Say what a penalty cost, when it has been borne."""
        for chance, number, had in self._due:
            lost = had - state.by_id[chance.entry["by"]].points["tiles"]
            self.book.add("penalty", chance, number, PENALTY, lost if lost > 0 else None)
        self._due = []

    def finish(self, state: Table, last: int, over: bool) -> None:
        """Say what the last scoring cost."""
        if over:
            self._settle(state)


def _one_step_more(state: Table, entry: Entry) -> Entry | None:
    """Return an entry that takes a step more than this one at the same moment, if any."""
    gain = entry.get("gain", {})
    if STEPS_DIE in (entry["die"], entry.get("as")):
        if not gain.get("krones"):
            return None
        more = {"krones": gain["krones"] - 1, "emperor": gain.get("emperor", 0) + 1}
        return {**_without_notes(entry), "gain": {key: n for key, n in more.items() if n}}
    strength = state.dice[STEPS_DIE - 1]
    if not strength:
        return None
    more = {"emperor": 1} if strength == 1 else {"krones": strength - 1, "emperor": 1}
    return {"by": entry["by"], "do": "take_die", "die": STEPS_DIE, "gain": more}
