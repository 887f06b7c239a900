"""The record and the replay of a game as they leave it: for files, for print, for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator import games
from adjudicator.replay import Replay
from adjudicator.unknown_values import find_face_down, write_unknown_values
from recorder.games.board_checks import list_differences
from recorder.games.proposals import list_waiting
from recorder.games.tables import GameView, hide_former_names
from recorder.games.visibility import Privacy
from recorder.store.log import Entry


def make_file_record(table: GameView) -> dict[str, Any]:
    """Return the record for a file: with unknown values, and all cards turned over."""
    document = table.known_document
    game, replay = document["game"], table.replay
    begins = games.find_secrets(game).SECRETS.get("face_down", {}).get("since")
    opened = [
        entry["do"] == begins and verdict.is_applied
        for entry, verdict in zip(replay.record.entries, replay.verdicts, strict=True)
    ]
    place = find_face_down(game, replay.state.position().get("phase", ""), opened)
    return write_unknown_values(game, document, table.privacy.show_record(document), place)


def make_public_record(table: GameView) -> dict[str, Any]:
    """Return the record as everybody may see it and as it is judged: without tellings."""
    return _find_public_privacy(table).show_record(
        hide_former_names(table.replay.record.document, table.row.former)
    )


def list_public_entries(table: GameView) -> Sequence[Entry]:
    """Return the entries as everybody may see them."""
    return _find_public_privacy(table).show_entries(table.replay.record.entries)


def _find_public_privacy(table: GameView) -> Privacy:
    return Privacy(table.replay.record.game, None, table.row.over)


def make_printed_replay(table: GameView) -> Replay:
    """Return the replay for printing: without names of players that left for good."""
    if not table.row.former:
        return table.replay
    return table.replay.with_document(
        hide_former_names(table.replay.record.document, table.row.former)
    )


def describe_game(table: GameView) -> dict[str, Any]:
    """Return everything about the game that this link may see."""
    return {
        "version": table.version,
        "role": table.link.role,
        "seat": table.link.seat,
        "record": table.record,
        "verdicts": table.verdicts(),
        "position": table.position,
        "over": table.over,
        "next": table.options,
        **table.result,
        "findings": [finding.to_json() for finding in list_differences(table)],
        "reviewed": [proposal.number for proposal in list_waiting(table)],
    }
