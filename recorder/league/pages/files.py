"""Files that leave a league: reports, tables, records, feeds, pictures, plays for programs."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from flask import Response, redirect, request
from flask.typing import ResponseReturnValue

from adjudicator import games
from adjudicator.record import Record, dump_record
from exports import picture
from exports.chart import PIECES
from exports.league import bgstats, feeds, spreadsheet
from exports.league import report as printing
from exports.picture_files import make_picture
from recorder.languages import speech
from recorder.league.days import clock_time
from recorder.league.known import league_service
from recorder.league.league_state import MEMBER, CalledCase, SeasonHeld
from recorder.league.pages.cases import case_line as case_line
from recorder.league.pages.cases import report_position_met
from recorder.league.pages.evenings import find_evening, title_games
from recorder.league.pages.figure_pages import RECORDS
from recorder.league.pages.frame import (
    count_figures,
    game_title,
    league_page,
    league_today,
    league_view,
    points_text,
    public_token,
    speak_for_league,
    zone_of,
)
from recorder.league.pages.games import find_play
from recorder.league.pages.seasons import (
    find_season,
    list_honours,
    list_season_facts,
    name_with_game,
)
from recorder.league.people import make_namer, mask_names
from recorder.league.plays import Play
from recorder.league.points import POINT, Unfit, lazy
from recorder.league.records import KINDS, QUICKEST, SERIES
from recorder.league.service import League
from recorder.pages import wording
from recorder.pages.shared import handing
from recorder.pages.shared.filters import abroad
from recorder.pages.wording import gettext as _
from recorder.store.ledger import current_time
from recorder.web.context import tables

FEED = 40
"""Results that the feed holds, the last ones."""

MOST_WHOLE = 60
"""Cases of a booklet that are printed with position and rules, the last decided."""

MOST_RECORDS = 2000
"""Records that one zip holds, the last played ones."""


@league_view("/<lt>/files")
def files(league: League) -> str:
    """Show everything that can be taken along."""
    seasons = sorted(
        league.state.seasons.values(), key=lambda one: (one.season.first, one.season.id)
    )
    return league_page(
        "files.html",
        league,
        "files",
        seasons=seasons[::-1],
        feed=abroad("league.feed", lt=public_token(league)),
        calendar=abroad("league.calendar", lt=public_token(league)),
    )


# -- paper ------------------------------------------------------------------------------------


@league_view("/<lt>/standings/<season>/report.pdf", is_spoken=True)
def report(league: League, season: str) -> Response:
    """Send a season's report as PDF."""
    held = find_season(league, season)
    body = season_report(league, held)
    make = partial(printing.print_season_report, body, speech.printed_words())
    return handing.send_printed_page(make, f"{held.season.name}.pdf")


def season_report(league: League, held: SeasonHeld) -> printing.SeasonReport:
    """Return the contents of a season's report."""
    own, book = held.season, league.book
    name_of = make_namer(league)
    table = book.standings(own.id)
    plays = book.of_season(own.id)
    lines = [
        printing.PrintedStanding(
            str(line.place or "–"),
            name_of(line.player),
            points_text(line.points),
            line.games,
            line.wins,
            wording.percentage(line.share),
        )
        for line in table[: printing.MOST_LINES]
    ]
    shown = [line.player for line in table if line.place is not None][: printing.MOST_CHART]
    days = book.days(own.id, shown)
    chart = {
        name_of(player): [
            (at, round(totals[player] / POINT))
            for at, (_day, totals) in enumerate(days, start=1)
            if player in totals
        ]
        for player in shown
    }
    keys = {play.key for play in plays}
    return printing.SeasonReport(
        league=league.state.name,
        season=own.name,
        dates=f"{wording.day(own.first)} – {wording.day(own.last)}",
        facts=tuple(list_season_facts(own)),
        lines=tuple(lines),
        more=max(0, len(table) - printing.MOST_LINES),
        chart=chart if len(days) > 1 else {},
        honours=tuple(
            (str(one["words"]), one["names"], word_value(one["kind"], one["value"]))
            for one in list_honours(league, own.id)
        ),
        records=tuple(_list_records_set(league, plays)),
        rulings=tuple(
            _print_ruling(league, case)
            for case in league.state.search_cases("")
            if case.key in keys or own.first <= case.decided[:10] <= own.last
        )[: printing.MOST_CASES],
        games=_count_games(plays),
        days=tuple(wording.shortly(day) for day, _totals in days),
        plays=tuple(
            (
                wording.shortly(play.day),
                wording.listing([f"{name_of(seat.player)} {seat.total}" for seat in play.seats]),
            )
            for play in reversed(plays)
        ),
    )


