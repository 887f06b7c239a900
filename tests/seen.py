"""Pages as they are read."""

import re
from collections.abc import Container
from html import unescape


def words_of(page: str) -> str:
    """Return the words of a page, or of a part of it, without its tags: one space between them."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def find_missing(whole: Container[str], *parts: str) -> list[str]:
    """Return the parts that do not stand in a page, or in a part of it."""
    return [part for part in parts if part not in whole]
