"""Rulings kept as precedents: a set of house rules, by the rule or question they are about.

A game plays by a set; the next verdict that cites the same rule or leaves the same question open
mentions the earlier ruling. A precedent decides nothing by itself. ``recorder.kept.named_sets``
explains owners and readers of a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.record import RULE
from adjudicator.verdict import Illegal, Unclear, Verdict
from recorder.games.visibility import GameView, reveal_game
from recorder.kept.kept_values import Catalogue, Item
from recorder.kept.named_sets import PRECEDENTS, Chosen, Shelves


@dataclass(frozen=True, slots=True)
class Precedent:
    """One ruling: its rules or questions, its decision, the agreeing players (names), its time.

    at: ISO 8601. game: the number of its game, None if unknown. case: of the league that decided
    it, empty for a table's own ruling or another league's.
    """

    subjects: tuple[str, ...]
    stands: bool
    note: str
    agreed: tuple[str, ...]
    at: str
    game: int | None = None
    case: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the precedent as it stands beside a verdict."""
        return {
            "subject": self.subjects[0],
            "subjects": list(self.subjects),
            "stands": self.stands,
            "note": self.note,
            "agreed": list(self.agreed),
            "at": self.at,
        }


def verdict_subjects(verdict: Verdict) -> Sequence[str]:
    """Return the rules that a verdict cites, or the question it leaves open."""
    if isinstance(verdict, Illegal):
        return [breach.rule for breach in verdict.violations]
    return [verdict.question] if isinstance(verdict, Unclear) else []


def entry_subjects(table: GameView, number: int) -> Sequence[str]:
    """Return the rules that the verdict on a recorded entry cites, or the question it leaves."""
    return verdict_subjects(reveal_game(table).replay.verdicts[number - 1])


class Precedents:
    """The sets of rulings in a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def shelves(self, game: str) -> Shelves:
        """Return the sets of a game's rulings; ``game``: the word for its rules."""
        return Shelves(self._catalogue, f"{game}.{PRECEDENTS}")

    def of_table(self, table: GameView) -> Shelves:
        """Return the sets of the game that is played at a table."""
        return self.shelves(table.row.header["game"])

    def find_chosen(self, table: GameView) -> Chosen | None:
        """Return the set that a game plays by, None where it has none."""
        return self.of_table(table).find_chosen(table.link.ledger)

    def choose(self, table: GameView, key: str, name: str, *, writes: bool) -> None:
        """Let a game play by a set. writes: whether its rulings go into it."""
        who = table.link.role
        self.of_table(table).choose(table.link.ledger, key, name, writes=writes, who=who)

    def keep(
        self,
        table: GameView,
        ruling: Mapping[str, Any],
        key: str,
        name: str,
        *,
        public: bool | None = None,
        case: str = "",
    ) -> Sequence[str]:
        """Keep a ruling on a recorded entry in a set; return the subjects it is kept under.

        key, name: of a set that the table may write to. public: see ``Shelves.put``. case: of the
        league that owns the set. Raises NotKept where the note is too large.
        """
        names = {player["id"]: player["name"] for player in table.header["players"]}
        value = {
            "stands": ruling["stands"],
            "note": ruling.get("note", ""),
            "agreed": [names[player] for player in ruling.get("agreed", ())],
            "game": table.link.ledger,
            "version": table.version,
            "case": case,
        }
        kept, shelves = entry_subjects(table, ruling["entry"]), self.of_table(table)
        for subject in kept:
            self._catalogue.enter(shelves.content(key), subject, value, table.link.role)
        held = {"subjects": len(_group_rulings(shelves.items(key).values()))}
        shelves.put(key, name, held, "", public=public)
        return kept

    def of_set(self, game: str, key: str) -> list[Precedent]:
        """Return the precedents of a set, the last decided first."""
        return _group_rulings(self.shelves(game).items(key).values())

    def find_for_verdict(self, table: GameView, verdict: Verdict) -> list[Precedent]:
        """Return the precedents of the game's set for the verdict on a refused entry."""
        return self._find_about(table, verdict_subjects(verdict), set())

    def find_for_entry(self, table: GameView, number: int) -> list[Precedent]:
        """Return the precedents of the game's set for the verdict on a recorded entry.

        The ruling on this very entry is not among them: it stands beside the entry.
        """
        return self._find_about(table, entry_subjects(table, number), _made_on(table, number))

    def _find_about(
        self, table: GameView, wanted: Sequence[str], own: set[tuple[bool, str]]
    ) -> list[Precedent]:
        """Return the set's precedents for rules and questions, but not ``own`` rulings."""
        chosen = self.find_chosen(table) if wanted else None
        if chosen is None:
            return []
        shelves = self.of_table(table)
        items = [shelves.item(chosen.key, subject) for subject in wanted]
        kept = _group_rulings(item for item in items if item is not None)
        if not chosen.writes:  # a set from elsewhere: its cases are not for this table
            kept = [replace(one, case="") for one in kept]
        here = (table.link.ledger, None)
        return [one for one in kept if one.game not in here or (one.stands, one.note) not in own]


def _made_on(table: GameView, number: int) -> set[tuple[bool, str]]:
    """Return the rulings on an entry: whether it stands, and the note."""
    return {
        (entry["stands"], entry.get("note", ""))
        for entry in reveal_game(table).entries
        if entry["do"] == RULE and entry["entry"] == number
    }


def _group_rulings(items: Iterable[Item]) -> list[Precedent]:
    """Return the precedents of some items: one for each ruling, however many rules it was about."""
    by_ruling: dict[Any, list[Item]] = {}
    for item in items:
        value = item.value
        own = (value["game"], value["version"]) if "version" in value else item.at[:_SECOND]
        told = (own, value["stands"], value["note"], tuple(value["agreed"]))
        by_ruling.setdefault(told, []).append(item)
    made = []
    for each in by_ruling.values():
        first, about = each[0], tuple(item.name for item in each)
        value, agreed = first.value, tuple(first.value["agreed"])
        game, case = value.get("game"), value.get("case", "")
        made.append(Precedent(about, value["stands"], value["note"], agreed, first.at, game, case))
    return made


_SECOND = len("2026-01-01T00:00:00")
"""How much of a moment tells one ruling from another where its game was not kept with it."""
