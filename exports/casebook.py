"""A chapter of the casebook on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exports import pdf
from exports.places import TEMPLATES
from exports.templates import templates
from exports.words import ENGLISH, Words

COMPONENTS = ("hotel", "price_cards")
"""Keys of a position about the table's components: the same in all cases, and long."""


def print_case_chapter(
    number: int, title: str, game: str, cases: Sequence[Mapping[str, Any]], words: Words = ENGLISH
) -> bytes:
    """Return a chapter as PDF. Raises the exceptions of ``pdf.one_page``.

    cases: each as ``casebook_print.html`` reads it. came: the entries before the move in question.
    players: their names. values: a row for every value of a player. common: the values of the
    table, name and value. verdicts: the kind, the editions in words, the rules, the sentence.
    rules: id, title and text of the rules that it tries.
    """
    template = templates().get_template("casebook_print.html")
    html = template.render(number=number, title=title, game=game, cases=cases, words=words)
    return pdf.one_page([html], TEMPLATES / "casebook_print.css")
