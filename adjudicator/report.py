"""The text that the command line prints: the same values as the JSON, in plain lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator import games
from adjudicator.amounts import word_amounts
from adjudicator.messages import ENGLISH, Language, M, read_english
from adjudicator.referee import Answer
from adjudicator.replay import Replay
from adjudicator.score import Result
from adjudicator.verdict import WITHOUT_EFFECT, Illegal, Legal, Unclear, Verdict, by_message

PLAYERS = ("by", "of", "agreed")
"""Keys of an entry under which players stand."""

OWN_WORDS = "note"
"""The key of an entry under which somebody's own words stand."""

WHOLE = ".whole"
"""The form of a kind that says itself what it is: ``room a4``."""

NO_VALUE = "-"
"""How a value reads that is not there."""

FOLLOWS = frozenset(("phase", "round", "taken", "first_player", "dice", "discarded_staff"))
"""Keys of a position that differ because something else does."""

OPEN = ("seen", "hand", "other")
"""What ``options`` has instead of a value that it cannot list."""


@dataclass(frozen=True, slots=True)
class RecordWording:
    """Says the values of a game's record in the reader's words.

    kinds: by key, the kind of the value there or in its list (``games.Game``).
    """

    language: Language
    kinds: Mapping[str, str]

    def value(self, value: Any, key: str = "") -> str:
        """Return a value without brackets: ``2 wine and 1 coffee``, ``1-3, 2-1``."""
        kind = self.kinds.get(key, "")
        if isinstance(value, Mapping):
            return self._object(value, key, kind) or NO_VALUE
        if isinstance(value, list | tuple):
            told = [self.value(one, key) for one in value]
            nested = any(isinstance(one, Mapping | list) for one in value)
            return (self._apart(told) if nested else ", ".join(told)) or NO_VALUE
        if value is None:
            return NO_VALUE
        if isinstance(value, bool):
            return self.language.say(M("report.yes") if value else M("report.no"))
        if key == OWN_WORDS:
            return str(value)
        if key in PLAYERS:
            return self.language.term("player", value)
        if kind and value not in OPEN:
            return self.language.term(kind, value)
        return self.language.word(str(value))

    def _object(self, value: Mapping[str, Any], key: str, kind: str) -> str:
        if "do" in value:  # a part that is open: what can be done, and what there are words for
            known = {one for one in value if one in ("by", "do") or f"fact:{one}" in read_english()}
            return self.entry({one: what for one, what in value.items() if one in known})
        counts = all(type(one) is int for one in value.values())
        if kind == "food" and counts:
            return self.language.say(word_amounts(value)) if value else ""
        told = [
            self.language.say(
                M(
                    "report.placed",
                    guest=inner,
                    what=word_amounts(one) if isinstance(one, Mapping) else self.value(one),
                )
            )
            if key == "place"
            else self.fact(inner, one, key, self._word_kind(inner, kind))
            for inner, one in value.items()
            if one is not False and one not in ([], {})
        ]
        return self._apart(told) if key == "place" else ", ".join(told)

    def _word_kind(self, key: str, kind: str) -> str:
        """Return the name of a key that has a kind, else nothing."""
        told = self.language.term(kind, key) if kind else ""
        return "" if told == key else told

    def _apart(self, told: Sequence[str]) -> str:
        """Return sayings that have commas of their own, one after the other."""
        return self.language.say(M("report.apart", told=tuple(told)))

    def fact(self, key: str, value: Any, within: str, name: str = "") -> str:
        """Return a value with its key: ``guest 74``.

        within: the verb of its entry, or the key of the object it stands in. name: its name, where
        the key is no word.
        """
        if self.kinds.get(key, "").endswith(WHOLE) and not isinstance(value, int):
            return self.value(value, key)
        what = name or self._word_key(key, within)
        if value is True:
            return self.language.say(M("report.only", what=what))
        return self.language.say(M("report.fact", what=what, value=self.value(value, key)))

    def _word_key(self, key: str, within: str) -> str:
        """Return the name of a key, within something or anywhere."""
        for known in (f"{within}.{key}", key):
            if f"fact:{known}" in read_english():
                return self.language.term("fact", known)
        return self.language.word(key)

    def entry(self, entry: Mapping[str, Any]) -> str:
        """Return an entry, or an item of ``options``: player and deed, then its facts."""
        who = M("report.by", who=entry["by"]) if "by" in entry else M("report.table")
        do = entry["do"]
        facts = tuple(
            self.fact(key, value, do)
            for key, value in entry.items()
            if key not in ("by", "do", "at") and value is not False
        )
        if not facts:
            return self.language.say(M("report.deed", who=who, deed=do))
        return self.language.say(M("report.entry", who=who, deed=do, facts=facts))

    def differs(self, finding: Mapping[str, Any]) -> str:
        """Return the finding of a check: each value in the record, then on the board."""
        told = (
            M(
                "report.read",
                what=self.language.word(key),
                record=self.value(record, key),
                board=self.value(board, key),
            )
            for key, (record, board) in finding.items()
        )
        return self._apart([self.language.say(one) for one in told])


def name_players(value: Any, names: Mapping[str, str]) -> Any:
    """Return a value of a position with players' names for their ids, as keys and as values."""
    if isinstance(value, Mapping):
        return {names.get(key, key): name_players(member, names) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [name_players(member, names) for member in value]
    return names.get(value, value) if isinstance(value, str) else value


def find_wording(game: str, language: Language) -> RecordWording:
    """Return the wording of a game's values. Raises KeyError for an unknown game."""
    found = games.find(game)
    return RecordWording(language, found.kinds)


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
    if path == "position.guest_taken":
        return M("report.guest-step-over") if change[1] else M("report.guest-step-open")
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
