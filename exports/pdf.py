"""Pages as PDF and results as pictures, made by a worker or its replacement (``Maker``).

Entering never waits for printing. A page that takes too long or too much memory ends its worker and
not the server. Fonts are looked up once.
"""

from __future__ import annotations

import atexit
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from html import unescape
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from exports import printing
from exports.direction import MARKS, isolate_words
from exports.worker_pool import WorkerLost, WorkerPool, in_worker

PLACES = 4
"""Pages that are being printed or wait for it in a process that has a pool for them alone."""

SECONDS = 20.0
"""Seconds of the processor that one page may take, all its layouts together, however busy the
machine is; a full sheet takes a tenth of one."""

HANG = 600.0
"""Seconds by the clock after which a page that does not come to its limit counts as stuck."""


class Unprintable(Exception):
    """A page that was not printed: it took too long or too much, or its worker broke."""


class LettersMissing(Exception):
    """A page that would have boxes in the place of letters. words: the missing letters by word."""

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__(", ".join(words))
        self.words = words


_REFUSES: ContextVar[bool] = ContextVar("refuses boxes", default=False)


@contextmanager
def refuse_boxes(refuses: bool = True) -> Iterator[None]:
    """Raise LettersMissing inside, before a page is printed with boxes in the place of letters."""
    before = _REFUSES.set(refuses)
    try:
        yield
    finally:
        _REFUSES.reset(before)


class Maker(Protocol):
    """Prints where there are no workers, as a browser does. Drawings are left to it as SVG.

    page, picture: the content types of the results.
    """

    page: str
    picture: str

    def one_page(self, attempts: Iterable[str], style: Path, *, many: bool = False) -> bytes:
        """See ``one_page``."""


_instead: Maker | None = None

PDF, PNG = "application/pdf", "image/png"


def use_maker(maker: Maker) -> None:
    """Let all that this process prints from now on be made by somebody else."""
    global _instead
    _instead = maker


def list_content_types() -> tuple[str, str]:
    """Return the content types of printed pages and of pictures."""
    return (PDF, PNG) if _instead is None else (_instead.page, _instead.picture)


def one_page(attempts: Iterable[str], style: Path, *, many: bool = False) -> bytes:
    """Return a PDF from the first of several versions of a page that fits on one page.

    attempts: the page as HTML, from the preferred version to the most compact; the last one
    is printed even when it runs on to a second page, so that nothing is left out.
    many: if none fits, print the first version with a last page that is not almost empty.
    style: the style sheet, a file of our own; the only file that is read.
    May be called from any thread; calls wait for one another. Raises PoolFull, Unprintable, and
    LettersMissing inside ``refuse_boxes``.
    """
    pages: Iterator[str] = (isolate_words(page, MARKS) for page in attempts)
    if _instead is not None:
        return _instead.one_page(pages, style, many=many)
    if _REFUSES.get():
        first = next(pages)
        _check_letters(first)
        pages = chain((first,), pages)  # the other versions are made only if this one does not fit
    made = pages if in_worker() else list(pages)
    return _call_worker(printing.print_page, made, str(style), SECONDS, many)


def _check_letters(page: str) -> None:
    from exports.font_letters import find_missing_letters  # a browser has no such library

    told = unescape(re.sub(r"<(style|title)\b.*?</\1>|<[^>]*>", " ", page, flags=re.S))
    missing = find_missing_letters(dict.fromkeys(re.findall(r"[^\s.,:;()·]+", told)))
    if missing:
        raise LettersMissing(missing)


def make_picture(svg: str) -> bytes:
    """Return a drawing as PNG, or as it is where there are no workers.

    Raises PoolFull, Unprintable.
    """
    if _instead is not None:
        return svg.encode()
    return _call_worker(printing.draw_picture, svg, SECONDS)


def _call_worker(make: Callable[..., bytes], *arguments: Any) -> bytes:
    try:
        if in_worker():
            return make(*arguments)
        own = os.getpid()
        pool = _pools.get(own) or _pools.setdefault(own, WorkerPool(1, PLACES))
        made: bytes = pool.call(make, *arguments, seconds=HANG)
        return made
    except (WorkerLost, MemoryError) as problem:
        raise Unprintable(f"the page could not be printed: {problem}") from None


_pools: dict[int, WorkerPool] = {}
"""One for each process, by its number: a server that forks shares no pipe."""


@atexit.register
def close_workers() -> None:
    """End this process's workers; the next page starts another one."""
    pool = _pools.pop(os.getpid(), None)
    if pool is not None:
        pool.close()
