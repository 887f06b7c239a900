"""The recorder: a Flask application that keeps games and has every entry judged."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from recorder import api, cli, config, context, errors, languages, pages, security, watching
from recorder.league.pages import frame as league_pages

ROOT = Path(__file__).resolve().parent.parent


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """Return the application.

    settings: override the environment, which overrides ``config.DEFAULTS``. The database is
    created or brought up to date.
    """
    app = Flask(__name__, template_folder=str(ROOT / "templates"))
    app.config.from_mapping(config.DEFAULTS)
    app.config.from_mapping(config.from_environment(os.environ))
    app.config.from_mapping(settings or {})
    app.json.sort_keys = False  # type: ignore[attr-defined]
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
