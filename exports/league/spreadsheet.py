"""Tables as CSV that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

RUNS = re.compile(r"""(^|[;|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠])""")
"""Where a formula would begin: at the front of a text, and after anything that some spreadsheet
takes for the end of a cell, even inside quotes. A spreadsheet that separates by ``;`` ignores
quotes within a cell."""


@dataclass(frozen=True, slots=True)
class CellStyle:
    """The look of values for the spreadsheet of a country. decimal: its decimal sign."""

    decimal: str = "."
    yes: str = "True"
    no: str = "False"

    @property
    def separator(self) -> str:
        """The sign between cells: a comma, unless numbers have it."""
        return "," if self.decimal == "." else ";"


PLAIN = CellStyle()
"""The look that programs read."""


def cell(value: object, style: CellStyle = PLAIN) -> object:
    """Return a value as it may stand in a cell: a text that would run is marked as a text."""
    if isinstance(value, str):
        return RUNS.sub(r"\1'", value)
    if isinstance(value, bool):
        return style.yes if value else style.no
    if isinstance(value, float):
        return str(value).replace(".", style.decimal)
    return "" if value is None else value


def table(header: Sequence[str], rows: Iterable[Sequence[object]], style: CellStyle = PLAIN) -> str:
    """Return rows as CSV (RFC 4180, UTF-8 with its mark, so that names keep their letters)."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=style.separator)
    writer.writerow([cell(name) for name in header])
    for row in rows:
        writer.writerow([cell(value, style) for value in row])
    return "\ufeff" + out.getvalue()
