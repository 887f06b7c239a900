"""A game as it leaves the program: for files, for print, for everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from adjudicator import games
from adjudicator.replay import Replay
from adjudicator.unknown_values import find_face_down, write_unknown_values
from exports import dispute, sheet
from exports.look_back import list_review_tables
from exports.picture import PicturedResult, picture_result
from exports.words import Words
from recorder.games import access
from recorder.games.board_checks import list_differences
from recorder.games.proposals import list_waiting
from recorder.games.scores import find_review
from recorder.games.visibility import (
    GameView,
    Privacy,
    hide_former_names,
    reveal_document,
    reveal_game,
)
from recorder.languages.speech import gettext as _
from recorder.store.log import Entry


def make_file_record(table: GameView) -> dict[str, Any]:
    """Return the record for a file: with unknown values, and all cards turned over."""
    document, replay = reveal_document(table), reveal_game(table).replay
    game = document["game"]
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
        hide_former_names(reveal_game(table).replay.record.document, table.row.former)
    )


def list_public_entries(table: GameView) -> Sequence[Entry]:
    """Return the entries as everybody may see them."""
    return _find_public_privacy(table).show_entries(reveal_game(table).entries)


def _find_public_privacy(table: GameView) -> Privacy:
    return Privacy(table.row.header["game"], None, table.row.over)


def _find_printed_replay(table: GameView) -> Replay:
    """Return the replay for printing: without names of players that left for good."""
    replay = reveal_game(table).replay
    if not table.row.former:
        return replay
    return replay.with_document(hide_former_names(replay.record.document, table.row.former))


def describe_score_sheet(
    table: GameView, words: Words, *, looks_back: bool = False, **more: Any
) -> sheet.SheetContents:
    """Return the contents of the score sheet, with the differences that checks found.

    looks_back: with a second page, once the game is over. more: further facts of
    ``sheet.describe_sheet``.
    """
    replay = _find_printed_replay(table)
    review = find_review(table) if looks_back else None
    if review is not None:
        more["after"] = list_review_tables(review, replay, words)
    return sheet.describe_sheet(replay, words, found=list_differences(table), **more)


def picture_game(table: GameView, words: Words, *, facts: str, foot: str) -> PicturedResult:
    """Return the contents of the picture of a result. facts, foot: its lines above and below."""
    return picture_result(_find_printed_replay(table), words, facts=facts, foot=foot)


def write_dispute(table: GameView, number: int, words: Words) -> Callable[[], bytes]:
    """Return the function that prints the report on entry ``number``, to be called once.

    Raises Forbidden while the entry would tell a secret.
    """
    if not table.entry_knowledge.shows_whole(number):
        raise access.Forbidden(_("what this entry says is secret until the game is over"))
    return partial(
        dispute.print_dispute,
        _find_printed_replay(table),
        number,
        words,
        position=table.privacy.show_position,
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
