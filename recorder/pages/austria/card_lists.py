"""The cards of the base game and of the modules that a set-up form offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from adjudicator.austria.assembled.boxes import box_of
from adjudicator.austria.table.box import Box
from recorder.pages.austria import modules

LETTERS = ("A", "B", "C")

Cards = Callable[[Box], Mapping[Any, Any]]


def list_cards(cards: Cards) -> list[tuple[Any, str]]:
    """Return every card with the modules of which one has to be in play for it.

    The modules are written as a form's ``data-with`` has them; of the base game it is empty.
    """
    base = cards(box_of(frozenset()))
    together: dict[Any, Any] = dict(base)
    owners: dict[Any, list[str]] = {}
    for name in modules.offered_faces():
        for key, card in cards(box_of(frozenset((name,)))).items():
            if key not in base:
                together[key] = card
                owners.setdefault(key, []).append(name)
    return [
        (card, f"modules={','.join(owners[key])}" if key in owners else "")
        for key, card in together.items()
    ]


def list_cards_of_letter(cards: Cards, letter: str) -> list[tuple[Any, str]]:
    """Return the cards of a letter, with the cards whose letter no text has."""
    return [(card, of) for card, of in list_cards(cards) if card.letter in (letter, None)]


def find_cards(cards: Cards, names: Iterable[str]) -> Mapping[Any, Any]:
    """Return the cards of a game with the modules of those names, as far as they exist."""
    return cards(box_of(frozenset(names) & frozenset(modules.offered_faces())))
