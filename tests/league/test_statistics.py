"""Records, statistics, seating and awards: by hand, and kept equal to counted afresh."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.reading import load
from adjudicator.replay import Replay
from adjudicator.review.game_review import review_game
from exports.chart import LEFT, MARGIN
from recorder.league.awards import list_awards
from recorder.league.pages import charts
from recorder.league.pages.seasons import list_season_facts
from recorder.league.plays import Play
from recorder.league.points import Unfit
from recorder.league.ratings import Point
from recorder.league.records import Records, find_series_record, longest_series
from recorder.league.seating import (
    SeatingPast,
    _improve_tables,
    count_meetings,
    count_small_seats,
    propose_tables,
    swap_people,
    table_sizes,
)
from recorder.league.standings import Filter, Season, compute_standings
from recorder.league.statistics import (
    compare_missed,
    compare_parts,
    count_broken_rules,
    head_to_head,
    make_profile,
    mean_interval,
    split_scores,
    sum_score,
    wilson_interval,
)
from recorder.league.summary import summarise
from tests.league.make import NAMES, count_statistics, find_records, played, plays
from tests.review.test_review import CASES


def test_records_and_who_holds_them() -> None:
    games = [
        played("g1", {"anna": 90, "boris": 80}, "2026-01-01"),
        played("g2", {"anna": 70, "boris": 90}, "2026-01-02"),
        played("g3", {"anna": 60, "boris": 60}, "2026-01-03"),
        played("g4", {"anna": 75, "boris": 74}, "2026-01-04"),
    ]
    held = find_records(games)
    assert held["highest"].value == 90
    assert [(h.player, h.key) for h in held["highest"].holders] == [("anna", "g1"), ("boris", "g2")]
    assert (held["lowest"].value, held["lowest"].holders[0].key) == (60, "g3")
    assert (held["widest"].value, held["widest"].holders[0].key) == (20, "g2")
    assert (held["narrowest"].value, held["narrowest"].holders[0].key) == (1, "g4")


def test_parts_guests_and_time() -> None:
    details = [({"rooms": 12}, {"guests": ["1", "2"]}, {}), ({"rooms": 30}, {"guests": ["3"]}, {})]
    times = {"began": "2026-01-01T19:00:00+00:00", "ended": "2026-01-01T20:30:00+00:00"}
    held = find_records([played("g1", {"anna": 40, "boris": 30}, details=details, **times)])
    assert (held["part:rooms"].value, held["part:rooms"].holders[0].player) == (30, "boris")
    assert (held["guests"].value, held["guests"].holders[0].player) == (2, "anna")
    assert held["quickest"].value == 90


def test_the_longest_series() -> None:
    wins = [1, 1, 0, 1, 1, 1, 0]
    games = [
        played(f"g{n}", {"anna": won, "boris": 1 - won}, f"2026-01-0{n + 1}")
        for n, won in enumerate(wins)
    ]
    assert longest_series(games, "anna") == (3, "g5", "2026-01-06")
    longest = find_series_record(
        {"anna": longest_series(games, "anna"), "boris": longest_series(games, "boris")}
    )
    assert (longest.value, longest.holders[0].player) == (3, "anna")
    assert find_series_record({"boris": (1, "g2", "2026-01-03")}) is None


@settings(max_examples=40, deadline=None)
@given(plays(), st.data())
def test_what_is_kept_is_what_would_be_counted_afresh(
    found: list[Play], data: st.DataObject
) -> None:
    gone = data.draw(st.sampled_from(found))
    left = [play for play in found if play is not gone]
    kept = count_statistics(found)
    kept.remove(gone)
    fresh = count_statistics(left)
    for kind in ("guests", "seat", "colour"):
        assert kept.lines(kind) == fresh.lines(kind)
    assert kept.parts() == fresh.parts()
    assert (kept.games, kept.kinds) == (fresh.games, fresh.kinds)
    running = Records()
    for play in found:
        running.add(play)
    assert running.found() == find_records(found)
    if not running.remove(gone):
        assert find_records(left) == running.found()
    for name in NAMES:
        assert count_broken_rules(kept.of(name)) == count_broken_rules(fresh.of(name))
        assert sorted(compare_parts(kept.of(name), kept)) == sorted(
            compare_parts(fresh.of(name), fresh)
        )
    for one, other in [(kept.of(name), fresh.of(name)) for name in NAMES] + [
        (kept.everybody, fresh.everybody)
    ]:
        assert vars(one) == vars(other)


def test_wilsons_interval() -> None:
    """Published values for 95 %: 8 of 10 gives 0.490 to 0.943, 0 of 10 gives 0 to 0.278."""
    interval = wilson_interval(8, 10)
    assert (interval.low, interval.high) == (
        pytest.approx(0.490, abs=5e-4),
        pytest.approx(0.943, abs=5e-4),
    )
    none = wilson_interval(0, 10)
    assert (none.low, none.high) == (0, pytest.approx(0.278, abs=5e-4))
    with pytest.raises(ValueError):
        wilson_interval(1, 0)


def test_the_interval_of_a_mean() -> None:
    """Five times 0 and five times 2: variance 10/9; Student's 97.5 % quantile for 9 is 2.262."""
    mean, margin = mean_interval(10, 20, 10)
    assert (mean, margin) == (1, pytest.approx(2.262 / 3, abs=2e-3))


