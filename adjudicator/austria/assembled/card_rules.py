"""Which rule describes which card, as the data of the game and of its modules say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from adjudicator.austria import modules
from adjudicator.austria.printed import datafile
from adjudicator.games import CardName

KINDS = {"guests": "guest", "staff": "staff", "politics": "politics", "emperor-tiles": "tile"}
"""The kind of card by data file; modules bring more (``Module.cards``)."""


def list_card_kinds() -> Mapping[str, str]:
    """Return the kind of card that each data file holds, by the file's name, modules included."""
    found = dict(KINDS)
    for name in sorted(modules.list_modules()):
        found |= modules.find_module(name).cards
    return found


def map_keys_to_kinds() -> Mapping[str, str]:
    """Return the kind of card by the key of an entry. Such a key is called like its kind."""
    return {kind: kind for kind in list_card_kinds().values()}


def find_cards_of_rules() -> Mapping[str, CardName]:
    """Return the card that a rule describes, by the rule's id."""
    base = json.loads((datafile.FOLDER / "staff.json").read_text(encoding="utf-8"))["staff"]
    described = {f"GAH-CARD-{row['number']:02}": ("staff", str(row["number"])) for row in base}
    known, own = list_card_kinds(), [Path(folder).glob("*/data") for folder in modules.__path__]
    for folder in (datafile.FOLDER, *(path for paths in own for path in sorted(paths))):
        for path in sorted(folder.glob("*.json")):
            if path.stem in known:
                lists = json.loads(path.read_text(encoding="utf-8")).values()
                for row in (row for rows in lists if isinstance(rows, list) for row in rows):
                    if not isinstance(row, dict):
                        continue
                    card = known[path.stem], str(row.get("number", row.get("id")))
                    rules = row.get("rules", [row["rule"]] if "rule" in row else [])
                    described |= dict.fromkeys(rules, card)
    return described
