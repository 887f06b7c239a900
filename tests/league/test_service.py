"""A league in its store: games join, are corrected and go; players merge and part and leave."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from freezegun import freeze_time

from recorder.games.access import Forbidden
from recorder.games.replays import Replays
from recorder.games.tables import Started, Tables
from recorder.league import league_state as words
from recorder.league import service
from recorder.league.doubles import OTHER_GAME
from recorder.league.league_book import LeagueBook
from recorder.league.league_state import Person
from recorder.league.league_store import LeagueStore
from recorder.league.plays import Play
from recorder.league.points import PointsRule, Unfit
from recorder.league.service import BOOKS, Books, League, Leagues
from recorder.league.standings import Filter, Season
from recorder.league.statistics import count_broken_rules
from recorder.league.summary import summarise_totals
from recorder.store.ledger import Appended, NoSuchLink, Repeated
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from tests.recorder.conftest import register
from tests.recorder.tally import add, document


class Club:
    def __init__(self, path: Path) -> None:
        self.tables = Tables(Store(path), Replays(9))
        self.store = LeagueStore(self.tables.store)
        self.books = Books(BOOKS)
        self.links = self.service().found("Club", "en", {})
        self.keys = 0

    def service(self) -> Leagues:
        return Leagues(self.store, self.tables, self.books)

    def open(self, role: str = "organiser", *, afresh: bool = False) -> League:
        """Open the league; ``afresh``: in a process that knows nothing of it."""
        service = self.service()
        if afresh:
            service.books = Books(BOOKS)
        return service.open(next(link.token for link in self.links if link.role == role))

    def do(self, op: str, body: dict[str, Any], role: str = "organiser") -> bool:
        self.keys += 1
        return self.open(role).do(lambda _: [(op, body)], f"k{self.keys}")

    def season(self, **more: Any) -> None:
        season = Season("s1", "Spring", "2026-01-01", "2026-12-31", **more)
        self.do(words.SEASON, season.to_json())

    def game(
        self,
        *entries: dict[str, Any],
        names: tuple[str, str] = ("Anna", "Boris"),
        day: str = "2026-03-01",
        seats: dict[str, str] | None = None,
    ) -> Started:
        """Record a game at a table and let it join."""
        players = [{"id": i, "name": n} for i, n in zip("ab", names, strict=True)]
        started = self.tables.start(document(players=players, played_on=day))
        for number, entry in enumerate(entries):
            self.enter(started, entry, f"e{number}")
        self.keys += 1
        league = self.open("member")
        added = league.service.join(
            league,
            started.links[0],
            seats or {},
            how="added",
            key=f"k{self.keys}",
            alike=OTHER_GAME,
        )
        assert not added.problem or added.again, added
        return started

    def enter(self, started: Started, entry: dict[str, Any], key: str) -> None:
        table = self.tables.open(started.links[0].token)
        self.tables.append(table, entry, version=table.version, key=key)

    def table(self, *, afresh: bool = False) -> list[tuple[str, int | None, int]]:
        league = self.open(afresh=afresh)
        names = {player.id: player.name for player in league.state.players.values()}
        lines = league.book.standings("s1")
        return [(names[line.player], line.place, line.points // 6000) for line in lines]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    register(monkeypatch)
    path = tmp_path / "recorder.db"
    prepare_store(path)
    own = Club(path)
    yield own
    own.tables.store.close()


ANNA_WINS = [
    add("a", 3),
    add("b", 1),
    add("a", 3),
    add("b", 1),
    add("a", 3),
    add("b", 1),
    add("a", 3),
]
BORIS_WINS = [add("a", 1), add("b", 3)] * 3 + [add("a", 1), add("b", 3)]


def test_a_finished_game_moves_the_standings_and_a_correction_moves_them_back(club: Club) -> None:
    club.season()
    started = club.game(*ANNA_WINS[:-1])
    assert club.table() == []
    assert club.open().book.running == {"g1"}
    club.enter(started, ANNA_WINS[-1], "last")
    assert club.table() == [("Anna", 1, 3), ("Boris", 2, 1)]
    table = club.tables.open(started.links[0].token)
    club.tables.append(table, {"do": "adjust", "of": "b", "n": 10}, version=table.version, key="x")
    assert club.table() == [("Boris", 1, 3), ("Anna", 2, 1)]
    assert club.table(afresh=True) == club.table()
    (correction,) = club.store.corrections(club.links[0].ledger, 5)
    assert correction.game == 1


def test_a_game_that_was_summed_up_is_not_judged_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process, or the same one after a start, reads what was kept of it."""
    club.season()
    club.game(*ANNA_WINS)
    before = club.table()

    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("judged again")

    monkeypatch.setattr(service, "summarise", never)
    assert club.table(afresh=True) == before


