"""Evenings: the people present, tables that the program proposes, and the page for the wall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import render_template, request

from recorder.league.league_state import Evening, list_evenings
from recorder.league.pages.frame import (
    game_title,
    league_page,
    league_today,
    league_view,
    public_token,
)
from recorder.league.pages.front import running_line
from recorder.league.people import list_known_names, make_namer, mask_names
from recorder.league.points import find_or_refuse, lazy
from recorder.league.service import League
from recorder.pages import wording
from recorder.pages.shared.paging import cut_page


def find_evening(league: League, evening: str) -> Evening:
    """Return an evening of the league. Raises Unfit for none."""
    known = league.state.evenings
    return find_or_refuse(known, evening, lazy("the league has no such evening"), "evening")


def title_games(own: Evening) -> str:
    """Return the games of an evening in words."""
    return wording.listing([wording.say(game_title(game)) for game in own.games])


@league_view("/<lt>/evenings")
def evenings(league: League) -> str:
    """Show the evenings, the coming ones first."""
    ordered = sorted(
        league.state.evenings.values(), key=lambda own: (own.day, own.time, own.id), reverse=True
    )
    shown = {"today": league_today(league), "public": public_token(league)}
    return league_page("evenings.html", league, "evenings", **shown, **cut_page(ordered))


@league_view("/<lt>/evenings/<evening>")
def evening(league: League, evening: str) -> str:
    """Show an evening: its tables, each with its game and its links."""
    own = find_evening(league, evening)
    name_of = make_namer(league)
    return league_page(
        "evening.html",
        league,
        "evenings",
        evening=own,
        rounds=[
            {
                "number": number,
                "tables": [
                    {
                        "number": at,
                        "players": [
                            (p, name_of(league.state.root(p)))
                            for p in _list_sitters(league, own.started.get((number, at)), table)
                        ],
                        "key": own.started.get((number, at)),
                        "over": own.started.get((number, at)) in league.book.plays,
                        "abandoned": _is_abandoned(league, own.started.get((number, at))),
                    }
                    for at, table in enumerate(tables)
                ],
                "started": any((number, at) in own.started for at in range(len(tables))),
                "settled": all(
                    (number, at) in own.started or not table for at, table in enumerate(tables)
                ),
                "waits": any(
                    (number, at) not in own.started and table for at, table in enumerate(tables)
                ),
            }
            for number, tables in enumerate(own.rounds)
        ][::-1],
        present=[(p, name_of(league.state.root(p))) for p in own.present],
        chosen=request.args.get("chosen", ""),
        title=title_games(own),
        known=list_known_names(league),
        public=public_token(league),
    )


def _list_sitters(league: League, key: str | None, players: Sequence[str]) -> Sequence[str]:
    """Return the players of a table's game once it has begun, before that the planned ones."""
    joined = league.state.games.get(key or "")
    return joined.seats if joined is not None else players


def _is_abandoned(league: League, key: str | None) -> bool:
    joined = league.state.games.get(key or "")
    return joined is not None and joined.abandoned


@league_view("/<lt>/attendance")
def attendance(league: League) -> str:
    """Show how often everybody came to the evenings of a season that have been."""
    today = league_today(league)
    season = request.args.get("season", "") or league.book.season_now(today) or ""
    held = league.state.seasons.get(season)
    evenings = [
        own
        for own in list_evenings(league.state)
        if own.day <= today and (held is None or held.season.first <= own.day <= held.season.last)
    ]
    came: Counter[str] = Counter()
    last: dict[str, str] = {}
    for own in evenings:
        people = {league.state.root(player) for player in own.present}
        came.update(people)
        last |= dict.fromkeys(people, own.day)
    name_of = make_namer(league)
    lines = sorted(came, key=lambda player: (-came[player], name_of(player).casefold()))
    return league_page(
        "attendance.html",
        league,
        "evenings",
        held=held,
        seasons=league.state.seasons.values(),
        count=len(evenings),
        lines=[(player, came[player], last[player]) for player in lines],
    )


@league_view("/<lt>/evenings/<evening>/wall")
def wall(league: League, evening: str) -> str:
    """Show all tables of an evening for a screen on the wall."""
    own = find_evening(league, evening)
    tables: list[dict[str, Any]] = []
    for round_, seated in enumerate(own.rounds):
        for at, players in enumerate(seated):
            if players:
                tables.append(_describe_table(league, own, round_, at, players))
    now = [table for table in tables if table["round"] == len(own.rounds) - 1]
    return render_template(
        "league/wall.html",
        league=league,
        state=league.state,
        lt=league.link.token,
        evening=own,
        tables=now,
        hide=partial(mask_names, league),
        earlier=[table for table in tables if table["round"] < len(own.rounds) - 1],
        title=title_games(own),
    )


def _describe_table(
    league: League, own: Evening, round_: int, at: int, players: Sequence[str]
) -> dict[str, Any]:
    name_of = make_namer(league)
    key = own.started.get((round_, at))
    shown: dict[str, Any] = {"round": round_, "number": at + 1, "key": key, "over": False}
    if key in league.book.plays:
        play = league.book.plays[str(key)]
        order = sorted(play.seats, key=lambda one: one.place)
        return shown | {
            "over": True,
            "players": [
                {
                    "name": name_of(one.player),
                    "colour": one.colour,
                    "total": one.total,
                    "won": one.won,
                }
                for one in order
            ],
        }
    if key in league.book.running:
        running = running_line(league, str(key))
        return shown | {"players": running["players"], "in_round": running["round"]}
    return shown | {
        "abandoned": _is_abandoned(league, key),
        "players": [
            {"name": name_of(league.state.root(p)), "colour": "", "total": None}
            for p in _list_sitters(league, key, players)
        ],
    }
