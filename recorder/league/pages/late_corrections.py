"""Changes by late corrections of games: totals, and places of a season."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from recorder.league.known import league_service
from recorder.league.league_state import SeasonHeld
from recorder.league.league_store import Summed
from recorder.league.plays import Play, make_play
from recorder.league.service import League
from recorder.league.standings import Moves, Season, list_moves, list_places
from recorder.pages import wording

RECENT = 3
"""Late corrections that a standings page tells of."""


@dataclass(frozen=True)
class _Correction:
    """A correction of a game. version: since when. kept: the summary of a game with a record."""

    key: str
    version: int
    at: str
    kept: Summed | None = None


def list_late_corrections(league: League, held: SeasonHeld) -> list[dict[str, Any]]:
    """Return the changes in the season's standings by late corrections of its games."""
    book = league.book
    kept = league_service().store.corrections(league.link.ledger, RECENT * 4)
    known = [_Correction(f"g{one.game}", one.version, one.at, one) for one in kept]
    known += [
        _Correction(joined.key, joined.seq, joined.corrected)
        for joined in league.state.games.values()
        if joined.corrected
    ]
    lines: dict[str, dict[str, Any]] = {}
    for one in sorted(known, key=lambda one: one.at, reverse=True):
        now = book.plays.get(one.key)
        if now is None or not held.season.counts(now) or len(lines) == RECENT:
            continue
        if held.frozen is not None and held.frozen.get(one.key) != one.version:
            continue  # it does not count yet
        was = _play_before(league, one) if one.key not in lines else None
        changed = _describe_changes(one.at, was, now) if was is not None else {}
        if was is not None and changed["changes"]:
            moved = [] if held.closed else _moves(league, held.season, was, now)
            lines[one.key] = {**changed, "moves": moved}
    return list(lines.values())


def find_correction(league: League, now: Play) -> dict[str, Any] | None:
    """Return the changes by the last correction of a game; None where its result stayed."""
    joined = league.state.games[now.key]
    one = _Correction(now.key, joined.seq, joined.corrected) if joined.corrected else None
    if joined.game is not None:
        kept = league_service().store.summary(joined.game, league.book.versions[now.key])
        if kept is not None and kept.corrected:
            one = _Correction(now.key, kept.version, kept.at, kept)
    was = _play_before(league, one) if one is not None else None
    return _describe_changes(one.at, was, now) if one is not None and was is not None else None


def _moves(league: League, season: Season, was: Play, now: Play) -> Moves:
    """Return the places that another state of one game changes: player, place before, place now."""
    book = league.book
    return list_moves(book.places_with(season.id, now, was), list_places(book.standings(season.id)))


def _play_before(league: League, one: _Correction) -> Play | None:
    """Return a game as it was before a correction; None where that is not known."""
    joined = league.state.games[one.key]
    summary = joined.before
    if one.kept is not None:
        before = league_service().store.before(one.kept.game, one.kept.version)
        summary = before.light if before is not None else None
    if summary is None or len(summary["players"]) != len(joined.seats):
        return None
    ids = [seat["id"] for seat in summary["players"]]
    by_seat = dict(zip(ids, map(league.state.root, joined.seats), strict=True))
    return make_play(one.key, summary, by_seat.__getitem__)


def _describe_changes(at: str, was: Play, now: Play) -> dict[str, Any]:
    """Return a correction's changes: the game, the day of the correction, old and new totals."""
    changes = [
        (seat.player, old.total, seat.total)
        for old, seat in zip(was.seats, now.seats, strict=True)
        if old.total != seat.total
    ]
    return {"key": now.key, "at": at, "day": wording.day(at[:10]), "changes": changes}
