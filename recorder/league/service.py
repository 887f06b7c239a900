"""The operations on a league; its pages call nothing else.

A league is opened through one of its links and brought up to date with the store. An operation is
checked on the book, appended to the log, and read back from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from adjudicator.messages import M
from adjudicator.reading import parse
from adjudicator.record import Unreadable
from recorder.database import Unavailable
from recorder.games import access
from recorder.games.access import Forbidden
from recorder.games.replays import RecordedGame
from recorder.games.tables import Tables, play_record
from recorder.languages.speech import explain_problem, gettext
from recorder.league import league_state as words
from recorder.league.days import day_of
from recorder.league.doubles import OTHER_GAME, SAME_GAME, Candidate, LooksTheSame, find_double
from recorder.league.league_book import LeagueBook
from recorder.league.league_state import (
    MEMBERS_MAY,
    ORGANISER,
    Joined,
    LeagueState,
    Person,
    clean_line,
    plain_line,
)
from recorder.league.league_store import LeagueStore, Summed
from recorder.league.neutral import neutralise_seats
from recorder.league.plays import Play, drop_details, make_play, pack_details
from recorder.league.points import Unfit, find_or_refuse, lazy
from recorder.league.standings import check_day
from recorder.league.summary import fingerprint, summarise
from recorder.store.ledger import (
    TRIES,
    Appended,
    Deed,
    Link,
    Operation,
    Outrun,
    Overtaken,
    Repeated,
    current_time,
    key_deeds,
)
from recorder.store.log import APPEND, BRING, IMPORT
from recorder.store.memory import Cache
from recorder.store.store import GameRow

SEATED_ANEW = (words.LEAVE, words.MERGE, words.PART, words.GAME, words.REMOVE)
"""The operations that may change in which games a former player sat."""


def explain_unfit(error: Unfit) -> str:
    """Return why a value is refused, in the language of the request."""
    return gettext(error.message, **error.facts)


Books = Cache[int, LeagueBook]
"""The leagues of one process that were opened last, each as it was read last."""

BOOKS = 32
"""Leagues that a process keeps."""


ASKS_FIRST = lazy(
    "This file is of a game that was still running, and leaves out what was secret then. Open it as"
    " a game first: you are asked for that."
)
"""Why a file with unknown values does not join. It is translated where it is shown."""


@dataclass(frozen=True, slots=True)
class Joining:
    """Outcome of one game that was to join. problem: why it did not, in words.

    twin: the key of a similar game, about which a person has to decide first.
    """

    name: str
    key: str = ""
    problem: str = ""
    again: bool = False
    twin: str = ""


@dataclass(frozen=True, slots=True)
class League:
    """A league as one link sees it, up to date when it was opened."""

    service: Leagues
    link: Link
    book: LeagueBook

    @property
    def state(self) -> LeagueState:
        """The folded log."""
        return self.book.state

    @property
    def organises(self) -> bool:
        """Whether this link settles everything."""
        return self.link.role == ORGANISER

    @property
    def takes_part(self) -> bool:
        """Whether this link may start and add games."""
        return self.link.role in (ORGANISER, words.MEMBER)

    def held_game(self, key: str) -> Joined:
        """Return a game of the league. Raises Unfit for none."""
        return find_or_refuse(self.state.games, key, lazy("the league has no such game"), "key")

    @property
    def version(self) -> int:
        """The number of operations in the log that the book knows."""
        return self.book.version

    def do(self, build: Callable[[LeagueState], Sequence[Deed]], key: str) -> Answer:
        """Do something to the league, under the key of a form; see ``Leagues.do``."""
        return self.service.do(self, build, key)


Answer = Appended[League] | Repeated[League]
"""Outcome of an operation on a league: done, or this very form had arrived before."""


class Leagues:
    """The service of one request: the store, games, and the books its process keeps."""

    def __init__(self, store: LeagueStore, tables: Tables, books: Books) -> None:
        self.store = store
        self.tables = tables
        self.books = books
        self._summed: dict[tuple[int, int], Summed | None] = {}

    def found(
        self, name: str, language: str, defaults: Mapping[str, Any], key: str = ""
    ) -> list[Link]:
        """Found a league and return its links. Raises Unfit.

        key: of the form; the same form sent again founds no second league (``LeagueStore.found``).
        """
        name = clean_line(name, words.NAME, "name", least=1)
        body = {"name": name, "language": language, "defaults": dict(defaults)}
        return self.store.found(body, key)

    def open(self, token: str) -> League:
        """Return the league that a token opens, followed up. Raises NoSuchLink."""
        return self.as_link(self.store.link(token))

    def as_link(self, link: Link) -> League:
        """Return the league of a link, followed up."""
        return League(self, link, self.follow(link.ledger))

    def of_game(self, game: int) -> list[League]:
        """Return the leagues that a game belongs to, as their organisers see them."""
        return [self.as_link(self.store.links(league)[0]) for league in self.store.leagues_of(game)]

    def do(
        self,
        league: League,
        build: Callable[[LeagueState], Sequence[Deed]],
        key: str,
        *,
        by: Link | None = None,
    ) -> Answer:
        """Do something to a league.

        The same form sent again gets its first answer. build: takes the current league and returns
        the operations; it is called again if somebody else was quicker. by: the link of a game at
        whose table it is done, where it is not the league's own. Raises the exceptions of
        ``build``, Forbidden, Outrun.
        """
        for _try in range(TRIES):
            sent = self.store.find_sent(league.link.ledger, key)
            if sent is not None:
                return Repeated(sent.answer, now=league)
            version = league.version  # the book reads on while it is stored
            deeds = build(league.state)
            if by is None:
                _check_role(league.link.role, deeds)
            told = version + len(deeds)
            if not deeds:
                return Appended(told, now=league)
            written = key_deeds(key, deeds, (by or league.link).id, {"version": told})
            try:
                self.store.append(league.link.ledger, version, *written)
            except Overtaken:
                league = self.as_link(league.link)
                continue
            return Appended(told, now=self.as_link(league.link))
        raise Outrun

    # -- following the store --

    def follow(self, league: int) -> LeagueBook:
        """Return the book of a league up to the newest state of the store.

        One thread at a time reads new games. The thread that needs a game judges it; others may
        read on meanwhile.
        """
        while True:
            with self.books.lock_key(league):
                before = self.books.find(league)
                book, done = self._read(league, before)
                if book is before:
                    return book
                former = any(one.op in SEATED_ANEW for one in done) and bool(book.state.former)
                if former:
                    self._name_former(book)
                wanted = [*self._place(book), *self._fetch(book)]
                book.whole = not wanted
                self.books.keep(league, book)
            if former:
                self._keep_former(league, book)
            if not wanted:
                return book
            self._sum_up(wanted)

    def _read(
        self, league: int, before: LeagueBook | None
    ) -> tuple[LeagueBook, Sequence[Operation]]:
        """Return a book with the newest operations and news of games, and these operations."""
        if before is None:
            return self._load(league)
        done: Sequence[Operation] = ()
        if before.version < self.store.version(league):
            done = self.store.operations(league, before.version)
        news = self.store.news(league, before.news)
        if not done and not news and before.whole:
            return before, done
        book = LeagueBook(before)
        for one in done:
            if one.op == words.REMOVE:  # games that were the same as it count again
                book.unplaced |= {own.key for own in book.state.same_as(one.body["key"])}
            book.apply(one)
            if one.op in (words.GAME, words.RESULT, words.ABANDON, words.SAME, words.APART):
                book.unplaced |= {one.body["key"], one.body.get("of", one.body["key"])}
            elif one.op == words.REMOVE:
                book.running.discard(one.body["key"])
                book.drop(one.body["key"])
        if any(one.op in (words.MERGE, words.PART) for one in done):
            book.seat_anew()
        for number, game in news:
            book.unplaced.add(f"g{game}")
            book.news = number
        return book, done

    def _load(self, league: int) -> tuple[LeagueBook, Sequence[Operation]]:
        """Make a book from the start: the log folded, then every game put in its place."""
        book = LeagueBook()
        book.news = self.store.last_news(league)
        done = self.store.operations(league)
        for one in done:
            book.apply(one)
        state = book.state
        roots = {player: state.root(player) for player in state.players}
        book.unplaced |= state.games.keys()
        for kept in self.store.current(league):
            joined = state.games.get(f"g{kept.game}")
            if joined is not None and joined.counts:
                book.put(_play_of_summary(joined, kept.light, kept.detail, roots), kept.version)
                book.unplaced.discard(joined.key)
        return book, done

    def _name_former(self, book: LeagueBook) -> None:
        """Note the names of former players at the seats of games."""
        for game, former in self._former(book.state):
            header = self.tables.store.game(game).header
            for seat, (player, number) in zip(header["players"], former, strict=True):
                if number is not None:
                    book.state.sat_as(player, [str(seat["name"])])

    def _keep_former(self, league: int, book: LeagueBook) -> None:
        """Let games know their former players: they mask their names and the ids of their seats.

        The stored seats are a cache (see ``neutral``). It is renewed when somebody leaves or is
        seated anew, and when a league is read from its beginning.
        """
        wanted = []
        for game, former in self._former(book.state):
            neutralise_seats(self.tables.store, game)
            seats = self.tables.store.game(game).header["players"]
            for seat, (_player, number) in zip(seats, former, strict=True):
                if number is not None:
                    wanted.append((game, str(seat["id"]), number))
        if sorted(wanted) != self.store.former(league):
            with suppress(Unavailable):  # see ``_keep``
                self.store.keep_former(league, wanted)

    def _former(self, state: LeagueState) -> list[tuple[int, list[tuple[str, int | None]]]]:
        """Return the games of former players: the player of each seat, with a number.

        The number is None for players who stay.
        """
        games = []
        for joined in state.games.values():
            former = [(own, state.players[state.root(own)].former) for own in joined.seats]
            if joined.game is not None and any(number is not None for _own, number in former):
                games.append((joined.game, former))
        return games

    def _place(self, book: LeagueBook) -> list[tuple[int, int]]:
        """Put games that came or went on in their places, or out while they are not finished.

        Returns the games, each with its version, that have to be summed up before.
        """
        wanted = []
        for key in list(book.unplaced):
            joined = book.state.games.get(key)
            unsummed = self._put(book, joined) if joined is not None else None
            if unsummed is None:
                book.unplaced.discard(key)
            else:
                wanted.append(unsummed)
        return wanted

    def _put(self, book: LeagueBook, joined: Joined) -> tuple[int, int] | None:
        """Put a game in its place; return it with its version where it is to be summed up first."""
        roots = {player: book.state.root(player) for player in joined.seats}
        play, version = None, joined.seq
        if joined.counts and joined.summary is not None:
            play = self._play_at(joined, version, roots)
        elif joined.counts and joined.game is not None:
            row = self.tables.store.game(joined.game)
            version = row.version
            play = self._play_at(joined, version, roots) if row.over else None
            if row.over and play is None and (row.id, version) not in self._summed:
                return row.id, version
        if play is not None:
            book.put(play, version)
            return None
        (book.running.add if joined.counts else book.running.discard)(joined.key)
        book.drop(joined.key)
        return None

    def _fetch(self, book: LeagueBook) -> list[tuple[int, int]]:
        """Fetch the older versions of games that closed seasons need; return as ``_place``."""
        unsummed = []
        for joined, wanted in book.missing():
            play = self._play_at(joined, wanted[1], {player: player for player in joined.seats})
            if play is not None:
                book.old[wanted] = play
            elif joined.game is not None and (joined.game, wanted[1]) not in self._summed:
                unsummed.append((joined.game, wanted[1]))
        return unsummed

    def _play_at(self, joined: Joined, version: int, roots: Mapping[str, str]) -> Play | None:
        """Return a game at a version; None while it is not summed up. roots: by player."""
        if joined.summary is not None:
            short, detail = drop_details(joined.summary), pack_details(joined.summary)
            return _play_of_summary(joined, short, detail, roots)
        if joined.game is None:
            return None
        own = (joined.game, version)
        kept = self._summed.get(own) or self.store.summary(*own)  # made by this request, or kept
        return _play_of_summary(joined, kept.light, kept.detail, roots) if kept else None

    def _sum_up(self, wanted: Sequence[tuple[int, int]]) -> None:
        """Sum up games at versions. Raises ``lanes.ToHeavyLane`` where they are long together."""
        rows = {game: self.tables.store.game(game) for game, _version in wanted}
        sizes = (max(rows[game].entries, rows[game].version) for game, _version in wanted)
        self.tables.weigh(sum(sizes))
        for game, version in wanted:
            row = rows[game]
            now_ = self.summary(row) if row.version == version else None
            self._summed[game, version] = now_ or self.summary_at(game, version)

    # -- summaries --

    def summary(self, row: GameRow) -> Summed | None:
        """Return the summary of a game as it is now, computed once; None while it is not over."""
        if not row.over:
            return None
        kept = self.store.summary(row.id, row.version)
        if kept is None:
            row, played = self.tables.replays.bring_up_to_date(self.tables.store, row)
            kept = self._keep(row, played)
        return kept

    def summary_at(self, game: int, version: int) -> Summed | None:
        """Return the summary of a game as it was at a version, computed anew where it is lost."""
        kept = self.store.summary(game, version)
        if kept is None:
            row = self.tables.store.game(game)
            operations = self.tables.store.operations(game)[:version]
            played = RecordedGame.start(row.header).play_operations(operations)
            kept = self._keep(row, played) if played.over else None
        return kept

    def _keep(self, row: GameRow, played: RecordedGame) -> Summed | None:
        if not played.over:
            return None
        times = list_entry_times(played, self.tables.store.operations(row.id))
        with played.lock:
            full = summarise(played.replay, played.review, day=row.started_at[:10], times=times)
        before = self.store.before(row.id, played.version)
        corrected = before is not None and _totals_and_places(before.light) != _totals_and_places(
            full
        )
        short, detail = drop_details(full), pack_details(full)
        try:
            self.store.keep(row.id, played.version, short, detail, corrected=corrected)
        except Unavailable:  # it only reads: the summaries are a cache
            return Summed(row.id, played.version, short, detail, corrected, current_time())
        return self.store.summary(row.id, played.version)

    # -- joining games --

    def join(
        self,
        league: League,
        link: Link,
        seats: Mapping[str, str],
        *,
        how: str,
        key: str,
        where: Mapping[str, Any] | None = None,
        alike: str = "",
    ) -> Joining:
        """Let a game join the league.

        link: the game's own table link. seats: by the game's player ids a player's id of the
        league, or a name for a new one. where: its table of an evening (``evening``, ``round``,
        ``table``); otherwise it takes the one that waits for it. alike: the answer about a similar
        game of the league, SAME_GAME or OTHER_GAME; without it the game does not join, and
        ``twin`` names the similar one.
        """
        row = self.tables.store.game(link.ledger)
        own = f"g{row.id}"
        if own in league.state.games:
            return Joining(own, own, again=True)
        kept = self.summary(row)
        made_of = str(kept.light["print"]) if kept is not None else ""

        def build(state: LeagueState) -> list[Deed]:
            if own in state.games:
                return []
            zone = str(league.state.defaults.get("zone", ""))
            day = str(row.header.get("played_on") or day_of(row.started_at, zone))
            check_day(day, "played_on")
            twin = state.prints.get(made_of)
            if twin is not None:
                raise Unfit(lazy("this game is already in the league"), "game", twin=twin)
            operations, players = _seat_players(state, row.header["players"], seats)
            body = {"key": own, "game": row.id, "seats": players, "how": how, "print": made_of}
            deeds = [*operations, (words.GAME, body)]
            if kept is not None:
                totals = _totals_by_player(kept.light, [state.root(one) for one in players])
                wanted = Candidate(row.header["game"], day, totals, self._entries(row))
                deeds += self._decide_double(league, own, wanted, alike)
            at = where or state.waiting_table(day, row.header["game"], players)
            return [*deeds, *_take_table(at, own, deeds)]

        return self._join_once(league, build, key, own)

    def _join_once(
        self, league: League, build: Callable[[LeagueState], list[Deed]], key: str, own: str
    ) -> Joining:
        """Let a game join by operations; a twin that is there already is the outcome."""
        try:
            league.do(build, key)
        except LooksTheSame as problem:
            return Joining(own, problem=explain_unfit(problem), twin=problem.twin)
        except Unfit as problem:
            twin = str(problem.facts.get("twin", ""))
            return Joining(own, twin, explain_unfit(problem), again=bool(twin))
        return Joining(own, own)

    def _entries(self, row: GameRow) -> Sequence[Mapping[str, Any]]:
        """Return the entries of a game as it is now."""
        return list(
            self.tables.replays.bring_up_to_date(self.tables.store, row)[1].replay.record.entries
        )

    def _decide_double(
        self, league: League, own: str, wanted: Candidate, alike: str
    ) -> Sequence[Deed]:
        """Return the operations about a game similar to the one that joins under ``own``.

        A record counts over totals, else the earlier game counts. Raises LooksTheSame until a
        person has decided whether it is the same game.
        """

        def entries_of(key: str) -> Sequence[Mapping[str, Any]]:
            return self._entries(self.tables.store.game(int(key[1:])))

        found = find_double(league.book, wanted, entries_of)
        if found is None:
            return []
        if alike == OTHER_GAME:
            return [(words.APART, {"key": own, "of": found.key})]
        if alike != SAME_GAME:
            raise LooksTheSame(found.key)
        if wanted.recorded and not found.recorded:
            return [(words.SAME, {"key": found.key, "of": own})]
        return [(words.SAME, {"key": own, "of": found.key})]

    def join_result(
        self,
        league: League,
        summary: Mapping[str, Any],
        *,
        key: str,
        where: Mapping[str, Any] | None = None,
        people: Mapping[str, str] | None = None,
        alike: str = "",
    ) -> Joining:
        """Let a result without a record join; names become players. where, alike: see ``join``.

        people: see ``import_record``.
        """

        def build(state: LeagueState) -> list[Deed]:
            twin = state.prints.get(summary["print"])
            if twin is not None:
                raise Unfit(lazy("this result is already in the league"), "game", twin=twin)
            own = f"r{state.results + 1}"
            seats = summary["players"]
            operations, players = _seat_players(state, seats, _choose_meant(seats, people))
            body = {"key": own, "summary": dict(summary), "seats": players, "how": "totals"}
            deeds = [*operations, (words.RESULT, body)]
            roots = [state.root(player) for player in players]
            wanted = Candidate(summary["game"], summary["day"], _totals_by_player(summary, roots))
            deeds += self._decide_double(league, own, wanted, alike)
            at = where or state.waiting_table(summary["day"], summary["game"], players)
            return [*deeds, *_take_table(at, own, deeds)]

        joined = self._join_once(league, build, key, "")
        if joined.key or joined.problem:
            return joined
        state = self.as_link(league.link).state
        return Joining("", state.find_counting(state.prints[summary["print"]]))

    def import_record(
        self,
        link: Link,
        name: str,
        source: bytes,
        key: str,
        where: Mapping[str, Any] | None = None,
        people: Mapping[str, str] | None = None,
        names: Mapping[int, str] | None = None,
    ) -> Joining:
        """Judge one record file, keep it as a game, and let it join. Never raises for its content.

        link: of the league. name: of the file. people: the player's id by folded name, for names
        that the league does not know; other names become new players. names: by seat the name of a
        player, instead of the record's. where: see ``join``. A game that is in the league already
        is not kept a second time. A game similar to another counts once, until a person says that
        they are two.
        """
        try:
            record = parse(source)
            played = play_record(record)
            own = fingerprint(played.replay.record.document)
            league = self.as_link(link)
            again = self.store.find_sent(link.ledger, key) is not None
            twin = league.state.prints.get(own) or league.book.prints.get(own)
            if twin is not None:
                return Joining(name, twin, again=not again)
            if not played.over:
                return Joining(name, problem=gettext("the game is not finished"))
            if "played_on" in record.document:
                check_day(str(record.document["played_on"]), "played_on")
            seats = _seat_by_name(record.document["players"], names or {}, people)
            started = self.tables.keep_game(
                record, played, listed=False, key=f"{link.ledger} {key}"
            )
        except Unreadable as problem:
            secret = problem.message == M("record.kept-secret")
            return Joining(name, problem=ASKS_FIRST if secret else explain_problem(problem))
        except Unfit as problem:
            return Joining(name, problem=explain_unfit(problem))
        game = started.links[0]
        self.summary(self.tables.store.game(game.ledger))
        added = self.join(
            self.as_link(link), game, seats, how="imported", key=key, where=where, alike=SAME_GAME
        )
        return Joining(name, added.key, added.problem, added.again)

    def correct_result(
        self,
        league: League,
        held: Joined,
        summary: Mapping[str, Any],
        key: str,
        people: Mapping[str, str],
    ) -> None:
        """Correct a result without a record. Raises Unfit.

        key: of the form. summary: the whole result as it should be. Seats keep their players,
        except a seat whose name was changed: it goes to the player with the new name. people: see
        ``import_record``.
        """
        if held.summary is None:
            raise Unfit(lazy("this game has a record; correct it there"), "key")
        before = held.summary["players"]

        def build(state: LeagueState) -> list[Deed]:
            twin = state.prints.get(summary["print"])
            if twin not in (None, held.key):
                raise Unfit(lazy("this result is already in the league"), "form")
            stays = {
                seat["id"]: player
                for seat, old, player in zip(summary["players"], before, held.seats, strict=False)
                if seat["name"] == old["name"]
            }
            stays |= _choose_meant(summary["players"], people)
            operations, players = _seat_players(state, summary["players"], stays)
            body = {
                "key": held.key,
                "summary": dict(summary),
                "seats": players,
                "how": held.how,
                "corrected": True,
            }
            return [*operations, (words.RESULT, body)]

        league.do(build, key)

    def table_link(self, game: int, role: str = access.TABLE) -> Link:
        """Return the table's link of a game of the league, or that of another role."""
        return next(link for link in self.tables.store.links(game) if link.role == role)

    def read_link(self, game: int) -> Link:
        """Return the read link of a game of the league."""
        return self.table_link(game, access.READ)


