"""Checks of the board against the record of a game, as far as a link may see them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.findings import Finding, Touch, find_last_agreement, is_check_due, list_touches
from recorder.games.visibility import GameView, reveal_game


def is_board_check_due(table: GameView) -> bool:
    """Return whether a round has just ended and the board was not read since."""
    return is_check_due(reveal_game(table).replay)


def trace_difference(table: GameView, finding: Finding) -> tuple[int, Sequence[Touch]]:
    """Return the last entry at which record and board agreed, and the touches since.

    The number of that entry, 0 for the start; the entries after it that changed the value.
    """
    since = find_last_agreement(reveal_game(table).replay, finding)
    return since, list_touches(reveal_game(table).replay, finding, since)


def list_differences(table: GameView) -> list[Finding]:
    """Return the differences that checks found, as far as this link may see them."""
    game, differences = reveal_game(table), []
    for finding in game.findings:
        verdict = game.replay.verdicts[finding.entry - 1].to_json()
        shown = table.privacy.show_verdict(game.entries[finding.entry - 1], verdict)
        if finding.key in shown.get("finding", {}):
            differences.append(finding)
    return differences
