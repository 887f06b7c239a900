"""Records of a league: the most, the least, the longest and the quickest, each with its games.

A record is a value and the games that hold it, the earliest first. An equal result also holds it.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from recorder.league.plays import Detail, Order, Play

HIGHEST, LOWEST, WIDEST, NARROWEST = "highest", "lowest", "widest", "narrowest"
GUESTS, QUICKEST, SERIES, PART = "guests", "quickest", "series", "part"
KINDS = (HIGHEST, LOWEST, WIDEST, NARROWEST, SERIES, GUESTS, QUICKEST)

MOST_HOLDERS = 3
"""Holders of one record that are named; the earliest count."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a record, with its game (of a series: the last game)."""

    player: str
    key: str
    day: str


@dataclass(frozen=True, slots=True)
class LeagueRecord:
    """kind: one of KINDS, or ``part:NAME``. value: points, games, guests or minutes."""

    kind: str
    value: int
    holders: tuple[Holder, ...]


class Records:
    """The records of one kind of game, kept while games come and go.

    A game that comes can only better a record. Where a game goes that alone held one, all have
    to be looked through again.
    """

    def __init__(self) -> None:
        # By kind the value and its holders, the earliest first.
        self._found: dict[str, tuple[int, list[tuple[Order, str]]]] = {}

    def copy(self) -> Records:
        """Return an independent copy."""
        copied = Records()
        copied._found = {kind: (value, held[:]) for kind, (value, held) in self._found.items()}
        return copied

    def add(self, play: Play, details: Sequence[Detail] | None = None) -> None:
        """Take a game in. details: its own, where somebody has unpacked them already."""
        for kind, value, player in _list_marks(
            play, play.details() if details is None else details
        ):
            kept = self._found.get(kind)
            if kept is None or value > kept[0]:
                self._found[kind] = (value, [(play.order, player)])
            elif value == kept[0]:
                insort(kept[1], (play.order, player))

    def remove(self, play: Play) -> bool:
        """Take a game out; return whether some record has no known holder any more."""
        lost = False
        for _, holders in self._found.values():
            at = bisect_left(holders, (play.order, ""))
            while at < len(holders) and holders[at][0] == play.order:
                del holders[at]
            lost = lost or not holders
        return lost

    def found(self) -> dict[str, LeagueRecord]:
        """Return the records by kind."""
        return {
            kind: LeagueRecord(
                kind,
                -value if kind in (LOWEST, NARROWEST, QUICKEST) else value,
                tuple(
                    Holder(player, order[2], order[0]) for order, player in holders[:MOST_HOLDERS]
                ),
            )
            for kind, (value, holders) in self._found.items()
        }


def _list_marks(play: Play, details: Sequence[Detail]) -> Iterable[tuple[str, int, str]]:
    """Yield each value that may set a record: kind, value (higher is more), player."""
    for seat in play.seats:
        if seat.won:
            yield HIGHEST, seat.total, seat.player
            yield LOWEST, -seat.total, seat.player
            if len(play.winners) < len(play.seats):
                yield WIDEST, play.margin, seat.player
                yield NARROWEST, -play.margin, seat.player
            if play.minutes is not None and play.recorded:
                yield QUICKEST, -play.minutes, seat.player
    for seat, detail in zip(play.seats, details, strict=True):
        for part, value in detail.parts.items():
            if value > 0:
                yield f"{PART}:{part}", value, seat.player
        guests = len(detail.counts.get(GUESTS, ()))
        if guests:
            yield GUESTS, guests, seat.player


def longest_series(plays: Sequence[Play], player: str) -> tuple[int, str, str]:
    """Return a player's longest run of wins: how many, and key and day of its last game.

    plays: the player's games in the order of play.
    """
    best, run = (0, "", ""), 0
    for play in plays:
        run = run + 1 if play.seat_of(player).won else 0
        if run > best[0]:
            best = (run, play.key, play.day)
    return best


def find_series_record(longest: Mapping[str, tuple[int, str, str]]) -> LeagueRecord | None:
    """Return the record of the longest series, from everybody's own; None for fewer than 2."""
    most = max((own[0] for own in longest.values()), default=0)
    if most < 2:
        return None
    holders = sorted(
        (day, key, player) for player, (run, key, day) in longest.items() if run == most
    )
    return LeagueRecord(
        SERIES, most, tuple(Holder(p, key, day) for day, key, p in holders[:MOST_HOLDERS])
    )
