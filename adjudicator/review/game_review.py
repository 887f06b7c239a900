"""Look a replayed game through, once and in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator import games
from adjudicator.messages import Message
from adjudicator.record import RULE
from adjudicator.replay import Replay
from adjudicator.review.missed_chances import LeftLying, ReviewBook, Watcher
from adjudicator.score import Result

MOST = 5
"""How many of the entries that brought most are named."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads from an entry on: all that have the most points."""

    entry: int
    round_no: int
    leaders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BroughtMost:
    """What one entry brought a player.

    scoring: whether the entry ended the last turn of a round, so that its scoring brought them.
    """

    entry: int
    round_no: int
    by: str
    points: int
    scoring: bool


@dataclass(frozen=True, slots=True)
class GameReview:
    """All that is said about a game.

    left: in the order of their moments. points: per player and part of the score, what each round
    brought. most: the entries that brought most, the best first. leads: each change of the lead, of
    round 1 only the one that stands at its end.
    over: whether the game was played to its end. unread: what nobody has entered, with the sentence
    that says so.
    """

    left: Sequence[LeftLying]
    points: Mapping[str, Mapping[str, Sequence[int]]]
    dice: Mapping[str, Any]
    most: Sequence[BroughtMost]
    leads: Sequence[Lead]
    over: bool
    unread: Mapping[str, Message]

    def list_parts(self) -> list[str]:
        """Return the parts of the score that brought somebody points, in the order of the score."""
        every = self.points.values()
        return [part for part in next(iter(every)) if any(any(own[part]) for own in every)]

    def to_json(self) -> dict[str, Any]:
        """Return the document that ``python -m adjudicator review FILE --json`` prints."""
        return {
            "left": [one.to_json() for one in self.left],
            "points": {
                player: {part: list(rounds) for part, rounds in parts.items()}
                for player, parts in self.points.items()
            },
            "dice": dict(self.dice),
            "most": [
                {"entry": one.entry, "round": one.round_no, "by": one.by, "points": one.points}
                for one in self.most
            ],
            "lead": [
                {"entry": one.entry, "round": one.round_no, "players": list(one.leaders)}
                for one in self.leads
            ],
            "over": self.over,
            "unread": list(self.unread),
        }


def review_game(replay: Replay) -> GameReview:
    """Return what is to be said about a game: one walk through its entries."""
    book, record = ReviewBook(), replay.record
    watchers = _watchers(record.game, book)
    unsettled = _unsettled(record.entries)
    points = _Points(record.players)
    last = len(record.entries)

    def come_to(state: games.State, at: int) -> None:
        """Look at the moment after an entry, and at what comes next."""
        settled = at not in unsettled
        for watcher in watchers:
            if settled and (not at or replay.verdicts[at - 1].is_applied):
                watcher.look(state, at)
            if at < last:
                watcher.note(state, at + 1, record.entries[at], settled)
        points.round_no = state.round_no

    def begin(state: games.State) -> None:
        points.round_no = state.round_no
        points.before(state.result())
        come_to(state, 0)

    state = replay.state_after(0)
    for number, state in replay.walk_states(0, last, begin):
        if replay.verdicts[number - 1].is_applied:
            points.count(state, number, record.entries[number - 1])
            for watcher in watchers:
                watcher.see(state, number, record.entries[number - 1])
        come_to(state, number)
    over = state.over()
    for watcher in watchers:
        watcher.finish(state, last, over)
    left = sorted(book.left, key=lambda one: (one.chance.at, one.to_entry, one.kind, one.by))
    most = sorted(points.gains, key=lambda one: (-one.points, one.entry))[:MOST]
    unread = dict(sorted(book.unread.items()))
    return GameReview(left, points.by_round(), book.dice, most, points.leads, over, unread)


def _watchers(game: str, book: ReviewBook) -> Sequence[Watcher]:
    """Return all that look through a game; of a game without a room for it nobody does."""
    try:
        room = games.load_part(game, "review.watchers")
    except ModuleNotFoundError as missing:
        if ".review" in str(missing.name):
            return ()
        raise
    watchers: Sequence[Watcher] = room.watchers_for(book)
    return watchers


def _unsettled(entries: Sequence[games.Entry]) -> set[int]:
    """Return the moments at which a ruling was still to come that holds already in a replay.

    What a table had before it on its board is another position than that of the replay.
    """
    return {
        at
        for number, entry in enumerate(entries, start=1)
        if entry["do"] == RULE
        for at in range(entry["entry"], number)
    }


class _Points:
    """Counts where points come from, round by round, and who leads."""

    def __init__(self, players: Sequence[str]) -> None:
        self.round_no = 1
        self.gains: list[BroughtMost] = []
        self.leads: list[Lead] = []
        self._players = players
        self._leaders: tuple[str, ...] = ()
        self._first_leaders: tuple[str, ...] = ()
        self._had: dict[str, dict[str, int]] = {player: {} for player in players}
        self._rounds: list[dict[str, dict[str, int]]] = []

    def before(self, result: Result) -> None:
        """Count what the record begins with in the round in which it begins."""
        self._book(result)
        self._leaders = self._first_leaders = self._find_leaders(result)

    def count(self, state: games.State, number: int, entry: games.Entry) -> None:
        """Count what an entry has brought, in the round that was played before it.

        Where final scoring follows, no single entry has brought anything.
        """
        result = state.result()
        by = None if state.over() else entry.get("by")
        gained = self._book(result).get(by or "", 0)
        if by and gained > 0:
            ends = entry["do"] in ("done", "pass")
            scoring = ends and (
                state.round_no > self.round_no or state.position().get("turn_of") is None
            )
            self.gains.append(BroughtMost(number, self.round_no, by, gained, scoring))
        leaders = self._find_leaders(result)
        if leaders == self._leaders:
            return
        self._leaders = leaders
        if self.round_no == 1:  # whoever books first leads; only what stands at its end counts
            self.leads.clear()
        if self.leads or leaders != self._first_leaders:
            self.leads.append(Lead(number, self.round_no, leaders))

    def _find_leaders(self, result: Result) -> tuple[str, ...]:
        totals = {player: result.total(player) for player in self._players}
        best = max(totals.values())
        return tuple(player for player in self._players if totals[player] == best)

    def _book(self, result: Result) -> dict[str, int]:
        brought = {}
        for player, lines in result.lines.items():
            now = dict.fromkeys(result.parts, 0)
            for line in lines:
                now[line.part] += line.points
            had = self._had[player]
            if now == had:
                continue
            changes = {part: n - had.get(part, 0) for part, n in now.items()}
            self._had[player] = now
            brought[player] = sum(changes.values())
            while len(self._rounds) < self.round_no:
                self._rounds.append({})
            booked = self._rounds[self.round_no - 1].setdefault(player, {})
            for part, n in changes.items():
                booked[part] = booked.get(part, 0) + n
        return brought

    def by_round(self) -> dict[str, dict[str, list[int]]]:
        """Return per player and part what each round brought, from round 1 on."""
        while len(self._rounds) < self.round_no:
            self._rounds.append({})
        return {
            player: {
                part: [booked.get(player, {}).get(part, 0) for booked in self._rounds]
                for part in had
            }
            for player, had in self._had.items()
        }
