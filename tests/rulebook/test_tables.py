"""The tables of differences, switches and open questions, and the document printed from them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.austria.printed import open_questions
from adjudicator.austria.printed.datafile import FOLDER
from adjudicator.austria.printed.editions import EDITIONS, SWITCHES
from adjudicator.messages.po import BrokenData
from adjudicator.rulebook import RULEBOOK, tables
from adjudicator.rulebook.__main__ import main
from adjudicator.rulebook.book import count_sentences
from adjudicator.rulebook.document import PLACE, write_editions_document

HOME = Path(__file__).resolve().parents[2]
IDS: dict[str, list[str]] = json.loads(Path(__file__).with_name("ids.json").read_text("utf-8"))
QUESTION = re.compile(r"(?<![\w-])U-\d\d\b")
OF_THE_EXPANSION = re.compile(r"\bWALTZ-[UP]-\d\d\b")


def test_the_tables_are_complete() -> None:
    assert len(IDS["D"]) == 104
    assert len(IDS["U"]) == 70
    assert [row.id for row in tables.list_text_differences()] == IDS["D"]
    assert len(IDS["WALTZ-U"]) == 56
    assert len(IDS["WALTZ-P"]) == 24
    own = [*IDS["U"], *IDS["WALTZ-U"], *IDS["WALTZ-P"]]
    assert [row.id for row in tables.list_open_questions("austria")] == own
    assert [row.id for row in tables.list_open_questions("samoa")] == IDS["SAM-U"]
    with pytest.raises(KeyError):
        tables.list_open_questions("chess")


def test_every_difference_is_a_switch_or_has_a_reason() -> None:
    for row in tables.list_text_differences():
        assert (row.switch is None) != (row.reason is None), row.id
        if row.reason is not None:
            assert count_sentences(row.reason) == 1, row.id
            assert row.reason.endswith("."), row.id
            assert row.editions == {}, row.id
        else:
            assert set(row.editions) == set(EDITIONS), row.id
            assert row.switch in (*row.rules, *IDS["U"]), row.id
        assert 0 < len(row.point) <= 80, row.id


def test_the_differences_that_decide_are_the_known_ones() -> None:
    assert {row.id: row.switch for row in tables.list_text_differences() if row.switch} == {
        "D-03": "GAH-TURN-12",
        "D-35": "U-14",
        "D-63": "GAH-TILE-08",
        "D-65": "GAH-TILE-10",
        "D-66": "GAH-TIE-01",
        "D-69": "GAH-CARD-36",
        "D-70": "GAH-CARD-32",
        "D-71": "GAH-CARD-26",
        "D-91": "GAH-GUEST-04",
    }


def test_what_differs_within_2015_stands_among_the_differences() -> None:
    """A switch on which the printed texts disagree has its line; the others are of 2022."""
    deciding = {row.switch for row in tables.list_text_differences()}
    for switch in tables.list_switches():
        printed = {switch.editions[edition] for edition in EDITIONS if edition != "2022"}
        if len(printed) > 1:
            assert switch.id in deciding, switch.id


def test_every_switch_is_tied_to_a_rule_or_a_question() -> None:
    rules, questions = set(RULEBOOK.ids("austria")), {*IDS["U"], *IDS["WALTZ-U"]}
    known = {**SWITCHES, **open_questions.module_switches()}
    for switch_id in known:
        assert (switch_id in questions) != (switch_id in rules), switch_id
    assert len(tables.list_switches()) + sum(key in questions for key in known) == len(known)
    assert len(open_questions.module_switches()) == 9


def test_every_question_that_the_engine_names_exists() -> None:
    for path in sorted((HOME / "adjudicator" / "austria").rglob("*.*")):
        if path.suffix in (".py", ".json"):
            named = set(QUESTION.findall(path.read_text(encoding="utf-8")))
            assert named <= set(IDS["U"]), path.name


def test_every_question_of_the_expansion_that_the_engine_names_exists() -> None:
    known = {*IDS["WALTZ-U"], *IDS["WALTZ-P"]}
    for path in sorted((HOME / "adjudicator" / "austria").rglob("*.*")):
        if path.suffix in (".py", ".json"):
            named = set(OF_THE_EXPANSION.findall(path.read_text(encoding="utf-8")))
            assert named <= known, path.name


def test_the_questions_of_a_module_lie_with_it() -> None:
    """Each file names rules of its module, of another one only beside those or in general."""
    own = {"balls": "1", "celebrities": "2", "hotels": "3", "first_player": "4", "more": "5"}
    for path in sorted(open_questions.MODULES.glob("*/data/questions.json")):
        for row in json.loads(path.read_text(encoding="utf-8")):
            digits = {rule.removeprefix("WALTZ")[0] for rule in row["rules"]}
            assert own[path.parts[-3]] in digits, row["id"]


def test_questions_are_one_question_and_one_default() -> None:
    for game in ("austria", "samoa"):
        for row in tables.list_open_questions(game):
            assert row.question, row.id
            assert row.default, row.id
            assert len(row.values) != 1, row.id
            assert not (row.unclear and (row.settled_by or "").startswith("record format")), row.id
    for row in tables.list_open_questions("austria"):
        assert row.question.endswith("?"), row.id
        assert row.question.count("?") == 1, row.id
        assert row.default.endswith("."), row.id
        assert row.rules, row.id
        known = {**SWITCHES, **open_questions.module_switches()}
        assert row.values == (known[row.id].values if row.id in known else {}), row.id
        if row.settled_by is not None:
            kind = row.settled_by.split(":")[0]
            assert kind in ("record format", "editions", "figures"), row.id


def test_the_questions_that_leave_a_verdict_unclear() -> None:
    """Missing figures, and what the games leave to the table; all else has a default."""
    rows = (*tables.list_open_questions("austria"), *tables.list_open_questions("samoa"))
    assert [row.id for row in rows if row.unclear] == [
        "U-14",
        "U-28",
        "U-65",
        "WALTZ-P-01",
        "WALTZ-P-02",
        "WALTZ-P-04",
        "WALTZ-P-06",
        "WALTZ-P-11",
        "SAM-U-05",
        "SAM-U-06",
        "SAM-U-12",
    ]


def test_the_document_is_printed_from_the_tables(tmp_path: Path) -> None:
    assert PLACE == HOME / "docs" / "editions.md"
    assert main(["print", "-o", str(tmp_path / "editions.md")]) == 0
    assert (tmp_path / "editions.md").read_text(encoding="utf-8") == write_editions_document()


def test_the_document_has_a_line_for_every_id() -> None:
    lines = [line for line in write_editions_document().splitlines() if line.startswith("| ")]
    first = [line.split("|")[1].strip().strip("`") for line in lines]
    questions = (*IDS["U"], *IDS["WALTZ-U"], *IDS["WALTZ-P"], *IDS["SAM-U"])
    for wanted in (*IDS["D"], *questions, *(row.id for row in tables.list_switches())):
        assert first.count(wanted) == 1, wanted
    for line in lines:
        assert len(re.findall(r"(?<!\\)\|", line)) in (4 + 1, 5 + 1, 7 + 1, 3 + 1), line


def differences_with(**changed: Any) -> list[dict[str, Any]]:
    row = {"id": "D-01", "point": "A point", "rules": ["GAH-EMP-01"], "kind": "no-effect"}
    return [{**row, "reason": "None.", **changed}]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (differences_with(id="D-02"), "D-01 is missing"),
        (differences_with(rules=["GAH-EMP-99"]), "D-01: 'GAH-EMP-99' is no rule"),
        (differences_with(kind="perhaps"), "kind"),
        (differences_with(switch="GAH-TIE-01"), "switch"),
        (
            [{"id": "D-01", "point": "A", "rules": [], "kind": "switch", "switch": "GAH-TIE-02"}],
            "D-01: 'GAH-TIE-02' is no switch",
        ),
    ],
    ids=["gap", "no rule", "no kind", "switch without effect", "no switch"],
)
def test_a_broken_table_is_refused_by_name(
    tmp_path: Path, rows: list[dict[str, Any]], message: str
) -> None:
    path = tmp_path / "differences.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(BrokenData, match=r"differences\.json.*" + re.escape(message)):
        open_questions.read_differences(path)


def test_a_broken_table_of_questions_is_refused_by_name(tmp_path: Path) -> None:
    rows = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
    rows[6]["unclear"] = "no"
    path = tmp_path / "questions.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(BrokenData, match=r"questions\.json.*unclear"):
        open_questions.read_questions(path)
    rows[6]["unclear"] = False
    path.write_text(json.dumps(rows[:6] + rows[7:]), encoding="utf-8")
    with pytest.raises(BrokenData, match="U-08: U-07 is missing"):
        open_questions.read_questions(path)
