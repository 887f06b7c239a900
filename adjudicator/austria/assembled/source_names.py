"""How a message names where something comes from, and guests and staff cards by their names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.amounts import word_amounts
from adjudicator.austria import modules
from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.printed.catalogue import BASE, GUESTS, POLITICS, STAFF, Components
from adjudicator.austria.printed.datafile import rows_of
from adjudicator.messages import Language, M
from adjudicator.rulebook import RULEBOOK


def _find_components(base: bool) -> Components:
    """Return the cards of the base game, or of every module, too. The latter are seldom needed."""
    return BASE if base else box_of(frozenset(modules.list_modules())).components


@cache
def _module_politics_ids() -> frozenset[str]:
    """Return the ids of the politics cards of every module, read without making a box of them."""
    folders = (folder for place in modules.__path__ for folder in Path(place).glob("*/data"))
    return frozenset(
        row.text("id")
        for folder in folders
        if (folder / "politics.json").exists()
        for row in rows_of("politics.json", "politics", folder)
    )


def name_guest(number: int | str, language: Language) -> str:
    """Return a guest by number and name: ``63 Dame``.

    Without a known name it is the number only, in the form ``no`` such as ``no. 63``.

    The cards print no names. A language has the names of its own rulebook.
    """
    card = _find_components(int(number) in GUESTS).guests.get(int(number))
    names = card.names if card is not None else {}
    name = names.get(language.tag)
    if not name:
        return f"{number} /no {language.say(M('entries.guest-number', number=number))}"
    return f"{number} {name}"


def name_card(number: int | str, language: Language) -> str:
    """Return a staff card as people call it: ``36 Sommelier``; another word as it stands.

    A card in play with a mark is an object, of which the keys are asked for, too.
    """
    if not str(number).isdecimal():
        return str(number)
    found = _find_components(int(number) in STAFF).staff.get(int(number))
    names = found.names if found is not None else {}
    return f"{number} {names.get(language.tag) or names.get('en', '')}".rstrip()


def name_politics_card(card: int | str, language: Language) -> str:
    """Return a politics card by its condition, as its rule is titled; else by its id.

    Any word of a record may be given here. Most are no card at all.
    """
    name = str(card)
    base = name in POLITICS
    if not base and name not in _module_politics_ids():
        return name
    found = _find_components(base).politics[name]
    return RULEBOOK.rule(found.rule, language.tag).title


def word_source(source: str, language: Language) -> str:
    """Return a source as records write it (``die``, ``guest:61``) in words."""
    what, colon, which = source.partition(":")
    number = which.partition(".")[0]
    if colon and what == "guest":
        return language.say(M("origins.guest", guest=number))
    if colon and what == "staff":
        return language.say(M("origins.staff", card=number))
    if colon and (named := language.term(what, number)) != number:
        return named
    return language.term("origin", what.partition(".")[0])


def word_faces(entry: Mapping[str, Any], language: Language) -> str:
    """Return how many dice show each number: ``2 ones, 1 six``."""
    told = [language.term(f"face-{die}", n) for die, n in enumerate(entry["dice"], start=1) if n]
    return ", ".join(told) or language.say(M("entries.no-die"))


def word_places(way: str, place: Mapping[str, Mapping[str, int]], language: Language) -> str:
    """Return where food goes: ``1 coffee to 63 Dame``. way: ``to`` or ``on`` a guest."""
    told = [
        language.fill_sentence(f"place:{way}", {"what": word_amounts(food), "guest": guest})
        for guest, food in place.items()
    ]
    return language.join_items(told)
