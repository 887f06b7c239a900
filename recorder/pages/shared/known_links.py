"""The games that this browser knows, newest first (``recorder.web.remembered_links``)."""

from __future__ import annotations

from datetime import datetime, timedelta

from flask import session

from recorder.games.visibility import GameView, hide_row
from recorder.serving.platform import outfit
from recorder.store.ledger import Link, current_time
from recorder.store.store import GameRow
from recorder.web.context import tables
from recorder.web.remembered_links import Remembered

ENDED = "ended"
"""In the session: the numbers of games of which this browser was told the end, newest first."""

SUSPENSE = timedelta(days=1)
"""How long after its last entry a game keeps its result from a browser that was not told it."""


_games = Remembered(
    "games",
    lambda: outfit().remembers,
    lambda token: tables().link(token),
    lambda numbers: tables().store.tokens(numbers),
)


def list_known_links() -> list[tuple[Link, GameRow]]:
    """Return the links of this browser's games, each with its game to show, the newest first."""
    numbers = _games.numbers()
    known = tables().store.find_links_and_games(numbers)
    _games.keep(known)
    shown = (known[number] for number in numbers if number in known)
    return [(link, hide_row(row, link)) for link, row in shown]


def tell_end(table: GameView) -> None:
    """Note that this browser was told the final scoring of a game."""
    game = table.link.ledger
    if table.over and game not in _list_ended():
        session[ENDED] = [game, *_list_ended()][: outfit().remembers]


def is_told(row: GameRow) -> bool:
    """Return whether this browser may see how a game ended: it was told, or that is long ago."""
    if not row.over or row.id in _list_ended():
        return True
    changed = datetime.fromisoformat(row.changed_at)
    return datetime.fromisoformat(current_time()) - changed >= SUSPENSE


def until_told(table: GameView) -> GameView:
    """Return a game as this browser may see it: without a final scoring it was not told yet."""
    return table if is_told(table.row) else table.view_before_end()


def open_until_told(token: str) -> GameView:
    """Return the game of a link for a page to show, see ``until_told``. Raises NoSuchLink."""
    return until_told(tables().open(token))


def _list_ended() -> list[int]:
    return list(session.get(ENDED, []))


numbers = _games.numbers
remember = _games.remember
put = _games.put
know = _games.know
forget = _games.forget
keep = _games.keep
