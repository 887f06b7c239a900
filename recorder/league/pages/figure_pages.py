"""Ratings, records and shares of wins: figures from all games of one kind."""

from __future__ import annotations

from typing import Any

from flask import request

from recorder.league.pages import charts
from recorder.league.pages.frame import (
    count_figures,
    league_page,
    league_pages,
    league_view,
    open_league,
    part_header,
)
from recorder.league.people import make_namer
from recorder.league.ratings import PROVISIONAL, thin_line
from recorder.league.records import KINDS, PART
from recorder.league.service import League
from recorder.league.statistics import COLOUR, ENOUGH, SEAT
from recorder.pages import presenter, wording
from recorder.pages.shared.paging import cut_page
from recorder.pages.wording import gettext as _

RECORDS: dict[str, Any] = {
    "highest": wording.lazy("Highest winning score"),
    "lowest": wording.lazy("Lowest winning score"),
    "widest": wording.lazy("Biggest win"),
    "narrowest": wording.lazy("Closest win"),
    "series": wording.lazy("Longest winning streak"),
    "guests": wording.lazy("Most guests"),
    "quickest": wording.lazy("Quickest game"),
}

MOST_TELLING, MOST_PARTS = 5, 3
"""How many things and parts stand at the top of that page, the furthest from chance first."""

SHOWN = 25
"""Lines of a kind that the page of statistics shows at once."""


def _asked_game(league: League) -> str:
    """Return the game that a page is about: the one asked for, or the one played most."""
    kinds = league.book.kinds()
    asked = request.args.get("game", "")
    return asked if asked in kinds else (kinds[0] if kinds else "")


def _figures_page(
    template: str, league: League, game: str, percent: int | None, **more: Any
) -> str:
    """Render a page of figures. game: empty where nothing was played. percent: while one counts."""
    kinds = league.book.kinds() if game else []
    return league_page(template, league, "figures", game=game, kinds=kinds, percent=percent, **more)


@league_view("/<lt>/ratings")
def ratings(league: League) -> str:
    """Show everybody's rating in one game, with its uncertainty."""
    game = _asked_game(league)
    if not game:
        return _figures_page("ratings.html", league, "", None)
    percent = count_figures(league, game, rated=True)
    visitors = league.state.visitors()
    table = [line for line in league.book.figures(game).ratings.table() if line[0] not in visitors]
    listed = cut_page(table)
    name_of, lines = make_namer(league), league.book.figures(game).ratings.lines
    asked = [player for player in request.args.getlist("p") if player in lines]
    shown = [player for player, _rating in listed["lines"]]
    picked = (asked or shown)[: charts.MOST_LINES]
    drawn = {player: thin_line(lines[player]) for player in dict.fromkeys([*picked, *shown])}
    chart = charts.rating_curves(drawn, [(player, name_of(player)) for player in picked])
    return _figures_page(
        "ratings.html",
        league,
        game,
        percent,
        provisional=PROVISIONAL,
        chart=chart,
        picked=picked,
        most=charts.MOST_LINES,
        **listed,
    )


@league_pages.get("/<lt>/ratings/how")
def ratings_how(lt: str) -> str:
    """Say in plain words how a rating comes about."""
    return league_page("ratings_how.html", open_league(lt), "figures", provisional=PROVISIONAL)


@league_view("/<lt>/records")
def records(league: League) -> str:
    """Show the records of one game, each leading to where it was set."""
    game = _asked_game(league)
    if not game:
        return _figures_page("records.html", league, "", None)
    percent = count_figures(league, game)
    held = league.book.records(game) if percent is None else {}
    header = part_header(league, game)
    lines = [(RECORDS[kind], held[kind]) for kind in KINDS if kind in held]
    parts = [
        (wording.score_part_name(header, kind.removeprefix(f"{PART}:")), record)
        for kind, record in sorted(held.items())
        if kind.startswith(f"{PART}:")
    ]
    return _figures_page("records.html", league, game, percent, records=lines, parts=parts)


@league_view("/<lt>/statistics")
def statistics(league: League) -> str:
    """Show which things win, from recorded games only."""
    game = _asked_game(league)
    if not game:
        return _figures_page("statistics.html", league, "", None)
    percent = count_figures(league, game)
    counts = league.book.figures(game).statistics
    shown = presenter.find_presenter(game)
    header = part_header(league, game)
    counted = shown.list_counted_things()
    kinds = []
    for kind in counts.kinds:
        lines = counts.lines(kind)
        title, name = _name_kind(kind, counted)
        kinds.append(
            {
                "key": kind,
                "title": title,
                "lines": [(name(line.thing), line) for line in lines[:SHOWN]],
                "telling": [
                    (title, name(line.thing), line) for line in lines if line.better or line.worse
                ],
                "more": len(lines) - SHOWN,
            }
        )
    parts = counts.parts()
    telling = [one for kind in kinds for one in kind["telling"]]
    telling.sort(key=lambda one: -abs(one[2].interval.share - one[2].expected))
    return _figures_page(
        "statistics.html",
        league,
        game,
        percent,
        recorded=counts.games,
        enough=ENOUGH,
        parts=[(wording.score_part_name(header, line.part), line) for line in parts],
        parts_most=max((max(abs(p.winners), abs(p.others)) for p in parts), default=1) or 1,
        counts=kinds,
        telling=telling[:MOST_TELLING],
        telling_parts=[
            (wording.score_part_name(header, line.part), line) for line in parts[:MOST_PARTS]
        ],
    )


def _name_kind(kind: str, counted: Any) -> Any:
    """Return the title of a kind, and a function that words one of its things."""
    if kind == SEAT:
        return _("Seats"), lambda thing: _("Seat %(number)s", number=thing)
    if kind == COLOUR:
        return _("Colours"), lambda thing: thing.replace("-", " ")
    if kind in counted:
        return counted[kind]
    return kind, str
