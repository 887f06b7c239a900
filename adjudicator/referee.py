"""The referee: one question answered in several editions, with rules and legal entries.

A question is a record with the move in question as its last entry (or another one). Asking records
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator import games
from adjudicator import suggestions as instead
from adjudicator.messages import ENGLISH, Language, M
from adjudicator.record import Record, Unreadable
from adjudicator.replay import Replay
from adjudicator.verdict import Illegal, Unclear, Verdict


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict on the move in one edition.

    edition: its code, None for a game without editions. earlier: numbers of entries before the move
    that this edition forbids, so that the position differs. instead: the entries that the same
    player could have made (the items of ``next`` before the move). brought: the changes of the move
    in the position and the scores: path -> (value before it, value after it).
    """

    edition: str | None
    verdict: Verdict
    earlier: tuple[int, ...]
    instead: tuple[Mapping[str, Any], ...]
    brought: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """Return the ruling as ``ask --json`` prints it, its sentences in a language."""
        answer = self.verdict.to_json(language)
        if self.earlier:
            answer["earlier_breaches"] = list(self.earlier)
        if self.verdict.kind != "legal":
            answer["instead"] = [dict(item) for item in self.instead]
        return answer


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question. rulings: one for each edition asked, in their order."""

    game: str
    entry: Mapping[str, Any]
    number: int
    rulings: tuple[Ruling, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that the rulings cite, in order, each once."""
        cited: dict[str, None] = {}
        for ruling in self.rulings:
            if isinstance(ruling.verdict, Illegal):
                cited |= dict.fromkeys(breach.rule for breach in ruling.verdict.violations)
        return tuple(cited)

    @property
    def questions(self) -> tuple[str, ...]:
        """The unsettled questions or unknown figures that the answer depends on."""
        open_questions: dict[str, None] = {}
        for ruling in self.rulings:
            if isinstance(ruling.verdict, Unclear):
                open_questions[ruling.verdict.question] = None
        return tuple(open_questions)

    @property
    def differences(self) -> Mapping[str, Mapping[str, tuple[Any, Any] | None]]:
        """The effects of the move in one edition and not in another: path -> edition -> change.

        A change is the value before the move and the one after it, None where it changes nothing.
        Only the changes are compared, and only in editions in which the move takes effect. So
        differences from earlier entries do not count here.
        """
        applied = [ruling for ruling in self.rulings if ruling.verdict.is_applied]
        found: dict[str, Mapping[str, tuple[Any, Any] | None]] = {}
        for path in dict.fromkeys(path for ruling in applied for path in ruling.brought):
            changes = {ruling.edition or self.game: ruling.brought.get(path) for ruling in applied}
            first, *others = (_step(change) for change in changes.values())
            if any(other != first for other in others):
                found[path] = changes
        return found

    def summary(self, language: Language = ENGLISH) -> str:
        """Return the answer in one line: ``illegal: Russian rules of 2015 (GAH-TURN-12); ..``."""
        groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for ruling in self.rulings:
            verdict = ruling.verdict
            why: tuple[str, ...] = ()
            if isinstance(verdict, Illegal):
                why = tuple(breach.rule for breach in verdict.violations)
            elif isinstance(verdict, Unclear):
                why = (verdict.question,)
            groups.setdefault((verdict.kind, why), []).append(ruling.edition or "")
        words = []
        for (kind, why), editions in groups.items():
            match bool(editions[0]), bool(why):
                case False, False:
                    told = M("answer.plain", kind=kind)
                case False, True:
                    told = M("answer.why", kind=kind, why=why)
                case True, False:
                    told = M("answer.in", kind=kind, editions=tuple(editions))
                case _:
                    told = M("answer.in-why", kind=kind, editions=tuple(editions), why=why)
            words.append(language.say(told))
        return language.join_items(words, "else")

    def to_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """Return the answer as ``ask --json`` prints it, its sentences in a language."""
        return {
            "entry": dict(self.entry),
            "number": self.number,
            "summary": self.summary(language),
            "editions": {
                ruling.edition or self.game: ruling.to_json(language) for ruling in self.rulings
            },
            "rules": list(self.rules),
            "depends_on": list(self.questions),
            "differences": {
                path: {edition: change and list(change) for edition, change in changes.items()}
                for path, changes in self.differences.items()
            },
        }


def ask_editions(record: Record, editions: Sequence[str] = (), number: int | None = None) -> Answer:
    """Judge one entry of a record in several editions.

    editions: codes; none asks every edition of the game. number: the entry in question, from 1;
    without it the last one. Raises Unreadable for an unknown edition or entry, and for a start
    that contradicts itself.
    """
    known = tuple(games.find(record.game).edition_labels)
    for edition in editions:
        if edition not in known:
            raise Unreadable(M("answer.no-edition", edition=repr(edition)), key="edition")
    number = len(record.entries) if number is None else number
    if not 1 <= number <= len(record.entries):
        raise Unreadable(M("answer.no-entry"), key="entries", entry=number)
    asked: tuple[str | None, ...] = tuple(editions) or known or (None,)
    return Answer(
        record.game,
        record.entries[number - 1],
        number,
        tuple(_rule_in_edition(record, edition, number) for edition in asked),
    )


def _rule_in_edition(record: Record, edition: str | None, number: int) -> Ruling:
    document = dict(record.document) | {"entries": list(record.entries[: number - 1])}
    if edition is not None:
        document["edition"] = edition
        games.find(record.game).read_header(document)
    before = Replay(Record(document))
    entry = record.entries[number - 1]
    moment = instead.Moment(before.state)
    after = before.with_entries([*before.record.entries, entry])
    verdict = instead.explain_refusal(after.verdicts[-1], entry, moment)
    player = entry.get("by")
    return Ruling(
        edition,
        verdict,
        tuple(
            place
            for place, earlier in enumerate(before.verdicts, start=1)
            if isinstance(earlier, Illegal) and earlier.stands is None
        ),
        tuple(item for item in moment.items if item.get("by") == player),
        _find_changes(before, after),
    )


def _find_changes(before: Replay, after: Replay) -> dict[str, tuple[Any, Any]]:
    """Return the differences between two positions and their scores, by path."""
    was, now = _read_values(before), _read_values(after)
    return {
        path: (was.get(path), now.get(path))
        for path in {**was, **now}
        if was.get(path) != now.get(path)
    }


def _read_values(replay: Replay) -> dict[str, Any]:
    """Return every value of a position and of its scores by its path; totals follow from them."""
    document = {"position": replay.state.position()} | replay.result().to_json()
    flat = _flatten(document, "")
    return {path: value for path, value in flat if not _TOTAL.fullmatch(path)}


_TOTAL = re.compile(r"scores\.[^.]+\.total")


def _flatten(document: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for key, value in document.items():
        if isinstance(value, Mapping) and value:
            yield from _flatten(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def _step(change: tuple[Any, Any] | None) -> Any:
    """Return the measure of a change: the difference of two numbers, else both values."""
    if change is None or any(type(value) is not int for value in change):
        return change
    return change[1] - change[0]