def test_adding_the_same_game_twice_adds_it_once(club: Club) -> None:
    started = club.game(*ANNA_WINS)
    league = club.open("member")
    assert league.service.join(league, started.links[0], {}, how="added", key="again").again
    record = json.dumps(club.tables.open(started.links[0].token).record).encode()
    imported = league.service.import_record(league.link, "game.json", record, "i1")
    assert (imported.again, imported.key) == (True, "g1")
    other = json.dumps(document(*BORIS_WINS)).encode()
    assert league.service.import_record(league.link, "other.json", other, "i2").key == "g2"
    assert league.service.import_record(league.link, "other.json", other, "i3").again
    assert len(club.open().book.plays) == 2


def test_a_form_that_comes_twice_is_done_once(club: Club) -> None:
    league = club.open()
    body = Person("p1", "Anna").to_json()
    assert isinstance(league.do(lambda _: [(words.PLAYER, body)], "same"), Appended)
    assert isinstance(league.do(lambda _: [(words.PLAYER, body)], "same"), Repeated)
    assert club.open().book.version == 2


def test_what_cannot_join_says_why(club: Club) -> None:
    league = club.open("member")
    service = league.service
    half = service.import_record(
        league.link, "half", json.dumps(document(add("a", 1))).encode(), "i1"
    )
    assert half.problem == "the game is not finished"
    assert "JSON" in service.import_record(league.link, "junk", b"=1+1", "i2").problem
    assert not league.book.plays
    with pytest.raises(StopIteration):
        next(club.tables.store.games())


def test_a_result_without_a_record(club: Club) -> None:
    club.season()
    league = club.open("member")
    summary = summarise_totals("tally", "2026-05-01", [("Anna", 7), ("Борис", 9)])
    assert league.service.join_result(league, summary, key="r1").key == "r1"
    assert club.table() == [("Борис", 1, 3), ("Anna", 2, 1)]
    assert league.service.join_result(league, summary, key="r2").again
    club.season(filter=Filter(recorded=True))
    assert club.table() == []


def test_a_game_lasts_from_its_first_entry_to_the_one_that_ended_it(club: Club) -> None:
    """What is put right a day later was not played then; of an import nobody knows the minutes."""
    with freeze_time("2026-03-01T19:00:00Z"):
        started = club.game(*ANNA_WINS[:-1])
    with freeze_time("2026-03-01T20:30:00Z"):
        club.enter(started, ANNA_WINS[-1], "last")
    first = club.open().book.plays["g1"]
    with freeze_time("2026-03-02T19:00:00Z"):
        club.enter(started, {"do": "adjust", "of": "b", "n": 1}, "late")
    corrected = club.open().book.plays["g1"]
    assert (first.minutes, corrected.minutes) == (90, 90)
    assert corrected.moment.startswith("2026-03-01T20:30:00")
    record = json.dumps(document(*BORIS_WINS)).encode()
    league = club.open("member")
    assert league.service.import_record(league.link, "other.json", record, "i").key == "g2"
    assert club.open().book.plays["g2"].minutes is None


def test_a_summary_of_an_earlier_form_is_computed_again(club: Club) -> None:
    club.game(*ANNA_WINS)
    before = club.open().book.plays
    club.store.db.execute(
        "UPDATE summaries SET body = replace(body, '\"form\":3', '\"form\":2'), detail = x''"
    )
    assert club.store.summary(1, len(ANNA_WINS)) is None
    assert club.open(afresh=True).book.plays == before
    assert club.store.summary(1, len(ANNA_WINS)) is not None