def test_what_a_player_misses_beside_the_league() -> None:
    """Anna misses 2 discs in every other of ten games, 10 points; Boris one in each, no points.

    The league: 20 in 20 seats, squares 30, so the variance is 10/19; Student's quantile 2.093.
    A game without a review changes nothing, one taken out goes from both averages.
    """

    def make(number: int) -> Play:
        mine = {"politics": [2, 10]} if number % 2 else {}
        details = [({}, {}, {}, mine), ({}, {}, {}, {"politics": [1, 0]})]
        return played(f"g{number}", {"anna": 9, "boris": 1}, details=details)

    games = [make(number) for number in range(10)]
    league = count_statistics([*games, played("g10", {"anna": 9, "boris": 1})])
    (line,) = compare_missed(league.of("anna"), league)
    assert (line.kind, line.own, line.league, line.points) == ("politics", 1, 1, (5, 2.5))
    assert line.margin == pytest.approx(2.093 * (10 / 19 / 20) ** 0.5, abs=1e-3)
    league.add(make(11))
    league.add(make(13))
    league.remove(games[0])
    (line,) = compare_missed(league.of("anna"), league)
    assert (line.own, line.league) == (14 / 11, 25 / 22)
    for game in games[1:3]:
        league.remove(game)
    assert compare_missed(league.of("anna"), league) == [], "nine games"


def test_a_summary_has_what_each_player_missed() -> None:
    """Anna's disc brings 5 points less. She uses 4 dice on a space; Boris 3, and then 2."""
    replay = Replay(load(dict(CASES)["a disc later, when the best space is gone"]["record"]))
    summary = summarise(replay, review_game(replay), day="2026-03-01")
    assert [seat["missed"] for seat in summary["players"]] == [
        {"politics": [1, 5], "dice": [4, 0]},
        {"dice": [5, 0]},
    ]


def test_nothing_is_claimed_below_ten_cases() -> None:
    details = [({}, {"staff": ["7"]}, {}), ({}, {"staff": ["8"]}, {})]
    games = [played(f"g{n}", {"anna": 9, "boris": 1}, details=details) for n in range(9)]
    assert [line.interval for line in count_statistics(games).lines("staff")] == [None, None]
    assert count_statistics(games).parts() == []
    ten = count_statistics([*games, played("g9", {"anna": 9, "boris": 1}, details=details)])
    first, second = ten.lines("staff")
    assert (first.thing, first.cases, first.wins, first.expected) == ("7", 10, 10, 0.5)
    assert first.better
    assert second.worse
    assert first.interval is not None
    assert first.interval.low == pytest.approx(0.722, abs=5e-4)


