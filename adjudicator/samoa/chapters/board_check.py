"""``check``, ``adjust``, ``figure``: values read off the real table, and corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.entries import Entry, key, keys, player_key, verb
from adjudicator.messages import M
from adjudicator.samoa.printed.names import EXTRA
from adjudicator.samoa.table.entry_findings import Findings
from adjudicator.samoa.table.position import write_hotel_position
from adjudicator.samoa.table.state import SamoaState
from adjudicator.shapes import AGREED, BOOLEAN, TEXT, Integer
from adjudicator.verdict import Verdict


@verb("check")
class HotelCheck(Entry):
    """Values read off the table of one player."""

    by: str | None = player_key(default=None)
    of: str = key(lambda s: TEXT)
    seen: Mapping[str, Any] = keys(lambda s: s.own)


@verb("adjust")
class MoneyAdjustment(Entry):
    """A correction of one player's values by the table."""

    by: str | None = player_key(default=None)
    of: str = key(lambda s: TEXT)
    money: int = key(lambda s: Integer(), default=0)


@verb("figure")
class BoardRead(Entry):
    """The hotel board, read off the component during the game."""

    by: str | None = player_key(default=None)
    hotel: Mapping[str, Any] = key(lambda s: s.hotel)


@verb("rule")
class HotelRuling(Entry):
    """A ruling of the table on an entry: a replay reads it, no rule does."""

    by: str | None = player_key(default=None)
    entry: int = key(lambda s: Integer(1))
    stands: bool = key(lambda s: BOOLEAN)
    agreed: list[str] | None = key(lambda s: AGREED["agreed"], default=None)


Correction = HotelCheck | MoneyAdjustment | BoardRead
"""What is judged here: entries about the record and not about the play."""


def _read_board(
    state: SamoaState, entry: BoardRead, found: Findings, stands: bool | None
) -> Verdict:
    """Let a hotel board hold from here on; nothing is booked anew.

    It is illegal only where tourists or suites contradict it.
    """
    rooms = set(entry.hotel["rooms"])
    for own in state.players.values():
        for room in dict.fromkeys((*own.rooms, *own.suites)):
            if not room.startswith(EXTRA) and room not in rooms:
                found.breach(
                    "SAM-ROOM-01", M("positions.this-hotel-has-no-room", room=room), room=room
                )
    verdict = found.verdict()
    if stands is not None and found.breaches:
        verdict = verdict.with_ruling(stands)
    if verdict.is_applied:
        state.table = state.table.with_hotel(entry.hotel)
    return verdict


_UNORDERED = ("suites", "special_tiles", "discards")


def judge_correction(state: SamoaState, entry: Correction, stands: bool | None) -> Verdict:
    """Judge a ``check`` (legal, with the differences), an ``adjust`` or a ``figure``.

    The latter two are applied.
    """
    found = Findings(state.table)
    if isinstance(entry, HotelCheck):
        return found.verdict(finding=_differences(state, entry))
    if isinstance(entry, BoardRead):
        return _read_board(state, entry, found, stands)
    own = state.players[entry.of]
    change = entry.money
    if own.money + change < 0:
        found.breach("SAM-BUILD-05", M("corrections.below-0"), money=change)
    verdict = found.verdict(stands)
    if verdict.is_applied:
        change = max(change, -own.money)
        own.money += change
        own.corrections += change
    return verdict


def _differences(state: SamoaState, entry: HotelCheck) -> dict[str, Any]:
    record = write_hotel_position(state)["players"][entry.of]
    seen, findings = entry.seen, {}
    for name, value in record.items():
        if name in seen and _ignore_order(name, seen[name]) != _ignore_order(name, value):
            findings[name] = [value, seen[name]]
    return findings


def _ignore_order(key: str, value: Any) -> Any:
    """Return a value in a form in which the order of things lying side by side is nothing."""
    if key == "rooms":
        return {room: sorted(map(str, living)) for room, living in value.items()}
    return sorted(map(str, value)) if key in _UNORDERED else value
