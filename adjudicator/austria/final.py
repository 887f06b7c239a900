"""Counting a hotel: politics requirements, end-of-game cards, final scoring, tie-break."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.austria.board import COLUMN_ROOMS, FLOOR_OF, FLOOR_ROOMS, FLOORS, OCCUPIED
from adjudicator.austria.catalogue import COLOURS, COPY, COUNTED, FIGURES, STAFF
from adjudicator.austria.state import OVER, TRACK_PARTS, Player, Table
from adjudicator.score import Result, ScoreLine, TieBreak

FINAL_PARTS = ("final_staff", "final_rooms", "final_krones", "final_kitchen", "final_cafe")
PARTS = (*TRACK_PARTS, *FINAL_PARTS)
"""The parts of ``scores`` in printing order."""

TRACK_LINES = {
    "before": ("GAH-FIN-07", "Before the record began"),
    "guests": ("GAH-CHK-05", "Guests checked in"),
    "preparing": ("GAH-ROOM-08", "Points on doors"),
    "groups": ("GAH-GRP-01", "Groups completed"),
    "politics": ("GAH-POL-02", "Politics cards"),
    "emperor": ("GAH-EMP-03", "Emperor track"),
    "tiles": ("GAH-EMP-06", "Emperor tiles"),
    "staff": ("GAH-STAFF-04", "Staff during play"),
    "corrections": ("GAH-COMP-09", "Corrections by the table"),
}
"""Rule and label of each part that is booked during play."""

PART_LABELS = {part: label for part, (_, label) in TRACK_LINES.items()} | {
    "final_staff": "Staff at the end",
    "final_rooms": "Occupied rooms",
    "final_krones": "Krones left",
    "final_kitchen": "Food in the kitchen",
    "final_cafe": "Guests still in the café",
}
"""English label of each part."""


def count(table: Table, player: Player, what: str) -> int:
    """Return how many of something a player has (``catalogue.COUNTED`` lists the words)."""
    if what == "krones":
        return player.krones
    if what in ("emperor", "emperor spaces"):
        return player.emperor
    if what == "staff cards":
        return len(player.staff)
    if what == "room tiles":
        return sum(state != 0 for state in player.rooms)
    if what == "occupied rooms":
        return player.rooms.count(OCCUPIED)
    if what == "occupied floors":
        return sum(player.occupied_of(rooms) for rooms in FLOOR_ROOMS)
    if what == "occupied columns":
        return sum(player.occupied_of(rooms) for rooms in COLUMN_ROOMS)
    if what == "occupied groups":
        return sum(player.occupied_of(rooms) for rooms in player.board.groups)
    if what == "finished colours":
        whole = (player.board.of_colour[colour] for colour in COLOURS)
        return sum(bool(rooms) and player.occupied_of(rooms) for rooms in whole)
    if what == "colour sets":
        return min(_occupied_of_colour(player, colour) for colour in COLOURS)
    if what == "politics discs":
        return sum(player.id in discs for discs in table.claims.values())
    assert what in COUNTED
    return _occupied_of_colour(player, what.split()[1])


def _occupied_of_colour(player: Player, colour: str) -> int:
    return sum(player.rooms[room] == OCCUPIED for room in player.board.of_colour[colour])


def _vp_each(table: Table, card: int) -> int:
    if card == 32:
        return int(table.rules["GAH-CARD-32"])
    vp = STAFF[card].vp
    assert vp is not None
    return int(vp[table.rules.edition])


def card_points(table: Table, player: Player, card: int) -> tuple[int, int]:
    """Return what an end-of-game card counts on a player's board, and its points (GAH-FIN-02)."""
    per = STAFF[card].per
    assert per is not None
    counted = count(table, player, per)
    points = counted * _vp_each(table, card)
    if per == "emperor spaces" and table.rules.operator_cap is not None:
        points = min(points, table.rules.operator_cap)
    return counted, points


