"""Functions with arguments run in other processes: each has an end, and so has the queue."""

import operator
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from exports import worker_pool
from exports.worker_pool import PoolFull, WorkerLost, WorkerPool, in_worker

SOON = 60.0
"""Seconds by the clock that a call may take here, on a machine that does much else."""


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    made = WorkerPool(1, 2, (os.chdir, ("/",)))
    yield made
    made.close()


class Odd(Exception):
    """An error that other processes cannot read."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")


def fail_oddly() -> None:
    raise Odd("no", "because")


def test_a_function_runs_in_a_process_that_is_kept_and_prepared(pool: WorkerPool) -> None:
    number = pool.call(os.getpid, seconds=SOON)
    assert number != os.getpid()
    assert pool.call(os.getpid, seconds=SOON) == number
    assert pool.call(os.getcwd, seconds=SOON) == "/"
    assert pool.processes() == [number]
    assert (pool.call(in_worker, seconds=SOON), in_worker()) == (True, False)


def test_what_a_function_raises_is_raised_here(pool: WorkerPool) -> None:
    with pytest.raises(ZeroDivisionError):
        pool.call(operator.truediv, 1, 0, seconds=SOON)
    with pytest.raises(RuntimeError, match="Odd: no: because"):
        pool.call(fail_oddly, seconds=SOON)
    assert pool.call(operator.add, 1, 2, seconds=SOON) == 3


def test_what_is_printed_does_not_come_between(pool: WorkerPool) -> None:
    pool.call(print, "hello", seconds=SOON)
    assert pool.call(operator.add, 1, 2, seconds=SOON) == 3


def test_a_process_that_ends_is_told_of_and_another_one_takes_its_place(pool: WorkerPool) -> None:
    number = pool.call(os.getpid, seconds=SOON)
    with pytest.raises(WorkerLost):
        pool.call(os._exit, 3, seconds=SOON)
    other = pool.call(os.getpid, seconds=SOON)
    os.kill(other, signal.SIGKILL)
    while True:  # it has been told to end, and may answer before it does
        try:
            last = pool.call(os.getpid, seconds=SOON)
        except WorkerLost:
            continue
        if last != other:
            break
    assert len({number, other, last}) == 3


def test_a_call_that_takes_too_long_is_ended(pool: WorkerPool) -> None:
    pool.begin()
    with pytest.raises(WorkerLost):
        pool.call(signal.pause, seconds=0.01)
    assert pool.call(operator.add, 1, 2, seconds=SOON) == 3


def test_the_queue_has_an_end(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """One call is under way and one waits; who comes then is told so at once."""
    with ThreadPoolExecutor(2) as people:
        first, second = (people.submit(pool.call, signal.pause, seconds=SOON) for _ in range(2))
        while pool._places._value:  # until both have a place
            pass
        with pytest.raises(PoolFull) as full:
            pool.call(os.getpid, seconds=SOON)
        assert full.value.seconds
        monkeypatch.setattr(worker_pool, "LAST", 0.01)
        pool.close()
        for one in (first, second):
            assert isinstance(one.exception(SOON), WorkerLost)


def test_a_closed_pool_has_no_processes(pool: WorkerPool) -> None:
    pool.begin()
    (number,) = pool.processes()
    pool.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    with pytest.raises(WorkerLost):
        pool.call(os.getpid, seconds=SOON)
