"""Replays of the toy game for the sheet's tests."""

from collections.abc import Callable
from typing import Any

import pytest

from adjudicator import games
from adjudicator.record import Record
from adjudicator.replay import Replay


@pytest.fixture
def replay_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Replay]:
    """Return a function: names of the players and entries -> the replay of a toy game."""
    monkeypatch.setitem(games._MODULES, "toy", "tests.exports.toy")

    def make(names: list[str], entries: list[dict[str, Any]], **header: Any) -> Replay:
        players = [{"id": chr(97 + index), "name": name} for index, name in enumerate(names)]
        document = {"record": 1, "game": "toy", "players": players, "setup": {}}
        return Replay(Record({**document, **header, "entries": entries}))

    return make
