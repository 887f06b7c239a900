"""A case of the casebook as one line of a list, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from adjudicator import games
from adjudicator.casebook import CASEBOOK
from adjudicator.casebook.book import NumberedCase
from adjudicator.messages import Language, Message
from adjudicator.rulebook import RULEBOOK, Chapter
from recorder.pages import wording
from recorder.pages.referee import rulebook
from recorder.pages.shared.sentences import word_entry
from recorder.pages.wording import gettext as _

_ANSWERS = {
    "legal": wording.lazy("Yes."),
    "illegal": wording.lazy("No."),
    "unclear": wording.lazy("The books leave it open."),
}
"""By the kind of verdict, the answer to whether a move is allowed."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s")


def open_questions(case: NumberedCase) -> list[str]:
    """Return the questions that the books leave open and the case is about."""
    return [subject for subject in case.subjects if rulebook.open_question(subject)]


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

    topic: the title of the case's rule; empty where the question is one that people ask.
    question: as people ask it, else whether the move is allowed. answer: in one sentence. move: in
    words. verdicts: kinds with their editions in words; none where the answer says all. says: the
    deciding sentence: the answer of a question that people ask, else of a refusal or a doubt, else
    the first one of the rule. language: of ``says`` and ``topic``, where that is not the page's.
    rules: the first ones named.
    """

    id: str
    topic: str
    question: str
    answer: str
    move: str
    verdicts: Sequence[tuple[str, Sequence[str]]]
    says: str
    language: str
    rules: Sequence[str]


def list_case_editions() -> Mapping[str, Message]:
    """Return the editions that a reader can choose, by their codes."""
    labels = [games.find(game).edition_labels for game in RULEBOOK.games]
    return {code: label for of in labels if len(of) > 1 for code, label in of.items()}


def in_edition(case: NumberedCase, code: str) -> NumberedCase:
    """Return a case with the verdict of one edition; unchanged if that has none."""
    alike = [one for one in case.judged if code in one.editions]
    return replace(
        case, judged=tuple(replace(one, editions=(code,)) for one in alike) or case.judged
    )


def line(case: NumberedCase, edition: str = "") -> CaseLine:
    """Return a case as one line of a list, in the page's language, as all or one edition has it."""
    return _line(case.id, wording.reader_locale(), edition)


@lru_cache(maxsize=1 << 13)
def _line(name: str, _language: str, edition: str) -> CaseLine:
    case = in_edition(CASEBOOK.cases[name], edition)
    labels = games.find(case.game).edition_labels
    reader = reader_of(case)
    kinds: dict[str, list[str]] = {}
    for one in case.judged:
        editions = [wording.say(labels[code]) for code in one.editions if code is not None]
        kinds.setdefault(one.verdict, []).extend(editions)
    texts = rulebook.texts(case.rules)
    other = texts[0].language if texts and texts[0].language != rulebook.language() else ""
    refusal = next((one for one in case.judged if one.message is not None), None)
    if refusal is not None and refusal.message is not None:
        says, rules = reader.say(refusal.message), refusal.rules
    else:
        says = _SENTENCE_END.split(texts[0].text, maxsplit=1)[0] if texts else ""
        rules = case.rules
    verdicts = tuple((kind, tuple(editions)) for kind, editions in kinds.items())
    move = word_entry(case.header, case.document["entries"][-1])
    asked = next((row for row in CASEBOOK.asked_often if row.case == name), None)
    if asked:
        question, answer = wording.say(asked.question), wording.say(asked.answer)
        return CaseLine(name, "", question, answer, move, (), answer, "", rules[:3])
    question = _("%(move)s. Is that allowed?", move=move)
    topic = texts[0].title if texts else ""
    return CaseLine(
        name, topic, question, word_answer(case), move, verdicts, says, other, rules[:3]
    )


def word_answer(case: NumberedCase) -> str:
    """Return in one sentence in which editions the move is allowed."""
    kinds: dict[str, list[str]] = {}
    for one in case.judged:
        kinds.setdefault(one.verdict, []).extend(code or "" for code in one.editions)
    if len(kinds) == 1:
        return str(_ANSWERS[next(iter(kinds))])
    years = {kind: {code[:4] for code in codes} for kind, codes in kinds.items()}
    if years == {"legal": {"2015"}, "illegal": {"2022"}}:
        return _("Yes in 2015, no in 2022.")
    if years == {"legal": {"2022"}, "illegal": {"2015"}}:
        return _("No in 2015, yes in 2022.")
    labels = games.find(case.game).edition_labels
    told = [
        wording.join_label(
            wording.inside(str(_ANSWERS[kind])[:-1]),
            wording.listing([wording.say(labels[code]) for code in codes]),
        )
        for kind, codes in kinds.items()
    ]
    return f"{wording.capital(wording.join_sayings(told))}."


def word_earlier_entries(case: NumberedCase) -> list[str]:
    """Return the entries before the one in question in words."""
    return [word_entry(case.header, entry) for entry in case.document["entries"][:-1]]


def reader_of(case: NumberedCase) -> Language:
    """Return the reader's language, in which players have the names of the case."""
    return wording.reader().for_record(case.document)
