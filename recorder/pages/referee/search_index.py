"""The index of rules, open questions, cases and cards, made once for each language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain

from adjudicator.casebook import CASEBOOK
from adjudicator.messages import Message
from adjudicator.rulebook import RULEBOOK, tables
from adjudicator.rulebook.search.documents import find_rule_prior, list_asked, list_rule_documents
from adjudicator.rulebook.search.ranking import ASIDE, NAME, TEXT, TITLE, Document, SearchIndex
from recorder.pages import wording
from recorder.pages.referee import case_lines, rulebook
from recorder.pages.referee.card_list import list_all_cards


@cache
def read_index(language: str) -> SearchIndex:
    """Return the index of the page's language, made once. language: the current one's tag."""
    tag = language[:2]
    cards, cases = _list_cards(), _list_cases(tag)
    return SearchIndex(chain(list_rule_documents(tag), _list_questions(), cards, cases), tag)


def _list_questions() -> Iterator[Document]:
    for game in RULEBOOK.games:
        for row in tables.list_open_questions(game):
            title, default = wording.say(row.question), wording.say(row.default)
            fields = ((TITLE, title), (TEXT, default), (ASIDE, row.id))
            yield Document("question", row.id, game, title, row.rules, fields, 0.9)


def _list_cards() -> Iterator[Document]:
    for listed in list_all_cards():
        card = listed.card
        title = f"{card.word}: {card.title}" if card.word else card.title
        fields = (
            (TITLE, " ".join((card.number, card.name or card.title, card.word))),
            (TEXT, " ".join(card.does)),
        )
        id_ = f"{card.kind}/{card.id}"
        yield Document("card", id_, listed.game, title, tuple(card.rules[:3]), fields, 0.8)


def _list_cases(language: str) -> Iterator[Document]:
    asked = list_case_questions()
    for case in CASEBOOK.cases.values():
        shown = case_lines.line(case)
        questions = [wording.say(one) for one in asked.get(case.id, ())]
        texts = rulebook.texts(case.rules)
        fields = (
            *((TITLE, one) for one in questions),
            (NAME, f"{case.name} {shown.move}"),
            (TEXT, shown.says),
            (TEXT, " ".join(list_asked(case.rules[:1], language))),
            (TEXT, " ".join(rule.title for rule in texts)),
            (ASIDE, " ".join((*(rule.text for rule in texts), *case.subjects, case.id))),
        )
        prior = 0.7 * max((find_rule_prior(rule) for rule in case.rules), default=1.0)
        title = shown.question
        yield Document(
            "case", case.id, case.game, title, case.subjects, fields, prior, shown.language
        )


def list_case_questions() -> Mapping[str, Sequence[Message]]:
    """Return the questions that people ask about a case, by its id."""
    by_case: dict[str, list[Message]] = {}
    for row in CASEBOOK.asked_often:
        by_case.setdefault(row.case, []).append(row.question)
    return by_case
