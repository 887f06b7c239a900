"""Starting a game for the league: players, game, and set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, cast

from flask import abort, flash, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator import games
from adjudicator.record import Header, Unreadable
from recorder.kept.named_sets import game_owner, league_owner
from recorder.languages.speech import explain_problem
from recorder.league.league_state import MEMBER, NAME, Evening, clean_line
from recorder.league.pages.applied_rulings import list_bearings
from recorder.league.pages.cases import case_line
from recorder.league.pages.frame import (
    asked_table,
    evening_table,
    go_back,
    league_form,
    league_page,
    league_pages,
    league_today,
    league_view,
    open_league,
    page_address,
    sent_key,
    zone_of,
)
from recorder.league.pages.newcomers import ask_who, settle_names
from recorder.league.people import list_known_names, mask_names, name_player, offer_people
from recorder.league.points import Unfit, lazy
from recorder.league.service import League, check_names_differ, explain_unfit, name_key
from recorder.league.standings import check_day
from recorder.pages import presenter
from recorder.pages.kept import houserules
from recorder.pages.kept.houserules import FIELD
from recorder.pages.kept.named_sets import sign_form
from recorder.pages.presenter import Problems
from recorder.pages.start.start_form import set_up_page
from recorder.pages.wording import gettext as _
from recorder.web.context import precedents, tables

MOST_RULINGS = 8
"""Rulings that a set-up shows, the last decided; the page of rulings has them all."""


@league_pages.get("/<lt>/start")
def choose(lt: str) -> str:
    """Show the people who may play: tap the players, then the set-up begins with them."""
    return _choose_page(open_league(lt, MEMBER), "", [])


def _choose_page(league: League, game: str, ticked: Sequence[str]) -> str:
    wanted = request.args.get("q", "")
    people, more = offer_people(league, ticked, wanted)
    return league_page(
        "start.html",
        league,
        "games",
        games={name: presenter.find_presenter(name).title for name in games.list_games()},
        chosen=game or league.state.defaults.get("game", ""),
        people=people,
        ticked=ticked,
        more=more,
        q=wanted,
    )


@league_view("/<lt>/start/set-up", MEMBER)
def chosen(league: League) -> ResponseReturnValue:
    """Lead from the chosen players to the set-up form of the game."""
    asked = request.args
    game = asked.get("game", "")
    if game not in games.list_games():
        abort(404)
    order = [p for p in asked.getlist("p") if p in league.state.players][:12]
    if "search" in asked:
        return _choose_page(league, game, order)
    if not order:
        return go_back("choose", league, _("Tap the players."))
    return go_back("set_up", league, game=game, p=order)


def begin_fields(league: League, game: str, order: Sequence[str], evening: Evening | None) -> Any:
    """Return the first values of the set-up form: players, and the league's defaults."""
    defaults = league.state.defaults
    players = [league.state.players[league.state.root(own)] for own in order]
    shown = presenter.find_presenter(game)
    header: dict[str, Any] = {
        "game": game,
        "players": [
            {
                "id": own.id,
                "name": name_player(own),
                **({"colour": own.colour} if own.colour else {}),
            }
            for own in players
        ],
        "place": (mask_names(league, evening.place) if evening else "")
        or defaults.get("place", ""),
        "options": {"board": defaults["board"]} if defaults.get("board") else {},
    }
    if defaults.get("game") == game:
        header["modules"] = list(defaults.get("modules", ()))
        if defaults.get("edition"):
            header["edition"] = defaults["edition"]
    start = dict(shown.repeat_setup(cast("Header", header)))
    house = houserules.find_named_rules(game, defaults.get("house", ""))
    if house is not None:
        start["house-set"] = house.key
    if evening is not None or zone_of(league):  # else the phone's own day
        start["played_on"] = evening.day if evening is not None else league_today(league)
    start["league"] = league.state.name
    return {key: value for key, value in start.items() if value != ""}


@league_view("/<lt>/start/<game>", MEMBER)
def set_up(league: League, game: str) -> str:
    """Show the set-up form of a game with players and defaults of the league filled in."""
    if game not in games.list_games():
        abort(404)
    order = [p for p in request.args.getlist("p") if p in league.state.players][:12]
    evening = league.state.evenings.get(request.args.get("evening", ""))
    return _set_up_page_of(league, game, begin_fields(league, game, order, evening), {})


