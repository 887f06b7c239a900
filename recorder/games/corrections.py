"""Corrections: the preview before one is saved, saving it, going back and forward.

Each change of the record is one more operation in the log; nothing is written over. A correction
concerns everybody, so only the table's link makes one; a seat proposes it (``proposals``). A seat
takes back (and takes again) its own entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from adjudicator.edits import Edit
from adjudicator.reading import MAX_ENTRIES
from adjudicator.record import Unreadable
from recorder.games import access
from recorder.games.preview import Consequences, foresee_correction
from recorder.games.replays import RecordedGame
from recorder.games.tables import (
    JudgedOperation,
    Outcome,
    Send,
    Tables,
    check_entries,
    try_operation,
)
from recorder.games.visibility import GameView, reveal_game, reveal_row, view_state
from recorder.languages.speech import gettext as _
from recorder.store.ledger import Operation, Stale
from recorder.store.log import (
    CORRECT,
    REDO,
    RETURN,
    TAKE_BACK,
    LogStep,
    Story,
    edit_body,
    locate_entries,
    return_edit,
)


class NothingToTakeBack(Exception):
    """There are not as many steps as were to be taken back."""


class NothingToRedo(Exception):
    """There are not as many steps as were to be taken again."""


class Corrections:
    """The service of corrections on top of ``Tables``."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def preview(self, table: GameView, edit: Edit) -> Consequences:
        """Return the effect of a correction. Raises Unreadable, Forbidden.

        A seat may look, too: it may propose the correction.
        """
        access.require_writer(table.link)
        _check_edit(table, edit)
        return foresee_correction(table, edit)

    def correct(self, table: GameView, edit: Edit, *, version: int, key: str) -> Outcome:
        """Save a correction. Raises Unreadable, Forbidden, KeyReused.

        version: the one of the preview that the sender saw. A stale correction is not kept; the
        answer says where its entry stands now.
        """
        access.require_table(table.link)
        check_entries(table, edit.entries, edit.at)
        send = Send(CORRECT, edit_body(edit), key, version)
        outcome = self._tables.write(table, send, partial(judge_correction, edit=edit))
        if isinstance(outcome, Stale):
            return replace(outcome, number=self.find_entry(outcome.now, version, edit.at))
        return outcome

    def take_back(self, table: GameView, *, version: int, key: str, steps: int = 1) -> Outcome:
        """Take the last steps back: entries with their rulings, corrections, returns.

        Raises NothingToTakeBack, Forbidden, KeyReused.
        """
        return self._move_steps(table, TAKE_BACK, version, key, steps)

    def redo(self, table: GameView, *, version: int, key: str, steps: int = 1) -> Outcome:
        """Take the steps again that were taken back last, as long as nothing new was done.

        Raises NothingToRedo, Forbidden, KeyReused.
        """
        return self._move_steps(table, REDO, version, key, steps)

    def _move_steps(self, table: GameView, op: str, version: int, key: str, steps: int) -> Outcome:
        send = Send(op, {"steps": steps}, key, version)
        return self._tables.write(table, send, partial(_judge_own_steps, op=op, steps=steps))

    def return_to(self, table: GameView, to: int, *, version: int, key: str) -> Outcome:
        """Return to the entries of version ``to``, as one more step.

        Raises Forbidden, KeyReused, and Unreadable for a version that does not exist and for one
        that would change nothing.
        """
        access.require_table(table.link)
        send = Send(RETURN, {"to": to}, key, version)
        return self._tables.write(table, send, partial(judge_return, to=to))

    def view_version(self, table: GameView, version: int) -> GameView:
        """Return the game as it was at an earlier version. Raises Unreadable for no such one."""
        return view_state(table, self._play_version(table, version))

    def view_before(self, table: GameView, number: int) -> GameView:
        """Return the game as it was before entry ``number``, seen by the same link."""
        game = reveal_game(table)
        replay = game.replay.with_entries(game.entries[: number - 1])
        return view_state(table, RecordedGame(table.version, game.story, replay))

    def find_entry(self, table: GameView, version: int, number: int) -> int | None:
        """Return where entry ``number`` of an earlier version is now, None where it is gone."""
        return locate_entries(Story(), self._read_log(table), version).get(number)

    def _play_version(self, table: GameView, version: int) -> RecordedGame:
        if not 0 <= version <= table.version:
            raise _no_version(table)
        if version == table.version:
            return reveal_game(table)
        operations = self._read_log(table)[:version]
        return RecordedGame.start(reveal_row(table).header).play_operations(operations)

    def _read_log(self, table: GameView) -> list[Operation]:
        return self._tables.store.operations(table.link.ledger)[: table.version]


