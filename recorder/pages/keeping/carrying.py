"""The way of a game from one recorder to another: sent along in an address, as a file, or shared.

An address carries the game behind its ``#``, which browsers do not send. The page at that address
reads it (static/carrying.js), and keeps it when told to.
"""

from __future__ import annotations

import json

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator.record import Unreadable
from recorder import access, carrying, limits
from recorder.asked import number
from recorder.carrying import Arrival, Came, Carried
from recorder.context import tables
from recorder.languages import why
from recorder.outfit import reached
from recorder.pages.entering import forms
from recorder.pages.frame import recent
from recorder.pages.frame.blueprint import pages
from recorder.pages.frame.header import frame
from recorder.pages.frame.problems import FORM, tell_script
from recorder.pages.words import gettext as _
from recorder.pages.words import ngettext
from recorder.security import creation_limit, limiter
from recorder.tables import TableView


@pages.get("/t/<token>/carry")
def carry(token: str) -> str:
    """Show the ways of a game to another recorder and back."""
    table = tables().open(token)
    access.require_table(table.link)
    return _page(table)


def _page(table: TableView, problem: str = "") -> str:
    came, count = request.args.get("came", ""), number("count", 0)
    return render_template(
        "carry.html",
        **frame(table, "result"),
        bundle=json.dumps(carrying.bundle(table, whole=not reached()), ensure_ascii=False),
        elsewhere=table.elsewhere,
        others=[
            {
                "token": other.link.token,
                "entries": other.row.entries,
                "common": carrying.shared(table, other),
            }
            for other in carrying.others(tables(), table)
        ],
        told=_told(came, count),
        problem=problem,
    )


def _told(came: str, count: int) -> str:
    """Return in words what became of a game that came. count: of entries."""
    match came:
        case Came.NEW:
            return _("The game is here.")
        case Came.SAME:
            return _("Both sides have the same entries.")
        case Came.BROUGHT:
            return ngettext("%(num)d entry came.", "%(num)d entries came.", count)
        case Came.BEHIND:
            return ngettext(
                "Nothing new came. %(num)d entry is only here.",
                "Nothing new came. %(num)d entries are only here.",
                count,
            )
        case Came.APART:
            return _("Play went on in both places, so both are kept. This is the one that came in.")
    return ""


@pages.post("/t/<token>/carry")
def carried(token: str) -> ResponseReturnValue:
    """Bring into a game what was entered elsewhere."""
    table = tables().open(token)
    try:
        arrival = carrying.meet(tables(), table, _sent())
    except Unreadable as problem:
        tell_script({FORM: why(problem)})
        return _page(table, why(problem)), 422
    return _to(arrival)


@pages.get("/carry")
def arrived() -> str:
    """Show the game that an address carries; ``league``: the link of one that it is to join."""
    return render_template("carried.html", key=forms.beginning_key(request.form), problem="")


@pages.post("/carry")
@limiter.shared_limit(creation_limit, scope="creation")
def keep_carried() -> ResponseReturnValue:
    """Keep a game that came; where this browser knows it, bring what is new into it."""
    try:
        sent = _sent()
        known = carrying.closest(tables(), recent.known(), sent)
        if known is not None:
            arrival = carrying.meet(tables(), known, sent)
        else:
            arrival = carrying.keep(tables(), sent, forms.begins_with(request.form))
    except Unreadable as problem:
        tell_script({FORM: why(problem)})
        key = forms.beginning_key(request.form)
        return render_template("carried.html", key=key, problem=why(problem)), 422
    recent.remember(arrival.table.link.token)
    league = request.form.get("league", "")
    if league:
        flash(_told(arrival.came, arrival.count))
        return redirect(url_for("league.add_table", lt=league, link=arrival.table.link.token), 303)
    return _to(arrival)


def _sent() -> Carried:
    """Return the game that a form sends, as text or as a file. Raises Unreadable."""
    file = request.files.get("record")
    content = file.read() if file is not None and file.filename else b""
    content = content or request.form.get("carried", "").encode()
    limits.count_records([len(content)])
    return carrying.read(content)


def _to(arrival: Arrival) -> ResponseReturnValue:
    token = arrival.table.link.token
    recent.remember(token)
    at = url_for("pages.carry", token=token, came=arrival.came.value, count=arrival.count)
    return redirect(at, 303)
