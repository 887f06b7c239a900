"""Reading the game's data files: a broken row stops the start and is named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.messages.po import BrokenData

FOLDER = Path(__file__).parent.parent / "data"
CONFIDENCES = ("high", "medium", "low")


NUMBERS = (1, 999)
"""Numbers that guests and staff cards may have."""

VP, OPEN_VP = (0, 20), (-9, 30)
"""VP that a guest of the base game may have, and one of a module."""


class Row:
    """One row of a data file, with checked access to its keys.

    Shapes (``adjudicator.shapes``) check the input of people, as a whole and before it is read, in
    words that are translated. Several functions read a row, because the form of a key depends on
    other keys, on the module and on its words. An error message is for the author of the file.

    open: the row is a module's: figures may be null until somebody reads them off the card.
    """

    def __init__(self, file: str, number: int, values: Any, *, open: bool = False) -> None:
        """Take the row. Raises BrokenData when source or confidence is missing."""
        self.file = file
        self.number = number
        self.open = open
        if not isinstance(values, dict):
            raise BrokenData(f"{file}, row {number}: not an object")
        self.values: dict[str, Any] = values
        if self.text("confidence") not in CONFIDENCES:
            raise self.broken("confidence", f"is none of {', '.join(CONFIDENCES)}")
        if not self.text("source"):
            raise self.broken("source", "is empty")

    def broken(self, key: str, message: str) -> BrokenData:
        """Return the error for a key of this row, to be raised."""
        name = self.values.get("number") or self.values.get("id") or self.values.get("figure")
        return BrokenData(f"{self.file}, row {self.number} ({name}), key {key!r}: {message}")

    def get(self, key: str) -> Any:
        """Return the value of a key. Raises BrokenData when it is missing."""
        if key not in self.values:
            raise self.broken(key, "is missing")
        return self.values[key]

    def text(self, key: str) -> str:
        """Return a text. Raises BrokenData for anything else."""
        value = self.get(key)
        if not isinstance(value, str):
            raise self.broken(key, "is not a text")
        return value

    def integer(self, key: str, low: int, high: int) -> int:
        """Return a whole number within bounds. Raises BrokenData otherwise."""
        value = self.get(key)
        if type(value) is not int or not low <= value <= high:
            raise self.broken(key, f"is not a whole number from {low} to {high}")
        return value

    @property
    def vp_span(self) -> tuple[int, int]:
        """The bounds of a guest's VP."""
        return OPEN_VP if self.open else VP

    def mapping(self, key: str) -> Mapping[str, Any]:
        """Return an object. Raises BrokenData for anything else."""
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.broken(key, "is not an object")
        return value

    def one_of(self, key: str, known: tuple[str, ...]) -> str:
        """Return a text among the known ones. Raises BrokenData otherwise."""
        value = self.text(key)
        if value not in known:
            raise self.broken(key, f"is none of {', '.join(known)}")
        return value


def rows_of(file: str, key: str, folder: Path = FOLDER) -> Iterator[Row]:
    """Yield the rows of a data file. Raises BrokenData naming the file when it is unusable."""
    try:
        document = json.loads((folder / file).read_text(encoding="utf-8"))
        rows = document[key]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise BrokenData(f"{file}: {problem!r}") from None
    for number, values in enumerate(rows, start=1):
        yield Row(file, number, values, open=folder != FOLDER)
