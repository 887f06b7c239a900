"""Neutral ids of seats in the place of ids that were made of a former player's name.

A game's log never changes: the new reading is kept beside it (``recorder.store.naming``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from string import ascii_lowercase

from adjudicator.reading import load
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from recorder.games.replays import RecordedGame
from recorder.store.naming import NEUTRAL, Rewriting
from recorder.store.store import GameRow, Store


def neutralise_seats(store: Store, game: int) -> Mapping[str, str]:
    """Give the seats of a game ids that tell nothing; return the new ones by the old.

    Where the game would not be judged alike with them, since a player is called like something in
    it, an id stays: it is a word of the game then. Done once for a game.
    """
    row = store.game(game)
    if row.rewriting is not None:
        return {}
    ids = [str(player["id"]) for player in row.header["players"]]
    fresh = {
        old: ascii_lowercase[at] if ascii_lowercase[at] not in ids else f"seat-{at + 1}"
        for at, old in enumerate(ids)
        if not NEUTRAL.fullmatch(old)
    }
    if not fresh:
        return {}
    if not _judged_alike(store, row, fresh):
        fresh = {}
    store.rewrite(game, Rewriting(fresh))
    return fresh


def _judged_alike(store: Store, row: GameRow, seats: Mapping[str, str]) -> bool:
    before = _replay_read_as(store, row, Rewriting())
    after = _replay_read_as(store, row, Rewriting(seats))
    if before is None or after is None:
        return False
    was, now = before.result(), after.result()
    return [v.kind for v in before.verdicts] == [v.kind for v in after.verdicts] and {
        seats.get(player, player): was.total(player) for player in was.lines
    } == {player: now.total(player) for player in now.lines}


def _replay_read_as(store: Store, row: GameRow, rewriting: Rewriting) -> Replay | None:
    try:
        played = RecordedGame.start(rewriting.read(row.header))
        operations = [
            replace(one, body=rewriting.read(one.body)) for one in store.operations(row.id)
        ]
        replay = played.play_operations(operations).replay
        load(replay.record.document)
    except (Unreadable, LookupError):
        return None
    return replay
