"""Corrections: what follows from one before it is saved, saving it, going back and forward.

Whatever changes what is recorded is one more operation in the log; nothing is written over.
A correction concerns everybody, so only the table's link makes one. A seat takes back (and
takes again) what it entered itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.compare import Comparison, compare, essence
from adjudicator.edits import Edit, Edited
from adjudicator.reading import MAX_ENTRIES
from adjudicator.record import Unreadable
from adjudicator.verdict import Verdict
from recorder import access
from recorder.languages import gettext as _
from recorder.log import (
    CORRECT,
    REDO,
    RETURN,
    TAKE_BACK,
    Operation,
    Step,
    Story,
    body_of,
    return_edit,
    whereabouts,
)
from recorder.replays import Played, known_verdicts
from recorder.tables import Judged, Outcome, Table, Tables, after, readable


class NothingToTakeBack(Exception):
    """There are not as many steps as were to be taken back."""


class NothingToRedo(Exception):
    """There are not as many steps as were to be taken again."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction would do; nothing is stored.

    edited: the entries as they would be, and where each would stand. comparison: verdicts,
    values and scores that change, as the link may see them. hidden: whether the correction is
    about something that the link may not see: then nothing is said of what follows from it.
    """

    table: Table
    edit: Edit
    edited: Edited
    played: Played
    comparison: Comparison
    hidden: bool

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        """The verdicts on the entries that are put in, numbered, by what the link may know."""
        known = self._known(self.played, self._numbers)
        return [self._shown(self.played, number, verdict) for number, verdict in known.items()]

    @property
    def _numbers(self) -> Sequence[int]:
        return range(self.edit.at, self.edit.at + len(self.edit.entries))

    def changes(self) -> list[dict[str, Any]]:
        """Return the later entries whose verdict changes, with both verdicts.

        What changes only by something hidden is left out: the link would learn it.
        """
        changed = self.comparison.verdicts
        old = self._known(self.table.played, [change.before for change in changed])
        new = self._known(self.played, [change.after for change in changed])
        return [
            {
                "before": self._shown(self.table.played, change.before, old[change.before]),
                "after": self._shown(self.played, change.after, new[change.after]),
            }
            for change in changed
            if essence(old[change.before]) != essence(new[change.after])
        ]

    def _known(self, played: Played, numbers: Sequence[int]) -> dict[int, Verdict]:
        """Return verdicts by what the link may know, by the number of the entry."""
        if not numbers:
            return {}
        if self.table.row.over:
            explained = played.replay.explained(numbers[0], numbers[-1])
            return {number: explained[number - numbers[0]] for number in numbers}
        return known_verdicts(played.replay, numbers, self.table.link.seat)

    def _shown(self, played: Played, number: int, verdict: Verdict) -> dict[str, Any]:
        entry = played.replay.record.entries[number - 1]
        return self.table.shown(entry, verdict, number)

    def to_json(self) -> dict[str, Any]:
        """Return the preview as programs read it."""
        privacy, old = self.table.privacy, self.table.replay.record.entries
        removed = old[self.edit.at - 1 : self.edit.at - 1 + self.edit.remove]
        return {
            "version": self.table.version,
            "kind": self.edit.kind,
            "before": [privacy.entry(entry) for entry in removed],
            "entries": [privacy.entry(entry) for entry in self.edit.entries],
            "verdicts": self.verdicts,
            "changes": self.changes(),
            "rulings": {
                "dropped": list(self.edited.dropped),
                "renumbered": list(self.edited.renumbered),
            },
            "values": [difference.to_json() for difference in self.comparison.position],
            "scores": [difference.to_json() for difference in self.comparison.scores],
            "over": list(self.comparison.over),
            "winners": [] if privacy.scores else list(map(list, self.comparison.winners)),
            "hidden": self.hidden,
        }


class Corrections:
    """The service of corrections on top of ``Tables``."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def preview(self, table: Table, edit: Edit) -> Preview:
        """Return what a correction would do. Raises Unreadable, Forbidden."""
        access.require_table(table.link)
        old = table.replay.record.entries
        _check(table, edit)
        edited = edit.apply(old)
        played = after(table, CORRECT, body_of(edit))
        touched = [*old[edit.at - 1 : edit.at - 1 + edit.remove], *edit.entries]
        hidden = _hidden(table, touched)
        compared = _NOTHING if hidden else _compared(table, played, edited.moves)
        return Preview(table, edit, edited, played, compared, hidden)

    def correct(self, table: Table, edit: Edit, *, version: int, key: str) -> Outcome:
        """Save a correction. Raises Unreadable, Forbidden, KeyReused.

        version: the one on which the sender saw what follows. A stale correction is not kept;
        the answer says where its entry stands now.
        """
        access.require_table(table.link)
        asked = body_of(edit)

        def judge(table: Table) -> Judged:
            _check(table, edit)
            body = body_of(edit)
            played = after(table, CORRECT, body)
            verdict = None
            if edit.entries:
                verdict = edit.at, played.replay.verdicts[edit.at - 1]
            return Judged(body, played, _touched(edit), verdict)

        return self._tables.write(
            table,
            CORRECT,
            judge,
            version=version,
            key=key,
            same=lambda kept: all(
                kept[name] == asked[name] for name in ("at", "remove", "entries")
            ),
            place=lambda table: self.moved(table, version, edit.at),
        )

    def take_back(self, table: Table, *, version: int, key: str, steps: int = 1) -> Outcome:
        """Take the last steps back: entries with their rulings, corrections, returns.

        Raises NothingToTakeBack, Forbidden, KeyReused.
        """
        return self._steps(
            table, TAKE_BACK, lambda story: story.done, NothingToTakeBack, version, key, steps
        )

    def redo(self, table: Table, *, version: int, key: str, steps: int = 1) -> Outcome:
        """Take the steps again that were taken back last, as long as nothing new was done.

        Raises NothingToRedo, Forbidden, KeyReused.
        """
        return self._steps(
            table, REDO, lambda story: story.undone, NothingToRedo, version, key, steps
        )

    def _steps(
        self,
        table: Table,
        op: str,
        waiting: Callable[[Story], Sequence[Step]],
        nothing: Callable[[], Exception],
        version: int,
        key: str,
        steps: int,
    ) -> Outcome:
        def judge(table: Table) -> Judged:
            moved = waiting(table.played.story)[::-1][:steps]
            if len(moved) < steps:
                raise nothing()
            for step in moved:
                access.require_step(table.link, step)
            numbers = tuple(sorted({number for step in moved for number in step.numbers}))
            body = {"steps": steps, "count": len(numbers)}
            return Judged(body, after(table, op, body), numbers)

        return self._tables.write(
            table,
            op,
            judge,
            version=version,
            key=key,
            same=lambda kept: bool(kept.get("steps", 1) == steps),
        )

    def return_to(self, table: Table, to: int, *, version: int, key: str) -> Outcome:
        """Make the entries those of version ``to`` again, as one more step.

        Raises Unreadable for no such version and where nothing would change; Forbidden,
        KeyReused.
        """
        access.require_table(table.link)

        def judge(table: Table) -> Judged:
            if not 0 <= to <= table.version:
                raise _no_version(table)
            edit = return_edit(table.played.story, to)
            if not edit.remove and not edit.entries:
                raise Unreadable(_("the entries stand like this now"), key="to")
            if table.played.story.moved + edit.remove + len(edit.entries) > MOST_MOVED:
                raise Unreadable(_("this game has gone to and fro too often"), key="to")
            body = {"to": to}
            return Judged(body, after(table, RETURN, body), _touched(edit))

        return self._tables.write(
            table,
            RETURN,
            judge,
            version=version,
            key=key,
            same=lambda kept: bool(kept["to"] == to),
        )

    def at(self, table: Table, version: int) -> Table:
        """Return the game as it was at an earlier version. Raises Unreadable for no such one."""
        return Table(table.link, table.row, self._played(table, version), table.asked, table.reader)

    def before(self, table: Table, number: int) -> Table:
        """Return the game as it was before entry ``number``, seen by the same link."""
        replay = table.replay.with_entries(table.replay.record.entries[: number - 1])
        played = Played(table.version, table.played.story, replay)
        return Table(table.link, table.row, played, table.asked, table.reader)

    def moved(self, table: Table, version: int, number: int) -> int | None:
        """Return where entry ``number`` of an earlier version is now, None where it is gone."""
        places = whereabouts(Played.start(table.row.header).story, self._log(table), version)
        return places.get(number)

    def _played(self, table: Table, version: int) -> Played:
        if not 0 <= version <= table.version:
            raise _no_version(table)
        if version == table.version:
            return table.played
        operations = self._log(table)[:version]
        return Played.start(table.row.header).after(operations)

    def _log(self, table: Table) -> list[Operation]:
        return self._tables.store.operations(table.link.game)[: table.version]


