"""The position after the last entry, as record-format prints it."""

from __future__ import annotations

from typing import Any

from adjudicator.austria.table.box import box_at
from adjudicator.austria.table.declarations import MISSING
from adjudicator.austria.table.state import Open, Player, Table


def show_player(table: Table, player: Player) -> dict[str, Any]:
    """Return one player's part of a position."""
    shown = {key.name: key.show(table, player) for key in box_at(table).player_keys}
    return {name: value for name, value in shown.items() if value is not MISSING}


def show_open_part(table: Table, player: Player, part: Open, *, front: bool) -> dict[str, Any]:
    """Return an open part as a position prints it. front: whether it may be used now."""
    kind = box_at(table).kinds[part.part.kind]
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


def show_open_parts(table: Table) -> list[dict[str, Any]]:
    """Return every open part with its player and source; the front event of each player first."""
    return [
        show_open_part(table, player, part, front=event is player.front or event in player.beside)
        for player in table.players
        for event in (*reversed(player.events), *player.beside)
        for part in event.parts
    ]


def show_position(table: Table) -> dict[str, Any]:
    """Return the whole position; values unknown since the start stay left out."""
    shown = {key.name: key.show(table) for key in box_at(table).position}
    return {name: value for name, value in shown.items() if value is not MISSING}
