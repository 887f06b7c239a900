"""The effects of entries on the pieces of the table, in words: "what do I do now?".

The values come from ``adjudicator.pieces``, the words from the game's own pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.pieces import MovedPiece
from adjudicator.record import Header
from recorder.games.shown_moves import LineChange, list_moved_pieces
from recorder.games.visibility import GameView
from recorder.pages import presenter
from recorder.pages.presenter import Document
from recorder.pages.shared import sentences
from recorder.pages.wording import join_label, join_sayings


@dataclass(frozen=True, slots=True)
class Effect:
    """Something to do with one player's pieces; empty ``name``: with everybody's.

    mine: they are the reader's own pieces, so the name is left out.
    """

    name: str
    words: str
    mine: bool

    @property
    def line(self) -> str:
        """The effect as a line of its own."""
        return self.words if self.mine or not self.name else join_label(self.name, self.words)


def find_effects(table: GameView, first: int, last: int) -> Mapping[int, Sequence[Effect]]:
    """Return the effects of entries ``first`` to ``last`` by their number."""
    header, entries = table.header, table.entry_knowledge.entries
    return {
        number: word_effects(
            header, entries[number - 1], _hide_untold_points(table, moved), table.link.seat
        )
        for number, moved in list_moved_pieces(table, first, last)
    }


def find_turned_effects(table: GameView, found: LineChange) -> Sequence[Effect]:
    """Return the effects on the table of entries taken back, made again or corrected."""
    return find_foreseen_effects(table, found.moved)


def find_foreseen_effects(table: GameView, moved: Sequence[MovedPiece]) -> Sequence[Effect]:
    """Return what several entries together do on the table, or would do."""
    seat = table.link.seat
    return word_effects(
        table.header, {"by": seat} if seat else {}, _hide_untold_points(table, moved), seat
    )


def _hide_untold_points(table: GameView, moved: Sequence[MovedPiece]) -> Sequence[MovedPiece]:
    """Return moves without the points of a final scoring that is not told yet."""
    if table.may_show_score:
        return moved
    shown = presenter.find_presenter(table.header["game"])
    kept = []
    for one in moved:
        parts = one.facts.get("parts")
        if one.what == "points" and parts:
            so_far = {part: n for part, n in parts.items() if not shown.is_told_at_end(part)}
            one = replace(one, count=sum(so_far.values()), facts={**one.facts, "parts": so_far})
            if not so_far:
                continue
        kept.append(one)
    return kept


def word_effects(
    header: Header, entry: Document, moved: Sequence[MovedPiece], reader: str | None
) -> list[Effect]:
    """Return an entry's effects on the pieces, in words, its player's first.

    reader: the player whose pieces need no name.
    """
    names = sentences.names(header)
    shown = presenter.find_presenter(header["game"])
    by: dict[str | None, list[str]] = {}
    for one in moved:
        words = shown.describe_move(header, one, entry)
        if words:
            by.setdefault(one.of, []).append(words)
    actor = entry.get("by")
    order = sorted(by, key=lambda of: (of != actor or of is None, of is None))
    return [
        Effect(names.get(of or "", ""), join_sayings(by[of]), of is not None and of == reader)
        for of in order
    ]


def join_effects(effects: Sequence[Effect]) -> str:
    """Return effects as one text, for listeners."""
    return ". ".join(effect.line for effect in effects)
