from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from recorder import create_app


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(
        {
            "DATABASE": str(tmp_path / "recorder.db"),
            "TESTING": True,
            "WTF_CSRF_ENABLED": False,
            "CREATION_LIMIT": "1000 per minute",
            "PROPAGATE_EXCEPTIONS": False,
        }
    )


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client