def list_entry_times(played: RecordedGame, operations: Iterable[Operation]) -> list[str]:
    """Return the time of each entry of a game; empty for entries that came with others.

    A corrected entry has the time of the entry before it.
    """
    at = {operation.seq: operation.at for operation in operations}
    times: list[str] = []
    for line in played.story.lines:
        if line.op == APPEND:
            times.append(at[line.seq])
        else:
            times.append(times[-1] if times and line.op not in (BRING, IMPORT) else "")
    return times


def _check_role(role: str, operations: Iterable[Deed]) -> None:
    """Check that a link of the league may do all this. Raises Forbidden."""
    if role == ORGANISER:
        return
    if role == words.MEMBER and all(op in MEMBERS_MAY for op, _ in operations):
        return
    raise Forbidden(
        gettext("this link is for spectators")
        if role == words.PUBLIC
        else gettext("only the organiser's link can do this")
    )


def _play_of_summary(
    joined: Joined, summary: Mapping[str, Any], detail: bytes, roots: Mapping[str, str]
) -> Play:
    ids = [seat["id"] for seat in summary["players"]]
    by_seat = dict(zip(ids, (roots[player] for player in joined.seats), strict=True))
    return make_play(joined.key, summary, by_seat.__getitem__, detail)


def _seat_players(
    state: LeagueState, seats: Sequence[Mapping[str, Any]], chosen: Mapping[str, str]
) -> tuple[list[Deed], list[str]]:
    """Return the ids of the league's players by seat, and the operations for new players.

    seats: of a header or summary. chosen: by seat a player's id or a new name; any other seat goes
    to the player with its name. Raises Unfit where one would sit twice.
    """
    operations: list[Deed] = []
    players: list[str] = []
    taken = dict(state.players)
    for seat in seats:
        wanted = chosen.get(seat["id"], "")
        if wanted in state.players:
            player = state.root(wanted)
        else:
            name = clean_line(wanted or seat["name"], words.NAME, f"seat-{seat['id']}", least=1)
            known = state.named(name)
            if known is None:
                check_names_differ(
                    [name, *(own.name for own in taken.values() if own.id in players)]
                )
                fresh = Person(state.next_id("p", taken), name, colour=seat.get("colour", ""))
                state.check_player(fresh)
                taken[fresh.id] = fresh
                operations.append((words.PLAYER, fresh.to_json()))
            player = known or fresh.id
        if player in players:
            raise Unfit(lazy("one player sits there twice"), f"seat-{seat['id']}")
        players.append(player)
    return operations, players


