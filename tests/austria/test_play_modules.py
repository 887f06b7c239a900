"""Random legal games with modules, and what must hold of each: the tests of base games, again."""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from adjudicator.games import find
from adjudicator.reading import check_entry, load
from adjudicator.replay import Replay, judgement
from tests.austria import invariants
from tests.austria.driver import choose, header, play
from tests.austria.mischief import mutation, nonsense
from tests.austria.test_play import EDITIONS, image, offered_is_legal

SETS = (
    ["balls"],
    ["celebrities"],
    ["celebrities", "first-player"],
    ["celebrities", "hotels"],
)
sets = pytest.mark.parametrize("named", SETS, ids="+".join)
tables = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.fixture
def seed() -> int:
    """Return the seed of a game; a failing test prints it, ``SEED=`` plays it again."""
    chosen = int(os.environ.get("SEED") or random.SystemRandom().randrange(2**32))
    print(f"SEED={chosen}")
    return chosen


def edition_of(seed: int) -> str:
    """Each seed plays one of the four editions."""
    return EDITIONS[seed % len(EDITIONS)]


@pytest.mark.rule("WALTZ2-DIE-01", "WALTZ2-SETUP-01", "WALTZ2-REF-02")
@sets
@tables
def test_pieces_are_conserved_and_illegal_entries_change_nothing(
    named: list[str], players: int, seed: int
) -> None:
    rng = random.Random(seed)
    record = header(rng, players, edition_of(seed), modules=named)
    game = find("austria")
    state = game.start(load(record))
    verbs = game.vocabulary(record)
    while not state.over():
        entry = mutation(state, rng) if rng.random() < 0.5 else nonsense(state, rng)
        check_entry(game, sorted(state.by_id), entry, 1, verbs)
        before = whole(state)
        if state.copy().judge(entry).kind == "illegal":
            assert state.judge(entry).kind == "illegal"
            assert whole(state) == before, entry
        entry = choose(state, rng)
        assert entry is not None
        check_entry(game, sorted(state.by_id), entry, 1, verbs)
        assert state.judge(entry).applied, entry
        invariants.check(state)


def whole(state: Any) -> str:
    """Return everything that judging may change, with what modules keep."""
    kept = [[(name, _plain(own)) for name, own in player.of.items()] for player in state.players]
    kept.append([(name, _plain(own)) for name, own in state.of.items()])
    return image(state) + json.dumps(kept, default=str)


def _plain(own: Any) -> list[str]:
    return [f"{slot}={getattr(own, slot)!r}" for slot in own.__slots__]


@pytest.mark.rule("WALTZ2-DIE-03", "WALTZ2-DIE-06", "WALTZ2-PASS-01")
@sets
@tables
def test_what_is_offered_is_legal_and_what_is_legal_is_offered(
    named: list[str], players: int, seed: int
) -> None:
    rng = random.Random(seed)
    record = header(rng, players, edition_of(seed), modules=named)
    offered_is_legal(find("austria").start(load(record)), rng)


@sets
def test_replay_from_zero_equals_step_by_step_and_correction(named: list[str], seed: int) -> None:
    rng = random.Random(seed)
    record = play(rng, rng.choice([2, 3, 4]), edition_of(seed), modules=named)
    entries = list(record["entries"])
    whole_game = judgement(Replay(load(record)))
    assert whole_game["over"]
    stepwise = Replay(load({**record, "entries": []}))
    for number in range(1, len(entries) + 1, 5):
        stepwise = stepwise.with_entries(entries[:number])
    assert judgement(stepwise.with_entries(entries)) == whole_game
    at = rng.randrange(len(entries))
    entries[at] = mutation(stepwise.with_entries(entries).state_after(at), rng)
    fresh = judgement(Replay(load({**record, "entries": entries})))
    assert judgement(stepwise.with_entries(entries)) == fresh


@pytest.mark.parametrize("named", SETS[:2], ids="+".join)
def test_a_printed_position_is_read_again_as_it_was(named: list[str], seed: int) -> None:
    rng = random.Random(seed)
    record = header(rng, rng.choice([2, 3, 4]), edition_of(seed), modules=named)
    state = find("austria").start(load(record))
    while not state.over():
        entry = choose(state, rng)
        assert entry is not None
        state.judge(entry)
        quiet = not any(player.events for player in state.players) and not state.extra_done
        between = state.phase == "roll" and state.has_begun
        if not quiet or not (state.phase == "turn" or between) or rng.random() < 0.7:
            continue
        position = json.loads(json.dumps(state.position()))
        start = {key: value for key, value in record.items() if key != "setup"}
        again = find("austria").start(load({**start, "position": position}))
        assert json.loads(json.dumps(again.position())) == position
        assert _items(again) == _items(state)


HAPPENED = ("penalty", "return_staff", "remove_room", "discard_staff")
FORGOTTEN = ("place", "take_guest", "pass", "play_staff", *HAPPENED)
"""What only the running game knows: food just gained, the deck, what a scoring carried out."""


def _items(state: Any) -> list[str]:
    """Return ``next`` without what only the running game knows."""
    return sorted(
        json.dumps(item, sort_keys=True) for item in state.options() if item["do"] not in FORGOTTEN
    )
