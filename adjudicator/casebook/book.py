"""The casebook: numbered cases with lasting ids, and the verdicts of each.

A case is a record whose entry in question (``asks``, else the last) is judged in every edition. The
folder holds ``chapters.json`` (number -> chapter of the rulebook), a file of cases for each
chapter, ``withdrawn.json``, ``untried.json`` (the rules that no case tries, with reasons), and two
files of ``python -m tools.casebook judge``: ``judged.json``, the verdicts of this program with the
sentence of each, and ``releases.json``, verdicts of earlier releases that differ. Nothing is read
before the first question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from adjudicator import games
from adjudicator.casebook import cards, reading
from adjudicator.casebook.reading import Case
from adjudicator.games import CardName
from adjudicator.messages import DataSentence, M, message_from_json
from adjudicator.messages.po import BrokenData
from adjudicator.reading import load
from adjudicator.record import Header, Record, header_of
from adjudicator.rulebook.book import no_key_twice


@dataclass(frozen=True, slots=True)
class JudgedAlike:
    """The verdict that several editions share about a case.

    editions: their codes; (None,) for a game without editions. rules: the cited ones, or the open
    question. message: the sentence that decides, None for a legal entry. depends: where the
    edition, a house rule or a default decided.
    """

    editions: tuple[str | None, ...]
    verdict: str
    rules: tuple[str, ...]
    message: M | DataSentence | None
    depends: tuple[str, ...]

    @property
    def short(self) -> str:
        """The verdict with its rules, as releases are compared: ``illegal GAH-FOOD-02``."""
        return " ".join([self.verdict, *self.rules])


@dataclass(frozen=True, slots=True)
class KeptVerdicts:
    """The verdicts of a release: by the verdict with its rules, its editions."""

    release: str
    on: str
    says: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class NumberedCase:
    """A case of the casebook.

    id: chapter and number, ``7.12``. name: its name in English, for tests and programs. rules: the
    rules and open questions that it tries. cards: its subjects, kind and id. document: the record
    up to the entry in question. since: the release it came with. judged: the verdicts of the
    editions; differs: whether they differ, in verdict or in effect. history: verdicts of releases,
    the oldest first, one for each change.
    """

    id: str
    chapter: str
    game: str
    name: str
    rules: tuple[str, ...]
    cards: tuple[CardName, ...]
    document: Mapping[str, Any]
    since: str
    judged: tuple[JudgedAlike, ...]
    differs: bool
    history: tuple[KeptVerdicts, ...]

    @property
    def record(self) -> Record:
        """The record, checked."""
        return load(dict(self.document))

    @property
    def header(self) -> Header:
        """The record without its entries."""
        return header_of(self.document)

    def in_edition(self, code: str | None) -> Record:
        """Return the record in another edition; None: as it is, for a game without editions."""
        document = dict(self.document)
        if code is not None:
            document["edition"] = code
            games.find(self.game).read_header(document)
        return Record(document)

    @property
    def subjects(self) -> tuple[str, ...]:
        """The rules and open questions that the case tries or that its verdicts name, each once."""
        named = [rule for one in self.judged for rule in (*one.rules, *one.depends)]
        return tuple(dict.fromkeys([*self.rules, *named]))

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of verdict that editions give."""
        return frozenset(one.verdict for one in self.judged)

    @property
    def rulings(self) -> Mapping[str, str]:
        """The house rules that the record sets, by the id of the rule or question."""
        rulings: Mapping[str, str] = self.document.get("options", {}).get("rulings", {})
        return rulings


@dataclass(frozen=True, slots=True)
class WithdrawnCase:
    """A case that is no longer kept; its id is never used again. see: where to go on."""

    id: str
    reason: DataSentence
    see: str | None
    release: str


@dataclass(frozen=True, slots=True)
class AskedOften:
    """A question as people ask it, its answer in one sentence, and the case that shows it."""

    question: DataSentence
    answer: DataSentence
    case: str


@dataclass(frozen=True, slots=True)
class Untried:
    """Rules, questions and cards that no case tries, with the reason.

    legal: subjects without a legal case; refused: subjects without a refused one. A card is written
    ``celebrity/tolkien``.
    """

    reason: DataSentence
    legal: tuple[str, ...]
    refused: tuple[str, ...]

    @property
    def in_neither(self) -> tuple[str, ...]:
        """The subjects without any case."""
        return tuple(name for name in self.legal if name in self.refused)

    @property
    def only_allowed(self) -> tuple[str, ...]:
        """The subjects with legal cases alone."""
        return tuple(name for name in self.refused if name not in self.legal)

    @property
    def only_refused(self) -> tuple[str, ...]:
        """The subjects with refused cases alone."""
        return tuple(name for name in self.legal if name not in self.refused)


@dataclass(frozen=True, slots=True)
class CaseChapter:
    """A chapter: its number, which never changes, the rulebook's chapter, and its cases."""

    number: int
    id: str
    cases: tuple[NumberedCase, ...]


