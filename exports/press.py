"""The press: lays out the pages that its standard input brings, one after the other.

    python -m exports.press

Started by ``exports.pdf``. A message in is JSON, ``html`` and ``style`` (a file of our own); the
answer is the PDF, or empty where it has more than one page. An object with nothing in it asks
for that PDF all the same. ``seconds``, with a page's first layout, is how long the processor may
work on all of them: beyond that the press ends.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exports.pdf import receive, send

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

MEMORY = 1 << 30
"""Bytes of address space; a press with all fonts found has a quarter of that."""

GARBAGE = 20_000
"""New objects before Python's garbage collection runs (default: 700). At the default it took a
tenth of the time of all sheets, and nearly doubled that of the sheets during which it ran."""

BEHIND = 19
"""How far the press stands back for everybody else (``nice``) where the system has no more than
that: as far as it goes."""


def main() -> None:
    """Print until standard input ends."""
    kept: Any = None

    def printed(asked: dict[str, Any]) -> bytes:
        nonlocal kept
        if asked:
            kept = laid_out(asked["html"], Path(asked["style"]))
        page: bytes = kept.write_pdf() if not asked or len(kept.pages) == 1 else b""
        return page

    serve(printed)


def serve(answer: Callable[[dict[str, Any]], bytes]) -> None:
    """Answer the messages of standard input until it ends, a little behind everybody else."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-C is for the server, which ends us
    _stand_back()
    with suppress(ValueError, OSError):  # not every system bounds it
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    gc.set_threshold(GARBAGE, 10, 10)
    inward, outward = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints does not come between
    while True:
        try:
            asked = json.loads(receive(inward))
        except EOFError:
            return
        if "seconds" in asked:  # of this process, not of the clock: SIGPROF ends it
            signal.setitimer(signal.ITIMER_PROF, asked["seconds"])
        send(outward, answer(asked))


def _stand_back() -> None:
    """Work only while nobody else wants to.

    With a lower priority alone, a press still uses up its few milliseconds when a thread of the
    server wakes up, and an entry wakes the server half a dozen times.
    """
    os.nice(BEHIND)
    with suppress(AttributeError, OSError):  # Linux has it
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def laid_out(html: str, style: Path) -> Any:
    """Return WeasyPrint's document of a page."""
    from weasyprint import HTML

    page = HTML(string=html, url_fetcher=_no_files())
    return page.render(stylesheets=[_style(style)], font_config=_fonts())


@cache
def _fonts() -> FontConfiguration:
    """Return the fonts; found once, they save a sixth of the time of the next page."""
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


@cache
def _style(path: Path) -> CSS:
    """Return the style sheet, read and parsed once; it brings no fonts of its own."""
    from weasyprint import CSS

    return CSS(string=path.read_text(encoding="utf-8"), url_fetcher=_no_files())


@cache
def _no_files() -> URLFetcher:
    """Return a fetcher that refuses every address: what a page needs is in the page itself."""
    from weasyprint.urls import URLFetcher

    class NoFiles(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            raise ValueError(f"a printed page may not read {url!r}")

    return NoFiles()


if __name__ == "__main__":
    main()
