"""The page of a seat's own link for its player's secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from recorder.games import private
from recorder.games.access import Forbidden
from recorder.games.private import DoesNotFit, NothingToTell
from recorder.games.visibility import GameView
from recorder.pages.forms import entry_forms
from recorder.pages.forms.entry_forms import BadForm
from recorder.pages.presenter import Problems
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.header import find_telling, frame
from recorder.pages.shared.problems import tell_script
from recorder.pages.wording import gettext as _
from recorder.store.ledger import KeyReused
from recorder.web.context import tables


@pages.get("/t/<token>/tell")
def tell(token: str) -> str:
    """Show the form for telling, with the last values."""
    return _page(tables().open(token), {})


def _page(table: GameView, problems: Mapping[str, str], sent: Any = None) -> str:
    tell_script(problems)
    found = find_telling(table)
    if found is None:
        abort(404)
    before = private.read_tellings(table).get(found.what)
    return render_template(
        "tell.html",
        **frame(table, "tell"),
        telling=found,
        k=found.form(before if sent is None else sent, table.header),
        before=before is not None,
        fits=private.tellings_fit(table),
        problems=problems,
        key=entry_forms.new_key(),
    )


@pages.post("/t/<token>/tell")
def tell_privately(token: str) -> ResponseReturnValue:
    """Keep the player's secret, and go back to the game."""
    table = tables().open(token)
    found = find_telling(table)
    if found is None:
        abort(404)
    value = None
    try:
        value = found.read(request.form, table.header)
        private.keep_telling(
            tables(), table, found.what, value, key=entry_forms.read_send_key(request.form)
        )
    except Problems as problem:
        return _page(table, problem.by_field), 422
    except DoesNotFit as problem:
        told = _("That is not possible: a card is listed twice, or one is missing.")
        if problem.entries:
            told = _(
                "This contradicts entry %(number)s, where another card was played.",
                number=problem.entries[0],
            )
        return _page(table, {"form": told}, value), 422
    except Forbidden as problem:
        return _page(table, {"form": str(problem)}, value), 403
    except (BadForm, KeyReused, NothingToTell) as problem:
        return _page(table, {"form": str(problem)}, value), 422
    return redirect(url_for("pages.play", token=token), 303)
