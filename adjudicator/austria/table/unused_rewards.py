"""Find out on a copy, before a tap, which rewards a row of entries would leave unused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.austria.table.agenda import list_optional_parts
from adjudicator.austria.table.position import show_open_part
from adjudicator.austria.table.state import Open, Player
from adjudicator.games import Entry, State

_NO_LOSS = ("used", "dropped")
"""Ends of a part that nobody gave up: it was used, or no legal answer was left."""


def list_unused_rewards(state: State, row: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the open parts that a row of entries would leave unused.

    state: before the first of them; it stays as it is. Each part as a position prints it, of
    everybody, in the order of the agenda. An entry that takes no effect ends the row. A part is
    not given up if it drops because no answer is left (rooms when the krones are spent), or if
    ``decline`` names it.
    """
    if len(row) == 1 and not list_all_optional_parts(state):  # nothing is open that could be lost
        return []
    trial: Any = state.copy()
    lost: list[dict[str, Any]] = []
    for place, entry in enumerate(row, start=1):
        owners: Sequence[Player] = trial.players
        was = list_all_optional_parts(trial)
        if not was and place == len(row):
            break
        left = {id(part): part.left for _player, part in was}
        # Kept, so that no later part has the id of one of them.
        told = {id(gone): gone for player in owners for gone in player.gone}
        shown = [show_open_part(trial, player, part, front=True) for player, part in was]
        if not trial.judge(entry).is_applied:
            break
        if entry["do"] == "decline":
            continue
        still = {id(part) for player in owners for _event, part in list_optional_parts(player)}
        for (player, part), words in zip(was, shown, strict=True):
            fate = [gone for gone in player.gone if id(gone) not in told and is_about(gone, part)]
            if id(part) in still or part.left < left[id(part)]:
                continue
            if not any(gone.how in _NO_LOSS for gone in fate):
                lost.append(words)
    return lost


def list_all_optional_parts(table: Any) -> list[tuple[Player, Open]]:
    """Return everybody's open parts that may be left unused."""
    return [
        (player, part) for player in table.players for _event, part in list_optional_parts(player)
    ]


def is_about(gone: Open, part: Open) -> bool:
    """Return whether a part that is gone is this one."""
    was, now = (gone.part.kind, gone.source, gone.place), (part.part.kind, part.source, part.place)
    return was == now