def test_results_without_a_record_are_not_in_the_statistics() -> None:
    games = [played(f"g{n}", {"anna": 9, "boris": 1}, recorded=False) for n in range(12)]
    assert count_statistics(games).games == 0


def test_a_player_by_hand() -> None:
    """Anna first of two (9 of 9), second of three (5 of 10), first of three shared (4 of 4)."""
    games = [
        played("g1", {"anna": 9, "boris": 5}),
        played("g2", {"chloe": 10, "anna": 5, "boris": 1}),
        played("g3", {"boris": 4, "anna": 4, "chloe": 1}),
    ]
    figures = sum_score(games, "anna")
    assert (figures.games, figures.wins, figures.place, figures.share) == (3, 2, 133, 833)
    assert [
        (word, own.games, own.wins) for word, own in split_scores(games, "anna", "players")
    ] == [("2", 1, 1), ("3", 2, 1)]
    assert [(word, own.games) for word, own in split_scores(games, "anna", "seat")] == [
        ("1", 1),
        ("2", 2),
    ]
    boris, chloe = head_to_head(games, "anna")
    assert (boris.other, boris.games, boris.ahead, boris.behind) == ("boris", 3, 2, 0)
    assert (chloe.other, chloe.games, chloe.ahead, chloe.behind) == ("chloe", 2, 1, 1)
    own = make_profile(games, "anna")
    assert (own.best.key, own.worst.key) == ("g1", "g3")
    assert (own.score, own.by_seat) == (figures, split_scores(games, "anna", "seat"))


def test_where_points_come_from_and_rules_that_are_broken() -> None:
    details = [({"rooms": 30}, {}, {"T-2": 2}), ({"rooms": 10}, {}, {"T-1": 1})]
    league = count_statistics([played("g1", {"anna": 30, "boris": 10}, details=details)])
    assert compare_parts(league.of("anna"), league) == [("rooms", 3000, 2000)]
    assert count_broken_rules(league.of("anna")) == {"T-2": 2}


@pytest.mark.parametrize(
    ("count", "least", "most", "expected"),
    [
        (7, 2, 4, (4, 3)),
        (8, 2, 4, (4, 4)),
        (5, 2, 4, (3, 2)),
        (9, 2, 4, (3, 3, 3)),
        (11, 2, 4, (4, 4, 3)),
        (7, 3, 6, (4, 3)),
        (5, 3, 6, (5,)),
        (2, 2, 4, (2,)),
    ],
)
def test_sizes_of_tables(count: int, least: int, most: int, expected: tuple[int, ...]) -> None:
    assert table_sizes(count, least, most) == expected


def test_too_few_for_a_table_and_too_many_for_an_evening() -> None:
    for count in (1, 2, 121):
        with pytest.raises(Unfit):
            table_sizes(count, 3, 6)


def test_seating_repeats_no_meeting_where_that_can_be() -> None:
    """Eight who sat in two fours: two of each old table can sit together, six pairs at most
    are avoidable down to four; of six who sat in pairs nobody has to meet again."""
    met = count_meetings([frozenset(NAMES[:4]), frozenset(NAMES[4:])])
    tables = propose_tables(NAMES, 2, 4, SeatingPast(met), {})
    assert len([pair for pair in met if any(pair <= set(table) for table in tables)]) == 4
    pairs = count_meetings([frozenset(NAMES[i : i + 2]) for i in (0, 2, 4)])
    tables = propose_tables(NAMES[:6], 2, 3, SeatingPast(pairs), {})
    assert not [pair for pair in pairs if any(pair <= set(table) for table in tables)]


def test_a_swap_that_avoids_a_meeting_is_made() -> None:
    """Of four only a and b have met; whoever changes places with either parts them."""
    tables = [["a", "b"], ["c", "d"]]
    past = SeatingPast(count_meetings([frozenset("ab")]))
    _improve_tables(tables, past, dict.fromkeys("abcd", 0.0), 100)
    assert not [table for table in tables if set(table) == {"a", "b"}]


