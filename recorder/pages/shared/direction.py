"""Words in letters from right to left, set apart so that they turn nothing beside them."""

from __future__ import annotations

import re

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_RUN = rf"{_LETTER}(?:[ .'’׳״-]*{_LETTER})*"

_PIECE = re.compile(rf"<(title|textarea|script|option|svg|bdi)\b.*?</\1>|<[^>]*>|({_RUN})", re.S)
"""What stays as it is: elements that hold plain text or their own words, and tags; or words."""


def isolate_words(page: str) -> str:
    """Return HTML in which Hebrew and Arabic words stand in ``<bdi>``; what does so stays."""
    if not re.search(_LETTER, page):
        return page
    return _PIECE.sub(lambda found: f"<bdi>{found[2]}</bdi>" if found[2] else found[0], page)
