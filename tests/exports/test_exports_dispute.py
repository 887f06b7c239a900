"""The report on a disputed entry, and rulings on the sheet."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from adjudicator.reading import load, parse
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from exports import dispute, sheet
from exports.__main__ import main
from tests.browser import positions

RECORDS = Path(__file__).parents[1] / "records"

ENTRIES = [
    {"by": "a", "do": "take_die", "die": 3},
    {"by": "b", "do": "prepare", "room": "2-1"},
    {"do": "rule", "entry": 2, "stands": True, "agreed": ["a", "b"], "note": "late in the night"},
    {"do": "check", "of": "a", "krones": 3},
]
DOCUMENT: dict[str, Any] = {
    "record": 1,
    "game": "austria",
    "edition": "2015-ru",
    "played_on": "2026-11-20",
    "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Борис"}],
    "position": {
        "round": 1,
        "first_player": "a",
        "turn_of": "a",
        "dice": [2, 2, 2, 2, 1, 1],
        "queue": [50, 64, 78, 92, 103],
        "players": {"a": {"krones": 7, "rooms": {"1-1": "vacant"}}, "b": {}},
    },
    "entries": ENTRIES,
}


@pytest.fixture
def replay() -> Replay:
    return Replay(load(DOCUMENT))


def test_a_report_holds_position_verdicts_rules_and_ruling(replay: Replay) -> None:
    report = dispute.describe_dispute(replay, 2)
    assert (report.number, report.round, report.players) == (2, 1, ("Anna", "Борис"))
    assert dict(report.values)["krones"] == ("7", "10")
    assert report.entry == "Борис prepares room 2-1"
    assert report.entry.startswith("Борис")
    assert [one.verdict for one in report.says] == ["not allowed"] * 4
    assert report.says[report.own].edition == "Russian edition of 2015"
    cited = {line.split(":")[0] for one in report.says for line in one.why}
    assert {rule.id for rule in report.rules} == cited
    assert all(rule.text for rule in report.rules)
    assert report.rulings[0].startswith("Entry 2 is kept (")
    assert report.rulings[0].endswith("; agreed: Anna and Борис: late in the night")


def test_a_ruling_without_a_word_says_what_it_is_about_and_no_more() -> None:
    plain = {"do": "rule", "entry": 2, "stands": True}
    report = dispute.describe_dispute(
        Replay(load({**DOCUMENT, "entries": [*ENTRIES[:2], plain]})), 2
    )
    assert report.rulings[0].startswith("Entry 2 is kept (GAH-")
    assert report.rulings[0].endswith(")")


def test_a_report_calls_players_by_name_also_where_it_says_what_was_possible() -> None:
    entry = {"by": "anna", "do": "prepare", "room": "3-3"}
    document = {**positions.typical(), "entries": [entry]}
    report = dispute.describe_dispute(Replay(parse(json.dumps(document))), 1)
    assert "Anna may: take a guest" in report.says[0].why[0]


def test_a_report_calls_cards_and_players_by_name() -> None:
    """Guest 65, staff 21 and a politics card stand in the position: named, not by id alone.

    So are the players, whose ids are letters.
    """
    replay = Replay(load(json.loads((RECORDS / "austria-2p-2015-fr.json").read_text("utf-8"))))
    report = dispute.describe_dispute(replay, 61)
    common = dict(report.common)
    assert common["turn of"] == common["first player"] == "Anna"
    assert (common["dice on the turn-order tiles"], common["round"]) == ("Anna 2, Борис 2", "3")
    assert "no" not in common.values()  # what is not so is left out
    assert "yes" not in common.values()  # what is so is said by its name
    told = " ".join(common.values())
    told += " ".join(cell for _, cells in report.values for cell in cells)
    position = replay.state_after(60).position()
    assert "krones-20" in position["politics"]
    assert "20 krones" in told
    assert "krones-20" not in told
    assert 21 in position["players"]["a"]["staff"]
    assert "21 Chef" in told
    assert 65 in [one["guest"] for one in position["players"]["a"]["cafe"]]
    assert "65 Knight of the Empire" in told


def test_a_board_without_groups_says_nothing_of_them() -> None:
    replay = Replay(load(json.loads((RECORDS / "samoa-3p.json").read_text("utf-8"))))
    numbers = range(1, len(replay.record.entries))
    number = next(n for n in numbers if replay.state_after(n).position()["groups"] == [[], []])
    assert "groups" not in dict(dispute.describe_dispute(replay, number + 1).common)


def test_what_must_not_be_shown_is_left_out(replay: Replay) -> None:
    def without(position: Any) -> Any:
        own = {player: {"hand": row["hand"]} for player, row in position["players"].items()}
        return {"players": own}

    report = dispute.describe_dispute(replay, 2, position=without)
    assert (report.values, report.common) == ((("hand", ("6", "6")),), ())


@pytest.mark.parametrize("number", [0, 5, -1])
def test_an_entry_that_does_not_exist_is_named(replay: Replay, number: int) -> None:
    with pytest.raises(Unreadable) as caught:
        dispute.describe_dispute(replay, number)
    assert caught.value.entry == number


def test_the_command_writes_one_page(tmp_path: Path) -> None:
    record, target = tmp_path / "record.json", tmp_path / "report.pdf"
    record.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    assert main(["dispute", str(record), "--entry", "2", "-o", str(target)]) == 0
    pages = PdfReader(BytesIO(target.read_bytes())).pages
    assert len(pages) == 1
    text = pages[0].extract_text()
    assert all(words in text for words in ("Борис", "late in the night", "Signatures"))
    assert main(["dispute", str(record), "--entry", "9", "-o", str(target)]) == 2


def test_a_sheet_lists_rulings_and_counts_findings(replay: Replay) -> None:
    said = sheet.describe_sheet(replay)
    assert [line.split(" (")[0] for line in said.rulings] == ["Entry 2 is kept"]
    assert "differences from the board: 1 open, 0 adjusted, 0 accepted" in said.notes
    let_stand = {"do": "rule", "entry": 4, "stands": True}
    settled = sheet.describe_sheet(replay.with_entries([*ENTRIES, let_stand]))
    assert "differences from the board: 0 open, 0 adjusted, 1 accepted" in settled.notes
    assert settled.rulings == said.rulings  # a finding that stands is counted, not listed
    many = [{"do": "rule", "entry": 2, "stands": True} for _ in range(20)]
    assert sheet.describe_sheet(replay.with_entries([*ENTRIES, *many])).rulings[-1] == "and 13 more"


def test_the_worst_record_prints_a_report_of_a_page(replay: Replay) -> None:
    """Thousands of rulings and of earlier breaches are counted, not listed."""
    many = [{"do": "rule", "entry": 2, "stands": True} for _ in range(3000)]
    report = dispute.describe_dispute(replay.with_entries([*ENTRIES, *many]), 2)
    assert len(report.rulings) == sheet.RULINGS + 1
    assert report.rulings[-1] == f"and {len(many) + 1 - sheet.RULINGS} more"
    wrong = [ENTRIES[1]] * (dispute.ALL_EDITIONS + 1)
    long = replay.with_entries([*ENTRIES[:1], *wrong])
    report = dispute.describe_dispute(long, len(wrong))
    assert report.says[0].why[-1].endswith("more")
    assert len(" ".join(report.says[0].why)) < 2000
    assert len(report.says) == 1
    assert len(dispute.describe_dispute(long, 100).says) == 4
