"""A chapter of the casebook on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exports import pdf
from exports.places import TEMPLATES
from exports.templates import templates
from exports.words import ENGLISH, Words


@dataclass(frozen=True, slots=True)
class PrintedVerdict:
    """The verdict of some editions: the kind, the editions in words, the rules, the sentence."""

    verdict: str
    editions: Sequence[str]
    rules: Sequence[str]
    says: str


@dataclass(frozen=True, slots=True)
class PrintedCase:
    """A case as it is printed.

    came: the entries before the move in question. players: their names. values: a row for every
    value of a player. common: the values of the table, name and value. rules: id, title and text of
    the rules that it tries.
    """

    id: str
    came: Sequence[str]
    move: str
    players: Sequence[str]
    values: Sequence[tuple[str, Sequence[str]]]
    common: Sequence[tuple[str, str]]
    verdicts: Sequence[PrintedVerdict]
    rules: Sequence[tuple[str, str, str]]


COMPONENTS = ("hotel", "price_cards")
"""Keys of a position about the table's components: the same in all cases, and long."""


def print_case_chapter(
    number: int, title: str, game: str, cases: Sequence[PrintedCase], words: Words = ENGLISH
) -> bytes:
    """Return a chapter as PDF. Raises the exceptions of ``pdf.one_page``."""
    template = templates().get_template("casebook_print.html")
    html = template.render(number=number, title=title, game=game, cases=cases, words=words)
    return pdf.one_page([html], TEMPLATES / "casebook_print.css")
