"""Games that join the league: by their table's link, or as a result without a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from recorder.games import access
from recorder.league.imports import Imports
from recorder.league.known import known_tokens, league_service
from recorder.league.league_state import MEMBER, ORGANISER, Joined
from recorder.league.pages.frame import (
    FINE,
    asked_table,
    evening_table,
    game_title,
    go_back,
    league_form,
    league_page,
    league_pages,
    league_today,
    league_view,
    sent_key,
    zone_of,
)
from recorder.league.pages.newcomers import ask_alike, ask_who, settle_names
from recorder.league.people import list_known_names, make_namer, mask_names
from recorder.league.points import Unfit, lazy
from recorder.league.service import League, explain_unfit, name_key
from recorder.league.typed_result import FIELDS, fill_result_form, list_result, read_result
from recorder.pages.kept.kept_totals import TOTALS, list_kept_totals, read_totals_link
from recorder.pages.referee import questions
from recorder.pages.referee.plain_totals import list_totals_choices
from recorder.pages.start import mine
from recorder.pages.wording import gettext as _
from recorder.store.ledger import LEAGUE, Link, NoSuchLink
from recorder.web.context import tables


@league_view("/<lt>/add", MEMBER)
def add(league: League, problems: Mapping[str, str] = FINE) -> str:
    """Show the ways in which a game joins that was or is played without the league."""
    return league_page(
        "add.html",
        league,
        "games",
        **_totals_fields(
            league, request.form if "name-0" in request.form else _begin_adding(league)
        ),
        own=list_own_games(league),
        totals=[one for one in list_kept_totals()[:OWN] if one["print"] not in league.state.prints],
        at_evening=asked_table(),
        problems=problems,
        imports=Imports(league_service().store).under_way(league.link.ledger),
    )


def _begin_adding(league: League) -> dict[str, Any]:
    """Return the first values of the form of totals, from the address."""
    start: dict[str, Any] = {
        "day": league_today(league),
        "place": league.state.defaults.get("place", ""),
    }
    name_of = make_namer(league)
    for at, player in enumerate(request.args.getlist("p")[:6]):
        if player in league.state.players:
            start[f"name-{at}"] = name_of(league.state.root(player))
    evening = league.state.evenings.get(request.args.get("evening", ""))
    if evening is not None:
        start |= {
            "day": evening.day,
            "place": mask_names(league, evening.place),
            "game": evening.games[0],
        }
    elif not zone_of(league):  # the phone's own day
        start["today"] = start["day"]
    if request.args.get("q"):
        start |= _read_scoring(request.args["q"])
    return start


def _read_scoring(text: str) -> dict[str, Any]:
    """Return the form's values from a link of a scoring or of totals. Raises Unreadable."""
    if TOTALS in questions.unpack_link(text):
        return fill_result_form(list_result(read_totals_link(text)))
    asked = questions.read_question(text)
    replay = asked.replay()
    result = replay.result(final=True)
    fields: dict[str, Any] = {"game": replay.record.game}
    fields[f"edition-{replay.record.game}"] = asked.document.get("edition", "")
    for at, player in enumerate(asked.document["players"][:6]):
        fields[f"name-{at}"] = player["name"]
        fields[f"total-{at}"] = str(result.total(player["id"]))
        if result.winners == (player["id"],):
            fields["winner"] = str(at)
    return fields


OWN = 12
"""Games of this browser that are offered to be added, the newest."""


def list_own_games(league: League) -> list[dict[str, object]]:
    """Return this browser's games that are not in the league, as lines of a list.

    Only games with the table's own link, which lets a game join.
    """
    known = [
        replace(each, links=tuple(link for link in each.links if link.role == access.TABLE))
        for each in mine.list_own_games()
        if f"g{each.row.id}" not in league.state.games
    ]
    return mine.describe_own_games([each for each in known if each.links][:OWN])


