"""Guests that lie with their player for a card that counts them (starred cards)."""

from __future__ import annotations

from recorder.pages.austria import terms
from recorder.pages.austria.modules import Panel
from recorder.pages.presenter import View

KEY = "goal_pile"
"""The key under which a position prints the pile."""


def piles_panel(view: View) -> Panel | None:
    """Return the piles of all players; None where nobody has any guest there."""
    rows = []
    for player in view.players:
        pile = view.position["players"][player["id"]].get(KEY)
        if pile:
            names = ", ".join(terms.guest_title(guest) for guest in pile)
            row = {"player": player["name"], "colour": player.get("colour", ""), "guests": names}
            rows.append(row)
    return Panel("austria/piles.html", {"rows": rows}, (KEY,)) if rows else None
