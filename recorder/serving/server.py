"""The server for one machine: waitress, with the recorder's own answer to oversized bodies."""

from __future__ import annotations

import errno
import json
import logging
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Flask
from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from adjudicator.commands import find_terminal_language
from recorder.database import on_server
from recorder.languages import speech
from recorder.serving import dispatcher, house, lanes
from recorder.serving.lanes import ROOMS, Crowded, Lane, ToHeavyLane
from recorder.serving.live import STREAM, Hub, Stream
from recorder.serving.security import household
from recorder.store import memory

CONNECTIONS = 1000
"""Connections that may be open at once; browsers hold six each, and strangers hold idle ones."""

LAST_ANSWERS = 20.0
"""Seconds that a stop leaves to answers that were begun; the longest is a printed report."""

OF_ADDRESS = CONNECTIONS // 4
"""Connections that one address may have open; a club's phones have two or three each."""

IDLE = 60
"""Seconds after which an idle connection is closed."""

LOOK = 30
"""Seconds between two looks at the connections."""

LEAST = 30_000
"""Bytes that a request or an answer must move between two checks, or its connection is closed: a
tenth of what the slowest phone manages."""


class _TooLarge(RequestEntityTooLarge):  # type: ignore[misc]
    """413 in the shape of every other error; the body has not been read.

    accepts: the languages that are asked for (``Accept-Language``).
    """

    def __init__(self, body: object, accepts: str) -> None:
        super().__init__(body)
        self.accepts = accepts

    def to_response(self, _ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        body = {
            "error": {
                "status": 413,
                "code": "request-entity-too-large",
                "message": speech.too_large(self.accepts),
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
    """A request that may be answered on after its task has ended (``recorder.serving.live``)."""

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, with the lane.

        Under STREAM stands the function that lets the answer go on.
        """
        environ: dict[str, Any] = super().get_environment()
        environ["wsgi.input"].seek(0)  # a request that was moved begins anew
        environ[STREAM] = self._go_on
        environ[lanes.LANE] = self.channel.lane
        environ[lanes.CROWDED] = self.channel.crowded
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
    lane = Lane.PAGE
    address = ""
    crowded = False
    place: tuple[Lane, str, str] | None = None

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        """See waitress; makes room where its address has too many connections."""
        self.bytes_moved = 0
        self.bytes_before: int | None = None  # when it was looked at, with something under way
        self.household = household(str(addr[0]))
        super().__init__(server, sock, addr, adj, map=map)
        server.crowd.enter(self)

    def del_channel(self, map: Any = None) -> None:
        """See waitress."""
        super().del_channel(map)
        self.server.crowd.leave(self)

    def recv(self, buffer_size: int) -> bytes:
        """See waitress."""
        data: bytes = super().recv(buffer_size)
        self.bytes_moved += len(data)
        return data

    def send(self, data: bytes, do_close: bool = True) -> int:
        """See waitress."""
        sent: int = super().send(data, do_close)
        self.bytes_moved += sent
        return sent

    def look(self) -> None:
        """Close the connection if its request or answer hardly moves: slow bytes hold it for good.

        A head is a few hundred bytes, and has come by the next look.
        """
        under_way = self.request is not None or (self.total_outbufs_len and not self.requests)
        before, self.bytes_before = self.bytes_before, self.bytes_moved if under_way else None
        if not under_way or before is None:
            return
        head = self.request is not None and not self.request.headers_finished
        if head or self.bytes_moved - before < LEAST:
            self.will_close = True

    def begin(self, lane: Lane | None = None) -> None:
        """Let the next request wait in its lane; where that is full it will be told so.

        lane: where it turned out to belong.
        """
        asked = self.requests[0]
        own_lane, link = self.server.lane_of(asked)
        self.lane, self.crowded = lane or own_lane, False
        self.address = self.server.address_of(asked, self.addr)
        place = self.lane, self.address, link
        try:
            self.server.places.take(*place)
            self.place = place
        except Crowded:
            self.crowded, self.lane = True, Lane.PAGE
        self.server.task_dispatcher.add_task(self)

    def service(self) -> None:
        """See waitress; a request that turns out to be heavy begins anew where that is done."""
        place, self.place = self.place, None
        try:
            super().service()
        except ToHeavyLane:
            self.begin(Lane.HEAVY)
        finally:
            if place is not None:
                self.server.places.leave(*place)
            if self.stream is not None and not self.connected:  # closed before it was handed over
                self.server.hub.leave(self.stream)

    def handle_close(self) -> None:
        """Close the connection; if its answer goes on, the hub gets a second handle of it.

        So closing the first handle does not end the stream.
        """
        stream, self.stream = self.stream, None
        if stream is not None:
            hub: Hub = self.server.hub
            if self.connected and not self.total_outbufs_len:
                hub.take(self.socket.dup(), stream)
            else:
                hub.leave(stream)
        super().handle_close()


class _Crowd:
    """How many connections each address has open.

    most: how many it may have; 0 behind proxies, which have all of them.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: dict[str, set[_Channel]] = defaultdict(set)

    def enter(self, channel: _Channel) -> None:
        """Count a connection; where its address has too many, the idlest one of them goes."""
        own = self._of[channel.household]
        own.add(channel)
        if self._most and len(own) > self._most:
            idle = [one for one in own if not (one.requests or one.will_close or one is channel)]
            last = min(idle, key=lambda one: float(one.last_activity), default=channel)
            last.will_close = True

    def leave(self, channel: _Channel) -> None:
        """Count a connection no longer."""
        own = self._of[channel.household]
        own.discard(channel)
        if not own:
            del self._of[channel.household]


def _check_connections(listener: BaseWSGIServer, now: float) -> None:
    """Look after the connections of a listener: see waitress, and ``_Channel.look``."""
    type(listener).maintenance(listener, now)
    for channel in list(listener.active_channels.values()):
        channel.look()


def run_server(app: Flask) -> None:
    """Serve until interrupted, on HOST and PORT from the environment.

    THREADS requests of tables may be under way at a time; other lanes have their own.
    The terminal shows the address, and for a whole house its code (``recorder.serving.house``).
    Raises SystemExit where somebody else listens there.
    """
    _allow_files()
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8000"))
    threads = max(1, int(os.environ.get("THREADS", ROOMS[Lane.TABLE].threads)))
    try:
        server = make_server(app, host=host, port=port, threads=threads)
    except OSError as problem:
        if problem.errno != errno.EADDRINUSE:
            raise
        with app.app_context(), speech.use_language(find_terminal_language(os.environ)):
            sys.exit(house.explain_taken_port(port))
    sys.setswitchinterval(dispatcher.SWITCH)
    listening = getattr(server, "effective_listen", None)  # a name may stand for two addresses
    port = int(listening[0][1] if listening else server.effective_port)
    app.config["HOUSE"] = house.list_addresses(host, port) if house.is_open_to_house(host) else []
    # As with ctrl-C: all resources are closed, and no log stays beside the store.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
    with app.app_context(), speech.use_language(find_terminal_language(os.environ)):
        print(house.poster(host, port, sys.stdout.encoding), flush=True)
    beside = app.extensions["begin_workers"](app)
    memory.freeze_memory()
    try:
        server.run()
    finally:
        app.extensions["live"].close()  # phones hear of it, and come back
        if beside is not None:
            beside.close()


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


def _make_finders(app: Flask) -> tuple[Callable[..., tuple[Lane, str]], Callable[..., str]]:
    """Return two functions: one finds the lane and link of a request, one its address.

    The request is waitress's. Behind proxies the last of ours names the address.
    """
    routes, proxies = app.url_map.bind("localhost"), app.config["PROXIES"]

    def lane_of(asked: HTTPRequestParser) -> tuple[Lane, str]:
        if asked.error:
            return Lane.PAGE, ""
        path = asked.path.encode("latin-1").decode("utf-8", "replace")
        return lanes.find_lane(routes, path, asked.command, asked.body_bytes_received)

    def address_of(asked: HTTPRequestParser, peer: tuple[str, int]) -> str:
        forwarded = asked.headers.get("X_FORWARDED_FOR", "").split(",") if proxies else []
        told = forwarded[-proxies].strip() if len(forwarded) >= proxies > 0 else ""
        return household(told or peer[0])

    return lane_of, address_of


def make_server(
    app: Flask, *, host: str, port: int, threads: int = ROOMS[Lane.TABLE].threads
) -> BaseWSGIServer:
    """Return a server that is bound and does not run yet; port 0 takes a free one.

    Closing it ends the streams that it has handed over (``recorder.serving.live``). A body beyond
    the application's limit is refused from its header, without reading it.

    threads: those of tables. Light requests take turns (``recorder.serving.dispatcher``). With a
    store on a server they do not, since they mostly wait for the store.
    """
    working = {lane: room.threads for lane, room in ROOMS.items()} | {Lane.TABLE: threads}
    abreast = sum(working.values()) if on_server(app.config["DATABASE"]) else 1
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    lane_of, address_of = _make_finders(app)
    places = lanes.Places()
    crowd = _Crowd(0 if app.config["PROXIES"] else OF_ADDRESS)
    sockets: dict[int, Any] = {}  # waitress fills it with one listener per address
    server = create_server(
        app,
        map=sockets,
        _dispatcher=dispatcher.LaneDispatcher(working, abreast),
        host=host,
        port=port,
        ident=None,
        max_request_body_size=app.config["MAX_CONTENT_LENGTH"] + 1,
        clear_untrusted_proxy_headers=False,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE,
        cleanup_interval=LOOK,
        asyncore_use_poll=True,  # select() ends at 1024 open files
    )
    for listener in sockets.values():
        if isinstance(listener, BaseWSGIServer):
            listener.channel_class = _Channel
            listener.hub = app.extensions["live"]
            listener.lane_of, listener.address_of = lane_of, address_of
            listener.places, listener.crowd = places, crowd
            listener.add_task = _Channel.begin
            listener.maintenance = partial(_check_connections, listener)
    workers = server.task_dispatcher
    workers.shutdown = partial(workers.shutdown, timeout=LAST_ANSWERS)
    closing = server.close

    def close() -> None:
        app.extensions["live"].close()
        closing()

    server.close = close
    return server
