"""What the command line prints for people: the same values as the JSON, in plain lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from adjudicator.messages import ENGLISH, Language, M
from adjudicator.referee import Answer
from adjudicator.replay import Replay
from adjudicator.score import Result
from adjudicator.verdict import Illegal, Legal, Unclear, Verdict


def verdict_text(verdict: Verdict, language: Language = ENGLISH) -> str:
    """Return a verdict as one or more lines of text in a language."""
    say = language.say
    if isinstance(verdict, Illegal):
        lines = [
            say(M("report.told", what=breach.rule, told=breach.message))
            + (f" {say(breach.instead)}" if breach.instead else "")
            for breach in verdict.violations
        ]
        head = say(M("report.stands")) if verdict.stands else language.term("verdict", "illegal")
        return "\n    ".join([head, *lines])
    if isinstance(verdict, Unclear):
        question, message, default = verdict.question, verdict.message, verdict.default
        return say(M("report.unclear", question=question, message=message, default=default))
    if isinstance(verdict, Legal) and verdict.finding:
        return say(
            M("report.differs", finding=json.dumps(dict(verdict.finding), ensure_ascii=False))
        )
    return language.term("verdict", "legal")


def verdicts_text(replay: Replay, language: Language = ENGLISH) -> str:
    """Return every entry with its verdict, then the score."""
    lines = []
    for number, (entry, verdict) in enumerate(
        zip(replay.record.entries, replay.explained(), strict=True), start=1
    ):
        told = entry_text(entry, language)
        judged = M("report.told", what=told, told=verdict_text(verdict, language))
        lines.append(f"{number:4} {language.say(judged)}")
    lines.append(score_text(replay, replay.result(), language))
    return "\n".join(lines)


def answer_text(answer: Answer, language: Language = ENGLISH) -> str:
    """Return the referee's answer: the summary, each edition's verdict, what to do instead."""
    lines = [entry_text(answer.entry, language), answer.summary(language)]
    lines += [f"    {line}" for line in effects_text(answer, language)]
    for ruling in answer.rulings:
        what = ruling.edition or answer.game
        told = M("report.told", what=what, told=verdict_text(ruling.verdict, language))
        lines.append(language.say(told))
        if ruling.earlier:
            lines.append("    " + language.say(M("report.earlier", entries=ruling.earlier)))
        if ruling.verdict.kind != "legal":
            verbs = tuple(dict.fromkeys(str(item["do"]) for item in ruling.instead))
            told = M("report.open", verbs=verbs) if verbs else M("report.nothing-open")
            lines.append("    " + language.say(told))
    return "\n".join(lines)


def effects_text(answer: Answer, language: Language = ENGLISH) -> list[str]:
    """Return what the move brings in one edition and not in another, a line for each value."""
    lines = []
    for path, changes in answer.differences.items():
        alike: dict[M, list[str]] = {}
        for edition, change in changes.items():
            alike.setdefault(_change(path, change), []).append(edition)
        told = tuple(
            M("report.brings", editions=tuple(editions), change=change)
            for change, editions in alike.items()
        )
        lines.append(language.say(M("report.differs-by", what=_place(path), changes=told)))
    return lines


def _place(path: str) -> M:
    """Return where a value of a position or a score stands: ``krones of Anna``."""
    match path.split("."):
        case ["position", "players", player, what, *rest]:
            return M("report.of", what=(what, *rest), who=player)
        case ["scores", player, what]:
            return M("report.points", what=what, who=player)
        case ["position", what, *rest] | [what, *rest]:
            return M("report.whole", what=(what, *rest))
    raise AssertionError(path)


def _change(path: str, change: tuple[Any, Any] | None) -> M:
    """Return a value before and after a move in words; of what is open only the latter."""
    if change is None:
        return M("report.same")
    if path == "position.open":
        deeds = tuple(dict.fromkeys(str(part["do"]) for part in change[1]))
        return M("report.opened", deeds=deeds) if deeds else M("report.opened-none")
    was, now = (_value(value) for value in change)
    return M("report.from-to", was=was, now=now)


def _value(value: Any) -> str:
    """Return a value of a position or an entry without brackets: ``wine 2, coffee 1``."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value(one)}" for key, one in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(_value(one) for one in value) or "-"
    return "-" if value is None else str(value)


def entry_text(entry: Mapping[str, Any], language: Language = ENGLISH) -> str:
    """Return an entry in words: who does what, then the facts that it names."""
    who = M("report.by", who=entry["by"]) if "by" in entry else M("report.table")
    facts = tuple(
        M("report.only", what=key)
        if value is True
        else M("report.fact", what=key, value=_value(value))
        for key, value in entry.items()
        if key not in ("by", "do", "at") and value is not False
    )
    deed = entry["do"]
    if not facts:
        return language.say(M("report.deed", who=who, deed=deed))
    return language.say(M("report.entry", who=who, deed=deed, facts=facts))


def options_text(replay: Replay) -> str:
    """Return what may be entered now, one item a line."""
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in replay.state.options())


def score_text(replay: Replay, result: Result, language: Language = ENGLISH) -> str:
    """Return the lines of every player's score with totals, tie-break and winners."""
    say = language.say
    names = {player["id"]: player["name"] for player in replay.record.document["players"]}
    lines = []
    for player, items in result.lines.items():
        total = M("report.told", what=names[player], told=result.total(player))
        lines.append(say(total))
        lines += [f"    {line.points:4}  {say(line.label)} ({line.rule})" for line in items]
    for player, steps in (result.tie_break or {}).items():
        compared = tuple(f"{step.rule} {step.value}" for step in steps)
        lines.append(say(M("report.tie-break", player=names[player], compared=compared)))
    if result.winners:
        winners = tuple(names[player] for player in result.winners)
        lines.append(say(M("report.winner", players=winners)))
    return "\n".join(lines)
