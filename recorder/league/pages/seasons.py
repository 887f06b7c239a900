"""Standings, the games behind each figure, seasons and their rules, closing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator import games
from recorder.league import state as ops
from recorder.league.awards import awards
from recorder.league.book import Late
from recorder.league.pages import charts
from recorder.league.pages.frame import (
    act,
    back,
    game_title,
    league_pages,
    leagues,
    namer,
    opened,
    organising,
    page,
    paged,
    today,
)
from recorder.league.plays import Play, play_of
from recorder.league.points import (
    BY_PLACE,
    PLACE,
    RATING,
    SHARE,
    TABLE,
    WINS,
    PointsRule,
    Unfit,
    lazy,
    points,
    the_one,
)
from recorder.league.service import League, said
from recorder.league.standings import TIE_BREAKS, Filter, Places, Season, Standing, standings
from recorder.league.state import MOST_SEASONS, NAME, SeasonHeld, clean
from recorder.league.store import Summed
from recorder.pages import words
from recorder.pages.words import gettext as _

RULES: Mapping[str, Any] = {
    PLACE: words.lazy("By place and number of players"),
    SHARE: words.lazy("Share of the winner's score"),
    WINS: words.lazy("Wins"),
    RATING: words.lazy("Rating"),
    TABLE: words.lazy("Our own points"),
}
ABOUT: Mapping[str, Any] = {
    PLACE: words.lazy("Last place gets 1, each place above gets 2 more; tied players share."),
    SHARE: words.lazy("The winner gets 100, the others their percentage of the winner's score."),
    WINS: words.lazy("A win is 1, a shared win is divided."),
    RATING: words.lazy("The rating from the season's games only."),
    TABLE: words.lazy("Numbers by place, for each number of players; tied players share."),
}
BREAKS: Mapping[str, Any] = {
    "wins": words.lazy("wins"),
    "seconds": words.lazy("second places"),
    "share": words.lazy("average share"),
    "direct": words.lazy("direct comparison"),
    "best": words.lazy("best single share"),
    "fewer": words.lazy("fewer games"),
}
AWARDS: Mapping[str, Any] = {
    "champion": words.lazy("Champion"),
    "most-wins": words.lazy("Most wins"),
    "highest": words.lazy("Highest score"),
    "share": words.lazy("Best average share"),
    "regular": words.lazy("Most games"),
    "widest": words.lazy("Biggest win"),
}

Moves = list[tuple[str, int | None, int | None]]
"""Whose place changes: player, place before, place after; None for no place."""

MOST_FORESEEN = 10
"""Late changes of a closed season of which a page says which places they would change."""

MOST_SHOWN = 30
"""Lines of standings that are shown before a season is settled so."""

MOST_RACING = 40
"""Bars of a race; a club's screen holds no more."""

RECENT = 3
"""Late corrections that a standings page tells of."""


def held_of(league: League, season: str) -> SeasonHeld:
    """Return a season of the league. Raises Unfit for none."""
    known = league.state.seasons
    return the_one(known, season, lazy("the league has no such season"), "season")


@league_pages.get("/<lt>/standings")
def standings_now(lt: str) -> str:
    """Show the standings of the season that is on."""
    league = opened(lt)
    season = league.book.season_now(today())
    if season is None:
        return page("seasons.html", league, "standings", seasons=[], now=None)
    return _standings(league, held_of(league, season))


@league_pages.get("/<lt>/standings/<season>")
def season_standings(lt: str, season: str) -> str:
    """Show the standings of a season."""
    league = opened(lt)
    return _standings(league, held_of(league, season))