class Casebook:
    """The cases in one folder. Every access may raise BrokenData."""

    def __init__(self, folder: Path) -> None:
        """Take the folder; nothing is read yet."""
        self.folder = folder

    @cached_property
    def chapters(self) -> Sequence[CaseChapter]:
        """The chapters in order of their numbers."""
        judged, kept = self._load("judged.json", {}), self._load("releases.json", {})
        chapters = []
        for number, name in self._load("chapters.json", {}).items():
            path = self.folder / "cases" / f"{name.lower()}.json"
            rows: list[Case] = self._load(f"cases/{path.name}", [])
            cases = tuple(_read_case(name, row, judged, kept) for row in rows)
            for case in cases:
                if case.id.partition(".")[0] != number:
                    raise BrokenData(f"{path.name}: {case.id} is of another chapter")
            chapters.append(CaseChapter(int(number), name, cases))
        return tuple(chapters)

    @cached_property
    def cases(self) -> Mapping[str, NumberedCase]:
        """The cases by id, in order. Raises BrokenData for an id that stands twice."""
        cases: dict[str, NumberedCase] = {}
        for chapter in self.chapters:
            for case in chapter.cases:
                if case.id in cases or case.id in self.withdrawn:
                    raise BrokenData(f"the id {case.id} stands twice")
                cases[case.id] = case
        for gone in self.withdrawn.values():
            if gone.see is not None and gone.see not in cases and gone.see not in self.withdrawn:
                raise BrokenData(f"{gone.id} leads on to {gone.see}, which there is not")
        for row in self.asked_often:
            if row.case not in cases:
                raise BrokenData(f"asked.json: there is no case {row.case}")
        return cases

    @cached_property
    def withdrawn(self) -> Mapping[str, WithdrawnCase]:
        """The cases that are no longer kept, by id."""
        return {
            row["id"]: WithdrawnCase(
                row["id"],
                DataSentence(f"{row['id']}.reason", row["reason"]),
                row.get("see"),
                row["release"],
            )
            for row in self._load("withdrawn.json", [])
        }

    @cached_property
    def asked_often(self) -> Sequence[AskedOften]:
        """The questions asked most, the most frequent first."""
        return tuple(
            AskedOften(
                DataSentence(f"{row['id']}.question", row["question"]),
                DataSentence(f"{row['id']}.answer", row["answer"]),
                row["case"],
            )
            for row in self._load("asked.json", [])
        )

    @cached_property
    def untried_subjects(self) -> Sequence[Untried]:
        """The subjects that no case tries in one direction or in both, by the reason."""
        return tuple(
            Untried(
                DataSentence(f"{row['id']}.reason", row["reason"]),
                tuple(row["legal"]),
                tuple(row["refused"]),
            )
            for row in self._load("untried.json", [])
        )

    @cached_property
    def releases(self) -> Mapping[str, str]:
        """The days of the releases with kept verdicts, the oldest first."""
        days: Mapping[str, str] = self._load("releases.json", {}).get("releases", {})
        return days

    @cached_property
    def by_subject(self) -> Mapping[str, Sequence[NumberedCase]]:
        """The cases by the rules and questions that they try or that their verdicts name."""
        by_subject: dict[str, list[NumberedCase]] = {}
        for case in self.cases.values():
            for subject in case.subjects:
                by_subject.setdefault(subject, []).append(case)
        return by_subject

    @cached_property
    def _by_card(self) -> Mapping[tuple[str, CardName], Sequence[NumberedCase]]:
        by_card: dict[tuple[str, CardName], list[NumberedCase]] = {}
        for case in self.cases.values():
            for card in case.cards:
                by_card.setdefault((case.game, card), []).append(case)
        return by_card

    def find_cases_by_rule(self, rule: str) -> Sequence[NumberedCase]:
        """Return the cases that try a rule or an open question, cases about it alone first."""
        cases = self.by_subject.get(rule, ())
        return sorted(cases, key=lambda case: (rule not in case.rules[:1], rule not in case.rules))

    def find_cases_by_card(self, game: str, kind: str, card: str) -> Sequence[NumberedCase]:
        """Return the cases about a card, first the cases with rules that describe it."""
        known = cards.map_rules_to_cards()

        def about(case: NumberedCase) -> bool:
            return any(known.get(rule) == (kind, card) for rule in case.rules)

        cases = self._by_card.get((game, (kind, card)), ())
        return sorted(cases, key=lambda case: not about(case))

    def _load(self, name: str, missing: Any) -> Any:
        path = self.folder / name
        if not path.exists():
            return missing
        try:
            text = path.read_text(encoding="utf-8")
            return json.loads(text, object_pairs_hook=no_key_twice)
        except (OSError, ValueError) as problem:
            raise BrokenData(f"{name}: {problem}") from None


def _read_case(
    chapter: str, row: Case, judged: Mapping[str, Any], kept: Mapping[str, Any]
) -> NumberedCase:
    try:
        _edition, whole = next(reading.expand_case(row))
        name = row["id"]
        record = whole["record"]
        entries = record["entries"][: row.get("asks", len(record["entries"]))]
        game = record["game"]
        said = judged.get(name, {"says": (), "differs": False})
        rules = tuple(row["rules"])
        return NumberedCase(
            name,
            chapter,
            game,
            row["case"],
            rules,
            tuple(cards.list_named_cards(game, rules, entries)),
            {**record, "entries": entries},
            row["since"],
            tuple(map(_read_judgements, said["says"])),
            said["differs"],
            tuple(
                KeptVerdicts(release, kept["releases"][release], says)
                for release, says in kept.get("cases", {}).get(name, {"said": {}})["said"].items()
            ),
        )
    except (LookupError, TypeError) as problem:
        raise BrokenData(f"{chapter}, {row.get('id')}: {problem!r}") from None


def _read_judgements(row: Mapping[str, Any]) -> JudgedAlike:
    return JudgedAlike(
        tuple(row["editions"]),
        row["verdict"],
        tuple(row["rules"]),
        message_from_json(row["message"]),
        tuple(row["depends"]),
    )
