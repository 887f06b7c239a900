"""What is offered costs no more because a record says that there is very much of something."""

import json
from typing import Any

import pytest

from adjudicator.austria.chapters import food
from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.reading import load
from adjudicator.replay import Replay
from tests.casebook import cases_in, files


def unread(**own: Any) -> Any:
    """Return a state in whose café sits a guest whose order nobody has read."""
    name = "waltz/waltz-figures: P-01: a piece onto a guest nobody has read: unclear, and it lies"
    record = next(
        case["record"]
        for path in files("waltz")
        for title, case in cases_in(path)
        if title.startswith(name)
    )
    record = json.loads(json.dumps(record)) | {"entries": []}
    record.setdefault("options", {}).setdefault("rulings", {})["U-17"] = "unlimited"
    record["position"]["players"]["a"] |= own
    return Replay(load(record)).state


def heard(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[Any]:
    """Return what a function is asked from here on."""
    asked: list[Any] = []
    own = getattr(where, name)

    def hearing(*about: Any, **named: Any) -> Any:
        asked.append(about)
        return own(*about, **named)

    monkeypatch.setattr(where, name, hearing)
    return asked


def test_a_full_kitchen_is_not_offered_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    state = unread(kitchen={"wine": 9_000}, staff=[24])
    asked = heard(monkeypatch, food, "obstacles_to_serving")
    offered = [item for item in state.options() if item["do"] == "serve"]
    assert offered == [{"by": "a", "do": "serve", "place": {"150": "seen"}}]
    assert 0 < len(asked) < 100


def test_food_of_choice_is_not_looked_for_among_all_that_cannot_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A component may have been read that gives thirty of choice."""
    state = unread()
    asked = heard(monkeypatch, food, "obstacles_to_food_choice")
    gains = list(food.list_choice_gains(state, make_open_parts((Part("gain", 9),), "guest:61")[0]))
    assert len(gains) == 714
    assert gains == sorted(gains)
    assert len(asked) < 5 * len(gains)
