"""The log of one game: operations, and the line of entries that they amount to.

The log only grows. An operation adds entries or takes some back; the effective entries are
derived by applying the operations in order. A later kind of operation is one more function
in ``_APPLY``; what is stored stays valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Entry = Mapping[str, Any]

APPEND = "append"
IMPORT = "import"
TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class Operation:
    """One stored line of the log.

    seq: its number in the game, from 1; the game's version after it.
    op: the kind. body: what the kind needs (``entries``, ``count``).
    role and seat: the link that wrote it. at: when, ISO 8601 in UTC. answer: what its sender
    was told: numbers of the entries, the verdict.
    """

    seq: int
    op: str
    body: Mapping[str, Any]
    role: str
    seat: str | None
    at: str
    answer: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """An effective entry and the operation that put it there."""

    entry: Entry
    seq: int
    op: str


def _add(lines: list[Line], operation: Operation) -> list[Line]:
    new = [Line(entry, operation.seq, operation.op) for entry in operation.body["entries"]]
    return lines + new


def _take_back(lines: list[Line], operation: Operation) -> list[Line]:
    return lines[: len(lines) - operation.body["count"]]


_APPLY: Mapping[str, Callable[[list[Line], Operation], list[Line]]] = {
    APPEND: _add,
    IMPORT: _add,
    TAKE_BACK: _take_back,
}


def apply(lines: Sequence[Line], operations: Iterable[Operation]) -> list[Line]:
    """Return the effective lines after further operations; ``lines`` stay as they are.

    Raises KeyError for an operation that this program does not know.
    """
    current = list(lines)
    for operation in operations:
        current = _APPLY[operation.op](current, operation)
    return current


def last_step(lines: Sequence[Line]) -> int:
    """Return how many lines one step back removes (0: there is nothing).

    What was appended together goes together: an illegal entry with the ruling that let it
    stand. Imported entries go one at a time.
    """
    if not lines:
        return 0
    last = lines[-1]
    if last.op == IMPORT:
        return 1
    count = 0
    for line in reversed(lines):
        if line.seq != last.seq:
            break
        count += 1
    return count
