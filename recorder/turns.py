"""Who answers when: the server's threads, of which as a rule one works at a time.

Python runs one thread at a time. Threads that answer together take the interpreter from each
other at every statement of the store, and wait in turn to have it back: eight of them answer half
as many entries a second as one. So requests take turns, in the order in which they came: the next
one begins when the one before it has ended, has gone on for ``PATIENCE``, or has said that it
waits for somebody else (``step_aside``). What takes long keeps nobody waiting for all its time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

from waitress.task import ThreadedTaskDispatcher

PATIENCE = 0.025
"""Seconds after which the next request no longer waits for the one before: several entries, or
half a page."""

SWITCH = 0.001
"""Seconds after which a thread that works gives way to one that could (``sys``'s own: five times
as much). An entry waits so long at each statement of the store while something long is made."""

_own = threading.local()


def step_aside() -> None:
    """Say that this thread's request is about to wait for something; the next one begins.

    Nothing happens outside the threads of ``Turns``, and when it is said twice.
    """
    leave: Callable[[], None] | None = getattr(_own, "leave", None)
    if leave is not None:
        leave()


class Turns(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The threads that answer requests.

    abreast: how many requests work at a time that have neither stepped aside nor taken longer
    than ``PATIENCE``. All threads together are the most that are under way.
    """

    def __init__(self, threads: int, abreast: int = 1) -> None:
        super().__init__()
        self.abreast = abreast
        self._begun: dict[int, float] = {}  # thread: when its request began, while it counts
        self._watched = False  # whether a thread looks after those that take long
        self.set_thread_count(threads)

    def add_task(self, task: Any) -> None:
        """See waitress."""
        with self.lock:
            self.queue.append(task)
            if len(self._begun) < self.abreast or not self._watched:
                self.queue_cv.notify()

    def handler_thread(self, thread_no: int) -> None:
        """Answer one request after another until the server stops; see waitress."""
        _own.leave = lambda: self._leave(thread_no)
        while (task := self._next(thread_no)) is not None:
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)

    def _next(self, thread_no: int) -> Any:
        """Return the next request when its turn has come, None when the server stops."""
        with self.lock:
            self._begun.pop(thread_no, None)
            while self.stop_count == 0:
                wait = self._wait()
                if self.queue and wait <= 0:
                    self._begun[thread_no] = monotonic()
                    task = self.queue.popleft()
                    if self.queue and not self._watched:
                        self.queue_cv.notify()
                    return task
                watches = bool(self.queue) and not self._watched
                self._watched |= watches
                self.active_count -= 1
                self.queue_cv.wait(wait if watches else None)
                self.active_count += 1
                self._watched &= not watches
            self.active_count -= 1
            self.stop_count -= 1
            self.threads.discard(thread_no)
            self.thread_exit_cv.notify()
            return None

    def _wait(self) -> float:
        """Return the seconds until the next request may begin, as far as is known."""
        now = monotonic()
        for thread_no, begun in list(self._begun.items()):
            if now - begun >= PATIENCE:
                del self._begun[thread_no]
        if len(self._begun) < self.abreast:
            return 0.0
        return min(self._begun.values()) + PATIENCE - now

    def _leave(self, thread_no: int) -> None:
        with self.lock:
            if self._begun.pop(thread_no, None) is not None and self.queue:
                self.queue_cv.notify()
