"""The recorder: a Flask application that keeps games and has every entry judged."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import Flask

from exports.places import TEMPLATES
from recorder import (
    api,
    asked,
    cli,
    config,
    context,
    errors,
    lanes,
    languages,
    pages,
    security,
    watching,
)
from recorder.league.pages import adding as league_pages

View = TypeVar("View", bound=Callable[..., Any])


class Application(Flask):
    """The application: no view of it is a coroutine, so none is asked whether it is."""

    def ensure_sync(self, func: View) -> View:
        """Return the function as it is; Flask asks for two dozen of them in every request."""
        return func


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """Return the application.

    settings: override the environment, which overrides ``config.DEFAULTS``. The database is
    created or brought up to date.
    """
    app = Application(__name__, template_folder=str(TEMPLATES))
    app.config.from_mapping(config.DEFAULTS)
    app.config.from_mapping(config.from_environment(os.environ))
    app.config.from_mapping(settings or {})
    app.json.sort_keys = False  # type: ignore[attr-defined]
    lanes.init_app(app)
    asked.init_app(app)
    context.init_app(app)
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = config.secret_key(app.config["DATABASE"])
    languages.init_app(app)
    errors.init_app(app)
    security.init_app(app)
    api.init_app(app)
    cli.init_app(app)
    pages.init_app(app)
    league_pages.init_app(app)
    watching.init_app(app)
    return app
