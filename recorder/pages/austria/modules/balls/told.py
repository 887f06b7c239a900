"""Words for the halls: their names, their rows, and how they score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.austria.modules.balls.floor import HALLS
from recorder.pages.austria import words
from recorder.pages.words import lazy

HERE = "austria/modules/balls"
"""Where the templates lie."""

ROW_WORDS: Mapping[str, Any] = {
    "top": lazy("top row"),
    "middle": lazy("middle row"),
    "bottom": lazy("bottom row"),
    "balcony": lazy("balcony"),
}

SCORING: Mapping[str, Any] = {
    "apollo": lazy("dancers times the value of the highest row: 1, 2, 3"),
    "strauss": lazy("7 and 2 VP in each row for the most dancers"),
    "deon": lazy("1, 4, 9, 16, 25 VP by number of your dancers"),
    "sperl": lazy("VP for most dancers in the hall: 15, 10, 5; for two players 10, 3"),
    "kettenbruecke": lazy("7 VP for each pair of your dancers"),
}
"""How a hall is scored; without a dancer there it costs 5 VP (WALTZ1-HALL)."""


def hall_name(hall: str) -> str:
    """Return a hall's name in the page's language, or as its board has it."""
    known = HALLS.get(hall)
    return words.named(known["names"]) if known else hall
