"""The line of entries of a game: steps to take back and again, and the taps that made them."""

from __future__ import annotations

from collections.abc import Sequence

from recorder.games import access
from recorder.games.visibility import GameView, reveal_game
from recorder.store.log import Entry, LogStep


def count_steps_back(table: GameView) -> int:
    """Return how many steps were taken, and can be taken back."""
    return len(reveal_game(table).story.done)


def count_steps_again(table: GameView) -> int:
    """Return how many steps were taken back, and can be taken again."""
    return len(reveal_game(table).story.undone)


def may_undo(table: GameView) -> bool:
    """Return whether there is a last step, and this link may take it back."""
    return _may_step(table, reveal_game(table).story.done)


def may_redo(table: GameView) -> bool:
    """Return whether a step was taken back last, and this link may take it again."""
    return _may_step(table, reveal_game(table).story.undone)


def _may_step(table: GameView, steps: Sequence[LogStep]) -> bool:
    return bool(steps) and access.may_step(table.link, steps[-1])


def count_steps_to(table: GameView, number: int) -> int:
    """Return how many steps have to be taken back for an entry to be gone, and all of its tap.

    0 where this link may take them back itself: then nobody else is asked.
    """
    entry = reveal_game(table).entries[find_tap(table, number).start - 1]
    own = True
    for count, step in enumerate(reversed(reveal_game(table).story.done), start=1):
        own = own and access.may_step(table.link, step)
        if any(line.entry is entry for line in step.new):
            return 0 if own else count
    return 0


def find_tap(table: GameView, number: int) -> range:
    """Return the numbers of the entries that were made by the same tap as an entry."""
    lines, first, end = reveal_game(table).lines, number, number + 1
    while first > 1 and lines[first - 1].goes_on:
        first -= 1
    while end <= len(lines) and lines[end - 1].goes_on:
        end += 1
    return range(first, end)


def count_taps(table: GameView, steps: int) -> int:
    """Return how many taps made the last steps; what goes on with an earlier one is one."""
    last = reveal_game(table).story.done[len(reveal_game(table).story.done) - steps :]
    return sum(not place or not step.goes_on for place, step in enumerate(last))


def has_entered_since(table: GameView, version: int) -> bool:
    """Return whether this seat's player has entered something after a version."""
    return any(
        line.seq > version and line.entry.get("by") == table.link.seat
        for line in reveal_game(table).story.lines
    )


def list_added_entries(before: GameView, now: GameView) -> Sequence[Entry] | None:
    """Return the entries since an earlier version, as the link sees them.

    None if anything else has changed.
    """
    if not reveal_game(now).replay.continues_from(reveal_game(before).replay):
        return None
    return now.entry_knowledge.entries[before.entry_knowledge.count :]