def _count_games(plays: Sequence[Play]) -> str:
    """Return how many games were played, of each kind where there are several."""
    kinds = Counter(play.game for play in plays)
    told = wording.ngettext("%(num)s game", "%(num)s games", len(plays))
    if len(kinds) < 2:
        return told
    parts = [f"{wording.say(game_title(game))} {count}" for game, count in sorted(kinds.items())]
    return f"{told}: {wording.listing(parts)}"


def _list_records_set(league: League, plays: Sequence[Play]) -> list[tuple[str, str, str]]:
    """Return the records of the league that were set in these games."""
    name_of = make_namer(league)
    keys = {play.key for play in plays}
    lines = []
    for game in sorted({play.game for play in plays}):
        if count_figures(league, game) is not None:
            continue
        kept = league.book.records(game)
        for kind in KINDS:
            if kind in kept and any(holder.key in keys for holder in kept[kind].holders):
                record = kept[kind]
                names = list(dict.fromkeys(name_of(h.player) for h in record.holders))
                lines.append(
                    (
                        name_with_game(league, RECORDS[kind], game),
                        wording.listing(names),
                        word_value(kind, record.value),
                    )
                )
    return lines


def word_value(kind: str, value: int) -> str:
    """Return the value of a record or an honour with its unit."""
    if kind == "champion":
        return points_text(value)
    if kind == "share":
        return wording.percentage(value)
    if kind == QUICKEST:
        return wording.ngettext("%(num)s minute", "%(num)s minutes", value)
    if kind == SERIES:
        return wording.ngettext("%(num)s win", "%(num)s wins", value)
    return str(value)


def _print_ruling(league: League, case: CalledCase) -> printing.PrintedRuling:
    shown = case_line(league, case)
    return printing.PrintedRuling(
        shown["subjects"],
        shown["told"],
        _("It is kept.") if case.stands else _("It does not count."),
        shown["note"],
        shown["who"],
        shown["day"],
    )


@league_view("/<lt>/standings/<season>/certificate.pdf", is_spoken=True)
def certificate(league: League, season: str) -> Response:
    """Send a certificate as PDF: for the champion, or for ``player``."""
    held = find_season(league, season)
    own, table = held.season, league.book.standings(season)
    wanted = league.state.root(request.args.get("player", "")) or ""
    line = next((one for one in table if one.player == wanted), table[0] if table else None)
    if line is None or line.place is None:
        raise Unfit(lazy("nobody has a place in this season yet"), "season")
    text = _(
        "Place %(place)s with %(points)s points", place=line.place, points=points_text(line.points)
    )
    if line.place == 1 and held.closed:
        text = _("Winner of the season with %(points)s points", points=points_text(line.points))
    name, title = make_namer(league)(line.player), league.state.name
    dates = f"{wording.day(own.first)} – {wording.day(own.last)}"
    words = speech.printed_words()
    make = partial(printing.print_certificate, title, own.name, name, text, dates, words)
    return handing.send_printed_page(make, f"{own.name}-{name}.pdf")


@league_view("/<lt>/evenings/<evening>/tables.pdf", is_spoken=True)
def tables_sheet(league: League, evening: str) -> Response:
    """Send the last tables of an evening as PDF, to be hung up."""
    own = find_evening(league, evening)
    if not own.rounds:
        raise Unfit(lazy("the league has no such table"), "evening")
    name_of = make_namer(league)
    tables_ = [
        (
            _("Table %(number)s", number=number),
            [name_of(league.state.root(player)) for player in players],
        )
        for number, players in enumerate(own.rounds[-1], start=1)
        if players
    ]
    place = mask_names(league, own.place)
    facts = [wording.day(own.day), clock_time(own.time), place, title_games(own)]
    told = " · ".join(part for part in facts if part)
    words = speech.printed_words()
    make = partial(printing.print_tables, league.state.name, told, tables_, words)
    return handing.send_printed_page(make, f"{own.day}.pdf")


