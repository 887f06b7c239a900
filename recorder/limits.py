"""How much may be sent at a time, and how often: asked before anything is read.

A record is the one long thing that anybody sends. What is written to a game is a turn at a
table, and a form is what a thumb has filled in.
"""

from __future__ import annotations

from time import monotonic, time

from flask import current_app, request
from limits import RateLimitItem, parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, RateLimiter
from werkzeug.exceptions import TooManyRequests

from recorder.security import limiter
from recorder.store import Link

LARGEST_WRITE = 64 * 1024
"""Bytes of a write to a game: 50 checks of whole boards have half of that."""

LARGEST_FORM = 256 * 1024
"""Bytes of a form that is not about a recorded game: a whole position for six has a tenth."""

ALONE = 10.0
"""Seconds for which a process counts by itself after the storage it shares has failed."""

FORM = "application/x-www-form-urlencoded"


def shorten(link: Link | None) -> None:
    """Bound the body of the request by what it is about; beyond that it is 413, unread."""
    most = request.max_content_length
    if most is None:
        return
    if link is not None:
        request.max_content_length = min(most, LARGEST_WRITE)
    elif request.mimetype == FORM:
        request.max_content_length = min(most, LARGEST_FORM)


def count_write(link: Link) -> None:
    """Count a write of a link, and of its game. Raises TooManyRequests saying when to return."""
    config = current_app.config
    count("link", link.id, config["LINK_LIMIT"])
    count("game", link.game, config["GAME_LIMIT"])


def count(what: str, number: int, limit: str) -> None:
    """Count a write under a word and a number. Raises TooManyRequests saying when to return."""
    if not limiter.enabled:
        return
    for item in parse_many(limit):
        try:
            _count(_own if monotonic() < _alone_until else limiter.limiter, item, what, number)
        except StorageError as problem:
            _count_alone(problem)
            _count(_own, item, what, number)


_own = FixedWindowRateLimiter(MemoryStorage())
_alone_until = 0.0


def _count_alone(problem: StorageError) -> None:
    """Let this process count by itself for a while: nobody is kept from writing for a count."""
    global _alone_until
    current_app.logger.warning("the storage of rate limits failed: %s", problem.storage_error)
    _alone_until = monotonic() + ALONE


def _count(counter: RateLimiter, item: RateLimitItem, what: str, number: int) -> None:
    if not counter.hit(item, "write", what, str(number)):
        reset = counter.get_window_stats(item, "write", what, str(number)).reset_time
        raise TooManyRequests(str(item), retry_after=_seconds(item, reset))


def _seconds(item: RateLimitItem, reset: float) -> int:
    """Return after how many seconds the next one is taken."""
    return max(1, min(round(reset - time()) + 1, item.get_expiry()))
