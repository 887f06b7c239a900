"""WeasyPrint, kept on a short lead: own style sheet, no other file, one page at a time.

All printing of a process happens in one press: a process of its own, started with the first page,
a little behind everybody else in line for the processor. So entering never waits for printing. A
page that takes too long or too much memory ends its press and not the server. Fonts are looked up
once.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

ROOT = Path(__file__).resolve().parent.parent

PLACES = 4
"""Pages that are being printed or wait for it; further requests are told when to come back."""

SECONDS = 20.0
"""Seconds of the processor that one page may take, all its layouts together, however busy the
machine is; a full sheet takes a tenth of one."""

HANG = 600.0
"""Seconds by the clock after which a press that does not come to its limit counts as stuck."""

COME_BACK = 3
"""Seconds after which a place is free again, as a rule."""


class Busy(Exception):
    """The press has no place for one more page. ``seconds``: when to come back."""

    seconds = COME_BACK


class Unprintable(Exception):
    """A page that the press did not print: it took too long or too much, or the press broke."""


class Maker(Protocol):
    """Who prints and draws where there is no press: a browser does both itself.

    page, picture: the content types of what it makes.
    """

    page: str
    picture: str

    def one_page(self, attempts: Iterable[str], style: Path) -> bytes:
        """See ``one_page``."""

    def drawn(self, asked: Mapping[str, Any]) -> bytes:
        """See ``drawn``."""


_instead: Maker | None = None

PDF, PNG = "application/pdf", "image/png"


def use(maker: Maker) -> None:
    """Let all that this process prints and draws from now on be made by somebody else."""
    global _instead
    _instead = maker


def kinds() -> tuple[str, str]:
    """Return the content types of printed pages and of pictures."""
    return (PDF, PNG) if _instead is None else (_instead.page, _instead.picture)


def one_page(attempts: Iterable[str], style: Path) -> bytes:
    """Return a PDF from the first of several versions of a page that fits on one page.

    attempts: the page as HTML, from the preferred version to the most compact; the last one
    is printed even when it runs on to a second page, so that nothing is left out.
    style: the style sheet, a file of our own; the only file that is read.
    May be called from any thread; calls wait for one another. Raises Busy, Unprintable.
    """
    if _instead is not None:
        return _instead.one_page(attempts, style)
    with _place(_places):
        return _press().print(iter(attempts), style)


def drawn(asked: Mapping[str, Any]) -> bytes:
    """Return a picture that ``exports.easel`` draws: in a queue of its own, else as a page is.

    Raises Busy, Unprintable.
    """
    if _instead is not None:
        return _instead.drawn(asked)
    with _place(_easel_places):
        return _press(EASEL).draw(asked)


PRESS, EASEL = "exports.press", "exports.easel"

_places = threading.BoundedSemaphore(PLACES)
_easel_places = threading.BoundedSemaphore(PLACES)


@contextmanager
def _place(places: threading.BoundedSemaphore) -> Iterator[None]:
    if not places.acquire(blocking=False):
        raise Busy
    try:
        yield
    finally:
        places.release()


class Press:
    """A process that prints or draws, such as ``python -m exports.press``, and the pipe to it."""

    def __init__(self, module: str = PRESS) -> None:
        self._module = module
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def print(self, attempts: Iterator[str], style: Path) -> bytes:
        """See ``one_page``."""
        return self._bounded(lambda process: self._printed(process, attempts, style))

    def draw(self, asked: Mapping[str, Any]) -> bytes:
        """See ``drawn``."""
        return self._bounded(lambda process: _ask(process, {**asked, "seconds": SECONDS}))

    def _bounded(self, work: Callable[[subprocess.Popen[bytes]], bytes]) -> bytes:
        with self._lock:
            process = self._running()
            # Ends the press, and with it the wait for what it would say. The press itself ends
            # where it has worked too long (``exports.press``).
            clock = threading.Timer(HANG, process.kill)
            clock.start()
            try:
                return work(process)
            except (OSError, EOFError, ValueError) as problem:
                self.stop()
                raise Unprintable(f"the page could not be printed: {problem}") from None
            finally:
                clock.cancel()

    def _printed(
        self, process: subprocess.Popen[bytes], attempts: Iterator[str], style: Path
    ) -> bytes:
        limit = {"seconds": SECONDS}
        for html in attempts:
            pdf = _ask(process, {"html": html, "style": str(style), **limit})
            limit = {}  # of the first layout and all others together
            if pdf:
                return pdf
        return _ask(process, {})

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        return self._process

    def stop(self) -> None:
        """End the process, if it runs; the next page starts another one."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def _ask(process: subprocess.Popen[bytes], asked: Mapping[str, Any]) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    send(process.stdin, json.dumps(asked).encode())
    return receive(process.stdout)


_presses: dict[tuple[int, str], Press] = {}
"""One of each kind for each process, by its number: a server that forks shares no pipe."""


def _press(module: str = PRESS) -> Press:
    own = (os.getpid(), module)
    press = _presses.get(own)
    if press is None:
        press = _presses.setdefault(own, Press(module))
    return press


@atexit.register
def close() -> None:
    """End what of this process prints and draws; the next page starts another one."""
    for module in (PRESS, EASEL):
        press = _presses.pop((os.getpid(), module), None)
        if press is not None:
            press.stop()


def send(pipe: IO[bytes], message: bytes) -> None:
    """Write a message with its length before it."""
    pipe.write(len(message).to_bytes(8, "big") + message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """Return the next message. Raises EOFError where the other side has gone."""
    length = _exactly(pipe, 8)
    return _exactly(pipe, int.from_bytes(length, "big"))


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    body = pipe.read(size)
    if len(body) != size:
        raise EOFError("the press has stopped")
    return body
