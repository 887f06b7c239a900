"""Words on pages: lists, and moments as people say them; the languages:
``recorder.languages.speech``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from babel import Locale
from babel.dates import format_date, format_skeleton, format_timedelta
from babel.numbers import get_decimal_symbol

from adjudicator import messages
from adjudicator.games import part_label
from adjudicator.record import Header
from exports import words as written
from recorder.languages.speech import date_locale, gettext, lazy, ngettext, reader, reader_locale

__all__ = [
    "ago",
    "bind_prices",
    "capital",
    "day",
    "gettext",
    "inside",
    "join_label",
    "join_sayings",
    "lazy",
    "listing",
    "localise_number",
    "ngettext",
    "page_language",
    "percentage",
    "reader",
    "reader_locale",
    "say",
    "score_part_name",
    "shortly",
]


_PRICE = re.compile(r"(?<=\d) (?=kron|крон|couronne|크로네)")


def bind_prices(text: str) -> str:
    """Return a text in which no line ends between a price and its coin, in any language."""
    return _PRICE.sub("\u00a0", text)


def page_language() -> str:
    """Return the tag of the page's language for HTML's ``lang``."""
    return reader_locale().replace("_", "-")


def say(message: messages.Message) -> str:
    """Return a message of the rules in the page's language."""
    return reader().say(message)


def record_word(word: str) -> str:
    """Return the name of a word of a record in the page's language; the word itself without one."""
    return reader().word(word)


def score_part_name(header: Header, key: str) -> str:
    """Return the name of a part of a record's score, as it begins a line."""
    return say(part_label(header, key))


def listing(items: Sequence[str]) -> str:
    """Return things as a list in a sentence, as verdicts do: "Anna, Boris and Chloé"."""
    return reader().join_items([str(item) for item in items])


def capital(text: object) -> str:
    """Return words as they begin a line: with a capital."""
    told = str(text)
    return told[:1].upper() + told[1:]


def inside(label: str) -> str:
    """Return the words of a label as they stand inside a sentence: without its capital."""
    return label[:1].lower() + label[1:]


def join_label(label: str, words: str) -> str:
    """Return words behind their label: "Anna: 3 krones"."""
    return written.label_words(gettext, label, words)


def join_sayings(items: Iterable[str]) -> str:
    """Return sayings one after the other: "1 krone; 2 wine"."""
    return written.series(gettext, items)


def day(text: str | None) -> str:
    """Return an ISO date in words, or an empty text."""
    if not text:
        return ""
    return written.of_the_first(
        format_date(date.fromisoformat(text), "medium", locale=date_locale()), reader_locale()
    )


def shortly(text: str) -> str:
    """Return an ISO date without its year, as short as it is written in words: "Nov 22"."""
    told = format_skeleton("MMMd", date.fromisoformat(text), locale=date_locale())
    return written.of_the_first(told, reader_locale())


def localise_number(written: str) -> str:
    """Return a number as the reader writes it: "-2.5" is "−2,5"."""
    return written.replace(".", get_decimal_symbol(reader_locale())).replace("-", "−")


def percentage(thousandths: int) -> str:
    """Return a share with one decimal as the reader writes it: "62.5%"; French has a space."""
    suffix = Locale.parse(reader_locale()).percent_formats[None].suffix[0]
    return localise_number(f"{thousandths / 10:.1f}") + str(suffix)


def ago(moment: str, now: datetime) -> str:
    """Return how long ago a stored moment is: "5 minutes ago"."""
    then = datetime.fromisoformat(moment)
    return str(format_timedelta(then - now, add_direction=True, locale=reader_locale()))
