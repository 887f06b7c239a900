"""Rulings kept as precedents: a set of house rules, by the rule or question they are about.

A game plays by a set; the next verdict that cites the same rule or leaves the same question open
mentions what was decided. A precedent decides nothing by itself. Whose a set is and who sees it:
``recorder.shelves``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.verdict import Illegal, Unclear, Verdict
from recorder.catalogue import Catalogue, Item
from recorder.shelves import PRECEDENTS, Chosen, Shelves
from recorder.tables import Table


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
    """The sets of rulings in a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def shelves(self, game: str) -> Shelves:
        """Return the sets of a game's rulings; ``game``: the word for its rules."""
        return Shelves(self._catalogue, f"{game}.{PRECEDENTS}")

    def of_table(self, table: Table) -> Shelves:
        """Return the sets of the game that is played at a table."""
        return self.shelves(table.replay.record.game)

    def chosen(self, table: Table) -> Chosen | None:
        """Return the set that a game plays by, None where it has none."""
        return self.of_table(table).chosen(table.link.ledger)

    def choose(self, table: Table, key: str, name: str, *, writes: bool) -> None:
        """Let a game play by a set. writes: whether its rulings go into it."""
        who = table.link.role
        self.of_table(table).choose(table.link.ledger, key, name, writes=writes, who=who)

    def keep(
        self,
        table: Table,
        verdict: Verdict,
        ruling: Mapping[str, Any],
        key: str,
        name: str,
        *,
        public: bool | None = None,
    ) -> Sequence[str]:
        """Keep a ruling on a verdict in a set; return the subjects it is kept under.

        key, name: of a set that the table may write to. public: see ``Shelves.put``. Raises Unfit
        where the note is too large.
        """
        names = {player["id"]: player["name"] for player in table.header["players"]}
        value = {
            "stands": ruling["stands"],
            "note": ruling.get("note", ""),
            "agreed": [names[player] for player in ruling.get("agreed", ())],
        }
        kept, shelves = subjects(verdict), self.of_table(table)
        for subject in kept:
            self._catalogue.enter(shelves.content(key), subject, value, table.link.role)
        held = {"subjects": len(shelves.items(key))}
        shelves.put(key, name, held, "", public=public)
        return kept

    def of_set(self, game: str, key: str) -> list[Precedent]:
        """Return what a set holds, the last decided first."""
        return [_precedent(item) for item in self.shelves(game).items(key).values()]

    def on(self, table: Table, verdict: Verdict) -> list[Precedent]:
        """Return what the game's set says about the rules or the question of a verdict."""
        wanted = subjects(verdict)
        chosen = self.chosen(table) if wanted else None
        if chosen is None:
            return []
        shelves = self.of_table(table)
        found = [shelves.item(chosen.key, subject) for subject in wanted]
        return [_precedent(item) for item in found if item is not None]


def _precedent(item: Item) -> Precedent:
    value = item.value
    return Precedent(item.name, value["stands"], value["note"], tuple(value["agreed"]), item.at)
