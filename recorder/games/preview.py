"""The preview of an operation before it is stored, as far as one link may know it.

Secrets of others are no part of the calculation. If something is hidden from the link, the entries
from the change on are judged without it, both before and after the change. If this gives another
game than everybody sees, or one of these entries tells a secret, the preview says nothing about the
consequences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from adjudicator import games
from adjudicator.compare import Comparison, compare_replays, reduce_verdict
from adjudicator.edits import Edit
from adjudicator.pieces import MovedPiece
from adjudicator.replay import Replay, count_common_entries
from adjudicator.verdict import Verdict
from recorder.games.shown_moves import compare_pieces
from recorder.games.tables import try_operation
from recorder.games.visibility import GameView, known_verdicts, reveal_game
from recorder.store.log import CORRECT, edit_body

NOTHING = Comparison((), (), (), (False, False), ((), ()))


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effect of an operation, as far as a link may see it; nothing is stored.

    gone, come: the numbers of the entries that it takes out and puts in. entries: all of them
    afterwards. verdicts: on the new entries, numbered, from the link's knowledge. changes: the
    other entries with another verdict than before, with both; without a change that only a secret
    explains. compared: the values and scores that change. hidden: whether the comparison is
    withheld. moved: what moves on the table.

    edit: the correction that it is about. Its rulings are dropped with their entries (``dropped``:
    their numbers before), or are about another number now (``renumbered``: the new numbers of the
    rulings by the old ones).
    """

    table: GameView
    gone: Sequence[int]
    come: Sequence[int]
    entries: Sequence[Mapping[str, Any]]
    verdicts: Sequence[Mapping[str, Any]]
    changes: Sequence[Mapping[str, Any]]
    compared: Comparison
    hidden: bool
    moved: Sequence[MovedPiece]
    edit: Edit | None = None
    dropped: Sequence[int] = ()
    renumbered: Mapping[int, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the consequences as programs read them."""
        privacy, old, new = self.table.privacy, self.table.entry_knowledge.entries, self.entries
        answer = {
            "version": self.table.version,
            "before": [old[number - 1] for number in self.gone],
            "entries": [new[number - 1] for number in self.come],
            "verdicts": self.verdicts,
            "changes": self.changes,
            "values": [difference.to_json() for difference in self.compared.position],
            "scores": [difference.to_json() for difference in self.compared.scores],
            "over": list(self.compared.over),
            "winners": [] if privacy.scores else list(map(list, self.compared.winners)),
            "hidden": self.hidden,
        }
        if self.edit is None:
            return answer
        first = self.edit.at - 1
        return answer | {
            "kind": self.edit.kind,
            "before": list(old[first : first + self.edit.remove]),
            "entries": list(privacy.show_entries(self.edit.entries)),
            "rulings": {"dropped": list(self.dropped), "renumbered": list(self.renumbered)},
        }


def foresee_operation(table: GameView, op: str, body: Mapping[str, Any]) -> Consequences:
    """Return the effect of an operation, as the table's link may know it.

    op, body: as they would be stored.
    """
    later = try_operation(table, op, body).replay
    before, privacy = reveal_game(table).replay, table.privacy
    old, new = before.record.entries, later.record.entries
    shown = privacy.show_entries(new)
    places = {id(entry): number for number, entry in enumerate(new, start=1)}
    moves = [places.get(id(entry)) for entry in old]
    stayed = set(moves)
    gone = [number for number, moved in enumerate(moves, start=1) if moved is None]
    come = [number for number in range(1, len(new) + 1) if number not in stayed]
    touched = [*(old[n - 1] for n in gone), *(new[n - 1] for n in come)]
    hidden = any(privacy.show_entry(entry) != entry for entry in touched)
    compared, moved_pieces = NOTHING, tuple[MovedPiece, ...]()
    with reveal_game(table).lock:
        if not hidden and not table.row.over:
            known = _judge_as_known(table, before, later)
            hidden = known is None
            before, later = known or (before, later)
        if not hidden:
            moved_pieces = compare_pieces(table, before.state, later.state, len(come) < len(gone))
            shows = {"position": privacy.show_position, "scores": privacy.by_player}
            compared = compare_replays(before, later, moves, **shows)
    verdicts = _find_verdicts(table, later, come)
    judged = [_show_verdict(table, later, number, verdicts[number]) for number in come]
    changes = _list_changes(table, before, later, compared)
    return Consequences(table, gone, come, shown, judged, changes, compared, hidden, moved_pieces)


def foresee_correction(table: GameView, edit: Edit) -> Consequences:
    """Return the effect of a correction that fits the game."""
    edited = edit.apply(reveal_game(table).entries)
    foreseen = foresee_operation(table, CORRECT, edit_body(edit))
    wanted = range(edit.at, edit.at + len(edit.entries))
    return replace(
        foreseen,
        edit=edit,
        verdicts=[each for each in foreseen.verdicts if each["entry"] in wanted],
        dropped=edited.dropped,
        renumbered={number: edited.moves[number - 1] or 1 for number in edited.renumbered},
    )


def _list_changes(
    table: GameView, before: Replay, later: Replay, compared: Comparison
) -> list[dict[str, Any]]:
    """Return both verdicts on entries with another one than before, as the link may see them.

    A change that only a secret explains is left out: the link would learn the secret.
    """
    changed = compared.verdicts
    old = _find_verdicts(table, before, [change.before for change in changed])
    new = _find_verdicts(table, later, [change.after for change in changed])
    return [
        {
            "before": _show_verdict(table, before, change.before, old[change.before]),
            "after": _show_verdict(table, later, change.after, new[change.after]),
        }
        for change in changed
        if reduce_verdict(old[change.before]) != reduce_verdict(new[change.after])
    ]


def _find_verdicts(table: GameView, replay: Replay, numbers: Sequence[int]) -> dict[int, Verdict]:
    """Return verdicts from the link's knowledge, by the number of the entry."""
    if not numbers:
        return {}
    if table.row.over:
        explained = replay.explain_verdicts(numbers[0], numbers[-1])
        return {number: explained[number - numbers[0]] for number in numbers}
    return known_verdicts(replay, numbers, table.link.seat)


def _show_verdict(table: GameView, replay: Replay, number: int, verdict: Verdict) -> dict[str, Any]:
    return table.show_verdict(replay.record.entries[number - 1], verdict, number)


def _judge_as_known(table: GameView, old: Replay, new: Replay) -> tuple[Replay, Replay] | None:
    """Return two replays as the holder of the link would judge them; None if that is uncertain."""
    begin = count_common_entries(old.record.entries, new.record.entries)
    forget = games.find_secrets(old.record.game).forget
    told = [
        replay.with_forgotten(begin, partial(forget, viewer=table.link.seat))
        for replay in (old, new)
    ]
    before, later = told
    if before is None or later is None:
        return old, new
    privacy = table.privacy
    for replay in (old, new):
        if any(privacy.show_entry(entry) != entry for entry in replay.record.entries[begin:]):
            return None
    if privacy.show_position(before.state.position()) != table.position:
        return None
    return before, later
