"""Founding a league, its first page, its links, its settings, its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from zoneinfo import available_timezones

from flask import render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator import games
from recorder.languages import speech
from recorder.league import league_state as ops
from recorder.league.known import league_service, remember
from recorder.league.league_state import NAME, ORGANISER, ROLES, clean_line, list_evenings
from recorder.league.pages.frame import (
    DOER_WORDS,
    FINE,
    ROLE_WORDS,
    act_once,
    go_back,
    league_form,
    league_page,
    league_pages,
    league_today,
    league_view,
    list_modules,
    open_league,
    sent_key,
)
from recorder.league.people import make_namer, mask_names
from recorder.league.points import Unfit, lazy
from recorder.league.service import League, explain_unfit
from recorder.pages import presenter, wording
from recorder.pages.forms import entry_forms
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.paging import PAGE
from recorder.pages.shared.problems import tell_script
from recorder.pages.wording import gettext as _
from recorder.serving.house import qr_code
from recorder.serving.platform import is_reached
from recorder.serving.security import creation_limit, limiter
from recorder.store.ledger import NoSuchLink
from recorder.web.context import tables


@league_pages.get("/new")
def found_form(problems: Mapping[str, str] = FINE) -> str:
    """Show the form that founds a league."""
    tell_script(problems)
    return render_template(
        "league/found.html",
        start=request.form,
        ticked=request.form.getlist("modules"),
        problems=problems,
        **_list_choices(),
        key=entry_forms.beginning_key(request.form),
    )


def _list_choices() -> dict[str, Any]:
    """Return the choices for defaults: languages, games with their editions and modules."""
    offered = list(games.list_games())
    return {
        "tongues": speech.list_page_languages(),
        "games": {name: presenter.find_presenter(name).title for name in offered},
        "editions": {name: dict(games.find(name).edition_labels) for name in offered},
        "modules": {name: list_modules(name) for name in offered},
    }


@league_pages.post("/new")
@limiter.shared_limit(creation_limit, scope="creation")
def found() -> ResponseReturnValue:
    """Found a league; its organiser's link is shown at once where others can use one."""
    form = request.form
    try:
        name, language = form.get("name", ""), _asked_language(form)
        key = entry_forms.begins_with(form)
        made = league_service().found(name, language, read_defaults(form), key)
    except Unfit as problem:
        return found_form({problem.key: explain_unfit(problem)}), 422
    league = open_league(made[0].token)
    if not is_reached():
        return go_back("home", league)
    return go_back("links", league, _("The league is created. Keep the organiser's link safe."))


def _asked_language(form: MultiDict[str, str]) -> str:
    chosen = form.get("language", "")
    return chosen if chosen in speech.list_page_languages() else "en"


