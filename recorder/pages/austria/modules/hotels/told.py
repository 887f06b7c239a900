"""Words for the lobbies: their names, what they do, and what they bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.austria.modules.hotels.lobbies import LOBBIES
from recorder.pages.austria import words
from recorder.pages.presenter import Document
from recorder.pages.words import lazy

DOES: Mapping[str, Any] = {
    "paulwei": lazy("Up to 5 starting rooms. Full groups pay more: VP, krones, emperor spaces."),
    "corogari": lazy(
        "The second die of a round gives a bonus that depends on the sum of both dice."
    ),
    "dove": lazy("A free fourth starting room. Half a token for each full column and floor."),
    "kaufman": lazy(
        "Four café tables, a second guest each turn, VP for guests at the end of a round."
    ),
    "maenfels": lazy("1 krone and a card from the deck for each staff card you play."),
    "ninas": lazy("Three goals of your own, and VP at the end for goals and discs together."),
    "wray": lazy(
        "Once per turn: step back on the emperor track for the bonus of one of your tiles."
    ),
    "kozi": lazy("One die may be moved over from the neighbouring space before it is used."),
    "ren": lazy("The bonus of a row counts twice; 4 VP for most dancers alone in a scored hall."),
}
"""What lasts, in one sentence (WALTZ3)."""

HALVES: Mapping[str, Any] = {"upper": lazy("column"), "lower": lazy("floor")}
"""The halves of a token by what was completed (WALTZ3-DOVE-02)."""


def name(lobby: str) -> str:
    """Return a lobby's name in the page's language, or in English."""
    return words.named(LOBBIES[lobby].names) if lobby in LOBBIES else lobby


def food(header: Document, lobby: str) -> str:
    """Return the food a lobby brings at the start, as this table has read it."""
    read = header.get("options", {}).get("figures", {}).get("lobbies", {})
    brings = read.get(lobby, LOBBIES[lobby].food)
    return words.amounts({kind: count for kind, count in brings.items() if count})
