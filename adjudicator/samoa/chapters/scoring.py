"""The sources of all coins, the winners, and the tie-break (SAM-END-01 to 03)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.messages import M, Message
from adjudicator.samoa.printed.catalogue import SPECIAL_TILE_VALUE
from adjudicator.samoa.table.givens import Givens
from adjudicator.samoa.table.hotel import Hotelier
from adjudicator.samoa.table.state import SamoaState
from adjudicator.score import Result, ScoreLine, TieBreak

LABELS: Mapping[str, Message] = {
    "start": M("scoring.start"),
    "rooms": M("scoring.room-fees"),
    "swimmers": M("scoring.ring-money"),
    "special_tiles": M("scoring.unused-special-tiles"),
    "spent": M("scoring.paid-for-tiles"),
    "corrections": M("scoring.corrections"),
}
"""The parts of the score, in printing order, with what pages and sheets call them."""

PARTS = tuple(LABELS)


def score_hotels(state: SamoaState, *, final: bool) -> Result:
    """Return the score lines; ``final``: with unused special tiles paid, as if the game ended.

    Fees that are due only when the round closes are not counted.
    """
    lines = {player: _list_lines(own, final) for player, own in state.players.items()}
    if not (final or state.over()):
        return Result(PARTS, lines)
    totals = {player: sum(line.points for line in own) for player, own in lines.items()}
    best = max(totals.values())
    first = [player for player, total in totals.items() if total == best]
    if len(first) == 1:
        return Result(PARTS, lines, tuple(first))
    free = {player: free_rooms(state.table, state.players[player]) for player in first}
    most = max(free.values())
    winners = tuple(player for player in first if free[player] == most)
    steps = {player: (TieBreak("SAM-END-03", free[player]),) for player in first}
    return Result(PARTS, lines, winners, steps)


def wins_otherwise(state: SamoaState) -> bool:
    """Return whether another answer about free rooms breaks a tie otherwise (SAM-U-25)."""
    told = score_hotels(state, final=False)
    return any(score_hotels(twin, final=False) != told for twin in state.answered("SAM-U-25"))


def _list_lines(own: Hotelier, final: bool) -> tuple[ScoreLine, ...]:
    tiles = len(own.special) if final else 0
    special = own.special_money + SPECIAL_TILE_VALUE * tiles
    return (
        ScoreLine("start", "SAM-SETUP-02", LABELS["start"], None, own.start),
        ScoreLine("rooms", "SAM-PAY-01", LABELS["rooms"], own.paid_by, own.fees),
        ScoreLine("swimmers", "SAM-SWIM-01", M("scoring.swimmers"), None, own.rings),
        ScoreLine("swimmers", "SAM-POOL-01", M("scoring.pools"), None, own.pool_income),
        ScoreLine(
            "special_tiles",
            "SAM-SPEC-02",
            LABELS["special_tiles"],
            special // SPECIAL_TILE_VALUE,
            special,
        ),
        ScoreLine("spent", "SAM-BUILD-03", LABELS["spent"], own.tiles_bought, -own.spent),
        ScoreLine("corrections", "SAM-END-02", LABELS["corrections"], None, own.corrections),
    )


def free_rooms(table: Givens, own: Hotelier) -> int:
    """Return how many rooms are free for the tie-break (SAM-END-03, SAM-U-25).

    Where the hotel is unknown its rooms, equally many for everybody, are left out of the count.
    """
    rooms = own.free_rooms(table)
    if table.setting("SAM-U-25") == "board":
        return sum(1 for room in rooms if room in (table.rooms or ()))
    if table.rooms is None:
        return own.extra_rooms - len(own.rooms)
    return len(rooms)
