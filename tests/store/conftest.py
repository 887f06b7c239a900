from collections.abc import Iterator
from pathlib import Path

import pytest

from recorder.database import Place
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from tests.servers import DATABASES, cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Where an empty store is: in a file, and on a server."""
    if request.param == "sqlite":
        prepare_store(tmp_path / "recorder.db")
        yield tmp_path / "recorder.db"
        return
    place = DATABASES.take()
    yield place
    DATABASES.give_back(place)


@pytest.fixture(params=["sqlite", "postgresql"])
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where nothing is yet: no file, and an empty database on a server."""
    return tmp_path / "bare.db" if request.param == "sqlite" else cluster().new()


@pytest.fixture
def opened(place: Place) -> Iterator[Store]:
    store = Store(place)
    yield store
    store.close()
