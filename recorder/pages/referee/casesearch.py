"""Finding cases of the casebook: by words in the reader's language, rule, card, chapter, kind.

Words are looked up in an index that is made once for each language. A word finds what begins as
it does, without its last letters, so that "taking" finds "take"; rare words count more, and words
that no case has count nothing: people ask whole questions.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from adjudicator import games
from adjudicator.casebook import CASEBOOK
from adjudicator.casebook.book import NumberedCase
from adjudicator.messages import Language, Message
from adjudicator.rulebook import RULEBOOK, Chapter
from recorder.pages import wording as words
from recorder.pages.referee import rulebook
from recorder.pages.shared.sentences import told

LONGEST = 200
"""Letters of a search; what is longer is cut, and the page says so."""

MOST_WORDS = 16
"""Words of a search that are looked up."""

ENOUGH = 0.4
"""Share of a search's weight that a case must have to be found."""

NAMED, SAID, TOLD = 3.0, 2.0, 1.0
"""What a word counts: in the move and the name, in what decides, in the texts of the rules."""

KINDS: Mapping[str, Callable[[NumberedCase], bool]] = {
    "differs": lambda case: case.differs,
    "unclear": lambda case: "unclear" in case.kinds or bool(open_questions(case)),
    "changed": lambda case: len(case.history) > 1,
    "legal": lambda case: case.kinds == {"legal"},
    "illegal": lambda case: case.kinds == {"illegal"},
}
"""What a list can be narrowed to: editions differ, the books are unclear, a verdict changed."""

UNTRIED = "untried"
"""Asks for the rules that no case tries, instead of cases."""

_WORD = re.compile(r"[^\W_]+")


def open_questions(case: NumberedCase) -> list[str]:
    """Return the questions that the books leave open and the case is about."""
    return [subject for subject in case.subjects if rulebook.open_question(subject)]


@dataclass(frozen=True, slots=True)
class CaseIndex:
    """The words of all cases in one language: by stem, how much each case has of it."""

    stems: Mapping[str, Mapping[str, float]]
    count: int

    def found(self, asked: str) -> list[str]:
        """Return the ids of the cases that fit best, the best first."""
        scores: dict[str, float] = defaultdict(float)
        weight = 0.0
        for stem in dict.fromkeys(map(stemmed, split(asked)[:MOST_WORDS])):
            here: dict[str, float] = {}
            for known, cases in self.stems.items():
                if known == stem or (not stem.isdecimal() and known.startswith(stem)):
                    for case, much in cases.items():
                        here[case] = max(here.get(case, 0.0), much)
            if not here:
                continue
            rare = math.log(1 + self.count / len(here))
            weight += rare * SAID
            for case, much in here.items():
                scores[case] += rare * much
        enough = [case for case, score in scores.items() if score >= ENOUGH * weight]
        return sorted(enough, key=lambda case: -scores[case])


def split(text: str) -> list[str]:
    """Return the words of a text in small letters."""
    return _WORD.findall(text.casefold())


@lru_cache(maxsize=1 << 15)
def stemmed(word: str) -> str:
    """Return a word without its last letters; numbers and short words stay whole."""
    if word.isdecimal() or len(word) < 4:
        return word[:2] if "가" <= word[0] <= "힣" else word
    return word[: max(3, len(word) - 2)]


@cache
def index(language: str) -> CaseIndex:
    """Return the index of the page's language. language: its name, which is the current one's."""
    stems: dict[str, dict[str, float]] = defaultdict(dict)
    asked = questions_of()
    for case in CASEBOOK.cases.values():
        shown = line(case)
        rules = [RULEBOOK.rule(one, language[:2]) for one in case.rules if rulebook.is_rule(one)]
        cited = [rule.title for rule in rulebook.texts(shown.rules)]
        opened = [
            row.question for one in open_questions(case) if (row := rulebook.open_question(one))
        ]
        texts = (
            (NAMED, [case.name, shown.move, *map(words.say, asked.get(case.id, ()))]),
            (SAID, [shown.says, *(rule.title for rule in rules), *map(words.say, opened)]),
            (TOLD, [*(rule.text for rule in rules), *cited, *case.subjects, _chapter(case)]),
        )
        for much, said in texts:
            for word in split(" ".join(said)):
                own = stems[stemmed(word)]
                own[case.id] = max(own.get(case.id, 0.0), much)
    return CaseIndex(stems, len(CASEBOOK.cases))


def questions_of() -> Mapping[str, Sequence[Message]]:
    """Return what people ask about a case, by its id."""
    by_case: dict[str, list[Message]] = {}
    for row in CASEBOOK.asked:
        by_case.setdefault(row.case, []).append(row.question)
    return by_case


