"""Pages as they are read."""

from __future__ import annotations

import re
from html import unescape


def words_of(page: str) -> str:
    """Return the words of a page, or of a part of it, without its tags: one space between them."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
