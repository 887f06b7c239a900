"""``docs/editions.md``: the tables of differences, switches and open questions, for reading.

The document is printed from the tables and from nothing else. It is built, not kept: bin/docs.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator import games
from adjudicator.rulebook import RULEBOOK, tables
from adjudicator.rulebook.markdown import format_table

PLACE = Path(__file__).parents[2] / "docs" / "editions.md"
"""Where the document is written, unless another place is named."""

_INTRODUCTION = """\
# Editions, house rules and open questions

Printed by `bin/docs` from the tables. Change the tables, not this page.
"""

_BOOKS = """
## Books
"""


def write_editions_document() -> str:
    """Return the document. Raises BrokenData when a table cannot be used."""
    own = (part for game in games.list_games() for part in tables.find_open_points(game).printed())
    rows = [
        (f"`{book.code}`", book.title, str(book.year or "")) for book in RULEBOOK.books.values()
    ]
    parts = (_INTRODUCTION, *own, _BOOKS, format_table(("Code", "Book", "Year"), rows))
    return "\n\n".join(part.strip() for part in parts) + "\n"
