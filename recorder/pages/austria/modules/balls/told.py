"""Words for the halls: their names, their rows, and how they score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.austria.modules.balls.floor import HALLS
from adjudicator.austria.table.box import Box
from adjudicator.messages import format_change
from recorder.pages.austria import does, terms
from recorder.pages.wording import capital, join_label, reader
from recorder.pages.wording import gettext as _

HERE = "austria/modules/balls"
"""The folder of the templates."""


def row_word(row: str) -> str:
    """Return the name of a row of a hall."""
    return reader().term("hall-row", row)


def _join_places(points: Sequence[int]) -> str:
    return ", ".join(map(str, points))


_SCORED: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "count-times-row": lambda scoring: _(
        "your dancers times the number of their highest row (%(values)s from the bottom)",
        values=_join_places(sorted(scoring["rows"].values())),
    ),
    "places-by-row": lambda scoring: _(
        "in each row %(first)s VP for the most dancers, %(second)s VP for the second most",
        first=scoring["vp"][0],
        second=scoring["vp"][1],
    ),
    "by-count": lambda scoring: _(
        "%(vp)s VP by the number of your dancers",
        vp=_join_places([n for n in scoring["vp"] if n > 0]),
    ),
    "places": lambda scoring: _(
        "VP by places for the most dancers in the hall: %(vp)s; with two players %(two)s",
        vp=_join_places(scoring["vp"]["3-4"]),
        two=_join_places(scoring["vp"]["2"]),
    ),
    "pairs": lambda scoring: _("%(num)s VP for each pair of your dancers", num=scoring["vp"]),
}
"""Words for the scoring of a hall, by the kind in its data (WALTZ1-HALL)."""


def scoring_words(hall: str) -> str:
    """Return how a hall is scored, in words."""
    scoring = HALLS[hall]["scoring"]
    return _SCORED[scoring["kind"]](scoring)


def describe_hall(row: Mapping[str, Any], box: Box) -> list[str]:
    """Return the bonus of each row of a hall, then its scoring."""
    bonus = [
        join_label(capital(row_word(name)), does.describe_rewards(does.read_parts(box, *specs)))
        for name, specs in row["bonus"].items()
        if specs
    ]
    lost = format_change(row["none"])
    told = _("Ball scoring: %(what)s", what=_SCORED[row["scoring"]["kind"]](row["scoring"]))
    return [*bonus, told, _("Without a dancer there: %(vp)s VP", vp=lost)]


def describe_rehearsal(row: Mapping[str, Any], box: Box) -> list[str]:
    """Return the sections of a rehearsal hall."""
    sections = _join_places(row["sections"])
    return [
        _("Sections with %(count)s dancers", count=sections),
        _("Emptying a section brings what is printed on it, once."),
    ]


def hall_name(hall: str) -> str:
    """Return a hall's name in the page's language, or as its board has it."""
    known = HALLS.get(hall)
    return terms.printed_name(known["names"]) if known else hall
