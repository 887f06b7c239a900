"""What the command line prints for people: the same values as the JSON, in plain lines."""

from __future__ import annotations

import json

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
            f"{breach.rule}: {say(breach.message)}"
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
        rest = {key: value for key, value in entry.items() if key not in ("by", "do", "at")}
        by = entry["by"] if "by" in entry else language.say(M("report.table"))
        facts = f" {json.dumps(rest, ensure_ascii=False)}" if rest else ""
        lines.append(f"{number:4} {by} {entry['do']}{facts}: {verdict_text(verdict, language)}")
    lines.append(score_text(replay, replay.result(), language))
    return "\n".join(lines)


def answer_text(answer: Answer, language: Language = ENGLISH) -> str:
    """Return the referee's answer: the summary, each edition's verdict, what to do instead."""
    lines = [answer.summary(language)]
    for ruling in answer.rulings:
        lines.append(f"{ruling.edition or answer.game}: {verdict_text(ruling.verdict, language)}")
        if ruling.earlier:
            lines.append("    " + language.say(M("report.earlier", entries=ruling.earlier)))
        if ruling.verdict.kind != "legal":
            verbs = tuple(dict.fromkeys(str(item["do"]) for item in ruling.instead))
            told = M("report.open", verbs=verbs) if verbs else M("report.nothing-open")
            lines.append("    " + language.say(told))
    return "\n".join(lines)


def options_text(replay: Replay) -> str:
    """Return what may be entered now, one item a line."""
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in replay.state.options())


def score_text(replay: Replay, result: Result, language: Language = ENGLISH) -> str:
    """Return the lines of every player's score with totals, tie-break and winners."""
    say = language.say
    names = {player["id"]: player["name"] for player in replay.record.document["players"]}
    lines = []
    for player, items in result.lines.items():
        lines.append(f"{names[player]}: {result.total(player)}")
        lines += [f"    {line.points:4}  {say(line.label)} ({line.rule})" for line in items]
    for player, steps in (result.tie_break or {}).items():
        compared = tuple(f"{step.rule} {step.value}" for step in steps)
        lines.append(say(M("report.tie-break", player=names[player], compared=compared)))
    if result.winners:
        winners = tuple(names[player] for player in result.winners)
        lines.append(say(M("report.winner", players=winners)))
    return "\n".join(lines)
