"""A store is moved: from file to server, back, broken off, done again; both ends are compared."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from recorder.database import Place, Unavailable
from recorder.database.opening import open_database
from recorder.store import store_move
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from recorder.store.store_move import StoresDiffer, copy_rows
from tests.servers import DATABASES
from tests.store.filled import dumped, fill, header

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("KILLS", "1"))
"""How often a move in a process of its own is killed."""

pytestmark = pytest.mark.file

New = Callable[[str], Place]


@pytest.fixture
def new(tmp_path: Path) -> Iterator[New]:
    """Return how to get a place for a store: ``file`` or ``server``."""
    taken: list[str] = []

    def make(kind: str) -> Place:
        if kind == "server":
            taken.append(DATABASES.take())
            return taken[-1]
        return tmp_path / f"{len(list(tmp_path.iterdir()))}.db"

    yield make
    for place in taken:
        DATABASES.give_back(place)


def filled(place: Place, games: int = 6, entries: int = 5) -> Place:
    prepare_store(place)
    fill(place, games, entries)
    return place


def quiet(*_: object) -> None:
    """Say nothing."""


WAYS = [("file", "server"), ("server", "file"), ("file", "file")]


@pytest.mark.parametrize(("old", "fresh"), WAYS)
def test_a_moved_store_is_the_same_and_goes_on(new: New, old: str, fresh: str) -> None:
    source, target = filled(new(old)), new(fresh)
    moved = copy_rows(source, target, quiet)
    assert (moved.games, moved.went_on) == (6, False)
    assert dumped(target) == dumped(source)
    with closing(Store(target)) as store:
        assert store.damage() == []
        row, links = store.create(header(), [], over=False, listed=True)
        assert row.id == 7
        assert store.link(links[0].token).ledger == 7
    fill(target, 2, 2, first=90)


@pytest.mark.parametrize(("old", "fresh"), WAYS[:2])
def test_a_move_that_is_broken_off_ten_times_goes_on_where_it_stopped(
    new: New, old: str, fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power goes after a transaction, or in the middle of one."""
    monkeypatch.setattr(store_move, "ROWS", 7)
    source, target = filled(new(old)), new(fresh)
    stretches = 0
    write = store_move._Move._write_rows

    class Off(Exception):
        """The power is gone."""

    def until(most: int) -> Callable[..., None]:
        def tell(*_: object) -> None:
            nonlocal stretches
            stretches += 1
            if most and stretches >= most:
                raise Off

        return tell

    def torn(*arguments: object) -> None:
        write(*arguments)  # type: ignore[arg-type]
        raise Off

    came: list[int] = []
    for number in range(10):
        stretches = 0
        with monkeypatch.context() as patch:
            if number == 5:
                patch.setattr(store_move._Move, "_write_rows", torn)
            with pytest.raises(Off):
                copy_rows(source, target, until(2))
        with pytest.raises(Unavailable, match="move-store"):
            prepare_store(target)
        came.append(sum(map(len, dumped(target).values())))
    assert came == sorted(came)
    assert len(set(came)) >= 9  # every one but the torn one came further
    stretches = 0
    copy_rows(source, target, until(0))
    assert dumped(target) == dumped(source)
    prepare_store(target)


def test_what_is_written_meanwhile_comes_over_with_the_next_move(new: New) -> None:
    source, target = filled(new("file")), new("server")
    written = False

    def write(what: str, done: int, rows: int) -> None:
        nonlocal written
        if not written:
            written = True
            fill(source, 2, 3, first=6)

    assert copy_rows(source, target, write).went_on
    assert len(dumped(target)["games"]) == 6
    moved = copy_rows(source, target, quiet)
    assert (moved.games, moved.went_on) == (8, False)
    assert dumped(target) == dumped(source)


def test_a_move_that_stopped_goes_on_with_a_store_that_has_gone_on(
    new: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_move, "ROWS", 7)
    source, target = filled(new("server")), new("file")

    def stop(what: str, done: int, rows: int) -> None:
        if done > rows // 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        copy_rows(source, target, stop)
    fill(source, 3, 4, first=6)
    with closing(Store(source)) as store:
        store.db.execute("DELETE FROM league_games WHERE game = 2")
    copy_rows(source, target, quiet)
    assert dumped(target) == dumped(source)


def test_another_store_is_not_written_over(new: New) -> None:
    source, target = filled(new("file")), filled(new("server"), 2)
    before = dumped(target)
    with pytest.raises(StoresDiffer, match="game 1 of the new place"):
        copy_rows(source, target, quiet)
    assert dumped(target) == before
    prepare_store(target)


def test_a_copy_that_has_gone_on_is_not_taken_back(new: New) -> None:
    source, target = filled(new("file")), new("server")
    copy_rows(source, target, quiet)
    fill(target, 1, 2, first=6)
    before = dumped(target)
    with pytest.raises(StoresDiffer, match="game 7 of the new place"):
        copy_rows(source, target, quiet)
    assert dumped(target) == before


def test_what_differs_at_the_end_is_named(new: New) -> None:
    source, target = filled(new("file")), new("server")

    def spoil(what: str, done: int, rows: int) -> None:
        if what == "copied" and done == rows:
            with closing(open_database(target)) as db:
                db.execute("UPDATE links SET opened_at = 'never' WHERE game = 3 AND seat = 'b'")

    with pytest.raises(StoresDiffer, match=r"^game 3 differs$"):
        copy_rows(source, target, spoil)
    with pytest.raises(Unavailable):
        prepare_store(target)
    copy_rows(source, target, quiet)
    assert dumped(target) == dumped(source)


@pytest.mark.parametrize(
    ("old", "fresh"),
    [
        ("file", "server"),
        pytest.param(
            *("server", "file"),
            marks=pytest.mark.skipif(KILLS < 2, reason="the way back costs as much: KILLS=10"),
        ),
    ],
)
def test_a_killed_command_goes_on(new: New, old: str, fresh: str, tmp_path: Path) -> None:
    source, target = filled(new(old), 30 * KILLS, 20), new(fresh)
    command = [sys.executable, "-m", "flask", "--app", "wsgi", "move-store", str(source)]
    variables = {"DATABASE": str(tmp_path / "else.db"), "PYTHONUNBUFFERED": "1"}

    def begin() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*command, str(target)],
            cwd=ROOT,
            env=os.environ | variables,
            stdout=subprocess.PIPE,
            text=True,
        )

    for _ in range(KILLS):
        with begin() as running:
            assert running.stdout is not None
            for _ in "where it stopped", "and further":
                assert "copied" in running.stdout.readline()
            running.send_signal(signal.SIGKILL)
    with begin() as running:
        assert running.stdout is not None
        said = running.stdout.read()
    assert running.returncode == 0
    assert f"{30 * KILLS} games" in said
    assert "the same at both ends" in said
    assert dumped(target) == dumped(source)
