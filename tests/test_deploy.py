"""What lies in ``deploy``: what it names is there, and what can be run is run."""

import os
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from recorder import create_app
from recorder.serving.config import DEFAULTS
from recorder.web.context import tables

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"

OUTSIDE = {"HOST", "PORT", "BACKUPS", "KEEP", "PYTHON"}
"""Variables that the server's start and ``deploy/backup`` read; all others are settings."""


def unit(name: str) -> ConfigParser:
    parser = ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEPLOY / name, encoding="utf-8")
    return parser


@pytest.mark.parametrize("name", ["recorder.service", "recorder-backup.service"])
def test_a_unit_starts_what_is_there_with_settings_that_are_known(name: str) -> None:
    service = unit(name)["Service"]
    assert service["WorkingDirectory"] == "/srv/recorder"
    words = service["ExecStart"].removeprefix("/srv/recorder/").split()
    started = words[1] if words[0] == ".venv/bin/python" else words[0]
    assert (ROOT / started).is_file()
    named = {word.partition("=")[0] for word in service["Environment"].split()}
    assert named <= set(DEFAULTS) | OUTSIDE
    assert "/var/lib/" + service["StateDirectory"] in service["Environment"]


def test_the_timer_starts_the_backup() -> None:
    assert (DEPLOY / "recorder-backup.timer").with_suffix(".service").is_file()
    assert unit("recorder-backup.timer")["Timer"]["Persistent"] == "true"


def test_an_image_holds_every_part_of_the_program() -> None:
    said = (DEPLOY / "Containerfile").read_text("utf-8")
    copied = {word for line in re.findall(r"^COPY (.+) \S+$", said, re.M) for word in line.split()}
    assert all((ROOT / word).exists() for word in copied)
    assert {"adjudicator", "recorder", "exports", "templates", "wsgi.py"} <= copied
    named = set(re.findall(r"(\w+)=", re.findall(r"^ENV (.+)$", said, re.M)[0]))
    assert named <= set(DEFAULTS) | OUTSIDE
    composed = (DEPLOY / "compose.yaml").read_text("utf-8")
    inside = composed.partition("environment: &settings")[2].partition("depends_on")[0]
    assert set(re.findall(r"^ +(\w+):", inside, re.M)) <= set(DEFAULTS)


def back_up(place: Path, store: Path, **more: str) -> subprocess.CompletedProcess[str]:
    own = {"BACKUPS": str(place), "DATABASE": str(store), "PYTHON": sys.executable}
    return subprocess.run(
        [DEPLOY / "backup"], env=os.environ | own | more, capture_output=True, text=True
    )


@pytest.mark.file
def test_a_backup_is_checked_and_the_newest_ones_are_kept(tmp_path: Path) -> None:
    store, place = tmp_path / "games.db", tmp_path / "copies"
    app = create_app({"DATABASE": str(store), "SECRET_KEY": "k"})
    with app.app_context():
        tables().upload((ROOT / "tests/records/samoa-3p.json").read_bytes(), listed=False)
    place.mkdir()
    for day in range(1, 5):
        (place / f"recorder-2026010{day}T000000Z.db").write_bytes(b"an older copy")
    done = back_up(place, store, KEEP="3")
    assert done.returncode == 0, done.stderr
    kept = sorted(path.name for path in place.iterdir())
    assert kept[:2] == ["recorder-20260103T000000Z.db", "recorder-20260104T000000Z.db"]
    assert len(kept) == 3
    shutil.copy(place / kept[2], tmp_path / "again.db")
    whole = back_up(tmp_path / "more", tmp_path / "again.db")
    assert (whole.returncode, "1 game, 0 problems" in whole.stdout) == (0, True)


@pytest.mark.file
def test_without_a_store_nothing_older_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / "recorder-20260101T000000Z.db").write_bytes(b"an older copy")
    assert back_up(tmp_path, tmp_path / "missing.db", KEEP="1").returncode != 0
    assert (tmp_path / "recorder-20260101T000000Z.db").exists()
