"""A language in which every letter is marked, on pages: unmarked text was forgotten."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.support import NullTranslations
from flask import Flask

from adjudicator import messages
from tests.drawn import Element, read_page
from tests.marked import MARKED, marked
from tools.languages import DOMAINS

ROOT = Path(__file__).parents[2]

PAGES = DOMAINS[0]

TAG = "eo"
"""A language that nobody translates into here, and that dates know."""

_PLACE = re.compile(r"%\(\w+\)[sd]|%%|</?\w[^>]*>|&\w+;")


def _marked(words: str) -> str:
    kept = _PLACE.findall(words)
    plain = [marked(part) for part in _PLACE.split(words)]
    return "".join(a + b for a, b in zip(plain, [*kept, ""], strict=True))


class _Catalogue(NullTranslations):
    """Marks whatever it is asked for, and remembers what no translator ever sees."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {one.id if isinstance(one.id, str) else one.id[0] for one in PAGES.template()}
        self.strange: set[str] = set()

    def gettext(self, message: str) -> str:
        if message not in self.known:
            self.strange.add(message)
        return _marked(message)

    def ngettext(self, msgid1: str, msgid2: str, num: int) -> str:
        if msgid1 not in self.known:
            self.strange.add(msgid1)
        return _marked(msgid1 if num == 1 else msgid2)

    ugettext, ungettext = gettext, ngettext


def speak(app: Flask, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Let an application know the marked language; it is asked for as ``TAG``.

    Returns the messages that were asked for and are not extracted, as they come to light.
    """
    app.extensions["languages"].append(TAG)
    catalogue = app.extensions["catalogues"].cache[TAG] = _Catalogue()
    known = messages.find_language

    def language(tag: str) -> messages.Language:
        return MARKED if tag == TAG else known(tag)

    monkeypatch.setattr(messages, "find_language", language)
    return catalogue.strange


TOLD = {"title", "aria-label", "placeholder", "alt"}
"""Attributes that are read to somebody, or shown; so is the value of a button."""

HANDED = {"data-title", "data-nothing", "data-offline", "data-kept", "data-unit", "data-one"}
"""Attributes by which a page hands words to its script."""

SILENT = {"script", "style", "code", "pre", "textarea"}


def _shown(element: Element) -> Iterator[str]:
    """Yield the texts in an element that are shown, read to somebody, or handed to its script."""
    for one in element.children:
        if isinstance(one, str):
            yield one
            continue
        classes = one.get("class").split()
        if one.get("lang") not in ("", TAG) or one.tag in SILENT or "ruleid" in classes:
            continue
        button = one.tag == "input" and one.get("type") in ("submit", "button")
        told = TOLD | HANDED | ({"value"} if button else set())
        yield from (value for name, value in one.attributes.items() if value and name in told)
        yield from _shown(one)


def names() -> frozenset[str]:
    """Return the words of names that components bear: they stand in no catalogue."""
    words_of_names: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for key, member in value.items():
                if key == "names":
                    words_of_names.update(re.findall(r"\w+", " ".join(member.values())))
                walk(member)
        elif isinstance(value, list):
            for member in value:
                walk(member)

    for path in (ROOT / "adjudicator").rglob("data/*.json"):
        walk(json.loads(path.read_text(encoding="utf-8")))
    return frozenset(words_of_names)


LATIN = re.compile(r"[^\W\d_]*[A-Za-z]{2,}[^\W\d_]*")
_ID = re.compile(
    r"\b[A-C]-\w+\b|\b(?:GAH|SAM|WALTZ\d?|U|D|P)-[A-Z0-9-]+\b|https?://\S+|/t/\S+|\b\w+/\w+\b|2015-(?:ru|fr|ko)"
)


def forgotten(page: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the texts of a page with a word that is neither marked nor a known name."""
    for text in _shown(read_page(page)):
        if any(word not in known for word in LATIN.findall(_ID.sub(" ", text))):
            yield " ".join(text.split())[:110]
