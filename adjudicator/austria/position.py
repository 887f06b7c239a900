"""The position after the last entry, as record-format prints it."""

from __future__ import annotations

from typing import Any

from adjudicator.austria.board import EMPTY, FACES, FLOOR_ROOMS, ROOM_NAMES
from adjudicator.austria.box import MISSING
from adjudicator.austria.start import bent
from adjudicator.austria.state import REROLL, TURN, Open, Player, Table


def dice_of(table: Table) -> list[int]:
    """Return the dice on spaces 1 to 6."""
    return table.dice[:]


def cafe_of(player: Player) -> list[dict[str, Any]]:
    """Return the café in order of arrival; ``served`` only where something is."""
    rows = []
    for guest in player.cafe:
        row: dict[str, Any] = {"guest": guest.number}
        served = {
            player.box.foods[food]: count for food, count in enumerate(guest.served()) if count
        }
        if served:
            row["served"] = served
        rows.append(row)
    return rows


def player_position(table: Table, player: Player) -> dict[str, Any]:
    """Return one player's part of a position."""
    shown: dict[str, Any] = {
        "krones": player.krones,
        "emperor": player.emperor,
        "vp": player.vp,
        "kitchen": {food: player.kitchen[index] for index, food in enumerate(player.box.foods)},
        "rooms": {
            ROOM_NAMES[room]: FACES[state]
            for room, state in enumerate(player.rooms)
            if state != EMPTY
        },
        "cafe": cafe_of(player),
        "staff": [
            {"staff": card, player.box.marks[used]: True} if used else card
            for card, used in player.staff.items()
        ],
        "hand": player.hand,
    }
    if any(player.fresh):
        shown["fresh"] = {
            player.box.foods[food]: count for food, count in enumerate(player.fresh) if count
        }
    for key in player.box.player_keys:
        value = key.show(table, player)
        if value is not MISSING:
            shown[key.name] = value
    return shown


def _open(table: Table, player: Player, part: Open, *, front: bool) -> dict[str, Any]:
    kind = table.box.kinds[part.part.kind]
    row: dict[str, Any] = {
        "by": player.id,
        "do": part.part.kind,
        "from": f"{part.source}.{part.place}" if ":" in part.source else part.source,
        "count": part.left,
        "optional": not kind.compulsory,
        "front": front,
    }
    if part.part.free:
        row["free"] = True
    if part.part.discount:
        row["discount"] = part.part.discount
    if part.part.floors is not None:
        row["floors"] = sorted(part.part.floors)
    if part.part.colour is not None:
        row["colour"] = part.part.colour
    if part.part.drawn:
        row["drawn"] = part.part.drawn
    if kind.automatic:
        row["automatic"] = True
    if part.choices:
        row["choices"] = [
            choice if kind.choice is None else kind.choice(choice) for choice in part.choices
        ]
    if kind.shows is not None:
        row |= kind.shows(part)
    return row


def open_parts(table: Table) -> list[dict[str, Any]]:
    """Return every open part: whose, what, its source; the front event of each player first."""
    return [
        _open(table, player, part, front=event is player.front or event in player.beside)
        for player in table.players
        for event in (*reversed(player.events), *player.beside)
        for part in event.parts
    ]


def _boards(table: Table) -> dict[str, Any]:
    boards = {}
    for player in table.players:
        board = player.board
        if board.custom:
            row: dict[str, Any] = {
                "floors": [[board.colours[room] for room in floor] for floor in FLOOR_ROOMS]
            }
            if None not in board.points:
                row["points"] = {
                    ROOM_NAMES[room]: points for room, points in enumerate(board.points) if points
                }
            boards[player.id] = row
    return boards


def position(table: Table) -> dict[str, Any]:
    """Return the whole position; what a start left unknown stays left out."""
    names = [player.id for player in table.players]
    document: dict[str, Any] = {
        "round": table.round_no,
        "phase": table.phase,
        "turn_of": None if table.turn is None else names[table.turn],
        "die_taken": table.die_taken,
        "guest_taken": table.guest_taken,
        "die": table.die,
        "boosted": table.boosted,
        "dice": dice_of(table),
        "taken": dict(zip(names, table.taken, strict=True)),
        "passed": [names[seat] for seat in table.passed],
        "first_player": names[table.first],
        "claims": {card: list(discs) for card, discs in table.claims.items()},
        "open": open_parts(table),
        "paid_groups": {
            player.id: sorted(ROOM_NAMES[player.board.groups[g][0]] for g in player.paid_groups)
            for player in table.players
        },
        "players": {player.id: player_position(table, player) for player in table.players},
    }
    if table.queue is not None:
        document["queue"] = list(table.queue)
    if table.politics is not None:
        document["politics"] = list(table.politics)
    if table.emperor_tiles is not None:
        document["emperor"] = list(table.emperor_tiles)
    if table.deck is not None:
        document["discards"] = list(table.discards)
    boards = _boards(table)
    if boards:
        document["boards"] = boards
    if table.phase in (TURN, REROLL):
        if table.took_guest:
            document["took_guest"] = True
        if table.extra_done:
            document["extra_done"] = True
    if table.discarded_staff:
        document["discarded_staff"] = sorted(table.discarded_staff)
    stands = sorted({rule for _, rule, _ in bent(table)})
    if stands:
        document["stands"] = stands
    for key in table.box.position:
        value = key.show(table)
        if value is not MISSING:
            document[key.name] = value
    return document
