"""A game walked through entry by entry: the boards as they were after each, changes marked.

The page keeps its fixed parts (the points as a slider, the stops); a step sends the moment alone.
Every moment passes the same privacy as the present.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator.record import RULE
from recorder.games import access
from recorder.games.visibility import GameView
from recorder.pages import presenter
from recorder.pages.history import chart, course
from recorder.pages.shared import effects, known_links, views
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.header import frame
from recorder.pages.shared.marks import comparing
from recorder.pages.shared.sentences import word_entry
from recorder.web import request_values
from recorder.web.context import tables


@pages.get("/t/<token>/moments")
def walk(token: str) -> ResponseReturnValue:
    """Lead to a moment: ``at``, as the slider sends it, or the last one."""
    last = tables().open(token).entry_knowledge.count
    shown = request.args.get("shown") or None
    number = min(request_values.read_number("at", last), last)
    return redirect(url_for("pages.moment", token=token, number=number, shown=shown), 303)


@pages.get("/t/<token>/moments/<int:number>")
def moment(token: str, number: int) -> ResponseReturnValue:
    """Show the game after entry ``number`` (0: the start), whole or, for a step, that alone.

    ``shown`` names the player whose board stays in front.
    """
    table = known_links.open_until_told(token)
    last = table.entry_knowledge.count
    if number > last:
        abort(404)
    context = frame(table, "moment") | _moment(table, number, request.args.get("shown"))
    alone = request_values.is_asked_by(request_values.PAGE)
    if not alone:
        context |= {
            "chart": chart.chart_course(views.list_course(table), table.header["players"], last),
            "kinds": course.kinds(table),
            "along": chart.along,
        }
    part = "moment_part.html" if alone else "moment.html"
    now = context["view"].position
    before = table.view_after_entry(number - 1).position if number else now
    with comparing(before, now):
        response = make_response(render_template(part, **context))
    response.vary.add(request_values.FROM)
    return response


def _moment(table: GameView, number: int, shown: str | None) -> dict[str, Any]:
    """Return the values of the page about one moment."""
    then = table.view_after_entry(number)
    entries = table.entry_knowledge.entries
    entry: Mapping[str, Any] = entries[number - 1] if number else {}
    players = [player["id"] for player in table.header["players"]]
    pinned = shown if shown in players else None
    # In front stands the player whom the latest entry concerns; at the start, the first one.
    owners = (one.get("by", one.get("of")) for one in reversed(entries[:number]))
    front = pinned or next((str(owner) for owner in owners if owner in players), players[0])
    view = views.of_moment(table, then, front)
    presented = presenter.find_presenter(table.header["game"])
    read = next(link for link in tables().list_links(table) if link.role == access.READ)
    return {
        "number": number,
        "last": len(entries),
        "version": table.version,
        "told": word_entry(table.header, entry) if number else "",
        "verdict": table.verdict(number) if number and entry["do"] != RULE else None,
        "effects": effects.find_effects(table, number, number).get(number, ()) if number else (),
        "view": view,
        "t": presented.show_boards(view),
        "folder": presented.folder,
        "styles": presented.styles,
        "front": front,
        "pinned": pinned,
        "link": abroad("pages.moment", token=read.token, number=number),
    }
