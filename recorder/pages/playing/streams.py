"""The stream of notices that a game has gone on, and their contents."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response, render_template, request
from werkzeug.exceptions import TooManyRequests

from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.sentences import done
from recorder.serving.live import STREAM, Full
from recorder.serving.security import visitor_address
from recorder.store.ledger import NoSuchLink
from recorder.web import request_values
from recorder.web.context import find_hub, tables

LATER = 60
"""Seconds after which a phone tries again that found no room."""

NEWS = 3
"""Lines of news that are told one by one; of more, their number is said."""


@pages.get("/t/<token>/live")
def notices(token: str) -> Response:
    """Begin a stream of notices that the game is at a new version; nothing else stands in it.

    since: the version that the phone knows. Answers 204, which tells browsers not to ask again,
    where the server cannot hold a stream: the phone then looks every few seconds.
    """
    keep = request.environ.get(STREAM)
    if keep is None or request.method == "HEAD":
        return Response(status=204)
    store = tables().store
    link = tables().link(token)
    since = request_values.read_number("since", -1, least=-1)
    try:
        stream = find_hub().admit(token, link.ledger, visitor_address(), since)
    except Full:
        raise TooManyRequests(retry_after=LATER) from None
    try:
        row = store.game(store.link(token).ledger)
    except NoSuchLink:  # replaced while it was asked for
        find_hub().leave(stream)
        raise
    hub, opening, handed = find_hub(), stream.opening(row.version, row.over), False

    def answer() -> Iterator[bytes]:
        nonlocal handed
        yield opening
        handed = True
        keep(stream)

    def leave_stream() -> None:
        if not handed:  # the phone has gone already: its place is free at once
            hub.leave(stream)

    begun = Response(answer(), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    begun.call_on_close(leave_stream)
    return begun


@pages.get("/t/<token>/news")
def news(token: str) -> str:
    """Say the news after the version ``since``, to somebody who is entering something."""
    table = tables().open(token)
    steps = tables().read_history(table, since=request_values.read_number("since", 0), most=50)
    lines = [line for step in steps for line in done(table.header, step)]
    return render_template("news.html", lines=lines[-NEWS:], more=len(lines[:-NEWS]))
