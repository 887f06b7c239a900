"""How a message names where something comes from, and guests and staff cards by their names."""

from __future__ import annotations

from functools import cache

from adjudicator.austria import modules
from adjudicator.austria.boxes import box_of
from adjudicator.austria.catalogue import Components
from adjudicator.messages import Language, M
from adjudicator.rulebook import RULEBOOK


@cache
def _components() -> Components:
    """Return the cards of the base game and of every module."""
    return box_of(frozenset(modules.names())).components


def guest(number: int | str, language: Language) -> str:
    """Return a guest as people call it: ``63 Dame``; only the number where no name is known."""
    card = _components().guests.get(int(number))
    names = card.names if card is not None else {}
    return f"{number} {names.get(language.tag) or names.get('en', '')}".rstrip()


def card(number: int | str, language: Language) -> str:
    """Return a staff card as people call it: ``36 Sommelier``."""
    found = _components().staff.get(int(number))
    names = found.names if found is not None else {}
    return f"{number} {names.get(language.tag) or names.get('en', '')}".rstrip()


def politics(card: int | str, language: Language) -> str:
    """Return a politics card by what it asks for, as its rule is titled; else by its id."""
    found = _components().politics.get(str(card))
    if found is None:
        return str(card)
    return RULEBOOK.rule(found.rule, language.tag).title


def told(source: str, language: Language) -> str:
    """Return a source as records write it (``die``, ``guest:61``) in words."""
    what, colon, which = source.partition(":")
    number = which.partition(".")[0]
    if colon and what == "guest":
        return language.say(M("origins.guest", guest=number))
    if colon and what == "staff":
        return language.say(M("origins.staff", card=number))
    return language.term("origin", what.partition(".")[0])
