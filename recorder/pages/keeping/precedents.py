"""Sets of precedents on pages: looked through where things are kept, chosen for a new game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort, render_template, request
from werkzeug.datastructures import MultiDict

from recorder.catalogue import Item
from recorder.context import precedents
from recorder.pages import presenter
from recorder.pages.frame.blueprint import pages
from recorder.pages.words import day, ngettext
from recorder.tables import Table

FIELD = "precedents"
"""The field of a set-up form that names the set."""

MOST = 60
"""Sets that are listed, the last changed first."""


def listed(game: str) -> list[dict[str, str]]:
    """Return the sets of a game as lines: name, how many rules, when it last changed."""
    return [_line(item) for item in precedents().sets(game)[:MOST]]


def _line(item: Item) -> dict[str, str]:
    held = item.value["subjects"]
    told = ngettext("%(num)d rule", "%(num)d rules", held)
    return {"name": item.name, "told": told, "day": day(item.at[:10])}


def form(game: str, start: Mapping[str, Any]) -> dict[str, Any]:
    """Return what ``house_set`` of ``_rules.html`` needs to offer the sets."""
    item = precedents().listed(game, str(start.get(FIELD, "")))
    return {"sets": listed(game), "chosen": item.name if item else ""}


def again(table: Table) -> dict[str, str]:
    """Return the field of a form that begins with the set of an earlier game."""
    return {FIELD: precedents().chosen(table)}


def choose(table: Table, sent: MultiDict[str, str]) -> None:
    """Let a new game play by the set that its form names; one that is not listed is none."""
    item = precedents().listed(table.replay.record.game, sent.get(FIELD, ""))
    if item is not None:
        precedents().choose(table, item.name)


@pages.get("/kept/<game>/precedents")
def kept_precedents(game: str) -> str:
    """Show the set of rulings called ``name``: what was decided, when and who agreed."""
    if game not in presenter.offered():
        abort(404)
    item = precedents().listed(game, request.args.get("name", ""))
    if item is None:
        abort(404)
    return render_template(
        "kept_precedents.html",
        game=game,
        game_title=presenter.find(game).title,
        set=_line(item),
        held=precedents().of_set(game, item.name),
    )
