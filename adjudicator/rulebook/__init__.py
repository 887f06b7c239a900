"""The rulebook: short texts for every rule id, with citations, in the languages there are.

    rule("GAH-FOOD-02").text
    chapters("austria")

Nothing is read before the first call, so judging does not pay for it. The tables of differences,
switches and open questions are in ``adjudicator.rulebook.tables``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.rulebook.book import Book, Chapter, Citation, Rulebook, RuleText

__all__ = [
    "RULEBOOK",
    "Book",
    "Chapter",
    "Citation",
    "RuleText",
    "Rulebook",
    "find_rule",
    "list_chapters",
]

RULEBOOK = Rulebook(Path(__file__).parent)
"""The program's own rulebook."""


def find_rule(rule_id: str, language: str = "en") -> RuleText:
    """Return the text of a rule, in English where the language has none.

    Raises KeyError for an unknown id.
    """
    return RULEBOOK.rule(rule_id, language)


def list_chapters(game: str, language: str = "en") -> Sequence[Chapter]:
    """Return the chapters of a game in order. Raises KeyError for an unknown game."""
    return RULEBOOK.chapters(game, language)
