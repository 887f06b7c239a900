"""Groups of rooms: when one is complete, and what its bonus is (GAH-GRP)."""

from __future__ import annotations

from adjudicator.austria.agenda import opened
from adjudicator.austria.board import OCCUPIED
from adjudicator.austria.catalogue import REACTIONS, Part
from adjudicator.austria.state import EMPEROR, Open, Player, Table

_GROUP_KIND = {"blue": "vp", "red": "krones", "yellow": "emperor"}
"""What a group of each colour pays in (GAH-GRP-02)."""


def finish_group(player: Player, room: int) -> int | None:
    """Return the size of the group that this room just completed, once (GAH-GRP-01, -06, -08)."""
    if not _full_and_unpaid(player, room):
        return None
    group = player.board.group_of[room]
    player.paid_groups = player.paid_groups | {group}
    return len(player.board.groups[group])


def _full_and_unpaid(player: Player, room: int) -> bool:
    group = player.board.group_of[room]
    return group not in player.paid_groups and player.occupied_of(player.board.groups[group])


def turn_occupied(table: Table, player: Player, room: int) -> list[Open]:
    """Turn a room to its occupied face; return what follows: the group bonus, if any."""
    player.rooms[room] = OCCUPIED
    if table.phase == EMPEROR:
        if _full_and_unpaid(player, room):
            table.rest_on("U-29")
        if not table.rules.emperor_groups_paid:
            return []
    size = finish_group(player, room)
    if size is None:
        return []
    colour = player.board.colours[room]
    bonus = table.figures.group_bonus[colour][size - 1]
    return [Open(Part(_GROUP_KIND[colour], bonus, score="groups"), "group", 1, "group")]


def room_reactions(table: Table, player: Player) -> list[Open]:
    """Return what staff gives for a room occupied without a check-in (GAH-CARD-23)."""
    if 23 in player.staff:
        table.rest_on("GAH-CARD-23")
    if table.rules["GAH-CARD-23"] != "any-room":
        return []
    return [
        open_part
        for reaction in REACTIONS.check_in
        if reaction.card == 23 and reaction.card in player.staff
        for open_part in opened(reaction.gives, f"staff:{reaction.card}", "staff")
    ]
