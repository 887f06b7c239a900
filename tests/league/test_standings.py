"""Standings by hand, every tie-break by hand, and what always holds."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recorder.league.plays import Play
from recorder.league.points import BY_PLACE, POINT, RATING, SHARE, TABLE, WINS, PointsRule, Unfit
from recorder.league.points import format_points as told
from recorder.league.standings import TIE_BREAKS, Filter, Season, compute_standings, points_by_day
from tests.league.make import played, plays


def season(**more: Any) -> Season:
    return Season("s1", "Spring", "2026-03-01", "2026-03-31", **more)


def table(of: Season, *games: Play) -> list[tuple[str, int | None, str]]:
    return [(line.player, line.place, told(line.points)) for line in compute_standings(of, games)]


DAY1, DAY2 = "2026-03-01", "2026-03-08"


def test_points_games_wins_and_average_share() -> None:
    """Anna 5 + 1, Boris 3 + 3, Chloe 1: equal points, one win each; then the average share:
    Anna (1000 + 900) / 2 = 950, Boris (800 + 1000) / 2 = 900."""
    first = played("g1", {"anna": 100, "boris": 80, "chloe": 50}, DAY1)
    second = played("g2", {"anna": 90, "boris": 100}, DAY2)
    anna, boris, chloe = compute_standings(season(), [second, first])
    assert (anna.player, anna.place, told(anna.points)) == ("anna", 1, "6")
    assert anna.tie_break == (("wins", 1), ("share", 950))
    assert (boris.player, boris.place, boris.tie_break) == (
        "boris",
        2,
        (("wins", 1), ("share", 900)),
    )
    assert (chloe.place, chloe.games, chloe.wins, chloe.share) == (3, 1, 0, 500)
    assert (anna.games, anna.wins, anna.keys) == (2, 1, ("g1", "g2"))


def test_movement_since_the_last_day_of_play() -> None:
    """After the first evening Anna 5, Boris 3, Chloe 1; after the second Boris 6, Anna 5, and of
    those with 1 point Dora (share 857) is ahead of Chloe (500)."""
    first = played("g1", {"anna": 100, "boris": 80, "chloe": 50}, DAY1)
    second = played("g2", {"boris": 70, "dora": 60}, DAY2)
    moved = {line.player: line.moved for line in compute_standings(season(), [first, second])}
    assert moved == {"boris": 1, "anna": -1, "chloe": -1, "dora": None}


TIED = {
    # Both 5 points. Anna has a win, Boris none (3 + 1 + 1 against 5).
    "wins": (
        [
            {"anna": 9, "x": 5, "y": 1},
            {"x": 9, "boris": 5, "y": 1},
            {"x": 9, "y": 5, "boris": 1},
            {"x": 8, "y": 6, "boris": 2},
        ],
        ("anna", 1),
        ("boris", 0),
    ),
    # Both 3 points without a win: one second place of three against three third places.
    "seconds": (
        [{"x": 9, "anna": 5, "y": 1}] + [{"x": 9, "y": 5, "boris": 1}] * 3,
        ("anna", 1),
        ("boris", 0),
    ),
    # Both second once: 60 of 100 against 50 of 100.
    "share": (
        [{"x": 100, "anna": 60, "y": 1}, {"x": 100, "boris": 50, "y": 1}],
        ("anna", 600),
        ("boris", 500),
    ),
    # Each won one and lost one against x; between themselves Anna was ahead: 5 and 3, 3 and 5.
    "direct": (
        [
            {"x": 9, "anna": 5, "boris": 2, "y": 1},
            {"x": 9, "boris": 5, "y": 2, "z": 1},
            {"x": 9, "y": 6, "anna": 3, "z": 1},
        ],
        ("anna", 1),
        ("boris", -1),
    ),
    # Both 6 points: the best percent is 90 against 80, the worst the other way.
    "best": (
        [{"x": 100, "anna": some, "y": 1} for some in (90, 50)]
        + [{"x": 100, "boris": some, "y": 1} for some in (80, 70)],
        ("anna", 900),
        ("boris", 800),
    ),
    # Both 3 points, from one game against from three.
    "fewer": (
        [{"x": 9, "anna": 5, "y": 1}] + [{"x": 9, "y": 5, "boris": 1}] * 3,
        ("anna", -1),
        ("boris", -3),
    ),
}


@pytest.mark.parametrize("rule", TIE_BREAKS)
def test_each_tie_break(rule: str) -> None:
    games, first, second = TIED[rule]
    plays_of = [played(f"g{n}", totals) for n, totals in enumerate(games)]
    lines = {line.player: line for line in compute_standings(season(tie_breaks=(rule,)), plays_of)}
    anna, boris = lines["anna"], lines["boris"]
    assert (anna.points, anna.tie_break[0]) == (boris.points, (rule, first[1]))
    assert boris.tie_break[0] == (rule, second[1])
    assert anna.place is not None
    assert boris.place is not None
    assert anna.place < boris.place
    without = {line.player: line for line in compute_standings(season(tie_breaks=()), plays_of)}
    assert without["anna"].place == without["boris"].place


def test_the_best_results_count_and_not_too_many_of_one_table() -> None:
    """Anna wins three games of three (5 each) and one of two (3): the best three are 15; of one
    table only two count: 5 + 5 + 3."""
    same = [played(f"g{n}", {"anna": 9, "boris": 5, "chloe": 1}) for n in range(3)]
    other = played("g9", {"anna": 9, "dora": 5})
    assert table(season(best=3), *same, other)[0] == ("anna", 1, "15")
    limited = compute_standings(season(best=3, same_table=2), [*same, other])
    assert (limited[0].player, told(limited[0].points)) == ("anna", "13")
    assert limited[0].counted == ("g0", "g1", "g9")
    assert len(limited[0].keys) == 4


def test_a_rating_rests_on_all_games_however_many_are_best() -> None:
    games = [played(f"g{n}", {"anna": 9, "boris": 5}) for n in range(4)]
    lines = compute_standings(season(rule=PointsRule(RATING), best=2, same_table=1), games)
    assert [line.counted for line in lines] == [("g0", "g1", "g2", "g3")] * 2


def test_games_needed_for_a_place() -> None:
    games = [played("g1", {"anna": 9, "boris": 5}), played("g2", {"chloe": 9, "boris": 5})]
    assert table(season(least=2), *games) == [
        ("boris", 1, "2"),
        ("anna", None, "3"),
        ("chloe", None, "3"),
    ]


def test_which_games_count() -> None:
    two = played("g1", {"anna": 9, "boris": 5})
    three = played("g2", {"anna": 9, "boris": 5, "chloe": 1})
    result = played("g3", {"anna": 9, "dora": 5}, recorded=False)
    late = played("g4", {"anna": 9, "emil": 5}, "2026-04-01")
    modules = played("g5", {"anna": 9, "fay": 5}, modules=["m"], edition="e")
    every = [two, three, result, late, modules]

    def counted(**chosen: Any) -> set[str]:
        lines = compute_standings(season(filter=Filter(**chosen)), every)
        return {key for line in lines for key in line.keys}

    assert counted() == {"g1", "g2", "g3", "g5"}
    assert counted(players=(3,)) == {"g2"}
    assert counted(recorded=True) == {"g1", "g2", "g5"}
    assert counted(modules=("m",)) == {"g5"}
    assert counted(modules=()) == {"g1", "g2", "g3"}
    assert counted(editions=("f",)) == {"g1", "g2", "g3"}
    assert counted(games=("other",)) == set()


def test_by_rating_the_best_of_it_leads() -> None:
    games = [played(f"g{n}", {"anna": 9, "boris": 5}, f"2026-03-0{n}") for n in range(1, 4)]
    lines = compute_standings(season(rule=PointsRule(RATING)), games)
    assert [line.player for line in lines] == ["anna", "boris"]
    assert lines[0].points > 1000 * POINT > lines[1].points


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"first": "2026-04-01"}, "last"),
        ({"first": "1890-01-01"}, "first"),
        ({"last": "31.12.2026"}, "last"),
        ({"last": "2026-02-30"}, "last"),
        ({"last": "20261231"}, "last"),
        ({"best": -1}, "best"),
        ({"least": 10**9}, "least"),
        ({"tie_breaks": ("dice",)}, "tie_breaks"),
        ({"tie_breaks": ("wins", "wins")}, "tie_breaks"),
        ({"rule": PointsRule("luck")}, "rule"),
    ],
)
def test_a_season_that_cannot_be_is_refused(more: dict[str, Any], key: str) -> None:
    values = {"first": "2026-03-01", "last": "2026-03-31"} | more
    with pytest.raises(Unfit) as refused:
        Season("s1", "Spring", **values).check()
    assert refused.value.key == key


SEASONS = st.builds(
    lambda rule, breaks, best, same, least: season(
        rule=rule, tie_breaks=tuple(breaks), best=best, same_table=same, least=least
    ),
    st.sampled_from(
        [
            PointsRule(),
            PointsRule(SHARE),
            PointsRule(WINS),
            PointsRule(RATING),
            PointsRule(TABLE, {3: (300, 200, 0)}),
        ]
    ),
    st.permutations(TIE_BREAKS),
    st.integers(0, 3),
    st.integers(0, 2),
    st.integers(0, 3),
)


@settings(max_examples=60, deadline=None)
@given(SEASONS, plays(), st.randoms(use_true_random=False))
def test_the_order_of_import_is_nothing(
    of: Season, found: list[Play], chance: random.Random
) -> None:
    again = found[:]
    chance.shuffle(again)
    assert compute_standings(of, again) == compute_standings(of, found)
    assert points_by_day(of, again) == points_by_day(of, found)
    assert Season.from_json(of.to_json()) == of


@settings(max_examples=60, deadline=None)
@given(SEASONS, plays())
def test_movement_is_between_the_places_with_and_without_the_last_day(
    of: Season, found: list[Play]
) -> None:
    last = max(play.day for play in found)
    earlier = [play for play in found if play.day < last]
    before = {line.player: line.place for line in compute_standings(of, earlier)}
    for line in compute_standings(of, found):
        was = before.get(line.player)
        known = was is not None and line.place is not None
        assert line.moved == (was - line.place if known else None)


@settings(max_examples=60, deadline=None)
@given(plays())
def test_sums_of_points_are_conserved(found: list[Play]) -> None:
    given_ = sum(line.points for line in compute_standings(season(), found))
    assert given_ == POINT * sum(sum(BY_PLACE[len(play.seats)]) for play in found)


@settings(max_examples=60, deadline=None)
@given(SEASONS, plays())
def test_places_follow_points_and_tie_breaks(of: Season, found: list[Play]) -> None:
    lines = [line for line in compute_standings(of, found) if line.place is not None]
    for number, (better, worse) in enumerate(pairwise(lines), start=1):
        above = (better.points, [value for _, value in better.tie_break])
        below = (worse.points, [value for _, value in worse.tie_break])
        assert better.place is not None
        assert worse.place is not None
        assert above >= below
        assert (above == below) == (better.place == worse.place)
        assert worse.place in (better.place, number + 1)
    chart = points_by_day(of, found)
    assert chart[-1][1] == {line.player: line.points for line in compute_standings(of, found)}
