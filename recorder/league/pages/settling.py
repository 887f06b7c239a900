"""Seasons: the list, the form of one, closing it, opening it again, counting late changes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator import games
from recorder.league import league_state as ops
from recorder.league.league_state import (
    MOST_SEASONS,
    NAME,
    ORGANISER,
    SeasonHeld,
    clean_line,
    list_evenings,
)
from recorder.league.pages.frame import (
    FINE,
    act_once,
    game_title,
    go_back,
    league_form,
    league_page,
    league_today,
    league_view,
    strike_unused,
)
from recorder.league.pages.seasons import ABOUT, BREAKS, RULES, find_season, list_season_facts
from recorder.league.people import make_namer
from recorder.league.points import BY_PLACE, PLACE, TABLE, PointsRule, Unfit, lazy
from recorder.league.service import League
from recorder.league.standings import (
    TIE_BREAKS,
    Filter,
    Season,
    compute_standings,
    list_moves,
    list_places,
)
from recorder.pages import wording
from recorder.pages.wording import gettext as _

MOST_SHOWN = 30
"""Lines of standings that are shown before a season is settled so."""


@league_view("/<lt>/seasons")
def seasons(league: League) -> str:
    """Show all seasons."""
    held = sorted(league.state.seasons.values(), key=lambda one: (one.season.first, one.season.id))
    return league_page(
        "seasons.html",
        league,
        "standings",
        seasons=held[::-1],
        now=league.book.season_now(league_today(league)),
        rules=RULES,
    )


def _season_fields(season: Season) -> dict[str, Any]:
    """Return the first values of the form of a season."""
    chosen = season.filter
    return {
        "name": season.name,
        "first": season.first,
        "last": season.last,
        "kind": season.rule.kind,
        "table": _typed_numbers(season.rule.table),
        "tie_breaks": list(season.tie_breaks),
        "games": chosen.games,
        "players": chosen.players,
        "editions": chosen.editions,
        "modules": "any" if chosen.modules is None else ("named" if chosen.modules else "none"),
        "module_names": ", ".join(chosen.modules or ()),
        "recorded": chosen.recorded,
        "best": season.best,
        "same_table": season.same_table,
        "least": season.least,
    }


def _typed_numbers(table: Mapping[int, Sequence[int]]) -> dict[int, str]:
    """Return the numbers of a table as they are typed, for two to six players."""
    shown = {players: [n * 100 for n in row] for players, row in BY_PLACE.items() if players > 1}
    shown |= {players: list(row) for players, row in table.items()}
    return {
        players: " ".join(wording.localise_number(f"{n / 100:g}") for n in row)
        for players, row in sorted(shown.items())
    }


@league_view("/<lt>/seasons/<season>/edit", ORGANISER, new="/<lt>/seasons/new")
def edit_season(
    league: League,
    problems: Mapping[str, str] = FINE,
    season: str = "",
    other: Season | None = None,
    foreseen: Sequence[Mapping[str, Any]] | None = None,
) -> str:
    """Show the form of a season; a new one is of this year, with the usual points.

    other: the season that somebody else has kept meanwhile. foreseen: the standings that these
    fields would give, where they were asked for.
    """
    held = find_season(league, season) if season else None
    year, game = league_today(league)[:4], league.state.defaults.get("game")
    begun = Filter((game,) if game else ())
    shown = (
        held.season if held else Season("", year, f"{year}-01-01", f"{year}-12-31", filter=begun)
    )
    editions: dict[str, str] = {}
    for game in games.list_games():
        editions |= dict(games.find(game).edition_labels)
    return league_page(
        "season_edit.html",
        league,
        "standings",
        held=held,
        unused=held is not None and _is_season_unused(league, held),
        start=sent_fields(request.form) if request.form else _season_fields(shown),
        problems=problems,
        foreseen=foreseen,
        other=other,
        other_facts=list_season_facts(other) if other else [],
        rules=RULES,
        about=ABOUT,
        breaks=BREAKS,
        games={name: game_title(name) for name in games.list_games()},
        editions=editions,
    )


@league_form("/<lt>/seasons/<season>/remove")
def remove_season(league: League, season: str) -> ResponseReturnValue:
    """Remove a season that was made by mistake, while no game counts in it."""
    strike_unused(
        league, season, lambda _state, id_: _is_season_unused(league, find_season(league, id_))
    )
    return go_back("seasons", league, _("The season is removed."))


def _is_season_unused(league: League, held: SeasonHeld) -> bool:
    return not held.closed and not league.book.of_season(held.season.id)


@league_form("/<lt>/seasons/<season>/edit", new="/<lt>/seasons", page=edit_season)
def keep_season(league: League, season: str = "") -> ResponseReturnValue:
    """Keep a new season or a changed one; it is computed again, and the page tells the effect."""
    form = request.form
    held = find_season(league, season) if season else None
    before = list_places(league.book.standings(season)) if season else {}
    wanted = read_season(form, season or "s0")
    wanted.check()
    if held is not None and form.get("seq") != str(held.seq):
        told = _("Somebody changed this season in the meantime. Nothing has been saved yet.")
        return edit_season(league, {"form": told}, season, other=held.season), 409
    if form.get("preview"):
        return edit_season(league, {}, season, foreseen=_foresee_lines(league, held, wanted))

    def build(state: ops.LeagueState) -> list[tuple[str, Any]]:
        if held is None and len(state.seasons) >= MOST_SEASONS:
            raise Unfit(lazy("a league has at most %(most)s seasons"), "name", most=MOST_SEASONS)
        own = season or state.next_id("s", state.seasons)
        if held is not None and state.seasons[own].seq != held.seq:
            raise Unfit(lazy("somebody changed this season just now"), "form")
        return [(ops.SEASON, replace(wanted, id=own).to_json())]

    league = act_once(league, build).now
    if held is None:
        return go_back("standings_now", league, _("Season saved."))
    moved = list_moves(before, list_places(league.book.standings(season)))
    message = wording.ngettext(
        "The season was computed again: %(num)s place changed.",
        "The season was computed again: %(num)s places changed.",
        len(moved),
    )
    return go_back("season_standings", league, message, season=season)


def _foresee_lines(league: League, held: SeasonHeld | None, wanted: Season) -> list[dict[str, Any]]:
    """Return the first lines of the standings as they would be, each with its place of now."""
    book, name_of = league.book, make_namer(league)
    now = list_places(book.standings(held.season.id)) if held else {}
    closed = held is not None and held.closed
    plays = book.of_season(wanted.id) if closed else book.plays.values()
    visitors = book.visitors_of(held.season.id) if held else league.state.visitors()
    lines = compute_standings(wanted, plays, visitors)[:MOST_SHOWN]
    return [
        {
            "name": name_of(line.player),
            "place": line.place,
            "points": line.points,
            "was": now.get(line.player) if held else line.place,
        }
        for line in lines
    ]


def sent_fields(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the fields of a season's form as they were sent."""
    fields: dict[str, Any] = dict(form.items())
    fields["tie_breaks"] = [form.get(f"tie-{at}", "") for at in range(len(TIE_BREAKS))]
    for name in ("games", "editions"):
        fields[name] = form.getlist(name)
    fields["players"] = [int(n) for n in form.getlist("players") if n.isdecimal() and len(n) < 3]
    fields["table"] = {n: form.get(f"table-{n}", "") for n in range(2, 7)}
    return fields


