"""Sets of precedents on pages: looked through where things are kept, chosen for a new game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort, render_template, request
from werkzeug.datastructures import MultiDict

from adjudicator import games
from recorder.games.visibility import GameView
from recorder.kept.named_sets import Set
from recorder.pages import presenter
from recorder.pages.kept.named_sets import owners
from recorder.pages.shared.blueprint import pages
from recorder.pages.wording import day, ngettext
from recorder.web.context import precedents

FIELD = "precedents"
"""The field of a set-up form that names the set."""


def list_ruling_sets(game: str) -> list[dict[str, object]]:
    """Return the sets of a game that the reader sees: name, how many rulings, when it changed."""
    return [_line(one) for one in precedents().shelves(game).visible(owners())]


def _line(one: Set) -> dict[str, object]:
    told = ngettext("%(num)d ruling", "%(num)d rulings", one.value["subjects"])
    return {"key": one.key, "name": one.name, "told": told, "day": day(one.at[:10])}


def describe_sets_form(game: str, start: Mapping[str, Any]) -> dict[str, object]:
    """Return the values for ``house_set`` of ``_rules.html``, which offers the sets."""
    one = precedents().shelves(game).find_named(owners(), str(start.get(FIELD, "")))
    return {"sets": list_ruling_sets(game), "chosen": one.key if one else ""}


def repeat_set_field(table: GameView) -> dict[str, str]:
    """Return the field of a form that begins with the set of an earlier game."""
    chosen = precedents().find_chosen(table)
    return {FIELD: chosen.key if chosen else ""}


def choose_ruling_set(table: GameView, sent: MultiDict[str, str]) -> None:
    """Let a new game play by the set that its form names; one that is not seen is none."""
    kept = precedents()
    one = kept.of_table(table).find_named(owners(), sent.get(FIELD, ""))
    if one is not None:
        kept.choose(table, one.key, one.name, writes=one.own)


@pages.get("/kept/<game>/precedents")
def kept_precedents(game: str) -> str:
    """Show the set of rulings called ``name``: decisions, dates, and people who agreed."""
    if game not in games.list_games():
        abort(404)
    one = precedents().shelves(game).find_named(owners(), request.args.get("name", ""))
    if one is None:
        abort(404)
    return render_template(
        "kept_precedents.html",
        game=game,
        game_title=presenter.find_presenter(game).title,
        set=_line(one),
        held=precedents().of_set(game, one.key),
    )
