"""The games that this browser knows, newest first (``recorder.remembered``)."""

from __future__ import annotations

from recorder.context import tables
from recorder.remembered import Remembered
from recorder.store import NoSuchLink

MOST = 12


def _number(token: str) -> int | None:
    try:
        return tables().store.link(token).id
    except NoSuchLink:
        return None


def _token(number: int) -> str | None:
    return tables().store.token(number)


_games = Remembered("games", MOST, _number, _token)

known = _games.tokens
remember = _games.remember
forget = _games.forget