def test_games_that_are_summed_up_together_are_weighed_together(club: Club) -> None:
    """So that a league whose summaries have an earlier form is read in the heavy lane."""
    for day in ("2026-03-01", "2026-03-02"):
        club.game(*ANNA_WINS, day=day)
    club.store.db.execute("DELETE FROM summaries")
    weighed: list[int] = []
    club.tables.weigh = weighed.append
    club.open(afresh=True)
    assert weighed == [2 * len(ANNA_WINS)]


def test_merging_and_parting_players_restores(club: Club) -> None:
    club.season()
    club.game(*ANNA_WINS)
    club.game(*ANNA_WINS, names=("Ann", "Boris"), day="2026-03-02")
    before, log = club.table(), club.open().book.version
    assert [name for name, *_ in before] == ["Anna", "Ann", "Boris"]
    ids = {player.name: player.id for player in club.open().state.players.values()}
    club.do(words.MERGE, {"from": ids["Ann"], "into": ids["Anna"]})
    assert club.table() == club.table(afresh=True) == [("Anna", 1, 6), ("Boris", 2, 2)]
    club.do(words.PART, {"from": ids["Ann"], "of": ids["Anna"]})
    assert club.table() == club.table(afresh=True) == before
    assert club.open().book.version == log + 2


def test_undoing_a_game_leaves_what_was_there_without_it(club: Club) -> None:
    club.season()
    club.game(*ANNA_WINS)
    before = club.table()
    club.game(*BORIS_WINS, day="2026-04-01")
    assert club.table() != before
    _same(club.open().book, club.open(afresh=True).book)  # ratings and statistics were counted
    club.do(words.REMOVE, {"key": "g2", "game": 2})
    assert club.table() == club.table(afresh=True) == before
    _same(club.open().book, club.open(afresh=True).book)


def test_whatever_happens_the_book_is_what_a_fresh_one_says(club: Club) -> None:
    """Games come, are corrected, go; players are merged and parted: in an order by chance."""
    chance = random.Random(7)
    club.season(rule=PointsRule("share"), best=3)
    tables: list[Started] = []
    names = ["Anna", "Boris", "Chloe", "Dora"]
    for step in range(45):
        league = club.open()
        ids = [player.id for player in league.state.shown()]
        match chance.randrange(7):
            case 0 | 1:
                one, other = chance.sample(names, 2)
                day = f"2026-0{chance.randint(1, 5)}-01"
                lines = chance.choice([ANNA_WINS, BORIS_WINS])
                if league.state.named(one) == league.state.named(other) is not None:
                    continue
                tables.append(club.game(*lines, names=(one, other), day=day))
            case 2 if tables:
                table = club.tables.open(chance.choice(tables).links[0].token)
                entry = {"do": "adjust", "of": chance.choice("ab"), "n": chance.randint(-4, 4)}
                club.tables.append(table, entry, version=table.version, key=f"c{step}")
            case 3 if len(ids) > 2:
                one, other = chance.sample(ids, 2)
                sat = [play.table for play in league.book.plays.values()]
                if not any({one, other} <= table for table in sat):
                    club.do(words.MERGE, {"from": one, "into": other})
            case 4:
                merged = [p for p in league.state.players.values() if p.into]
                if merged:
                    part = merged[0]
                    assert part.into
                    club.do(words.PART, {"from": part.id, "of": league.state.root(part.id)})
            case 5 if league.state.games:
                joined = chance.choice(list(league.state.games.values()))
                club.do(words.REMOVE, {"key": joined.key, "game": joined.game})
            case 6:
                if league.state.seasons["s1"].closed:
                    club.do(words.REOPEN, {"season": "s1"})
                else:
                    counted = {p.key: league.book.versions[p.key] for p in _counted(league)}
                    club.do(words.CLOSE, {"season": "s1", "games": counted})
        ours, fresh = club.open().book, club.open(afresh=True).book
        _same(ours, fresh)


