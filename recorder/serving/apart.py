"""Apart: heavy requests are worked on in a process of their own, beside the one that serves.

Python runs one thread at a time, and some of what it does keeps all others waiting: looking for
garbage, writing eight megabytes of JSON. So what belongs to a heavy lane
(``recorder.serving.lanes``) is handed to a second process, which has memory of its own and may end
without taking anybody's evening with it. Both use the store, as several servers would.

It is ``recorder.app.heavy``, started with the numbers of the sockets on which it is asked, one
request at a time on each. A request is two messages, its WSGI environment as JSON and its body; so
is an answer, its status and headers as JSON and its body.
"""

from __future__ import annotations

import json
import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from recorder.database import on_server
from recorder.serving import config
from recorder.serving.lanes import LANE, LIGHT
from recorder.serving.security import FORWARDED

HOME = Path(__file__).resolve().parent.parent.parent
"""Where the program is; it may be served from anywhere."""

HANG = 300.0
"""Seconds by the clock after which a request that has no answer counts as stuck."""

LAST = 10.0
"""Seconds that a stop leaves the process to end by itself."""


class BrokeOff(Exception):
    """The process ended while it was at it; whoever asks again has another one.

    seconds: when to ask.
    """

    seconds = 3


class Apart:
    """The process in which what is heavy is worked on. It begins when it is first needed.

    places: how many requests may be under way in it at a time.
    """

    def __init__(self, app: Flask, places: int) -> None:
        self._app = app
        self._places = places
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._free: queue.LifoQueue[Connection] = queue.LifoQueue()
        self._ended = False

    def begin(self) -> queue.LifoQueue[Connection]:
        """Let the process run; return the connections to it that nobody uses."""
        with self._lock:
            if self._ended:
                raise BrokeOff
            if self._process is None or self._process.poll() is not None:
                self._start()
            return self._free

    def _start(self) -> None:
        pairs = [socket.socketpair() for _ in range(self._places)]
        numbers = [theirs.fileno() for _ours, theirs in pairs]
        path = os.pathsep.join(filter(None, [str(HOME), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "recorder.app.heavy", *map(str, numbers)],
            stdin=subprocess.PIPE,
            pass_fds=numbers,
            env=os.environ | {"PYTHONPATH": path},
        )
        free: queue.LifoQueue[Connection] = queue.LifoQueue()
        for ours, theirs in pairs:
            theirs.close()
            free.put(Connection(ours.detach()))
        self._free = free
        assert self._process.stdin is not None
        with self._process.stdin as settings:
            settings.write(json.dumps(_settings(self._app)).encode())

    def answer(self, environ: Mapping[str, Any], body: bytes) -> Response:
        """Return the answer to a request. Raises BrokeOff where the process ended over it."""
        free = self.begin()
        connection = free.get()
        try:
            told = {key: value for key, value in environ.items() if isinstance(value, str | bool)}
            connection.send_bytes(json.dumps(told | {FORWARDED: True}).encode())
            connection.send_bytes(body)
            if not connection.poll(HANG):
                raise EOFError
            head = json.loads(connection.recv_bytes())
            response = Response(connection.recv_bytes(), status=head["status"])
        except (OSError, EOFError):
            self._give_up(free)
            raise BrokeOff from None
        finally:
            free.put(connection)
        response.headers.clear()
        response.headers.extend(head["headers"])
        return response

    def _give_up(self, free: queue.LifoQueue[Connection]) -> None:
        """End a process that broke or hangs, so that the next request starts another one."""
        with self._lock:
            if self._free is free and self._process is not None:
                self._process.kill()
                self._process.wait()

    def close(self) -> None:
        """End the process: with its connections it has nothing left to do."""
        with self._lock:
            self._ended = True
            process, free = self._process, self._free
        while not free.empty():
            free.get().close()
        if process is not None:
            try:
                process.wait(LAST)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _settings(app: Flask) -> dict[str, Any]:
    """Return what the process is configured with: as this one is, but for what this one does."""
    own = {key: app.config[key] for key in (*config.DEFAULTS, "SECRET_KEY")}
    place = str(own["DATABASE"])
    return own | {
        "DATABASE": place if on_server(place) else os.path.abspath(place),
        "PROXIES": 0,  # the address has been found
        "METRICS": False,
    }


def forwards(app: Flask) -> Apart | None:
    """Return who works on the current request, where that is another process."""
    apart: Apart | None = app.extensions.get("apart")
    heavy = request.environ.get(LANE) not in (None, *LIGHT)
    known = request.routing_exception is None and request.method != "OPTIONS"
    return apart if heavy and known else None


def forwarded() -> bool:
    """Return whether the current request was handed to this process by the one that serves."""
    return bool(request.environ.get(FORWARDED))


def body_of(environ: Mapping[str, Any]) -> bytes:
    """Return the body of a request, also of one that has been read."""
    stream = environ["wsgi.input"]
    stream.seek(0)
    body: bytes = stream.read()
    return body
