"""Days and times of a league: its days begin in its zone; people type digits of any script.

The store keeps UTC. １９:３０ is read as 19:30.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from unicodedata import decimal, east_asian_width, normalize
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from recorder.league.points import Unfit, lazy
from recorder.league.standings import check_day

EASTERNMOST = timedelta(hours=14)
"""How far the clock of Kiribati is ahead: nowhere is it a later day."""

_TYPED = re.compile(r"([0-9]{1,2}?)\s*[:.,hH]?\s*([0-9]{2})?")
_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)", re.ASCII)


def read_digits(text: str) -> str:
    """Return a text with plain digits, and plain signs in the place of wide ones."""
    return "".join(
        str(decimal(letter))
        if letter.isdecimal()
        else normalize("NFKC", letter)
        if east_asian_width(letter) == "F"
        else letter
        for letter in text.strip()
    )


def read_typed_day(text: str, key: str) -> str:
    """Return a day that somebody typed as 2026-11-20. Raises Unfit for one that is none."""
    day = read_digits(text)
    check_day(day, key)
    return day


def read_time(text: str, key: str) -> str:
    """Return a time as 19:30, typed so, or as 1930, 19.30, 19h30 or 19; nothing for nothing.

    Raises Unfit naming the field.
    """
    written = read_digits(text)
    if not written:
        return ""
    fits = _TYPED.fullmatch(written)
    hours, minutes = (int(part or 0) for part in fits.groups()) if fits else (24, 0)
    if hours > 23 or minutes > 59:
        raise Unfit(lazy("this is not a time; write it as 19:30"), key)
    return f"{hours:02}:{minutes:02}"


def clock_time(text: str) -> str:
    """Return a time of day as 19:30; empty for one that is none, as earlier releases kept some."""
    told = _TIME.fullmatch(read_digits(text))
    return told[0] if told else ""


def day_of(moment: str, zone: str) -> str:
    """Return the day of a moment by the clock on a club's wall. moment: ISO 8601 in UTC.

    zone: such as ``Europe/Vienna``; without one, the server's.
    """
    at = datetime.fromisoformat(moment)
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    try:
        return at.astimezone(ZoneInfo(zone) if zone else None).date().isoformat()
    except (ZoneInfoNotFoundError, ValueError):  # a zone that this machine does not know
        return at.astimezone().date().isoformat()


def latest_day_of(moment: str) -> str:
    """Return the day that it is at a moment where it is latest: nobody's own day is to come."""
    return (datetime.fromisoformat(moment).astimezone(UTC) + EASTERNMOST).date().isoformat()
