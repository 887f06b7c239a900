"""One store per request: opened when first asked for, closed when the request ends."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Collection, Mapping

from flask import Flask, current_app, g, request

from recorder.database import Connections, Unavailable, Unopened
from recorder.database.opening import hold_database
from recorder.games.clocks import WaitingPlayers
from recorder.games.corrections import Corrections
from recorder.games.proposals import Proposals
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.games.visibility import GameView
from recorder.kept.kept_values import Catalogue
from recorder.kept.precedents import Precedents
from recorder.languages.speech import reader
from recorder.serving import lanes, limits
from recorder.serving.live import Bounds, Hub
from recorder.store.migrations import prepare_store
from recorder.store.store import Seen, Store


def init_app(app: Flask) -> None:
    """Hang the process's replays on the application; the store is made ready on first use.

    So a program with a damaged store starts, answers 503, and can check and restore it.
    """
    app.extensions["replays"] = Replays(app.config["REPLAYS_MB"])
    app.extensions["live"] = Hub(Bounds.for_total(app.config["LIVE_STREAMS"]), _Look(app))
    app.extensions["held_open"] = {}
    app.before_request(_know_the_link)
    app.teardown_appcontext(_close_store)


WITHOUT_A_GAME = ("pages.forget", "pages.replace_link")
"""Actions with a link that may no longer open anything: forgetting it, and replacing it again if
the answer to a replacement was lost."""


def _know_the_link() -> None:
    """Find the link of a request and its limits, before anything of the body is read.

    The body is the longest thing that a stranger can send. Raises NoSuchLink, TooManyRequests.
    """
    token = (request.view_args or {}).get("token")
    if token is None or request.endpoint in WITHOUT_A_GAME:
        return limits.limit_body(None)
    link, size = tables().link_with_size(token)
    limits.limit_body(link)
    lanes.weigh_game(size)
    if request.method == "POST":
        limits.count_write(link)


def tables() -> Tables:
    """Return the service of the current request."""
    if "tables" not in g:
        store = Store(_find_connections().open())
        g.tables = Tables(
            store, current_app.extensions["replays"], reader(), _notify_written, _weigh_opened
        )
    service: Tables = g.tables
    return service


def kept_something() -> bool:
    """Return whether the current request has kept something before it failed."""
    return "tables" in g and tables().store.has_kept


def _notify_written(table: GameView, before: GameView) -> None:
    """Tell phones, and the game's own pages, that a game was written to."""
    find_hub().tell(table.link.ledger, table.version)
    current_app.extensions["wrote"](table, before)


def _weigh_opened(size: int) -> None:
    """Move a request that opens a long game to the heavy lane, unless it has kept something."""
    if not kept_something():
        lanes.weigh_game(size)


def find_hub() -> Hub:
    """Return the hub that tells phones of this process that a game has gone on."""
    hub: Hub = current_app.extensions["live"]
    return hub


def waiting_players() -> WaitingPlayers:
    """Return this process's findings about which players its tables waited for."""
    kept: WaitingPlayers = current_app.extensions["waited"]
    return kept


class _Look:
    """The hub's look at the writes of other processes: cheap while there are none.

    The connection is its own, so that every write is somebody else's to it.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._store: Store | None = None
        self._seen = 0

    def __call__(self, tokens: Collection[str]) -> Mapping[str, Seen] | None:
        """See ``recorder.serving.live.Look``."""
        try:
            self._store = self._store or Store(self._app.config["DATABASE"])
            written = self._store.change_number()
            if written == self._seen:
                return None
            seen = self._store.find_open_games(tokens)
        except Unavailable as problem:  # whoever asks it for something is told
            if self._store is not None:
                self._app.logger.warning("cannot see what others have written: %s", problem)
            self.close()
            return None
        self._seen = written
        return seen

    def close(self) -> None:
        """Close the connection; the next look opens another."""
        store, self._store, self._seen = self._store, None, 0
        if store is not None:
            store.close()


def corrections() -> Corrections:
    """Return the service of corrections of the current request."""
    return Corrections(tables())


def proposals() -> Proposals:
    """Return the service of proposals of the current request."""
    return Proposals(tables())


def catalogue() -> Catalogue:
    """Return the values that tables have entered once for all their games."""
    return Catalogue(tables().store)


def precedents() -> Precedents:
    """Return the rulings that tables have kept for their next games."""
    return Precedents(catalogue())


def _find_connections() -> Connections:
    """Make the store ready, and return the process's connections to it.

    A forked process keeps its own. They are closed when the process ends. Raises Failed, also where
    the store is not for this program, or there is no place for one. Another machine may have a
    place, or another program, and a repeated send reaches it.
    """
    held: dict[int, Connections] = current_app.extensions["held_open"]
    process = os.getpid()
    with _first:
        if process not in held:
            place = current_app.config["DATABASE"]
            try:
                prepare_store(place)
            except (OSError, RuntimeError) as problem:
                raise Unopened(str(problem)) from problem
            held[process] = hold_database(place, current_app.config["DATABASE_CONNECTIONS"])
            atexit.register(let_go, held, process)
    return held[process]


_first = threading.Lock()


def let_go(held: dict[int, Connections], process: int) -> None:
    """Close a process's connections to the store; a forked copy leaves them alone."""
    if process == os.getpid() and process in held:
        held.pop(process).close()


def let_go_of_store() -> None:
    """Give the store of the current request back, before it waits for something else."""
    _close_store(None)


def _close_store(_: BaseException | None) -> None:
    service: Tables | None = g.pop("tables", None)
    if service is not None:
        service.store.close()
