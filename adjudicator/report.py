"""What the command line prints for people: the same values as the JSON, in plain lines."""

from __future__ import annotations

import json

from adjudicator.referee import Answer
from adjudicator.replay import Replay
from adjudicator.score import Result
from adjudicator.verdict import Illegal, Legal, Unclear, Verdict


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict as one or more lines of text."""
    if isinstance(verdict, Illegal):
        lines = [
            f"{breach.rule}: {breach.message}" + (f" {breach.instead}" if breach.instead else "")
            for breach in verdict.violations
        ]
        head = "illegal, stands by ruling" if verdict.stands else "illegal"
        return "\n    ".join([head, *lines])
    if isinstance(verdict, Unclear):
        return f"unclear ({verdict.question}): {verdict.message} {verdict.default}"
    if isinstance(verdict, Legal) and verdict.finding:
        return f"legal; the board differs: {json.dumps(dict(verdict.finding), ensure_ascii=False)}"
    return "legal"


def verdicts_text(replay: Replay) -> str:
    """Return every entry with its verdict, then the score."""
    lines = []
    for number, (entry, verdict) in enumerate(
        zip(replay.record.entries, replay.verdicts, strict=True), start=1
    ):
        rest = {key: value for key, value in entry.items() if key not in ("by", "do", "at")}
        what = f"{entry.get('by', 'table')} {entry['do']}"
        facts = f" {json.dumps(rest, ensure_ascii=False)}" if rest else ""
        lines.append(f"{number:4} {what}{facts}: {verdict_text(verdict)}")
    lines.append(score_text(replay, replay.result()))
    return "\n".join(lines)


def answer_text(answer: Answer) -> str:
    """Return the referee's answer: the summary, each edition's verdict, what to do instead."""
    lines = [answer.summary()]
    for ruling in answer.rulings:
        lines.append(f"{ruling.edition or answer.game}: {verdict_text(ruling.verdict)}")
        if ruling.earlier:
            numbers = ", ".join(map(str, ruling.earlier))
            lines.append(f"    (earlier entries this edition forbids: {numbers})")
        if ruling.verdict.kind != "legal":
            verbs = sorted({str(item["do"]) for item in ruling.instead})
            lines.append(f"    open instead: {', '.join(verbs) or 'nothing'}")
    return "\n".join(lines)


def options_text(replay: Replay) -> str:
    """Return what may be entered now, one item a line."""
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in replay.state.options())


def score_text(replay: Replay, result: Result) -> str:
    """Return the lines of every player's score with totals, tie-break and winners."""
    names = {player["id"]: player["name"] for player in replay.record.document["players"]}
    lines = []
    for player, items in result.lines.items():
        lines.append(f"{names[player]}: {result.total(player)}")
        lines += [f"    {line.points:4}  {line.label} ({line.rule})" for line in items]
    for player, steps in (result.tie_break or {}).items():
        compared = ", ".join(f"{step.rule} {step.value}" for step in steps)
        lines.append(f"Tie-break {names[player]}: {compared}")
    if result.winners:
        lines.append("Winner: " + ", ".join(names[player] for player in result.winners))
    return "\n".join(lines)