def split_points(text: str, players: int) -> list[str]:
    """Split a list of numbers at any sign that the keys of a phone have.

    A comma or a point within a number is its decimal sign, as in "3,5 2 1". It separates numbers if
    otherwise there were fewer numbers than players, and so there are exactly as many.
    """
    numbers = [one.replace(",", ".") for one in re.split(r"[\s;/|]+|[,.](?=\s|$)", text) if one]
    every = re.findall(r"\d+", text)
    return every if len(numbers) < players == len(every) else numbers


def _read_points_table(form: MultiDict[str, str]) -> dict[int, tuple[int, ...]]:
    """Return the hundredths of points by place for each number of players. Raises Unfit."""
    rows = {n: split_points(form.get(f"table-{n}", ""), n)[:9] for n in range(2, 7)}
    return {
        players: tuple(_read_hundredths(text, f"table-{players}") for text in row)
        for players, row in rows.items()
        if row
    }


def _read_modules(form: MultiDict[str, str]) -> tuple[str, ...] | None:
    """Return the modules of a season's games; None for any. Raises Unfit."""
    named = tuple(sorted(m.strip() for m in form.get("module_names", "").split(",") if m.strip()))
    if any(len(name) > 40 for name in named) or len(named) > 12:
        raise Unfit(lazy("at most 12 modules, with names of 40 letters"), "modules")
    modules = form.get("modules", "any")
    return None if modules == "any" else (named if modules == "named" else ())


def read_season(form: MultiDict[str, str], season: str) -> Season:
    """Return the season that a form describes. Raises Unfit."""
    kind = form.get("kind", PLACE)
    table = _read_points_table(form) if kind == TABLE else {}
    modules = _read_modules(form)
    players_wanted = form.getlist("players")
    if not all(n in ("1", "2", "3", "4", "5", "6") for n in players_wanted):
        raise Unfit(lazy("a game has 1 to 6 players"), "players")
    if not set(form.getlist("games")) <= set(games.list_games()):
        raise Unfit(lazy("there is no such game"), "games")
    breaks = [form.get(f"tie-{at}", "") for at in range(len(TIE_BREAKS))]
    return Season(
        id=season,
        name=clean_line(form.get("name", ""), NAME, "name", least=1),
        first=form.get("first", ""),
        last=form.get("last", ""),
        rule=PointsRule(kind, table),
        filter=Filter(
            tuple(sorted(set(form.getlist("games")))),
            tuple(sorted({int(n) for n in players_wanted})),
            tuple(sorted({e for e in form.getlist("editions") if len(e) <= 40})),
            modules,
            bool(form.get("recorded")),
        ),
        tie_breaks=tuple(name for name in breaks if name),
        best=_read_number(form, "best"),
        same_table=_read_number(form, "same_table"),
        least=_read_number(form, "least"),
    )


def _read_number(form: MultiDict[str, str], name: str) -> int:
    text = form.get(name, "").strip() or "0"
    if not text.isdecimal() or len(text) > 6:
        raise Unfit(lazy("this is not a whole number"), name)
    return int(text)


def _read_hundredths(text: str, key: str) -> int:
    try:
        number = round(float(text) * 100)
    except (ValueError, OverflowError):
        raise Unfit(lazy("this is not a number"), key) from None
    return number


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
