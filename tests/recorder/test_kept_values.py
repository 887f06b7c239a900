"""What tables enter once: kept in versions, the newest holds, nothing is changed or lost."""

import threading
from pathlib import Path
from typing import Any

import pytest
from freezegun import freeze_time

from recorder.database import Violated
from recorder.kept.kept_values import LARGEST, Catalogue, NotKept
from recorder.store.migrations import prepare_store
from recorder.store.store import Store

BOARD = {"rooms": ["a1", "a2"], "doors": [3, 4]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    prepare_store(tmp_path / "recorder.db")
    return tmp_path / "recorder.db"


@pytest.fixture
def catalogue(path: Path) -> Catalogue:
    return Catalogue(Store(path))


def test_a_value_comes_back_with_who_entered_it_and_when(catalogue: Catalogue) -> None:
    with freeze_time("2026-11-21T12:00:00Z"):
        catalogue.enter("toy.board", "blue", BOARD, "Chloé")
    item = catalogue.find("toy.board", "blue")
    assert (item.value, item.who, item.at[:19]) == (BOARD, "Chloé", "2026-11-21T12:00:00")
    assert catalogue.find("toy.board", "red") is None
    assert catalogue.find("toy.cards", "blue") is None


def test_the_newest_version_holds_and_older_ones_stay(catalogue: Catalogue) -> None:
    catalogue.enter("toy.board", "blue", {"rooms": 1}, "Anna")
    catalogue.enter("toy.board", "red", {"rooms": 9}, "Anna")
    catalogue.enter("toy.board", "blue", {"rooms": 2}, "Boris")
    versions = [(item.value["rooms"], item.who) for item in catalogue.history("toy.board", "blue")]
    assert versions == [(2, "Boris"), (1, "Anna")]
    assert [item.value["rooms"] for item in catalogue.newest("toy.board")] == [2, 9]
    assert catalogue.newest("toy.cards") == []


def test_entering_what_holds_keeps_nothing_new(catalogue: Catalogue) -> None:
    first = catalogue.enter("toy.board", "blue", {"a": 1, "b": 2}, "Anna")
    assert catalogue.enter("toy.board", "blue", {"b": 2, "a": 1}, "Boris") == first
    catalogue.enter("toy.board", "blue", {"a": 2}, "Boris")
    catalogue.enter("toy.board", "blue", {"a": 1, "b": 2}, "Anna")
    assert len(catalogue.history("toy.board", "blue")) == 3


@pytest.mark.parametrize("statement", ["UPDATE catalogue SET who = 'x'", "DELETE FROM catalogue"])
def test_no_statement_changes_what_was_entered(path: Path, statement: str) -> None:
    store = Store(path)
    Catalogue(store).enter("toy.board", "blue", BOARD, "Anna")
    with pytest.raises(Violated, match="append-only"):
        store.db.execute(statement)


@pytest.mark.parametrize(
    ("kind", "name", "value", "who"),
    [
        ("", "blue", 1, "Anna"),
        ("toy", "", 1, "Anna"),
        ("toy", "b" * 81, 1, "Anna"),
        ("toy", "blue", 1, "A" * 81),
        ("toy", "blue", {1, 2}, "Anna"),
        ("toy", "blue", float("nan"), "Anna"),
        ("toy", "blue", "x" * LARGEST, "Anna"),
    ],
)
def test_what_is_no_value_is_refused(
    catalogue: Catalogue, kind: str, name: str, value: Any, who: str
) -> None:
    with pytest.raises(NotKept):
        catalogue.enter(kind, name, value, who)
    assert catalogue.newest("toy") == []


def test_phones_that_enter_at_once_are_all_kept(path: Path) -> None:
    def enter(number: int) -> None:
        store = Store(path)
        Catalogue(store).enter("toy.board", "blue", number, f"phone {number}")
        store.close()

    phones = [threading.Thread(target=enter, args=[number]) for number in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    kept = Catalogue(Store(path)).history("toy.board", "blue")
    assert sorted(item.value for item in kept) == list(range(8))
