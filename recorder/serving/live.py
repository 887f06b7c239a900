"""Streams of notices to the phones that show a game: the game has gone on.

A notice says one thing, that the game is now at version n; the phone then asks for its own view. A
stream is a connection with an answer that does not end: an event stream, as browsers read it with
``EventSource``. One thread with an event loop holds all of them, however many there are, so no
thread of the server waits.

``Hub.tell`` is the one door for new versions of a game. The process itself calls it after every
write. For the writes of other processes the hub looks at the store a few times a second, with one
question for all streams.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

log = logging.getLogger(__name__)

STREAM = "recorder.stream"
"""The key of the WSGI environment for the server's function that holds a stream: called with one
while the answer is made, it keeps the connection. Other servers know nothing of it."""

LOOK = 0.25
"""Seconds between two looks at what other processes have written."""

BEAT = 20.0
"""Seconds after which a stream that had nothing to say says that it is still there."""

QUIET = 600.0
"""Seconds after which the stream of a game that is over ends, when nothing happens any more."""

UNTAKEN = 60.0
"""Seconds after which a place is free again whose connection never came."""

RETRY = 1000
"""Milliseconds after which a browser connects again, say after a restart of the server."""


class Full(Exception):
    """There is no room for another stream: of this link, of this address, or at all."""


class Watched(Protocol):
    """The store's view of the game that a token opens."""

    @property
    def version(self) -> int:
        """The number of operations in the game's log."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""


class Look(Protocol):
    """A look at the writes of other processes; in threads of its own, by one at a time."""

    def __call__(self, tokens: Collection[str]) -> Mapping[str, Watched] | None:
        """Return the games that the tokens open now, without tokens that open nothing.

        None where nothing was written since the last look.
        """

    def close(self) -> None:
        """Release the resources of looking: nobody looks for now."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many streams there may be at once: in all, from one address, with one link."""

    total: int
    address: int
    link: int

    @classmethod
    def for_total(cls, total: int) -> Bounds:
        """Return the bounds for a total: half for a club behind one address, a tenth a link."""
        return cls(total, max(1, total // 2), max(1, total // 10))


@dataclass(eq=False, slots=True)
class Stream:
    """One phone that is told about one game.

    version: the last one it was told. latest: the newest one. over: whether the game has ended.
    chunked: how its answer is framed. moved, said: when the game moved, when something was said
    last (monotonic seconds).
    """

    token: str
    game: int
    address: str
    version: int
    latest: int
    moved: float
    said: float
    over: bool = False
    chunked: bool = False
    transport: asyncio.WriteTransport | None = None

    def opening(self, version: int, over: bool) -> bytes:
        """Return the beginning of the answer: when to come back, and a notice if there is news.

        version, over: of the game, as read after the stream was admitted.
        """
        known, self.version, self.over = self.version, version, over
        news = b"" if version == known else _notice_text(version)
        return b"retry: %d\n\n" % RETRY + news

    def say(self, text: bytes, now: float) -> None:
        """Send something; a phone that has not read the last message is let go."""
        if self.transport is None:
            return
        if self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        self.said = now
        self.transport.write(b"%x\r\n%s\r\n" % (len(text), text) if self.chunked else text)

    def end(self, word: str) -> None:
        """Say why no more comes, and end the answer."""
        if self.transport is None or self.transport.is_closing():
            return
        self.say(f"event: {word}\ndata: {word}\n\n".encode(), self.said)
        if self.chunked:
            self.transport.write(b"0\r\n\r\n")
        self.transport.close()


def _notice_text(version: int) -> bytes:
    return b"data: %d\n\n" % version


@dataclass(eq=False)
class Hub:
    """All streams of a process, and the thread that holds them; it begins with the first one.

    look: see ``Look``.
    """

    bounds: Bounds
    look: Look
    _streams: dict[int, set[Stream]] = field(default_factory=lambda: defaultdict(set))
    _count: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _loop: asyncio.AbstractEventLoop | None = None
    _thread: threading.Thread | None = None

    def admit(self, token: str, game: int, address: str, since: int) -> Stream:
        """Return a place for a stream; ``take`` brings its connection. Raises Full.

        since: the version that the phone knows. Every later write is brought.
        """
        now = time.monotonic()
        stream = Stream(token, game, address, since, 0, now, now)
        with self._lock:
            counted = ("", self.bounds.total), (address, self.bounds.address)
            for key, most in (*counted, (f"link {token}", self.bounds.link)):
                if self._count[key] >= most:
                    raise Full
            self._count.update(_stream_counts(stream))
            self._streams[game].add(stream)
            self._begin_loop()
        return stream

    def leave(self, stream: Stream) -> None:
        """Free the place of a stream; nothing happens where it is free already."""
        with self._lock:
            of_game = self._streams.get(stream.game, set())
            if stream not in of_game:
                return
            of_game.remove(stream)
            if not of_game:
                del self._streams[stream.game]
            self._count.subtract(_stream_counts(stream))
            self._count += Counter()  # forgets what is at nought

    def take(self, connection: socket.socket, stream: Stream) -> None:
        """Hold a connection after its answer has begun with the stream's ``opening``."""
        connection.setblocking(False)
        with self._lock:
            loop = self._begin_loop()
            asyncio.run_coroutine_threadsafe(self._hold_stream(connection, stream), loop)

    def tell(self, game: int, version: int) -> None:
        """Tell every stream of a game that it is at a version now; safe from any thread."""
        if game in self._streams and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(self._tell_streams, game, version)

    def close(self) -> None:
        """End all streams and the thread."""
        with self._lock:
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is not None and thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()

    def __len__(self) -> int:
        return self._count[""]

    def _begin_loop(self) -> asyncio.AbstractEventLoop:
        """Return the loop of the thread, which begins with the first stream."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=self._hold_all, args=(self._loop,), name="live", daemon=True
            )
            self._thread.start()
        return self._loop

    def holds(self, stream: Stream) -> bool:
        """Return whether a stream still has its place."""
        return stream in self._streams.get(stream.game, ())

    def _hold_all(self, loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        watching = loop.create_task(self._watch_store())
        try:
            loop.run_forever()
        finally:
            watching.cancel()
            for stream in self._list_streams():
                stream.end("restart")
                self.leave(stream)
            loop.run_until_complete(_finish_tasks(loop))
            loop.close()
            self.look.close()

    async def _hold_stream(self, connection: socket.socket, stream: Stream) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(lambda: _Wire(self, stream), connection)
        except OSError:  # gone already
            connection.close()
            self.leave(stream)

    def _list_streams(self) -> list[Stream]:
        with self._lock:
            return [stream for streams in self._streams.values() for stream in streams]

    def _tell_streams(self, game: int, version: int) -> None:
        with self._lock:
            streams = list(self._streams.get(game, ()))
        now = time.monotonic()
        for stream in streams:
            if version > stream.latest:
                stream.latest = version
                stream.moved = now
            self._bring(stream, now)

    def _bring(self, stream: Stream, now: float) -> None:
        if stream.transport is not None and stream.latest > stream.version:
            stream.version = stream.latest
            stream.say(_notice_text(stream.version), now)

    async def _watch_store(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            streams = self._list_streams()
            if not streams:
                continue
            try:
                seen = await asyncio.to_thread(self.look, {stream.token for stream in streams})
            except Exception:  # a store in trouble says so to whoever asks it for something
                log.exception("cannot see what other processes have written")
                seen = None
            now = time.monotonic()
            for stream in streams:
                self._attend_stream(stream, seen, now)

    def _attend_stream(
        self, stream: Stream, seen: Mapping[str, Watched] | None, now: float
    ) -> None:
        """Give a stream the news of a look, or a beat after a while."""
        gone = seen is not None and stream.token not in seen
        if stream.transport is None:
            if gone or now - stream.said > UNTAKEN:
                self.leave(stream)
            return
        if gone:
            return stream.end("gone")
        if seen is not None:
            watched = seen[stream.token]
            stream.over = watched.over
            if watched.version > stream.latest:
                stream.latest, stream.moved = watched.version, now
            self._bring(stream, now)
        if stream.over and now - stream.moved > QUIET:
            return stream.end("over")
        if now - stream.said > BEAT:
            stream.say(b"event: beat\ndata: %d\n\n" % stream.version, now)


def _stream_counts(stream: Stream) -> dict[str, int]:
    return {"": 1, stream.address: 1, f"link {stream.token}": 1}


async def _finish_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Let begun tasks come to their end: cancelled ones, last words on their way."""
    rest = [task for task in asyncio.all_tasks(loop) if task is not asyncio.current_task()]
    await asyncio.gather(*rest, return_exceptions=True)
    await asyncio.sleep(0)
    await loop.shutdown_default_executor()


class _Wire(asyncio.Protocol):
    """The connection of a stream. It says nothing that is listened to."""

    def __init__(self, hub: Hub, stream: Stream) -> None:
        self.hub = hub
        self.stream = stream

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Bring the news since the answer began."""
        assert isinstance(transport, asyncio.WriteTransport)
        self.stream.transport = transport
        if not self.hub.holds(self.stream):
            return transport.abort()
        self.hub._bring(self.stream, time.monotonic())

    def data_received(self, data: bytes) -> None:
        """Let go of a phone that talks into an answer."""
        assert self.stream.transport is not None
        self.stream.transport.abort()

    def connection_lost(self, problem: Exception | None) -> None:
        """Free the place."""
        self.hub.leave(self.stream)
