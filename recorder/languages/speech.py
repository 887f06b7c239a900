"""The reader's language: the one chosen on a page, or the browser's; words in it.

The catalogues are read as translators leave them (``adjudicator.messages.po``); docs/languages.md
lists the folders. A command at a terminal speaks the terminal's language; elsewhere outside a
request everything is said in English.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import click
from babel import Locale, negotiate_locale
from babel.localedata import locale_identifiers
from babel.support import NullTranslations, Translations
from flask import (
    Flask,
    Response,
    current_app,
    g,
    has_app_context,
    has_request_context,
    request,
    session,
)
from flask_babel import Babel, Domain, force_locale, get_locale, get_translations  # type: ignore[import-untyped]
from flask_babel.speaklater import LazyString  # type: ignore[import-untyped]
from jinja2 import pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_accept_header

from adjudicator import messages
from adjudicator.commands import find_terminal_language
from adjudicator.messages import particles, po
from adjudicator.record import Unreadable
from exports.words import Words, make_words
from exports.words import speak_language as speaking_of
from recorder.languages.request_cache import read_request_cache

ENGLISH = "en"
"""The language of the code; it needs no catalogue."""

PRINTED = {ENGLISH: "en_GB"}
"""Whose dates are written: a day before its month."""

_ENGLISHES = [tag for tag in locale_identifiers() if tag.startswith("en_")]

CHOSEN = "language"
"""Under which the browser's own cookie keeps what was chosen."""

API = "/api/"
"""Programs say what they want with every question; nothing is chosen for them."""

FOLDER = Path(__file__).parent.parent / "translations"
"""Where the catalogues of pages, sheets and mails stand, a folder for each language."""

DOMAIN = "messages"


class _Catalogues(Domain):  # type: ignore[misc]
    """The catalogues as translators leave them; see ``adjudicator.messages.po``."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder), DOMAIN)
        self.folder = folder

    def get_translations(self) -> NullTranslations:
        """Return the catalogue of the page's language."""
        return _find_spoken().catalogue

    def find_catalogue(self, tag: str) -> NullTranslations:
        """Return the catalogue of a language, read once; an empty one for English."""
        if tag not in self.cache:
            path = self.folder / tag / "LC_MESSAGES" / f"{DOMAIN}.po"
            read = Translations(BytesIO(po.compile_catalogue(path))) if path.exists() else None
            self.cache[tag] = read or NullTranslations()
        catalogue: NullTranslations = self.cache[tag]
        return catalogue

    def gettext(self, string: str, **variables: object) -> str:
        """See Flask-Babel."""
        language = _find_spoken()
        said: str = language.catalogue.ugettext(string)
        return language.fit_words(said % _fill_values(variables)) if variables else said

    def ngettext(self, singular: str, plural: str, num: int, **variables: object) -> str:
        """See Flask-Babel."""
        return _find_spoken().fit_words(
            super().ngettext(singular, plural, num, **_fill_values(variables))
        )


class _Babel(Babel):  # type: ignore[misc]
    """Flask-Babel with our catalogues."""

    @property
    def domain_instance(self) -> Domain:
        """See Flask-Babel."""
        domain: Domain = current_app.extensions["catalogues"]
        return domain


def _fill_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a message; values of the rules are said in the reader's language."""
    return {
        name: reader().say(v)
        if isinstance(v, (messages.M, messages.DataSentence))
        else messages.format_signed(v)
        if type(v) is int and v < 0
        else v
        for name, v in values.items()
    }


def figure(number: int) -> str:
    """Return a count as the reader writes it: in thousands from five digits on, with its sign."""
    return reader().number(number)


_COUNTED = "%(num)d"
"""A number as gettext's own formats write it, without thousands."""


@pass_eval_context
def _in_template(evaluated: EvalContext, message: str, **values: Any) -> str:
    """Return a message for a template: as ``gettext``, and markup where that is escaped.

    Most messages of a page have no values.
    """
    language = _find_spoken()
    said = language.catalogue.ugettext(message)
    if evaluated.autoescape:
        said = Markup(said)
    return language.fit_words(said % _fill_values(values)) if values or "%" in said else said


@pass_eval_context
def _counted_in_template(
    evaluated: EvalContext, one: str, many: str, number: int, **values: Any
) -> str:
    """Return the form of a message that fits a number, see ``ngettext`` and ``_in_template``."""
    language = _find_spoken()
    said, counted = language.form(one, many, number)
    if evaluated.autoescape:
        said = Markup(said)
    return language.fit_words(said % ({"num": counted} | _fill_values(values)))