def copyable(table: Table, player: Player) -> Iterator[tuple[Player, int]]:
    """Yield the cards that a player's Secretary may copy, with their owners (GAH-CARD-29)."""
    for owner in table.players:
        if owner is not player:
            for card in owner.staff:
                if STAFF[card].timing == "end" and STAFF[card].per != COPY:
                    yield owner, card


def _copied(table: Table, player: Player) -> ScoreLine:
    """Return the Secretary's line: the card that was named, or else the best one."""
    best: tuple[int, int, int] | None = None
    for owner, card in copyable(table, player):
        on = owner if table.rules["U-43"] == "owner" else player
        counted, points = card_points(table, on, card)
        if player.copied == (owner.id, card):
            best = (points, counted, card)
            break
        if best is None or points > best[0]:
            best = (points, counted, card)
    points, counted, card = best or (0, 0, 0)
    label = f"Secretary as {_name(card)}" if card else "Secretary: nothing to copy"
    return ScoreLine("final_staff", "GAH-CARD-29", label, counted, points)


def _name(card: int) -> str:
    return STAFF[card].names["en"]


def _staff_lines(table: Table, player: Player) -> Iterator[ScoreLine]:
    for card in player.staff:
        per = STAFF[card].per
        if per == COPY:
            yield _copied(table, player)
        elif per is not None:
            counted, points = card_points(table, player, card)
            label = f"{_name(card)}: {COUNTED[per]}"
            yield ScoreLine("final_staff", f"GAH-CARD-{card:02}", label, counted, points)


def _final_lines(table: Table, player: Player) -> Iterator[ScoreLine]:
    yield from _staff_lines(table, player)
    for floor in range(1, FLOORS + 1):
        occupied = sum(
            state == OCCUPIED for room, state in enumerate(player.rooms) if FLOOR_OF[room] == floor
        )
        points = occupied * FIGURES["final_vp_by_floor"][floor - 1]
        label = f"Occupied rooms, floor {floor}"
        yield ScoreLine("final_rooms", "GAH-FIN-03", label, occupied, points)
    yield ScoreLine(
        "final_krones", "GAH-FIN-04", PART_LABELS["final_krones"], player.krones, player.krones
    )
    food = sum(player.kitchen)
    yield ScoreLine("final_kitchen", "GAH-FIN-04", PART_LABELS["final_kitchen"], food, food)
    cafe = len(player.cafe)
    points = cafe * FIGURES["final_vp_per_cafe_guest"]
    yield ScoreLine("final_cafe", "GAH-FIN-06", PART_LABELS["final_cafe"], cafe, points)


def result(table: Table, *, final: bool = False) -> Result:
    """Return every player's lines; final scoring once the game is over, or on demand.

    Winners and tie-break only with final scoring (GAH-FIN-07, GAH-TIE-01, -02, U-55).
    """
    over = table.phase == OVER or final
    lines: dict[str, tuple[ScoreLine, ...]] = {}
    for player in table.players:
        mine = [
            ScoreLine(part, *TRACK_LINES[part], None, points)
            for part, points in player.points.items()
        ]
        if over:
            mine += _final_lines(table, player)
        lines[player.id] = tuple(mine)
    if not over:
        return Result(PARTS, lines)
    totals = {player: sum(line.points for line in mine) for player, mine in lines.items()}
    best = max(totals.values())
    leaders = [player for player, total in totals.items() if total == best]
    if len(leaders) == 1:
        return Result(PARTS, lines, tuple(leaders))
    left = {player: left_over(table, table.by_id[player]) for player in leaders}
    most = max(left.values())
    return Result(
        PARTS,
        lines,
        tuple(player for player in leaders if left[player] == most),
        {player: (TieBreak("GAH-TIE-01", value),) for player, value in left.items()},
    )


def left_over(table: Table, player: Player) -> int:
    """Return the one sum that breaks a tie: krones and food, by edition also that on guests."""
    total: int = player.krones + sum(player.kitchen)
    if table.rules["GAH-TIE-01"] == "all-food":
        total += sum(sum(guest.served()) for guest in player.cafe)
    return total