def judge_correction(table: GameView, edit: Edit) -> JudgedOperation:
    """Judge a correction without storing it. Raises Unreadable."""
    _check_edit(table, edit)
    body = edit_body(edit)
    played = try_operation(table, CORRECT, body)
    verdict = (edit.at, played.replay.verdicts[edit.at - 1]) if edit.entries else None
    return JudgedOperation(body, played, _edit_numbers(edit), verdict)


def find_steps(table: GameView, op: str, steps: int) -> Sequence[LogStep]:
    """Return the steps that are taken back, or again, the first one first.

    op: TAKE_BACK or REDO. Raises NothingToTakeBack, NothingToRedo where they are not as many.
    """
    story = reveal_game(table).story
    moved = (story.done if op == TAKE_BACK else story.undone)[::-1][:steps]
    if len(moved) < steps:
        raise NothingToTakeBack if op == TAKE_BACK else NothingToRedo
    return moved


def _judge_own_steps(table: GameView, op: str, steps: int) -> JudgedOperation:
    """Judge steps that the link takes itself. Raises Forbidden, and as ``find_steps``."""
    moved = find_steps(table, op, steps)
    for step in moved:
        access.require_step(table.link, step)
    return judge_steps(table, op, moved)


def judge_steps(table: GameView, op: str, moved: Sequence[LogStep]) -> JudgedOperation:
    """Judge the taking back, or again, of some steps (``find_steps``) without storing it."""
    numbers = tuple(sorted({number for step in moved for number in step.numbers}))
    body = {"steps": len(moved), "count": len(numbers)}
    return JudgedOperation(body, try_operation(table, op, body), numbers)


def judge_return(table: GameView, to: int) -> JudgedOperation:
    """Judge the return to the entries of a version without storing it. Raises Unreadable."""
    if not 0 <= to <= table.version:
        raise _no_version(table)
    edit = return_edit(reveal_game(table).story, to)
    if not edit.remove and not edit.entries:
        raise Unreadable(_("the entries look like this now"), key="to")
    if reveal_game(table).story.moved + edit.remove + len(edit.entries) > MOST_MOVED:
        raise Unreadable(_("this game was undone and redone too often"), key="to")
    body = {"to": to}
    return JudgedOperation(body, try_operation(table, RETURN, body), _edit_numbers(edit))


MOST_MOVED = 2_000_000
"""Entries that all operations of a game together may put in and take out: a hundred returns
from one end of the longest record to the other, thousands in a real game."""


def _no_version(table: GameView) -> Unreadable:
    message = _("the game has the versions 0 to %(last)s", last=table.version)
    return Unreadable(message, key="version")


def _edit_numbers(edit: Edit) -> tuple[int, ...]:
    """Return the numbers of the entries that an edit replaces or puts in."""
    return tuple(range(edit.at, edit.at + max(edit.remove, len(edit.entries))))


def _check_edit(table: GameView, edit: Edit) -> None:
    """Check that an edit fits the game. Raises Unreadable naming entry and key."""
    entries = reveal_game(table).entries
    last = edit.at + max(1, edit.remove) - 1
    if not 1 <= edit.at <= last <= len(entries):
        raise Unreadable(_("there is no such entry"), entry=last)
    check_entries(table, edit.entries, edit.at)
    if len(entries) + len(edit.entries) - edit.remove > MAX_ENTRIES:
        raise Unreadable(
            _("a record holds at most %(most)s entries", most=MAX_ENTRIES), entry=edit.at
        )
    touched = list(entries[edit.at - 1 : edit.at - 1 + edit.remove])
    seen = [table.privacy.show_entry(entry) for entry in touched]
    if list(edit.entries) == touched == seen:
        raise Unreadable(_("the entry looks like this now"), entry=edit.at)
