"""Rulings kept as precedents: a set of house rules, by the rule or question they are about.

A game names the set it plays by; the next verdict that cites the same rule or leaves the same
question open mentions what was decided. A precedent decides nothing by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.verdict import Illegal, Unclear, Verdict
from recorder.catalogue import Catalogue
from recorder.tables import Table

LONGEST_NAME = 40
"""Letters of a set's name."""

_OF_GAME = "precedents.game"


@dataclass(frozen=True, slots=True)
class Precedent:
    """What was decided about a rule or question, by whom (names), and when (ISO 8601)."""

    subject: str
    stands: bool
    note: str
    agreed: tuple[str, ...]
    at: str

    def to_json(self) -> dict[str, Any]:
        """Return the precedent as it stands beside a verdict."""
        return {
            "subject": self.subject,
            "stands": self.stands,
            "note": self.note,
            "agreed": list(self.agreed),
            "at": self.at,
        }


def subjects(verdict: Verdict) -> Sequence[str]:
    """Return the rules that a verdict cites, or the question it leaves open."""
    if isinstance(verdict, Illegal):
        return [breach.rule for breach in verdict.violations]
    return [verdict.question] if isinstance(verdict, Unclear) else []


class Precedents:
    """The sets of house rules in a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def chosen(self, table: Table) -> str:
        """Return the name of the set that a game plays by; empty where it has none."""
        found = self._catalogue.find(_OF_GAME, str(table.link.game))
        return str(found.value) if found else ""

    def choose(self, table: Table, name: str) -> None:
        """Let a game play by a set. Raises Unfit for a name that is too long."""
        value = name.strip()[:LONGEST_NAME]
        self._catalogue.enter(_OF_GAME, str(table.link.game), value, table.link.role)

    def keep(
        self, table: Table, verdict: Verdict, ruling: Mapping[str, Any], name: str
    ) -> Sequence[str]:
        """Keep a ruling on a verdict in a set; return the subjects it is kept under.

        Raises Unfit where the note is too large.
        """
        names = {player["id"]: player["name"] for player in table.header["players"]}
        value = {
            "stands": ruling["stands"],
            "note": ruling.get("note", ""),
            "agreed": [names[player] for player in ruling.get("agreed", ())],
        }
        kept = subjects(verdict)
        for subject in kept:
            self._catalogue.enter(_kind(table, name), subject, value, table.link.role)
        return kept

    def on(self, table: Table, verdict: Verdict) -> list[Precedent]:
        """Return what the game's set says about the rules or the question of a verdict."""
        wanted = subjects(verdict)
        name = self.chosen(table) if wanted else ""
        found = [self._catalogue.find(_kind(table, name), subject) for subject in wanted if name]
        return [
            Precedent(
                item.name,
                item.value["stands"],
                item.value["note"],
                tuple(item.value["agreed"]),
                item.at,
            )
            for item in found
            if item is not None
        ]


def _kind(table: Table, name: str) -> str:
    return f"precedents.{table.replay.record.game}.{name.strip().casefold()[:LONGEST_NAME]}"
