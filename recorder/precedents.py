"""Rulings kept as precedents: a set of house rules, by the rule or question they are about.

A game names the set it plays by; the next verdict that cites the same rule or leaves the same
question open mentions what was decided. A precedent decides nothing by itself.

A set that a table made from a ruling of its own is listed, and offered to every new game. The
set of a league is not: it bears the league's name, which is nobody else's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.verdict import Illegal, Unclear, Verdict
from recorder.catalogue import Catalogue, Item
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
        self._catalogue.enter(_OF_GAME, str(table.link.game), _name(name), table.link.role)

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
        kind = _kind(table.replay.record.game, name)
        for subject in kept:
            self._catalogue.enter(kind, subject, value, table.link.role)
        return kept

    def show(self, table: Table, name: str) -> None:
        """List a set under the name that it was first given; capitals make no other set of it."""
        game = table.replay.record.game
        listed = self.listed(game, name)
        held = {"subjects": len(self._catalogue.newest(_kind(game, name)))}
        self._catalogue.enter(_listed(game), listed.name if listed else _name(name), held, "")

    def sets(self, game: str) -> list[Item]:
        """Return the sets that are listed for a game, the last changed first.

        The value of each says about how many rules and questions: ``{"subjects": 2}``.
        """
        return self._catalogue.newest(_listed(game))

    def listed(self, game: str, name: str) -> Item | None:
        """Return the listed set of a name, or None."""
        wanted = _name(name).casefold()
        return next((item for item in self.sets(game) if item.name.casefold() == wanted), None)

    def of_set(self, game: str, name: str) -> list[Precedent]:
        """Return what a set holds, the last decided first."""
        return [_precedent(item) for item in self._catalogue.newest(_kind(game, name))]

    def on(self, table: Table, verdict: Verdict) -> list[Precedent]:
        """Return what the game's set says about the rules or the question of a verdict."""
        wanted = subjects(verdict)
        name = self.chosen(table) if wanted else ""
        kind = _kind(table.replay.record.game, name)
        found = [self._catalogue.find(kind, subject) for subject in wanted if name]
        return [_precedent(item) for item in found if item is not None]


def _precedent(item: Item) -> Precedent:
    value = item.value
    return Precedent(item.name, value["stands"], value["note"], tuple(value["agreed"]), item.at)


def _name(name: str) -> str:
    return name.strip()[:LONGEST_NAME]


def _kind(game: str, name: str) -> str:
    return f"precedents.{game}.{name.strip().casefold()[:LONGEST_NAME]}"


def _listed(game: str) -> str:
    return f"precedent-sets.{game}"
