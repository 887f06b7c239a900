"""Tables as CSV that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

RUNS = re.compile(r"""(^|[;|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠])""")
"""Where a formula would begin: at the front of a text, and after anything that some spreadsheet
takes for the end of a cell, even inside quotes. A spreadsheet that separates by ``;`` ignores
quotes within a cell."""


def cell(value: object) -> object:
    """Return a value as it may stand in a cell: a text that would run is marked as a text."""
    if isinstance(value, str):
        return RUNS.sub(r"\1'", value)
    return "" if value is None else value


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV (RFC 4180, UTF-8 with its mark, so that names keep their letters)."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([cell(name) for name in header])
    for row in rows:
        writer.writerow([cell(value) for value in row])
    return "\ufeff" + out.getvalue()
