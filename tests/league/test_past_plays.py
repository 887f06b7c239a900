"""Files of past plays: what is understood of each, and what cannot be read and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from recorder.past_plays.bgg_plays import BrokenPlays
from recorder.past_plays.play_values import read_day, read_place, read_total
from recorder.past_plays.plays_file import MOST_PLAYS, read_plays

FILES = json.loads((Path(__file__).parent / "plays" / "files.json").read_text("utf-8"))


@pytest.mark.parametrize("file", FILES, ids=[file["name"] for file in FILES])
def test_plays_of_a_file(file: dict[str, Any]) -> None:
    source = file["text"].encode(file.get("encoding", "utf-8"))
    read = [play.to_json() for play in read_plays(source).plays]
    assert len(read) == len(file["plays"])
    for play, expected in zip(read, file["plays"], strict=True):
        players = {one["name"]: [one["total"], one["place"]] for one in play.pop("players")}
        assert players == expected.pop("totals")
        assert play == {"place": None, **expected}


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (b"", "no plays"),
        (b"day,player,total\n", "no plays"),
        (b'{"plays": [', "JSON is not complete"),
        (b"[" * 100_000, "JSON is not complete"),
        (b'{"games": []}', "holds no plays"),
        (b"<plays><play>", "XML is not complete: line 1, character 13"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><plays/>', "words of its own"),
    ],
)
def test_files_that_cannot_be_read(source: bytes, told: str) -> None:
    with pytest.raises(BrokenPlays, match=told):
        read_plays(source)


def test_worst_cells_are_no_plays_of_ours() -> None:
    """Nothing of a stranger's file is taken for granted."""
    plays = read_plays(
        b'{"plays": [1, {"playerScores": [[], {"score": {}}]}, {"gameRefId": []}]}'
    ).plays
    assert [play.game for play in plays] == [None] * 3
    assert all(play.problems for play in plays)


def test_a_long_file_is_cut_and_says_so() -> None:
    line = "2024-05-01,Grand Austria Hotel,Anna 1 Bert 2\n"
    assert not read_plays(line.encode() * 10).cut
    whole = read_plays(("day,game,players\n" + line * (MOST_PLAYS + 1)).encode())
    assert whole.cut
    assert len(whole.plays) == MOST_PLAYS


@pytest.mark.parametrize(
    ("text", "order", "day"),
    [
        ("2024-05-01", "", "2024-05-01"),
        ("2024-05-01T19:30:00Z", "", "2024-05-01"),
        ("20240501", "", "2024-05-01"),
        ("1.5.24", "", "2024-05-01"),
        ("5/1/2024", "mdy", "2024-05-01"),
        ("1 мая 2024 г.", "", "2024-05-01"),
        ("1er août 2024", "", "2024-08-01"),
        ("May 1, 2024", "", "2024-05-01"),
        ("2024년 5월 1일", "", "2024-05-01"),
        ("٢٠٢٤-٠٥-٠١", "", "2024-05-01"),
        ("31.02.2024", "", None),
        ("soon", "", None),
    ],
)
def test_days(text: str, order: str, day: str | None) -> None:
    assert read_day(text, order) == day


def test_totals_and_places() -> None:
    assert [read_total(text) for text in ("123", "123.0", "-5", "−5", "100+23", "98 VP")] == [
        *(123, 123, -5, -5, 123, 98)
    ]
    assert [read_total(text) for text in ("", "12.5", "49-46ish", "9" * 50, "abc")] == [None] * 5
    assert [read_place(text) for text in ("1", "2.", "3rd", "1er", "2위", "0", "x")] == [
        *(1, 2, 3, 1, 2, None, None)
    ]


def test_command_prints_plays(app: Flask, tmp_path: Path) -> None:
    file = tmp_path / "plays.csv"
    file.write_text("day,game,player,total\n2024-05-01,GAH,Anna,100\n,,Bert,90\n", "utf-8")
    run = app.test_cli_runner()
    read = json.loads(run.invoke(args=["plays", str(file), "--json"]).output)
    assert [play["players"][0]["total"] for play in read] == [100]
    text = run.invoke(args=["plays", str(file)]).output
    assert "2. 2024-05-01 GAH: Anna 100, Bert 90" in text
    file.write_text("<plays>", "utf-8")
    assert run.invoke(args=["plays", str(file)]).exit_code == 2
