"""What an entry does with the pieces of Hotel Samoa: each is counted as often as it moves."""

from itertools import pairwise
from pathlib import Path

import pytest

from adjudicator.pieces import Scene
from adjudicator.reading import parse
from adjudicator.replay import Replay
from adjudicator.samoa.judging import moved_pieces

RECORD = Path(__file__).parents[1] / "records" / "samoa-4p.json"


@pytest.mark.rule("SAM-BUILD-03")
def test_a_tile_that_is_bought_is_one_tile() -> None:
    """Entry 7: 17 coins for a pool."""
    replay = Replay(parse(RECORD.read_bytes()))
    before, after = (Scene(replay.state_after(number).position(), {}) for number in (6, 7))
    moved = [
        (one.what, one.count) for one in moved_pieces.list_moved_pieces(before, after) if one.of
    ]
    assert moved == [("coins", -17), ("tile", 1)]


@pytest.mark.rule("SAM-CARD-01")
def test_price_cards_are_turned_up_once_in_each_of_the_twelve_rounds() -> None:
    replay = Replay(parse(RECORD.read_bytes()))
    scenes = [Scene(replay.state_after(0).position(), {})]
    scenes += [
        Scene(state.position(), {}) for _, state in replay.walk_states(0, len(replay.verdicts))
    ]
    told = [one.what for two in pairwise(scenes) for one in moved_pieces.list_moved_pieces(*two)]
    assert told.count("reveal") == 12
    assert told.count("cards_aside") == 12
    undone = [
        one
        for two in pairwise(scenes[::-1])
        for one in moved_pieces.list_moved_pieces(*two, back=True)
    ]
    assert [one.count for one in undone if one.what == "reveal"] == [-1] * 12


@pytest.mark.rule("SAM-PAY-01")
def test_a_correction_takes_the_payment_of_a_round_back() -> None:
    """Where no money is seen, the coins are those that the round had brought."""
    replay = Replay(parse(RECORD.read_bytes()))
    paid = next(
        number
        for number, state in replay.walk_states(0, len(replay.verdicts))
        if "payment" in state.position()
    )
    unpaid, after = (replay.state_after(number).position() for number in (paid - 1, paid))
    for position in (unpaid, after):
        for own in position["players"].values():
            own.pop("money", None)
    coins = [
        {one.of: one.count for one in moved_pieces.list_moved_pieces(*two) if one.what == "coins"}
        for two in ((Scene(unpaid, {}), Scene(after, {})), (Scene(after, {}), Scene(unpaid, {})))
    ]
    assert coins[1] == {player: -count for player, count in coins[0].items()} != {}
