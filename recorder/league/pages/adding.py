"""Adding the league to the application: its books, its blueprint with all views."""

from __future__ import annotations

from flask import Flask

from recorder.league import known
from recorder.league.imports import Importer
from recorder.league.pages import (  # noqa: F401  (views)
    cases,
    evening_forms,
    evenings,
    figure_pages,
    files,
    frame,
    front,
    games,
    importing,
    joining_games,
    past_games,
    people,
    settling,
    standings,
    starting,
)
from recorder.league.service import BOOKS, Books
from recorder.pages import wording
from recorder.serving.platform import KEY


def init_app(app: Flask) -> None:
    """Add the league: its books, its blueprint with all views."""
    app.extensions["books"] = Books(BOOKS)
    app.extensions["imports"] = Importer(app, known.league_service, app.extensions[KEY].aside)
    app.register_blueprint(frame.league_pages)
    app.jinja_env.globals["leagues_known"] = known.list_known_leagues
    app.jinja_env.globals["league_of_table"] = known.find_league_of_table
    app.jinja_env.globals["league_cases"] = known.cases_on
    app.jinja_env.filters["points"] = frame.points_text
    app.jinja_env.filters["number"] = wording.localise_number
    app.jinja_env.filters["percentage"] = wording.percentage
