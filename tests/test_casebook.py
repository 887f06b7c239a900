"""The casebook: numbers that never change their meaning, verdicts as this program gives them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.casebook import CASEBOOK
from adjudicator.casebook.book import Casebook
from adjudicator.messages.po import BrokenData
from adjudicator.replay import Replay
from adjudicator.rulebook import RULEBOOK
from tests.casebook import NUMBERED
from tests.proof.routes import LONG
from tools.casebook import (
    LEGAL,
    REFUSED,
    by_verdict,
    judge_editions,
    keep_verdict,
    lacks,
    list_question_ids,
    meaning,
)

EVERY = 1 if LONG else 40
"""One of so many cases is asked whole, for what its move brings."""


def test_what_is_kept_is_what_this_program_says() -> None:
    """Mend with ``python -m tools.casebook judge``, where the new verdict is the right one."""
    for number, case in enumerate(CASEBOOK.cases.values()):
        if number % EVERY == 0:
            says, differs = judge_editions(case)
            assert (tuple(says), differs) == (case.judged, case.differs), case.id
        for one in case.judged:
            now = keep_verdict(Replay(case.in_edition(one.editions[0])).verdicts[-1])
            assert (now.short, now.message, now.depends) == (one.short, one.message, one.depends)


def test_numbers_are_stable() -> None:
    """An id that was given away is kept with its meaning, or withdrawn and never used again."""
    kept = json.loads((CASEBOOK.folder / "releases.json").read_text(encoding="utf-8"))["cases"]
    assert set(kept) == {*CASEBOOK.cases, *CASEBOOK.withdrawn}
    assert len(kept) >= 400
    for name, case in CASEBOOK.cases.items():
        assert re.fullmatch(r"[1-9]\d*\.[1-9]\d*", name)
        assert meaning(case) == kept[name]["is"], f"{name} means something else now: withdraw it"
        assert case.history[-1].says == by_verdict(case.judged), name


def test_every_file_of_the_casebook_is_among_the_cases_of_the_tests() -> None:
    """By a link of its name: what is numbered is run as every other case."""
    numbered = {path.resolve(): path.name for path in (CASEBOOK.folder / "cases").iterdir()}
    assert {path.resolve(): path.name for path in NUMBERED.iterdir()} == numbered


def test_cases_are_found_by_rule_and_card() -> None:
    """Every chapter's cases are its own; what a case is about leads to it."""
    known = {*RULEBOOK.ids(), *list_question_ids()}
    for chapter in CASEBOOK.chapters:
        for case in chapter.cases:
            assert case.cards == tuple(dict.fromkeys(case.cards))
            for one in case.judged:
                assert {*one.rules, *one.depends} <= known or one.verdict == "unclear", case.id
    of_97 = CASEBOOK.find_cases_by_card("austria", "guest", "97")
    assert {"GAH-GUEST-05", "GAH-GUEST-06", "GAH-GUEST-07"} <= {r for c in of_97 for r in c.rules}
    for way in ("legal", "illegal"):
        assert any(way in case.kinds for case in of_97)
    for subject in ("GAH-FOOD-02", "U-14"):
        assert CASEBOOK.find_cases_by_rule(subject)
    assert not CASEBOOK.find_cases_by_card("austria", "guest", "1000")


def test_what_no_case_tries_is_listed_with_its_reason() -> None:
    """Neither more nor less: a case that is added takes its rule off the list."""
    missing = lacks(CASEBOOK)
    for way, names in (
        (LEGAL, [name for row in CASEBOOK.untried_subjects for name in row.legal]),
        (REFUSED, [name for row in CASEBOOK.untried_subjects for name in row.refused]),
    ):
        assert sorted(names) == sorted(missing[way])
    rules = {name for row in CASEBOOK.untried_subjects for name in row.in_neither} & set(
        RULEBOOK.ids()
    )
    assert rules == {"SAM-PAY-04"}, "every other rule has a case"


Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda files: files["cases/gah-food.json"].append(files["cases/gah-food.json"][0]), "7.1"),
        (lambda files: files["cases/gah-food.json"][0].update(id="8.1"), "another chapter"),
        (lambda files: files["cases/gah-food.json"][0].pop("rules"), "7.1"),
        (lambda files: files["withdrawn.json"][0].update(id="7.1"), "twice"),
        (lambda files: files["withdrawn.json"][0].update(see="7.99"), "7.99"),
    ],
)
def test_a_broken_casebook_is_named(tmp_path: Path, change: Change, words: str) -> None:
    rows = json.loads((CASEBOOK.folder / "cases" / "gah-food.json").read_text(encoding="utf-8"))
    gone = {"id": "7.90", "reason": "It asked what 7.1 asks.", "see": "7.1", "release": "0.3.0"}
    files: dict[str, Any] = {
        "chapters.json": {"7": "GAH-FOOD"},
        "cases/gah-food.json": rows[:3],
        "withdrawn.json": [gone],
    }
    write(tmp_path, files)
    book = Casebook(tmp_path)
    assert list(book.cases) == ["7.1", "7.2", "7.3"]
    assert book.withdrawn["7.90"].see == "7.1"
    change(files)
    write(tmp_path, files)
    with pytest.raises(BrokenData, match=words):
        len(Casebook(tmp_path).cases)


def write(folder: Path, files: dict[str, Any]) -> None:
    (folder / "cases").mkdir(exist_ok=True)
    for name, value in files.items():
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