@league_view("/<lt>/cases/booklet.pdf", is_spoken=True)
def booklet(league: League) -> Response:
    """Send the decided cases as a booklet; ``q`` chooses among them as on the page."""
    wanted = " ".join(request.args.get("q", "").split())[:100]
    decided = league.state.search_cases(wanted)
    rulings = [
        replace(
            _print_ruling(league, case),
            case=report_position_met(league, case) if at < MOST_WHOLE else None,
        )
        for at, case in enumerate(decided)
    ]
    name = league.state.name
    make = partial(printing.print_booklet, name, rulings, speech.printed_words())
    return handing.send_printed_page(make, f"{name}-rulings.pdf")


# -- tables -----------------------------------------------------------------------------------


@league_view("/<lt>/standings/<season>/standings.<ending>")
def standings_file(league: League, season: str, ending: str) -> ResponseReturnValue:
    """Send a season's standings as CSV or JSON."""
    own = find_season(league, season).season
    name_of = make_namer(league)
    rows = [
        {
            "place": line.place,
            "player": name_of(line.player),
            "points": line.points / POINT,
            "games": line.games,
            "wins": line.wins,
            "share": line.share / 1000,
            "tie_break": [{"rule": rule, "value": value} for rule, value in line.tie_break],
        }
        for line in league.book.standings(season)
    ]
    document = {"league": league.state.name, "season": own.to_json(), "standings": rows}
    return _send_table(league, ending, f"{own.name}-standings", document, rows, STANDINGS)


@league_view("/<lt>/games.<ending>")
def games_file(league: League, ending: str) -> ResponseReturnValue:
    """Send the games, all or a season's, as CSV or JSON: a line for each seat."""
    season = request.args.get("season", "")
    plays = (
        league.book.of_season(find_season(league, season).season.id)
        if season
        else league.book.played
    )
    visitors = league.book.visitors_of(season) if season else league.state.visitors()
    name_of = make_namer(league)
    rows = [
        {
            "key": play.key,
            "day": play.day,
            "game": game_title(play.game),
            "edition": play.edition,
            "modules": " ".join(play.modules),
            "recorded": play.recorded,
            "minutes": play.minutes,
            "place": mask_names(league, play.place),
            "seat": seat.number,
            "player": name_of(seat.player),
            "visitor": seat.player in visitors,
            "colour": seat.colour,
            "total": seat.total,
            "rank": seat.place,
            "won": seat.won,
        }
        for play in plays
        for seat in play.seats
    ]
    document = {"league": league.state.name, "games": rows}
    return _send_table(league, ending, "games", document, rows, SEATS)


STANDINGS: Mapping[str, Any] = {
    "place": wording.lazy("Place"),
    "player": wording.lazy("Player"),
    "points": wording.lazy("Points"),
    "games": wording.lazy("Games"),
    "wins": wording.lazy("Wins"),
    "share": wording.lazy("Average share"),
}
"""Headings of a season's standings as CSV, by the keys of the same as JSON."""

SEATS: Mapping[str, Any] = {
    "key": wording.lazy("Number"),
    "day": wording.lazy("Day"),
    "game": wording.lazy("Game"),
    "edition": wording.lazy("Edition"),
    "modules": wording.lazy("Modules"),
    "recorded": wording.lazy("Recorded"),
    "minutes": wording.lazy("Minutes"),
    "place": wording.lazy("Where it is played"),
    "seat": wording.lazy("Seat"),
    "player": wording.lazy("Player"),
    "visitor": wording.lazy("Visitor"),
    "colour": wording.lazy("Colour"),
    "total": wording.lazy("Total"),
    "rank": wording.lazy("Place"),
    "won": wording.lazy("Won"),
}
"""Headings of the games as CSV, by the keys of the same as JSON."""


