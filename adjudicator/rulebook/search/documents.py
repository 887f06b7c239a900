"""The rules as documents of the search, with the questions that people ask about each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from adjudicator.rulebook import RULEBOOK
from adjudicator.rulebook.book import RuleText
from adjudicator.rulebook.search.ranking import ASIDE, NAME, TEXT, TITLE, Document, SearchIndex

ASKED = Path(__file__).with_name("asked.json")
"""Questions by rule and language, as people type them."""

CARD_RULES = ("GAH-CARD", "WALTZ1-STAFF", "WALTZ5-STAFF", "WALTZ1-GUEST", "GAH-TILE", "GAH-POLC")
"""Chapters that describe one card a rule: a question rarely means one of them."""

OF_A_CARD, OF_A_MODULE = 0.75, 0.75
"""Priors of such rules, and of rules of a module: most tables play without."""


def find_rule_prior(rule: str) -> float:
    """Return how likely a question means a rule, before its words are looked at: at most 1."""
    if rule.startswith(CARD_RULES):
        return OF_A_CARD
    return OF_A_MODULE if rule.startswith("WALTZ") else 1.0


@cache
def read_asked() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the questions that people ask, by rule and language."""
    asked: Mapping[str, Mapping[str, Sequence[str]]] = json.loads(ASKED.read_text("utf-8"))
    return asked


def list_asked(rules: Sequence[str], language: str) -> list[str]:
    """Return the questions that people ask about some rules, in a language (two letters)."""
    asked = read_asked()
    return [one for rule in rules for one in asked.get(rule, {}).get(language, ())]


def list_rule_documents(language: str) -> Iterator[Document]:
    """Yield a document for every rule, in a language (two letters)."""
    for rule_id in RULEBOOK.ids():
        rule = RULEBOOK.rule(rule_id, language)
        fields = (
            (TITLE, rule.title),
            (TEXT, rule.text),
            *((NAME, question) for question in list_asked((rule_id,), language)),
            (ASIDE, rule_id),
        )
        yield Document(
            "rule",
            rule_id,
            rule.game,
            rule.title,
            (rule_id,),
            fields,
            find_rule_prior(rule_id),
            "" if rule.language == language else rule.language,
        )


@cache
def _read_rule_index(language: str) -> SearchIndex:
    return SearchIndex(list_rule_documents(language), language)


def find_rules(words: str, language: str = "en", game: str = "") -> list[RuleText]:
    """Return the rules that fit words best, the best first. game: empty for all."""
    hits = _read_rule_index(language).search(words, game=game)
    return [RULEBOOK.rule(hit.document.id, language) for hit in hits]