def _set_up_page_of(league: League, game: str, start: Mapping[str, Any], problems: Any) -> str:
    action = page_address(league, "begin", game=game, **asked_table())
    rulings = rulings_shown(league, game, set(start.get("ruled", ())))
    return set_up_page(
        game, start, problems, list_known_names(league), action=action, rulings=rulings
    )


def rulings_shown(league: League, game: str, ticked: AbstractSet[str]) -> list[dict[str, Any]]:
    """Return the league's rulings that bear on a game, as the set-up shows them.

    ticked: the switches that were chosen already.
    """
    rules = {rule.id: rule for rule in games.find(game).house_rules}
    shown: list[dict[str, Any]] = []
    for one in list_bearings(game, league.state.cases.values())[:MOST_RULINGS]:
        rule = rules.get(one.switch)
        field = f"{one.switch}={one.value}" if rule else ""
        shown.append(
            {
                **case_line(league, one.case),
                "lt": league.link.token,
                "of": f"modules={','.join(one.modules)}" if one.modules else "",
                "field": field,
                "ticked": field in ticked,
                "point": rule.point if rule else "",
                "meaning": rule.values[one.value] if rule else "",
            }
        )
    return shown


def _apply_ticked_rulings(form: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return a set-up form with the switches that ticked rulings decided.

    A switch with its own choice keeps it.
    """
    fields = MultiDict(form)
    for one in form.getlist("ruled"):
        switch, _equals, value = one.partition("=")
        if not form.get(FIELD + switch):
            fields[FIELD + switch] = value
    return fields


@league_form("/<lt>/start/<game>", MEMBER, is_limited=True)
def begin(league: League, game: str) -> ResponseReturnValue:
    """Start a game for the league; the seats' QR codes come next."""
    if game not in games.list_games():
        abort(404)
    form = request.form
    try:
        document = presenter.find_presenter(game).make_record(_apply_ticked_rulings(form))
        names = [player["name"] for player in document["players"]]
        people, question = settle_names(league, names, form)
        if question is not None:
            return ask_who(league, question, _("Start this table's game"))
        known = {name: name_player(league.state.players[own]) for name, own in people.items()}
        seats = [
            {**player, "name": known.get(name_key(player["name"]), player["name"])}
            for player in document["players"]
        ]
        document = {**document, "players": seats}
        _check_names(league, document)
        started = tables().start(document, listed=False, key=sent_key())
        presenter.find_presenter(game).keep_figures(
            document, sign_form(game_owner(started.table.link.ledger))
        )
    except Problems as problem:
        return _set_up_page_of(league, game, _sent_values(form), problem.by_field), 422
    except (Unreadable, Unfit) as problem:
        told = explain_unfit(problem) if isinstance(problem, Unfit) else explain_problem(problem)
        return _set_up_page_of(
            league, game, _sent_values(form), {"form": told, "players": told}
        ), 422
    name = league.state.name
    precedents().choose(started.table, league_owner(league.link.ledger), name, writes=True)
    presenter.find_presenter(game).note_started(started.table, form, name)
    added = league.service.join(
        league, started.links[0], {}, how="started", key=sent_key(), where=evening_table(league)
    )
    if added.problem:
        flash(added.problem)
    return go_back("game", league, key=added.key or added.name)


def _check_names(league: League, document: Mapping[str, Any]) -> None:
    """Raise Unfit where two seats would be one player of the league."""
    check_names_differ(str(player["name"]) for player in document["players"])
    players = [league.state.named(player["name"]) for player in document["players"]]
    named = [player for player in players if player]
    if len(set(named)) != len(named):
        raise Unfit(lazy("one player sits there twice"), "players")
    for player in document["players"]:
        clean_line(player["name"], NAME, "players", least=1)
    if "played_on" in document:
        check_day(str(document["played_on"]), "played_on")


def _sent_values(form: MultiDict[str, str]) -> dict[str, Any]:
    return {name: v[0] if len(v) == 1 else v for name, v in form.lists()}
