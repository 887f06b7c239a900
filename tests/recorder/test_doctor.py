"""What is said of a machine: what is there, what is missing, what to do about it."""

import os
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from freezegun import freeze_time

from adjudicator.version import VERSION
from exports import pdf
from exports.worker_pool import PoolFull
from recorder import create_app
from recorder.commands import doctor
from recorder.commands.doctor import Checked
from recorder.store.migrations import SCHEMA, prepare_store
from recorder.store.store import Store

MB = 2**20


def told(app: Flask, what: str) -> Checked:
    """What a machine is told of one thing; all is looked at but printing, which takes a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "one_page", lambda *_page: b"x" * 321)
        (seen,) = [one for one in doctor.examine(app) if one.what == what]
    return seen


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"DATABASE": str(tmp_path / "games.db")})


def test_everything_is_looked_at_in_an_order(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "one_page", lambda *_page: b"x" * 321)
    seen = doctor.examine(app)
    assert [one.what for one in seen] == [
        *("Python", "Program", "Pages", "Pango", "Fonts", "Printing", "Store", "Free space"),
        *("Clock", "Proxy"),
    ]
    by_name = {one.what: one.told for one in seen}
    assert by_name["Program"] == f"release {VERSION}, schema {SCHEMA}"
    assert by_name["Printing"] == "321 bytes printed"


def test_a_store_is_there_or_not_yet_or_newer_or_none(app: Flask, tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    place.unlink(missing_ok=True)
    assert told(app, "Store").state == "look"
    prepare_store(place)
    assert told(app, "Store") == Checked("Store", "right", f"{place}, schema {SCHEMA}")
    with closing(Store(place)) as store:
        store.db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    newer = told(app, "Store")
    assert newer.state == "wrong"
    assert "newer program" in newer.mend
    place.write_bytes(b"no store at all" * 100)
    assert (told(app, "Store").state, told(app, "Store").mend) == ("wrong", "docs/operating.md")


@pytest.mark.parametrize(("free", "state"), [(200, "right"), (199, "wrong")])
def test_room_for_games(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, state: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=free * MB))
    assert told(app, "Free space") == Checked("Free space", state, f"{free} MB at {tmp_path}")


def test_a_folder_that_nothing_can_be_written_to(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_asked: False)
    monkeypatch.setenv("USER", "club")
    seen = told(app, "Free space")
    assert (seen.state, seen.mend) == ("wrong", f"chown club {tmp_path}")


@pytest.mark.parametrize(("day", "state"), [("2026-10-31", "wrong"), ("2026-11-01", "right")])
def test_a_clock_that_goes_wrong(app: Flask, day: str, state: str) -> None:
    with freeze_time(day):
        seen = told(app, "Clock")
    assert (seen.state, seen.told[:10], bool(seen.mend)) == (state, day, state == "wrong")


@pytest.mark.parametrize(
    ("proxies", "secure", "state", "mend"),
    [
        (0, False, "right", ""),
        (1, True, "right", ""),
        (1, False, "look", "SESSION_COOKIE_SECURE=1"),
        (0, True, "look", "PROXIES=1"),
    ],
)
def test_what_stands_in_front(
    app: Flask, proxies: int, secure: bool, state: str, mend: str
) -> None:
    app.config |= {"PROXIES": proxies, "SESSION_COOKIE_SECURE": secure}
    seen = told(app, "Proxy")
    assert seen.state == state
    assert mend in seen.mend
    assert bool(seen.mend) == bool(mend)


@pytest.mark.parametrize(
    ("name", "what", "state", "said"),
    [
        ("FONTS", "Fonts", "look", "nothing for: Korean"),
        ("PANGO", "Pango", "wrong", "libnowhere.so"),
        ("TEMPLATES", "Program", "wrong", f"release {VERSION}"),
    ],
)
def test_what_is_missing_is_named(
    app: Flask, monkeypatch: pytest.MonkeyPatch, name: str, what: str, state: str, said: str
) -> None:
    missing: dict[str, Any] = {
        "FONTS": {"Korean": "no-such-font.ttf"},
        "PANGO": ("libnowhere.so",),
        "TEMPLATES": Path("/nowhere"),
    }
    monkeypatch.setattr(doctor, name, missing[name])
    seen = told(app, what)
    assert seen.state == state
    assert said in seen.told
    assert seen.mend


@pytest.mark.parametrize("problem", [PoolFull, pdf.Unprintable, OSError])
def test_a_page_that_cannot_be_printed(
    app: Flask, monkeypatch: pytest.MonkeyPatch, problem: type[Exception]
) -> None:
    def refuse(*_page: object) -> bytes:
        raise problem("no")

    monkeypatch.setattr(doctor, "CHECKS", [doctor._check_printing])
    monkeypatch.setattr(pdf, "one_page", refuse)
    (seen,) = doctor.examine(app)
    assert seen.state == "wrong"
    assert seen.mend.startswith("apt-get install")


@pytest.mark.parametrize(
    ("letters", "seen"),
    [
        ("", Checked("Fonts", "right", "DejaVuSans.ttf, NanumGothic.ttf")),
        ("ก語", Checked("Fonts", "right", "nothing for: Chinese, Japanese, Thai", "")),
    ],
    ids=["all", "two scripts"],
)
def test_fonts_that_lack_are_named_by_their_package(
    app: Flask, monkeypatch: pytest.MonkeyPatch, letters: str, seen: Checked
) -> None:
    monkeypatch.setattr(doctor, "is_missing", lambda letter: letter in letters)
    packages = "apt-get install fonts-noto-cjk fonts-thai-tlwg" if letters else ""
    assert told(app, "Fonts") == replace(seen, mend=packages)
