"""Words on pages: languages, lists, and moments as people say them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.dates import format_timedelta
from babel.lists import format_list
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, request
from flask_babel import (  # type: ignore[import-untyped]
    Babel,
    Domain,
    format_date,
    get_locale,
    lazy_gettext,
)
from flask_babel import gettext as _gettext
from flask_babel import ngettext as _ngettext
from jinja2 import pass_context
from jinja2.runtime import Context

from adjudicator import messages
from adjudicator.messages import particles, po

ENGLISH = "en"
"""The language of the code; it needs no catalogue."""


FOLDER = Path(__file__).parent.parent / "translations"
"""Where the catalogues of pages, sheets and mails stand, a folder for each language."""

DOMAIN = "messages"


class _Catalogues(Domain):  # type: ignore[misc]
    """The catalogues as translators leave them; see ``adjudicator.messages.po``."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder), DOMAIN)
        self.folder = folder

    def get_translations(self) -> NullTranslations:
        """Return the catalogue of the page's language, read once; an empty one for English."""
        tag = locale()
        if tag not in self.cache:
            path = self.folder / tag / "LC_MESSAGES" / f"{DOMAIN}.po"
            found = Translations(BytesIO(po.compiled(path))) if path.exists() else None
            self.cache[tag] = found or NullTranslations()
        catalogue: NullTranslations = self.cache[tag]
        return catalogue

    def gettext(self, string: str, **variables: object) -> str:
        """See Flask-Babel."""
        return _settled(super().gettext(string, **variables))

    def ngettext(self, singular: str, plural: str, num: int, **variables: object) -> str:
        """See Flask-Babel."""
        return _settled(super().ngettext(singular, plural, num, **variables))


class _Babel(Babel):  # type: ignore[misc]
    """Flask-Babel with those catalogues."""

    @property
    def domain_instance(self) -> Domain:
        """See Flask-Babel."""
        domain: Domain = current_app.extensions["catalogues"]
        return domain


def _settled(words: str) -> str:
    """Return a sentence with what was filled in taken into account; markup stays markup."""
    return type(words)(particles.settled(words)) if locale() == "ko" else words


def _filled(told: Any) -> Any:
    """Return a function of Jinja's whose sentences are settled once they are filled."""

    @pass_context
    def wrapped(context: Context, *words: Any, **values: Any) -> str:
        return _settled(told(context, *words, **values))

    return wrapped


def init_app(app: Flask) -> None:
    """Choose the language by the browser's wish, among those that have a catalogue."""
    folder = Path(app.config.setdefault("TRANSLATIONS", str(FOLDER)))
    app.extensions["catalogues"] = _Catalogues(folder)
    _Babel(app, default_locale=ENGLISH, locale_selector=_locale)
    for name in ("gettext", "ngettext"):
        app.jinja_env.globals[name] = _filled(app.jinja_env.globals[name])
    app.jinja_env.globals["_"] = app.jinja_env.globals["gettext"]
    begun = sorted(path.parent.parent.name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    app.extensions["languages"] = [ENGLISH, *begun]


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
