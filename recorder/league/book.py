"""A league computed: its log folded, its games in the order of play, what follows from them.

A book is kept in memory and follows the store: a game that comes, changes or goes touches what
depends on it and nothing else. What it answers is what a book made afresh would answer. Work on
one book from one thread at a time (``lock``).
"""

from __future__ import annotations

import threading
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from recorder.league.plays import Order, Play
from recorder.league.ratings import TELL_EVERY, Ratings
from recorder.league.records import Record, Records, longest_series, series
from recorder.league.standings import Places, Standing, Table, by_day
from recorder.league.state import Held, Joined, State
from recorder.league.statistics import Profile, Statistics, profile

AT_ONCE = 400
"""Games that are rated while somebody waits; more are rated beside, with progress shown."""


MOST_PROFILES = 100
"""Players whose games are kept summed up."""

Days = list[tuple[str, dict[str, int]]]

State_ = tuple[str, int, tuple[str, ...]]
"""A game at a version with who sat where, before anybody was merged."""


class Ledger:
    """What follows from all games of one kind: ratings, statistics, records."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.ratings = Ratings()
        self.statistics = Statistics()
        self.records = Records()
        self.order: list[Order] = []
        self._changes: list[tuple[Play | None, Play | None]] = []
        self._from: Order | None = None
        self._built = False
        self._job: _Job | None = None

    def note(self, old: Play | None, new: Play | None) -> None:
        """Take note of a game that came, changed or went."""
        if old is not None:
            del self.order[bisect_left(self.order, old.order)]
        if new is not None:
            insort(self.order, new.order)
        self._changes.append((old, new))

    def ready(self, find: Callable[[str], Play], *, rated: bool = False) -> int | None:
        """Bring everything up to date; return None, or the percentage done of what runs beside.

        find: takes a key and returns the game. rated: ratings are enough; they come first.
        """
        if self._job is not None:
            if self._job.alive:
                if rated and self._job.rated and not self._changes:
                    self.ratings = self._job.made[0]
                    return None
                return self._job.percent
            self.ratings, self.statistics, self.records = self._job.made
            self._job, self._built = None, True
        if not self._built:
            self._changes.clear()
            self._from = None
            return self._run([find(order[2]) for order in self.order], Ratings(), None)
        if not self._settle(find):
            self._built = False
            return self.ready(find, rated=rated)
        if self._from is None:
            return None
        later = [find(o[2]) for o in self.order[bisect_left(self.order, self._from) :]]
        start, self._from = self._from, None
        if len(later) > AT_ONCE:
            copied = self.ratings.copied_before(start)
            return self._run(later, copied, (self.statistics, self.records))
        self.ratings.forget_from(start)
        self.ratings.play(later)
        return None

    def _settle(self, find: Callable[[str], Play]) -> bool:
        """Take what changed into statistics and records; note from where ratings are counted.

        Returns False where so many games would have to be looked through that nobody can wait.
        """
        gone = False
        for old, new in self._changes:
            if old is not None:
                self.statistics.remove(old)
                gone = self.records.remove(old) or gone
                self._from = min(self._from or old.order, old.order)
            if new is not None:
                self.statistics.add(new)
                self.records.add(new)
                self._from = min(self._from or new.order, new.order)
        self._changes.clear()
        if gone:
            if len(self.order) > 5 * AT_ONCE:
                return False
            self.records = Records()
            for order in self.order:
                self.records.add(find(order[2]))
        return True

    def _run(
        self,
        plays: Sequence[Play],
        ratings: Ratings,
        kept: tuple[Statistics, Records] | None,
    ) -> int | None:
        job = _Job(plays, ratings, kept)
        if len(plays) <= AT_ONCE:
            job.work()
            self.ratings, self.statistics, self.records = job.made
            self._built = True
            return None
        self._job = job
        job.start()
        return 0


class _Job:
    """Counting many games beside the requests."""

    def __init__(
        self,
        plays: Sequence[Play],
        ratings: Ratings,
        kept: tuple[Statistics, Records] | None,
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
        found = self._kept
        if found is None:
            found = Statistics(), Records()
            for number, play in enumerate(self._plays, start=1):
                details = play.details()
                found[0].add(play, details)
                found[1].add(play, details)
                if not number % TELL_EVERY:
                    self._told(len(self._plays) + number)
        self.made = (self._ratings, *found)

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
class Late:
    """A game of a closed season that is not as it was: what counts, and what would."""

    key: str
    counts: Play | None
    now: Play | None
    version: int | None


class Book:
    """One league. ``state`` is the folded log; the rest follows from it and the games."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.state = State()
        self.version = 0
        self.news = 0
        self.plays: dict[str, Play] = {}
        self.prints: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.order: list[Order] = []
        self.running: set[str] = set()
        self.unplaced: set[str] = set()  # games that came or went on, not looked at since
        self.old: dict[State_, Play] = {}
        self.ledgers: dict[str, Ledger] = {}
        self._by_player: dict[str, list[Order]] = {}
        self._by_season: dict[str, list[Order]] = {}
        self._tables: dict[str, Table] = {}
        self._days: dict[tuple[str, tuple[str, ...]], Days] = {}
        self._earlier: dict[tuple[str, str], Places] = {}
        self._profiles: dict[tuple[str, str], Profile] = {}
        self._series: dict[tuple[str, str], tuple[int, str, str]] = {}

    # -- games --

    def put(self, play: Play, version: int) -> None:
        """Take a finished game in, or in the place of what it was."""
        old = self.plays.get(play.key)
        self.versions[play.key] = version
        if old != play:
            self._change(old, play)

    def fill(self, plays: Iterable[tuple[Play, int]]) -> None:
        """Take many games into an empty book."""
        for play, version in plays:
            self.plays[play.key] = play
            self.versions[play.key] = version
            self.prints[_print(play)] = play.key
            self._ledger(play.game).order.append(play.order)
            for player in play.table:
                self._by_player.setdefault(player, []).append(play.order)
        self.order = sorted(play.order for play in self.plays.values())
        for line in (*self._by_player.values(), *(own.order for own in self.ledgers.values())):
            line.sort()
        for season in self.state.seasons:
            self.season_changed(season)

    def drop(self, key: str) -> None:
        """Take a game out that is not finished any more, or gone."""
        self.versions.pop(key, None)
        old = self.plays.get(key)
        if old is not None:
            self._change(old, None)

    def _change(self, old: Play | None, new: Play | None) -> None:
        for play, sign in ((old, -1), (new, 1)):
            if play is None:
                continue
            _move(self.order, play.order, sign)
            for player in play.table:
                _move(self._by_player.setdefault(player, []), play.order, sign)
                self._series.pop((play.game, player), None)
                self._profiles.pop((play.game, player), None)
            for held in self.state.seasons.values():
                if held.season.counts(play):
                    _move(self._by_season.setdefault(held.season.id, []), play.order, sign)
                    self._moved(held, play, sign)
            if sign > 0:
                self.plays[play.key] = play
                self.prints[_print(play)] = play.key
            else:
                del self.plays[play.key]
                self.prints.pop(_print(play), None)
        same_kind = old is None or new is None or old.game == new.game
        if same_kind:
            self._ledger((new or old).game).note(old, new)  # type: ignore[union-attr]
        else:
            assert old is not None
            assert new is not None
            self._ledger(old.game).note(old, None)
            self._ledger(new.game).note(None, new)

    def _ledger(self, game: str) -> Ledger:
        return self.ledgers.setdefault(game, Ledger(game))

    def _moved(self, held: Held, play: Play, sign: int) -> None:
        """Let the standings of a season know of a game that came or went."""
        season = held.season.id
        self._forget_days(season)
        if held.closed:
            self._tables.pop(season, None)
        elif season in self._tables:
            change = self._tables[season].change
            change(play, None) if sign < 0 else change(None, play)

    def _forget_days(self, season: str) -> None:
        for key in [key for key in self._days if key[0] == season]:
            del self._days[key]
        for own in [own for own in self._earlier if own[0] == season]:
            del self._earlier[own]

    def players_changed(self, players: Iterable[str]) -> None:
        """Seat everybody anew in the games of some players: they were merged or parted."""
        for held in self.state.seasons.values():
            if held.closed:  # its games may be others than those that are looked through here
                self._tables.pop(held.season.id, None)
                self._forget_days(held.season.id)
        orders = {order for player in players for order in self._by_player.get(player, ())}
        for order in sorted(orders):
            play = self.plays[order[2]]
            joined = self.state.games[play.key]
            seats = tuple(
                replace(seat, player=self.state.root(player))
                for seat, player in zip(play.seats, joined.seats, strict=True)
            )
            if seats != play.seats:
                self._change(play, replace(play, seats=seats))

    def season_changed(self, season: str) -> None:
        """Look through all games for a season that is new or was changed."""
        wanted = self.state.seasons[season].season
        start = bisect_left(self.order, (wanted.first, "", ""))
        end = bisect_left(self.order, (wanted.last, "\uffff", ""))
        self._by_season[season] = [
            order for order in self.order[start:end] if wanted.counts(self.plays[order[2]])
        ]
        self._tables.pop(season, None)
        self._forget_days(season)

    # -- looking --

    def of_player(self, player: str) -> list[Play]:
        """Return a player's games in the order of play."""
        return [self.plays[order[2]] for order in self._by_player.get(player, ())]

    def games_of(self, player: str) -> int:
        """Return how many games a player has."""
        return len(self._by_player.get(player, ()))

    def of_season(self, season: str) -> list[Play]:
        """Return the games that count for a season, in the order of play.

        A closed season's are those it was closed with, as they were then.
        """
        held = self.state.seasons[season]
        if held.frozen is None:
            return [self.plays[order[2]] for order in self._by_season.get(season, ())]
        found = [self._counted(held, key) for key in held.frozen]
        return sorted((play for play in found if play), key=lambda play: play.order)

    def _counted(self, held: Held, key: str) -> Play | None:
        """Return a game of a closed season as it was when it was closed."""
        was = None if self._unchanged(held, key) else self.old.get(_state_of(held, key))
        return self._seated(was) if was else self.plays.get(key)

    def _unchanged(self, held: Held, key: str) -> bool:
        """Whether a game of a closed season is as it was, with the same people in its seats."""
        assert held.frozen is not None
        now, then = self.state.games.get(key), held.joined.get(key)
        same = now is not None and then is not None and now.seats == then.seats
        return same and self.versions.get(key) == held.frozen[key]

    def _seated(self, play: Play) -> Play:
        """Return an earlier state of a game with the players as they are merged now."""
        return replace(
            play,
            seats=tuple(replace(seat, player=self.state.root(seat.player)) for seat in play.seats),
        )

    def missing(self) -> list[tuple[Joined, State_]]:
        """Return the earlier states of games that closed seasons need and that are not at hand.

        Each with the game as it stood in the league then; ``old`` takes them as they were seated.
        """
        return [
            (held.joined[key], _state_of(held, key))
            for held in self.state.seasons.values()
            for key in held.frozen or ()
            if not self._unchanged(held, key)
            and key in held.joined
            and _state_of(held, key) not in self.old
        ]

    def late(self, held: Held) -> list[Late]:
        """Return what of a closed season's games is not as it was when it was closed."""
        if held.frozen is None:
            return []
        found = []
        now_counts = {order[2] for order in self._by_season.get(held.season.id, ())}
        for key in held.frozen:
            if key not in now_counts:
                found.append(Late(key, self._counted(held, key), None, None))
            elif not self._unchanged(held, key):
                counts, now = self._counted(held, key), self.plays[key]
                if counts is None or _result(counts) != _result(now):
                    found.append(Late(key, counts, now, self.versions[key]))
        for key in sorted(now_counts - set(held.frozen)):
            found.append(Late(key, None, self.plays[key], self.versions[key]))
        return found

    def standings(self, season: str) -> list[Standing]:
        """Return a season's standings."""
        if season not in self._tables:
            held = self.state.seasons[season]
            self._tables[season] = Table(held.season, self.of_season(season))
        return self._tables[season].standings()

    def places_with(self, season: str, now: Play | None, other: Play | None) -> Places:
        """Return the places of a season with another state of a game, or without it, or with it.

        now: as it counts, None where it does not. other: as it would count, None where it would
        not.
        """
        key = (season, (now or other).key)  # type: ignore[union-attr]
        if key not in self._earlier:
            self.standings(season)
            self._earlier[key] = self._tables[season].places_with(now, other)
        return self._earlier[key]

    def days(self, season: str, players: Sequence[str]) -> Days:
        """Return the points of some players after each day of play of a season."""
        key = (season, tuple(players))
        if key not in self._days:
            held = self.state.seasons[season]
            self._days[key] = by_day(held.season, self.of_season(season), frozenset(players))
        return self._days[key]

    def profile(self, player: str, game: str) -> Profile:
        """Return what a player has done in all games of one kind; he has played one."""
        key = (game, player)
        if key not in self._profiles:
            while len(self._profiles) >= MOST_PROFILES:
                del self._profiles[next(iter(self._profiles))]
            mine = [play for play in self.of_player(player) if play.game == game]
            self._profiles[key] = profile(mine, player)
        return self._profiles[key]

    def ready(self, game: str, *, rated: bool = False) -> int | None:
        """Bring ratings, statistics and records of a game up to date; see ``Ledger.ready``."""
        return self._ledger(game).ready(self.plays.__getitem__, rated=rated)

    def records(self, game: str) -> dict[str, Record]:
        """Return the records of a game, once ``ready``."""
        found = self._ledger(game).records.found()
        longest = {}
        for player in self._by_player:
            if (game, player) not in self._series:
                mine = [play for play in self.of_player(player) if play.game == game]
                self._series[game, player] = longest_series(mine, player)
            longest[player] = self._series[game, player]
        run = series(longest)
        return found | ({run.kind: run} if run else {})

    def kinds(self) -> list[str]:
        """Return the games that were played here, the one played most first."""
        played = [ledger for ledger in self.ledgers.values() if ledger.order]
        return [own.game for own in sorted(played, key=lambda one: (-len(one.order), one.game))]

    def season_now(self, day: str) -> str | None:
        """Return the season that a day belongs to, the one begun last; else the last one ended."""
        held = list(self.state.seasons.values())
        now = [one for one in held if one.season.first <= day <= one.season.last]
        if now:
            return max(now, key=lambda one: (one.season.first, one.season.id)).season.id
        return (
            max(held, key=lambda one: (one.season.last, one.season.id)).season.id if held else None
        )


def _state_of(held: Held, key: str) -> State_:
    """Return what tells the state of a game that a closed season counts from others."""
    assert held.frozen is not None
    joined = held.joined.get(key)
    return (key, held.frozen[key], joined.seats if joined else ())


def _move(line: list[Order], order: Order, sign: int) -> None:
    if sign > 0:
        insort(line, order)
    else:
        at = bisect_left(line, order)
        if at < len(line) and line[at] == order:
            del line[at]


def _print(play: Play) -> str:
    """Return what tells the game from others; it stands in what orders the games of a day."""
    return play.moment.rpartition("#")[2]


def _result(play: Play) -> Mapping[str, tuple[int, int]]:
    return {seat.player: (seat.total, seat.place) for seat in play.seats}
