"""Ratings: what is known of them without computing them, and that orders do not matter."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce, PlackettLuceRating

from recorder.league import league_book
from recorder.league.league_book import Reckoning
from recorder.league.plays import Play
from recorder.league.ratings import Ratings, first_rating
from recorder.league.statistics import Statistics
from tests.league.make import played, plays, rate_plays


def test_everybody_begins_alike_and_a_win_tells_them_apart() -> None:
    assert first_rating().number == 1000
    rated = rate_plays([played("g1", {"anna": 9, "boris": 5})])
    assert rated["anna"].number > 1000 > rated["boris"].number
    assert rated["anna"].number - 1000 == pytest.approx(1000 - rated["boris"].number, abs=1)
    assert rated["anna"].margin < first_rating().margin


def test_equal_totals_are_equal_ranks() -> None:
    rated = rate_plays([played("g1", {"anna": 7, "boris": 7, "chloe": 1})])
    assert rated["anna"] == rated["boris"]
    assert rated["anna"].mean > rated["chloe"].mean


def test_a_rating_is_provisional_below_ten_games() -> None:
    games = [played(f"g{n}", {"anna": n % 3, "boris": 1}, f"2026-01-{n + 10}") for n in range(10)]
    assert rate_plays(games[:9])["anna"].provisional
    assert not rate_plays(games)["anna"].provisional
    ratings = Ratings()
    ratings.play([*games, played("g99", {"anna": 9, "zoe": 1}, "2026-02-01")])
    assert [player for player, _ in ratings.table()][-1] == "zoe"


@settings(max_examples=30, deadline=None)
@given(plays(), st.randoms(use_true_random=False))
def test_the_order_of_import_is_nothing(found: list[Play], chance: random.Random) -> None:
    again = found[:]
    chance.shuffle(again)
    assert rate_plays(again) == rate_plays(found)


@settings(max_examples=30, deadline=None)
@given(plays(), st.data())
def test_counted_again_from_a_game_that_changed_is_counted_from_the_first(
    found: list[Play], data: st.DataObject
) -> None:
    """One game is taken out or put in: what follows it is counted again, and only that."""
    order = sorted(found, key=lambda play: play.order)
    at = data.draw(st.integers(0, len(order) - 1))
    ratings = Ratings()
    ratings.play(order)
    ratings.forget_from(order[at].order)
    ratings.play(order[at + 1 :])
    without = Ratings()
    without.play(order[:at] + order[at + 1 :])
    assert ratings.lines == without.lines
    ratings.forget_from(order[at].order)
    ratings.play(order[at:])
    whole = Ratings()
    whole.play(order)
    assert ratings.lines == whole.lines


@settings(max_examples=60, deadline=None)
@given(plays())
def test_ratings_are_what_openskill_says_to_the_digit(found: list[Play]) -> None:
    """Called plainly, with new chairs for every game; ours spare it what nobody keeps."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for play in sorted(found, key=lambda play: play.order):
        seats = sorted(play.seats, key=lambda seat: (seat.place, seat.player))
        teams = [[known.get(seat.player) or model.rating()] for seat in seats]
        rated = model.rate(teams, ranks=[float(seat.place) for seat in seats])
        known |= {seat.player: after for seat, (after,) in zip(seats, rated, strict=True)}
    told = {player: (own.mean, own.deviation) for player, own in rate_plays(found).items()}
    assert told == {player: (own.mu, own.sigma) for player, own in known.items()}


def test_who_waits_for_ratings_is_told_when_all_are_done() -> None:
    told: list[int] = []
    games = [played(f"g{n}", {"anna": n, "boris": 1}, f"2026-01-{n + 10}") for n in range(3)]
    Ratings().play(games, told.append)
    assert told[-1] == 3


def test_many_games_are_counted_beside_and_come_to_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More than are counted at once: whoever looks is told how far it is, then has it all."""
    games = [played(f"g{n}", {"anna": n % 3, "boris": 1}, f"2026-01-{n + 10}") for n in range(9)]
    at_once = Reckoning(games)
    assert at_once.ready() is None
    monkeypatch.setattr(league_book, "AT_ONCE", 8)
    beside = Reckoning(games)
    assert beside.ready() == 0
    assert beside._job is not None
    beside._job._thread.join()
    assert beside.ready() is None
    assert beside.ratings.table() == at_once.ratings.table()
    assert beside.statistics.games == at_once.statistics.games == 9
    assert beside.records.found() == at_once.records.found()
    more = played("g99", {"anna": 9, "zoe": 1}, "2026-02-01")
    grown = Reckoning([*games, more], beside, [(None, more)])
    assert grown.ready() is None  # one game more is counted at once
    assert grown.statistics.games == 10
    assert {player for player, _ in grown.ratings.table()} == {"anna", "boris", "zoe"}
    last = played("g100", {"anna": 1, "zoe": 9}, "2026-02-02")
    unseen = Reckoning([*games, more], beside, [(None, more)])  # nobody looks at it
    late = Reckoning([*games, more, last], unseen, [(None, last)])
    assert late.ready() is None  # two games more: these, not all eleven
    assert late.statistics.games == 11
    assert {player for player, _ in late.ratings.table()} == {"anna", "boris", "zoe"}


def test_ratings_are_enough_for_who_wants_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """They come first. Where games have changed meanwhile, they are not those of now."""
    monkeypatch.setattr(league_book, "AT_ONCE", 1)
    games = [played(f"g{n}", {"anna": n, "boris": 1}, f"2026-01-{n + 10}") for n in range(3)]
    go_on, rated = threading.Event(), threading.Event()

    def held(own: Statistics, *play: Any) -> None:
        rated.set()
        assert go_on.wait(20)
        add(own, *play)

    add = Statistics.add
    monkeypatch.setattr(Statistics, "add", held)
    beside = Reckoning(games)
    assert beside.ready(rated=True) == 0
    assert rated.wait(20)
    assert beside.ready(rated=True) is None
    assert beside.ready() is not None
    assert Reckoning(games, beside, [(None, games[0])]).ready(rated=True) is not None
    go_on.set()
    assert beside._job is not None
    beside._job._thread.join()
    assert beside.ready() is None
