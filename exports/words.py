"""The words of a printed page: which catalogue translates them, and how dates are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from gettext import NullTranslations
from pathlib import Path
from typing import Any
from unicodedata import bidirectional, category

from babel.dates import format_date

from adjudicator import messages
from adjudicator.messages import particles, po

JOINERS = "\u200c\u200d"
"""Invisible letters that Persian names and emoji are written with."""


def tongue(name: str) -> str:
    """Return the language for hyphenating a name, or an empty text.

    It follows the letters of the name, not the language of the page: Cyrillic is broken as Russian.
    """
    return "ru" if any("\u0400" <= letter <= "\u04ff" for letter in name) else ""


def isolate_name(name: str) -> str:
    """Return a name that does not turn the writing direction of the words around it.

    A name in Hebrew or Arabic letters stands between the marks of an isolate.
    """
    turns = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if turns else name


def label_words(gettext: Callable[[str], str], label: str, words: str) -> str:
    """Return words behind their label: "Anna: 3 krones"; French puts a space before the colon.

    A label that ends in a colon of its own keeps one.
    """
    own, colon = label.rstrip(":\u00a0 "), gettext(":")
    return f"{own}{colon} {words}"


def series(gettext: Callable[[str], str], items: Iterable[str]) -> str:
    """Return sayings one after the other: "1 krone; 2 wine"; French puts a space before it."""
    then = gettext(";")
    return f"{then} ".join(items)


def of_the_first(date_told: str, language: str) -> str:
    """Return a date in words; French writes the first of a month with letters: "1er oct. 2026"."""
    if language.startswith("fr") and date_told.startswith("1 "):
        return f"1er{date_told[1:]}"
    return date_told


@dataclass(frozen=True, slots=True)
class Words:
    """A language to print in.

    locale: a CLDR name such as ``en_GB`` or ``ko``; it decides how dates are written.
    gettext: takes a message id and returns the translation.
    ngettext: takes singular, plural and a number and returns the form that fits the number.
    rules: makes the sentences of verdicts and score lines.
    """

    locale: str = "en_GB"
    gettext: Callable[[str], str] = NullTranslations().gettext
    ngettext: Callable[[str, str, int], str] = NullTranslations().ngettext
    rules: messages.Language = messages.ENGLISH

    @property
    def tag(self) -> str:
        """The language tag for HTML's ``lang``."""
        return self.locale.replace("_", "-")

    def say(self, message: messages.Message) -> str:
        """Return a message of the rules in words."""
        own = isinstance(message, str) and not isinstance(message, messages.DataSentence)
        return self.gettext(str(message)) if own else self.rules.say(message)

    def word(self, word: str) -> str:
        """Return the name of a word of a record; the word itself where it has none."""
        return self.rules.word(word)

    def day(self, day: date) -> str:
        """Return a date in words, as the locale writes it."""
        return of_the_first(format_date(day, "long", locale=self.locale), self.locale)

    def labelled(self, label: str, words: str) -> str:
        """Return words behind their label."""
        return label_words(self.gettext, label, words)

    def series(self, items: Iterable[str]) -> str:
        """Return sayings one after the other."""
        return series(self.gettext, items)

    def listing(self, items: list[str]) -> str:
        """Return names as a list in a sentence: "Anna, Boris and Chloé"."""
        if len(items) < 2:
            return "".join(items)
        return self.gettext("%(first)s and %(last)s") % {
            "first": ", ".join(items[:-1]),
            "last": items[-1],
        }


ENGLISH = Words()

NAME = 60
"""Letters of a player's name that are printed."""

CATALOGUES = Path(__file__).resolve().parent.parent / "recorder" / "translations"
"""The catalogues of printed pages, among all others: docs/languages.md."""


class _Sentence(str):
    """A translated sentence, whose small words are fitted once it is filled in."""

    tag: str

    def __mod__(self, facts: object) -> str:
        return particles.fit_small_words(str.__mod__(self, facts), self.tag)


def make_words(locale: str, found: NullTranslations, rules: messages.Language) -> Words:
    """Return the words of a catalogue. locale: writes its dates."""

    def make_sentence(text: str) -> str:
        sentence = _Sentence(text)
        sentence.tag = rules.tag
        return sentence

    return Words(
        locale,
        lambda text: make_sentence(found.gettext(text)),
        lambda one, many, n: make_sentence(found.ngettext(one, many, n)),
        rules,
    )


def speak_language(rules: messages.Language) -> Words:
    """Return the words of a language, for printing without a server."""
    path = CATALOGUES / rules.tag / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return ENGLISH
    return make_words(rules.tag, po.read_catalogues(path), rules)


def printable_names(players: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the names of a record's players by id, as they are printed."""
    return {one["id"]: printable(one["name"], NAME) or one["id"] for one in players}


def printable(text: str, limit: int) -> str:
    """Return typed text as one line fit for paper, at most ``limit`` letters.

    Control characters, halves of a surrogate pair and marks that turn the writing direction are
    left out: they cannot be printed, or spoil the line around them.
    """
    kept = "".join(
        letter
        for letter in " ".join(text.split())
        if letter in JOINERS or category(letter) not in ("Cc", "Cf", "Cs")
    )
    return kept if len(kept) <= limit else kept[: limit - 1].rstrip() + "…"
