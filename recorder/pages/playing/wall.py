"""The page for a large screen: all boards and scores of one game, live, for everybody in the room.

It is the read link's: it shows no secret and takes no entry.
"""

from __future__ import annotations

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from recorder.games import access
from recorder.games.visibility import GameView
from recorder.pages import presenter
from recorder.pages.shared import known_links, views
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import frame
from recorder.pages.shared.sentences import names, word_entry
from recorder.pages.wording import listing, ngettext
from recorder.web.context import tables
from recorder.web.request_values import FROM, PAGE, is_asked_by


@pages.get("/t/<token>/wall")
def wall(token: str) -> ResponseReturnValue:
    """Show all boards on a large screen; with ``since`` answer 204 when nothing has happened.

    ``light``: by day; otherwise it is dark. Another link leads to the read link's page.
    """
    table = tables().open(token)
    light = request.args.get("light") or None
    if table.link.role != access.READ:
        read = next(link for link in tables().list_links(table) if link.role == access.READ)
        return redirect(url_for("pages.wall", token=read.token, light=light), 303)
    if request.args.get("since") == str(table.version):
        return "", 204
    table = known_links.until_told(table)
    presented = presenter.find_presenter(table.header["game"])
    view = views.of_table(table, None)
    entries = table.entry_knowledge.entries
    context = {
        "version": table.version,
        "light": light,
        "view": view,
        "t": presented.show_boards(view),
        "folder": presented.folder,
        "styles": presented.styles,
        "wall_styles": presented.wall_styles,
        "won": _name_winners(table),
        "last": word_entry(table.header, entries[-1]) if entries else "",
    }
    template = "wall_body.html" if is_asked_by(PAGE) else "wall.html"
    response = make_response(render_template(template, **frame(table, "wall"), **context))
    response.vary.add(FROM)
    return response


def _name_winners(table: GameView) -> str:
    """Return the winners, in words, or nothing before the end."""
    called = names(table.header)
    winners = [called[player] for player in table.result["winners"]] if table.may_show_score else []
    if not winners:
        return ""
    return ngettext("%(names)s wins", "%(names)s win", len(winners), names=listing(winners))
