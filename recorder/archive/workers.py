"""Workers that judge: this process, several of this machine, or those of a Dask scheduler.

Records go out in batches, a few more than there are workers, so memory holds a few batches, however
many records there are. Lines come back in the order of the records.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from typing import Any

from recorder.archive.judging import FoundRecord, Line, judge_all

BATCH = 32
"""Records that travel together: a second of work, one or two megabytes."""

AHEAD = 3
"""Batches per worker that are judged or wait for it."""

Batch = tuple[FoundRecord, ...]


def judge_here(records: Iterable[FoundRecord]) -> Iterator[Line]:
    """Yield the lines, judged in this process."""
    for batch in _make_batches(records):
        yield from judge_all(batch)


def judge_in_processes(records: Iterable[FoundRecord], jobs: int) -> Iterator[Line]:
    """Yield the lines, judged by ``jobs`` processes of this machine."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            yield from _in_order(records, lambda batch: pool.submit(judge_all, batch), jobs * AHEAD)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def judge_on_machines(records: Iterable[FoundRecord], scheduler: str) -> Iterator[Line]:
    """Yield the lines, judged by the workers of a Dask scheduler, wherever they are.

    scheduler: its address (``tcp://..``). Workers need this program installed. If a worker is lost,
    another one judges its batch. Raises OSError when nobody answers there, and ImportError without
    the ``archive`` extra.
    """
    dask: Any = import_module("distributed")  # of an extra: only who asks for it needs it
    with dask.Client(scheduler, timeout="10s", set_as_default=False) as client:
        count = max(1, len(client.nthreads()))
        # pure: the same batch twice would be judged once, and there is no such batch
        yield from _in_order(
            records, lambda batch: client.submit(judge_all, batch, pure=False), count * AHEAD
        )


def _in_order(
    records: Iterable[FoundRecord], submit: Callable[[Batch], Future[list[Line]] | Any], most: int
) -> Iterator[Line]:
    waiting: deque[Any] = deque()
    for batch in _make_batches(records):
        waiting.append(submit(batch))
        if len(waiting) >= most:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def _make_batches(records: Iterable[FoundRecord]) -> Iterator[Batch]:
    rest = iter(records)
    while batch := tuple(islice(rest, BATCH)):
        yield batch
