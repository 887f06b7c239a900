"""Random games of 3 to 6 players, driven by ``next`` alone, with all sorts of entries thrown in."""

import json
import random
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

from adjudicator import games
from adjudicator.reading import load, parse
from adjudicator.record import dump_record
from adjudicator.replay import Replay, write_judgement
from tests.proof.routes import LONG
from tests.samoa import invariants, play
from tests.samoa.play import Table, any_entry, entry_of, header, offered

Test = Callable[[int, random.Random], None]

GAMES = 30 if LONG else 1
"""How many games each property is tried on for 3, 4, 5 and 6 players."""


def by_chance(test: Test) -> Callable[..., None]:
    """Run a test ``(players, chance)`` for 3 to 6 players, with GAMES random seeds each."""

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    @wraps(test)
    def run(players: int, chance: random.Random) -> None:
        for _ in range(GAMES):
            seed = chance.randrange(2**32)
            print(f"seed {seed}")
            test(players, random.Random(seed))

    return run


def start(players: int, **more: Any) -> games.State:
    return Replay(load(header(players, **more))).state


def whole_game(players: int, chance: random.Random, strangers: float = 0.0) -> list[dict[str, Any]]:
    """Return the entries of a game by ``next``; some entries of any kind among them."""
    state, table, entries = start(players), Table(chance, players), []
    while not state.over():
        items = state.options()
        if chance.random() < strangers:
            entry = any_entry(chance, players, items)
            if entry["do"] == "tiles":
                continue  # a tile by chance would not be in the bag any more
        else:
            entry = entry_of(chance.choice(items), table, state.round_no)
        state.judge(entry)
        entries.append(entry)
    return entries


@pytest.mark.rule("SAM-TILE-01", "SAM-TILE-02", "SAM-CARD-03", "SAM-LEAVE-02", "SAM-KEEP-03")
@by_chance
def test_everything_is_conserved(players: int, chance: random.Random) -> None:
    state, table = start(players), Table(chance, players)
    bag = Counter(play.TILE_BAG)
    tokens = Counter(play.TOKEN_BAG)
    while not state.over():
        verdict = state.judge(entry_of(chance.choice(state.options()), table, state.round_no))
        assert verdict.kind == "legal"
        invariants.check(state)
        position = state.position()
        assert invariants.tiles_out(position) == bag - Counter(table.bag)
        assert all(out <= tokens for out in invariants.tokens_out(position).values())
    assert len(play.TILE_BAG) - len(table.bag) == {3: 9, 4: 12, 5: 15, 6: 18}[players]


@by_chance
def test_next_is_exact(players: int, chance: random.Random) -> None:
    """What is offered is legal, what is legal is offered (but for a pass that changes nothing)."""
    state, table = start(players), Table(chance, players)
    while not state.over():
        items = state.options()
        assert items
        for _ in range(6):
            entry = any_entry(chance, players, items)
            trial = state.copy()
            before = trial.position()
            trial.copy().judge(entry, stands=False)
            verdict = trial.judge(entry)
            if offered(entry, items) and entry["do"] not in ("tourists", "tiles"):
                assert verdict.kind == "legal", (entry, verdict)
            elif verdict.kind == "legal" and entry["do"] not in ("tourists", "tiles"):
                assert entry["do"] == "pass", (entry, items)
                assert trial.position() == before
            if not verdict.is_applied:
                assert trial.position() == before
                assert trial.options() == items
        entry = entry_of(chance.choice(items), table, state.round_no)
        assert offered(entry, items)
        assert state.judge(entry).kind == "legal"


@by_chance
def test_an_illegal_entry_changes_nothing(players: int, chance: random.Random) -> None:
    entries = whole_game(players, chance, strangers=0.3)
    replay = Replay(load(header(players, entries=entries)))
    applied = [
        entry for entry, verdict in zip(entries, replay.verdicts, strict=True) if verdict.is_applied
    ]
    without = Replay(load(header(players, entries=applied)))
    assert without.state.position() == replay.state.position()
    assert without.result() == replay.result()
    assert all(verdict.kind == "legal" for verdict in without.verdicts)