def check_names_differ(names: Iterable[str]) -> None:
    """Raise Unfit where two at one table have the same name: nobody knows which one is meant."""
    known: set[str] = set()
    for name in names:
        if name_key(name) in known:
            message = lazy("two players are called %(name)s; add what tells them apart")
            raise Unfit(message, "players", name=name)
        known.add(name_key(name))


def _choose_meant(
    seats: Iterable[Mapping[str, Any]], people: Mapping[str, str] | None
) -> dict[str, str]:
    """Return the chosen player by seat, where a choice was made for the seat's name."""
    said_ = people or {}
    named = {str(seat["id"]): name_key(str(seat["name"])) for seat in seats}
    return {seat: said_[name] for seat, name in named.items() if name in said_}


def _seat_by_name(
    players: Iterable[Mapping[str, Any]], names: Mapping[int, str], people: Mapping[str, str] | None
) -> dict[str, str]:
    """Return a player's id of the league or a name by seat, where one was chosen.

    players: of a record. names, people: see ``import_record``. Raises Unfit for equal names.
    """
    called = [{**seat, "name": names.get(at, str(seat["name"]))} for at, seat in enumerate(players)]
    check_names_differ(seat["name"] for seat in called)
    seats = {seat["id"]: seat["name"] for at, seat in enumerate(called) if at in names}
    return seats | _choose_meant(called, people)


def name_key(name: str) -> str:
    """Return a name folded, as the key of choices about it."""
    return plain_line(name).casefold()


def _take_table(where: Mapping[str, Any] | None, key: str, deeds: Sequence[Deed]) -> list[Deed]:
    """Return the operation by which a game takes a table of an evening; none for a double.

    deeds: the other operations.
    """
    if where is None or any(op == words.SAME for op, _body in deeds):
        return []
    return [(words.STARTED, {**where, "key": key})]


def _totals_by_player(summary: Mapping[str, Any], players: Sequence[str]) -> dict[str, int]:
    """Return the totals of a summary by player. players: in the order of the seats."""
    seats = zip(players, summary["players"], strict=True)
    return {player: seat["total"] for player, seat in seats}


def _totals_and_places(summary: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    return [(seat["id"], seat["total"], seat["place"]) for seat in summary["players"]]
