"""The cards that a case is about: those that its rules describe, and those that its move names.

A card is a kind and an id: ``("guest", "97")``, ``("tile", "A-krones")``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from adjudicator.austria import datafile

Card = tuple[str, str]

KINDS = {
    "guests": "guest",
    "staff": "staff",
    "politics": "politics",
    "emperor-tiles": "tile",
    "halls": "hall",
    "celebrities": "celebrity",
    "lobbies": "lobby",
}
"""What a card is, by the file that holds it."""

NAMED = {
    "austria": {
        "guest": "guest",
        "staff": "staff",
        "politics": "politics",
        "hall": "hall",
        "lobby": "lobby",
        "tile": "tile",
    },
    "samoa": {"tile": "room-tile"},
}
"""What stands under a key of an entry, by the game."""

RULES_OF_CARDS: Mapping[str, Card] = {
    "SAM-SPEC-03": ("room-tile", "swap"),
    "SAM-SPEC-04": ("room-tile", "evict"),
    "SAM-SPEC-05": ("room-tile", "recall"),
}
"""Rules about one card whose row in the data does not name them."""


@cache
def rules_of_cards() -> Mapping[str, Card]:
    """Return the card that a rule describes, by the rule's id."""
    described = dict(RULES_OF_CARDS)
    base = json.loads((datafile.FOLDER / "staff.json").read_text(encoding="utf-8"))["staff"]
    described |= {f"GAH-CARD-{row['number']:02}": ("staff", str(row["number"])) for row in base}
    folders = (datafile.FOLDER, *(datafile.FOLDER.parent / "modules").glob("*/data"))
    for folder in folders:
        for path in sorted(folder.glob("*.json")):
            if path.stem in KINDS:
                for row in _rows(json.loads(path.read_text(encoding="utf-8"))):
                    card = KINDS[path.stem], str(row.get("number", row.get("id")))
                    rules = row.get("rules", [row["rule"]] if "rule" in row else [])
                    described |= dict.fromkeys(rules, card)
    return described


def _rows(document: Any) -> Iterator[Mapping[str, Any]]:
    for rows in document.values():
        if isinstance(rows, list):
            yield from (row for row in rows if isinstance(row, dict))


def about(game: str, rules: Iterable[str], entries: Iterable[Mapping[str, Any]]) -> list[Card]:
    """Return the cards that rules and entries of a case name, each once."""
    known = rules_of_cards()
    named_ones = [known[rule] for rule in rules if rule in known]
    keys = NAMED.get(game, {})
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
