"""The pages that people see. A view loads, calls, appends, renders.

``start``      the first page, setting a game up, sitting down at it
``playing``    entering and taking back, private notes, reading the real board
``history``    the log, one entry and its correction, rulings, the result, files
``referee``    the referee, the scoring assistant, the rulebook, cards, the casebook
``kept``       things that tables enter once: figures, house rules
``forms``      from an offer and a form's fields to an entry
``shared``     the frame of every page, parts, sentences
``wording``    lists, moments; ``presenter`` the interface to a game's own pages
``<game>``     the pages of one game, arranged and worded
"""

from __future__ import annotations

from flask import Flask, request

from recorder.games.clocks import WaitingPlayers
from recorder.pages import presenter
from recorder.pages.shared import delivery, filters, parts, pictures, shell
from recorder.pages.shared.blueprint import pages
from recorder.pages.shared.problems import error_page


def init_app(app: Flask) -> None:
    """Add the pages, their words, their filters, and the page that shows errors."""
    from recorder.pages.history import (  # noqa: F401  (views)
        correcting,
        ending,
        files,
        log,
        moments,
        picture,
        result,
        rulings,
    )
    from recorder.pages.kept import kept, transfer  # noqa: F401  (views)
    from recorder.pages.playing import checking, clock, private, proposals, streams, turns, wall  # noqa: F401  (views)
    from recorder.pages.referee import (  # noqa: F401  (views)
        card_pages,
        casebook_pages,
        plain_totals,
        referee,
        rulebook,
        scoring_assistant,
        search,
    )
    from recorder.pages.start import home, joining, mine  # noqa: F401  (views)

    filters.init_app(app)
    delivery.init_app(app)
    shell.init_app(app)
    parts.init_app(app)
    pictures.init_app(app)
    # A game takes an evening: a page that lay open for two hours must still be able to send.
    app.config["WTF_CSRF_TIME_LIMIT"] = None
    app.register_blueprint(pages)
    app.extensions["error_page"] = error_page
    app.extensions["wrote"] = presenter.note_written
    app.extensions["waited"] = WaitingPlayers(clock.waits)
    app.before_request(_remember)


def _remember() -> None:
    """Keep the session's cookie for a year: it holds the games that this browser knows.

    Every page that is opened renews it; later requests of the page's script need not.
    """
    from flask import session

    if request.blueprint == pages.name and not (
        session.permanent and parts.MARKS in request.headers
    ):
        session.permanent = True
