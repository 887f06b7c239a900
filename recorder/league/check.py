"""Check that a store's leagues fit together: log, links, games and summaries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from recorder.database import Failed
from recorder.games.replays import RecordedGame
from recorder.league.league_state import ROLES, LeagueState
from recorder.league.league_store import LeagueStore
from recorder.league.plays import drop_details, pack_details, unpack_details
from recorder.league.service import list_entry_times
from recorder.league.summary import summarise
from recorder.store.store import Store


def list_league_doubts(store: Store) -> Iterator[str]:
    """Yield everything that is wrong with the leagues of a store, league by league."""
    own = LeagueStore(store)
    numbers: list[int] = []
    with suppress(Failed):  # ``Store.damage`` tells
        numbers = own.numbers()
    for league in numbers:
        try:
            for text in _check_league(own, league):
                yield f"league {league}: {text}"
        except Exception as problem:  # a fault in one league stops no check of another
            yield f"league {league}: {type(problem).__name__}: {problem}"


def _check_league(own: LeagueStore, league: int) -> Iterator[str]:
    done = own.operations(league)
    numbers, version = [one.seq for one in done], own.version(league)
    if numbers != list(range(1, version + 1)):
        yield f"version {version}, but the log holds {numbers}"
        return
    state = LeagueState()
    for one in done:
        state.apply(one.seq, one.op, one.body, one.at)
    roles = [link.role for link in own.links(league)]
    if roles != list(ROLES):
        yield f"is opened by links {roles}"
    watched = own.games(league)
    joined = sorted(game.game for game in state.games.values() if game.game is not None)
    if watched != joined:
        yield f"watches games {watched}, but its log names {joined}"
    for game in joined:
        if not _summary_fits(own, game):
            yield f"game {game}: the summary that is kept is not what its replay comes to"


def _summary_fits(own: LeagueStore, game: int) -> bool:
    """Whether the summary of a game, where one is kept of it as it is now, is the right one."""
    row = own.store.game(game)
    kept = own.summary(game, row.version)
    if kept is None:
        return True
    operations = own.store.operations(game)
    played = RecordedGame.start(row.header).play_operations(operations)
    times = list_entry_times(played, operations)
    summary = summarise(played.replay, played.review, day=row.started_at[:10], times=times)
    details = unpack_details(pack_details(summary))
    return kept.light == drop_details(summary) and unpack_details(kept.detail) == details
