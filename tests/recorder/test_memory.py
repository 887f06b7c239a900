"""What a process keeps in memory: nobody waits for it who need not, and none of it piles up."""

import subprocess
import sys
import threading

from recorder.store.memory import SELDOM, Cache, FoldedLog


def test_who_asks_for_what_is_known_waits_for_nobody() -> None:
    moment = FoldedLog(3)
    assert moment.compute_once("score", lambda: 7) == 7
    told: list[int] = []
    reader = threading.Thread(
        target=lambda: told.append(moment.compute_once("score", int)), daemon=True
    )
    with moment.lock:  # somebody works something else out, or judges the next entry
        reader.start()
        reader.join(10)
        assert told == [7]


def test_an_answer_of_nothing_is_an_answer() -> None:
    moment = FoldedLog(3)
    asked: list[None] = []
    for _ in range(2):
        assert moment.compute_once("last", lambda: asked.append(None)) is None
    assert len(asked) == 1
    assert moment.has_answer("last")


def test_what_is_unused_for_longest_goes_first_and_the_last_one_stays() -> None:
    cache: Cache[str, int] = Cache(10)
    for number, name in enumerate("abc"):
        cache.keep(name, number, weight=3)
    assert cache.find("a") == 0
    cache.keep("d", 3, weight=4)
    assert [cache.find(name) for name in "abcd"] == [0, None, 2, 3]
    assert cache.weight == 10
    cache.keep("e", 4, weight=99)
    assert [cache.find(name) for name in "acde"] == [None, None, None, 4]
    assert cache.weight == 99


def test_there_are_as_many_locks_as_there_are_threads_at_work() -> None:
    cache: Cache[int, str] = Cache(10)
    with cache.lock_key(1), cache.lock_key(2), cache.lock_key(1):
        assert len(cache._alone) == 2
    assert not cache._alone


def test_what_a_process_holds_to_its_end_is_looked_through_no_more() -> None:
    told = "gc.get_freeze_count() > 1000, gc.get_threshold()[0], gc.isenabled()"
    program = (
        "import gc; from recorder.store.memory import freeze_memory; freeze_memory(); "
        f"print({told})"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == ["True", str(SELDOM), "True"]
