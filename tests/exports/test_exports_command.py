"""``python -m exports sheet``: what it writes, and what it says when it cannot."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from adjudicator import games
from adjudicator.messages import ENGLISH
from adjudicator.reading import parse
from adjudicator.replay import Replay
from exports import templates
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
    record, target = tmp_path / "record.json", tmp_path / "templates.pdf"
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


RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.json"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_real_record_is_one_page_with_every_line_of_its_score(
    record: Path, tmp_path: Path
) -> None:
    target = tmp_path / "templates.pdf"
    assert main(["sheet", str(record), "-o", str(target)]) == 0
    (page,) = PdfReader(target).pages
    text = " ".join(page.extract_text().split())
    replay = Replay(parse(record.read_bytes()))
    result = replay.result()
    for part in result.parts:
        if any(result.part(player, part) for player in result.lines):
            assert ENGLISH.say(games.part_label(replay.record.document, part)) in text
    for player in replay.record.document["players"]:
        assert player["name"] in text
    totals = [templates.format_signed(result.total(player)) for player in result.lines]
    assert f"Total {' '.join(totals)}" in text
    assert f"{len(replay.verdicts)} entries" in text


def test_a_bad_entry_is_named_with_its_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(RECORDS[0].read_text(encoding="utf-8"))
    document["entries"][2]["colour"] = "red"
    record, target = tmp_path / "record.json", tmp_path / "templates.pdf"
    record.write_text(json.dumps(document))
    assert main(["sheet", str(record), "-o", str(target)]) == 2
    said = capsys.readouterr().err
    assert "entry 3" in said
    assert "'colour'" in said
    assert not target.exists()


def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "nowhere" / "templates.pdf"
    assert main(["sheet", str(RECORDS[0]), "-o", str(target)]) == 1
    assert capsys.readouterr().err.startswith(f"{target}: cannot be written")