def _counted(league: League) -> list[Play]:
    return league.book.of_season("s1")


def _same(ours: LeagueBook, fresh: LeagueBook) -> None:
    assert ours.plays == fresh.plays
    assert ours.standings("s1") == fresh.standings("s1")
    players = sorted(fresh.state.players)
    assert ours.days("s1", players) == fresh.days("s1", players)
    for game in fresh.kinds():
        assert ours.figures(game).ready() is None
        assert fresh.figures(game).ready() is None
        assert ours.figures(game).ratings.lines == fresh.figures(game).ratings.lines
        assert ours.records(game) == fresh.records(game)
        for player in {seat.player for play in fresh.plays.values() for seat in play.seats}:
            assert ours.profile(player, game) == fresh.profile(player, game)
            own = (book.figures(game).statistics.of(player) for book in (ours, fresh))
            assert len({(one.games, str(count_broken_rules(one))) for one in own}) == 1
        assert ours.figures(game).statistics.lines("seat") == (
            fresh.figures(game).statistics.lines("seat")
        )


def test_a_closed_season_waits_for_the_organiser(club: Club) -> None:
    club.season()
    started = club.game(*ANNA_WINS)
    club.table()
    book = club.open().book
    club.do(words.CLOSE, {"season": "s1", "games": dict(book.versions)})
    table = club.tables.open(started.links[0].token)
    club.tables.append(table, {"do": "adjust", "of": "b", "n": 10}, version=table.version, key="x")
    club.game(*BORIS_WINS, day="2026-06-01")
    for afresh in (False, True):
        assert club.table(afresh=afresh) == [("Anna", 1, 3), ("Boris", 2, 1)]
        late = club.open(afresh=afresh).book.late(club.open().state.seasons["s1"])
        assert [(one.key, one.counts is None, one.now is None) for one in late] == [
            ("g1", False, False),
            ("g2", True, False),
        ]
    version = club.open().book.versions["g1"]
    club.do(words.ACCEPT, {"season": "s1", "games": {"g1": version}})
    assert club.table() == club.table(afresh=True) == [("Boris", 1, 3), ("Anna", 2, 1)]
    club.do(words.REOPEN, {"season": "s1"})
    assert club.table() == club.table(afresh=True) == [("Boris", 1, 6), ("Anna", 2, 2)]


def test_who_sat_where_and_what_is_taken_out_waits_for_the_organiser_too(club: Club) -> None:
    """A game is taken out of a closed season, of a game and of a result the seats are changed."""
    club.season()
    club.game(*ANNA_WINS)
    club.game(*ANNA_WINS, day="2026-03-02")
    summary = summarise_totals("tally", "2026-05-01", [("Anna", 9), ("Boris", 7)])
    club.open().service.join_result(club.open(), summary, key="r")
    before = club.table()
    assert before == [("Anna", 1, 9), ("Boris", 2, 3)]
    club.do(words.CLOSE, {"season": "s1", "games": dict(club.open().book.versions)})
    club.do(words.PLAYER, Person("p3", "Chloe").to_json())
    club.do(words.REMOVE, {"key": "g1", "game": 1})
    club.do(words.GAME, {"key": "g2", "game": 2, "seats": ["p1", "p3"], "how": "added"})
    result = {"key": "r1", "summary": summary, "seats": ["p3", "p2"], "how": "totals"}
    club.do(words.RESULT, result)
    for afresh in (False, True):
        assert club.table(afresh=afresh) == before
        league = club.open(afresh=afresh)
        late = league.book.late(league.state.seasons["s1"])
        assert {one.key: one.now is None for one in late} == {"g1": True, "g2": False, "r1": False}
        (gone,) = (one for one in late if one.key == "g1")
        # Without it Anna has 6 and Boris 2: nobody's place would change.
        assert league.book.places_with("s1", gone.counts, None) == {"p1": 1, "p2": 2}
    versions = club.open().book.versions
    club.do(words.ACCEPT, {"season": "s1", "games": {"g1": None}})
    assert club.table() == club.table(afresh=True) == [("Anna", 1, 6), ("Boris", 2, 2)]
    club.do(words.ACCEPT, {"season": "s1", "games": {"g2": versions["g2"], "r1": versions["r1"]}})
    now = [("Chloe", 1, 4), ("Anna", 2, 3), ("Boris", 3, 1)]
    assert club.table() == club.table(afresh=True) == now


