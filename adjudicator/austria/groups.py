"""Groups of rooms: when one is complete, and what its bonus is (GAH-GRP)."""

from __future__ import annotations

from adjudicator.austria.agenda import opened
from adjudicator.austria.board import OCCUPIED
from adjudicator.austria.catalogue import REACTIONS, Part
from adjudicator.austria.state import Open, Player, Table

_GROUP_KIND = {"blue": "vp", "red": "krones", "yellow": "emperor"}
"""What a group of each colour pays in (GAH-GRP-02)."""


def finish_group(player: Player, room: int) -> int | None:
    """Return the size of the group that this room just completed, once (GAH-GRP-01, -06, -08)."""
    group = player.board.group_of[room]
    members = player.board.groups[group]
    if group in player.paid_groups or not player.occupied_of(members):
        return None
    player.paid_groups = player.paid_groups | {group}
    return len(members)


def turn_occupied(table: Table, player: Player, room: int) -> list[Open]:
    """Turn a room to its occupied face; return what follows: the group bonus, if any."""
    player.rooms[room] = OCCUPIED
    size = finish_group(player, room)
    if size is None:
        return []
    colour = player.board.colours[room]
    bonus = table.figures.group_bonus[colour][size - 1]
    return [Open(Part(_GROUP_KIND[colour], bonus, score="groups"), "group", 1, "group")]


def room_reactions(table: Table, player: Player) -> list[Open]:
    """Return what staff gives for a room occupied without a check-in (GAH-CARD-23)."""
    if table.rules["GAH-CARD-23"] != "any-room":
        return []
    return [
        open_part
        for reaction in REACTIONS.check_in
        if reaction.card == 23 and reaction.card in player.staff
        for open_part in opened(reaction.gives, f"staff:{reaction.card}", "staff")
    ]
