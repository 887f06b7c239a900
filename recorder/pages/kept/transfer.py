"""The way of a game from one recorder to another: sent along in an address, as a file, or shared.

An address carries the game behind its ``#``, which browsers do not send. The page at that address
reads it (static/carrying.js), and keeps it when told to.
"""

from __future__ import annotations

import json

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator.record import Unreadable
from recorder.games import access, transfer
from recorder.games.transfer import Arrival, ArrivalKind, UnknownCards
from recorder.games.visibility import GameView
from recorder.languages.speech import explain_problem
from recorder.pages.forms import entry_forms
from recorder.pages.kept.unknown_cards import describe_questions, read_answer
from recorder.pages.shared import known_links
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import frame
from recorder.pages.shared.problems import FORM, tell_script
from recorder.pages.shared.sentences import word_entry
from recorder.pages.wording import gettext as _
from recorder.pages.wording import listing, ngettext
from recorder.serving import limits
from recorder.serving.platform import is_reached
from recorder.serving.security import creation_limit, limiter
from recorder.web.context import tables
from recorder.web.request_values import read_number


@pages.get("/t/<token>/carry")
def carry(token: str) -> str:
    """Show the ways of a game to another recorder and back."""
    table = tables().open(token)
    access.require_table(table.link)
    return _page(table)


def _page(table: GameView, problem: str = "") -> str:
    bundle = transfer.bundle_game(table, whole=not is_reached())
    came, count, gone = (
        request.args.get("came", ""),
        read_number("count", 0),
        read_number("gone", 0),
    )
    return render_template(
        "carry.html",
        **frame(table, "result"),
        bundle=json.dumps(bundle, ensure_ascii=False),
        file=transfer.describe_file(table, whole=not is_reached()),
        elsewhere=transfer.find_address(table),
        others=[
            {
                "token": other.link.token,
                "entries": other.row.entries,
                "common": transfer.count_shared(table, other),
            }
            for other in transfer.list_parted(tables(), table)
        ],
        told=_describe_arrival(came, count, gone),
        problem=problem,
    )


def _describe_arrival(came: str, count: int, gone: int) -> str:
    """Return the outcome of a game's arrival in words. count, gone: of entries."""
    match came:
        case ArrivalKind.NEW:
            return _("The game is here.")
        case ArrivalKind.SAME:
            return _("Both sides have the same entries.")
        case ArrivalKind.BROUGHT:
            new = ngettext("%(num)d entry came.", "%(num)d entries came.", count)
            if not gone:
                return new
            went = ngettext("%(num)d entry was removed.", "%(num)d entries were removed.", gone)
            return f"{new} {went}" if count else went
        case ArrivalKind.BEHIND:
            return ngettext(
                "Nothing new came. %(num)d entry is only here.",
                "Nothing new came. %(num)d entries are only here.",
                count,
            )
        case ArrivalKind.APART:
            return _("Play went on in both places, so both are kept. This is the one that came in.")
    return ""


@pages.post("/t/<token>/carry")
def carried(token: str) -> ResponseReturnValue:
    """Bring into a game the entries made elsewhere."""
    table = tables().open(token)
    try:
        content = _content()
        sent = transfer.read_bundle(content, read_answer, table)
        arrival = transfer.meet_game(tables(), table, sent, _agreement())
    except UnknownCards as problem:
        return _ask_cards(problem, content)
    except Unreadable as problem:
        tell_script({FORM: explain_problem(problem)})
        return _page(table, explain_problem(problem)), 422
    if arrival.came == ArrivalKind.REMOVES:
        return _ask(arrival, content)
    return _redirect_to(arrival)


def _agreement() -> str:
    """Return the agreement of a person to lose entries, see ``transfer.meet_game``."""
    return request.form.get("agreement", "")


def _ask_cards(problem: UnknownCards, content: bytes) -> ResponseReturnValue:
    """Ask for what a file leaves open. Nothing is kept yet.

    A form that came back with questions unanswered says so.
    """
    answered = any(name.startswith("unknown-") for name in request.form)
    return render_template(
        "unknown_cards.html",
        action=url_for(str(request.endpoint), **(request.view_args or {})),
        carried=content.decode("utf-8", "replace"),
        questions=describe_questions(problem.document, problem.unknown),
        problem=_("Every question needs an answer.") if answered else "",
        key=entry_forms.begins_with(request.form),
        league=request.form.get("league", "")[:80],
        agreement=_agreement(),
    ), (422 if answered else 200)


def _ask(arrival: Arrival, content: bytes) -> ResponseReturnValue:
    """Ask whether entries of a game may go, since the arrived game lacks them. Nothing is done."""
    table, first = arrival.table, arrival.common + 1
    shown = range(first, first + min(arrival.gone, SHOWN))
    header = table.header
    return render_template(
        "carry_removes.html",
        carried=content.decode("utf-8", "replace"),
        players=listing([player["name"] for player in header["players"]]),
        begun=header.get("played_on", ""),
        token=table.link.token,
        arrival=arrival,
        lines=[
            (number, word_entry(header, table.entry_knowledge.entry(number))) for number in shown
        ],
        key=entry_forms.begins_with(request.form),
        league=request.form.get("league", "")[:80],
    )


SHOWN = 30
"""Entries that a question names; it says how many more there are."""


@pages.get("/carry")
def arrived() -> str:
    """Show the game that an address carries; ``league``: the link of one that it is to join."""
    return render_template("carried.html", key=entry_forms.beginning_key(request.form), problem="")


@pages.post("/carry")
@limiter.shared_limit(creation_limit, scope="creation")
def keep_carried() -> ResponseReturnValue:
    """Keep an arrived game; where this browser knows it, bring the new entries into it."""
    try:
        content = _content()
        sent = transfer.read_bundle(content, read_answer)
        known = transfer.find_closest(tables(), known_links.list_known_links(), sent)
        if known is not None:
            arrival = transfer.meet_game(tables(), known, sent, _agreement())
        else:
            arrival = transfer.keep_arrival(tables(), sent, entry_forms.begins_with(request.form))
    except UnknownCards as problem:
        return _ask_cards(problem, content)
    except Unreadable as problem:
        tell_script({FORM: explain_problem(problem)})
        key = entry_forms.beginning_key(request.form)
        return render_template("carried.html", key=key, problem=explain_problem(problem)), 422
    if arrival.came == ArrivalKind.REMOVES:
        return _ask(arrival, content)
    known_links.remember(arrival.table.link.token)
    league = request.form.get("league", "")
    if league:
        flash(_describe_arrival(arrival.came, arrival.count, arrival.gone))
        return redirect(url_for("league.add_table", lt=league, link=arrival.table.link.token), 303)
    return _redirect_to(arrival)


def _content() -> bytes:
    """Return the game that a form sends, as text or as a file. Raises Unreadable."""
    file = request.files.get("record")
    content = file.read() if file is not None and file.filename else b""
    content = content or request.form.get("carried", "").encode()
    limits.count_records([len(content)])
    return content


def _redirect_to(arrival: Arrival) -> ResponseReturnValue:
    token = arrival.table.link.token
    known_links.remember(token)
    came, gone = arrival.came.value, arrival.gone or None
    at = url_for("pages.carry", token=token, came=came, count=arrival.count, gone=gone)
    return redirect(at, 303)
