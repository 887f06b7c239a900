"""Many records at once: a line for each, whoever judges them."""

import gc
import io
import json
import os
import sqlite3
import warnings
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from adjudicator.__main__ import main as adjudicator
from recorder.__main__ import main as recorder
from recorder.archive import judging, sources, workers
from recorder.archive.command import EXIT_ALL, EXIT_SOME, EXIT_UNUSABLE
from recorder.database import hide_password
from recorder.serving.config import MAX_BODY
from recorder.store import zips
from recorder.store.migrations import prepare_store
from recorder.store.store import Store
from tests.servers import located

RECORDS = Path(__file__).parents[1] / "records"
FOUR = RECORDS / "austria-4p-2022.json"


def lines(*arguments: str, status: int = EXIT_ALL) -> list[dict[str, Any]]:
    """What the command writes, without what differs from run to run."""
    *places, out = arguments
    assert recorder(["archive", *places, "--out", out, "--jobs", "1"]) == status
    written = [json.loads(line) for line in Path(out).read_text("utf-8").splitlines()]
    for line in written:
        assert line.pop("seconds", 0) >= 0
    return written


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Whole games, one that breaks rules, one that is broken off, no record at all, and a zip."""
    home = tmp_path / "games"
    (home / "deep").mkdir(parents=True)
    for path in RECORDS.glob("*.json"):
        (home / "deep" / path.name).write_bytes(path.read_bytes())
    bent = json.loads(FOUR.read_text("utf-8"))
    bent["entries"] = [bent["entries"][0], {"by": "a", "do": "done"}]
    (home / "bent.json").write_text(json.dumps(bent), "utf-8")
    (home / "broken.json").write_bytes(FOUR.read_bytes()[:100])
    (home / "note.txt").write_text("no record, and not asked for")
    with zipfile.ZipFile(home / "more.zip", "w") as archive:
        archive.write(FOUR, "one.json")
        archive.writestr("two.json", "[]")
    return home


def names(found: list[dict[str, Any]]) -> list[str]:
    return [line["record"].rpartition("/")[2] for line in found]


def test_a_folder_gives_a_line_for_every_record_in_order(folder: Path, tmp_path: Path) -> None:
    """A broken record is a line among the others."""
    written = lines(str(folder), str(tmp_path / "out"), status=EXIT_SOME)
    whole = sorted(path.name for path in RECORDS.glob("*.json"))
    more = ["more.zip!one.json", "more.zip!two.json"]
    assert names(written) == ["bent.json", "broken.json", *whole, *more]
    wrong = {line["record"].rpartition("/")[2] for line in written if "error" in line}
    assert wrong == {"broken.json", "more.zip!two.json"}
    bent = written[0]
    assert bent["verdicts"] == {"legal": 1, "illegal": 1, "unclear": 0}  # of two entries
    assert bent["rules"]
    assert not bent["over"]
    assert bent["winners"] == []


def test_a_name_that_is_no_text_has_a_line_of_its_own(tmp_path: Path) -> None:
    """A file's name is bytes; so is the place where a scheduler, a zip or a store is."""
    home = tmp_path / "games"
    home.mkdir()
    for name, content in ((b"a\xe9.json", FOUR.read_bytes()), (b"b\xff.json", b"\xff")):
        (home / os.fsdecode(name)).write_bytes(content)
    with zipfile.ZipFile(home / os.fsdecode(b"c\xfc.zip"), "w") as archive:
        archive.write(FOUR, "one.json")
    strange = json.loads(FOUR.read_text("utf-8"))
    strange["entries"][0]["do"] = "\ud800"
    (home / "d.json").write_text(json.dumps(strange), "utf-8")
    (home / "e.json").write_bytes(FOUR.read_bytes())
    written = lines(str(home), str(tmp_path / "out"), status=EXIT_SOME)
    told = ["a\\xe9.json", "b\\xff.json", "c\\xfc.zip!one.json", "d.json", "e.json"]
    assert names(written) == told
    assert ["error" in line for line in written] == [False, True, False, True, False]
    for line in (tmp_path / "out").read_bytes().splitlines():
        line.decode()  # whatever reads it


