"""The catalogue, the command line and the score of Hotel Samoa."""

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.__main__ import main
from adjudicator.messages import M, find_language
from adjudicator.messages.po import BrokenData
from adjudicator.reading import load
from adjudicator.replay import Replay, write_judgement
from adjudicator.samoa.printed import catalogue
from tests.samoa.play import header

RECORDS = Path(__file__).parent.parent / "records"


@pytest.mark.rule("SAM-TILE-01")
@pytest.mark.parametrize(("players", "total"), [(3, 9), (4, 12), (5, 15), (6, 18)])
def test_tiles_turned_up_in_a_game(players: int, total: int) -> None:
    assert sum(catalogue.count_new_tiles(players, number) for number in range(1, 13)) == total


def test_every_open_question_of_the_rulebook_is_in_the_table() -> None:
    assert list(catalogue.QUESTIONS) == [f"SAM-U-{number:02}" for number in range(1, 38)]
    unclear = [question.id for question in catalogue.QUESTIONS.values() if question.unclear]
    assert unclear == ["SAM-U-05", "SAM-U-06", "SAM-U-12"]
    assert list(catalogue.FIGURES) == [f"SAM-P-{number:02}" for number in range(1, 9)]


@pytest.mark.parametrize(("broken", "row"), [('{"source": "x"}', "facts"), ("[", "catalogue.json")])
def test_a_broken_data_file_is_refused(
    broken: str, row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "catalogue.json").write_text(broken)
    monkeypatch.setattr(catalogue, "_DATA", tmp_path)
    with pytest.raises(BrokenData, match=row):
        catalogue._load_table("catalogue.json", catalogue._CATALOGUE)


def test_a_question_without_its_default_is_refused() -> None:
    row = {"id": "Q", "question": "?", "default": "no", "values": {"yes": ""}, "unclear": False}
    with pytest.raises(BrokenData, match="Q"):
        catalogue._read_questions([row])


def run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, document: dict[str, Any]
) -> tuple[int, Any]:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return main([command, str(file), "--json"]), json.loads(capsys.readouterr().out)


def test_the_command_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    for taken in ("{judge,options,score,ask,review}", "FILE", "--json", "--edition", "--entry N"):
        assert taken in said
    assert "--language {en,fr,ko,ru}" in said


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = {"do": "tiles", "tiles": ["pool"]}
    status, answer = run(tmp_path, capsys, "judge", header(3, entries=[first]))
    assert status == 0
    assert answer["verdicts"] == [{"entry": 1, "verdict": "legal"}]
    assert set(answer) == {"verdicts", "position", "over", "next", "scores", "winners"}

    status, answer = run(tmp_path, capsys, "judge", header(3, entries=[first, first]))
    assert status == 1
    violation = answer["verdicts"][1]["violations"][0]
    assert violation.pop("instead")
    assert violation == {
        "rule": "SAM-ROUND-02",
        "message": "No building tiles can be turned up now: this round's tourists come first.",
        "why": {"phase": "tourists", "round": 1},
    }

    bad = {"by": "a", "do": "send_home", "rooms": ["z9"]}
    status, answer = run(tmp_path, capsys, "judge", header(3, entries=[first, bad]))
    assert status == 2
    assert (answer["error"]["entry"], answer["error"]["key"]) == (2, "rooms.0")

    status, answer = run(tmp_path, capsys, "options", header(3, entries=[first]))
    assert (status, answer) == (0, {"next": [{"do": "tourists", "groups": "seen"}]})


@pytest.mark.rule("SAM-END-02", "SAM-SPEC-02", "SAM-END-03")
def test_score_as_if_the_game_ended_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = header(3)
    del document["setup"]
    players = {
        "a": {"money": 80, "special_tiles": ["swap"]},
        "b": {"money": 83, "rooms": {"a1": [{"token": "rich", "flag": "japan"}]}},
    }
    document["position"] = {"players": players}
    status, answer = run(tmp_path, capsys, "score", document)
    assert status == 0
    assert answer["scores"]["a"] == {
        "start": 80,
        "rooms": 0,
        "swimmers": 0,
        "special_tiles": 3,
        "spent": 0,
        "corrections": 0,
        "total": 83,
    }
    assert answer["winners"] == ["a"]
    assert answer["tie_break"]["b"] == [{"rule": "SAM-END-03", "value": -1}]
    assert "tie_break" not in write_judgement(Replay(load(document)))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_recorded_games_are_legal_to_the_end(players: int) -> None:
    document = json.loads((RECORDS / f"samoa-{players}p.json").read_text(encoding="utf-8"))
    replay = Replay(load(document))
    assert [number for number, one in enumerate(replay.verdicts, 1) if one.kind != "legal"] == []
    assert replay.state.over()
    assert replay.result().winners
    assert [number for number, _ in replay.points_by_round()["a"]] == list(range(13))


@pytest.mark.parametrize(
    ("tag", "room", "told"),
    [
        ("en", "a2", "This hotel has no room a2."),
        ("en", "extra-2", "This hotel has no extra room 2."),
        ("ru", "a2", "В этом отеле нет комнаты a2."),
        ("ru", "extra-2", "В этом отеле нет дополнительной комнаты 2."),
        ("fr", "extra-2", "Cet hôtel n’a pas de chambre supplémentaire 2."),
        ("ko", "extra-2", "이 호텔에는 추가 객실 2가 없습니다."),
    ],
)
def test_an_extra_room_is_named_in_words(tag: str, room: str, told: str) -> None:
    assert find_language(tag).say(M("lodging.this-hotel-has-no-room", room=room)) == told


@pytest.mark.rule("SAM-PAY-01")
def test_a_statement_counts_those_who_paid_for_their_rooms() -> None:
    """Nobody has before anybody was lodged."""
    lines = Replay(load(header(3))).state.result().lines
    assert {line.count for own in lines.values() for line in own if line.part == "rooms"} == {0}
    assert {line.count for own in lines.values() for line in own if line.part == "spent"} == {0}
