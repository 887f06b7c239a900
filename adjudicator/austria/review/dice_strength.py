"""How strong the dice were: rolled, there to take, and taken. No judgement."""

from __future__ import annotations

from typing import Any

from adjudicator.austria.chapters.actions import count_dice_on
from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.state import Table
from adjudicator.review.missed_chances import Entry, ReviewBook, Watcher


class DiceStrength(Watcher):
    """Writes down every roll and every die taken.

    ``rounds``: of each round the roll and the rolls again, per space. ``taken``: of each player's
    dice the space, how many dice lay on it, and how many lay on each space.
    """

    def __init__(self, book: ReviewBook) -> None:
        super().__init__(book)
        self._rounds: list[dict[str, Any]] = []
        self._taken: dict[str, list[dict[str, Any]]] = {}
        self._noted: dict[str, Any] = {}
        book.dice.update(rounds=self._rounds, taken=self._taken)

    def look(self, state: Table, at: int) -> None:
        """Name every player, also one who takes no die."""
        for player in state.by_id if not self._taken else ():
            self._taken[player] = []

    def note(self, state: Table, number: int, entry: Entry, settled: bool) -> None:
        """Note the dice before one is taken."""
        self._noted = {"round": state.round_no}
        if entry["do"] == "take_die":
            made: Any = box_at(state).verbs["take_die"].made(dict(entry))
            self._noted |= {
                "entry": number,
                "die": entry["die"],
                "strength": count_dice_on(state, state.by_id[entry["by"]], made, entry["die"]),
                "there": list(state.dice),
            }

    def see(self, state: Table, number: int, entry: Entry) -> None:
        """Write down what took effect."""
        if entry["do"] == "take_die":
            self._taken.setdefault(entry["by"], []).append(self._noted)
        elif entry["do"] == "roll":
            self._rounds.append({**self._noted, "roll": list(entry["dice"]), "rerolls": []})
        elif entry["do"] == "reroll":
            again = {"by": entry["by"], "entry": number, "dice": list(entry["dice"])}
            if not self._rounds or self._rounds[-1]["round"] != self._noted["round"]:
                self._rounds.append({**self._noted, "roll": None, "rerolls": []})
            self._rounds[-1]["rerolls"].append(again)
