"""Every set of modules under random play, legal and not (see ``attack``)."""

from __future__ import annotations

import os
import random

import pytest

from tests.austria.attack import SETS, Game
from tests.proof.routes import LONG

sets = pytest.mark.parametrize("named", SETS, ids=lambda named: "+".join(named) or "none")
GAMES = 8 if LONG else 1


@pytest.fixture
def seeds() -> list[int]:
    """Return the seeds of the games; a failing test prints them, ``SEED=`` plays one again."""
    given = os.environ.get("SEED")
    chosen = [int(given)] if given else random.SystemRandom().sample(range(2**32), GAMES)
    print(f"SEED={chosen}")
    return chosen


@pytest.mark.rule("WALTZ-GEN-01", "WALTZ2-DIE-01", "WALTZ2-DIE-03", "WALTZ2-DIE-06")
@pytest.mark.rule("WALTZ2-SETUP-01", "WALTZ2-REF-02", "WALTZ2-PASS-01")
@sets
def test_a_game_holds_together_whatever_is_entered(named: list[str], seeds: list[int]) -> None:
    for seed in seeds:
        assert Game(named, seed).play()


@pytest.mark.rule("WALTZ4-KEY-01")
def test_a_key_that_was_let_stand_outside_a_turn_reads_back() -> None:
    """A player takes the key during an emperor scoring, and the table lets it stand."""
    assert Game(["celebrities", "hotels", "first-player", "more"], 3396721355).bend(80)


@pytest.mark.rule("GAH-TURN-01", "WALTZ2-REF-02")
def test_a_turn_without_a_die_that_was_let_stand_reads_back() -> None:
    """Einstein's swap out of turn gives the turn to a player for whom no die is left."""
    assert Game(["celebrities", "hotels", "first-player"], 24520513).bend(80)
    assert Game(["celebrities", "hotels", "more"], 3676609929).bend(70)


@sets
def test_a_game_bent_by_rulings_keeps_its_bounds(named: list[str], seeds: list[int]) -> None:
    for seed in seeds:
        assert Game(named, seed).bend(250 if LONG else 80)
