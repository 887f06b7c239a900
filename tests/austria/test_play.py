"""Property tests: random legal games, random illegal entries, and what must always hold."""

import json
import random
from typing import Any

import pytest

from adjudicator.games import find
from adjudicator.reading import check_entry, load, parse
from adjudicator.record import dump_record
from adjudicator.replay import Replay, write_judgement
from tests.austria import invariants
from tests.austria.attack import REPEATS
from tests.austria.driver import choose, concrete, header, matches, play
from tests.austria.mischief import MODELS, mutation, nonsense
from tests.proof.routes import LONG

EDITIONS = ("2015-ru", "2015-fr", "2015-ko", "2022")
tables = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.fixture(params=range(40 if LONG else 1))
def rng(chance: random.Random) -> random.Random:
    """Return what a game is played with: one of each test and number of players, more if LONG."""
    return chance


def image(state: Any) -> str:
    position = state.position()
    hidden = [
        (
            sorted(player.known) if player.known is not None else None,
            player.fresh,
            player.fresh_chain,
            player.happened,
            str(player.returned),
            player.copied,
            player.points,
            player.finished_setup,
        )
        for player in state.players
    ]
    rest = (state.supply, state.took_guest, state.extra_done, state.chain)
    deck = None if state.deck is None else sorted(state.deck)
    return json.dumps([position, hidden, rest, deck, sorted(state.discarded_staff)], default=str)


@pytest.mark.rule("GAH-FOOD-08", "GAH-STAFF-09", "GAH-PASS-14", "GAH-SETUP-11")
@tables
def test_pieces_are_conserved_and_illegal_entries_change_nothing(
    players: int, rng: random.Random
) -> None:
    record = header(rng, players, rng.choice(EDITIONS))
    game = find("austria")
    state = game.start(load(record))
    rerolls = 0
    while not state.over():
        for _ in range(2):
            entry = mutation(state, rng) if rng.random() < 0.5 else nonsense(state, rng)
            check_entry(game, sorted(state.by_id), entry, 1)
            before = image(state)
            verdict = state.copy().judge(entry)
            if verdict.kind == "illegal":
                assert state.judge(entry).kind == "illegal"
                assert image(state) == before, entry
        entry = choose(state, rng)
        in_round = state.round_no
        assert state.judge(entry).is_applied, entry  # or unclear and applied (U-28)
        rerolls = 0 if state.round_no != in_round else rerolls + (entry["do"] == "reroll")
        invariants.check(state)
        if state.phase in ("turn", "reroll"):
            invariants.bin_size(state, rerolls)


@pytest.mark.rule("GAH-TURN-13", "GAH-CHK-05", "GAH-SETUP-24")
@tables
def test_what_is_offered_is_legal_and_what_is_legal_is_offered(
    players: int, rng: random.Random
) -> None:
    record = header(rng, players, rng.choice(EDITIONS))
    offered_is_legal(find("austria").start(load(record)), rng)


def offered_is_legal(state: Any, rng: random.Random) -> None:
    """Play a game to its end and try all along whether ``next`` and the verdicts agree."""
    while not state.over():
        items = state.options()
        for item in items if rng.random() < 0.3 else []:
            entry = concrete(item, state, rng)
            if entry is not None:
                verdict = state.copy().judge(entry)
                assert verdict.is_applied, (item, entry, verdict)  # or unclear and applied (U-28)
        for _ in range(3):
            entry = mutation(state, rng) if rng.random() < 0.6 else nonsense(state, rng)
            after = state.copy()
            if after.judge(entry).kind == "legal" and (
                entry["do"] not in REPEATS or image(after) != image(state)
            ):
                assert any(matches(entry, item, state) for item in items), (entry, items)
        entry = choose(state, rng)
        assert entry is not None
        state.judge(entry)


