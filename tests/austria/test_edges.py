"""What decides where two things are equal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.austria.catalogue import STAFF
from adjudicator.reading import parse
from adjudicator.replay import Replay


@pytest.mark.rule("GAH-CARD-29")
def test_of_two_equal_copies_the_secretary_takes_the_first() -> None:
    """Without a choice named: the first card of the player who sits next (both count nothing)."""
    players: dict[str, Any] = {
        "a": {"staff": [29]},
        "b": {"staff": [41]},
        "c": {"staff": [47]},
    }
    record = {
        "record": 1,
        "game": "austria",
        "edition": "2015-ru",
        "players": [{"id": one, "name": one.upper()} for one in players],
        "position": {"round": 7, "turn_of": "a", "players": players},
        "entries": [],
    }
    lines = Replay(parse(json.dumps(record))).result(final=True).lines["a"]
    [told] = [str(line.label) for line in lines if line.rule == "GAH-CARD-29"]
    assert STAFF[41].names["en"] in told
