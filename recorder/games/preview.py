"""The preview of an operation before it is stored, as far as one link may know it.

Secrets of others are no part of the calculation. If something is hidden from the link, the entries
from the change on are judged without it, both before and after the change. If this gives another
game than everybody sees, or one of these entries tells a secret, the preview says nothing about the
consequences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from adjudicator import games
from adjudicator.compare import Comparison, compare_replays, reduce_verdict
from adjudicator.pieces import MovedPiece
from adjudicator.replay import Replay, count_common_entries
from adjudicator.verdict import Verdict
from recorder.games.replays import RecordedGame, known_verdicts
from recorder.games.shown_moves import compare_pieces
from recorder.games.tables import GameView, try_operation

NOTHING = Comparison((), (), (), (False, False), ((), ()))


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effect of an operation; nothing is stored.

    played: the game afterwards. gone, come: the numbers of the entries that it takes out and puts
    in. comparison: the verdicts, values and scores that change, as the link may see them. hidden:
    whether the comparison is withheld. before, later: the replays that verdicts are read from.
    moved: what moves on the table.
    """

    table: GameView
    played: RecordedGame
    gone: Sequence[int]
    come: Sequence[int]
    comparison: Comparison
    hidden: bool
    before: Replay
    later: Replay
    moved: Sequence[MovedPiece]

    @property
    def entries(self) -> Sequence[Mapping[str, Any]]:
        """All entries afterwards, as the link may see them."""
        return self.table.privacy.show_entries(self.played.replay.record.entries)

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        """The verdicts on the new entries, numbered, from the link's knowledge."""
        known = self._verdicts_by_number(self.later, self.come)
        return [self._show_verdict(self.later, number, known[number]) for number in self.come]

    def changes(self) -> list[dict[str, Any]]:
        """Return the other entries with another verdict than before, with both verdicts.

        A change that only a secret explains is left out: the link would learn the secret.
        """
        changed = self.comparison.verdicts
        old = self._verdicts_by_number(self.before, [change.before for change in changed])
        new = self._verdicts_by_number(self.later, [change.after for change in changed])
        return [
            {
                "before": self._show_verdict(self.before, change.before, old[change.before]),
                "after": self._show_verdict(self.later, change.after, new[change.after]),
            }
            for change in changed
            if reduce_verdict(old[change.before]) != reduce_verdict(new[change.after])
        ]

    def _verdicts_by_number(self, replay: Replay, numbers: Sequence[int]) -> dict[int, Verdict]:
        """Return verdicts from the link's knowledge, by the number of the entry."""
        if not numbers:
            return {}
        if self.table.row.over:
            explained = replay.explain_verdicts(numbers[0], numbers[-1])
            return {number: explained[number - numbers[0]] for number in numbers}
        return known_verdicts(replay, numbers, self.table.link.seat)

    def _show_verdict(self, replay: Replay, number: int, verdict: Verdict) -> dict[str, Any]:
        return self.table.show_verdict(replay.record.entries[number - 1], verdict, number)

    def to_json(self) -> dict[str, Any]:
        """Return the consequences as programs read them."""
        privacy, old, new = self.table.privacy, self.table.entry_knowledge.entries, self.entries
        return {
            "version": self.table.version,
            "before": [old[number - 1] for number in self.gone],
            "entries": [new[number - 1] for number in self.come],
            "verdicts": self.verdicts,
            "changes": self.changes(),
            "values": [difference.to_json() for difference in self.comparison.position],
            "scores": [difference.to_json() for difference in self.comparison.scores],
            "over": list(self.comparison.over),
            "winners": [] if privacy.scores else list(map(list, self.comparison.winners)),
            "hidden": self.hidden,
        }


def foresee_operation(table: GameView, op: str, body: Mapping[str, Any]) -> Consequences:
    """Return the effect of an operation, as the table's link may know it.

    op, body: as they would be stored.
    """
    played = try_operation(table, op, body)
    old, new = table.replay.record.entries, played.replay.record.entries
    places = {id(entry): number for number, entry in enumerate(new, start=1)}
    moves = [places.get(id(entry)) for entry in old]
    stayed = set(moves)
    gone = [number for number, moved in enumerate(moves, start=1) if moved is None]
    come = [number for number in range(1, len(new) + 1) if number not in stayed]
    touched = [*(old[n - 1] for n in gone), *(new[n - 1] for n in come)]
    hidden = any(table.privacy.show_entry(entry) != entry for entry in touched)
    before, later = table.replay, played.replay
    with table.played.lock:
        if not hidden and not table.row.over:
            known = _judge_as_known(table, before, later)
            hidden = known is None
            before, later = known or (before, later)
        privacy, compared = table.privacy, NOTHING
        moved: Sequence[MovedPiece] = ()
        if not hidden:
            moved = compare_pieces(table, before.state, later.state, len(come) < len(gone))
            shows = {"position": privacy.show_position, "scores": privacy.by_player}
            compared = compare_replays(before, later, moves, **shows)
    return Consequences(table, played, gone, come, compared, hidden, before, later, moved)


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
