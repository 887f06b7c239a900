"""Totals of a game that nobody recorded, outside a league: typed, kept, printed, sent as a link.

The link holds the result (``recorder.pages.kept.kept_totals``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from adjudicator import games
from exports import sheet
from recorder.languages import speech
from recorder.league.points import Unfit
from recorder.league.service import explain_unfit
from recorder.league.typed_result import FIELDS, fill_result_form, list_result, read_result
from recorder.pages import presenter
from recorder.pages.kept.kept_totals import (
    drop_totals,
    keep_totals,
    keeps_totals,
    read_totals_link,
    write_totals_link,
)
from recorder.pages.kept.named_sets import pass_
from recorder.pages.shared import handing
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.filters import abroad
from recorder.pages.shared.problems import tell_script
from recorder.pages.start.offered_names import list_offered_names
from recorder.serving.security import creation_limit, limiter
from recorder.store.ledger import current_time


@pages.get("/scoring/totals")
def totals() -> str:
    """Show the form of plain totals; ``q`` is a result to correct."""
    if "q" in request.args:
        summary = read_totals_link(request.args["q"])
        start = fill_result_form(list_result(summary))
        return _totals_page(start | {"instead": summary["print"]}, {})
    today = current_time()[:10]
    return _totals_page({"day": today, "today": today}, {})


def _totals_page(start: Mapping[str, Any], problems: Mapping[str, str]) -> str:
    tell_script(problems)
    return render_template(
        "totals.html",
        **list_totals_choices(),
        chosen=start.get("game", ""),
        known=list_offered_names(),
        start=start,
        problems=problems,
        pass_=pass_(),
    )


def list_totals_choices() -> dict[str, Any]:
    """Return the games and their editions for ``_totals.html``, with words."""
    known = games.list_games()
    return {
        "games": {name: presenter.find_presenter(name).title for name in known},
        "editions": {name: dict(games.find(name).edition_labels) for name in known},
    }


@pages.post("/scoring/totals")
@limiter.shared_limit(creation_limit, scope="creation")
def add_totals() -> ResponseReturnValue:
    """Keep plain totals among this browser's games, also instead of others, and show them."""
    try:
        summary = read_result(request.form)
    except Unfit as problem:
        key = problem.key if problem.key.startswith(FIELDS) else "form"
        return _totals_page(request.form, {key: explain_unfit(problem)}), 422
    if request.form.get("instead", summary["print"]) != summary["print"]:
        drop_totals(request.form["instead"])
    keep_totals(summary, request.form.get("pass", ""))
    return redirect(url_for("pages.shown_totals", q=write_totals_link(summary)), 303)


@pages.get("/scoring/totals/shown")
def shown_totals() -> str:
    """Show the totals that a link holds."""
    text = request.args.get("q", "")
    summary = read_totals_link(text)
    return render_template(
        "totals_shown.html",
        sheet=sheet.describe_totals(summary, speech.printed_words()),
        seats=sorted(summary["players"], key=lambda seat: int(seat["place"])),
        fields=fill_result_form(list_result(summary)),
        print=summary["print"],
        keeps=keeps_totals(summary["print"]),
        pass_=pass_(),
        q=text,
        link=abroad("pages.shown_totals", q=text),
    )


@pages.post("/scoring/totals/forget")
def forget_totals() -> ResponseReturnValue:
    """Take a result from this browser's list."""
    drop_totals(request.form.get("print", ""))
    return redirect(url_for("pages.mine"), 303)


@pages.get("/scoring/totals/sheet.pdf")
def totals_sheet() -> Response:
    """Send the sheet of plain totals as PDF."""
    words = speech.printed_words()
    said = sheet.describe_totals(read_totals_link(request.args.get("q", "")), words)
    return handing.send_printed_page(partial(sheet.print_sheet, said, words), "score.pdf")
