"""The text that the command line prints: the same values as the JSON, in plain lines."""

from __future__ import annotations

from typing import Any

from adjudicator import games
from adjudicator.messages import ENGLISH, Language, M
from adjudicator.referee import Answer
from adjudicator.replay import Replay
from adjudicator.score import Result
from adjudicator.sentences import NO_VALUE, RecordWording, find_wording
from adjudicator.verdict import WITHOUT_EFFECT, Illegal, Legal, Unclear, Verdict, by_message

FOLLOWS = frozenset(("phase", "round", "taken", "first_player", "dice", "discarded_staff"))
"""Keys of a position that differ because something else does."""


def verdict_text(verdict: Verdict, tells: RecordWording) -> str:
    """Return a verdict as one or more lines of text in a language."""
    language = tells.language
    say = language.say
    if isinstance(verdict, Illegal):
        lines = [
            say(M("report.told", what=tuple(one.rule for one in told), told=told[0].message))
            + (f" {say(told[0].instead)}" if told[0].instead else "")
            for told in by_message(verdict.violations, lambda one: one.message)
        ]
        head = say(M("report.stands")) if verdict.stands else language.term("verdict", "illegal")
        if verdict.idle:
            lines = [*lines, say(WITHOUT_EFFECT)]
        return "\n    ".join([head, *lines])
    if isinstance(verdict, Unclear):
        question, message, default = verdict.question, verdict.message, verdict.default
        return say(M("report.unclear", question=question, message=message, default=default))
    if isinstance(verdict, Legal) and verdict.finding:
        return say(M("report.differs", finding=tells.differs(verdict.finding)))
    return language.term("verdict", "legal")


def verdicts_text(replay: Replay, language: Language = ENGLISH) -> str:
    """Return every entry with its verdict, then the score."""
    lines = []
    tells = find_wording(replay.record.game, language)
    for number, (entry, verdict) in enumerate(
        zip(replay.record.entries, replay.explain_verdicts(), strict=True), start=1
    ):
        judged = M("report.told", what=tells.entry(entry), told=verdict_text(verdict, tells))
        lines.append(f"{number:4} {language.say(judged)}")
    lines.append(score_text(replay, replay.result(), language))
    return "\n".join(lines)


def answer_text(answer: Answer, language: Language = ENGLISH) -> str:
    """Return the referee's answer: the summary, each edition's verdict, entries instead."""
    tells = find_wording(answer.game, language)
    lines = [tells.entry(answer.entry), answer.summary(language)]
    lines += [f"    {line}" for line in effects_text(answer, language)]
    for ruling in answer.rulings:
        what = ruling.edition or answer.game
        told = M("report.told", what=what, told=verdict_text(ruling.verdict, tells))
        lines.append(language.say(told))
        if ruling.earlier:
            lines.append("    " + language.say(M("report.earlier", entries=ruling.earlier)))
        if ruling.verdict.kind != "legal":
            verbs = tuple(dict.fromkeys(str(item["do"]) for item in ruling.instead))
            told = M("report.open", verbs=verbs) if verbs else M("report.nothing-open")
            lines.append("    " + language.say(told))
    return "\n".join(lines)


def effects_text(answer: Answer, language: Language = ENGLISH) -> list[str]:
    """Return the effects of the move in one edition and not in another, a line for each value.

    Values that follow from the end of a round, or from a value that is told, are left out.
    """
    lines = []
    tells = find_wording(answer.game, language)
    for path, changes in answer.differences.items():
        if FOLLOWS.intersection(path.split(".")[1:2]):
            continue
        alike: dict[M, list[str]] = {}
        for edition, change in changes.items():
            alike.setdefault(_word_change(path, change, tells), []).append(edition)
        told = tuple(
            M("report.brings", editions=tuple(editions), change=change)
            for change, editions in alike.items()
        )
        lines.append(
            language.say(M("report.differs-by", what=_word_place(answer.game, path), changes=told))
        )
    return lines


def _word_place(game: str, path: str) -> M:
    """Return where a value of a position or a score stands: ``krones of Anna``."""
    match path.split("."):
        case ["position", "players", player, what, *rest]:
            return M("report.of", what=(what, *rest), who=player)
        case ["scores", player, what]:
            return M("report.points", part=games.part_label({"game": game}, what), who=player)
        case ["tie_break", player]:
            return M("report.of", what=("tie_break",), who=player)
        case ["position", what, *rest] | [what, *rest]:
            return M("report.whole", what=(what, *rest))
    raise AssertionError(path)


def _word_change(path: str, change: tuple[Any, Any] | None, tells: RecordWording) -> M:
    """Return a value before and after a move in words; of open parts only the latter."""
    if change is None:
        return M("report.same")
    if path == "position.open":
        parts = [part for part in change[1] if not part.get("automatic")]
        deeds = tuple(dict.fromkeys(str(part["do"]) for part in parts))
        return M("report.opened", deeds=deeds) if deeds else M("report.opened-none")
    if path == "winners":
        return M("report.winners", who=tuple(change[1]))
    if path.startswith("tie_break."):
        steps = tuple(str(step["value"]) for step in change[1])
        return M("report.left-over", steps=steps)
    if isinstance(change[1], bool):
        return M("report.yes") if change[1] else M("report.no")
    was, now = (tells.value(value, path.rpartition(".")[2]) for value in change)
    if now == NO_VALUE:
        return M("report.removed", was=was)
    return M("report.from-to", was=was, now=now)


def options_text(replay: Replay, language: Language = ENGLISH) -> str:
    """Return the entries possible now, one item a line; of several values each."""
    tells = find_wording(replay.record.game, language)
    return "\n".join(tells.entry(item) for item in replay.state.options())


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
