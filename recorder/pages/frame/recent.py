"""The games that this browser knows, newest first: kept in its own signed cookie, nowhere else.

A link opens a game, so links are never listed for others.
"""

from __future__ import annotations

from flask import session

MOST = 12

_KEY = "games"


def known() -> list[str]:
    """Return the tokens of the games that this browser has opened, newest first."""
    tokens = session.get(_KEY, [])
    return [str(token) for token in tokens]


def remember(token: str) -> None:
    """Put a game in front of the list; the oldest one beyond the most falls out."""
    tokens = known()
    if tokens[:1] != [token]:
        session[_KEY] = [token, *(other for other in tokens if other != token)][:MOST]


def forget(token: str) -> None:
    """Take a game from the list; the game itself stays."""
    session[_KEY] = [other for other in known() if other != token]
