from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.applications import of_pages


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    yield from of_pages(tmp_path)


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


@pytest.fixture
def keeper(client: FlaskClient) -> FlaskClient:
    """Return a browser with a table's link; it keeps things for that table."""
    assert client.post("/sample/samoa").status_code == 303
    return client


@pytest.fixture
def filled() -> dict[str, str]:
    """Return a set-up form of the base game, filled in for two players."""
    form = {f"name-{n}": name for n, name in enumerate(["Anna", "Boris"])}
    form |= {"politics-A": "krones-20", "politics-B": "floors-2", "politics-C": "three-each"}
    form |= {"emperor-A": "A-krones", "emperor-B": "B-krones", "emperor-C": "C-vp"}
    form |= {f"queue-{n}": str(card) for n, card in enumerate([50, 64, 78, 92, 103])}
    return form | {"edition": "2022", "played_on": "2026-11-21"}
