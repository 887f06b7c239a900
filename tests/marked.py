"""A language in which every letter is marked: an unmarked one was said past the catalogues."""

from __future__ import annotations

from string import Formatter

from adjudicator.messages import Language, NullTranslations

SMALL, LARGE = 0x1D41A - ord("a"), 0x1D400 - ord("A")
"""From Latin letters to the bold ones of mathematics."""


def marked(words: str) -> str:
    """Return words with every Latin letter marked."""
    return "".join(
        chr(ord(one) + (SMALL if one.islower() else LARGE))
        if one.isascii() and one.isalpha()
        else one
        for one in words
    )


def _sentence(words: str) -> str:
    """Return a sentence with its letters marked and its facts as they are."""
    told = []
    for plain, name, spec, _ in Formatter().parse(words):
        told.append(marked(plain).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            told.append(f"{{{name}:{spec}}}" if spec else f"{{{name}}}")
    return "".join(told)


class Marked(NullTranslations):
    """The catalogue of that language."""

    def pgettext(self, context: str, message: str) -> str:
        """Return a sentence marked."""
        return _sentence(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the English form for the number, marked."""
        return _sentence(msgid1 if n == 1 else msgid2)


MARKED = Language("marked", Marked())
