"""Every case of tests/cases and of the casebook: {"case", "rules", "record", "expect"}.

``rules`` are the ledger's ids that the case tries; an id that no rulebook text has stops the
collection. How editions and scenes shorten a case: ``adjudicator.casebook.reading``.

``expect`` is a part of what ``python -m adjudicator judge FILE --json`` prints:

    "verdicts": {"3": "illegal"}     entry number -> verdict
    "breaks": {"3": ["RULE-01"]}     this id is among the violations
    "cites": {"3": ["RULE-01"]}      all of these ids are among the violations
    "only": {"3": ["RULE-01"]}       these ids and no others are among the violations
    "first": {"3": "RULE-01"}        the id of the first violation
    "edition": {"3": "RULE-01"}      a violation says which edition decides by this switch
    "question": {"3": "RULE-01"}     the question of an unclear verdict
    "house_rules": {"3": ["U-01"]}   the house rules that a verdict rests on
    "depends_on": {"3": ["U-01"]}    where the edition or a default decides
    "finding": {"3": {..}}           what a check found to differ
    "effect": {"3": ".."}            that nothing came of a ruling
    "position", "scores", "winners", "over", "tie_break"   each key given has this value
    "exactly": {"position.players.a.rooms": {..}}   this value and nothing beside it, null: none
    "as_if_over": {"scores": {..}}   what ``score`` says of the position
    "error": {..}                    keys of the error of an unreadable record
    "exit": 2                        the exit status
    "offers": [{..}]                 entries that ``next`` offers after the last entry
    "offers_not": [{..}]             entries that it does not offer

Whatever a verdict says in a case, it says by way of the catalogues (``tests.marked``).

Each case is a test of its own, so that one that comes out otherwise has a name.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from adjudicator.reading import parse
from adjudicator.record import Unreadable, dump_record
from adjudicator.replay import Replay, write_judgement
from adjudicator.rulebook import RULEBOOK
from tests.casebook import Case, cases_in, files
from tests.marked import Listener

DOCUMENT_KEYS = ("position", "scores", "winners", "over", "tie_break")
VERDICT_KEYS = ("question", "house_rules", "depends_on", "finding", "effect")
OFFERS = ("offers", "offers_not")
KNOWN = {
    *("verdicts", "breaks", "cites", "only", "first", "edition", "exactly", "exit", "error"),
    *(*DOCUMENT_KEYS, *VERDICT_KEYS, *OFFERS, "as_if_over"),
}
KEYS = {"case", "rules", "why", "record", "expect"}
NUMBERED = {"id", "since", "asks"}
"""What a case of the casebook has besides; see docs/casebook.md."""

UNREADABLE = 2
"""``exit`` of a case whose record cannot be read."""

NOT_RULES = re.compile(r"GAH-XD?-\d\d|WALTZ-T-\d\d|(?:[A-Z0-9]+-)?[UPD]-\d\d")
"""Worked examples, tests and questions of the ledgers: a case may name them beside rules."""


LISTENER = Listener()
"""Hears what the verdicts of all cases say, in a language in which every letter is marked."""


def _words_of_records() -> str:
    """Return the words that a record may hold where a rule has several values."""
    texts = [
        path.read_text(encoding="utf-8")
        for path in (Path(__file__).parents[1] / "adjudicator").rglob("data/*.json")
        if path.stem in ("switches", "questions")
    ]
    return "true false null " + " ".join(
        word for text in texts for word in re.findall(r'"([a-z0-9-]+)":', text)
    )


WORDS_OF_RECORDS = _words_of_records()


ALL = [named for path in files() for named in cases_in(path)]


def _differences(want: Any, got: Any, path: str) -> list[str]:
    if isinstance(want, dict) and isinstance(got, dict):
        different = []
        for key, value in want.items():
            if key in got:
                different += _differences(value, got[key], f"{path}.{key}")
            else:
                different.append(f"{path}.{key}: missing")
        return different
    return [] if want == got else [f"{path}: wanted {want!r}, got {got!r}"]


def _may_be_placed(meant: dict[str, Any], place: dict[str, Any]) -> bool:
    """Whether food put onto guests is part of what an item lets be placed."""
    return all(
        guest in meant
        and (
            meant[guest] == "seen"
            or all(n <= meant[guest].get(food, 0) for food, n in foods.items())
        )
        for guest, foods in place.items()
    )


def _stands_for(item: dict[str, Any], entry: dict[str, Any]) -> bool:
    """Whether an entry is one that an item of ``next`` stands for, read as record-format says."""
    if set(entry) - {"place"} != set(item) - {"place"}:
        return False
    for key, value in entry.items():
        meant = item.get(key)
        if key == "place":
            if not _may_be_placed(item.get("place", {}), value):
                return False
            continue
        if not (
            meant in (value, "seen", "hand")
            or (isinstance(meant, dict) and "count" in meant)
            or (isinstance(meant, list) and value in meant)
        ):
            return False
    return True


def problems(case: dict[str, Any]) -> list[str]:
    """Judge the record of a case and return what is not as expected."""
    expect = case["expect"]
    unknown = set(expect) - KNOWN
    assert not unknown, f"expect has unknown keys {unknown}"
    assert expect, "a case that expects nothing cannot fail"
    try:
        replay = Replay(parse(json.dumps(case["record"], ensure_ascii=False)))
    except Unreadable as problem:
        if expect.get("exit") != 2:
            return [f"unreadable: {problem}"]
        typed = json.dumps(case["record"], ensure_ascii=False)
        return [
            *_differences(expect.get("error", {}), problem.to_json(), "error"),
            *LISTENER.past([problem.message], typed=f"{typed} {WORDS_OF_RECORDS}"),
        ]
    answer = write_judgement(replay)
    verdicts = {str(verdict["entry"]): verdict for verdict in answer["verdicts"]}
    wrong = LISTENER.of_replay(replay)
    for number, want in expect.get("verdicts", {}).items():
        got = verdicts[number]
        if got["verdict"] != want:
            wrong.append(f"entry {number}: wanted {want}, got {got}")
    status = 0 if all(verdict.kind == "legal" for verdict in replay.verdicts) else 1
    if expect.get("exit", status) != status:
        wrong.append(f"exit status: wanted {expect['exit']}, got {status}")
    for number, rules in expect.get("breaks", {}).items():
        cited = [breach["rule"] for breach in verdicts[number].get("violations", [])]
        if not set(rules) & set(cited):
            wrong.append(f"entry {number}: none of {rules} cited (cited {cited})")
    for number, rules in expect.get("cites", {}).items():
        cited = [breach["rule"] for breach in verdicts[number].get("violations", [])]
        if not set(rules) <= set(cited):
            wrong.append(f"entry {number}: not all of {rules} cited (cited {cited})")
    for number, rules in expect.get("only", {}).items():
        cited = [breach["rule"] for breach in verdicts[number].get("violations", [])]
        if set(rules) != set(cited):
            wrong.append(f"entry {number}: not just {rules} cited (cited {cited})")
    for number, rule in expect.get("first", {}).items():
        cited = [breach["rule"] for breach in verdicts[number].get("violations", [])]
        if cited[:1] != [rule]:
            wrong.append(f"entry {number}: not {rule} first (cited {cited})")
    for number, switch in expect.get("edition", {}).items():
        told = [breach["why"].get("edition") for breach in verdicts[number].get("violations", [])]
        if switch not in [one["switch"] for one in told if one]:
            wrong.append(f"entry {number}: no violation names the switch {switch}")
    for key in VERDICT_KEYS:
        for number, want in expect.get(key, {}).items():
            wrong += _differences(want, verdicts[number].get(key), f"entry {number}.{key}")
    for key in DOCUMENT_KEYS:
        if key in expect:
            wrong += _differences(expect[key], answer.get(key), key)
    if "as_if_over" in expect:
        scored = replay.result(final=True).to_json()
        wrong += _differences(expect["as_if_over"], scored, "as_if_over")
    for path, want in expect.get("exactly", {}).items():
        got = answer
        for key in path.split("."):
            got = got.get(key)
        if got != want:
            wrong.append(f"{path}: wanted exactly {want!r}, got {got!r}")
    for key in OFFERS:
        for entry in expect.get(key, ()):
            if any(_stands_for(item, entry) for item in answer["next"]) != (key == "offers"):
                wrong.append(f"{key}: {entry}")
    return wrong


@pytest.mark.parametrize("case", [case for _, case in ALL], ids=[name for name, _ in ALL])
def test_every_case_comes_out_as_expected(case: Case) -> None:
    wrong = problems(case)
    assert not wrong, "; ".join(wrong)


def test_cases_are_well_formed() -> None:
    """Known keys only, and rules that exist: a misspelt id would try nothing."""
    rules = set(RULEBOOK.ids())
    for name, case in ALL:
        assert set(case) <= KEYS | NUMBERED, name
        named = [rule for rule in case.get("rules", []) if not NOT_RULES.fullmatch(rule)]
        assert set(named) <= rules, f"{name}: {set(named) - rules}"
        for rule in case["expect"].get("breaks", {}).values():
            assert len(rule) == 1, f"{name}: name the one rule, or all of them under cites"
        for key in ("breaks", "cites", "only"):
            for wanted in case["expect"].get(key, {}).values():
                assert set(wanted) <= rules, f"{name}: {set(wanted) - rules}"


def test_every_case_has_a_title_of_its_own() -> None:
    """A case that fails is found by its title."""
    assert [name for name, count in Counter(name for name, _ in ALL).items() if count > 1] == []


def test_no_case_is_written_twice() -> None:
    """Cases that differ only in their edition are one, with ``editions``: one mends them all."""
    written: dict[str, str] = {}
    seen = set()
    for name, case in ALL:
        if case["expect"].get("exit") == UNREADABLE:
            continue  # some of these are about the edition itself
        record = {key: said for key, said in case["record"].items() if key != "edition"}
        said = json.dumps({**case, "case": "", "record": record}, sort_keys=True)
        edition = case["record"].get("edition")
        stored = name.rpartition(" [")[0] if name.endswith("]") else name
        assert written.setdefault(said, stored) == stored, f"{name} and {written[said]}"
        assert (said, edition) not in seen, f"{name} stands twice"
        seen.add((said, edition))


def test_every_record_reads_back() -> None:
    """Read, write and read again: the same document."""
    read = 0
    for name, case in ALL:
        try:
            record = parse(json.dumps(case["record"], ensure_ascii=False))
        except Unreadable:
            assert case["expect"].get("exit") == 2, name
            continue
        assert parse(dump_record(record)).document == case["record"], name
        read += 1
    assert read > 1000
