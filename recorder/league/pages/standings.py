"""Standings, the games behind a line, a race, and what late corrections of games change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import request

from recorder.league.known import league_service
from recorder.league.league_book import LateChange
from recorder.league.league_state import SeasonHeld
from recorder.league.league_store import Summed
from recorder.league.pages import charts
from recorder.league.pages.frame import league_page, league_today, league_view
from recorder.league.pages.seasons import (
    ABOUT,
    BREAKS,
    RULES,
    find_season,
    list_honours,
    list_season_facts,
)
from recorder.league.people import make_namer
from recorder.league.plays import Play, make_play
from recorder.league.points import Unfit, award_points, lazy
from recorder.league.service import League
from recorder.league.standings import Moves, Season, compute_standings, list_moves, list_places
from recorder.pages import wording
from recorder.pages.shared.paging import cut_page

MOST_FORESEEN = 10
"""Late changes of a closed season of which a page says which places they would change."""

MOST_RACING = 40
"""Bars of a race; a club's screen holds no more."""


@league_view("/<lt>/standings")
def standings_now(league: League) -> str:
    """Show the standings of the season that is on."""
    season = league.book.season_now(league_today(league))
    if season is None:
        return league_page("seasons.html", league, "standings", seasons=[], now=None)
    return _standings_page(league, find_season(league, season))


@league_view("/<lt>/standings/<season>")
def season_standings(league: League, season: str) -> str:
    """Show the standings of a season."""
    return _standings_page(league, find_season(league, season))


def _standings_page(league: League, held: SeasonHeld) -> str:
    book, own = league.book, held.season
    table = book.standings(own.id)
    name_of = make_namer(league)
    placed = [line.player for line in table if line.place is not None]
    best = [(player, name_of(player)) for player in placed[: charts.MOST_LINES]]
    return league_page(
        "standings.html",
        league,
        "standings",
        held=held,
        season=own,
        seasons=league.state.seasons,
        **cut_page(table),
        chart=charts.season_chart(book.days(own.id, [p for p, _name in best]), best),
        games_count=len(book.of_season(own.id)),
        rule=RULES[own.rule.kind],
        about=ABOUT[own.rule.kind],
        breaks=BREAKS,
        facts=list_season_facts(own),
        late=_list_late(league, held) if league.takes_part else [],
        corrections=list_late_corrections(league, held),
        honours=list_honours(league, own.id) if held.closed else [],
    )


def _list_late(league: League, held: SeasonHeld) -> list[tuple[LateChange, Moves]]:
    """Return the changes in a season since it was closed, and the places they would change."""
    book, own = league.book, held.season.id
    now = list_places(book.standings(own))
    lines: list[tuple[LateChange, Moves]] = []
    for number, one in enumerate(book.late(held)):
        foreseen = number < MOST_FORESEEN
        then = book.places_with(own, one.counts, one.now) if foreseen else {}
        lines.append((one, list_moves(now, then)))
    return lines


@league_view("/<lt>/standings/<season>/race")
def race(league: League, season: str) -> str:
    """Show the points of a season after one of its evenings, as a race; ``play`` goes on."""
    own = find_season(league, season).season
    lines = [line.player for line in league.book.standings(season)]
    days = league.book.days(season, lines)
    asked = request.args.get("day", "")
    last = len(days) - 1
    at = min(int(asked), last) if asked.isdecimal() and len(asked) < 6 else last
    return league_page(
        "race.html",
        league,
        "standings",
        season=own,
        at=at,
        last=last,
        day=days[at][0] if days else "",
        bars=_race_bars(league, own, days, at) if days else [],
        plays=bool(request.args.get("play")) and at < last,
    )


def _race_bars(
    league: League, season: Season, days: Sequence[tuple[str, Mapping[str, int]]], at: int
) -> list[dict[str, Any]]:
    """Return the bars of a race after a day: place, name, points, points of that day, widths.

    The places are those of the standings after that day. Before the last day nobody lacks games.
    """
    book, day = league.book, days[at][0]
    before = days[at - 1][1] if at else {}
    most = max([max(totals.values(), default=0) for _day, totals in days] + [1])
    then = season if at == len(days) - 1 else replace(season, least=0)
    plays = [play for play in book.of_season(season.id) if play.day <= day]
    lines = compute_standings(then, plays, book.visitors_of(season.id))
    name_of = make_namer(league)
    return [
        {
            "player": line.player,
            "place": line.place or "–",
            "name": name_of(line.player),
            "points": line.points,
            "given": line.points - before.get(line.player, 0),
            "was": round(100 * max(0, min(before.get(line.player, 0), line.points)) / most, 1),
            "width": round(100 * max(0, line.points) / most, 1),
        }
        for line in lines[:MOST_RACING]
    ]


@league_view("/<lt>/standings/<season>/<player>")
def behind(league: League, season: str, player: str) -> str:
    """Show the games behind a line of the standings, with the points of each."""
    held = find_season(league, season)
    own = league.state.root(player)
    line = next((one for one in league.book.standings(season) if one.player == own), None)
    if line is None:
        raise Unfit(lazy("this player has no games in the season"), "player")
    keys, counted = set(line.keys), set(line.counted)
    lines = [
        {
            "play": play,
            "seat": play.seat_of(own),
            "points": award_points(play, held.season.rule)[own],
            "counts": play.key in counted,
        }
        for play in league.book.of_season(season)
        if play.key in keys
    ]
    return league_page(
        "behind.html",
        league,
        "standings",
        held=held,
        season=held.season,
        line=line,
        breaks=BREAKS,
        **cut_page(lines[::-1]),
    )


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
    lines: dict[str, dict[str, Any]] = {}
    for one in _read_corrections(league):
        now = book.plays.get(one.key)
        if now is None or not held.season.counts(now) or len(lines) == RECENT:
            continue
        if held.frozen is not None and held.frozen.get(one.key) != one.version:
            continue  # it does not count yet
        was = _play_before(league, one) if one.key not in lines else None
        changed = _describe_changes(one.at, was, now) if was is not None else {}
        if was is not None and changed["changes"]:
            then = {} if held.closed else book.places_with(held.season.id, now, was)
            moved = list_moves(then, list_places(book.standings(held.season.id))) if then else []
            lines[one.key] = {**changed, "moves": moved}
    return list(lines.values())


def _read_corrections(league: League) -> list[_Correction]:
    """Return the latest corrections of the league's games, the last one first."""
    kept = league_service().store.corrections(league.link.ledger, RECENT * 4)
    known = [_Correction(f"g{one.game}", one.version, one.at, one) for one in kept]
    known += [
        _Correction(joined.key, joined.seq, joined.corrected)
        for joined in league.state.games.values()
        if joined.corrected
    ]
    return sorted(known, key=lambda one: one.at, reverse=True)


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
