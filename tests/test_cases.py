"""Every case under tests/cases, for both games: {"case", "rules", "record", "expect"}.

``expect`` is a part of what ``python -m adjudicator judge FILE --json`` prints:

    "verdicts": {"3": "illegal"}     entry number -> verdict
    "breaks": {"3": ["RULE-01"]}     at least one of these ids is among the violations
    "cites": {"3": ["RULE-01"]}      all of these ids are among the violations
    "question": {"3": "RULE-01"}     the question of an unclear verdict
    "house_rules": {"3": ["U-01"]}   the house rules that a verdict rests on
    "finding": {"3": {..}}           what a check found to differ
    "position", "scores", "winners", "over", "tie_break"   each key given has this value
    "exactly": {"position.players.a.rooms": {..}}   this value and nothing beside it
    "error": {..}                    keys of the error of an unreadable record
    "exit": 2                        the exit status
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.record import Unreadable, dump, parse
from adjudicator.replay import Replay, judgement

CASES = Path(__file__).parent / "cases"
DOCUMENT_KEYS = ("position", "scores", "winners", "over", "tie_break")
VERDICT_KEYS = ("question", "house_rules", "finding")
KNOWN = {"verdicts", "breaks", "cites", "exactly", "exit", "error", *DOCUMENT_KEYS, *VERDICT_KEYS}


def _cases() -> list[Any]:
    found = []
    for path in sorted(CASES.rglob("*.json")):
        loaded = json.loads(path.read_text(encoding="utf-8"))
        for case in loaded if isinstance(loaded, list) else [loaded]:
            name = f"{path.relative_to(CASES).with_suffix('')}: {case['case']}"
            found.append(pytest.param(case, id=name))
    return found


def _differences(want: Any, got: Any, path: str) -> list[str]:
    if isinstance(want, dict) and isinstance(got, dict):
        found = []
        for key, value in want.items():
            if key in got:
                found += _differences(value, got[key], f"{path}.{key}")
            else:
                found.append(f"{path}.{key}: missing")
        return found
    return [] if want == got else [f"{path}: wanted {want!r}, got {got!r}"]


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
        return _differences(expect.get("error", {}), problem.to_json(), "error")
    status = 0 if all(verdict.kind == "legal" for verdict in replay.verdicts) else 1
    if expect.get("exit", status) != status:
        return [f"exit status: wanted {expect['exit']}, got {status}"]
    answer = judgement(replay)
    verdicts = {str(verdict["entry"]): verdict for verdict in answer["verdicts"]}
    found = []
    for number, want in expect.get("verdicts", {}).items():
        got = verdicts[number]
        if got["verdict"] != want:
            found.append(f"entry {number}: wanted {want}, got {got}")
    for number, rules in expect.get("breaks", {}).items():
        cited = [breach["rule"] for breach in verdicts[number].get("violations", [])]
        if not set(rules) & set(cited):
            found.append(f"entry {number}: none of {rules} cited (cited {cited})")
    for number, rules in expect.get("cites", {}).items():
        cited = [breach["rule"] for breach in verdicts[number].get("violations", [])]
        if not set(rules) <= set(cited):
            found.append(f"entry {number}: not all of {rules} cited (cited {cited})")
    for key in VERDICT_KEYS:
        for number, want in expect.get(key, {}).items():
            found += _differences(want, verdicts[number].get(key), f"entry {number}.{key}")
    for key in DOCUMENT_KEYS:
        if key in expect:
            found += _differences(expect[key], answer.get(key), key)
    for path, want in expect.get("exactly", {}).items():
        got = answer
        for key in path.split("."):
            got = got[key]
        if got != want:
            found.append(f"{path}: wanted exactly {want!r}, got {got!r}")
    return found


@pytest.mark.parametrize("case", _cases())
def test_case(case: dict[str, Any]) -> None:
    assert problems(case) == []


@pytest.mark.parametrize("case", _cases())
def test_record_reads_back(case: dict[str, Any]) -> None:
    try:
        record = parse(json.dumps(case["record"], ensure_ascii=False))
    except Unreadable:
        assert case["expect"].get("exit") == 2
        return
    assert parse(dump(record)).document == case["record"]
