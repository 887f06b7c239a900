"""Groups of rooms: when a group is complete, and its bonus (GAH-GRP)."""

from __future__ import annotations

from adjudicator.austria.printed.board import OCCUPIED
from adjudicator.austria.printed.catalogue import Part, make_shared_part
from adjudicator.austria.table.agenda import make_open_parts
from adjudicator.austria.table.state import EMPEROR, Open, Player, Table
from adjudicator.hooks import question, signal

_GROUP_KIND = {"blue": "vp", "red": "krones", "yellow": "emperor"}
"""The kind of bonus of a group, by colour (GAH-GRP-02)."""


def turn_room_occupied(table: Table, player: Player, room: int) -> list[Open]:
    """Turn a room to its occupied face; return the part of the group bonus, if there is one."""
    player.rooms[room] = OCCUPIED
    if table.box.answers:
        _signal_occupied(table, player, room)
    board = player.board
    group = board.group_of[room]
    if group in player.paid_groups or not player.occupied_of(board.groups[group]):
        return []  # not complete, or paid already (GAH-GRP-01, -06)
    if table.phase == EMPEROR:
        table.rest_on("U-29")
        if not table.rules.emperor_groups_paid:
            return []
    player.paid_groups = player.paid_groups | {group}  # once (GAH-GRP-08)
    bonus = group_bonus(table, player, board.colours[room], len(board.groups[group]))
    return [Open(bonus, "group", 1, "group")]


@question
def group_bonus(table: Table, player: Player, colour: str, size: int) -> Part:
    """Return the bonus of a group by colour and size (GAH-GRP-02)."""
    count = table.figures.group_bonus[colour][size - 1]
    return make_shared_part(_GROUP_KIND[colour], count, score="groups")


def _signal_occupied(table: Table, player: Player, room: int) -> None:
    """Signal a room occupied, and its group if that is full now."""
    room_occupied(table, player, room, player.fresh_chain)
    group = player.board.group_of[room]
    rooms = player.board.groups[group]
    if player.occupied_of(rooms):
        group_completed(table, player, group, len(rooms), player.fresh_chain)


@signal
def room_occupied(table: Table, player: Player, room: int, chain: int) -> None:
    """A room was turned to, or placed on, its occupied face."""


@signal
def group_completed(table: Table, player: Player, group: int, size: int, chain: int) -> None:
    """A group of rooms is fully occupied, for the first time or again."""


def open_room_reactions(table: Table, player: Player) -> list[Open]:
    """Return the staff's parts for a room occupied without a check-in (GAH-CARD-23)."""
    parts: list[Open] = []
    for reaction in table.box.reactions.any_room:
        if reaction.card in player.staff:
            table.rest_on(reaction.any_room)
            if table.rules[reaction.any_room] == "any-room":
                parts += make_open_parts(reaction.gives, reaction.source, "staff")
    return parts
