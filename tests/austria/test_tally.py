"""Whole games: what the engine scores against a second reckoning that knows nothing of it."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.reading import load
from adjudicator.replay import Replay, write_judgement
from tests.austria.driver import play
from tests.austria.tally import groups, tally

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("austria-*.json"))

UNCOUNTED = {"before", "emperor", "corrections", "tiles", "total"}
"""Parts that need more than adding up; a new part is counted in ``tally``, or named here."""


def compare(record: dict[str, Any]) -> dict[str, Any]:
    """Judge a record, compare every part that can be added up by hand, return the answer."""
    answer = write_judgement(Replay(load(record)))
    assert answer["over"]
    wanted = tally(record, answer["verdicts"], answer["position"])
    copied = {name for name, row in answer["position"]["players"].items() if 29 in row["staff"]}
    for name, parts in wanted.items():
        got = {part: answer["scores"][name][part] for part in parts}
        # 42 brings VP in a scoring, 29 copies: only those two need more than adding up
        for part, points in parts.items():
            if (part == "final_staff" and name in copied) or part == "staff":
                assert got[part] >= points, (name, part)
                assert part != "staff" or (got[part] - points) % 5 == 0, (name, part)
            else:
                assert got[part] == points, (name, part)
        score = dict(answer["scores"][name])
        assert score.keys() - parts.keys() <= UNCOUNTED, name
        assert score.pop("total") == sum(score.values()), name
    return answer


@pytest.mark.rule("GAH-FIN-02", "GAH-FIN-03", "GAH-FIN-04", "GAH-FIN-06", "GAH-POL-05")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_games_score_as_reckoned_by_hand(path: Path) -> None:
    compare(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.rule("GAH-CARD-27", "GAH-CARD-31", "GAH-CARD-34", "GAH-CARD-48", "GAH-GRP-01")
@settings(max_examples=12)
@given(
    seed=st.integers(min_value=0, max_value=2**32),
    players=st.sampled_from([2, 3, 4]),
    edition=st.sampled_from(["2015-ru", "2015-fr", "2015-ko", "2022"]),
)
def test_random_games_score_as_reckoned_by_hand(seed: int, players: int, edition: str) -> None:
    compare(play(random.Random(seed), players, edition))


def test_the_night_board_has_the_groups_that_the_rulebook_counts() -> None:
    """Ten groups of 1 to 4 rooms, twenty rooms in all (GAH-COMP-05)."""
    sizes = sorted(map(len, groups()))
    assert len(sizes) == 10
    assert sum(sizes) == 20
    assert sizes[-1] <= 4
