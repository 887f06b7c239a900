"""What is handed on of a game: its links, its record, its score sheet."""

from __future__ import annotations

from importlib import import_module

from flask import Response, render_template, request
from flask.typing import ResponseReturnValue

from adjudicator.record import Record, dump
from recorder import access, languages
from recorder.context import tables
from recorder.pages.frame.blueprint import pages
from recorder.pages.frame.filters import abroad
from recorder.pages.frame.header import frame
from recorder.pages.words import gettext as _
from recorder.tables import Table


@pages.get("/t/<token>/share")
def share(token: str) -> str:
    """Show the links that this link may hand on."""
    table = tables().open(token)
    names = {player["id"]: player["name"] for player in table.header["players"]}
    links = [
        {
            "role": link.role,
            "name": names.get(link.seat or "", ""),
            "url": abroad("pages.play", token=link.token),
        }
        for link in tables().links(table)
    ]
    return render_template("share.html", **frame(table, "share"), links=links)


@pages.get("/t/<token>/record.json")
def record(token: str) -> ResponseReturnValue:
    """Send the record as a file, as this link may see it."""
    table = tables().open(token)
    return _file(dump(Record(table.record)), "application/json", _name(table, "json"))


@pages.get("/t/<token>/sheet.pdf")
def sheet(token: str) -> ResponseReturnValue:
    """Send the score sheet as PDF. Raises Forbidden while it would tell secret scores."""
    table = tables().open(token, asked="asked" in request.args)
    if table.privacy.scores:
        raise access.Forbidden(_("the scores are secret until the game is over"))
    body = import_module("exports.sheet").render(
        table.replay, languages.printed(), found=table.findings
    )
    return _file(body, "application/pdf", _name(table, "pdf"))


def _name(table: Table, ending: str) -> str:
    day = table.header.get("played_on") or table.row.started_at[:10]
    return f"{table.header['game']}-{day}.{ending}"


def _file(body: str | bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, mimetype=kind, headers=headers)
