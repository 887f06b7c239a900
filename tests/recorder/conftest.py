import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator import games, reading, shapes
from tests.applications import application
from tests.recorder import tally


@pytest.fixture(autouse=True)
def _tally(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    tally.TALLY.judged = 0


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("tally_game")
    package.GAME = tally.TALLY  # type: ignore[attr-defined]
    secrets = ModuleType("tally_game.table.secrets")
    secrets.SECRETS = tally.SECRETS  # type: ignore[attr-defined]
    secrets.forget = tally.forget  # type: ignore[attr-defined]
    pages = ModuleType("recorder.pages.tally")
    pages.learn_figures = lambda table, before: None  # type: ignore[attr-defined]
    pages.list_awaited_players = lambda *given: []  # type: ignore[attr-defined]
    pages.cards = SimpleNamespace(kinds=dict, all=list, icons="")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "recorder.pages.tally", pages)
    monkeypatch.setitem(sys.modules, "tally_game", package)
    monkeypatch.setitem(sys.modules, "tally_game.table.secrets", secrets)
    monkeypatch.setitem(games._MODULES, "tally", "tally_game")
    known = shapes.OneOf([*games.list_games()], "a game this program knows")
    header = shapes.Fields({**reading._HEADER.required, "game": known}, reading._HEADER.optional)
    monkeypatch.setattr(reading, "_HEADER", header)


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    return {
        "DATABASE": str(tmp_path / "recorder.db"),
        "TESTING": True,
        "CREATION_LIMIT": "1000 per minute",
        "LINK_LIMIT": "100000 per minute",
        "GAME_LIMIT": "100000 per minute",
        "PROPAGATE_EXCEPTIONS": False,
    }


@pytest.fixture
def app(settings: dict[str, Any]) -> Iterator[Flask]:
    yield from application(settings)


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client