def _standings(league: League, held: SeasonHeld) -> str:
    book, own = league.book, held.season
    table = book.standings(own.id)
    name_of = namer(league)
    placed = [line.player for line in table if line.place is not None]
    best = [(player, name_of(player)) for player in placed[: charts.MOST_LINES]]
    return page(
        "standings.html",
        league,
        "standings",
        held=held,
        season=own,
        seasons=league.state.seasons,
        **paged(table),
        chart=charts.season(book.days(own.id, [p for p, _name in best]), best),
        games_count=len(book.of_season(own.id)),
        rule=RULES[own.rule.kind],
        about=ABOUT[own.rule.kind],
        breaks=BREAKS,
        facts=facts(own),
        late=_late(league, held) if league.takes_part else [],
        corrections=_corrections(league, held),
        honours=honours(league, own.id) if held.closed else [],
    )


def _late(league: League, held: SeasonHeld) -> list[tuple[Late, Moves]]:
    """Return what has changed in a season since it was closed, and the places it would change."""
    book, own = league.book, held.season.id
    table = book.standings(own)
    lines: list[tuple[Late, Moves]] = []
    for number, one in enumerate(book.late(held)):
        then = book.places_with(own, one.counts, one.now) if number < MOST_FORESEEN else None
        now = {line.player: line.place for line in table}
        moves = _between(now, then) if then is not None else []
        lines.append((one, moves))
    return lines


def _between(now: Places, then: Places) -> Moves:
    """Return whose place differs: player, place now, place then; in the order of then."""
    return [(own, now.get(own), place) for own, place in then.items() if now.get(own) != place]


def honours(league: League, season: str) -> list[dict[str, Any]]:
    """Return a season's awards in words."""
    book = league.book
    name_of = namer(league)
    own = league.state.seasons[season].season
    won = awards(own, book.standings(season), book.of_season(season))
    return [
        {
            "kind": award.kind,
            "words": AWARDS[award.kind],
            "names": words.listing([name_of(player) for player in award.players]),
            "value": award.value,
            "key": award.key,
        }
        for award in won
    ]


def facts(season: Season) -> list[str]:
    """Return what restricts a season, in words."""
    chosen = season.filter
    told: list[str] = []
    if chosen.games:
        told.append(words.listing([game_title(game) for game in chosen.games]))
    if chosen.players:
        told.append(_("players: %(numbers)s", numbers=", ".join(map(str, chosen.players))))
    if chosen.editions:
        told.append(", ".join(_edition(name) for name in chosen.editions))
    if chosen.modules is not None:
        named = ", ".join(chosen.modules)
        told.append(_("modules: %(names)s", names=named) if named else _("without modules"))
    if chosen.recorded:
        told.append(_("recorded games only"))
    if season.best:
        told.append(_("the best %(count)s results count", count=season.best))
    if season.same_table:
        told.append(_("at most %(count)s against the same players", count=season.same_table))
    if season.least:
        told.append(_("%(count)s games needed for a place", count=season.least))
    return told


def _edition(name: str) -> str:
    for game in games.names():
        labels = games.find(game).edition_labels
        if name in labels:
            return words.say(labels[name])
    return name


def _corrections(league: League, held: SeasonHeld) -> list[dict[str, Any]]:
    """Return what late corrections of the season's games changed in its standings."""
    book = league.book
    kept = leagues().store.corrections(league.link.ledger, RECENT * 4)
    known = [_Correction(f"g{one.game}", one.version, one.at, one) for one in kept]
    known += [
        _Correction(joined.key, joined.seq, joined.corrected)
        for joined in league.state.games.values()
        if joined.corrected
    ]
    lines: list[dict[str, Any]] = []
    for one in sorted(known, key=lambda one: one.at, reverse=True):
        now = book.plays.get(one.key)
        if now is None or not held.season.counts(now) or len(lines) == RECENT:
            continue
        if held.frozen is not None and held.frozen.get(one.key) != one.version:
            continue  # it does not count yet
        if any(line["key"] == one.key for line in lines):
            continue
        was = _was(league, one)
        changed = _changed(one.at, was, now) if was is not None else None
        if was is not None and changed is not None and changed["changes"]:
            moves = [] if held.closed else _moves(league, held.season, was, now)
            lines.append({**changed, "moves": moves})
    return lines


