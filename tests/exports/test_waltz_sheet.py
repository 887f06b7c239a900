"""The sheet of four players with all modules: one page, parts as lines, balls as a small table."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from adjudicator.messages import list_languages
from adjudicator.reading import load
from adjudicator.replay import Replay
from exports import sheet
from exports.__main__ import main

SAMPLE = Path(__file__).parents[2] / "tests" / "evenings" / "sample-waltz.json"


@pytest.mark.rule("WALTZ1-SCORE-01", "WALTZ3-GEN-01")
def test_all_modules_of_four_players_stand_on_one_page() -> None:
    replay = Replay(load(json.loads(SAMPLE.read_text("utf-8"))))
    said = sheet.describe_sheet(replay)
    assert [player.called for player in said.players] == [
        {"kozi": "The Kozi Palace, Vienna", "wray": "The Grand Wray Hotel"}.get(lobby)
        or {"corogari": "Corogari Zant-Mainz", "paulwei": "Chateau Paulwei"}[lobby]
        for lobby in (own["lobby"] for own in replay.state.position()["players"].values())
    ]
    labels = [row.label for row in said.rows]
    assert "Objective cards" not in labels  # nobody has a disc on one
    for part in ("Dancers", "Ball scorings", "Celebrities", "Lobby"):
        assert part in labels
    (balls,) = said.beside
    assert [label.rpartition(" ")[2] for label, _cells in balls.rows] == ["3", "5", "7"]
    assert "2 dancers, place 1 in 2 rows: 14 VP" in dict(balls.rows)[balls.rows[1][0]]
    total = 0
    for _label, cells in balls.rows:
        points = (cell.removesuffix(" VP").rpartition(" ")[2] for cell in cells)
        total += sum(int(each.replace("−", "-")) for each in points)
    booked = replay.result().to_json()["scores"]
    assert total == sum(scores["balls"] for scores in booked.values())
    (page,) = PdfReader(BytesIO(sheet.print_sheet(sheet.describe_sheet(replay)))).pages
    text = page.extract_text()
    assert "The Grand Wray Hotel" in text
    assert balls.rows[0][0] in text.replace("\n", " ")


@pytest.mark.parametrize("language", list_languages())
def test_longer_words_of_another_language_stay_on_one_page(language: str, tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    assert main(["sheet", str(SAMPLE), "--language", language, "-o", str(out)]) == 0
    assert len(PdfReader(out).pages) == 1
