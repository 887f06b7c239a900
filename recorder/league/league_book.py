"""A league computed: its log folded, its games in the order of play, and the figures from them.

A book is a league at one moment and never changes once it is made. New games go into the next book,
which takes over everything that stayed the same. A book computes a figure when it is first asked
and keeps it. Only three things are counted on from the book before, since a hundred thousand games
would make everybody wait for them: the games themselves, which are not read again; ratings, from
the changed game on; and statistics and records, which need the details of every game
(``Reckoning``).
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from recorder.league.league_state import Joined, LeagueState, SeasonHeld
from recorder.league.plays import Order, Play
from recorder.league.ratings import TELL_EVERY, Ratings
from recorder.league.records import LeagueRecord, Records, find_series_record, longest_series
from recorder.league.standings import Places, Standing, compute_standings, points_by_day
from recorder.league.statistics import Profile, Statistics, make_profile
from recorder.store.ledger import Operation
from recorder.store.memory import FoldedLog

AT_ONCE = 1000
"""Games that are counted while somebody waits; more are counted beside, with progress shown.

So many cost 0.16 s of the processor from the first game on, a hundred times as many 20 s."""

MOST_KEPT = 500
"""Answers of a book that are kept: standings, profiles and the like; the last ones asked for."""

Days = list[tuple[str, dict[str, int]]]

PlayState = tuple[str, int, tuple[str, ...]]
"""Key of a game, its version, and its players by seat before any were merged."""

Change = tuple[Play | None, Play | None]
"""A game as it was and as it is: None where it was not there, or is not any more."""

Counted = tuple[Ratings, Statistics, Records]


class Reckoning:
    """The figures from all games of one kind: ratings, statistics, records.

    plays: the games, in the order of play. before: the figures of an earlier book. changes: the
    games that have changed since. Without ``before`` everything is counted from the first game.
    """

    def __init__(
        self, plays: Sequence[Play], before: Reckoning | None = None, changes: Sequence[Change] = ()
    ) -> None:
        self._plays = plays
        self._lock = threading.RLock()
        self._counted: Counted | None = None
        self._base: Counted | None = None
        self._job: _Job | None = None
        self._changes = list(changes)
        if before is not None:
            with before._lock:
                self._base, self._job = before._counted or before._base, before._job
                if before._counted is None:
                    self._changes = [*before._changes, *changes]

    @property
    def ratings(self) -> Ratings:
        """The ratings, once ``ready``; they are complete while the rest is still counted."""
        if self._counted is None and self._job is not None:
            return self._job.made[0]
        return self._found[0]

    @property
    def statistics(self) -> Statistics:
        """The statistics, once ``ready``."""
        return self._found[1]

    @property
    def records(self) -> Records:
        """The records, once ``ready``."""
        return self._found[2]

    @property
    def _found(self) -> Counted:
        return self._counted or (Ratings(), Statistics(), Records())

    def ready(self, *, rated: bool = False) -> int | None:
        """Count missing figures; return None when done, else the percentage done in the background.

        rated: ratings are enough; they come first.
        """
        with self._lock:
            if self._counted is not None:
                return None
            if self._job is not None:
                if self._job.alive:
                    enough = rated and self._job.rated and not self._changes
                    return None if enough else self._job.percent
                self._base, self._job = self._job.made, None
            if self._base is None:
                return self._run(self._plays, Ratings(), None)
            if not self._changes:
                self._counted = self._base
                return None
            return self._go_on(*self._base)

    def _go_on(self, ratings: Ratings, statistics: Statistics, records: Records) -> int | None:
        """Update earlier figures by the games that changed."""
        statistics, records = statistics.copy(), records.copy()
        lost = False
        for old, new in self._changes:
            if old is not None:
                statistics.remove(old)
                lost = records.remove(old) or lost
            if new is not None:
                statistics.add(new)
                records.add(new)
        if lost:  # a record has no holder left: only all games tell the next
            return self._run(self._plays, Ratings(), None)
        start = min(play.order for change in self._changes for play in change if play)
        later = self._plays[bisect_left(self._plays, start, key=_order_of) :]
        return self._run(later, ratings.copied_before(start), (statistics, records))

    def _run(
        self, plays: Sequence[Play], ratings: Ratings, kept: tuple[Statistics, Records] | None
    ) -> int | None:
        job = _Job(plays, ratings, kept)
        if len(plays) <= AT_ONCE:
            job.work()
            self._counted = job.made
            return None
        self._job, self._changes = job, []
        job.start()
        return 0


class _Job:
    """Counts games in a thread: no request waits for more than ``AT_ONCE`` of them.

    ``Reckoning.ready`` tells how far it is.
    """

    def __init__(
        self, plays: Sequence[Play], ratings: Ratings, kept: tuple[Statistics, Records] | None
    ) -> None:
        self._plays, self._ratings, self._kept = plays, ratings, kept
        self._done = 0
        self.rated = False
        self._thread = threading.Thread(target=self.work, name="ratings", daemon=True)
        self.made: tuple[Ratings, Statistics, Records] = (ratings, Statistics(), Records())

    def start(self) -> None:
        self._thread.start()

    def work(self) -> None:
        self._ratings.play(self._plays, self._told)
        self.rated = True
        sums = self._kept
        if sums is None:
            sums = Statistics(), Records()
            for number, play in enumerate(self._plays, start=1):
                details = play.details()
                sums[0].add(play, details)
                sums[1].add(play, details)
                if not number % TELL_EVERY:
                    self._told(len(self._plays) + number)
        self.made = (self._ratings, *sums)

    def _told(self, done: int) -> None:
        self._done = done

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    @property
    def percent(self) -> int:
        parts = 2 if self._kept is None else 1  # ratings; then statistics and records
        return 100 * self._done // max(1, parts * len(self._plays))


@dataclass(frozen=True, slots=True)
class LateChange:
    """A game of a closed season that has changed since: as it counts, and as it would count now."""

    key: str
    counts: Play | None
    now: Play | None
    version: int | None


class LeagueBook(FoldedLog):
    """One league at one moment; ``state`` is the folded log.

    version, news: up to where the log and the news of its games are read. plays: finished games by
    key, each at its version in ``versions``. running: keys of the others. old: earlier states of
    games that closed seasons count. unplaced: games that came or went on and are not looked at.
    whole: whether every game is in its place; before that a book is not to be shown.
    """

    def __init__(self, before: LeagueBook | None = None) -> None:
        """Begin a book with the contents of the one before; it may change until it is shown."""
        super().__init__(MOST_KEPT)
        self._figures: dict[str, Reckoning] = {}
        self._before: dict[str, Reckoning] = {}
        self._changes: dict[str, list[Change]] = {}
        if before is None:
            self.state = LeagueState()
            self.version = self.news = 0
            self.plays: dict[str, Play] = {}
            self.versions: dict[str, int] = {}
            self.running: set[str] = set()
            self.unplaced: set[str] = set()
            self.old: dict[PlayState, Play] = {}
            self.whole = False
            return
        self.state = before.state.copy()
        self.version, self.news = before.version, before.news
        self.plays, self.versions = before.plays.copy(), before.versions.copy()
        self.running, self.unplaced = before.running.copy(), before.unplaced.copy()
        self.old = before.old.copy()
        self.whole = False
        with before.lock:
            self._before = before._before | before._figures
            self._changes = {
                game: [] if game in before._figures else before._changes.get(game, [])[:]
                for game in self._before
            }

    # -- while it is made --

    def apply(self, done: Operation) -> None:
        """Take an operation of the log in."""
        self.state.apply(done.seq, done.op, done.body, done.at)
        self.version = done.seq

    def put(self, play: Play, version: int) -> None:
        """Add a finished game, or replace its earlier version."""
        old = self.plays.get(play.key)
        self.versions[play.key] = version
        self.running.discard(play.key)
        if old != play:
            self.plays[play.key] = play
            self._note_change(old, play)

    def drop(self, key: str) -> None:
        """Take a game out that is not finished any more, or gone."""
        self.versions.pop(key, None)
        old = self.plays.pop(key, None)
        if old is not None:
            self._note_change(old, None)

    def _note_change(self, old: Play | None, new: Play | None) -> None:
        """Note a change that the figures of the earlier book do not contain."""
        if old is not None and new is not None and old.game == new.game:
            self._changes.setdefault(new.game, []).append((old, new))
            return
        if old is not None:
            self._changes.setdefault(old.game, []).append((old, None))
        if new is not None:
            self._changes.setdefault(new.game, []).append((None, new))

    def seat_anew(self) -> None:
        """Seat everybody as they are merged now."""
        for key, play in list(self.plays.items()):
            joined = self.state.games.get(key)
            if joined is not None:
                fresh = self._seated(play, joined.seats)
                if fresh != play:
                    self.put(fresh, self.versions[key])

    def _seated(self, play: Play, players: Iterable[str]) -> Play:
        """Return a game with its players as they are merged now. players: as they sat down."""
        roots = [self.state.root(player) for player in players]
        if all(seat.player == root for seat, root in zip(play.seats, roots, strict=True)):
            return play
        seats = [replace(seat, player=root) for seat, root in zip(play.seats, roots, strict=True)]
        return replace(play, seats=tuple(seats))

    # -- looking --

    @property
    def played(self) -> list[Play]:
        """The games in the order of play."""
        return self.compute_once(("played",), lambda: sorted(self.plays.values(), key=_order_of))

    @property
    def prints(self) -> Mapping[str, str]:
        """The keys of games by fingerprint."""
        return self.compute_once(
            ("prints",),
            lambda: {play.moment.rpartition("#")[2]: play.key for play in self.plays.values()},
        )

    @property
    def _by_player(self) -> Mapping[str, list[Play]]:
        return self.compute_once(
            ("players",), lambda: _group_plays(self.played, lambda play: play.table)
        )

    @property
    def _by_kind(self) -> Mapping[str, list[Play]]:
        return self.compute_once(
            ("kinds",), lambda: _group_plays(self.played, lambda play: [play.game])
        )

    def of_player(self, player: str) -> list[Play]:
        """Return a player's games in the order of play."""
        return self._by_player.get(player, [])

    def games_of(self, player: str) -> int:
        """Return how many games a player has."""
        return len(self.of_player(player))

    def _plays_within(self, held: SeasonHeld) -> list[Play]:
        """Return the games that belong to a season, closed or not."""
        own = held.season

        def find() -> list[Play]:
            start = bisect_left(self.played, own.first, key=_day_of)
            end = bisect_left(self.played, own.last + "\uffff", key=_day_of)
            return [play for play in self.played[start:end] if own.counts(play)]

        return self.compute_once(("within", own.id), find)

    def of_season(self, season: str) -> list[Play]:
        """Return the games that count for a season, in the order of play.

        A closed season counts its games as they were when it was closed.
        """
        held = self.state.seasons[season]
        if held.frozen is None:
            return self._plays_within(held)
        frozen = held.frozen

        def find() -> list[Play]:
            plays = [self._play_then(held, key) for key in frozen]
            return sorted((play for play in plays if play), key=_order_of)

        return self.compute_once(("season", season), find)

    def _play_then(self, held: SeasonHeld, key: str) -> Play | None:
        """Return a game of a closed season as it was when it was closed."""
        was = None if self._is_unchanged(held, key) else self.old.get(_state_of(held, key))
        if was is None:
            return self.plays.get(key)
        return self._seated(was, [seat.player for seat in was.seats])

    def _is_unchanged(self, held: SeasonHeld, key: str) -> bool:
        """Whether a game of a closed season is as it was, with the same people in its seats."""
        assert held.frozen is not None
        now, then = self.state.games.get(key), held.joined.get(key)
        same = now is not None and then is not None and now.seats == then.seats
        return same and self.versions.get(key) == held.frozen[key]

    def missing(self) -> list[tuple[Joined, PlayState]]:
        """Return the earlier states of games that closed seasons need and that are not at hand.

        Each with the game as it stood in the league then; ``old`` takes them as they were seated.
        """
        return [
            (held.joined[key], _state_of(held, key))
            for held in self.state.seasons.values()
            for key in held.frozen or ()
            if not self._is_unchanged(held, key)
            and key in held.joined
            and _state_of(held, key) not in self.old
        ]

    def late(self, held: SeasonHeld) -> list[LateChange]:
        """Return the changes of a closed season's games since it was closed."""
        if held.frozen is None:
            return []
        changed = []
        now_counts = {play.key for play in self._plays_within(held)}
        for key in held.frozen:
            if key not in now_counts:
                changed.append(LateChange(key, self._play_then(held, key), None, None))
            elif not self._is_unchanged(held, key):
                counts, now = self._play_then(held, key), self.plays[key]
                if counts is None or _results_of_play(counts) != _results_of_play(now):
                    changed.append(LateChange(key, counts, now, self.versions[key]))
        for key in sorted(now_counts - set(held.frozen)):
            changed.append(LateChange(key, None, self.plays[key], self.versions[key]))
        return changed

    def standings(self, season: str) -> list[Standing]:
        """Return a season's standings."""
        own = self.state.seasons[season].season
        return self.compute_once(
            ("standings", season),
            lambda: compute_standings(own, self.of_season(season), self.visitors_of(season)),
        )

    def visitors_of(self, season: str) -> frozenset[str]:
        """Return the players not ranked in a season: for a closed one, as it was closed."""
        held = self.state.seasons[season]
        return held.visitors if held.closed else self.state.visitors()

    def places_with(self, season: str, now: Play | None, other: Play | None) -> Places:
        """Return the places of a season with another state of a game, or without it, or with it.

        Counted anew over the season's games, as its standings are. now: as it counts, None where
        it does not. other: as it would count, None where it would not.
        """
        own = self.state.seasons[season].season

        def find() -> Places:
            plays = [play for play in self.of_season(season) if now is None or play.key != now.key]
            if other is not None:
                plays.append(other)
            lines = compute_standings(own, plays, self.visitors_of(season))
            return {line.player: line.place for line in lines}

        return self.compute_once(("places", season, now, other), find)

    def days(self, season: str, players: Collection[str]) -> Days:
        """Return the points of some players after each day of play of a season."""
        own = self.state.seasons[season].season
        names = frozenset(players)
        return self.compute_once(
            ("days", season, names),
            lambda: points_by_day(own, self.of_season(season), names, self.visitors_of(season)),
        )

    def profile(self, player: str, game: str) -> Profile:
        """Return a player's results in all games of one kind; there is at least one."""

        def find() -> Profile:
            return make_profile(
                [play for play in self.of_player(player) if play.game == game], player
            )

        return self.compute_once(("profile", game, player), find)

    def figures(self, game: str) -> Reckoning:
        """Return ratings, statistics and records of all games of a kind."""
        with self.lock:
            if game not in self._figures:
                before, changes = self._before.get(game), self._changes.get(game, [])
                self._figures[game] = Reckoning(self._by_kind.get(game, []), before, changes)
            return self._figures[game]

    def records(self, game: str) -> dict[str, LeagueRecord]:
        """Return the records of a game, once its figures are ready."""

        def find() -> LeagueRecord | None:
            return find_series_record(
                {
                    player: longest_series([play for play in plays if play.game == game], player)
                    for player, plays in self._by_player.items()
                }
            )

        run = self.compute_once(("series", game), find)
        return self.figures(game).records.found() | ({run.kind: run} if run else {})

    def kinds(self) -> list[str]:
        """Return the games that were played here, the one played most first."""
        return sorted(self._by_kind, key=lambda game: (-len(self._by_kind[game]), game))

    def season_now(self, day: str) -> str | None:
        """Return the season that a day belongs to, the one begun last; else the last one ended."""
        held = list(self.state.seasons.values())
        now = [one for one in held if one.season.first <= day <= one.season.last]
        if now:
            return max(now, key=lambda one: (one.season.first, one.season.id)).season.id
        return (
            max(held, key=lambda one: (one.season.last, one.season.id)).season.id if held else None
        )


def _state_of(held: SeasonHeld, key: str) -> PlayState:
    """Return the state of a game that a closed season counts."""
    assert held.frozen is not None
    joined = held.joined.get(key)
    return (key, held.frozen[key], joined.seats if joined else ())


def _order_of(play: Play) -> Order:
    return play.order


def _day_of(play: Play) -> str:
    return play.day


def _group_plays(
    plays: Iterable[Play], names: Callable[[Play], Iterable[str]]
) -> dict[str, list[Play]]:
    """Return games by each of their names, in their order."""
    groups: dict[str, list[Play]] = {}
    for play in plays:
        for name in names(play):
            groups.setdefault(name, []).append(play)
    return groups


def _results_of_play(play: Play) -> Mapping[str, tuple[int, int]]:
    return {seat.player: (seat.total, seat.place) for seat in play.seats}