def _send_table(
    league: League,
    ending: str,
    name: str,
    document: Any,
    rows: Sequence[dict[str, Any]],
    headings: Mapping[str, Any],
) -> ResponseReturnValue:
    """Send rows as JSON, or as CSV in the league's language; with ``plain`` for programs."""
    if ending == "json":
        body = json.dumps(document, ensure_ascii=False, indent=1)
        return handing.send_file(body, "application/json", f"{name}.json")
    if ending != "csv":
        raise Unfit(lazy("choose CSV or JSON"), "ending")
    cells = [[row[key] for key in headings] for row in rows]
    if request.args.get("plain"):
        text = spreadsheet.table(list(headings), cells)
    else:
        with speak_for_league(league):
            mark = wording.localise_number("0.5")[1]
            style = spreadsheet.CellStyle(mark, _("yes"), _("no"))
            text = spreadsheet.table([str(word) for word in headings.values()], cells, style)
    return handing.send_file(text, "text/csv", f"{name}.csv")


@league_view("/<lt>/records.zip", MEMBER)
def records_file(league: League) -> Response:
    """Send all records of finished games as a zip, with the players as the league names them."""
    wanted = []
    name_of = make_namer(league)
    for play in league.book.played[-MOST_RECORDS:]:
        joined = league.state.games[play.key]
        if joined.game is not None:
            names = [name_of(league.state.root(player)) for player in joined.seats]
            wanted.append(
                (play.day, joined.key, league.service.read_link(joined.game).token, names)
            )
    gone = league.state.names_gone()
    hide = _("a former player")
    without = league.state.without_names
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for day, key, token, names in wanted:
            record = dict(tables().open(token).record)
            record["players"] = [
                {**seat, "name": name} for seat, name in zip(record["players"], names, strict=True)
            ]
            if gone:
                record["entries"] = [
                    {**entry, "note": without(entry["note"], hide)} if "note" in entry else entry
                    for entry in record["entries"]
                ]
                if "place" in record:
                    record["place"] = without(record["place"], hide)
            archive.writestr(f"{day}-{key}.json", dump_record(Record(record)))
    return handing.send_file(out.getvalue(), "application/zip", "records.zip")


# -- feeds ------------------------------------------------------------------------------------


@league_view("/<lt>/evenings.ics", is_spoken=True)
def calendar(league: League) -> Response:
    """Send the evenings as a calendar that phones subscribe to."""
    name_of = make_namer(league)
    identity = league_service().store.identity(league.link.ledger)
    zone = zone_of(league)
    events = [
        feeds.CalendarEvent(
            id=f"{own.id}.{identity}@hotel-ledger.invalid",
            title=league.state.name,
            day=own.day,
            time=clock_time(own.time),
            place=mask_names(league, own.place),
            about=", ".join(name_of(league.state.root(player)) for player in own.present),
            address=abroad("league.evening", lt=league.link.token, evening=own.id),
            changed=current_time(),
            cancelled=own.cancelled,
        )
        for own in sorted(league.state.evenings.values(), key=lambda own: own.day)[-200:]
    ]
    return handing.send_file(
        feeds.write_calendar(league.state.name, events, zone),
        "text/calendar",
        "evenings.ics",
        shown=True,
    )


@league_view("/<lt>/results.atom", is_spoken=True)
def feed(league: League) -> Response:
    """Send the results that were added or corrected last as an Atom feed."""
    book = league.book
    corrected = league_service().store.corrections(league.link.ledger, FEED)
    times = {f"g{kept.game}": _utc_moment(kept.at) for kept in reversed(corrected)}
    joined = islice((key for key in reversed(league.state.games) if key in book.plays), FEED)
    lately = dict.fromkeys([*times, *joined, *(play.key for play in book.played[-FEED:])])
    identity = league_service().store.identity(league.link.ledger)
    changes = [
        _feed_item(league, book.plays[k], times, identity) for k in lately if k in book.plays
    ]
    items = sorted(changes, key=lambda item: (item.changed, item.id), reverse=True)[:FEED]
    changed = max((item.changed for item in items), default=f"{league_today(league)}T00:00:00Z")
    address = abroad("league.feed", lt=league.link.token)
    body = feeds.atom(feeds.tag(identity), league.state.name, address, changed, items)
    return handing.send_file(body, "application/atom+xml", "results.atom", shown=True)


