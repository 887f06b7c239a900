"""Chateau Paulwei: five starting rooms, and a table of its own for groups (WALTZ3-PAULWEI)."""

from __future__ import annotations

from adjudicator.austria.modules.hotels.lobbies import LOBBIES, hotel_of
from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.table.state import Player, Table

EXTRA_ROOMS = {"paulwei": 2, "dove": 1}
"""Starting rooms besides the three of everybody (WALTZ3-PAULWEI-01, WALTZ3-DOVE-01)."""


def count_start_rooms(rooms: int, table: Table, player: Player) -> int:
    """Return how many starting rooms a player may place."""
    return rooms + EXTRA_ROOMS.get(hotel_of(player).lobby or "", 0)


def lobby_group_bonus(bonus: Part, table: Table, player: Player, colour: str, size: int) -> Part:
    """Return the bonus of a group by the lobby's own table instead of the board's."""
    effect = LOBBIES["paulwei"].effect
    return Part(
        effect["group_unit"][colour], effect["group_bonus"][colour][size - 1], score="groups"
    )