@tables
def test_replay_from_zero_equals_step_by_step(players: int, rng: random.Random) -> None:
    record = play(rng, players, rng.choice(EDITIONS))
    state = find("austria").start(load(record))
    for _entry in list(record["entries"]):
        if rng.random() < 0.05:
            record["entries"].insert(rng.randrange(len(record["entries"])), nonsense(state, rng))
    whole = Replay(load(record))
    stepwise = Replay(load({**record, "entries": []}))
    for number in range(1, len(record["entries"]) + 1, 3):
        stepwise = stepwise.with_entries(record["entries"][:number])
    stepwise = stepwise.with_entries(record["entries"])
    assert write_judgement(stepwise) == write_judgement(whole)


@tables
def test_a_correction_equals_replaying_the_corrected_entries(
    players: int, rng: random.Random
) -> None:
    record = play(rng, players, rng.choice(EDITIONS))
    replay = Replay(load(record))
    for _ in range(4):
        entries = list(replay.record.entries)
        at = rng.randrange(len(entries))
        kind = rng.choice(["change", "remove", "insert", "rule"])
        if kind == "change":
            entries[at] = mutation(replay.state_after(at), rng)
        elif kind == "remove":
            entries = [
                entry for n, entry in enumerate(entries) if n != at and entry["do"] != "rule"
            ]
        elif kind == "insert":
            entries = [entry for entry in entries if entry["do"] != "rule"]
            entries.insert(min(at, len(entries)), nonsense(replay.state_after(0), rng))
        else:
            entries.append({"do": "rule", "entry": at + 1, "stands": rng.random() < 0.7})
        replay = replay.with_entries(entries)
        fresh = Replay(load({**record, "entries": entries}))
        assert write_judgement(replay) == write_judgement(fresh)


@tables
def test_a_ruling_keeps_every_value_in_its_bounds(players: int, rng: random.Random) -> None:
    record = header(rng, players, rng.choice(EDITIONS))
    state = find("austria").start(load(record))
    steps = 0
    while not state.over() and steps < 400:
        steps += 1
        if rng.random() < 0.15:
            state.judge(nonsense(state, rng), True)
            _check_bounds(state)
            if state.has_begun:
                _reads_again(record, state)
            continue
        entry = choose(state, rng)
        if entry is None:
            break
        state.judge(entry)
        _check_bounds(state)


def _reads_again(record: dict[str, Any], state: Any) -> None:
    """A position that rulings have bent says so (``stands``), and is a start anyway."""
    position = json.loads(json.dumps(state.position()))
    start = {key: value for key, value in record.items() if key != "setup"}
    again = find("austria").start(load({**start, "position": position})).position()
    for key in ("queue", "claims", "players", "first_player"):
        if again["round"] == position["round"]:
            assert again[key] == position[key]
    if state.phase in ("turn", "reroll"):
        assert [again.get(key) for key in ("turn_of", "taken", "passed", "stands")] == [
            position.get(key) for key in ("turn_of", "taken", "passed", "stands")
        ]


def _check_bounds(state: Any) -> None:
    invariants.bounds(state)
    assert all(len(player["cafe"]) <= 3 for player in state.position()["players"].values())


def test_a_printed_position_is_read_again_as_it_was(rng: random.Random) -> None:
    record = header(rng, rng.choice([2, 3, 4]), rng.choice(EDITIONS))
    state = find("austria").start(load(record))
    while not state.over():
        entry = choose(state, rng)
        assert entry is not None
        state.judge(entry)
        open_now = state.phase == "turn" and not any(player.events for player in state.players)
        if not open_now or state.extra_done or rng.random() < 0.8:
            continue
        position = json.loads(json.dumps(state.position()))
        start = {key: value for key, value in record.items() if key != "setup"}
        again = find("austria").start(load({**start, "position": position}))
        assert json.loads(json.dumps(again.position())) == position


def test_read_write_read_gives_the_same_document(rng: random.Random) -> None:
    record = play(rng, rng.choice([2, 3, 4]), rng.choice(EDITIONS))
    record["entries"][0]["note"] = "Кофе — «за счёт заведения» 커피"
    written = dump_record(load(record))
    assert parse(written).document == record
    assert dump_record(parse(written)) == written


def test_every_verb_is_tried_by_mischief() -> None:
    assert set(MODELS) == set(find("austria").verbs) - {"check", "adjust", "rule", "decline"}
