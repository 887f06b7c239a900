"""Rate limits that several machines count together, in a real storage that goes away."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from freezegun import freeze_time

from recorder import create_app
from recorder.serving import limits
from tests.recorder.tally import document


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed (bin/prepare test)")
    socket = tmp_path / "redis"
    command = ["redis-server", "--port", "0", "--save", "", "--unixsocket", str(socket)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            if "eady to accept connections" in line:
                break
        yield f"redis+unix://{socket}", running
        running.kill()


def test_a_process_forgets_counts_that_have_run_out() -> None:
    counts = limits.Counts()
    with freeze_time("2100-01-01") as clock:
        assert [counts.incr("a", 60), counts.incr("a", 60), counts.incr("b", 7200)] == [1, 2, 1]
        clock.tick(61)
        assert counts.incr("c", 60) == 1
        assert set(counts.storage) == {"b", "c"}
        clock.tick(61)
        assert [counts.incr("c", 60), counts.incr("b", 7200)] == [1, 2]


def test_a_clock_that_is_set_back_lets_no_count_stand_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counted for a minute; the clock on the wall goes back a day meanwhile."""
    passed, wall = 1000.0, 5e8
    monkeypatch.setattr(limits, "monotonic", lambda: passed)
    monkeypatch.setattr(limits, "time", lambda: wall)
    counts = limits.Counts()
    assert counts.incr("a", 60) == 1
    assert counts.get_expiry("a") == wall + 60
    passed, wall = passed + 30, wall - 86400
    assert counts.get_expiry("a") == wall + 30
    assert counts.get("a") == 1
    passed += 31
    assert counts.get("a") == 0
    assert [counts.incr("a", 60), counts.incr("a", 60)] == [1, 2]  # another minute has begun
    assert counts.get_expiry("a") == wall + 60


def machine(settings: dict[str, Any], storage: str) -> Flask:
    own = {"LINK_LIMIT": "4 per minute", "CREATION_LIMIT": "3 per minute"}
    return create_app(settings | own | {"RATELIMIT_STORAGE_URI": storage})


def write(client: FlaskClient, token: str, version: int) -> int:
    entry = {"do": "check", "of": "a", "n": version}
    body = {"entry": entry, "version": version, "key": f"k{version}"}
    return client.post(f"/api/v1/games/{token}/entries", json=body).status_code


def begin(client: FlaskClient) -> Any:
    return client.post("/api/v1/games", json=document())


def test_machines_count_together_and_nobody_is_kept_out_when_the_storage_is_away(
    settings: dict[str, Any],
    storage: tuple[str, subprocess.Popen[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "_alone_until", 0.0)
    place, running = storage
    for number in range(2):  # the limiter is one for all applications of a process
        client = machine(settings, place).test_client()
        started = [begin(client) for _ in range(2)]
        assert [answer.status_code for answer in started] == [201, 201 if not number else 429]
        if not number:
            token = started[0].json["links"][0]["token"]
        assert [write(client, token, 2 * number + more) for more in range(2)] == [201, 201]
    assert write(client, token, 4) == 429
    running.kill()
    running.wait()
    assert write(client, token, 4) == 201  # counted here, from the start
    assert begin(client).status_code == 201