@dataclass(frozen=True)
class _Correction:
    """A correction of a game. version: since when. kept: the summary of a game with a record."""

    key: str
    version: int
    at: str
    kept: Summed | None = None


def _was(league: League, one: _Correction) -> Play | None:
    """Return a game as it was before a correction; None where that is not known."""
    joined = league.state.games[one.key]
    summary = joined.before
    if one.kept is not None:
        before = leagues().store.before(one.kept.game, one.kept.version)
        summary = before.light if before is not None else None
    if summary is None or len(summary["players"]) != len(joined.seats):
        return None
    ids = [seat["id"] for seat in summary["players"]]
    by_seat = dict(zip(ids, map(league.state.root, joined.seats), strict=True))
    return play_of(one.key, summary, by_seat.__getitem__)


def _changed(at: str, was: Play, now: Play) -> dict[str, Any]:
    """Return what a correction changed: the game, the day of the correction, old and new totals."""
    changes = [
        (seat.player, old.total, seat.total)
        for old, seat in zip(was.seats, now.seats, strict=True)
        if old.total != seat.total
    ]
    return {"key": now.key, "at": at, "day": words.day(at[:10]), "changes": changes}


def corrected(league: League, now: Play) -> dict[str, Any] | None:
    """Return what the last correction of a game changed; None where its result stayed."""
    joined = league.state.games[now.key]
    one = _Correction(now.key, joined.seq, joined.corrected) if joined.corrected else None
    if joined.game is not None:
        kept = leagues().store.summary(joined.game, league.book.versions[now.key])
        if kept is not None and kept.corrected:
            one = _Correction(now.key, kept.version, kept.at, kept)
    was = _was(league, one) if one is not None else None
    return _changed(one.at, was, now) if one is not None and was is not None else None


def _moves(league: League, season: Season, was: Play, now: Play) -> Moves:
    """Return whose place another state of one game changes: player, place before, place now."""
    book = league.book
    return _differences(book.places_with(season.id, now, was), book.standings(season.id))


def _differences(places: Places, new: Sequence[Standing]) -> Moves:
    return _between(places, {line.player: line.place for line in new})


@league_pages.get("/<lt>/standings/<season>/race")
def race(lt: str, season: str) -> str:
    """Show the points of a season after one of its evenings, as a race; ``play`` goes on."""
    league = opened(lt)
    own = held_of(league, season).season
    lines = [line.player for line in league.book.standings(season)]
    days = league.book.days(season, lines)
    asked = request.args.get("day", "")
    last = len(days) - 1
    at = min(int(asked), last) if asked.isdecimal() and len(asked) < 6 else last
    return page(
        "race.html",
        league,
        "standings",
        season=own,
        at=at,
        last=last,
        day=days[at][0] if days else "",
        bars=_bars(league, days, at),
        plays=bool(request.args.get("play")) and at < last,
    )


def _bars(
    league: League, days: Sequence[tuple[str, Mapping[str, int]]], at: int
) -> list[dict[str, Any]]:
    """Return the bars of a race after a day: place, name, points, what that day gave, widths."""
    if not days:
        return []
    now = days[at][1]
    before = days[at - 1][1] if at else {}
    most = max([max(totals.values(), default=0) for _day, totals in days] + [1])
    order = sorted(now, key=lambda player: (-now[player], player))[:MOST_RACING]
    name_of = namer(league)
    return [
        {
            "player": player,
            "place": 1 + sum(now[other] > now[player] for other in order),
            "name": name_of(player),
            "points": now[player],
            "given": now[player] - before.get(player, 0),
            "was": round(100 * max(0, min(before.get(player, 0), now[player])) / most, 1),
            "width": round(100 * max(0, now[player]) / most, 1),
        }
        for player in order
    ]


