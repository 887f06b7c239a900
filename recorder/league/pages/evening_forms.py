"""The form of an evening: day, place, games, people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from flask import request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import games
from recorder.league import league_state as ops
from recorder.league.days import read_time, read_typed_day
from recorder.league.league_state import MOST_EVENINGS, NAME, Evening, Person, clean_line
from recorder.league.pages.evenings import find_evening
from recorder.league.pages.frame import (
    act_once,
    go_back,
    league_page,
    league_pages,
    league_today,
    open_as_organiser,
)
from recorder.league.pages.newcomers import ask_who, settle_names
from recorder.league.people import mask_names, offer_people
from recorder.league.points import Unfit, lazy
from recorder.league.service import League, explain_unfit, name_key
from recorder.pages import presenter
from recorder.pages.wording import gettext as _
from recorder.store.ledger import Deed

MOST_GUESTS = 20
"""Visitors who are named at a time."""


@league_pages.get("/<lt>/evenings/new")
def new_evening(lt: str) -> str:
    """Show the form of a new evening."""
    league = open_as_organiser(lt)
    last = max(league.state.evenings.values(), key=lambda own: own.day, default=None)
    offered = list(games.list_games())
    start: dict[str, Any] = {
        "day": league_today(league),
        "time": last.time if last else "19:00",
        "place": mask_names(league, last.place) if last else league.state.defaults.get("place", ""),
        "games": last.games if last else [league.state.defaults.get("game") or offered[0]],
        "present": [],
        "visitors": "",
    }
    return _evening_form(league, None, start, {})


@league_pages.get("/<lt>/evenings/<evening>/edit")
def edit_evening(lt: str, evening: str) -> str:
    """Show the form of an evening: date, place, people."""
    league = open_as_organiser(lt)
    own = find_evening(league, evening)
    start = asdict(own) | {"place": mask_names(league, own.place), "visitors": ""}
    return _evening_form(league, own, start, {})


def _evening_form(league: League, own: Evening | None, start: Any, problems: Any) -> str:
    wanted = request.form.get("q", "")
    there = [own for own in start["present"] if own in league.state.players]
    people, more = offer_people(league, there, wanted)
    return league_page(
        "evening_edit.html",
        league,
        "evenings",
        evening=own,
        start=start,
        problems=problems,
        people=people,
        more=more,
        q=wanted,
        games={name: presenter.find_presenter(name).title for name in games.list_games()},
    )


@league_pages.post("/<lt>/evenings")
def add_evening(lt: str) -> ResponseReturnValue:
    """Settle a new evening."""
    return _keep_evening(open_as_organiser(lt), None)


@league_pages.post("/<lt>/evenings/<evening>/edit")
def keep_evening(lt: str, evening: str) -> ResponseReturnValue:
    """Settle an evening anew."""
    league = open_as_organiser(lt)
    return _keep_evening(league, find_evening(league, evening))


def _keep_evening(league: League, own: Evening | None) -> ResponseReturnValue:
    form = request.form
    body: dict[str, Any] = {
        "day": form.get("day", ""),
        "time": form.get("time", "")[:20],
        "place": form.get("place", ""),
        "games": list(dict.fromkeys(form.getlist("game"))),
        "present": list(dict.fromkeys(form.getlist("present"))),
    }
    made = own.id if own else ""
    typed = form.get("visitors", "")
    if "search" in form:  # nothing is settled yet
        return _evening_form(league, own, body | {"visitors": typed}, {})
    try:
        visitors = [clean_line(name, NAME, "visitors") for name in re.split(r"[,;\n]", typed)]
        visitors = [name for name in visitors if name][:MOST_GUESTS]
        body["day"] = read_typed_day(body["day"], "day")
        body["place"] = clean_line(body["place"], 80, "place")
        body["time"] = read_time(body["time"], "time")
        if not set(body["games"]) <= set(games.list_games()):
            raise Unfit(lazy("there is no such game"), "game")
        if not body["games"]:
            raise Unfit(lazy("choose a game"), "game")
        if not set(body["present"]) <= set(league.state.players):
            raise Unfit(lazy("the league has no such player"), "present")
        people, question = settle_names(league, visitors, form)
        if question is not None:
            view = "keep_evening" if own else "add_evening"
            values: dict[str, Any] = {"evening": own.id} if own else {}
            action = url_for(f"league.{view}", lt=league.link.token, **values)
            return ask_who(league, question, action, _("Keep it"))

        def build(state: ops.LeagueState) -> list[tuple[str, Any]]:
            nonlocal made
            if own is None:
                if len(state.evenings) >= MOST_EVENINGS:
                    message = lazy("a league keeps at most %(most)s evenings")
                    raise Unfit(message, "day", most=MOST_EVENINGS)
                made = state.next_id("e", state.evenings)
            fresh, there = _find_visitors(state, visitors, people)
            present = list(dict.fromkeys([*body["present"], *there]))
            return [*fresh, (ops.EVENING, {"id": made, **body, "present": present})]

        league = act_once(league, build).now
    except Unfit as problem:
        sent = body | {"visitors": typed}
        return _evening_form(league, own, sent, {problem.key: explain_unfit(problem)}), 422
    if made not in league.state.evenings:  # the same form came before
        return go_back("evenings", league)
    return go_back("evening", league, evening=made)


def _find_visitors(
    state: ops.LeagueState, names: Sequence[str], people: Mapping[str, str]
) -> tuple[list[Deed], list[str]]:
    """Return the operations that add new visitors, and the ids of all people named.

    people: the player meant by an unknown name, see ``Leagues.import_record``.
    """
    fresh: list[Deed] = []
    there: list[str] = []
    known = dict(state.players)
    for name in names:
        player = people.get(name_key(name)) or state.named(name)
        if player is None:
            visitor = Person(state.next_id("p", known), name, visitor=True)
            replace(state, players=known).check_player(visitor)
            known[visitor.id] = visitor
            fresh.append((ops.PLAYER, visitor.to_json()))
            player = visitor.id
        there.append(player)
    return fresh, there