def test_a_line_says_what_the_judge_says(capsys: pytest.CaptureFixture[str]) -> None:
    """Against the answers of ``judge`` and ``score`` for the same file."""
    line = judging.judge_found(judging.FoundRecord("it", FOUR.read_bytes()))
    assert line["entries"] == len(json.loads(FOUR.read_text("utf-8"))["entries"])
    assert sum(line["verdicts"].values()) == line["entries"]
    assert adjudicator(["score", str(FOUR), "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    assert line["scores"] == {who: own["total"] for who, own in scored["scores"].items()}
    assert line["winners"] == scored["winners"]


@pytest.mark.parametrize("collecting", [True, False])
def test_python_looks_for_rings_afterwards_as_it_did_before(collecting: bool) -> None:
    before = gc.isenabled()
    try:
        gc.enable() if collecting else gc.disable()
        judging.judge_found(judging.FoundRecord("it", FOUR.read_bytes()))
        assert gc.isenabled() is collecting
    finally:
        gc.enable() if before else gc.disable()


def test_a_store_gives_its_games_as_their_entries_count_now(tmp_path: Path) -> None:
    database = tmp_path / "recorder.db"
    prepare_store(database)
    store = Store(database)
    record = json.loads(FOUR.read_text("utf-8"))
    header = {key: value for key, value in record.items() if key != "entries"}
    for count in (10, 20):
        store.create(header, record["entries"][:count], over=False, listed=True)
    store.close()
    written = lines(located(database), str(tmp_path / "out"))
    name = hide_password(located(database))
    assert [line["record"] for line in written] == [f"{name}#1", f"{name}#2"]
    assert [line["entries"] for line in written] == [10, 20]


@pytest.mark.file  # two of them are stores
def test_what_is_damaged_or_too_large_is_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zips.SIGNATURE + b"nothing")
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.json", b" " * (MAX_BODY + 1))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("it.json", FOUR.read_bytes())
    spoilt = bytearray(buffer.getvalue())
    spoilt[1000] ^= 255
    (tmp_path / "c.zip").write_bytes(spoilt)
    short = tmp_path / "e.zip"
    with zipfile.ZipFile(short, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("it.json", FOUR.read_bytes())
    cut = bytearray(short.read_bytes())
    begin = 30 + len("it.json")  # behind the head of the member: its first block ends at once
    cut[begin : begin + 5] = b"\x01\x00\x00\xff\xff"
    short.write_bytes(cut)
    (tmp_path / "d.db").write_bytes(sources.SQLITE + b"nothing")
    with closing(sqlite3.connect(tmp_path / "f.db")) as elsewhere:
        elsewhere.execute("CREATE TABLE books (name TEXT)")
    wrong = ("a.zip", "b.zip", "c.zip", "d.db", "e.zip", "f.db")
    places = [str(tmp_path / name) for name in wrong]
    written = lines(*places, str(FOUR), str(tmp_path / "out"), status=EXIT_SOME)
    assert len(written) == 7
    assert all("error" in line for line in written[:6])
    assert "error" not in written[6]


@pytest.mark.file
def test_a_pipe_and_a_device_are_a_line_and_are_never_read(tmp_path: Path) -> None:
    """Somebody may hold a pipe open for ever, and a device has no end."""
    os.mkfifo(tmp_path / "pipe.json")
    places = [str(tmp_path / "pipe.json"), "/dev/zero", str(FOUR)]
    written = lines(*places, str(tmp_path / "out"), status=EXIT_SOME)
    assert ["error" in line for line in written] == [True, True, False]


def test_a_place_that_is_not_there_ends_it_before_it_begins(tmp_path: Path) -> None:
    nothing = ["archive", str(tmp_path / "nothing"), "--out", str(tmp_path / "out")]
    assert recorder(nothing) == EXIT_UNUSABLE
    assert not (tmp_path / "out").exists()
    out = str(tmp_path / "no" / "folder" / "out")
    assert recorder(["archive", str(FOUR), "--out", out]) == EXIT_UNUSABLE


def test_the_old_spelling_says_what_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert adjudicator(["archive", "my games", "--out", "-"]) == 2
    assert "type: python -m recorder archive 'my games' --out -\n" in capsys.readouterr().err


@pytest.fixture
def scheduler() -> Iterator[str]:
    """A Dask scheduler with two workers, reached as another machine is, by addresses."""
    from distributed import LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of another project's shutting down
        with LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=False,
            protocol="tcp",
            dashboard_address=None,
        ) as cluster:
            yield cluster.scheduler_address


def test_whoever_judges_the_lines_are_the_same(
    folder: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This process, two processes, and the workers of a scheduler; batches of three records."""
    monkeypatch.setattr(workers, "BATCH", 3)

    def told(found: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{key: line[key] for key in line if key != "seconds"} for line in found]

    def records() -> Iterator[judging.FoundRecord]:
        return sources.find_records([str(folder)])

    alone = told(workers.judge_here(records()))
    assert len(alone) == len(list(records())) > 3 * workers.BATCH
    assert told(workers.judge_in_processes(records(), 2)) == alone
    assert told(workers.judge_on_machines(records(), scheduler)) == alone


def test_records_are_read_as_they_are_needed() -> None:
    """However many there are, a few batches are held at a time."""
    read = 0

    def endless() -> Iterator[judging.FoundRecord]:
        nonlocal read
        while True:
            read += 1
            yield judging.FoundRecord(str(read), problem="none")

    def at_once(batch: workers.Batch) -> Future[list[dict[str, Any]]]:
        done: Future[list[dict[str, Any]]] = Future()
        done.set_result(judging.judge_all(batch))
        return done

    assert next(workers._in_order(endless(), at_once, 3))["record"] == "1"
    assert read == 3 * workers.BATCH