@league_pages.get("/<lt>/standings/<season>/<player>")
def behind(lt: str, season: str, player: str) -> str:
    """Show the games that a line of the standings came from, and what each gave."""
    league = opened(lt)
    held = held_of(league, season)
    own = league.state.root(player)
    line = next((one for one in league.book.standings(season) if one.player == own), None)
    if line is None:
        raise Unfit(lazy("this player has no games in the season"), "player")
    keys, counted = set(line.keys), set(line.counted)
    lines = [
        {
            "play": play,
            "seat": play.seat_of(own),
            "points": points(play, held.season.rule)[own],
            "counts": play.key in counted,
        }
        for play in league.book.of_season(season)
        if play.key in keys
    ]
    return page(
        "behind.html",
        league,
        "standings",
        held=held,
        season=held.season,
        line=line,
        breaks=BREAKS,
        **paged(lines[::-1]),
    )


# -- settling ---------------------------------------------------------------------------------


@league_pages.get("/<lt>/seasons")
def seasons(lt: str) -> str:
    """Show all seasons."""
    league = opened(lt)
    held = sorted(league.state.seasons.values(), key=lambda one: (one.season.first, one.season.id))
    return page(
        "seasons.html",
        league,
        "standings",
        seasons=held[::-1],
        now=league.book.season_now(today()),
        rules=RULES,
    )


@league_pages.get("/<lt>/seasons/new")
def new_season(lt: str) -> str:
    """Show the form of a new season, with what the last one had."""
    league = organising(lt)
    start = _fields(None, league)
    return _form(league, None, start, {})


@league_pages.get("/<lt>/seasons/<season>/edit")
def edit_season(lt: str, season: str) -> str:
    """Show the form of a season."""
    league = organising(lt)
    held = held_of(league, season)
    return _form(league, held, _fields(held.season, league), {})


