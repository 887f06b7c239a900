"""A chapter of the casebook on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.messages import Language
from adjudicator.report import telling
from exports import pdf
from exports.places import TEMPLATES
from exports.templates import templates
from exports.words import ENGLISH, Words


@dataclass(frozen=True, slots=True)
class PrintedVerdict:
    """What some editions say: the kind, the editions in words, the rules, the sentence."""

    verdict: str
    editions: Sequence[str]
    rules: Sequence[str]
    says: str


@dataclass(frozen=True, slots=True)
class PrintedCase:
    """A case as it is printed.

    came: the entries before the move in question. position: lines, a player or the table each.
    rules: id, title and text of the rules that it tries.
    """

    id: str
    came: Sequence[str]
    move: str
    position: Sequence[tuple[str, str]]
    verdicts: Sequence[PrintedVerdict]
    rules: Sequence[tuple[str, str, str]]


def positioned(game: str, position: Mapping[str, Any], language: Language) -> list[tuple[str, str]]:
    """Return a position line by line: whose it is (empty: the table's), and what lies there."""
    tells = telling(game, language)
    common = {key: value for key, value in position.items() if key != "players"}
    lines = [("", ", ".join(tells.fact(key, value, "") for key, value in common.items()))]
    for player, own in position.get("players", {}).items():
        told = ", ".join(tells.fact(key, value, "") for key, value in own.items())
        lines.append((language.term("player", player), told))
    return [(who, what) for who, what in lines if what]


def chapter(
    number: int, title: str, game: str, cases: Sequence[PrintedCase], words: Words = ENGLISH
) -> bytes:
    """Return a chapter as PDF. Raises what ``pdf.one_page`` raises."""
    template = templates().get_template("casebook_print.html")
    html = template.render(number=number, title=title, game=game, cases=cases, words=words)
    return pdf.one_page([html], TEMPLATES / "casebook_print.css")
