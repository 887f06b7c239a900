"""``python -m exports sheet``: what it writes, and what it says when it cannot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from exports.__main__ import main

BROKEN = [
    pytest.param('{"record": 1,\n oops}', ["line 2", "not JSON"], id="not JSON"),
    pytest.param("[]", ["not an object"], id="a list"),
    pytest.param('{"record": 1}', ["'game'", "is missing"], id="no game"),
    pytest.param('{"record": 2}', ["is missing"], id="nearly nothing"),
]


@pytest.mark.parametrize(("text", "says"), BROKEN)
def test_an_unreadable_record_is_named_and_nothing_is_written(
    text: str, says: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, target = tmp_path / "record.json", tmp_path / "sheet.pdf"
    record.write_text(text)
    assert main(["sheet", str(record), "-o", str(target)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert str(record) in said.err
    assert all(words in said.err for words in says)
    assert not target.exists()


def test_a_missing_file_is_named_without_a_traceback(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "exports", "sheet", "nowhere.json", "-o", str(tmp_path / "x.pdf")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("nowhere.json: cannot be read")
    assert "Traceback" not in done.stderr
