"""The course of a game: the stops along the way from its start to its last entry.

Rounds, breaches, rulings and scorings are stops to jump to. Only points that the link may see
count; where it may see none, a scoring is no stop, either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from adjudicator.messages import format_change
from adjudicator.record import RULE
from recorder.games.visibility import GameView
from recorder.pages.history import chart
from recorder.pages.shared.sentences import names, word_entry
from recorder.pages.shared.views import list_course
from recorder.pages.wording import gettext as _

MOST = 40
"""Stops of one kind that are listed; the log has them all."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment to jump to. number: of the entry, 0 for the start. words: its event."""

    number: int
    words: str

    def place(self, last: int) -> float:
        """Return the place of the stop in the picture."""
        return chart.along(self.number, last)


def kinds(table: GameView) -> list[dict[str, Any]]:
    """Return the stops of a game by their kind, in the order in which they are offered.

    whole: none was left out.
    """
    seen = table.entry_knowledge
    verdicts, entries = enumerate(seen.kinds, start=1), enumerate(seen.entries, start=1)
    breaches = (_entry(table, number) for number, kind in verdicts if kind != "legal")
    rulings = (_entry(table, number) for number, entry in entries if entry["do"] == RULE)
    named = (
        ("round", _("Rounds"), rounds(table)),
        ("breach", _("Not allowed"), breaches),
        ("ruling", _("Rulings"), rulings),
        ("scoring", _("Scorings"), _scorings(table)),
    )
    listed = ((name, title, list(islice(stops, MOST + 1))) for name, title, stops in named)
    return [
        {"name": name, "title": title, "stops": stops[:MOST], "whole": len(stops) <= MOST}
        for name, title, stops in listed
        if stops
    ]


def rounds(table: GameView) -> Iterator[Stop]:
    """Yield the moments at which a round begins."""
    before = None
    for number, now in enumerate(table.entry_knowledge.rounds):
        if now != before:
            yield Stop(number, _("Round %(round)s", round=now))
        before = now


def _entry(table: GameView, number: int) -> Stop:
    words = word_entry(table.header, table.entry_knowledge.entry(number))
    return Stop(number, f"{number}. {words}")


def _scorings(table: GameView) -> Iterator[Stop]:
    """Yield the entries after which several players had other points than before."""
    course, called = list_course(table), names(table.header)
    if len(course) < 2:
        return
    for then, now in pairwise(zip(*course.values(), strict=True)):
        if now[0][0] - then[0][0] > 1:  # counted after every few entries only
            return
        brought = {
            player: after[1] - before[1]
            for player, before, after in zip(course, then, now, strict=True)
            if after[1] != before[1]
        }
        if len(brought) > 1:
            words = [
                _("%(name)s %(points)s", name=called[player], points=format_change(points))
                for player, points in brought.items()
            ]
            yield Stop(now[0][0], f"{now[0][0]}. {', '.join(words)}")
