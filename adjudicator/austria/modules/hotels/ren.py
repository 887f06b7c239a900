"""The Ren: row bonuses come twice, and a ball won alone brings 4 VP (WALTZ3-REN)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from adjudicator.austria.modules.hotels.lobbies import LOBBIES, owner_of, owns_lobby
from adjudicator.austria.printed.catalogue import Part
from adjudicator.austria.table import moves
from adjudicator.austria.table.state import Player, Table


def double_row_bonus(
    parts: Sequence[Part], table: Table, player: Player, hall: str, row: str
) -> Sequence[Part]:
    """Return a row bonus with each of its parts twice as large (WALTZ3-REN-02, U-37)."""
    if not owns_lobby(player, "ren"):
        return parts
    return _multiply_parts(tuple(parts), LOBBIES["ren"].effect["row_bonus_times"])


@lru_cache(maxsize=256)
def _multiply_parts(parts: tuple[Part, ...], times: int) -> Sequence[Part]:
    """Return parts so many times as large; there are few row bonuses."""
    return [
        replace(part, count=part.count * times, food=tuple(food * times for food in part.food))
        for part in parts
    ]


def book_most_dancers(table: Table, hall: str, dancers: Sequence[int]) -> None:
    """Book 4 VP for the owner with alone the most dancers in the hall (WALTZ3-REN-03)."""
    owner = owner_of(table, "ren")
    if owner is None:
        return
    most = max(dancers)
    if dancers[owner.seat] == most > 0 and dancers.count(most) == 1:
        points = LOBBIES["ren"].effect["ball_vp_alone_most"]
        moves.book(table, owner, "vp", points, "lobby", moves.next_trigger(table), "lobby")
