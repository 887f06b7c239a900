"""Sets of modules under random play, legal and not (see ``attack``); all with SOAK=1."""

import os
import random

import pytest

from adjudicator.games import find
from tests.austria.attack import SETS, Game
from tests.austria.mischief import MODELS
from tests.proof.routes import LONG

GAMES = 8 if LONG else 1
SHARES = [SETS[at::8] for at in range(8)]
shares = pytest.mark.parametrize("share", range(len(SHARES)))


@pytest.fixture
def games(share: int, chance: random.Random) -> list[Game]:
    """Return games to play: of one set of modules of a share, or with SOAK=1 of them all.

    Set and seed are drawn, and printed where a test fails. ``MODULES=balls+more SEED=1`` plays
    one again, ``MODULES=`` without modules.
    """
    named = SHARES[share] if LONG else [chance.choice(SHARES[share])]
    if "MODULES" in os.environ:
        named = [[name for name in os.environ["MODULES"].split("+") if name]]
    chosen = []
    for modules in named:
        given = os.environ.get("SEED")
        for seed in [int(given)] if given else chance.sample(range(2**32), GAMES):
            print(f"MODULES={'+'.join(modules)} SEED={seed}")
            chosen.append(Game(modules, seed))
    return chosen


@pytest.mark.rule("WALTZ-GEN-01", "WALTZ2-DIE-01", "WALTZ2-DIE-03", "WALTZ2-DIE-06")
@pytest.mark.rule("WALTZ2-SETUP-01", "WALTZ2-REF-02", "WALTZ2-PASS-01")
@shares
def test_a_game_holds_together_whatever_is_entered(games: list[Game]) -> None:
    for game in games:
        assert game.play()


@pytest.mark.rule("GAH-FOOD-08", "GAH-STAFF-09", "GAH-PASS-14", "GAH-SETUP-11", "GAH-TURN-13")
@pytest.mark.rule("GAH-CHK-05", "GAH-SETUP-24")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("named", [SETS[0], SETS[-1]], ids=["base game", "all modules"])
def test_a_game_of_so_many_holds_together_whatever_is_entered(
    named: list[str], players: int, chance: random.Random
) -> None:
    for seed in chance.sample(range(2**32), GAMES):
        print(f"SEED={seed}")
        assert Game(named, int(os.environ.get("SEED", seed)), players=players).play()


@pytest.mark.rule("WALTZ4-KEY-01")
def test_a_key_that_was_let_stand_outside_a_turn_reads_back() -> None:
    """A player takes the key during an emperor scoring, and the table lets it stand."""
    assert Game(["celebrities", "hotels", "first-player", "more"], 3396721355).bend(80)


@pytest.mark.rule("GAH-TURN-01", "WALTZ2-REF-02")
def test_a_turn_without_a_die_that_was_let_stand_reads_back() -> None:
    """Einstein's swap out of turn gives the turn to a player for whom no die is left."""
    assert Game(["celebrities", "hotels", "first-player"], 24520513).bend(80)
    assert Game(["celebrities", "hotels", "more"], 3676609929).bend(70)


@shares
def test_a_game_bent_by_rulings_keeps_its_bounds(games: list[Game]) -> None:
    for game in games:
        game.bend(250 if LONG else 80)


def test_every_verb_is_tried_by_mischief() -> None:
    assert set(MODELS) == set(find("austria").verbs) - {"check", "adjust", "rule", "decline"}