def _fields(season: Season | None, league: League) -> dict[str, Any]:
    """Return what the form of a season begins with."""
    if season is None:
        year = today()[:4]
        return {
            "name": year,
            "first": f"{year}-01-01",
            "last": f"{year}-12-31",
            "kind": PLACE,
            "tie_breaks": ["wins", "share"],
            "games": [league.state.defaults["game"]] if league.state.defaults.get("game") else [],
            "players": [],
            "editions": [],
            "modules": "any",
            "table": _numbers({}),
        }
    chosen = season.filter
    return {
        "name": season.name,
        "first": season.first,
        "last": season.last,
        "kind": season.rule.kind,
        "table": _numbers(season.rule.table),
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


def _numbers(table: Mapping[int, Sequence[int]]) -> dict[int, str]:
    """Return the numbers of a table as they are typed, for two to six players."""
    shown = {players: [n * 100 for n in row] for players, row in BY_PLACE.items() if players > 1}
    shown |= {players: list(row) for players, row in table.items()}
    return {
        players: " ".join(words.number(f"{n / 100:g}") for n in row)
        for players, row in sorted(shown.items())
    }


def _form(
    league: League,
    held: SeasonHeld | None,
    start: Mapping[str, Any],
    problems: Mapping[str, str],
    other: Season | None = None,
    foreseen: Sequence[Mapping[str, Any]] | None = None,
) -> str:
    """foreseen: the standings that these fields would give, where they were asked for."""
    editions: dict[str, str] = {}
    for game in games.names():
        editions |= dict(games.find(game).edition_labels)
    return page(
        "season_edit.html",
        league,
        "standings",
        held=held,
        start=start,
        problems=problems,
        foreseen=foreseen,
        other=other,
        other_facts=facts(other) if other else [],
        rules=RULES,
        about=ABOUT,
        breaks=BREAKS,
        games={name: game_title(name) for name in games.names()},
        editions=editions,
    )


@league_pages.post("/<lt>/seasons")
def add_season(lt: str) -> ResponseReturnValue:
    """Settle a new season."""
    return _keep(organising(lt), None)


@league_pages.post("/<lt>/seasons/<season>/edit")
def keep_season(lt: str, season: str) -> ResponseReturnValue:
    """Settle a season anew; it is computed again, and the page says what that changed."""
    league = organising(lt)
    return _keep(league, held_of(league, season))


def _keep(league: League, held: SeasonHeld | None) -> ResponseReturnValue:
    form = request.form
    table = league.book.standings(held.season.id) if held else []
    before = {line.player: line.place for line in table}
    try:
        wanted = read(form, held.season.id if held else "s0")
        wanted.check()
    except Unfit as problem:
        return _form(league, held, sent(form), {problem.key: said(problem)}), 422
    if held is not None and form.get("seq") != str(held.seq):
        told = {
            "form": _("Somebody changed this season in the meantime. Nothing has been saved yet.")
        }
        return _form(league, held, sent(form), told, held.season), 409

    if form.get("preview"):
        return _form(league, held, sent(form), {}, foreseen=_foreseen(league, held, wanted))

    def build(state: ops.LeagueState) -> list[tuple[str, Any]]:
        if len(state.seasons) >= MOST_SEASONS:
            raise Unfit(lazy("a league has at most %(most)s seasons"), "name", most=MOST_SEASONS)
        own = held.season.id if held else state.next_id("s", state.seasons)
        if held is not None and state.seasons[own].seq != held.seq:
            raise Unfit(lazy("somebody changed this season just now"), "form")
        return [(ops.SEASON, replace(wanted, id=own).to_json())]

    league = act(league, build).now
    if held is None:
        return back("standings_now", league, _("Season saved."))
    moved = _differences(before, league.book.standings(held.season.id))
    message = words.ngettext(
        "The season was computed again: %(num)s place changed.",
        "The season was computed again: %(num)s places changed.",
        len(moved),
    )
    return back("season_standings", league, message, season=held.season.id)


def _foreseen(league: League, held: SeasonHeld | None, wanted: Season) -> list[dict[str, Any]]:
    """Return the first lines of the standings as they would be, each with its place of now."""
    book, name_of = league.book, namer(league)
    now = {line.player: line.place for line in book.standings(held.season.id)} if held else {}
    closed = held is not None and held.closed
    plays = book.of_season(wanted.id) if closed else book.plays.values()
    visitors = book.visitors_of(held.season.id) if held else league.state.visitors()
    lines = standings(wanted, plays, visitors)[:MOST_SHOWN]
    return [
        {
            "name": name_of(line.player),
            "place": line.place,
            "points": line.points,
            "was": now.get(line.player) if held else line.place,
        }
        for line in lines
    ]


def sent(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the fields of a season's form as they were sent."""
    fields: dict[str, Any] = dict(form.items())
    fields["tie_breaks"] = [form.get(f"tie-{at}", "") for at in range(len(TIE_BREAKS))]
    for name in ("games", "editions"):
        fields[name] = form.getlist(name)
    fields["players"] = [int(n) for n in form.getlist("players") if n.isdecimal() and len(n) < 3]
    fields["table"] = {n: form.get(f"table-{n}", "") for n in range(2, 7)}
    return fields


def read(form: MultiDict[str, str], season: str) -> Season:
    """Return the season that a form describes. Raises Unfit."""
    kind = form.get("kind", PLACE)
    table = {}
    if kind == TABLE:
        for players in range(2, 7):
            row = form.get(f"table-{players}", "").replace(",", ".").replace(";", " ").split()
            if row:
                table[players] = tuple(_hundredths(text, f"table-{players}") for text in row[:9])
    modules = form.get("modules", "any")
    named = tuple(sorted(m.strip() for m in form.get("module_names", "").split(",") if m.strip()))
    if any(len(name) > 40 for name in named) or len(named) > 12:
        raise Unfit(lazy("at most 12 modules, with names of 40 letters"), "modules")
    players_wanted = form.getlist("players")
    if not all(n in ("1", "2", "3", "4", "5", "6") for n in players_wanted):
        raise Unfit(lazy("a game has 1 to 6 players"), "players")
    if not set(form.getlist("games")) <= set(games.names()):
        raise Unfit(lazy("there is no such game"), "games")
    breaks = [form.get(f"tie-{at}", "") for at in range(len(TIE_BREAKS))]
    return Season(
        id=season,
        name=clean(form.get("name", ""), NAME, "name", least=1),
        first=form.get("first", ""),
        last=form.get("last", ""),
        rule=PointsRule(kind, table),
        filter=Filter(
            tuple(sorted(set(form.getlist("games")))),
            tuple(sorted({int(n) for n in players_wanted})),
            tuple(sorted({e for e in form.getlist("editions") if len(e) <= 40})),
            None if modules == "any" else (named if modules == "named" else ()),
            bool(form.get("recorded")),
        ),
        tie_breaks=tuple(name for name in breaks if name),
        best=_number(form, "best"),
        same_table=_number(form, "same_table"),
        least=_number(form, "least"),
    )


def _number(form: MultiDict[str, str], name: str) -> int:
    text = form.get(name, "").strip() or "0"
    if not text.isdecimal() or len(text) > 6:
        raise Unfit(lazy("this is not a whole number"), name)
    return int(text)


def _hundredths(text: str, key: str) -> int:
    try:
        number = round(float(text) * 100)
    except (ValueError, OverflowError):
        raise Unfit(lazy("this is not a number"), key) from None
    return number


@league_pages.get("/<lt>/seasons/<season>/close")
def closing(lt: str, season: str) -> str:
    """Ask before a season is closed, and say what is still open in it."""
    league = organising(lt)
    held = held_of(league, season)
    own, book = held.season, league.book
    still: list[str] = []
    if today() <= own.last:
        still.append(_("The season runs until %(day)s.", day=words.day(own.last)))
    coming = [e for e in league.state.evenings.values() if max(own.first, today()) <= e.day]
    evenings = sum(evening.day <= own.last for evening in coming)
    if evenings:
        told = words.ngettext(
            "%(num)s evening is coming up.", "%(num)s evenings are coming up.", evenings
        )
        still.append(told)
    name_of = namer(league)
    running = [
        words.listing([name_of(player) for player in league.state.games[key].seats])
        for key in sorted(book.running)
    ]
    if running:
        told = words.ngettext(
            "%(num)s game is running:", "%(num)s games are running:", len(running)
        )
        still.append(told)
    return page(
        "season_close.html",
        league,
        "standings",
        held=held,
        still=still,
        running=running[:MOST_FORESEEN],
    )


@league_pages.post("/<lt>/seasons/<season>/close")
def close(lt: str, season: str) -> ResponseReturnValue:
    """Close a season: what is changed later counts only when the organiser says so."""
    league = organising(lt)
    held = held_of(league, season)
    if not held.closed:
        versions = league.book.versions
        counted = {play.key: versions[play.key] for play in league.book.of_season(season)}
        visitors = sorted(league.state.visitors())
        body = {"season": season, "games": counted, "visitors": visitors}
        act(league, lambda _state: [(ops.CLOSE, body)])
    return back("season_standings", league, _("The season is closed."), season=season)


@league_pages.post("/<lt>/seasons/<season>/reopen")
def reopen(lt: str, season: str) -> ResponseReturnValue:
    """Open a closed season again; it counts its games as they are now."""
    league = organising(lt)
    held_of(league, season)
    act(league, lambda _state: [(ops.REOPEN, {"season": season})])
    return back("season_standings", league, _("The season is open again."), season=season)


@league_pages.post("/<lt>/seasons/<season>/accept/<key>")
def accept(lt: str, season: str, key: str) -> ResponseReturnValue:
    """Let a late change of a closed season count."""
    league = organising(lt)
    held = held_of(league, season)
    late = next((one for one in league.book.late(held) if one.key == key), None)
    if late is not None:
        body = {"season": season, "games": {key: late.version}}
        act(league, lambda _state: [(ops.ACCEPT, body)])
    return back("season_standings", league, _("It counts now."), season=season)