MOST_MOVED = 2_000_000
"""Entries that all operations of a game together may put in and take out: a hundred returns
from one end of the longest record to the other, thousands in a real game."""


def _no_version(table: Table) -> Unreadable:
    message = _("the game has the versions 0 to %(last)s", last=table.version)
    return Unreadable(message, key="version")


def _touched(edit: Edit) -> tuple[int, ...]:
    """Return the numbers of the entries that an edit replaces or puts in."""
    return tuple(range(edit.at, edit.at + max(edit.remove, len(edit.entries))))


def _check(table: Table, edit: Edit) -> None:
    """Check that an edit fits the game. Raises Unreadable naming entry and key."""
    entries = table.replay.record.entries
    if not 1 <= edit.at <= len(entries):
        raise Unreadable(_("there is no such entry"), entry=edit.at)
    for number, entry in enumerate(edit.entries, start=edit.at):
        readable(table, entry, number)
    if len(entries) + len(edit.entries) - edit.remove > MAX_ENTRIES:
        raise Unreadable(
            _("a record holds at most %(most)s entries", most=MAX_ENTRIES), entry=edit.at
        )
    touched = list(entries[edit.at - 1 : edit.at - 1 + edit.remove])
    if list(edit.entries) == touched and not _hidden(table, touched):
        raise Unreadable(_("the entry stands like this now"), entry=edit.at)


def _hidden(table: Table, entries: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether one of the entries says something that the link may not see."""
    return any(table.privacy.entry(entry) != entry for entry in entries)


_NOTHING = Comparison((), (), (), (False, False), ((), ()))


def _compared(table: Table, played: Played, moves: Sequence[int | None]) -> Comparison:
    privacy = table.privacy
    with table.played.lock:
        return compare(
            table.replay, played.replay, moves, position=privacy.position, scores=privacy.by_player
        )