def test_who_leaves_for_good_is_a_former_player_and_the_sums_stay(club: Club) -> None:
    club.season()
    club.game(*ANNA_WINS)
    before = [line[1:] for line in club.table()]
    club.do(words.LEAVE, {"id": club.open().state.named("Anna")})
    state = club.open().state
    assert dict(club.tables.store.game(1).former) == {"a": 1}
    club.store.keep_former(club.links[0].ledger, [])
    club.open(afresh=True)  # it is a cache: whoever reads the league from its log makes it anew
    assert dict(club.tables.store.game(1).former) == {"a": 1}
    club.game(*BORIS_WINS, names=("Boris", "Chloe"), day="2026-03-09")
    assert not club.tables.store.game(2).former
    assert [line[1:] for line in club.table()][:1] == before[:1]
    assert state.named("Anna") is None
    assert state.shown()[-1].former == 1
    assert state.without_names("Anna said to Annabel", "former player 1") == (
        "former player 1 said to Annabel"
    )


def test_a_name_that_goes_on_without_a_space_is_hidden_too(club: Club) -> None:
    club.do(words.PLAYER, Person("p1", "지훈").to_json())
    club.do(words.LEAVE, {"id": "p1"})
    assert club.open().state.without_names("지훈이 졌다", "·") == "·이 졌다"


def test_an_entry_that_was_merged_goes_with_who_leaves(club: Club) -> None:
    """It names nobody of the league any more, and is free for somebody else."""
    for number, name in enumerate(("Anna", "Annie"), start=1):
        club.do(words.PLAYER, Person(f"p{number}", name).to_json())
    club.do(words.MERGE, {"from": "p2", "into": "p1"})
    assert club.open().state.named("Annie") == "p1"
    club.do(words.LEAVE, {"id": "p1"})
    state = club.open().state
    assert state.named("Annie") is None
    state.check_player(Person("p3", "Annie"))


def test_what_each_link_may_do(club: Club) -> None:
    with pytest.raises(Forbidden):
        club.do(words.LEAVE, {"id": "p1"}, "member")
    with pytest.raises(Forbidden):
        club.do(words.PLAYER, Person("p1", "Anna").to_json(), "public")
    assert club.open().book.version == 1


def test_a_link_that_was_replaced_opens_nothing(club: Club) -> None:
    old = next(link.token for link in club.links if link.role == "member")
    club.do(words.REPLACE_LINK, {"role": "member"})
    with pytest.raises(NoSuchLink):
        club.service().open(old)
    fresh = {link.role: link.token for link in club.store.links(club.links[0].ledger)}
    assert fresh["member"] != old
    assert fresh["organiser"] == club.links[0].token


def test_nobody_sits_twice_and_names_are_bounded(club: Club) -> None:
    club.game(*ANNA_WINS)
    anna = club.open().state.named("Anna")
    assert anna
    started = club.tables.start(document(*ANNA_WINS))
    league = club.open("member")
    twice = league.service.join(
        league, started.links[0], {"a": anna, "b": anna}, how="added", key="t"
    )
    assert twice.problem == "one player sits there twice"
    long = league.service.join(
        league, started.links[0], {"a": "x" * 200, "b": "Boris"}, how="added", key="l"
    )
    assert long.problem == "200 letters; at most 60 fit"
    assert league.state.find_newcomers(["x" * 200]) == []  # nobody is asked who that is
    for unseen in ("\u202e", "\u200d", "\u3164 \u2800"):
        with pytest.raises(Unfit):
            words.clean_line(unseen, 9, "name", least=1)
    assert words.clean_line(" <b>Ann\u202e</b> ", 60, "name") == "<b>Ann</b>"
