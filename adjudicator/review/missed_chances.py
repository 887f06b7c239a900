"""What was possible and nobody did: a chance, what became of it, and how a game looks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from adjudicator.games import Triable, try_entries
from adjudicator.messages import Message
from adjudicator.verdict import Unclear

Entry = Mapping[str, Any]
S = TypeVar("S", bound=Triable)


@dataclass(frozen=True, slots=True)
class Chance:
    """An entry that was legal at a moment.

    at: the number of the last entry before the moment. points: what it would have brought, None
    where no number follows from the rules.
    """

    at: int
    round_no: int
    entry: Entry
    points: int | None = None


@dataclass(frozen=True, slots=True)
class LeftLying:
    """A chance that nobody took.

    kind: see docs/review.md. to_entry: the entry with which it was over. rule: the id of the rule
    that would have given the points. points: None where no number follows from the rules. about:
    the room or the guest in question where it was the entry that should have been left out.
    """

    by: str
    kind: str
    chance: Chance
    to_entry: int
    rule: str
    points: int | None
    about: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the finding as ``review --json`` prints it."""
        return {
            "by": self.by,
            "kind": self.kind,
            "round": self.chance.round_no,
            "from_entry": self.chance.at,
            "to_entry": self.to_entry,
            "rule": self.rule,
            "points": self.points,
            "entry": dict(self.chance.entry),
        }


@dataclass(slots=True)
class ReviewBook:
    """What is collected while a game is looked through.

    unread: what nobody has entered, so that what needs it is left out: by name the sentence about
    it. dice: what the dice gave, empty in a game without dice.
    """

    left: list[LeftLying] = field(default_factory=list)
    unread: dict[str, Message] = field(default_factory=dict)
    dice: dict[str, Any] = field(default_factory=dict)

    def add(
        self,
        kind: str,
        chance: Chance,
        to_entry: int,
        rule: str,
        points: int | None = None,
        about: str = "",
    ) -> None:
        """Keep a finding about the player of the chance's entry."""
        by = str(chance.entry["by"])
        self.left.append(LeftLying(by, kind, chance, to_entry, rule, points, about))


class Watcher:
    """Looks for one kind of thing while a game is replayed. Every method may be left out.

    It reads the state, keeps no reference to it and changes nothing of it.
    """

    def __init__(self, book: ReviewBook) -> None:
        self.book = book

    def look(self, state: Any, at: int) -> None:
        """Note what is possible after entry ``at``. It is not asked at an unsettled moment."""

    def note(self, state: Any, number: int, entry: Entry, settled: bool) -> None:
        """Note what is there before an entry. settled: whether the moment counts."""

    def see(self, state: Any, number: int, entry: Entry) -> None:
        """See what an entry has done that took effect."""

    def finish(self, state: Any, last: int, over: bool) -> None:
        """Say what is left at the end. over: whether the game was played to its end."""

    def try_entries(self, state: S, entries: Iterable[Entry]) -> Iterator[tuple[Entry, S]]:
        """Yield each entry that is legal beyond doubt, with a copy of the state after it.

        Where the caller needs more than is yielded, what nobody has entered is named as unread.
        """
        doubts: list[Unclear] = []
        for entry in entries:
            trial, verdict = try_entries(state, entry)
            if verdict.kind == "legal":
                yield entry, trial
            elif isinstance(verdict, Unclear) and verdict.is_unread:
                doubts.append(verdict)
        for doubt in doubts:
            self.book.unread.setdefault(_name_unread(doubt), doubt.message)

    def try_entry(self, state: S, entry: Entry) -> S | None:
        """Return a copy of a state after an entry, None where it is not legal beyond doubt."""
        return next((trial for _, trial in self.try_entries(state, [entry])), None)


def _name_unread(doubt: Unclear) -> str:
    """Return the name of what nobody has entered: of a component, else of the question."""
    if doubt.reads is None:
        return doubt.question
    kind, *_ = doubt.reads
    return ":".join([kind, *(str(value) for value in doubt.reads.values() if value is not None)])
