"""A full disk and a crowd of idle connections: a clear answer, nothing lost, nobody kept out."""

import os
import resource
import socket
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from adjudicator.shapes import LONGEST_TEXT
from tests.recorder.conftest import register
from tests.recorder.test_processes import Phone, server, stored

CROWD = 150
"""Idle connections: waitress alone would take a hundred and let the next visitor wait."""


def body(number: int) -> dict[str, Any]:
    note = f"{number} ".ljust(LONGEST_TEXT, "n")
    entry = {"do": "check", "of": "a", "n": number, "note": note}
    return {"entry": entry, "version": number, "key": f"k{number}"}


@pytest.mark.file  # the disk of a server is not ours to fill
def test_a_full_disk_is_said_and_loses_nothing_that_was_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file of the server may grow any further for a while, as on a full disk."""
    register(monkeypatch)
    database = tmp_path / "recorder.db"
    with server(database) as (address, pid):
        phone = Phone(address, "phone")
        with closing(phone.connection):
            token = phone.begin()
            assert phone.ask("POST", f"/games/{token}/entries", body(0))[0] == 201
            assert phone.ask("GET", f"/games/{token}")[0] == 200
            log = database.with_name("recorder.db-wal")
            limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            room = (os.stat(log).st_size + 100_000, limits[1])
            resource.prlimit(pid, resource.RLIMIT_FSIZE, room)
            number, status, answer = 0, 201, {}
            while status == 201 and number < 1000:
                number += 1
                status, answer = phone.ask("POST", f"/games/{token}/entries", body(number))
            assert number > 1
            assert (status, answer["error"]["code"]) == (503, "store")
            assert "nothing was saved" in answer["error"]["message"]
            assert phone.ask("POST", "/games", {"record": 1})[0] == 422  # it is still there
            read, game = phone.ask("GET", f"/games/{token}")
            assert (read, game["version"]) == (200, number)
            assert phone.ask("POST", f"/games/{token}/entries", body(number))[0] == 503
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
            for more in (number, number + 1):
                status, answer = phone.ask("POST", f"/games/{token}/entries", body(more))
                assert (status, answer["version"]) == (201, more + 1)
    assert stored(database, token) == [body(one)["entry"]["note"] for one in range(number + 2)]


def test_a_crowd_of_idle_connections_keeps_no_visitor_out(tmp_path: Path) -> None:
    with server(tmp_path / "recorder.db") as (address, _), ExitStack() as crowd:
        host, port = address.split(":")
        for number in range(CROWD):
            idle = crowd.enter_context(socket.create_connection((host, int(port)), timeout=20))
            if number % 2:  # some have said half of what they want
                idle.sendall(f"GET / HTTP/1.1\r\nHost: {address}\r\nX-Slow: ".encode())
        visitor = Phone(address, "visitor")
        with closing(visitor.connection):
            assert visitor.ask("GET", "/openapi.json")[0] == 200
            assert visitor.begin()