def init_app(app: Flask) -> None:
    """Know the languages that have a catalogue, and choose among them for every request."""
    folder = Path(app.config.setdefault("TRANSLATIONS", str(FOLDER)))
    app.extensions["catalogues"] = _Catalogues(folder)
    _Babel(app, default_locale=ENGLISH, locale_selector=_choose_locale)
    spoken = {"gettext": _in_template, "_": _in_template, "ngettext": _counted_in_template}
    app.jinja_env.globals |= spoken
    begun = sorted(path.parent.parent.name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    app.extensions["languages"] = [ENGLISH, *begun]
    app.after_request(_mark_varying)


def _choose_locale() -> str:
    known: list[str] = current_app.extensions["languages"]
    if not has_request_context():
        return (
            find_terminal_language(os.environ)
            if click.get_current_context(silent=True)
            else ENGLISH
        )
    chosen = None if request.path.startswith(API) else session.get(CHOSEN)
    if chosen in known:
        return str(chosen)
    wanted = (tag.partition("-")[0].lower() for tag, weight in request.accept_languages if weight)
    return next((tag for tag in wanted if tag in known), ENGLISH)


def too_large(accepts: str) -> str:
    """Return the refusal of a body that no application has seen; accepts: ``Accept-Language``."""
    wanted = parse_accept_header(accepts, LanguageAccept)
    tags = (tag.partition("-")[0].lower() for tag, weight in wanted if weight)
    tag = next((tag for tag in tags if tag in messages.list_languages()), ENGLISH)
    if tag == ENGLISH:
        return str(RequestEntityTooLarge.description)
    return speaking_of(messages.find_language(tag)).gettext("this is too much at once")


def _mark_varying(response: Response) -> Response:
    """Keep caches from giving an answer in one language to a reader of another."""
    if request.endpoint != "static":
        response.vary.update(["Accept-Language", "Cookie"])
    return response


def list_page_languages() -> dict[str, str]:
    """Return the languages there are with the names that they give themselves."""
    names = {
        tag: str(Locale.parse(tag).get_display_name(tag))
        for tag in current_app.extensions["languages"]
    }
    return {tag: name[:1].upper() + name[1:] for tag, name in names.items()}


def choose_language(tag: str) -> None:
    """Remember a language for this browser. Raises LookupError for one there is not."""
    if tag not in current_app.extensions["languages"]:
        raise LookupError(tag)
    session[CHOSEN] = tag
    session.permanent = True


def reader_locale() -> str:
    """Return the reader's locale, as CLDR names it."""
    return _find_spoken().tag


def date_locale() -> str:
    """Return the locale that writes the reader's dates: English as the browser's, or British."""
    tag = reader_locale()
    if tag == ENGLISH and has_request_context():
        for asked in request.accept_languages.values():
            if asked[:3].lower() == "en-" and (known := negotiate_locale([asked], _ENGLISHES)):
                return known
    return PRINTED.get(tag, tag)


class _SpokenLanguage(NamedTuple):
    """A language as a request speaks it.

    tag: its locale, as CLDR names it. fit: fits a sentence to its values, such as particles. rules:
    the language in which the rules speak.
    """

    tag: str
    catalogue: NullTranslations
    fit: Callable[[str], str] | None
    rules: messages.Language

    def form(self, one: str, many: str, number: int) -> tuple[str, int | str]:
        """Return the form of a message that fits a number, and the number to be filled in there.

        A large number is written in thousands, and one below 0 with its sign.
        """
        said = self.catalogue.ungettext(one, many, number)
        if 0 <= number < messages.GROUPED:
            return said, number
        return said.replace(_COUNTED, "%(num)s"), self.rules.number(number)

    def fit_words(self, words: str) -> str:
        """Return a sentence fitted to its values; markup stays markup."""
        return type(words)(self.fit(words)) if self.fit else words


def _make_spoken(tag: str, catalogue: NullTranslations) -> _SpokenLanguage:
    try:
        rules = messages.find_language(tag)
    except LookupError:
        rules = messages.ENGLISH
    return _SpokenLanguage(tag, catalogue, particles.FITTING.get(tag), rules)


def _find_spoken() -> _SpokenLanguage:
    """Return the reader's language: found once for a request.

    A page says hundreds of sentences.
    """
    try:
        found: _SpokenLanguage = read_request_cache()["speaking"]
    except LookupError:  # not yet, or outside of any request
        tag = str(get_locale() or ENGLISH)
        if not has_app_context():
            return _make_spoken(tag, NullTranslations())
        catalogues: _Catalogues = current_app.extensions["catalogues"]
        found = _make_spoken(tag, catalogues.find_catalogue(tag))
        read_request_cache()["speaking"] = found
    return found


@contextmanager
def use_language(tag: str) -> Iterator[None]:
    """Say everything inside in one language, for every reader."""
    g.pop("speaking", None)
    try:
        with force_locale(tag):
            yield
    finally:
        g.pop("speaking", None)


def reader() -> messages.Language:
    """Return the language in which the rules speak to the reader."""
    return _find_spoken().rules


def printed_words() -> Words:
    """Return the words for a printed page in the language of the person that prints it."""
    return make_words(PRINTED.get(reader_locale(), reader_locale()), get_translations(), reader())


def explain_problem(problem: Exception) -> str:
    """Return the message of a problem in the reader's language; with its place, if it has one."""
    return problem.say(reader()) if isinstance(problem, Unreadable) else str(problem)


def gettext(message: str, **values: object) -> str:
    """Return a message in the reader's language, with values filled in by name."""
    language = _find_spoken()
    said = language.catalogue.ugettext(message)
    return str(language.fit_words(said % _fill_values(values) if values else said))


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """Return the form of a message that fits the number, which it may name as ``num``."""
    language = _find_spoken()
    said, counted = language.form(one, many, num)
    return str(language.fit_words(said % ({"num": counted} | _fill_values(values))))


def lazy(message: str) -> object:
    """Return a message that is translated when it becomes text: for tables made at import."""
    return LazyString(gettext, message)
