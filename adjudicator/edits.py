"""Correcting a line of entries: one replaced, removed or put in, and the rulings after it.

A ruling names an entry by its number. It follows that entry when numbers move, and goes when
the entry goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.record import RULE

Entry = Mapping[str, Any]

CHANGE, REMOVE, INSERT = "change", "remove", "insert"
"""The kinds of correction, as people name them."""

KINDS = (CHANGE, REMOVE, INSERT)


@dataclass(frozen=True, slots=True)
class CorrectedEntries:
    """The entries after a correction.

    moves: per old entry its new number, None where it is gone; ``moves[n - 1]`` belongs to
    entry n. dropped: old numbers of the rulings that went with their entries. renumbered: old
    numbers of the rulings that name another number now.
    """

    entries: tuple[Entry, ...]
    moves: tuple[int | None, ...]
    dropped: tuple[int, ...]
    renumbered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """Put ``entries`` in the place of ``remove`` entries from number ``at`` (from 1) on."""

    at: int
    remove: int
    entries: tuple[Entry, ...]

    @classmethod
    def from_kind(cls, kind: str, number: int, entry: Entry | None = None) -> Edit:
        """Return a correction: change entry ``number``, remove it, or insert one before it.

        Raises ValueError for another kind, and where the new entry is missing or too many.
        """
        if kind not in KINDS or (entry is None) != (kind == REMOVE):
            raise ValueError(f"{kind!r}: change and insert need an entry, remove has none")
        return cls(number, int(kind != INSERT), () if entry is None else (entry,))

    @property
    def kind(self) -> str:
        """The word for this correction."""
        if not self.remove:
            return INSERT
        return CHANGE if self.entries else REMOVE

    def apply(self, entries: Sequence[Entry]) -> CorrectedEntries:
        """Return the corrected entries; the given ones stay as they are.

        A replacement keeps the entry's number, and the rulings on it.
        """
        last = self.at + self.remove - 1
        new: list[Entry] = list(entries[: self.at - 1]) + list(self.entries)
        moves: list[int | None] = list(range(1, self.at))
        dropped, renumbered = [], []
        for number in range(self.at, len(entries) + 1):
            if number <= last:
                place = number - self.at
                moves.append(number if place < len(self.entries) else None)
                continue
            entry = entries[number - 1]
            if entry["do"] == RULE:
                target = moves[entry["entry"] - 1]
                if target is None:
                    moves.append(None)
                    dropped.append(number)
                    continue
                if target != entry["entry"]:
                    entry = {**entry, "entry": target}
                    renumbered.append(number)
            new.append(entry)
            moves.append(len(new))
        return CorrectedEntries(tuple(new), tuple(moves), tuple(dropped), tuple(renumbered))


def find_smallest_edit(old: Sequence[Entry], new: Sequence[Entry]) -> Edit:
    """Return the smallest single edit that has the place of every difference in it."""
    head = 0
    for mine, other in zip(old, new, strict=False):
        if mine is not other and mine != other:
            break
        head += 1
    tail = 0
    most = min(len(old), len(new)) - head
    while tail < most and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Edit(head + 1, len(old) - head - tail, tuple(new[head : len(new) - tail]))
