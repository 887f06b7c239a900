"""Seats: the invitation to a game, taking a free seat by name, replaced links.

An invitation does not show the game. It names the players, and anyone who has it can take a free
seat. The seat's link remembers its browser. So a browser that lost the answer finds its seat again
and no other does. A replaced link opens nothing from then on. The game's log notes the replacement,
but not the old link.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from recorder.games import access
from recorder.games.access import Forbidden
from recorder.games.tables import Outcome, Send, Tables
from recorder.games.visibility import GameView, hide_former_names
from recorder.languages.speech import gettext as _
from recorder.store.ledger import Link
from recorder.store.log import REPLACE_LINK
from recorder.store.store import GameRow, Invitation


class NoSuchSeat(LookupError):
    """The game has no player of this id."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a game. link: the seat's own. since: when it was taken; None: it is free."""

    player: str
    name: str
    colour: str
    link: Link
    since: str | None


def list_seats(service: Tables, row: GameRow) -> list[Seat]:
    """Return the seats of a game in order, with the links of free seats."""
    links = {link.seat: link for link in service.store.links(row.id) if link.role == access.SEAT}
    return [
        Seat(
            player["id"],
            player["name"],
            player.get("colour", ""),
            links[player["id"]],
            links[player["id"]].opened_at,
        )
        for player in hide_former_names(row.header, row.former)["players"]
    ]


def list_own_seats(found: Sequence[Seat], browser: str | None) -> list[Seat]:
    """Return the seats at which a browser sits: mostly none or one, two for a couple."""
    return [seat for seat in found if browser and seat.link.taken_by == browser]


def take_seat(service: Tables, invitation: Invitation, player: str, browser: str) -> Link | None:
    """Take a free seat; return its link, None where somebody else sits there.

    If two tap the same name at the same moment, one gets it. The browser that sits there gets the
    same link again. Raises NoSuchSeat.
    """
    there = list_seats(service, service.store.game(invitation.game))
    link = next((seat.link for seat in there if seat.player == player), None)
    if link is None:
        raise NoSuchSeat(player)
    if service.store.mark_opened(link.id, browser):
        return link
    mine = list_own_seats(list_seats(service, service.store.game(invitation.game)), browser)
    return next((seat.link for seat in mine if seat.player == player), None)


INVITATION = "join"
"""What an invitation is called where links are named by their roles."""


def may_replace(link: Link, role: str, seat: str | None) -> bool:
    """Return whether a link may replace another: the table all, a seat its own."""
    if link.role == access.TABLE:
        return True
    return link.role == access.SEAT and (role, seat) == (link.role, link.seat)


def replace_game_link(
    service: Tables, table: GameView, role: str, seat: str | None, *, key: str
) -> Outcome:
    """Replace a link of a game; the old one no longer works.

    role: of a link, or INVITATION. seat: the player's id for a seat's link. The seat is free
    afterwards, unless the caller replaces its own link. key: the client's. Raises Forbidden,
    NoSuchSeat, KeyReused.
    """
    if not may_replace(table.link, role, seat):
        raise Forbidden(_("only the table's link replaces the links of others"))
    known: list[tuple[str, str | None]] = [(INVITATION, None)]
    known += [(link.role, link.seat) for link in service.store.links(table.link.ledger)]
    if (role, seat) not in known:
        raise NoSuchSeat(seat or role)
    body: dict[str, Any] = {"role": role} | ({"seat": seat} if seat else {})
    return service.write(table, Send(REPLACE_LINK, body, key))
