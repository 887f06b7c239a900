"""Lists page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import request

PAGE = 50
"""Lines of a list on one page."""


def page_number() -> int:
    """Return the page of a list that was asked for, from 1."""
    asked = request.args.get("page", "1")
    return min(max(1, int(asked)), 100_000) if asked.isdecimal() and len(asked) < 7 else 1


def cut_page(lines: Sequence[Any], size: int = PAGE) -> dict[str, Any]:
    """Return one page of a list with the numbers of its neighbours. size: lines of a page."""
    pages = max(1, -(-len(lines) // size))
    number = min(page_number(), pages)
    start = (number - 1) * size
    return {
        "lines": lines[start : start + size],
        "page_number": number,
        "pages": pages,
        "count": len(lines),
        "start": start,
    }
