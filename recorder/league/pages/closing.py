"""Closing a season, opening it again, and counting late changes."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from recorder.league import league_state as ops
from recorder.league.league_state import ORGANISER, list_evenings
from recorder.league.pages.frame import (
    act_once,
    go_back,
    league_form,
    league_page,
    league_today,
    league_view,
)
from recorder.league.pages.seasons import find_season
from recorder.league.people import make_namer
from recorder.league.service import League
from recorder.pages import wording
from recorder.pages.wording import gettext as _

MOST_RUNNING = 10
"""Running games that are named before a season is closed."""


@league_view("/<lt>/seasons/<season>/close", ORGANISER)
def closing(league: League, season: str) -> str:
    """Ask before a season is closed, and list its open matters."""
    held = find_season(league, season)
    own, book = held.season, league.book
    still: list[str] = []
    if league_today(league) <= own.last:
        still.append(_("The season runs until %(day)s.", day=wording.day(own.last)))
    coming = [
        e for e in list_evenings(league.state) if max(own.first, league_today(league)) <= e.day
    ]
    evenings = sum(evening.day <= own.last for evening in coming)
    if evenings:
        told = wording.ngettext(
            "%(num)s evening is coming up.", "%(num)s evenings are coming up.", evenings
        )
        still.append(told)
    name_of = make_namer(league)
    running = [
        wording.listing([name_of(player) for player in league.state.games[key].seats])
        for key in sorted(book.running)
    ]
    if running:
        told = wording.ngettext(
            "%(num)s game is running:", "%(num)s games are running:", len(running)
        )
        still.append(told)
    return league_page(
        "season_close.html",
        league,
        "standings",
        held=held,
        still=still,
        running=running[:MOST_RUNNING],
    )


@league_form("/<lt>/seasons/<season>/close")
def close(league: League, season: str) -> ResponseReturnValue:
    """Close a season: later changes count only when the organiser says so."""
    held = find_season(league, season)
    if not held.closed:
        versions = league.book.versions
        counted = {play.key: versions[play.key] for play in league.book.of_season(season)}
        visitors = sorted(league.state.visitors())
        body = {"season": season, "games": counted, "visitors": visitors}
        act_once(league, [(ops.CLOSE, body)])
    return go_back("season_standings", league, _("The season is closed."), season=season)


@league_form("/<lt>/seasons/<season>/reopen")
def reopen(league: League, season: str) -> ResponseReturnValue:
    """Open a closed season again; it counts its games as they are now."""
    find_season(league, season)
    act_once(league, [(ops.REOPEN, {"season": season})])
    return go_back("season_standings", league, _("The season is open again."), season=season)


@league_form("/<lt>/seasons/<season>/accept/<key>")
def accept(league: League, season: str, key: str) -> ResponseReturnValue:
    """Let a late change of a closed season count."""
    held = find_season(league, season)
    late = next((one for one in league.book.late(held) if one.key == key), None)
    if late is not None:
        body = {"season": season, "games": {key: late.version}}
        act_once(league, [(ops.ACCEPT, body)])
    return go_back("season_standings", league, _("It counts now."), season=season)
