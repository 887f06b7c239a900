"""The league's rulings that apply to its next game, and the switch that each decided.

A switch is a house rule that a table may settle for itself (``games.HouseRule``). A ruling decided
a switch if one value of the switch judges the disputed entry as the ruling did, and another value
judges it differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from adjudicator import games
from adjudicator.record import Unreadable
from adjudicator.verdict import Illegal, Legal, Unclear
from recorder.league.league_state import CalledCase
from recorder.pages.referee import questions
from recorder.pages.referee.questions import MoveQuestion


@dataclass(frozen=True, slots=True)
class Bearing:
    """A decided case that bears on a game.

    switch, value: its decision; empty where no switch settles it. modules: one of them has to be in
    play; empty where none has to.
    """

    case: CalledCase
    switch: str = ""
    value: str = ""
    modules: tuple[str, ...] = ()


def list_bearings(game: str, cases: Iterable[CalledCase]) -> list[Bearing]:
    """Return the decided cases that bear on a game, the last decided first."""
    decided = [case for case in cases if case.stands is not None and case.kind == game]
    return [
        _make_bearing(game, case) for case in sorted(decided, key=lambda c: c.decided, reverse=True)
    ]


def _make_bearing(game: str, case: CalledCase) -> Bearing:
    asked = _read_question(case.question)
    switch, value = _find_decided_switch(game, case.question, case.subjects, bool(case.stands))
    rules = games.find(game).house_rules
    if switch:
        return Bearing(case, switch, value, next(r.modules for r in rules if r.id == switch))
    # A rule of the box bears on every game of it; one of a module where a module of then is.
    of_box = {_rule_letters(rule.id) for rule in rules if not rule.modules}
    mine = any(_rule_letters(subject) in of_box for subject in case.subjects)
    modules = () if mine or asked is None else tuple(asked.document.get("modules", ()))
    return Bearing(case, modules=modules)


def _rule_letters(rule: str) -> str:
    return rule.partition("-")[0]


def _read_question(question: str) -> MoveQuestion | None:
    try:
        return questions.read_question(question) if question else None
    except Unreadable:
        return None  # a question that an earlier version of the rules could read


@lru_cache(maxsize=512)
def _find_decided_switch(
    game: str, question: str, subjects: tuple[str, ...], stands: bool
) -> tuple[str, str]:
    """Return the switch that a ruling decided, with the value; empty for none."""
    asked = _read_question(question)
    if asked is None:
        return "", ""
    wanted = Legal if stands else Illegal
    rested = {*subjects, *_list_decisive_switches(asked)}
    for rule in games.find(game).house_rules:
        if rule.id in rested:
            verdicts = {
                value: _judge_with_switch(asked.document, rule.id, value) for value in rule.values
            }
            as_ruled = [value for value, verdict in verdicts.items() if isinstance(verdict, wanted)]
            if len(as_ruled) == 1 or (as_ruled and len(as_ruled) < len(verdicts)):
                return rule.id, as_ruled[0]
    return "", ""


def _list_decisive_switches(asked: MoveQuestion) -> Sequence[str]:
    """Return the switches on which the verdict on a question's move rested."""
    try:
        verdict = asked.replay().verdicts[-1]
    except (Unreadable, IndexError):
        return ()
    own = (verdict.question,) if isinstance(verdict, Unclear) else ()
    return (*verdict.depends_on, *verdict.ruled_by, *own)


def _judge_with_switch(document: Mapping[str, Any], switch: str, value: str) -> Any:
    """Return the verdict on a question's move with a switch set, None where it cannot be."""
    options = dict(document.get("options", {}))
    options["rulings"] = {**options.get("rulings", {}), switch: value}
    try:
        return MoveQuestion({**document, "options": options}).replay().verdicts[-1]
    except (Unreadable, IndexError):
        return None
