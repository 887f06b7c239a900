"""All cards of all games in one list, made once for each language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator import games
from recorder.pages import presenter
from recorder.pages.presenter import Card, Cards
from recorder.pages.shared.parts import keep_made


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A card in a list. text: of its row, for searching."""

    game: str
    card: Card
    text: str


def fold_words(text: str) -> str:
    """Return words as a list is filtered: without case, accents and signs, one space each.

    ``picks.js`` does the same with typed words.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(re.findall(r"\w+", letters))


def list_decks() -> Mapping[str, Cards]:
    """Return the cards of every game."""
    return {game: presenter.find_presenter(game).cards for game in games.list_games()}


def list_all_cards() -> Sequence[ListedCard]:
    """Return all cards of all games, made once for each language."""
    return keep_made("card list", tuple(list_decks()), lambda: list(_make_cards()))


def _make_cards() -> Iterator[ListedCard]:
    for game, cards in list_decks().items():
        for card in cards.all():
            box = card.box if card.module else ""
            said = (card.number, card.name or card.title, card.word, box, *card.does)
            yield ListedCard(game, card, f" {fold_words(' '.join(said))}")


def find_card(game: str, kind: str, id_: str) -> Card | None:
    """Return a card by its address, or None."""
    cards = list_decks().get(game)
    return next(
        (
            card
            for card in (cards.all() if cards else ())
            if card.id == id_ and kind in (card.kind, *card.also)
        ),
        None,
    )
