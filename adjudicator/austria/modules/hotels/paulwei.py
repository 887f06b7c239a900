"""Chateau Paulwei: a table of its own for groups (WALTZ3-PAULWEI)."""

from __future__ import annotations

from adjudicator.austria.modules.hotels.lobbies import LOBBIES
from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.table.state import Player, Table


def lobby_group_bonus(bonus: Part, table: Table, player: Player, colour: str, size: int) -> Part:
    """Return the bonus of a group by the lobby's own table instead of the board's."""
    effect = LOBBIES["paulwei"].effect
    return Part(
        effect["group_unit"][colour], effect["group_bonus"][colour][size - 1], score="groups"
    )