def _totals_fields(league: League, start: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for ``_totals.html``, the fields of a result without a record."""
    return {
        **list_totals_choices(),
        "chosen": start.get("game", "") or league.state.defaults.get("game", ""),
        "known": list_known_names(league),
        "start": start,
    }


def _find_result(league: League, key: str) -> Joined:
    """Return a result without a record. Raises Unfit for a game that has one."""
    joined = league.held_game(key)
    if joined.summary is None:
        raise Unfit(lazy("this game has a record; correct it there"), "key")
    return joined


@league_view("/<lt>/games/<key>/correct", ORGANISER)
def correcting(league: League, problems: Mapping[str, str] = FINE, key: str = "") -> str:
    """Show the form that puts a result without a record right."""
    joined = _find_result(league, key)
    kept, name_of = list_result(joined.summary or {}), make_namer(league)
    kept["name"] = [name_of(league.state.root(player)) for player in joined.seats]
    kept["place"] = mask_names(league, kept["place"])
    more = _totals_fields(league, request.form or fill_result_form(kept))
    return league_page("correct.html", league, "games", joined=joined, problems=problems, **more)


@league_form("/<lt>/games/<key>/correct", page=correcting, fields=FIELDS)
def correct_result(league: League, key: str) -> ResponseReturnValue:
    """Correct a result without a record; the earlier one stays in the log."""
    joined = _find_result(league, key)
    form = request.form
    name_of = make_namer(league)
    kept = joined.summary or {}
    seats = zip(kept["players"], joined.seats, strict=True)
    before = {name_of(league.state.root(player)): seat["name"] for seat, player in seats}
    modules = kept["modules"] if form.get("game") == kept["game"] else ()
    summary = read_result(form, before, modules)
    names = [seat["name"] for seat in summary["players"]]
    people, question = settle_names(league, names, form)
    if question is not None:
        return ask_who(league, question, _("Save"))
    league.service.correct_result(league, joined, summary, sent_key(), people)
    return go_back("game", league, _("The result is corrected."), key=key)


def token_of(text: str) -> str:
    """Return the token of a game's link, from an address or the token itself; empty for none.

    On a phone alone the page stands behind the ``#`` of the window's address.
    """
    text = text.strip()[:500]
    try:
        address = urlsplit(text if "/" in text else f"/{text}")
    except ValueError:  # brackets that hold no address
        return ""
    path = address.fragment if address.fragment.startswith("/t/") else address.path
    parts = [part for part in path.split("/") if part]
    return parts[parts.index("t") + 1] if "t" in parts[:-1] else (parts[-1] if parts else "")


def _table_link(token: str) -> Link:
    try:
        link = tables().store.link(token)
    except NoSuchLink:
        raise Unfit(lazy("this link opens no game"), "link") from None
    if link.role != access.TABLE:
        raise Unfit(lazy("this is not the table's own link, which lets a game join"), "link")
    return link


@league_view("/<lt>/add/table", MEMBER)
def add_table(league: League, problems: Mapping[str, str] = FINE) -> ResponseReturnValue:
    """Show the players by seat of a game that is to join, for checking."""
    token = token_of(request.values.get("link", ""))
    try:
        link = _table_link(token)
    except Unfit as problem:
        return add(league, {"link": explain_unfit(problem)}), 422
    header = tables().store.game(link.ledger).header
    seats = [
        {"id": seat["id"], "name": seat["name"], "player": league.state.named(seat["name"]) or ""}
        for seat in header["players"]
    ]
    name_of = make_namer(league)
    for seat in seats:
        called_ = name_of(seat["player"]) if seat["player"] else seat["name"]
        seat["called"] = request.form.get(f"seat-{seat['id']}") or called_
    return league_page(
        "add_table.html",
        league,
        "games",
        token=token,
        title=game_title(header["game"]),
        day=header.get("played_on", ""),
        seats=seats,
        problems=problems,
        known=list_known_names(league),
        at_evening=asked_table(),
    )


@league_form("/<lt>/add/table", MEMBER, page=add_table)
def join_table(league: League) -> ResponseReturnValue:
    """Let a game join by its table's link."""
    form = request.form
    token = token_of(form.get("link", ""))
    link = _table_link(token)
    seats = {
        seat["id"]: form.get(f"seat-{seat['id']}", "")
        for seat in tables().store.game(link.ledger).header["players"]
    }
    people, question = settle_names(league, list(seats.values()), form)
    if question is not None:
        return ask_who(league, question, _("Add to the league"))
    seats = {seat: people.get(name_key(name), name) for seat, name in seats.items()}
    where = evening_table(league)
    alike = form.get("alike", "")
    added = league.service.join(
        league, link, seats, how="added", key=sent_key(), where=where, alike=alike
    )
    if added.twin:
        return ask_alike(league, added.twin)
    if added.problem and not added.again:
        raise Unfit(added.problem, "seats")
    told = (
        _("This game was already in the league.")
        if added.again
        else _("The game is in the league.")
    )
    return go_back("game", league, told, key=added.key)


@league_pages.post("/join/<token>")
def join_from_game(token: str) -> ResponseReturnValue:
    """Lead from a game's own page to the form by which it joins a league of this browser."""
    wanted = request.form.get("league", "")
    if wanted not in known_tokens():
        raise NoSuchLink(wanted, LEAGUE)
    return redirect(url_for("league.add_table", lt=wanted, link=token), 303)


@league_form("/<lt>/add/result", MEMBER, page=add, fields=FIELDS)
def add_result(league: League) -> ResponseReturnValue:
    """Let plain totals join, marked as a result without a record."""
    form = request.form
    summary = read_result(form)
    names = [seat["name"] for seat in summary["players"]]
    people, question = settle_names(league, names, form, every=True)
    if question is not None:
        return ask_who(league, question, _("Add the result"))
    added = league.service.join_result(
        league,
        summary,
        key=sent_key(),
        where=evening_table(league),
        people=people,
        alike=form.get("alike", ""),
    )
    if added.twin:
        return ask_alike(league, added.twin)
    if added.problem and not added.again:
        raise Unfit(added.problem, "players")
    told = _("This result was already in the league.") if added.again else _("The result counts.")
    return go_back("game", league, told, key=added.key)
