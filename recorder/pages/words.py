"""Words on pages: languages, lists, and moments as people say them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from babel.dates import format_timedelta
from babel.lists import format_list
from flask import Flask, current_app, request
from flask_babel import Babel, format_date, get_locale, lazy_gettext  # type: ignore[import-untyped]
from flask_babel import gettext as _gettext
from flask_babel import ngettext as _ngettext

from adjudicator import messages

ENGLISH = "en"
"""The language of the code; it needs no catalogue."""


def init_app(app: Flask) -> None:
    """Choose the language by the browser's wish, among those that have a catalogue."""
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", "translations")
    babel = Babel(app, default_locale=ENGLISH, locale_selector=_locale)
    with app.app_context():
        catalogues = {str(found) for found in babel.list_translations()}
    app.extensions["languages"] = [ENGLISH, *sorted(catalogues - {ENGLISH})]


def _locale() -> str:
    return request.accept_languages.best_match(current_app.extensions["languages"]) or ENGLISH


def gettext(message: str, **values: object) -> str:
    """Return a message in the page's language, with values filled in by name."""
    return str(_gettext(message, **values))


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """Return the form of a message that fits the number, which it may name as ``num``."""
    return str(_ngettext(one, many, num, **values))


def lazy(message: str) -> object:
    """Return a message that is translated when it becomes text: for tables made at import."""
    return lazy_gettext(message)


def language() -> str:
    """Return the tag of the page's language for HTML's ``lang``."""
    return locale().replace("_", "-")


def reader() -> messages.Language:
    """Return the language in which the rules speak to the reader of the page."""
    try:
        return messages.language(locale())
    except LookupError:
        return messages.ENGLISH


def say(message: messages.Message) -> str:
    """Return what the rules say in the page's language."""
    return reader().say(message)


def locale() -> str:
    """Return the page's locale as CLDR names it."""
    return str(get_locale() or ENGLISH)


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
