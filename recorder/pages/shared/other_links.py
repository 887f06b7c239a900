"""Two links of one game on one phone: the way from table to seat and back."""

from __future__ import annotations

from flask import url_for

from recorder.games import access
from recorder.games.visibility import GameView
from recorder.pages.shared import known_links
from recorder.pages.wording import gettext as _
from recorder.web.context import tables


def list_other_links(table: GameView) -> list[dict[str, object]]:
    """Return the other links of this game that this browser has: address, title, icon.

    From the table to this browser's seats, from a seat to the table; never a spectator's link.
    """
    held = set(known_links.numbers())
    if len(held) < 2 or table.link.role == access.READ:
        return []
    names = {player["id"]: player["name"] for player in table.header["players"]}
    return [
        {
            "url": url_for("pages.play", token=link.token),
            "title": _("Your seat: %(name)s", name=names[link.seat])
            if link.seat
            else _("The table's page"),
            "icon": "guest" if link.seat else "room",
        }
        for link in tables().store.links(table.link.ledger)
        if link.id in held and link.id != table.link.id and link.role != access.READ
    ]
