"""Connections: nobody holds so many, or one so slowly, that others find none."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing.connection import wait
from time import time
from typing import Any

import pytest
from flask import Flask
from waitress.server import BaseWSGIServer

from recorder import create_app
from recorder.serving import server
from recorder.serving.server import make_server

SOON = 20.0
LIVES = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def listening(app: Flask) -> Iterator[BaseWSGIServer]:
    yield from running(app)


def running(app: Flask) -> Iterator[BaseWSGIServer]:
    made = make_server(app, host="127.0.0.1", port=0)
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    yield made
    made.close()
    thread.join(SOON)


Connect = Callable[[], socket.socket]


@pytest.fixture
def connect(listening: BaseWSGIServer) -> Iterator[Connect]:
    """Return what opens a connection that the server has seen: it has answered on it once."""
    with ExitStack() as opened:

        def made() -> socket.socket:
            place = ("127.0.0.1", listening.effective_port)
            line = opened.enter_context(socket.create_connection(place, timeout=SOON))
            assert asks(line)
            return line

        yield made


def asks(line: socket.socket) -> bool:
    """Ask whether the server lives; return whether it answered on this connection."""
    try:
        line.sendall(LIVES)
        return b"alive\n" in _until(line, b"alive\n")
    except OSError:
        return False


def closed(line: socket.socket) -> bool:
    """Wait until the server closes a connection."""
    try:
        while line.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


def _until(line: socket.socket, end: bytes) -> bytes:
    heard = b""
    while end not in heard:
        more = line.recv(4096)
        if not more:
            break
        heard += more
    return heard


def look(listening: BaseWSGIServer, later: float = 0.0) -> None:
    """Let the server look at its connections, in its own thread, as it does now and then."""
    done = threading.Event()

    def once() -> None:
        listening.maintenance(time() + later)
        done.set()

    listening.trigger.pull_trigger(once)
    assert done.wait(SOON)


@dataclass(eq=False)
class Channel:
    """A connection as the server counts it."""

    last_activity: float
    household: str = "10.0.0.1"
    requests: tuple[str, ...] = ()
    will_close: bool = False


def test_the_idlest_connection_of_an_address_makes_room_for_its_next() -> None:
    crowd = server._Crowd(3)
    busy, idle, idlest = Channel(1.0, requests=("GET",)), Channel(3.0), Channel(2.0)
    elsewhere = Channel(0.0, household="10.0.0.2")
    newest = Channel(4.0)
    for channel in (elsewhere, busy, idle, idlest, newest):
        crowd.enter(channel)  # type: ignore[arg-type]
    assert [one.will_close for one in (elsewhere, busy, idle, idlest, newest)] == [
        False,
        False,
        False,
        True,
        False,
    ]
    crowd.leave(idlest)  # type: ignore[arg-type]
    idle.requests = ("GET",)
    newest.requests = ("GET",)
    one_more = Channel(5.0)
    crowd.enter(one_more)  # type: ignore[arg-type]
    assert one_more.will_close  # all others are at work


def test_an_address_has_so_many_connections(listening: BaseWSGIServer, connect: Connect) -> None:
    listening.crowd._most = 3
    lines = [connect() for _ in range(4)]
    ready = wait(lines, SOON)  # the end of one is all that there is to read
    gone = [line for line in lines if line in ready]
    assert len(gone) == 1
    assert closed(gone[0])
    assert all(asks(line) for line in lines if line is not gone[0])


def test_a_connection_that_says_nothing_for_long_is_closed(
    listening: BaseWSGIServer, connect: Connect
) -> None:
    line, idle = connect(), listening.adj.channel_timeout
    look(listening, idle / 2)
    assert asks(line)
    for _ in range(1000):  # the first looks may come before the server has done with the answer
        look(listening, idle + 2)
        if wait([line], 0):
            break
    assert closed(line)


def test_behind_proxies_connections_are_theirs(settings: dict[str, Any]) -> None:
    for listening in running(create_app(settings | {"PROXIES": 1})):
        assert listening.crowd._most == 0


def under_way(listening: BaseWSGIServer, other: socket.socket, bytes_: int) -> None:
    """Wait until the server has read so much of a request that is not complete."""
    while not any(
        channel.request is not None and channel.bytes_moved >= bytes_
        for channel in list(listening.active_channels.values())
    ):
        assert asks(other)


def test_a_head_that_comes_byte_by_byte_is_not_waited_for(
    listening: BaseWSGIServer, connect: Connect
) -> None:
    line, other = connect(), connect()
    line.sendall(b"GET /health/live HTTP/1.1\r\nX: ")
    under_way(listening, other, 1)
    look(listening)
    line.sendall(b"y")
    look(listening)
    assert closed(line)
    assert asks(other)


@pytest.mark.parametrize(("length", "kept"), [(100, False), (2 * server.LEAST, True)])
def test_a_body_has_to_come_on(
    listening: BaseWSGIServer, connect: Connect, length: int, kept: bool
) -> None:
    line, other = connect(), connect()
    head = "POST /api/v1/records HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    line.sendall(f"{head}Content-Length: 100000\r\n\r\n".encode())
    under_way(listening, other, 1)
    look(listening)
    line.sendall(b" " * length)
    under_way(listening, other, length)
    look(listening)
    if kept:
        line.sendall(b" " * (100_000 - length))
        assert b"422" in line.recv(4096)
    else:
        assert closed(line)


def test_a_server_may_open_as_many_files_as_it_has_connections() -> None:
    """Each connection may hold a file of the store besides."""
    resource = pytest.importorskip("resource", reason="there is none on Windows")
    before = soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 1024), hard))
        server._allow_files()
        may, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert may >= min(2 * server.CONNECTIONS, hard)
