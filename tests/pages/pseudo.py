"""A language in which every letter is marked, on pages: unmarked text was forgotten."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel.support import NullTranslations
from flask import Flask

from adjudicator import messages
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


TOLD = {"title", "aria-label", "placeholder", "alt", "value", "content"}
"""Attributes that are read to somebody, or shown."""

HANDED = {"data-title", "data-nothing", "data-offline", "data-kept", "data-unit", "data-one"}
"""Attributes by which a page hands words to its script."""

SILENT = {"script", "style", "code", "pre", "textarea"}
VOID = {"meta", "link", "input", "br", "img", "hr", "use", "wbr", "path"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[tuple[str, bool]] = []

    @property
    def silent(self) -> bool:
        return bool(self.open) and self.open[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        foreign = known.get("lang") not in (None, TAG)
        classes = (known.get("class") or "").split()
        silent = self.silent or foreign or tag in SILENT or "ruleid" in classes
        if not silent:
            for name, value in attrs:
                shown = name in TOLD - {"value", "content"} or (
                    name == "value" and tag == "input" and known.get("type") in ("submit", "button")
                )
                if value and (shown or name in HANDED):
                    self.found.append(value)
        if tag not in VOID:
            self.open.append((tag, silent))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.handle_starttag(tag, attrs)
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            if self.open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.append(data)


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
    reader = _Reader()
    reader.feed(page)
    for text in reader.found:
        if any(word not in known for word in LATIN.findall(_ID.sub(" ", text))):
            yield " ".join(text.split())[:110]
