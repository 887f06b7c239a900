"""The pages: what people see. A view loads, calls, appends, renders."""

from __future__ import annotations

from flask import Flask, request

from recorder.pages import delivery, filters, words
from recorder.pages.home import pages
from recorder.pages.problems import error_page


def init_app(app: Flask) -> None:
    """Add the pages, their words, their filters, and the page that shows errors."""
    from recorder.pages import (  # noqa: F401  (views)
        checking,
        correcting,
        finish,
        kept,
        playing,
        private,
        referee,
        rulebook,
        rulings,
        scoring,
    )

    words.init_app(app)
    filters.init_app(app)
    delivery.init_app(app)
    # A game takes an evening: a page that lay open for two hours must still be able to send.
    app.config["WTF_CSRF_TIME_LIMIT"] = None
    app.register_blueprint(pages)
    app.extensions["error_page"] = error_page
    app.before_request(_remember)


def _remember() -> None:
    """Keep the session's cookie for a year: it holds the games that this browser knows."""
    from flask import session

    if request.blueprint == pages.name:
        session.permanent = True