@by_chance
def test_step_by_step_is_replay_from_zero(players: int, chance: random.Random) -> None:
    entries = whole_game(players, chance, strangers=0.1)
    grown = Replay(load(header(players)))
    for number in range(1, len(entries) + 1):
        grown = grown.with_entries(entries[:number])
    assert write_judgement(grown) == write_judgement(Replay(load(header(players, entries=entries))))


@by_chance
def test_a_correction_is_replay_from_zero(players: int, chance: random.Random) -> None:
    entries = whole_game(players, chance, strangers=0.1)
    replay = Replay(load(header(players, entries=entries)))
    before = write_judgement(replay)
    for _ in range(4):
        corrected = list(entries)
        place = chance.randrange(len(corrected))
        other = any_entry(chance, players, [])
        change = chance.choice(["change", "remove", "insert", "rule"])
        if change == "change":
            corrected[place] = other
        elif change == "remove":
            del corrected[place]
        elif change == "insert":
            corrected.insert(place, other)
        else:
            stands = chance.random() < 0.8
            corrected.append({"do": "rule", "entry": place + 1, "stands": stands})
        again = Replay(load(header(players, entries=corrected)))
        assert write_judgement(replay.with_entries(corrected)) == write_judgement(again)
    assert write_judgement(replay) == before


@by_chance
def test_a_printed_position_is_a_start(players: int, chance: random.Random) -> None:
    """The rest of the game from a printed position ends as the whole game does."""
    entries = whole_game(players, chance, strangers=0.05)
    whole = Replay(load(header(players, entries=entries)))
    cut = chance.randrange(len(entries))
    document = header(players, entries=entries[cut:])
    del document["setup"]
    document["position"] = json.loads(json.dumps(whole.state_after(cut).position()))
    rest = Replay(load(document))
    assert [v.to_json() for v in rest.verdicts] == [v.to_json() for v in whole.verdicts[cut:]]
    here, there = rest.state.position(), whole.state.position()
    there["payment"] = here.get("payment", there["payment"])  # of an earlier round, perhaps
    assert here | {"payment": there["payment"]} == there
    assert rest.result().winners == whole.result().winners
    for player in whole.record.players:
        assert rest.result().total(player) == whole.result().total(player)
        start_money = document["position"]["players"][player]["money"]
        assert rest.result().part(player, "start") == start_money


@by_chance
def test_a_printed_position_reads_back(players: int, chance: random.Random) -> None:
    state, table = start(players), Table(chance, players)
    document = header(players)
    del document["setup"]
    while not state.over():
        position = json.loads(json.dumps(state.position()))
        again = Replay(load(document | {"position": position})).state
        printed = again.position()
        assert printed == {key: value for key, value in position.items() if key != "payment"}
        assert again.options() == state.options()
        state.judge(entry_of(chance.choice(state.options()), table, state.round_no))


@by_chance
def test_whatever_stands_by_ruling_keeps_the_bounds(players: int, chance: random.Random) -> None:
    """Let every illegal entry stand: nothing breaks, bounds hold, the position still reads."""
    state, table = start(players), Table(chance, players)
    document = header(players)
    del document["setup"]
    for _ in range(400):
        if state.over():
            break
        items = state.options()
        if chance.random() < 0.3 or not items:
            entry = any_entry(chance, players, items)
        else:
            entry = entry_of(chance.choice(items), Table(chance, players), state.round_no)
        verdict = state.judge(entry, stands=True)
        assert verdict.is_applied
        state.result(final=True)
        assert (verdict.stands is True) == (verdict.kind != "legal")
        invariants.check(state)
        position = json.loads(json.dumps(state.position()))
        again = Replay(load(document | {"position": position})).state.position()
        assert again["players"] == position["players"]
    del table


@by_chance
def test_a_record_reads_back(players: int, chance: random.Random) -> None:
    record = load(header(players, entries=whole_game(players, chance, strangers=0.1)))
    assert parse(dump_record(record)).document == record.document
    assert dump_record(parse(dump_record(record))) == dump_record(record)