def read_defaults(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the defaults that a form names. Raises Unfit."""
    game = form.get("game", "")
    if game and game not in games.list_games():
        raise Unfit(lazy("there is no such game"), "game")
    edition = form.get(f"edition-{game}", "")
    if edition and edition not in games.find(game).edition_labels:
        raise Unfit(lazy("there is no such edition"), "edition")
    known = list_modules(game) if game in games.list_games() else {}
    zone = form.get("zone", "").strip()
    if zone and zone not in available_timezones():
        raise Unfit(lazy("there is no such time zone; write it as Europe/Vienna"), "zone")
    return {
        "game": game,
        "edition": edition,
        "modules": [name for name in form.getlist("modules") if name in known],
        "house": clean_line(form.get("house", ""), 40, "house"),
        "place": clean_line(form.get("place", ""), 80, "place"),
        "board": "day" if form.get("board") == "day" else "",
        "zone": zone,
    }


@league_view("/<lt>")
def home(league: League) -> str:
    """Show the league at a glance: standings, coming evenings, running and last games."""
    book, state = league.book, league.state
    season = book.season_now(league_today(league))
    today = league_today(league)
    last = book.played[-5:][::-1]
    running = sorted(book.running, key=lambda key: int(key[1:]), reverse=True)[:6]
    return league_page(
        "home.html",
        league,
        "home",
        season=state.seasons[season].season if season else None,
        standings=book.standings(season)[:5] if season else [],
        evening=next((own for own in list_evenings(state) if own.day >= today), None),
        last=last,
        running=running_lines(league, running),
        count=len(book.plays),
    )


def running_lines(league: League, keys: Sequence[str]) -> list[dict[str, Any]]:
    """Return running games as lines; without games that left the league meanwhile."""
    return [running_line(league, key) for key in keys if key in league.state.games]


def running_line(league: League, key: str) -> dict[str, Any]:
    """Return a game that is being played as one line: public, without secrets."""
    joined = league.held_game(key)
    assert joined.game is not None
    service = league.service
    table = tables().open(service.read_link(joined.game).token)
    name_of = make_namer(league)
    scores = table.result["scores"]
    header = table.header
    return {
        "key": key,
        "token": table.link.token,
        "title": presenter.find_presenter(header["game"]).title,
        "players": [
            {
                "name": name_of(league.state.root(player)),
                "colour": seat.get("colour", ""),
                "total": scores.get(seat["id"], {}).get("total"),
            }
            for player, seat in zip(joined.seats, header["players"], strict=True)
        ],
        "round": table.entry_knowledge.round_no,
        "entries": table.row.entries,
        "over": table.over,
        "changed": table.row.changed_at,
        "version": table.version,
    }


@league_view("/<lt>/links")
def links(league: League) -> str:
    """Show the links that this link may hand on, each as a QR code."""
    mine = ROLES.index(league.link.role)
    shown = []
    for link in league_service().store.links(league.link.ledger):
        if ROLES.index(link.role) >= mine:
            address = abroad("league.home", lt=link.token)
            shown.append(
                {
                    "role": link.role,
                    "words": ROLE_WORDS[link.role],
                    "url": address,
                    "qr": qr_code(address),
                }
            )
    return league_page("links.html", league, "links", links=shown)


@league_pages.post("/<lt>/links/<role>")
def replace_link(lt: str, role: str) -> ResponseReturnValue:
    """Replace a link; the old one opens nothing from then on."""
    try:
        league = open_league(lt, ORGANISER)
    except NoSuchLink:  # it was done, and the answer was lost
        league = league_service().as_link(league_service().store.successor(lt, sent_key()))
    else:
        if role not in ROLES:
            raise Unfit(lazy("there is no such link"), "role")
        act_once(league, [(ops.REPLACE_LINK, {"role": role})])
        if role == league.link.role:
            league = league_service().as_link(league_service().store.links(league.link.ledger)[0])
    remember(league.link.token)
    return go_back("links", league, _("The link is replaced; the old one no longer works."))


@league_view("/<lt>/settings", ORGANISER)
def settings(league: League, problems: Mapping[str, str] = FINE) -> str:
    """Show the form of the league's name, language and defaults."""
    defaults = league.state.defaults
    start: Any = request.form
    if not start:
        start = {"name": league.state.name, "language": league.state.language, **defaults}
        if defaults.get("game"):
            start[f"edition-{defaults['game']}"] = defaults.get("edition", "")
    ticked = request.form.getlist("modules") if request.form else defaults.get("modules", ())
    shown = {"start": start, "ticked": ticked, "problems": problems}
    return league_page("settings.html", league, "settings", **shown, **_list_choices())


@league_form("/<lt>/settings", page=settings)
def settle(league: League) -> ResponseReturnValue:
    """Keep the league's name, language and defaults."""
    form = request.form
    body = {
        "name": clean_line(form.get("name", ""), NAME, "name", least=1),
        "language": _asked_language(form),
        "defaults": read_defaults(form),
    }
    act_once(league, [(ops.SETTINGS, body)])
    return go_back("home", league, _("Kept."))


@league_view("/<lt>/log", ORGANISER)
def log(league: League) -> str:
    """Show the log of the league, the newest first: operation, time, link."""
    asked = request.args.get("before", "")
    before = int(asked) if asked.isdecimal() and len(asked) < 10 else league.book.version + 1
    operations = league_service().store.last_operations(league.link.ledger, before, PAGE)
    lines = [
        {
            "seq": done.seq,
            "at": done.at,
            "day": wording.day(done.at[:10]),
            "time": done.at[11:16],
            "role": DOER_WORDS.get(done.role, _("At the table")),
            "told": mask_names(league, describe_operation(league, done.op, done.body)),
        }
        for done in operations
    ]
    more = operations[-1].seq if operations and operations[-1].seq > 1 else None
    return league_page("log.html", league, "log", lines=lines, more=more)


def _names(league: League, body: Any, *keys: str) -> dict[str, str]:
    """Return the names of one and the other player under keys of an operation's body."""
    name_of = make_namer(league)
    return dict(zip(("one", "other"), [name_of(body[key]) for key in keys], strict=False))


def _seated_names(league: League, body: Any) -> str:
    return wording.listing(list(map(make_namer(league), body["seats"])))


def _season_name(league: League, body: Any) -> str:
    held = league.state.seasons.get(body["season"])
    return held.season.name if held else ""


_OPERATIONS: Mapping[str, Callable[[League, Any], str]] = {
    ops.FOUND: lambda of, body: _("%(name)s was created", name=mask_names(of, body["name"])),
    ops.SETTINGS: lambda of, body: _("The settings were changed"),
    ops.REPLACE_LINK: lambda of, body: _(
        "A link was replaced: %(role)s", role=ROLE_WORDS[body["role"]]
    ),
    ops.PLAYER: lambda of, body: (
        _("A player was added who was removed later")
        if body["id"] in of.state.struck
        else _("%(name)s was added", name=make_namer(of)(body["id"]))
    ),
    ops.MERGE: lambda of, body: _(
        "%(one)s and %(other)s are one person", **_names(of, body, "from", "into")
    ),
    ops.PART: lambda of, body: _(
        "%(one)s and %(other)s are two people again", **_names(of, body, "from", "of")
    ),
    ops.LEAVE: lambda of, body: _("%(name)s left for good", name=make_namer(of)(body["id"])),
    ops.SEASON: lambda of, body: _(
        "The season %(name)s was saved", name=mask_names(of, body["name"])
    ),
    ops.CLOSE: lambda of, body: _("The season %(name)s was closed", name=_season_name(of, body)),
    ops.REOPEN: lambda of, body: _(
        "The season %(name)s was opened again", name=_season_name(of, body)
    ),
    ops.ACCEPT: lambda of, body: _(
        "A late change counts in the season %(name)s", name=_season_name(of, body)
    ),
    ops.ABANDON: lambda of, body: (
        _("A game was abandoned: %(key)s", key=body["key"])
        if body["abandoned"]
        else _("A game goes on: %(key)s", key=body["key"])
    ),
    ops.SAME: lambda of, body: _(
        "%(one)s and %(other)s are one game", one=body["key"], other=body["of"]
    ),
    ops.APART: lambda of, body: _(
        "%(one)s and %(other)s are two games", one=body["key"], other=body["of"]
    ),
    ops.GAME: lambda of, body: _("Game added: %(names)s", names=_seated_names(of, body)),
    ops.RESULT: lambda of, body: (
        _("A result was corrected: %(names)s", names=_seated_names(of, body))
        if body.get("corrected")
        else _("Game added: %(names)s", names=_seated_names(of, body))
    ),
    ops.REMOVE: lambda of, body: _("A game was taken out: %(key)s", key=body["key"]),
    ops.EVENING: lambda of, body: (
        _("The evening of %(day)s was cancelled", day=wording.day(body["day"]))
        if body.get("cancelled")
        else _("The evening of %(day)s was saved", day=wording.day(body["day"]))
    ),
    ops.COMES: lambda of, body: (
        _("%(name)s comes to an evening", name=make_namer(of)(body["player"]))
        if body["comes"]
        else _("%(name)s does not come to an evening", name=make_namer(of)(body["player"]))
    ),
    ops.STRIKE: lambda of, body: _("Something made by mistake was removed"),
    ops.SEAT: lambda of, body: _("Tables were made for an evening"),
    ops.STARTED: lambda of, body: _("A table began its game"),
    ops.CALL: lambda of, body: _(
        "The referee was called: %(told)s", told=mask_names(of, body["told"])
    ),
    ops.DECIDE: lambda of, body: _(
        "A case was decided by %(who)s", who=mask_names(of, body["who"]) or _("the organisers")
    ),
}
"""Words of the log for each kind of operation, by league and body."""


def describe_operation(league: League, op: str, body: Any) -> str:
    """Return an operation in words."""
    return _OPERATIONS[op](league, body) if op in _OPERATIONS else op
