"""Limits on size and number of requests, checked before anything is read.

A record is the one long thing that anybody sends. A write to a game is a turn at a table, and a
form is filled in by a thumb.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache
from threading import Lock
from time import monotonic, time

from flask import current_app, request
from limits import RateLimitItem, parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter, RateLimiter
from werkzeug.exceptions import TooManyRequests

from recorder.games import access
from recorder.serving.security import limiter, visitor_address
from recorder.store.ledger import Link

LARGEST_WRITE = 64 * 1024
"""Bytes of a write to a game: 50 checks of whole boards have half of that."""

LARGEST_FORM = 256 * 1024
"""Bytes of a form that is not about a recorded game: a whole position for six has a tenth."""

ALONE = 10.0
"""Seconds for which a process counts by itself after the storage it shares has failed."""

FORGET = 10.0
"""Seconds after which counts that have run out are forgotten."""

FORM = "application/x-www-form-urlencoded"


def limit_body(link: Link | None) -> None:
    """Bound the body of the request by its subject; beyond that it is 413, unread."""
    most = request.max_content_length
    if most is None:
        return
    if link is not None:
        request.max_content_length = min(most, LARGEST_WRITE)
    elif request.mimetype == FORM:
        request.max_content_length = min(most, LARGEST_FORM)


def count_write(link: Link) -> None:
    """Count a write of a seat or table, and of all seats. Raises TooManyRequests, with a time.

    The seat counts and not its token, which its owner may replace as often as he likes. The table's
    own link counts for itself: writes of seats and readers never shut it out.
    """
    config = current_app.config
    count_request("link", f"{link.ledger} {link.role} {link.seat or ''}", config["LINK_LIMIT"])
    if link.role == access.SEAT:
        count_request("game", str(link.ledger), config["GAME_LIMIT"])


def count_records(sizes: Collection[int]) -> None:
    """Count records that an address sends, and their bytes. Raises TooManyRequests, with a time.

    sizes: bytes of each, unpacked: that is the size in the store, however small a zip of them was.
    """
    config = current_app.config
    count_request("records", visitor_address(), config["RECORD_LIMIT"], len(sizes))
    count_request("kilobytes", visitor_address(), config["KILOBYTE_LIMIT"], sum(sizes) // 1024 + 1)


def count_request(what: str, who: str, limit: str, amount: int = 1) -> None:
    """Count a write under a word and its writer. Raises TooManyRequests, with a time.

    amount: of this write; an amount that is too much for now counts for nothing.
    """
    global _alone_until
    if not current_app.config["RATELIMIT_ENABLED"]:
        return
    for item in _parsed(limit):
        try:
            counter = _own if monotonic() < _alone_until else limiter.limiter
            _count_hit(counter, item, what, who, amount)
        except StorageError as problem:  # nobody is kept from writing for a count
            current_app.logger.warning(
                "the storage of rate limits failed: %s", problem.storage_error
            )
            _alone_until = monotonic() + ALONE
            _count_hit(_own, item, what, who, amount)


_parsed = cache(parse_many)


class Counts(MemoryStorage):
    """Counts of this process alone, in the place of the library's own ``memory://``.

    The library's own storage starts a thread for nearly every count to forget expired ones;
    waiting for the thread took a tenth of an append. Here counting itself forgets them now and
    then, by a monotonic clock: a clock that is set back would keep counts too long.
    """

    STORAGE_SCHEME = ["memory"]  # noqa: RUF012 -- as the library declares it

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **more: str) -> None:
        """See limits."""
        Storage.__init__(self, uri, wrap_exceptions, **more)  # the other one starts a thread
        self.storage: Counter[str] = Counter()
        self.expirations: dict[str, float] = {}
        self._counting = Lock()
        self._forget_at = 0.0

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count under a key, which runs out ``expiry`` seconds after its first count."""
        at = monotonic()
        with self._counting:
            if at >= self._forget_at:
                self._forget_at = at + FORGET
                for old in [one for one, until in self.expirations.items() if until <= at]:
                    self._forget_key(old)
            elif self.expirations.get(key, at) <= at:
                self._forget_key(key)
            self.expirations.setdefault(key, at + expiry)
            self.storage[key] += amount
            return self.storage[key]

    def get(self, key: str) -> int:
        """Return how often was counted under a key that has not run out."""
        with self._counting:
            return self.storage[key] if self.expirations.get(key, 0.0) > monotonic() else 0

    def get_expiry(self, key: str) -> float:
        """Return when a key runs out, as a time of the day: so it is asked for."""
        at = monotonic()
        return time() + self.expirations.get(key, at) - at

    def _forget_key(self, key: str) -> None:
        self.expirations.pop(key, None)
        self.storage.pop(key, None)


_own = FixedWindowRateLimiter(Counts())
_alone_until = 0.0


def _count_hit(counter: RateLimiter, item: RateLimitItem, what: str, who: str, amount: int) -> None:
    fits = amount == 1 or counter.test(item, "write", what, who, cost=amount)
    if not (fits and counter.hit(item, "write", what, who, cost=amount)):
        reset = counter.get_window_stats(item, "write", what, who).reset_time
        seconds = max(1, min(round(reset - time()) + 1, item.get_expiry()))
        raise TooManyRequests(str(item), retry_after=seconds)