def test_seating_evens_out_strength() -> None:
    """Strengths 1 to 4 and 1 to 4: every table can have the mean 2.5."""
    strength = {name: float(number % 4 + 1) for number, name in enumerate(NAMES)}
    tables = propose_tables(NAMES, 2, 4, SeatingPast({}), strength)
    assert [sum(strength[name] for name in table) for table in tables] == [10, 10]


@settings(max_examples=12, deadline=None)
@given(st.lists(st.sampled_from(range(40)), min_size=2, max_size=16, unique=True))
def test_everybody_sits_once_and_always_there(people: list[int]) -> None:
    names = [f"p{number}" for number in people]
    tables = propose_tables(names, 2, 4, SeatingPast({}), {})
    assert sorted(name for table in tables for name in table) == sorted(names)
    assert propose_tables(list(reversed(names)), 2, 4, SeatingPast({}), {}) == tables


def test_a_smaller_table_is_owed_by_people_who_sat_there_less_than_their_share() -> None:
    """Of five two sit at the small table: 0.4 of a seat each. Emil was not there at first."""
    rounds = [
        [["a", "b"], ["c", "d"]],
        [["a", "b", "c"], ["d", "e"]],
        [["a", "c", "e"], ["b", "d"]],
    ]
    assert count_small_seats(rounds) == {"a": -80, "b": 20, "c": -80, "d": 120, "e": 20}
    assert count_small_seats([]) == {}


@pytest.mark.parametrize(
    ("people", "least", "most"), [(5, 2, 4), (7, 2, 4), (11, 2, 4), (10, 3, 6)]
)
def test_smaller_tables_are_shared_as_evenly_as_the_meetings(
    people: int, least: int, most: int
) -> None:
    """Over five rounds; without a share somebody of five sat at the table of two four times."""
    rounds: list[Any] = []
    names = [f"p{number}" for number in range(10, 10 + people)]
    for _round in range(5):
        met = count_meetings([frozenset(table) for tables in rounds for table in tables])
        past = SeatingPast(met, count_small_seats(rounds))
        rounds.append(propose_tables(names, least, most, past, {}))
    largest = max(map(len, rounds[0]))
    small = Counter(
        name for tables in rounds for table in tables if len(table) < largest for name in table
    )
    seats = [small[name] for name in names]
    assert max(seats) - min(seats) <= 2
    assert max(seats) <= -(-sum(seats) // people) + 1


def test_two_change_places() -> None:
    assert swap_people((("a", "b"), ("c", "d")), "b", "c") == (("a", "c"), ("b", "d"))
    with pytest.raises(Unfit):
        swap_people((("a", "b"),), "b", "z")


def test_curves_of_ratings_run_from_the_first_day_to_the_last() -> None:
    """Anna played on both days, Boris on the second alone; the axis is the whole season's."""
    one, other = (((day, "", "g"), 25.0, 8.0) for day in ("2026-03-01", "2026-04-05"))
    lines = {"a": [Point(*one), Point(*other)], "b": [Point(*other)]}
    chart = charts.rating_curves(lines, [("a", "Anna"), ("b", "Boris")])
    assert [*chart.chart.labels.values()] == ["1 Mar", "5 Apr"]
    edges = [float(LEFT), float(charts.WIDTH - charts.NAMES)]
    drawn = re.findall(r'class="series" d="M([^"]+)"', chart.draw("Ratings"))
    anna, boris = ([float(one.split()[0]) for one in line.split("L")] for line in drawn)
    assert (anna, boris) == (edges, edges[1:])


def test_the_curve_of_a_player_goes_from_one_edge_to_the_other_by_games() -> None:
    """Three games, so the second stands in the middle, whatever its day."""
    days = ("2026-03-01", "2026-03-02", "2026-04-05")
    line = [Point((day, "", "g"), 25.0 + at, 8.0) for at, day in enumerate(days)]
    assert charts.rating_chart(line[:1]) is None
    chart = charts.rating_chart(line)
    left, right = LEFT, charts.WIDTH - MARGIN
    assert [*chart.chart.labels.items()] == [(0, "1 Mar"), (2, "5 Apr")]
    (curve,) = re.findall(r'class="series" d="M([^"]+)"', chart.draw("Rating"))
    places = [tuple(map(float, one.split())) for one in curve.split("L")]
    assert [x for x, _y in places] == [left, (left + right) / 2, right]
    assert places[0][1] > places[1][1] > places[2][1], "a better rating stands higher"


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({}, []),
        ({"filter": Filter(games=("samoa",))}, ["Hotel Samoa"]),
        ({"filter": Filter(games=("austria", "samoa"))}, ["Grand Austria Hotel and Hotel Samoa"]),
        ({"filter": Filter(players=(2, 3))}, ["players: 2, 3"]),
        ({"filter": Filter(editions=("2022", "fair"))}, ["Revised edition of 2022, fair"]),
        ({"filter": Filter(modules=())}, ["without modules"]),
        (
            {"filter": Filter(modules=("first-player", "garden"))},
            ["modules: First Player and garden"],
        ),
        ({"filter": Filter(recorded=True)}, ["recorded games only"]),
        ({"best": 5}, ["the best 5 results count"]),
        ({"same_table": 2}, ["at most 2 against the same players"]),
        ({"least": 3}, ["3 games needed for a place"]),
        (
            {"filter": Filter(games=("samoa",), recorded=True), "least": 3},
            ["Hotel Samoa", "recorded games only", "3 games needed for a place"],
        ),
    ],
)
def test_what_restricts_a_season_is_told(chosen: dict[str, Any], told: list[str]) -> None:
    """A module or an edition that nobody knows is called as it was typed."""
    assert list_season_facts(Season("s1", "Spring", "2026-01-01", "2026-12-31", **chosen)) == told


