"""A game small enough to see through: players add to their count, in turn, up to ten.

Registered by tests in place of a real game, where only the recorder is being tried.
    add N    by the player whose turn it is (TALLY-TURN), at most 3 (TALLY-MOST)
    guess N  unclear (Q-1) and without effect unless it stands
    luck N   unclear (Q-2) and applied
Setup may name cards in hands; the count is secret when the module ``secrets`` says so.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from adjudicator import shapes
from adjudicator.games import Game
from adjudicator.hints import Hints
from adjudicator.record import Record, Unreadable, require_shape
from adjudicator.score import Result, ScoreLine
from adjudicator.shapes import Verb
from adjudicator.verdict import LEGAL, Breach, Illegal, Legal, Unclear, Verdict

GOAL = 10


class TallyState:
    hints = Hints()

    def __init__(self, players: tuple[str, ...], hands: Mapping[str, list[int]]) -> None:
        self.counts = dict.fromkeys(players, 0)
        self.turn = 0
        self.hands = hands
        self.judged = 0

    @property
    def turn_of(self) -> str:
        return list(self.counts)[self.turn % len(self.counts)]

    def judge(self, entry: Mapping[str, Any], stands: bool | None = None) -> Verdict:
        TALLY.judged += 1
        verdict = self._verdict(entry)
        if stands is not None and not isinstance(verdict, Legal):
            verdict = verdict.with_ruling(stands)
        if verdict.is_applied and entry["do"] in ("add", "guess", "luck"):
            self.counts[entry["by"]] += entry["n"]
            self.turn += 1
        if verdict.is_applied and entry["do"] == "adjust":
            self.counts[entry["of"]] += entry["n"]
        return verdict

    def play(
        self, entry: Mapping[str, Any], stands: bool | None = None, naming: bool = True
    ) -> Verdict:
        return self.judge(entry, stands)  # an entry is read as it is written

    def _verdict(self, entry: Mapping[str, Any]) -> Verdict:
        match entry["do"]:
            case "guess":
                return Unclear(question="Q-1", message="a guess", default="not applied")
            case "luck":
                return Unclear(question="Q-2", message="luck", default="applied", takes_effect=True)
            case "add":
                breaches = []
                if entry["by"] != self.turn_of:
                    why = {"turn_of": self.turn_of}
                    breaches.append(Breach("TALLY-TURN", f"it is {self.turn_of}'s turn", why))
                if entry["n"] > 3:
                    breaches.append(Breach("TALLY-MOST", "at most 3", {"n": entry["n"]}))
                return Illegal(violations=tuple(breaches)) if breaches else LEGAL
            case "check" if entry["n"] != self.counts[entry["of"]]:
                return Legal(finding={"count": [self.counts[entry["of"]], entry["n"]]})
        return LEGAL

    def try_other_parts(self, entry: Mapping[str, Any]) -> tuple[()]:
        return ()

    def options(self) -> list[dict[str, Any]]:
        if self.over():
            return []
        mine = {"by": self.turn_of, "do": "add", "n": [1, 2, 3]}
        cards = self.hands.get(self.turn_of)
        play = {"by": self.turn_of, "do": "play", "card": cards or "hand"}
        return [mine, play, {"by": self.turn_of, "do": "guess", "n": [4, 5]}]

    def position(self) -> dict[str, Any]:
        return {
            "turn_of": self.turn_of,
            "players": {player: {"count": count} for player, count in self.counts.items()},
        }

    def over(self) -> bool:
        return max(self.counts.values()) >= GOAL

    def result(self, *, final: bool = False) -> Result:
        best = max(self.counts.values())
        return Result(
            parts=("count",),
            lines={
                player: (ScoreLine("count", "TALLY-COUNT", "counted", None, count),)
                for player, count in self.counts.items()
            },
            winners=tuple(p for p, c in self.counts.items() if c == best) if self.over() else (),
        )

    @property
    def round_no(self) -> int:
        return self.turn // len(self.counts) + 1

    def copy(self) -> TallyState:
        again = copy.copy(self)
        again.counts = dict(self.counts)
        return again


class Tally(Game):
    name = "tally"
    title = "Tally"
    judged = 0
    """Calls of ``judge`` since the test began: the cost of an append."""

    verbs: Mapping[str, Verb] = {
        "add": Verb({"n": shapes.Integer(1)}),
        "guess": Verb({"n": shapes.Integer(1)}),
        "luck": Verb({"n": shapes.Integer(1)}),
        "play": Verb({"card": shapes.Integer(1)}, {"hidden": shapes.TEXT}),
        "check": Verb({"of": shapes.TEXT, "n": shapes.Integer()}, by="none"),
        "adjust": Verb({"of": shapes.TEXT, "n": shapes.Integer()}, by="none"),
        "rule": Verb(
            {"entry": shapes.Integer(1), "stands": shapes.BOOLEAN}, shapes.AGREED, by="none"
        ),
    }

    def vocabulary(self, header: Mapping[str, Any]) -> Mapping[str, Verb]:
        return self.verbs

    def read_header(self, document: Mapping[str, Any]) -> None:
        hands = shapes.MapOf(shapes.TEXT, shapes.ListOf(shapes.Integer(1)))
        require_shape(shapes.Fields({}, {"hands": hands}), document.get("setup"), "setup")

    def start(self, record: Record) -> TallyState:
        hands = record.document["setup"].get("hands", {})
        cards = [card for hand in hands.values() for card in hand]
        if len(set(cards)) != len(cards):
            raise Unreadable("a card stands twice", key="setup.hands", rule="TALLY-CARDS")
        return TallyState(record.players, hands)


TALLY = Tally()
SECRETS = {
    "record": ["setup.hands.*"],
    "position": ["players.*.count"],
    "scores": True,
    "entries": {"play": ["hidden"]},
    "next": {"guess": {"n": "hidden"}},
    "together": {"": ["play"]},
}


def forget(state: TallyState, viewer: str | None) -> bool:
    """Keep the viewer's hand only."""
    kept = {player: cards for player, cards in state.hands.items() if player == viewer}
    forgotten, state.hands = len(state.hands) > len(kept), kept
    return forgotten


def document(*entries: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "record": 1,
        "game": "tally",
        "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Борис"}],
        "setup": {},
        "entries": list(entries),
    } | more


def add(by: str, n: int) -> dict[str, Any]:
    return {"by": by, "do": "add", "n": n}
