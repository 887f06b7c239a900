"""The entries that the taps of a page would send: every button and sheet, read off the page.

Knows HTML and the additions of the page's scripts to a form (``app.js``, ``samoa/play.js``), no
rule.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations
from typing import Any

from werkzeug.datastructures import MultiDict

from recorder.pages.forms import entry_forms

VOID = {"input", "link", "meta", "br", "img", "use", "wbr", "hr", "path", "circle", "rect"}
"""Elements without an end tag; those of SVG stand in a page only by themselves."""

Fields = list[tuple[str, str]]


@dataclass(eq=False)
class Element:
    """An element of a page with its attributes, its parent, and its children."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()

    def closest(self, tag: str) -> Element | None:
        at = self.parent
        while at is not None and at.tag != tag:
            at = at.parent
        return at

    def has(self, name: str) -> bool:
        return name in self.attributes

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def words(self) -> str:
        told = [one if isinstance(one, str) else one.words for one in self.children]
        return " ".join(" ".join(told).split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Element("page")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(made)
        if tag not in VOID:
            self.at = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(made)

    def handle_endtag(self, tag: str) -> None:
        at: Element | None = self.at
        while at is not None and at.tag != tag:
            at = at.parent
        if at is not None and at.parent is not None:
            self.at = at.parent

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.at.children.append(data)


def read_page(text: str) -> Element:
    reader = _Reader()
    reader.feed(text)
    return reader.root


@dataclass(frozen=True)
class Tap:
    """The entries of a tap. words: of its button. asks: it warns that it is not offered.

    row: the entries that would be sent.
    """

    words: str
    row: Sequence[Mapping[str, Any]]
    asks: bool
    sheet: str = ""


class DrawnPage:
    """A page of a game as a person meets it."""

    def __init__(self, text: str) -> None:
        self.root = read_page(text)
        self.all = list(self.root.walk())
        self.ids = {one.get("id"): one for one in self.all if one.has("id")}
        self.gather = {one.get("data-go") for one in self.all if one.has("data-gather")}

    def taps(self) -> Iterator[Tap]:
        """Yield the entries of every button of the page, and of every sheet as it opens."""
        for one in self.all:
            if one.tag not in ("button", "a"):
                continue
            dialog = one.closest("dialog")
            if one.has("data-sheet"):
                opened = self.ids.get(one.get("data-sheet"))
                if opened is not None and one.has("data-entry"):
                    yield from self._of_sheet(opened, one.get("data-entry"))
            elif one.has("data-choices"):
                for told, entry, offered in json.loads(one.get("data-choices")):
                    row = entry if isinstance(entry, list) else [entry]
                    yield Tap(told, row, not offered, "choices")
            elif one.tag == "button" and not (dialog is not None and _begins_elsewhere(dialog)):
                yield from self._of_button(one)
        for one in self.all:
            if one.has("data-gather"):
                yield from self._gathered(one)

    def _of_sheet(self, dialog: Element, entry: str) -> Iterator[Tap]:
        for one in dialog.walk():
            if one.tag == "button":
                yield from self._of_button(one, entry)

    def _of_button(self, button: Element, entry: str = "") -> Iterator[Tap]:
        form = self._form(button)
        if form is None or button.get("type") == "button" or button.has("disabled"):
            return
        if button.has("formaction") or button.get("id") in self.gather:
            return
        if not form.has("data-send") or not form.get("action").endswith("/entries"):
            return
        fields = self._fields(form, button, entry)
        if fields is None or form.has("data-roll"):
            return
        dialog = button.closest("dialog")
        sheet = dialog.get("id") if dialog is not None else ""
        asks = button.has("data-asks") or "seen" in _classes(button) or _unseen(button)
        row = entry_forms.row_of(MultiDict(fields))
        yield Tap(button.words, row, asks, sheet)

    def _form(self, one: Element) -> Element | None:
        return self.ids.get(one.get("form")) if one.has("form") else one.closest("form")

    def _fields(self, form: Element, button: Element, entry: str) -> Fields | None:
        """Return the fields that a form would send; None where the browser would not send it."""
        fields: Fields = []
        inside = [one for one in form.walk() if one.tag in ("input", "textarea", "select")]
        chosen = {one.get("name") for one in inside if _is_on(one)} | {button.get("name")}
        for one in inside:
            name, value = one.get("name"), one.get("value")
            if not name or one.has("disabled"):
                continue
            if _is_choice(one):
                if one.has("required") and name not in chosen:
                    return None
                if _is_on(one):
                    fields.append((name, value))
            elif one.has("required") and not value:
                return None
            elif name == "entry" and entry:
                fields.append((name, entry))
            else:
                fields.append((name, value))
        if any(one.has("data-some") and not _some(one) for one in form.walk()):
            return None
        if button.get("name"):
            fields = [(name, value) for name, value in fields if name != button.get("name")]
            fields.append((button.get("name"), button.get("value")))
        if form.has("data-food"):
            fields = [(name, value) for name, value in fields if name != "place"]
            place = _share(form, json.loads(button.get("data-gain") or "{}"))
            fields += [("place", json.dumps(place))] if place else []
        return fields

    def _gathered(self, root: Element) -> Iterator[Tap]:
        """Yield the entries gathered by one or two taps; the button at the thumb sends them."""
        go = self.ids.get(root.get("data-go"))
        if go is None:
            return
        base = json.loads(go.get("value"))
        kind = root.get("data-gather")
        inside = list(root.walk())
        if kind == "lodge":
            rooms = [one.get("data-room") for one in inside if "may" in _classes(one)]
            lovers = json.loads(root.get("data-lovers"))
            for token in (one for one in inside if one.has("data-token")):
                who, group = token.get("data-token"), int(token.get("data-group"))
                for room in filter(None, rooms):
                    row = {**base, "group": group, "tourists": [{"token": who, "room": room}]}
                    yield Tap(go.words, [row], room in lovers and who != "lover", kind)
        elif kind in ("rooms", "cards"):
            of = "data-room" if kind == "rooms" else "data-card"
            values = [one.get(of) for one in inside if one.has(of)]
            read = values if kind == "rooms" else [json.loads(one) for one in values]
            offered = json.loads(root.get("data-offered") or "null")
            for count in range(1, int(root.get("data-most")) + 1):
                for some in map(list, combinations(read, count)):
                    if offered is None or _sorted(some) in map(_sorted, offered):
                        row = {**base, root.get("data-key"): some}
                        yield Tap(go.words, [row], root.has("data-unseen"), kind)


def _begins_elsewhere(dialog: Element) -> bool:
    """Return whether the opener of a sheet gives its entry."""
    hidden = [one for one in dialog.walk() if one.tag == "input" and one.get("name") == "entry"]
    return any(not one.get("value") for one in hidden)


def _unseen(button: Element) -> bool:
    """Return whether a card is shown that may be in a hand: it is said above them."""
    at = button.parent
    while at is not None and not at.has("data-unseen"):
        at = at.parent
    return at is not None


def _classes(one: Element | None) -> list[str]:
    return one.get("class").split() if one is not None else []


def _sorted(some: Sequence[Any]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in some)


def _is_choice(one: Element) -> bool:
    return one.get("type") in ("radio", "checkbox")


def _is_on(one: Element) -> bool:
    return _is_choice(one) and one.has("checked")


def _some(fields: Element) -> bool:
    numbers = [one.get("value") for one in fields.walk() if one.get("type") == "number"]
    return any(_is_on(one) for one in fields.walk()) or any(each.strip("0") for each in numbers)


def _share(form: Element, gain: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Return onto which guests food goes, as ``app.js`` shares it out by the ticked pieces."""
    left, place = dict(gain), dict[str, dict[str, int]]()
    for chip in form.walk():
        if not (chip.has("data-guest") and _is_on(chip)):
            continue
        guest, dish = chip.get("data-guest"), chip.get("data-dish")
        if left.get(dish):
            left[dish] -= 1
            dishes = place.setdefault(guest, {})
            dishes[dish] = dishes.get(dish, 0) + 1
    return place
