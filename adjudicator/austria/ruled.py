"""Which rule describes which card, as the data of the game and of its modules say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.austria import datafile
from adjudicator.games import CardName

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

UNDER = {kind: kind for kind in ("guest", "staff", "politics", "hall", "lobby", "tile")}
"""What stands under a key of an entry."""


def rules_of_cards() -> Mapping[str, CardName]:
    """Return the card that a rule describes, by the rule's id."""
    base = json.loads((datafile.FOLDER / "staff.json").read_text(encoding="utf-8"))["staff"]
    described = {f"GAH-CARD-{row['number']:02}": ("staff", str(row["number"])) for row in base}
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
