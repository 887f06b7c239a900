"""The order in which requests are answered, by lanes and turns.

Every lane (``recorder.serving.lanes``) has threads of its own, and usually one thread works at a
time. So no long request keeps an entry, a notice or a health check from being answered. Within a
lane addresses take turns: an address with many requests waits behind addresses with few.

Python runs one thread at a time. Threads that answer together take the interpreter from each other
at every statement of the store, and wait in turn to have it back: eight of them answer half as many
entries a second as one. So light requests take turns in the order in which they came, tables first.
The next one begins when the one before it has ended or has taken ``PATIENCE``. A long request keeps
nobody waiting for all its time.

Turns stay because of ``benchmarks busy``: without them, in turn on a machine that others used, an
entry took 37, 45 and 95 ms instead of 26, 27 and 54 (median), and 116, 121 and 411 instead of 71,
79 and 231 (p95).
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Mapping
from time import monotonic
from typing import Protocol

from waitress.task import ThreadedTaskDispatcher

from recorder.serving.lanes import Lane

PATIENCE = 0.025
"""Seconds after which the next request no longer waits for the one before: several entries, or
half a page."""

SWITCH = 0.001
"""Seconds after which a working thread gives way to a waiting one (Python's default is five times
as much). An entry waits so long at each statement of the store while something long is made."""

TAKE_TURNS = (Lane.TABLE, Lane.PAGE)
"""Lanes whose requests take turns, the first of them first."""


class Task(Protocol):
    """A request as waitress hands it over. lane: its lane; address: of its sender."""

    lane: Lane
    address: str

    def service(self) -> None:
        """Answer it."""

    def cancel(self) -> None:
        """Forget it: the server stops."""


class LaneQueue:
    """Requests that wait in one lane: addresses by turns, of one address in order."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Task]] = OrderedDict()

    def append(self, task: Task) -> None:
        """Put a request behind the others of its address."""
        self._waiting.setdefault(task.address, deque()).append(task)

    def popleft(self) -> Task:
        """Return the next request; its address is the last to have another one."""
        address, tasks = self._waiting.popitem(last=False)
        task = tasks.popleft()
        if tasks:
            self._waiting[address] = tasks
        return task

    def __len__(self) -> int:
        return len(self._waiting)  # addresses: whether there are any is what is asked


class LaneDispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The threads that answer requests.

    threads: how many each lane has, which are the most that are under way in it. abreast: how many
    requests that take turns work at a time, besides the ones that have taken longer than
    ``PATIENCE``.
    """

    def __init__(self, threads: Mapping[Lane, int], abreast: int = 1) -> None:
        super().__init__()
        self.abreast = abreast
        self._lanes = [lane for lane, count in threads.items() for _ in range(count)]
        self._queues = {lane: LaneQueue() for lane in threads}
        self._called = {lane: threading.Condition(self.lock) for lane in threads}
        self._idle: Counter[Lane] = Counter()
        self._begun: dict[int, float] = {}  # thread: when its request began, while it counts
        self._watched: set[Lane] = set()  # lanes of which a thread looks after those that take long
        self.set_thread_count(len(self._lanes))

    def set_thread_count(self, count: int) -> None:
        """See waitress."""
        super().set_thread_count(count)
        with self.lock:
            for called in self._called.values():
                called.notify_all()

    def add_task(self, task: Task) -> None:
        """See waitress."""
        with self.lock:
            self._queues[task.lane].append(task)
            self._called[task.lane].notify()

    def handler_thread(self, thread_no: int) -> None:
        """Answer one request after another until the server stops; see waitress."""
        while (task := self._next_task(thread_no)) is not None:
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """See waitress."""
        ended: bool = super().shutdown(cancel_pending, timeout)
        with self.lock:
            for queue in self._queues.values():
                while queue:
                    queue.popleft().cancel()
        return ended

    def _next_task(self, thread_no: int) -> Task | None:
        """Return the next request when its turn has come, None when the server stops."""
        lane = self._lanes[thread_no]
        queue = self._queues[lane]
        with self.lock:
            if self._begun.pop(thread_no, None) is not None:
                for one in TAKE_TURNS:  # somebody may begin now
                    if self._queues.get(one):
                        self._called[one].notify()
            while self.stop_count == 0:
                wait = self._seconds_to_wait(lane) if queue else 0.0
                if queue and wait <= 0:
                    if lane in TAKE_TURNS:
                        self._begun[thread_no] = monotonic()
                    task = queue.popleft()
                    if queue:
                        self._called[lane].notify()
                    return task
                watches = bool(queue) and lane not in self._watched
                if watches:
                    self._watched.add(lane)
                self._idle[lane] += 1
                self._called[lane].wait(wait if watches else None)
                self._idle[lane] -= 1
                if watches:
                    self._watched.discard(lane)
            self.active_count -= 1
            self.stop_count -= 1
            self.threads.discard(thread_no)
            self.thread_exit_cv.notify()
            return None

    def _seconds_to_wait(self, lane: Lane) -> float:
        """Return the seconds until the next request of a lane may begin, as far as is known."""
        if lane not in TAKE_TURNS:
            return 0.0
        now = monotonic()
        for thread_no, begun in list(self._begun.items()):
            if now - begun >= PATIENCE:
                del self._begun[thread_no]
        if len(self._begun) >= self.abreast:
            return min(self._begun.values()) + PATIENCE - now
        for first in TAKE_TURNS[: TAKE_TURNS.index(lane)]:
            if self._queues.get(first) and self._idle[first]:
                self._called[first].notify()
                return PATIENCE
        return 0.0
