"""A tiny game whose whole course a test can give: players score lines, rounds go by.

It fulfils the protocol of adjudicator.games, so the sheet is tried with the real replay, and with
any number of players, parts and lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from adjudicator.record import Record
from adjudicator.score import Result, ScoreLine, TieBreak
from adjudicator.shapes import Verb
from adjudicator.verdict import LEGAL, Breach, Illegal, Unclear, Verdict
from tests.recorder.tally import Tally, TallyState

LABELS: Mapping[str, str] = {
    "start": "At the start",
    "guests": "Guests",
    "rooms": "Rooms",
    "cards": "Cards",
    "corrections": "Corrections",
}

PARTS = tuple(LABELS)


class State(TallyState):
    def __init__(self, record: Record) -> None:
        super().__init__(record.players, {})
        self.lines: dict[str, list[ScoreLine]] = {player: [] for player in record.players}
        self.now = 1
        self.winners: tuple[str, ...] = ()
        self.tie_break: Mapping[str, tuple[TieBreak, ...]] | None = None
        self.ended = False

    def judge(self, entry: Mapping[str, Any], stands: bool | None = None) -> Verdict:
        match entry["do"]:
            case "score":
                self.lines[entry["by"]].append(
                    ScoreLine(
                        entry["part"],
                        "TOY-01",
                        entry.get("label", LABELS[entry["part"]]),
                        entry.get("count"),
                        entry["points"],
                    )
                )
            case "round":
                self.now += 1
            case "finish":
                self.ended = True
                self.winners = tuple(entry["winners"])
                steps = entry.get("tie_break") or {}
                self.tie_break = {
                    player: tuple(TieBreak(rule, value) for rule, value in values)
                    for player, values in steps.items()
                } or None
            case "cheat":
                breaches = tuple(Breach(rule, "not allowed", {}) for rule in entry["rules"])
                return Illegal(stands=stands, violations=breaches)
            case "wonder":
                return Unclear(stands=stands, question="U-01", message="who knows", default="no")
        return LEGAL

    def over(self) -> bool:
        return self.ended

    def result(self, *, final: bool = False) -> Result:
        lines = {player: tuple(lines) for player, lines in self.lines.items()}
        return Result(PARTS, lines, self.winners, self.tie_break)

    @property
    def round_no(self) -> int:
        return self.now

    def copy(self) -> State:
        return deepcopy(self)


class Toy(Tally):
    name = "toy"
    title = "Toy Hotel"
    edition_labels: Mapping[str, str] = {"1st": "First edition"}
    verbs: Mapping[str, Verb] = {
        do: Verb() for do in ("score", "round", "finish", "cheat", "wonder", "check", "rule")
    }

    def part_labels(self, header: Mapping[str, Any]) -> Mapping[str, str]:
        return LABELS

    def start(self, record: Record) -> State:
        return State(record)


GAME = Toy()


def scored(
    by: str, part: str, points: int, label: str = "", count: int | None = None
) -> dict[str, Any]:
    """The entry with which a player scores one line."""
    entry: dict[str, Any] = {"by": by, "do": "score", "part": part, "points": points}
    if label:
        entry["label"] = label
    if count is not None:
        entry["count"] = count
    return entry
