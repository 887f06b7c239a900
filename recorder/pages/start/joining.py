"""Sitting down at a game that has begun: its code, its seats, the links that are handed on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from flask import (
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from recorder.games import access, joining
from recorder.games.joining import INVITATION, Seat
from recorder.games.visibility import GameView
from recorder.pages import presenter, wording
from recorder.pages.forms import entry_forms
from recorder.pages.forms.entry_forms import BadForm
from recorder.pages.shared import known_links
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.header import frame
from recorder.pages.shared.sentences import names
from recorder.pages.wording import gettext as _
from recorder.serving import limits
from recorder.serving.house import qr_code
from recorder.store.ledger import GAME, NoSuchLink, current_time
from recorder.store.store import Invitation
from recorder.web.context import tables

BROWSER = "browser"
"""Where the session keeps a chance number that tells a browser from others at a game's seats."""


@pages.get("/j/<code>")
def join(code: str) -> str:
    """Show the players, after scanning the game's code: tap your name, seated."""
    return _joining(tables().store.invitation(code))


@pages.post("/j/<code>")
def sit(code: str) -> ResponseReturnValue:
    """Sit down at a free seat; if two tap the same name, one is told."""
    invitation = tables().store.invitation(code)
    limits.count_request("join", str(invitation.game), current_app.config["GAME_LIMIT"])
    player = request.form.get("seat", "")[:80]
    if BROWSER not in session:
        session[BROWSER] = secrets.token_urlsafe(12)
    link = joining.take_seat(tables(), invitation, player, str(session[BROWSER]))
    if link is None:
        return _joining(invitation, taken=player), 409
    return redirect(url_for("pages.play", token=link.token), 303)


def _joining(invitation: Invitation, taken: str = "") -> str:
    """Render the page of a game's code. taken: the tapped seat, if it is not free."""
    row = tables().store.game(invitation.game)
    seats = joining.list_seats(tables(), row)
    links = tables().store.links(row.id)
    return render_template(
        "join.html",
        code=invitation.token,
        game_title=presenter.find_presenter(row.header["game"]).title,
        seats=seats,
        mine=joining.list_own_seats(seats, session.get(BROWSER)),
        over=row.over,
        taken=next((seat.name for seat in seats if seat.player == taken), ""),
        read=next(link.token for link in links if link.role == access.READ),
    )


@pages.get("/t/<token>/share")
def share(token: str) -> ResponseReturnValue:
    """Show the links that this link may hand on; to the table, the players at their seats.

    ``seen``: only the seats, and 204 where nothing has changed since.
    """
    table, key = tables().open(token), entry_forms.new_key()
    if "seen" in request.args:
        sitting = _sitting(table)
        if sitting["seen"] == request.args["seen"]:
            return make_response("", 204)
        return render_template("_seats.html", **frame(table, "share"), **sitting, key=key)
    called = names(table.header)
    links = [
        _describe_handed_link(
            link.role, link.token, called.get(link.seat or "", ""), table, link.seat
        )
        for link in tables().list_links(table)
        if link.role != access.SEAT or table.link.role != access.TABLE
    ]
    if table.link.role != access.TABLE:
        return render_template("share.html", **frame(table, "share"), links=links, key=key)
    code = None
    if invitation := tables().store.invitation_to(table.link.ledger):
        address = abroad("pages.join", code=invitation.token)
        code = {"role": INVITATION, "seat": None, "url": address, "qr": qr_code(address)}
    return render_template(
        "share.html",
        **frame(table, "share"),
        **_sitting(table),
        links=links,
        invitation=code,
        key=key,
    )


def _describe_handed_link(
    role: str, token: str, name: str, table: GameView, seat: str | None
) -> dict[str, object]:
    """Return a link to hand on, for its page. name: of the seat's player."""
    address = abroad("pages.play", token=token)
    return {
        "role": role,
        "seat": seat,
        "name": name,
        "url": address,
        "qr": qr_code(address),
        "replaceable": joining.may_replace(table.link, role, seat),
    }


def _sitting(table: GameView) -> dict[str, object]:
    """Return the seats with their players, and the links of empty seats.

    ``seen`` changes whenever somebody sits down or a seat is freed.
    """
    if table.link.role != access.TABLE:
        raise access.Forbidden(_("only the table's link shows who sits where"))
    seats = joining.list_seats(tables(), table.row)
    invitation = tables().store.invitation_to(table.link.ledger)
    moment = datetime.fromisoformat(current_time())
    state = repr([(seat.link.id, seat.since) for seat in seats])
    return {
        "seen": sha256(state.encode()).hexdigest()[:12],
        "seats": [_seat(seat, table, moment) for seat in seats],
        "code": invitation.token if invitation else None,
        "seats_taken": sum(seat.since is not None for seat in seats),
    }


def _seat(seat: Seat, table: GameView, moment: datetime) -> dict[str, object]:
    place = {"name": seat.name, "colour": seat.colour, "seat": seat.player}
    if seat.since is not None:
        return place | {"since": seat.since, "ago": wording.ago(seat.since, moment), "link": None}
    link = _describe_handed_link(access.SEAT, seat.link.token, seat.name, table, seat.player)
    return place | {"since": None, "link": link}


@pages.post("/t/<token>/links")
def replace_link(token: str) -> ResponseReturnValue:
    """Replace a link, which frees its seat; the old one opens nothing from then on.

    If it is the link in hand, the new one goes on; so does a second send after a lost answer.
    """
    try:
        key = entry_forms.read_send_key(request.form)
    except BadForm as problem:
        raise NoSuchLink(token, GAME) from problem
    try:
        table = tables().open(token)
    except NoSuchLink:
        fresh = tables().store.successor(token, key)
    else:
        limits.count_write(table.link)
        role, seat = request.form.get("role", "")[:20], request.form.get("seat", "")[:80] or None
        joining.replace_game_link(tables(), table, role, seat, key=key)
        flash(_describe_replacement(table, role, seat))
        own = (role, seat) == (table.link.role, table.link.seat)
        fresh = tables().store.successor(token, key) if own else table.link
    known_links.remember(fresh.token)
    return redirect(url_for("pages.share", token=fresh.token), 303)


def _describe_replacement(table: GameView, role: str, seat: str | None) -> str:
    """Return the message after a link was replaced."""
    if seat is not None and seat != table.link.seat:
        players: Sequence[Any] = table.header["players"]
        name = next(player["name"] for player in players if player["id"] == seat)
        return _("%(name)s's seat is free. The old link no longer works.", name=name)
    if role == INVITATION:
        return _("There is a new code. The old one no longer works.")
    return _("The link is replaced; the old one no longer works.")
