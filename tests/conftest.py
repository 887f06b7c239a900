"""Common settings of all tests: random values come from one seed, which is printed.

An everyday run depends on the commit alone: its seed is fixed. ``bin/soak`` draws a new one.
``bin/test --hypothesis-seed=N`` plays a run again.
"""

import gc
import os
import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from exports import pdf
from tests import compiled, servers

settings.register_profile("fresh", deadline=None, derandomize=False, database=None)
settings.load_profile("fresh")
compiled.once()

EVERY_DAY = 1
"""The seed of every run but the long ones."""

os.environ["LANGUAGE"] = "en"  # independent of the language of the terminal


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed, in the process that starts the others; they are handed its options."""
    if config.option.hypothesis_seed is None:
        drawn = secrets.randbelow(2**32) if os.environ.get("SOAK") else EVERY_DAY
        config.option.hypothesis_seed = str(drawn)


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Return chance of a test's own: the seed, which is printed, and the test's name decide it."""
    seed = request.config.option.hypothesis_seed
    print(f"--hypothesis-seed={seed}")
    return random.Random(f"{seed} {request.node.nodeid}")


@pytest.fixture
def unpressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer with the HTML of a page instead of its print, for tests of the text."""
    monkeypatch.setattr(pdf, "one_page", lambda attempts, _: next(iter(attempts)).encode())


@pytest.fixture(autouse=True, scope="session")
def _store() -> Iterator[None]:
    """Put every store on a server where STORE says so."""
    if servers.STORE != "postgresql":
        yield
        return
    with servers.redirecting():
        yield


if servers.STORE == "postgresql":

    @pytest.fixture(autouse=True)
    def _own_store(tmp_path: Path) -> Iterator[None]:
        yield
        servers.REDIRECTED.release(tmp_path)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests about files, where the store is none."""
    if servers.STORE == "postgresql":
        for item in items:
            if item.get_closest_marker("file"):
                item.add_marker(pytest.mark.skip(reason="is about a store in a file"))


def pytest_collection_finish() -> None:
    """Keep the collected tests, eight thousand, out of Python's search for garbage."""
    gc.collect()
    gc.freeze()


def pytest_report_header(config: pytest.Config) -> str:
    """Say with which seed this run can be repeated."""
    return f"property tests: --hypothesis-seed={config.option.hypothesis_seed}"
