"""The words of this game: components, terms by edition, entries as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from adjudicator.austria import modules as rules
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.printed.editions import EDITIONS
from adjudicator.austria.table.box import Box
from adjudicator.messages import source_sentence
from recorder.pages.austria import modules
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy, ngettext, reader, reader_locale, say

Entry = Mapping[str, Any]


def list_boxes() -> dict[str, str]:
    """Return the editions in words, the one that the reader probably has first."""
    own = f"2015-{reader_locale()[:2]}"
    likely = own if own in EDITIONS else EDITIONS[-1]
    return {edition: reader().term("edition", edition) for edition in (likely, *EDITIONS)}


KINDS = {"blue": "noble", "red": "citizen", "yellow": "artist", "green": "tourist"}
"""The icon of a colour by its kind of guest: a shape for people who do not see the colour."""

_GUEST_KINDS = {
    "blue": lazy("noble, blue"),
    "red": lazy("citizen, red"),
    "yellow": lazy("artist, yellow"),
    "green": lazy("tourist, green: any room"),
}

DIE_WORDS = {
    1: lazy("strudel & cake"),
    2: lazy("wine & coffee"),
    3: lazy("rooms"),
    4: lazy("krones & emperor"),
    5: lazy("staff"),
    6: lazy("any action"),
}


def food_word(name: str) -> str:
    """Return the word for a food."""
    return reader().term("food", name)


def colour_word(name: str) -> str:
    """Return the word for a room colour."""
    return reader().term("colour", name)


def guest_kind(name: str) -> str:
    """Return the kind of guests of this colour."""
    return str(_GUEST_KINDS[name])


def printed_name(names: Mapping[str, str]) -> str:
    """Return a printed name in the page's language, in English, or as the box has it."""
    language = reader_locale()[:2]
    return names.get(language) or names.get("en") or next(iter(names.values()), "")


def list_single_boxes() -> Iterator[Box]:
    """Yield the base game, then the box of every module by itself."""
    yield box_of(frozenset())
    for name in sorted(rules.list_modules()):
        yield box_of(frozenset((name,)))


@cache
def _names(kind: str) -> Mapping[int, Mapping[str, str]]:
    """Return the names of all cards of a kind by their numbers; the base game comes first."""
    cards: dict[int, Mapping[str, str]] = {}
    for box in list_single_boxes():
        for number, card in getattr(box.components, kind).items():
            cards.setdefault(number, card.names)
    return cards


def guest_name(number: int) -> str:
    """Return a guest's name in the page's language, or an empty text.

    Readers of other languages do not know the English names on the cards. They get the name that
    the rulebook of their language uses, if it has one.
    """
    return _names("guests").get(number, {}).get(reader_locale()[:2], "")


def guest_title(number: int) -> str:
    """Return number and name of a guest: "63 Dame"; "no. 63" in a language without a name."""
    return reader().term("guest.no", number)


def staff_name(number: int) -> str:
    """Return the name of a staff card in the page's language, or in English."""
    return printed_name(_names("staff").get(number, {}))


def staff_title(number: int) -> str:
    """Return number and name of a staff card: "24 Chief Waiter"."""
    return reader().term("card", number)


def politics_card(edition: str) -> str:
    """Return the edition's name of the cards for discs."""
    return reader().in_edition(edition).term("fact", "politics")


def politics_cards(edition: str) -> str:
    """Return the plural of ``politics_card``."""
    return reader().in_edition(edition).term("value", "politics")


def politics_words(card: str) -> str:
    """Return the condition of a politics card."""
    return reader().term("politics", card)


def amount_words(gain: Mapping[str, int]) -> str:
    """Return gained things in words: "2 strudel and 1 cake"."""
    return reader().term("amounts", gain)


def krone_words(count: int) -> str:
    """Return an amount of money."""
    return reader().term("krones", count)


def place_words(place: Mapping[str, Mapping[str, int]]) -> str:
    """Return where food goes: "1 coffee to 63 Dame"."""
    return reader().term("to-guests", place)


def order_words(lacks: Mapping[str, int]) -> str:
    """Return the missing dishes of an order, or that it is complete."""
    return _("wants %(food)s", food=amount_words(lacks)) if lacks else _("order complete")


def source_words(name: str, die: int | None = None) -> str:
    """Return where an open part comes from, in words."""
    kind, _colon, rest = name.partition(":")
    number = int(rest[:3].split(".")[0]) if rest[:3].split(".")[0].isdecimal() else 0
    if kind == "guest" and number:
        return _("Reward of %(guest)s", guest=guest_title(number))
    if kind == "staff" and number:
        return staff_title(number)
    if kind == "die":
        return _("Die %(die)s", die=die) if die else _("Die")
    if kind == "group":
        return _("Group bonus")
    if kind == "tile":
        return _("Emperor tile")
    made = modules.find_maker(lambda face: face.origins, kind)
    return made(rest) if made else modules.module_word(lambda face: face.sources, kind) or name


def vp_words(n: int) -> str:
    """Return a number of victory points in words."""
    return ngettext("%(num)d VP", "%(num)d VP", n)


def confidence_words(word: str) -> str:
    """Return how sure a figure is, in words."""
    return str(
        {"high": _("confirmed"), "medium": _("sources disagree"), "low": _("doubtful")}[word]
    )


def source_line(row: Mapping[str, Any]) -> str:
    """Return the source of a row of data in words and how sure it is; "" without a source."""
    if not row.get("source"):
        return ""
    told = say(source_sentence(row["source"]))
    return f"{told} ({confidence_words(row['confidence'])})"