def _chapter(case: NumberedCase) -> str:
    return chapters(words.locale())[case.chapter].title


@cache
def chapters(language: str) -> Mapping[str, Chapter]:
    """Return the chapters of the rulebook by their ids, with titles in a language."""
    return {
        chapter.id: chapter
        for game in RULEBOOK.games
        for chapter in RULEBOOK.chapters(game, language[:2])
    }


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case as one line of a list.

    move: the move in words. verdicts: kinds with their editions in words. says: the sentence
    that decides: of a refusal or a doubt, else the title of the rule. language: of ``says``, where
    that is not the page's. rules: those named first.
    """

    id: str
    move: str
    verdicts: Sequence[tuple[str, Sequence[str]]]
    says: str
    language: str
    rules: Sequence[str]


def editions() -> Mapping[str, Message]:
    """Return the editions that a reader can choose, by their codes."""
    labels = [games.find(game).edition_labels for game in RULEBOOK.games]
    return {code: label for of in labels if len(of) > 1 for code, label in of.items()}


def in_edition(case: NumberedCase, code: str) -> NumberedCase:
    """Return a case with what one edition says of it; as it is where that says nothing of it."""
    alike = [one for one in case.judged if code in one.editions]
    return replace(
        case, judged=tuple(replace(one, editions=(code,)) for one in alike) or case.judged
    )


def line(case: NumberedCase, edition: str = "") -> CaseLine:
    """Return a case as one line of a list, in the page's language, as all or one edition has it."""
    return _line(case.id, words.locale(), edition)


@lru_cache(maxsize=1 << 13)
def _line(name: str, _language: str, edition: str) -> CaseLine:
    case = in_edition(CASEBOOK.cases[name], edition)
    labels = games.find(case.game).edition_labels
    reader = reader_of(case)
    kinds: dict[str, list[str]] = {}
    for one in case.judged:
        editions = [words.say(labels[code]) for code in one.editions if code is not None]
        kinds.setdefault(one.verdict, []).extend(editions)
    refusal = next((one for one in case.judged if one.message is not None), None)
    if refusal is not None and refusal.message is not None:
        says, language, rules = reader.say(refusal.message), "", refusal.rules
    else:
        texts = rulebook.texts(case.rules)
        says, language, rules = "", "", case.rules
        if texts:
            says = texts[0].title
            language = texts[0].language if texts[0].language != rulebook.language() else ""
    verdicts = tuple((kind, tuple(editions)) for kind, editions in kinds.items())
    return CaseLine(
        name, told(case.header, case.document["entries"][-1]), verdicts, says, language, rules[:3]
    )


def before(case: NumberedCase) -> list[str]:
    """Return the entries before the one in question in words."""
    return [told(case.header, entry) for entry in case.document["entries"][:-1]]


def reader_of(case: NumberedCase) -> Language:
    """Return the reader's language, in which players have the names of the case."""
    return words.reader().of_record(case.document)


@dataclass(frozen=True, slots=True)
class CaseQuery:
    """What of the casebook is wanted; empty means all of it.

    card: game, kind and id. show: a key of ``KINDS``. edition: whose verdicts count; all without.
    """

    words: str = ""
    rule: str = ""
    card: tuple[str, str, str] | None = None
    chapter: int | None = None
    show: str = ""
    edition: str = ""

    def found(self) -> list[NumberedCase]:
        """Return the cases, the best first where words are asked, else in order."""
        cases: Sequence[NumberedCase]
        if self.words.strip() in CASEBOOK.cases:
            cases = [CASEBOOK.cases[self.words.strip()]]
        elif self.words:
            ids = index(words.locale()).found(self.words)
            cases = [CASEBOOK.cases[name] for name in ids]
        else:
            cases = list(CASEBOOK.cases.values())
        for narrower in self._narrower():
            kept = {case.id for case in narrower}
            cases = [case for case in cases if case.id in kept]
            if not self.words:
                order = {case.id: place for place, case in enumerate(narrower)}
                cases.sort(key=lambda case: order[case.id])
        keep = KINDS.get(self.show)
        return [case for case in cases if keep is None or keep(in_edition(case, self.edition))]

    def _narrower(self) -> list[Sequence[NumberedCase]]:
        narrower: list[Sequence[NumberedCase]] = []
        if self.chapter is not None:
            own = [one.cases for one in CASEBOOK.chapters if one.number == self.chapter]
            narrower.append(own[0] if own else ())
        if self.rule:
            narrower.append(CASEBOOK.of_rule(self.rule))
        if self.card:
            narrower.append(CASEBOOK.of_card(*self.card))
        return narrower
