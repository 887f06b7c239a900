"""What a game is worth: every rule by hand, and what always holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from recorder.league.plays import Play, share_of_best
from recorder.league.points import (
    BY_PLACE,
    KINDS,
    PLACE,
    POINT,
    RATING,
    SHARE,
    TABLE,
    WINS,
    PointsRule,
    Unfit,
    award_points,
    format_points,
)
from recorder.league.summary import assign_places
from tests.league.make import played, plays


def worth(play: Play, rule: PointsRule) -> dict[str, str]:
    return {player: format_points(given) for player, given in award_points(play, rule).items()}


def test_by_place_and_number_of_players() -> None:
    four = played("g1", {"anna": 90, "boris": 120, "chloe": 60, "dora": 75})
    assert worth(four, PointsRule()) == {"anna": "5", "boris": "7", "chloe": "1", "dora": "3"}
    two = played("g2", {"anna": 90, "boris": 120})
    assert worth(two, PointsRule()) == {"anna": "1", "boris": "3"}


def test_who_shares_places_shares_their_points() -> None:
    """Second and third of four: (5 + 3) / 2 each; all three alike: (5 + 3 + 1) / 3."""
    tied = played("g1", {"anna": 90, "boris": 120, "chloe": 90, "dora": 75})
    assert worth(tied, PointsRule()) == {"anna": "4", "boris": "7", "chloe": "4", "dora": "1"}
    alike = played("g2", {"anna": 50, "boris": 50, "chloe": 50})
    assert worth(alike, PointsRule()) == {"anna": "3", "boris": "3", "chloe": "3"}


def test_a_tie_break_of_the_game_decides_who_won() -> None:
    """Boris won the tie at 100: he has first place alone, Anna the second."""
    play = played("g1", {"anna": 100, "boris": 100, "chloe": 80}, winners=["boris"])
    assert worth(play, PointsRule()) == {"anna": "3", "boris": "5", "chloe": "1"}


def test_share_of_the_winners_score() -> None:
    """75 of 120 is 62.5 %, 40 of 120 is 33.3 %; below nothing is nothing."""
    play = played("g1", {"anna": 120, "boris": 75, "chloe": 40, "dora": -5})
    rule = PointsRule(SHARE)
    assert worth(play, rule) == {"anna": "100", "boris": "62.5", "chloe": "33.3", "dora": "0"}
    assert worth(played("g2", {"anna": -2, "boris": -9}), rule) == {"anna": "100", "boris": "0"}


def test_wins_are_shared() -> None:
    rule = PointsRule(WINS)
    alone = played("g1", {"anna": 3, "boris": 1, "chloe": 2})
    assert worth(alone, rule) == {"anna": "1", "boris": "0", "chloe": "0"}
    shared = played("g2", {"anna": 3, "boris": 3, "chloe": 2})
    assert worth(shared, rule) == {"anna": "0.5", "boris": "0.5", "chloe": "0"}


def test_the_share_of_a_total_is_of_the_winners() -> None:
    """In thousandths; nobody has a share of nothing, and who wins with nothing has all of it."""
    assert [share_of_best(total, 120) for total in (120, 90, 0, -7)] == [1000, 750, 0, 0]
    assert [share_of_best(total, 0) for total in (0, -7)] == [1000, 0]
    assert [share_of_best(total, -3) for total in (-3, -7)] == [1000, 0]


def test_a_table_of_the_leagues_own() -> None:
    """2.50 for the first of three, 1 for the second; two players by the usual rule."""
    rule = PointsRule(TABLE, {3: (250, 100, 0)})
    rule.check()
    assert worth(played("g1", {"anna": 9, "boris": 5, "chloe": 1}), rule) == {
        "anna": "2.5",
        "boris": "1",
        "chloe": "0",
    }
    tied = played("g2", {"anna": 9, "boris": 9, "chloe": 1})
    assert worth(tied, rule) == {"anna": "1.75", "boris": "1.75", "chloe": "0"}
    assert worth(played("g3", {"anna": 1, "boris": 2}), rule) == {"anna": "1", "boris": "3"}
    assert PointsRule.from_json(rule.to_json()) == rule


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({}, "table"),
        ({7: (1,) * 7}, "table"),
        ({3: (300, 100)}, "table-3"),
        ({2: (100, 300)}, "table-2"),
        ({2: (10**7, 0)}, "table-2"),
    ],
)
def test_a_table_that_cannot_be_is_refused(table: dict[int, tuple[int, ...]], key: str) -> None:
    with pytest.raises(Unfit) as refused:
        PointsRule(TABLE, table).check()
    assert refused.value.key == key


def test_places() -> None:
    assert assign_places({"a": 5, "b": 9, "c": 5, "d": 1}, ["b"]) == {
        "b": 1,
        "a": 2,
        "c": 2,
        "d": 4,
    }
    assert assign_places({"a": 9, "b": 9, "c": 5}, []) == {"a": 1, "b": 1, "c": 3}
    assert assign_places({"a": 9, "b": 9, "c": 9}, ["c"]) == {"c": 1, "a": 2, "b": 2}


def test_points_as_people_read_them() -> None:
    told = [
        format_points(number)
        for number in (0, POINT, -POINT, POINT // 3, 2 * POINT // 3, POINT // 2)
    ]
    assert told == ["0", "1", "−1", "0.33", "0.67", "0.5"]
    assert format_points(-1) == "0"


@settings(max_examples=60, deadline=None)
@given(plays())
def test_the_sum_of_points_does_not_depend_on_ties(found: list[Play]) -> None:
    for play in found:
        assert sum(award_points(play, PointsRule(PLACE)).values()) == POINT * sum(
            BY_PLACE[len(play.seats)]
        )
        assert sum(award_points(play, PointsRule(WINS)).values()) == POINT


@settings(max_examples=40, deadline=None)
@given(plays())
def test_a_better_place_never_gives_less(found: list[Play]) -> None:
    for play in found:
        for kind in KINDS:
            table = {len(play.seats): tuple(range(len(play.seats) * 100, 0, -100))}
            given_ = award_points(play, PointsRule(kind, table if kind == TABLE else {}))
            order = sorted(play.seats, key=lambda seat: seat.place)
            values = [given_[seat.player] for seat in order]
            assert values == sorted(values, reverse=True)
            assert kind != RATING or set(values) == {0}