def _feed_item(
    league: League, play: Play, corrected: Mapping[str, str], identity: str
) -> feeds.FeedItem:
    """Return a result as an item: changed when it ended, joined the league or was corrected last.

    corrected: by game when a correction last changed its result. identity: of the league.
    """
    name_of = make_namer(league)
    order = sorted(play.seats, key=lambda seat: (seat.place, seat.number))
    won = wording.listing([name_of(player) for player in play.winners])
    address = abroad("league.game", lt=league.link.token, key=play.key)
    ended = play.moment.rpartition("#")[0]
    game = league.state.games[play.key]
    joined = max(game.at, game.corrected)
    return feeds.FeedItem(
        id=feeds.tag(identity, play.key),
        title=_("%(names)s won: %(game)s", names=won, game=game_title(play.game)),
        text=" · ".join(f"{seat.place}. {name_of(seat.player)} {seat.total}" for seat in order),
        address=address,
        changed=max(corrected.get(play.key, ""), _utc_moment(ended), _utc_moment(joined)),
    )


def _utc_moment(moment: str) -> str:
    return moment[:19] + "Z" if len(moment) >= 19 and moment.endswith("+00:00") else ""


# -- one game ---------------------------------------------------------------------------------


def stats_play(league: League, play: Play) -> bgstats.Handed:
    """Return a game as it is handed to other programs."""
    name_of = make_namer(league)
    own = league_service().store.identity(league.link.ledger)
    began = play.moment.rpartition("#")[0]
    labels = games.find(play.game).edition_labels
    return bgstats.Handed(
        id=f"{own}.{play.key}",
        game=game_title(play.game),
        bgg=games.find_tallies(play.game).bgg,
        day=play.day,
        time=began[11:16],
        minutes=play.minutes,
        place=mask_names(league, play.place),
        board=", ".join([labels.get(play.edition, play.edition), *play.modules]).strip(", "),
        players=[
            bgstats.StatsPlayer(
                id=f"{own}.{seat.player}",
                name=name_of(seat.player),
                total=seat.total,
                rank=seat.place,
                won=seat.won,
                start=seat.number == 1,
                bgg=""
                if league.state.players[seat.player].former
                else league.state.players[seat.player].bgg,
            )
            for seat in play.seats
        ],
    )


@league_view("/<lt>/plays.bgsplay")
def plays_file(league: League) -> Response:
    """Send all games as one file for BG Stats."""
    body = bgstats.write_bgsplay_file([stats_play(league, play) for play in league.book.played])
    return handing.send_file(body, "application/json", f"{league.state.name}.bgsplay")


@league_view("/<lt>/games/<key>/bgstats")
def push(league: League, key: str) -> ResponseReturnValue:
    """Lead to BG Stats with the play filled in: a short address for a QR code."""
    return redirect(bgstats.link(stats_play(league, find_play(league, key))), 303)


@league_view("/<lt>/games/<key>/play.bgsplay")
def bgsplay(league: League, key: str) -> Response:
    """Send a play as a file for BG Stats."""
    body = bgstats.write_bgsplay_file([stats_play(league, find_play(league, key))])
    return handing.send_file(body, "application/json", f"{key}.bgsplay")


@league_view("/<lt>/games/<key>/result.png")
def result_picture(league: League, key: str) -> Response:
    """Send a picture of a result, to be sent to friends."""
    play = find_play(league, key)
    name_of = make_namer(league)
    order = sorted(play.seats, key=lambda seat: (seat.place, seat.number))
    drawing = picture.PicturedResult(
        game=wording.say(game_title(play.game)),
        facts=" · ".join(x for x in (wording.day(play.day), mask_names(league, play.place)) if x),
        lines=[
            picture.PicturedPlayer(
                name_of(seat.player), seat.total, seat.place, PIECES.get(seat.colour, "")
            )
            for seat in order
        ],
        foot=league.state.name,
    )
    return handing.send_picture(make_picture(drawing), f"{key}.png")
