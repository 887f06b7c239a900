"""Processes that run heavy functions for this one, each one call at a time.

A process starts with its first call and is kept for the next ones. If it ends, or takes longer than
a call may, it is killed, its caller is told, and the next call starts another one. Both directions
are pickled: (function, arguments) to the process, and (whether it returned, the result or the
exception) back.

Of the libraries for this, ``concurrent.futures`` cannot end one call without the others, and
pebble's processes share one pipe, whose lock dies with a killed process; both need a further
process for their locks.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
"""Where the program is; it may be run from anywhere."""

COME_BACK = 3
"""Seconds after which a pool has a place again, or another process, as a rule."""

LAST = 10.0
"""Seconds that a pool which is closed leaves its processes to end by themselves."""


class PoolFull(Exception):
    """As many calls are under way as may be. ``seconds``: when to come back."""

    seconds = COME_BACK


class WorkerLost(Exception):
    """The process ended, or was ended, while it was at a call. ``seconds``: when to ask again."""

    seconds = COME_BACK


Call = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function that other processes find by its module and name, and its arguments."""


class WorkerPool:
    """Some processes, and a queue of calls to them. Safe for threads.

    processes: how many there are at most. most: how many calls may be under way or wait. prepare:
    the function that each process runs before its first call.
    """

    def __init__(self, processes: int, most: int, prepare: Call | None = None) -> None:
        self._places = threading.BoundedSemaphore(most)
        self._workers = [_Worker(prepare) for _ in range(processes)]
        self._free: queue.LifoQueue[_Worker] = queue.LifoQueue()  # the last worker is ready
        for worker in self._workers:
            self._free.put(worker)

    def call(self, function: Callable[..., Any], *arguments: Any, seconds: float) -> Any:
        """Return the result of a function run in one of the processes.

        seconds: by the clock, from the start in the process. Raises the function's exceptions,
        PoolFull, and WorkerLost.
        """
        if not self._places.acquire(blocking=False):
            raise PoolFull
        try:
            worker = self._free.get()
            try:
                return worker.run((function, arguments), seconds)
            finally:
                self._free.put(worker)
        finally:
            self._places.release()

    def begin(self) -> None:
        """Let one process start, so that the first call does not wait for it."""
        worker = self._free.get()
        try:
            worker.start()
        finally:
            self._free.put(worker)

    def processes(self) -> list[int]:
        """Return the numbers of the processes that run."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    def close(self) -> None:
        """End the processes; a call that is under way has a moment to end."""
        for worker in self._workers:
            worker.close()


class _Worker:
    """One process of a pool, for one thread at a time. process: None while none runs."""

    def __init__(self, prepare: Call | None) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._prepare = prepare
        self._closed = False
        self._starting = threading.Lock()  # a pool that closes finds every process

    def start(self) -> subprocess.Popen[bytes]:
        """Return the process, which starts where none runs. Raises OSError, WorkerLost."""
        with self._starting:
            if self._closed:
                raise WorkerLost("the pool is closed")
            if self.process is None or self.process.poll() is not None:
                self._kill()  # closes the pipes of one that has ended
                path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
                self.process = subprocess.Popen(
                    [sys.executable, "-c", "from exports.worker_pool import work; work()"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=os.environ | {"PYTHONPATH": path},
                )
                _send(self.process, self._prepare)
            return self.process

    def run(self, call: Call, seconds: float) -> Any:
        """Return the result of a call. Raises its exceptions, and WorkerLost."""
        try:
            process = self.start()
            clock = threading.Timer(seconds, process.kill)
            clock.daemon = True
            clock.start()
            try:
                _send(process, call)
                assert process.stdout is not None
                returned, value = pickle.load(process.stdout)
            finally:
                clock.cancel()
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as problem:
            self._kill()
            raise WorkerLost(str(problem)) from None
        if not returned:
            raise value
        return value

    def close(self) -> None:
        """End the process behind the call that is under way; after a while in any case."""
        with self._starting:
            self._closed = True
            process = self.process
        if process is not None:
            with suppress(OSError):
                assert process.stdin is not None
                process.stdin.close()  # it has nothing left to do
            with suppress(subprocess.TimeoutExpired):
                process.wait(LAST)
            self._kill()

    def _kill(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # nobody waits for unsent bytes
                assert pipe is not None
                pipe.close()


def _send(process: subprocess.Popen[bytes], message: object) -> None:
    assert process.stdin is not None
    process.stdin.write(pickle.dumps(message))
    process.stdin.flush()


_works = False


def in_worker() -> bool:
    """Return whether this process belongs to a pool, and so runs heavy work itself."""
    return _works


def work() -> None:
    """Be a process of a pool: run calls until standard input ends."""
    global _works
    _works = True
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)  # they are for the process that started us
    inward, outward = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library's prints do not mix with results
    with suppress(EOFError, OSError):
        if (prepare := pickle.load(inward)) is not None:
            prepare[0](*prepare[1])
        while True:
            function, arguments = pickle.load(inward)
            outward.write(_answer(function, arguments))
            outward.flush()


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps((True, function(*arguments)))
    except Exception as problem:
        try:
            pickle.loads(pickled := pickle.dumps((False, problem)))
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(problem).__name__}: {problem}")))
        return pickled
