"""Days, totals and whole numbers as people and programs write them, with digits of any script."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from unicodedata import normalize

from recorder.league.days import read_digits

MONTHS = {
    "jan": 1, "янв": 1, "feb": 2, "fev": 2, "фев": 2, "mar": 3, "мар": 3, "apr": 4, "avr": 4,
    "апр": 4, "may": 5, "mai": 5, "май": 5, "мая": 5, "jun": 6, "juin": 6, "июн": 6, "jul": 7,
    "juil": 7, "июл": 7, "aug": 8, "aou": 8, "авг": 8, "sep": 9, "сен": 9, "oct": 10, "okt": 10,
    "окт": 10, "nov": 11, "ноя": 11, "dec": 12, "дек": 12,
}  # fmt: skip
"""Beginnings of the months' names, without accents."""

OLDEST = 1990
"""Years before it are slips: neither game is as old."""

_NUMBERS = re.compile(r"\d+")
_TOTAL = re.compile(
    r"[-−–]?\d+(?:[.,]0+)?(?:\s*[+]\s*\d+)*(?:\s*(?:vp|pv|pts?|points?|по|очк\w*|점))?"
)


def find_day_order(texts: Iterable[str]) -> str:
    """Return how a column writes its days: "dmy", "mdy", or "" where that cannot be told.

    A first number above 12 is a day, and so is a second one. Points between numbers mean that the
    day stands first.
    """
    for text in texts:
        plain = read_digits(text)
        numbers = [int(one) for one in _NUMBERS.findall(plain)[:2]]
        if len(numbers) == 2 and numbers[0] < 1000:
            if 12 < numbers[0] <= 31 or "." in plain:
                return "dmy"
            if 12 < numbers[1] <= 31:
                return "mdy"
    return ""


def read_day(text: object, order: str = "") -> str | None:
    """Return a day as ISO date, or None. order: see ``find_day_order``."""
    plain = read_digits(str(text)).casefold().strip()
    numbers = [int(one) for one in _NUMBERS.findall(plain)[:3]]
    month = _find_month(plain)
    if re.fullmatch(r"\d{8}", plain):
        return _make_day(int(plain[:4]), int(plain[4:6]), int(plain[6:]))
    if month and len(numbers) >= 2:
        first, second = numbers[:2]
        return _make_day(first, month, second) if first > 31 else _make_day(second, month, first)
    if len(numbers) < 3:
        return None
    if numbers[0] >= 1000:
        return _make_day(*numbers)
    one, other, year = numbers
    return _make_day(year, one, other) if order == "mdy" else _make_day(year, other, one)


def _find_month(text: str) -> int:
    letters = normalize("NFKD", text)
    for word in re.findall(
        r"[^\W\d_]+", "".join(one for one in letters if one.isalnum() or one == " ")
    ):
        for size in (4, 3):
            if word[:size] in MONTHS:
                return MONTHS[word[:size]]
    return 0


def _make_day(year: int, month: int, day: int) -> str | None:
    year += 2000 if year < 100 else 0
    if year < OLDEST:
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def read_total(text: object) -> int | None:
    """Return a total of points, or None. Sums such as ``100+23`` are added up."""
    plain = read_digits(str(text)).strip().casefold()
    if not _TOTAL.fullmatch(plain) or len(plain) > 40:
        return None
    total = sum(int(one) for one in re.findall(r"\d+", re.sub(r"[.,]0+(?!\d)", "", plain)))
    return -total if plain[0] in "-−–" else total


def read_place(text: object) -> int | None:
    """Return a place from 1, such as ``2.`` or ``1st``, or None."""
    match = re.fullmatch(
        r"#?(\d{1,2})\s*(?:[.)°º]|st|nd|rd|th|er|e|eme|-?[йяе]|위|등)?",
        read_digits(str(text)).strip().casefold(),
    )
    return int(match[1]) or None if match else None
