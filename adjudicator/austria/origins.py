"""How a message names where something comes from, and guests and staff cards by their names."""

from __future__ import annotations

from functools import cache

from adjudicator.austria import modules
from adjudicator.austria.boxes import box_of
from adjudicator.austria.catalogue import BASE, GUESTS, POLITICS, STAFF, Components
from adjudicator.messages import Language, M
from adjudicator.rulebook import RULEBOOK


def _components(base: bool) -> Components:
    """Return the cards of the base game, or of every module, too: those are seldom needed."""
    return BASE if base else _all_components()


@cache
def _all_components() -> Components:
    return box_of(frozenset(modules.names())).components


def guest(number: int | str, language: Language) -> str:
    """Return a guest as people call it: ``63 Dame``; only the number where no name is known.

    The cards print no names: a language has those that its own rulebook uses.
    """
    card = _components(int(number) in GUESTS).guests.get(int(number))
    names = card.names if card is not None else {}
    return f"{number} {names.get(language.tag, '')}".rstrip()


def card(number: int | str, language: Language) -> str:
    """Return a staff card as people call it: ``36 Sommelier``."""
    found = _components(int(number) in STAFF).staff.get(int(number))
    names = found.names if found is not None else {}
    return f"{number} {names.get(language.tag) or names.get('en', '')}".rstrip()


def politics(card: int | str, language: Language) -> str:
    """Return a politics card by what it asks for, as its rule is titled; else by its id."""
    found = _components(str(card) in POLITICS).politics.get(str(card))
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
    if colon and (named := language.term(what, number)) != number:
        return named
    return language.term("origin", what.partition(".")[0])
