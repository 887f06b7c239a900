"""A game in play: the page, entering, taking back. Every answer is the page at its new version."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from adjudicator.findings import check_due
from adjudicator.record import Unreadable
from recorder import access
from recorder.access import Forbidden
from recorder.context import corrections, precedents, tables
from recorder.corrections import NothingToRedo, NothingToTakeBack
from recorder.log import Step
from recorder.pages import presenter
from recorder.pages.entering import forms
from recorder.pages.entering.forms import BadForm
from recorder.pages.frame import effects, recent, views
from recorder.pages.frame.blueprint import pages
from recorder.pages.frame.telling import done, told
from recorder.pages.words import gettext as _
from recorder.tables import Appended, KeyReused, Outcome, Refused, Repeated, Stale, Table


@pages.get("/t/<token>")
def play(token: str) -> ResponseReturnValue:
    """Show a game; with ``since`` answer 204 when nothing has happened after that version."""
    table = tables().open(token)
    if request.args.get("since") == str(table.version):
        return "", 204
    recent.remember(token)
    tables().opened(table)
    return _page(table)


@pages.get("/t/<token>/other")
def other(token: str) -> str:
    """Show the sheet in which a table enters what is not offered."""
    table = tables().open(token)
    view = views.of_table(table, None)
    by = request.args.get("by") or request.args.get("shown")
    if by in [player["id"] for player in view.players]:
        view = replace(view, acting=by)
    shown = presenter.find(table.header["game"])
    return render_template(
        f"{shown.folder}/other.html",
        token=token,
        o=shown.other(view),
        view=view,
        version=table.version,
        key=secrets.token_urlsafe(12),
    )


@pages.post("/t/<token>/entries")
def enter(token: str) -> ResponseReturnValue:
    """Judge an entry and record it; an illegal one only when the table says so."""
    table = tables().open(token)
    ruling = request.form.get("ruling")
    entry: dict[str, Any] = {}
    try:
        form = request.form.copy()
        if ruling:
            form.pop("ruling")
            form["entry"] = ruling
        entry = forms.entry_of(form)
        outcome = _append(table, entry, form, stands=bool(ruling))
    except Forbidden as problem:
        return _page(table, problem=str(problem), status=403)
    except (BadForm, Unreadable) as problem:
        return _page(table, problem=str(problem), status=422)
    except KeyReused:
        return _page(table, problem=_("This was sent before with another content"), status=409)
    return _answer(token, table, outcome, entry)


def _append(
    table: Table, entry: Mapping[str, Any], form: MultiDict[str, str], *, stands: bool
) -> Outcome:
    return tables().append(
        table,
        entry,
        version=forms.version_of(form),
        key=forms.key_of(form),
        stands=stands,
        note=form.get("ruling-note", "").strip() or None,
        agreed=form.getlist("ruling-agreed"),
    )


@pages.post("/t/<token>/undo")
def undo(token: str) -> ResponseReturnValue:
    """Take the last step back: an entry with the ruling that let it stand, a correction."""
    return _step(token, corrections().take_back)


@pages.post("/t/<token>/redo")
def redo(token: str) -> ResponseReturnValue:
    """Take a step again that was taken back."""
    return _step(token, corrections().redo)


def _step(token: str, take: Callable[..., Outcome]) -> ResponseReturnValue:
    table = tables().open(token)
    try:
        outcome = take(
            table, version=forms.version_of(request.form), key=forms.key_of(request.form)
        )
    except Forbidden as problem:
        return _page(table, problem=str(problem), status=403)
    except (BadForm, KeyReused) as problem:
        return _page(table, problem=str(problem), status=422)
    except (NothingToTakeBack, NothingToRedo):
        return _page(table)
    return _answer(token, table, outcome, None)


def _answer(
    token: str, table: Table, outcome: object, entry: Mapping[str, Any] | None
) -> ResponseReturnValue:
    """Return the page after a send: recorded, refused, or overtaken by somebody else."""
    if isinstance(outcome, Refused) and entry is not None:
        refused = {
            "entry": entry,
            "phrase": told(table.header, entry),
            "verdict": outcome.verdict.to_json(table.language),
            "may_stand": table.link.role == access.TABLE,
            "precedents": precedents().on(table, outcome.verdict),
        }
        return _page(table, refused=refused)
    table = tables().open(token)
    if isinstance(outcome, Stale):
        stale = {
            "entry": entry,
            "phrase": told(table.header, entry) if entry else _("take the last entry back"),
            "meanwhile": [line for step in outcome.meanwhile for line in done(table.header, step)],
        }
        return _page(table, stale=stale, status=409)
    if request.headers.get("HX-Request") or not isinstance(outcome, Appended | Repeated):
        return _page(table, fresh=entry is not None, stepped=entry is None)
    return redirect(url_for("pages.play", token=token), 303)


def _page(
    table: Table,
    *,
    refused: Mapping[str, Any] | None = None,
    stale: Mapping[str, Any] | None = None,
    problem: str | None = None,
    fresh: bool = False,
    stepped: bool = False,
    status: int = 200,
) -> ResponseReturnValue:
    """Render the game, whole or, for htmx, its main part.

    fresh: the last entry was just made; stepped: one was just taken back, or made again.
    """
    game = table.header["game"]
    presented = presenter.find(game)
    view = views.of_table(table, request.values.get("shown"))
    last = _last(table, fresh)
    context = {
        "token": table.link.token,
        "game": game,
        "folder": presented.folder,
        "styles": presented.styles,
        "here": "play",
        "title": " · ".join(player["name"] for player in view.players),
        "version": table.version,
        "key": secrets.token_urlsafe(12),
        "writes": view.writes,
        "view": view,
        "t": presented.play(view),
        "refused": refused,
        "stale": stale,
        "problem": problem,
        "last": last,
        "undoable": _may_step(table, table.played.story.done),
        "redoable": _may_step(table, table.played.story.undone),
        "check_due": view.writes and check_due(table.replay),
        "announce": _announced(last, fresh, stepped),
    }
    part = request.headers.get("HX-Request")
    response = make_response(render_template("play_body.html" if part else "play.html", **context))
    response.status_code = status
    response.vary.add("HX-Request")
    return response


def _may_step(table: Table, steps: Sequence[Step]) -> bool:
    """Return whether there is a last step, and the link may take it back or again."""
    return bool(steps) and access.may_step(table.link, steps[-1])


def _announced(last: Mapping[str, Any] | None, fresh: bool, stepped: bool) -> str | None:
    """Return what a screen reader says of the answer: the entry, or how far was stepped back."""
    if stepped:
        now = _("Last entry: %(told)s.", told=last["phrase"]) if last else _("Nothing is entered.")
        return _("Taken back, or made again. %(now)s", now=now)
    return str(last["announce"]) if last and fresh else None


def _last(table: Table, fresh: bool) -> dict[str, Any] | None:
    """Return the last entry that is not a ruling, in words, with its verdict."""
    entries = table.replay.record.entries
    for number in range(len(entries), 0, -1):
        entry = entries[number - 1]
        if entry["do"] != access.RULING:
            phrase = told(table.header, table.privacy.entry(entry))
            verdict = table.verdict(number)
            did = effects.of(table, number, number).get(number, ())
            word = {"legal": _("Legal"), "illegal": _("Illegal"), "unclear": _("Unclear")}
            return {
                "phrase": phrase,
                "verdict": verdict,
                "fresh": fresh,
                "effects": did,
                "announce": f"{word[verdict['verdict']]}. {phrase}. {effects.said(did)}".strip(),
                "precedents": precedents().on(table, table.replay.verdicts[number - 1])
                if fresh
                else [],
            }
    return None
