"""What a wheel installs somewhere else serves, judges and prints, without this checkout."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from adjudicator.version import VERSION
from recorder.store.migrations import SCHEMA

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "tests/records/austria-4p-2015-ru.json"
SOURCES = ("adjudicator", "recorder", "exports", "templates")
FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "vendored.toml")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return what runs Python with the wheel of this checkout installed, and nothing else of it."""
    place = tmp_path_factory.mktemp("installed")
    source, target = place / "source", place / "target"
    for name in SOURCES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, source / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    wheel = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(place)]
    subprocess.run([*wheel, str(source)], check=True, capture_output=True)
    shutil.rmtree(source)
    (made,) = place.glob("*.whl")
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-compile", "--target", str(target), str(made)],
        check=True,
    )

    def command(*words: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONPATH": str(target)}
        python = [sys.executable, "-P"]
        return subprocess.run(
            [*python, *words], cwd=place, env=environment, capture_output=True, text=True
        )

    return command


SERVES = """
import recorder, exports.places
from pathlib import Path
assert Path(recorder.__file__).is_relative_to(Path.cwd() / "target")
assert exports.places.TEMPLATES.is_relative_to(Path.cwd() / "target")
client = recorder.create_app({"DATABASE": "games.db"}).test_client()
shown = "/about /new/austria /new/samoa /rules /casebook/7.1 /health/ready".split()
for path in ("/", *shown):
    assert client.get(path).status_code == 200, path
assert client.get("/static/base.css").status_code == 200
"""


def test_an_installed_program_serves_its_pages(run: Run) -> None:
    ended = run("-c", SERVES)
    assert ended.returncode == 0, ended.stderr


def test_an_installed_program_judges_prints_and_says_its_release(run: Run) -> None:
    console = "from recorder.commands.console import main; import sys; sys.exit(main())"
    judged = run("-c", console, "judge", str(RECORD), "--json")
    assert (judged.returncode, '"over": true' in judged.stdout) == (0, True), judged.stderr
    printed = run("-c", console, "sheet", str(RECORD), "-o", "sheet.pdf")
    assert printed.returncode == 0, printed.stderr
    assert run("-c", console, "--version").stdout == f"hotel-ledger {VERSION}\n"
    unknown = run("-c", console, "juge")
    assert (unknown.returncode, "judge" in unknown.stderr) == (2, True)
    looked = run("-c", console, "doctor")
    assert (looked.returncode, [line for line in looked.stdout.splitlines() if line[0] == "!"]) == (
        0,
        [],
    ), looked.stdout


def test_without_its_pages_a_program_is_not_ready(run: Run) -> None:
    broken = """
import recorder, exports.places, shutil
shutil.move(exports.places.TEMPLATES / "about.html", "about.html")
try:
    client = recorder.create_app({"DATABASE": "games.db"}).test_client()
    answer = client.get("/health/ready")
    assert (answer.status_code, "about.html" in answer.text) == (503, True), answer.text
finally:
    shutil.move("about.html", exports.places.TEMPLATES / "about.html")
"""
    ended = run("-c", broken)
    assert ended.returncode == 0, ended.stderr


def test_the_release_stands_in_the_changes_with_its_schema() -> None:
    said = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = next(line for line in said.splitlines() if line.startswith("## "))
    assert newest.removeprefix("## ") in (
        f"{VERSION} (schema {SCHEMA})",
        f"Unreleased (schema {SCHEMA})",
    )


def test_the_command_is_declared() -> None:
    project: Mapping[str, Mapping[str, str]] = tomllib.loads(
        (ROOT / "pyproject.toml").read_text("utf-8")
    )["project"]
    assert project["scripts"] == {"hotel-ledger": "recorder.commands.console:main"}
