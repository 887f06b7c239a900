"""Words on pages: lists, and moments as people say them; the languages: ``recorder.languages``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from babel.dates import format_timedelta
from babel.lists import format_list
from flask_babel import format_date  # type: ignore[import-untyped]

from adjudicator import messages
from recorder.languages import gettext, lazy, locale, ngettext, reader

__all__ = [
    "ago",
    "day",
    "gettext",
    "language",
    "lazy",
    "listing",
    "locale",
    "ngettext",
    "reader",
    "say",
]


def language() -> str:
    """Return the tag of the page's language for HTML's ``lang``."""
    return locale().replace("_", "-")


def say(message: messages.Message) -> str:
    """Return what the rules say in the page's language."""
    return reader().say(message)


def called(word: str) -> str:
    """Return what a word of a record is called in the page's language; itself where it is none."""
    return reader().word(word)


def listing(items: Sequence[str]) -> str:
    """Return things as a list in a sentence: "Anna, Boris, and Chloé"."""
    return str(format_list(list(items), locale=locale())) if items else ""


def day(text: str | None) -> str:
    """Return an ISO date in words, or an empty text."""
    return str(format_date(date.fromisoformat(text), "medium")) if text else ""


def ago(moment: str, now: datetime) -> str:
    """Return how long ago a stored moment is: "5 minutes ago"."""
    then = datetime.fromisoformat(moment)
    return str(format_timedelta(then - now, add_direction=True, locale=locale()))
