"""Words in letters from right to left, set apart so that they turn nothing beside them."""

from __future__ import annotations

import re

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_RUN = rf"{_LETTER}(?:[ .'’׳״-]*{_LETTER})*"

_PIECE = re.compile(rf"<(title|textarea|script|option|svg|bdi)\b.*?</\1>|<[^>]*>|({_RUN})", re.S)
"""What stays as it is: elements that hold plain text or their own words, and tags; or words."""


TAGS, MARKS = ("<bdi>", "</bdi>"), ("\u2068", "\u2069")
"""What stands around such words: on pages for browsers; on paper, whose printer reads no tags."""


def isolate_words(page: str, around: tuple[str, str] = TAGS) -> str:
    """Return HTML in which Hebrew and Arabic words are isolated; those in ``<bdi>`` stay.

    around: stands before and behind such words.
    """
    if not re.search(_LETTER, page):
        return page
    return _PIECE.sub(lambda found: found[2].join(around) if found[2] else found[0], page)
