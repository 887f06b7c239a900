"""The server for one machine: waitress, with the recorder's own answer to oversized bodies."""

from __future__ import annotations

import errno
import gc
import json
import logging
import os
import signal
import sys
from functools import partial
from importlib import import_module
from typing import Any

from flask import Flask
from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from adjudicator.commands import terminal
from exports.pdf import PLACES
from recorder import house, languages, turns
from recorder.database import on_server
from recorder.live import STREAM, Hub, Stream

CONNECTIONS = 1000
"""Connections that may be open at once; browsers hold six each, and strangers hold idle ones."""

LAST_ANSWERS = 20.0
"""Seconds that a stop leaves to answers that were begun; the longest is a printed report."""

IDLE = 60
"""Seconds after which an idle connection is closed."""

MADE_ELSEWHERE = (".pdf", ".png")
"""How the addresses end of what another process prints or draws: whoever asks waits for it."""


class _TooLarge(RequestEntityTooLarge):  # type: ignore[misc]
    """413 in the shape of every other error; the body has not been read.

    accepts: the languages that are asked for (``Accept-Language``).
    """

    def __init__(self, body: object, accepts: str) -> None:
        super().__init__(body)
        self.accepts = accepts

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        body = {
            "error": {
                "status": 413,
                "code": "request-entity-too-large",
                "message": languages.too_large(self.accepts),
                "entry": None,
                "key": None,
            }
        }
        headers = [("Content-Type", "application/json"), ("X-Content-Type-Options", "nosniff")]
        return (
            "413 Request Entity Too Large",
            headers,
            json.dumps(body, ensure_ascii=False).encode(),
        )


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    def received(self, data: bytes) -> int:
        """See waitress; words the refusal of a large body."""
        consumed: int = super().received(data)
        error: Any = getattr(self, "error", None)
        if isinstance(error, RequestEntityTooLarge):
            self.error: Any = _TooLarge(error.body, self.headers.get("ACCEPT_LANGUAGE", ""))
        return consumed


class _Task(WSGITask):  # type: ignore[misc]
    """A request whose answer may go on after its task has ended (``recorder.live``).

    One that will wait for the press lets the next request begin.
    """

    def service(self) -> None:
        """See waitress."""
        if self.request.path.endswith(MADE_ELSEWHERE):
            turns.step_aside()
        super().service()

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment; under STREAM stands what makes the answer go on."""
        environ: dict[str, Any] = super().get_environment()
        environ[STREAM] = self._go_on
        return environ

    def _go_on(self, stream: Stream) -> None:
        stream.chunked = self.chunked_response
        self.channel.stream = stream

    def finish(self) -> None:
        """See waitress; leaves the answer open where it goes on."""
        if self.channel.stream is None:
            super().finish()


class _Channel(HTTPChannel):  # type: ignore[misc]
    parser_class = _Parser
    task_class = _Task
    stream: Stream | None = None

    def handle_close(self) -> None:
        """See waitress; a connection whose answer goes on is handed to those who hold streams.

        They get a second handle of it, so that closing this one does not end it.
        """
        stream, self.stream = self.stream, None
        if stream is not None:
            hub: Hub = self.server.hub
            if self.connected and not self.total_outbufs_len:
                hub.take(self.socket.dup(), stream)
            else:
                hub.leave(stream)
        super().handle_close()


def serve(app: Flask) -> None:
    """Serve until interrupted, on HOST and PORT from the environment.

    THREADS requests may be under way at a time, besides those that wait for the press.
    The terminal shows the address, and for a whole house its code (``recorder.house``).
    Raises SystemExit where somebody else listens there.
    """
    _allow_files()
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8000"))
    threads = int(os.environ.get("THREADS", "8")) + 2 * PLACES
    try:
        server = make_server(app, host=host, port=port, threads=threads)
    except OSError as problem:
        if problem.errno != errno.EADDRINUSE:
            raise
        with app.app_context(), languages.speaking(terminal(os.environ)):
            sys.exit(house.taken(port))
    sys.setswitchinterval(turns.SWITCH)
    listening = getattr(server, "effective_listen", None)  # a name may stand for two addresses
    port = int(listening[0][1] if listening else server.effective_port)
    app.config["HOUSE"] = house.addresses(host, port) if house.listens(host) else []
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
    with app.app_context(), languages.speaking(terminal(os.environ)):
        print(house.poster(host, port, sys.stdout.encoding), flush=True)
    import_module("exports.sheet").get_ready()  # commands do without, and start sooner
    gc.collect()
    gc.freeze()  # what stays is not looked through again and again: everybody waited 60 to 90 ms
    try:
        server.run()
    finally:
        app.extensions["live"].close()  # phones hear of it, and come back


def _allow_files() -> None:
    """Let the process open as many files as the system lets it: connections are files, too."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * (CONNECTIONS + 1000)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _end(*_: object) -> None:
    """End as with ctrl-C: what is kept open is closed, and no log stays beside the store."""
    raise SystemExit


def make_server(app: Flask, *, host: str, port: int, threads: int = 8) -> BaseWSGIServer:
    """Return a server that is bound and does not run yet; port 0 takes a free one.

    Closing it ends the streams that it has handed over (``recorder.live``).
    A body beyond the application's limit is refused from its header, without reading it.

    threads: requests that may be under way at a time. They take turns (``recorder.turns``); with
    a store on a server they do not, since most of what they do there is to wait for it.
    """
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    sockets: dict[int, Any] = {}  # waitress fills it with one listener per address
    server = create_server(
        app,
        map=sockets,
        _dispatcher=turns.Turns(threads, threads if on_server(app.config["DATABASE"]) else 1),
        host=host,
        port=port,
        ident=None,
        max_request_body_size=app.config["MAX_CONTENT_LENGTH"] + 1,
        clear_untrusted_proxy_headers=False,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE,
        asyncore_use_poll=True,  # select() ends at 1024 open files
    )
    for listener in sockets.values():
        if isinstance(listener, BaseWSGIServer):
            listener.channel_class = _Channel
            listener.hub = app.extensions["live"]
    workers = server.task_dispatcher
    workers.shutdown = partial(workers.shutdown, timeout=LAST_ANSWERS)
    closing = server.close

    def close() -> None:
        app.extensions["live"].close()
        closing()

    server.close = close
    return server
