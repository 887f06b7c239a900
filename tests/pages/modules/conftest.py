import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder.web.context import tables

Entry = Mapping[str, Any]
SETUP = {
    "politics": ["krones-20", "floors-2", "three-each"],
    "emperor": ["A-krones", "B-krones", "C-vp"],
    "queue": [50, 64, 78, 92, 103],
}
TURN: Mapping[str, Any] = {
    **SETUP,
    "turn_of": "a",
    "dice": [3, 2, 2, 1, 1, 1],
    "taken": {"a": 0, "b": 0},
}
"""A position in which the first of two players has the turn."""


def document(modules: Sequence[str], entries: Sequence[Entry], **start: Any) -> dict[str, Any]:
    """Return a record of two players; ``start`` adds to the set-up, or is a position."""
    begun = start if "position" in start else {"setup": SETUP | start}
    return {
        "record": 1,
        "game": "austria",
        "edition": "2022",
        "modules": list(modules),
        "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
        "entries": list(entries),
        **begun,
    }


def bare(page: str) -> str:
    return re.sub(r'<a class="to-card"[^>]*>|</a>', "", page)


@pytest.fixture
def shown(app: Flask, client: FlaskClient) -> Callable[..., str]:
    def show(record: Mapping[str, Any], rest: str = "") -> str:
        with app.app_context():
            token = tables().start(dict(record), listed=False).table.link.token
        answer = client.get(f"/t/{token}{rest}")
        assert answer.status_code == 200, answer.text
        return answer.text

    return show