def test_awards_by_hand() -> None:
    season = Season("s1", "Spring", "2026-01-01", "2026-12-31")
    games = [
        played("g1", {"anna": 90, "boris": 80}),
        played("g2", {"anna": 60, "boris": 50}),
        played("g3", {"anna": 40, "boris": 95}),
    ]
    by_kind = {
        award.kind: award for award in list_awards(season, compute_standings(season, games), games)
    }
    assert by_kind["champion"].players == ("anna",)
    assert (by_kind["most-wins"].players, by_kind["most-wins"].value) == (("anna",), 2)
    assert (by_kind["highest"].players, by_kind["highest"].value, by_kind["highest"].key) == (
        ("boris",),
        95,
        "g3",
    )
    assert (by_kind["widest"].players, by_kind["widest"].value) == (("boris",), 55)
    assert by_kind["regular"].players == ("anna", "boris")
    assert list_awards(season, [], []) == []


def test_scores_of_two_games_are_awarded_apart() -> None:
    season = Season("s1", "Spring", "2026-01-01", "2026-12-31")
    games = [
        played("g1", {"anna": 90, "boris": 80}, game="austria"),
        played("g2", {"anna": 30, "boris": 35}, game="samoa"),
    ]
    won = list_awards(season, compute_standings(season, games), games)
    assert [(one.kind, one.game, one.players, one.value) for one in won if one.game] == [
        ("highest", "austria", ("anna",), 90),
        ("widest", "austria", ("anna",), 10),
        ("highest", "samoa", ("boris",), 35),
        ("widest", "samoa", ("boris",), 5),
    ]


def test_nobody_has_an_award_that_a_visitor_won() -> None:
    """Zoe stands in no table: her win by 80 is nobody's award, and the next widest is not told."""
    season = Season("s1", "Spring", "2026-01-01", "2026-12-31")
    games = [played("g1", {"zoe": 90, "anna": 10}), played("g2", {"zoe": 40, "boris": 30})]
    table = [line for line in compute_standings(season, games) if line.player != "zoe"]
    won = list_awards(season, table, games)
    assert all(award.players for award in won)
    assert "widest" not in {award.kind for award in won}
    assert "zoe" not in {player for award in won for player in award.players}
