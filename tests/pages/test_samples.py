"""The games to look at are games as people play them."""

import json
from pathlib import Path

import pytest

from adjudicator.reading import load
from adjudicator.replay import Replay

FOLDER = Path(__file__).parents[2] / "templates" / "austria"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("sample*.json")))
def test_a_sample_is_a_good_game_with_a_slip_and_a_ruling(name: str) -> None:
    record = load(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))
    replay = Replay(record)
    result = replay.result()
    assert replay.state.over()
    assert all(90 <= result.total(player["id"]) <= 150 for player in record.document["players"])
    slips = [at for at, one in enumerate(replay.verdicts, 1) if one.kind != "legal"]
    rulings = [entry["entry"] for entry in record.document["entries"] if entry["do"] == "rule"]
    assert len(slips) == 2
    assert rulings == slips[:1]
