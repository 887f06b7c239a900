"""Games that came twice, and look different.

Totals may come beside a record, seats in another order, a record with one more note. A game with an
equal fingerprint is found by ``LeagueState.prints``. This module finds similar games. A person
decides whether they are one; then only one of the two counts.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from recorder.league.league_book import LeagueBook
from recorder.league.plays import Play
from recorder.league.points import Unfit, lazy

SAME_GAME, OTHER_GAME = "same", "other"
"""The answers to the question whether a game is the one it looks like."""

NIGHT = timedelta(days=1)
"""A game that ends after midnight has two days, and so has one that is entered the day after."""

APART = ("note", "at")
"""Keys of an entry that do not tell one game from another."""

MOST_LISTED = 50
"""Pairs of games that look like one another and are listed to be decided about."""

Entries = Sequence[Mapping[str, Any]]


class LooksTheSame(Unfit):
    """A game is about to join that looks like one of the league's. twin: the key of that."""

    def __init__(self, twin: str) -> None:
        super().__init__(lazy("this looks like a game that is in the league already"), "game")
        self.twin = twin


@dataclass(frozen=True, slots=True)
class Candidate:
    """A finished game that is to join. totals: by player of the league, as they are merged now.

    entries: of its record; none where nobody recorded it.
    """

    game: str
    day: str
    totals: Mapping[str, int]
    entries: Entries = ()

    @property
    def recorded(self) -> bool:
        """Whether there is a record of it."""
        return bool(self.entries)


def find_double(
    book: LeagueBook, wanted: Candidate, entries_of: Callable[[str], Entries]
) -> Play | None:
    """Return the game of a league that a candidate looks like, or None.

    That is one of the same people within a day, with the same totals or most of the same
    pairs of successive entries.
    entries_of: takes the key of a recorded game.
    """
    for play in _list_nearby_plays(book.played, wanted.day):
        if play.game != wanted.game or play.table != wanted.totals.keys():
            continue
        if _totals_of_play(play) == wanted.totals:
            return play
        if wanted.recorded and play.recorded:
            # Games of the same people share many single entries, but few pairs of them.
            steps, others = _count_steps(wanted.entries), _count_steps(entries_of(play.key))
            if 2 * (steps & others).total() > max(steps.total(), others.total()):
                return play
    return None


def list_doubles(book: LeagueBook) -> list[tuple[Play, Play]]:
    """Return pairs of games that look like one another and are not told apart, the last first.

    So one is found that was finished, put right or taken in by an earlier release meanwhile.
    """
    last: dict[tuple[str, frozenset[tuple[str, int]]], Play] = {}
    pairs: list[tuple[Play, Play]] = []
    for play in book.played:
        key = play.game, frozenset(_totals_of_play(play).items())
        before = last.get(key)
        near = before is not None and _days_apart(before.day, play.day) <= NIGHT
        if before and near and {before.key, play.key} not in book.state.apart:
            pairs.append((before, play))
        last[key] = play
    return pairs[::-1][:MOST_LISTED]


def _totals_of_play(play: Play) -> dict[str, int]:
    return {seat.player: seat.total for seat in play.seats}


def _list_nearby_plays(played: Sequence[Play], day: str) -> Iterator[Play]:
    """Yield the games of a day, the day before and the day after. played: in order of days."""
    try:
        middle = date.fromisoformat(day)
        first, last = (middle - NIGHT).isoformat(), (middle + NIGHT).isoformat()
    except (ValueError, OverflowError):  # no day of the calendar, as old records may have it
        first = last = day
    start = bisect_left(played, first, key=lambda play: play.day)
    for play in played[start:]:
        if play.day > last:
            return
        yield play


def _days_apart(one: str, other: str) -> timedelta:
    try:
        return abs(date.fromisoformat(one) - date.fromisoformat(other))
    except ValueError:
        return timedelta(0) if one == other else timedelta.max


def _count_steps(entries: Entries) -> Counter[tuple[str, str]]:
    told = [
        json.dumps({key: one[key] for key in sorted(one) if key not in APART}, sort_keys=True)
        for one in entries
    ]
    return Counter(pairwise(["", *told]))
