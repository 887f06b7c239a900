"""The sets that a request may see and write: by the link in its address, and the browser's links.

A league's pages see the league's sets; a program names a link in the field ``link``. A browser that
holds no link yet keeps for itself: it has a signed pass, which its forms bring back.
"""

from __future__ import annotations

import secrets
from contextlib import suppress

from flask import current_app, request, session
from itsdangerous import BadSignature, URLSafeSerializer

from recorder.games import access
from recorder.games.access import Forbidden
from recorder.kept.kept_values import Writer
from recorder.kept.named_sets import Shelves, game_owner, league_owner
from recorder.league.known import known_tokens, league_service
from recorder.league.league_state import PUBLIC
from recorder.pages.shared import known_links
from recorder.pages.wording import gettext as _
from recorder.store.ledger import NoSuchLink
from recorder.web.context import catalogue, tables

OWNERS = "recorder.owners"
"""The key of a request's owners of sets, once found."""

KEEPER, PASS = "keeper", "pass"
"""The keys of a browser's own id as an owner, in the session and in a form."""

BROWSER = "browser-"
"""How a browser is called as an owner, before its own id."""

LONGEST_WHO = 40
"""Letters of the name of a writer; more are cut off."""

PUBLIC_FIELD = "public"
"""The field of a form that puts a set on the public shelf."""


def shelves(kind: str) -> Shelves:
    """Return the sets of a kind."""
    return Shelves(catalogue(), kind)


def owners() -> list[str]:
    """Return the owners of the sets that this request may read and write, the likeliest first.

    A link for reading, or a league's public one, is no owner.
    """
    if OWNERS not in request.environ:
        in_path = request.view_args or {}
        if "lt" in in_path:
            mine = [league_here()]
        else:
            named = [in_path.get("token"), request.values.get("link"), request.values.get("again")]
            mine = [_any(str(token)) for token in named if token]
            mine += [_league(token) for token in known_tokens()]
            writing = [
                own for own, _row in known_links.list_known_links() if own.role != access.READ
            ]
            mine += [game_owner(own.ledger) for own in writing]
            mine.append(find_browser(request.form.get(PASS, "")))
        request.environ[OWNERS] = list(dict.fromkeys(owner for owner in mine if owner))
    known: list[str] = request.environ[OWNERS]
    return known


def pass_() -> str:
    """Return a pass for forms, by which this browser keeps something before it holds any link.

    Nobody can make one up; it outlives the browser's cookie.
    """
    if KEEPER not in session:
        session[KEEPER] = secrets.token_hex(8)
    return str(_signs().dumps(session[KEEPER]))


def find_browser(passed: str = "") -> str:
    """Return this browser as an owner, by its cookie or by its form's pass; empty without both."""
    if KEEPER not in session and passed:
        with suppress(BadSignature):
            session[KEEPER] = str(_signs().loads(passed))
    return f"{BROWSER}{session[KEEPER]}" if KEEPER in session else ""


def _signs() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt=KEEPER)


def league_here() -> str:
    """Return the league of this page as the owner of sets, or an empty text."""
    token = (request.view_args or {}).get("lt")
    return _league(str(token)) if token else ""


def writer() -> str:
    """Return the owner for whom this request saves something. Raises Forbidden without a link."""
    mine = owners()
    if not mine:
        raise Forbidden(_("only the link of a table, a seat or a league can save something"))
    return mine[0]


def sign_form(*more: str) -> Writer:
    """Return the writer of this request's form.

    more: owners that the request itself has begun or named.
    """
    name = request.form.get("who", "").strip()[:LONGEST_WHO]
    return Writer(name, (*more, *owners()))


def _league(token: str) -> str:
    try:
        link = league_service().store.link(token)
    except NoSuchLink:
        return ""
    return league_owner(link.ledger) if link.role != PUBLIC else ""


def _any(token: str) -> str:
    try:
        link = tables().store.link(token)
    except NoSuchLink:
        return _league(token)
    return game_owner(link.ledger) if link.role != access.READ else ""
