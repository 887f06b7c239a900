"""The cards that a case is about: by its rules, and by its move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from adjudicator import games
from adjudicator.games import CardName


@cache
def map_rules_to_cards() -> Mapping[str, CardName]:
    """Return the card that a rule describes, by the rule's id."""
    described: dict[str, CardName] = {}
    for game in map(games.find, games.list_games()):
        described |= game.rules_of_cards()
    return described


def list_named_cards(
    game: str, rules: Iterable[str], entries: Iterable[Mapping[str, Any]]
) -> list[CardName]:
    """Return the cards that rules and entries of a case name, each once."""
    known = map_rules_to_cards()
    named_ones = [known[rule] for rule in rules if rule in known]
    keys = games.find(game).cards_under
    for entry in entries:
        named_ones += [
            (keys[key], str(value))
            for key, value in entry.items()
            if key in keys and isinstance(value, str | int)
        ]
        kind, _colon, card = str(entry.get("from", "")).partition(":")
        if card:
            named_ones.append((kind, card.partition(".")[0]))
    return list(dict.fromkeys(named_ones))
