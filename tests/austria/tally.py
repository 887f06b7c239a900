"""A second reckoning of a game, for tests: arithmetic from ledger and printed figures alone.

It reads the record, the data files and the pieces on the table at the end, and calls nothing of the
engine. Parts that follow from the order of many small steps (emperor, tiles) are not here.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "adjudicator" / "austria" / "data"


def _rows(name: str, key: str, by: str) -> dict[Any, dict[str, Any]]:
    document = json.loads((DATA / name).read_text(encoding="utf-8"))
    return {row[by]: row for row in document[key]}


GUESTS = _rows("guests.json", "guests", "number")
FIGURES = {name: row["value"] for name, row in _rows("figures.json", "figures", "figure").items()}
COLOUR = {
    f"{floor}-{column}": colour
    for floor, colours in enumerate(FIGURES["night_floors"], start=1)
    for column, colour in enumerate(colours, start=1)
}
PER_DIE = {12: ((3, 4), 2), 16: ((4,), 4), 19: ((3,), 5)}
"""VP that staff brings for a die taken: card -> dice, VP (GAH-CARD-12, -16, -19)."""


def groups() -> list[set[str]]:
    """Return the groups of the night board: rooms of one colour that touch (GAH-COMP-05)."""
    touching: list[set[str]] = []
    left = set(COLOUR)
    while left:
        group, edge = set(), {min(left)}
        while edge:
            room = edge.pop()
            group.add(room)
            floor, column = map(int, room.split("-"))
            near = {
                f"{floor + up}-{column + right}" for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1))
            }
            edge |= {other for other in near & left if COLOUR[other] == COLOUR[room]} - group
        left -= group
        touching.append(group)
    return touching


def full(rooms: Iterable[str], occupied: set[str]) -> bool:
    return all(room in occupied for room in rooms)


def final_staff(card: int, player: Mapping[str, Any], discs: int, edition: str) -> int:
    """Return the VP of an end-of-game card (GAH-CARD-27 to 48; 29 copies and is not here)."""
    occupied = {room for room, face in player["rooms"].items() if face == "occupied"}
    colours = Counter(COLOUR[room] for room in occupied)
    floors = [[f"{floor}-{column}" for column in range(1, 6)] for floor in range(1, 5)]
    columns = [[f"{floor}-{column}" for floor in range(1, 5)] for column in range(1, 6)]
    played = len(player["staff"])
    return {
        27: 3 * colours["red"],
        28: 3 * colours["blue"],
        30: 3 * colours["yellow"],
        31: len(occupied),
        32: played * (4 if edition == "2015-fr" else 2),
        34: len(player["rooms"]),
        37: 2 * sum(full(group, occupied) for group in groups()),
        40: 5 * discs,
        41: 2 * player["emperor"],
        46: 5 * sum(full(floor, occupied) for floor in floors),
        47: 5 * sum(full(column, occupied) for column in columns),
        48: 4 * min(colours["red"], colours["blue"], colours["yellow"]),
    }.get(card, 0)


def staff_of(player: Mapping[str, Any]) -> list[int]:
    return [card if isinstance(card, int) else card["staff"] for card in player["staff"]]


def tally(record: Mapping[str, Any], verdicts: list[Any], end: Mapping[str, Any]) -> dict[str, Any]:
    """Return per player the parts of the score that can be added up without the engine.

    verdicts: as printed, to leave out illegal entries. end: the printed position at the end.
    """
    edition = record["edition"]
    parts: dict[str, Counter[str]] = {row["id"]: Counter() for row in record["players"]}
    staff: dict[str, set[int]] = {name: set() for name in parts}
    rooms: dict[str, set[str]] = {name: set() for name in parts}
    for entry, verdict in zip(record["entries"], verdicts, strict=True):
        if verdict["verdict"] != "legal" or "by" not in entry:
            continue
        name, do = entry["by"], entry["do"]
        mine = parts[name]
        if do == "play_staff":
            staff[name].add(entry["staff"])
        elif do == "check_in":
            guest = GUESTS[entry["guest"]]
            size = sum(guest["order"].values())
            mine["guests"] += guest["vp"]
            if 8 in staff[name] and guest["colour"] == "green":
                mine["staff"] += 2
            if 33 in staff[name] and (size >= 4 if edition == "2022" else size == 4):
                mine["staff"] += 4
        elif do == "take_die":
            for card, (dice, points) in PER_DIE.items():
                if card in staff[name] and entry["die"] in dice:
                    mine["staff"] += points
        elif do == "prepare":
            mine["preparing"] += FIGURES["night_points"].get(entry["room"], 0)
            rooms[name].add(entry["room"])
    for name, mine in parts.items():
        player = end["players"][name]
        occupied = {room for room, face in player["rooms"].items() if face == "occupied"}
        paid = [group for group in groups() if min(group) in end["paid_groups"][name]]
        bonus = FIGURES["group_bonus"]["blue"]
        mine["groups"] += sum(
            bonus[len(group) - 1] for group in paid if COLOUR[min(group)] == "blue"
        )
        discs = [claims.index(name) for claims in end["claims"].values() if name in claims]
        mine["politics"] += sum((15, 10, 5)[place] for place in discs)
        mine["final_rooms"] += sum(int(room[0]) for room in occupied)
        mine["final_krones"] += player["krones"]
        mine["final_kitchen"] += sum(player["kitchen"].values())
        mine["final_cafe"] -= 5 * len(player["cafe"])
        mine["final_staff"] += sum(
            final_staff(card, player, len(discs), edition) for card in staff_of(player)
        )
    return {
        name: {
            part: mine[part]
            for part in (
                *("guests", "preparing", "groups", "politics", "staff", "final_staff"),
                *("final_rooms", "final_krones", "final_kitchen", "final_cafe"),
            )
        }
        for name, mine in parts.items()
    }
