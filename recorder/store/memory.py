"""The memory of a process beside its store: games, leagues, and values made of them.

The store is the truth, and the memory may be lost at any time. No reader waits here for a writer.
Two threads wait for each other only where both would do the same work: reading on in one log
(``Cache.lock_key``), and computing one answer (``FoldedLog.compute_once``).
"""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

SELDOM = 10_000
"""New objects between two looks for rings among them. Python looks every 700 by itself, which is a
twentieth of what a page costs; so many objects are a few megabytes."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Answer = TypeVar("Answer")


class Cache(Generic[Key, Value]):
    """Values by keys, the ones used last, up to a weight together. Safe for threads."""

    def __init__(self, most: int) -> None:
        """most: the weight of all kept values; the last kept value stays in any case."""
        self._most = most
        self._weight = 0
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._looking = threading.Lock()
        self._alone: WeakValueDictionary[Key, threading.RLock] = WeakValueDictionary()

    def __len__(self) -> int:
        """Return how many values are kept."""
        return len(self._values)

    @property
    def weight(self) -> int:
        """The weight of all kept values."""
        return self._weight

    def find(self, key: Key) -> Value | None:
        """Return the value under a key, None for nothing."""
        with self._looking:
            kept = self._values.get(key)
            if kept is None:
                return None
            self._values.move_to_end(key)
            return kept[0]

    def keep(self, key: Key, value: Value, weight: int = 1) -> None:
        """Keep a value in the place of an earlier one; the values unused for longest go."""
        with self._looking:
            self._drop(key)
            self._values[key] = value, weight
            self._weight += weight
            while self._weight > self._most and len(self._values) > 1:
                self._drop(next(iter(self._values)))

    def _drop(self, key: Key) -> None:
        dropped = self._values.pop(key, None)
        self._weight -= dropped[1] if dropped else 0

    def lock_key(self, key: Key) -> AbstractContextManager[bool]:
        """Return the lock of a key: one thread at a time makes its value.

        A lock exists as long as a thread holds it or waits for it.
        """
        with self._looking:
            lock = self._alone.get(key)
            if lock is None:
                lock = self._alone[key] = threading.RLock()
            return lock


class FoldedLog:
    """A ledger's log folded up to one version. It never changes; its answers are kept.

    A thread holds ``lock`` while it computes an answer, so that it is computed once, and nobody
    else uses the same state as scratch space. Reading a known answer takes no lock.
    """

    def __init__(self, most: int) -> None:
        """most: how many answers are kept."""
        self.lock = threading.RLock()
        self._answers: Cache[Hashable, tuple[Any]] = Cache(most)

    def compute_once(self, key: Hashable, work_out: Callable[[], Answer]) -> Answer:
        """Return the answer of a key, computed when it is first asked for."""
        known = self._answers.find(key)
        if known is None:
            with self.lock:
                known = self._answers.find(key)
                if known is None:
                    known = (work_out(),)
                    self._answers.keep(key, known)
        answer: Answer = known[0]
        return answer

    def has_answer(self, key: Hashable) -> bool:
        """Whether an answer is kept."""
        return self._answers.find(key) is not None


def freeze_memory() -> None:
    """Exclude the lasting objects of a started process from garbage collection.

    Looking through them again and again made everybody wait 60 to 90 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
