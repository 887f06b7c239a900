"""The work of printing workers: functions with arguments, see ``exports.worker_pool``.

Each has a limit for the processor and for memory, and works only while the processor is free.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

MEMORY = 1 << 30
"""Bytes of address space that a page may take; all fonts found, it has a quarter of that."""

GARBAGE = 20_000
"""New objects before Python's garbage collection runs (default: 700). At the default it took a
tenth of the time of all sheets, and nearly doubled that of the sheets during which it ran."""

NEXT_PAGE = 'class="next-page"'
"""Begins another page in a template; a version fits where it has no more pages than these."""

BEHIND = 19
"""The ``nice`` value of printing where the system has no idle class: the lowest priority."""


def print_page(attempts: Iterable[str], style: str, seconds: float, many: bool = False) -> bytes:
    """Return the first of several versions of a page that fits on one, as PDF.

    attempts: HTML; the last one is printed however many pages it has. style: the path of a style
    sheet. seconds: how long the processor may work on all of them: beyond that the process ends.
    many: see ``exports.pdf.one_page``.
    """
    return _behind_others(_print_page, attempts, style, many, seconds=seconds)


def draw_picture(svg: str, seconds: float) -> bytes:
    """Return a drawing as PNG. seconds: as of ``print_page``."""
    return _behind_others(_draw_png, svg, seconds=seconds)


def _draw_png(svg: str) -> bytes:
    from resvg_py import svg_to_bytes  # on use: a server that never draws does without it

    return bytes(svg_to_bytes(svg_string=svg))


def _behind_others(make: Callable[..., bytes], *arguments: Any, seconds: float) -> bytes:
    """Run a function within its limits in the thread of lowest priority.

    The process keeps its own priority: it may write to the store between two pages, and others wait
    for that.
    """
    with _limit_process(seconds):
        return _thread().submit(make, *arguments).result()


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="prints", initializer=_stand_back)


def _stand_back() -> None:
    """Let this thread work only while nobody else wants to.

    With a lower priority alone, it would still use up its few milliseconds when a thread of the
    server wakes up, and an entry wakes the server half a dozen times.
    """
    if sys.platform == "linux":  # elsewhere the whole process would stand back
        os.nice(BEHIND)
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


@contextmanager
def _limit_process(seconds: float) -> Iterator[None]:
    """Bound the processor time and memory of the work inside; collect garbage seldom."""
    collects = gc.get_threshold()
    gc.set_threshold(max(GARBAGE, collects[0]), *collects[1:])
    try:
        import resource
    except ImportError:  # not every system bounds it
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(ValueError, OSError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        own = pages * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (own + MEMORY, hard))
    # Of this process, not of the clock: SIGPROF ends it.
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        gc.set_threshold(*collects)


LEAST_FILLED = 0.2
"""The part of a last page of several that is filled at least, where letters may get smaller."""


def _print_page(attempts: Iterable[str], style: str, many: bool = False) -> bytes:
    page: Any = None
    filled: Any = None
    for html in attempts:
        page = laid_out(html, Path(style))
        if len(page.pages) <= 1 + html.count(NEXT_PAGE):
            filled = page
            break
        if many and filled is None and measure_last_page(page) >= LEAST_FILLED:
            filled = page
    printed: bytes = (filled or page).write_pdf()
    return printed


def measure_last_page(page: Any) -> float:
    """Return the filled part of the last page of WeasyPrint's document."""
    sheet = page.pages[-1]._page_box
    return float(sheet.children[0].height / sheet.height)


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
    """Return a fetcher that refuses every address: a page contains all that it needs."""
    from weasyprint.urls import URLFetcher

    class NoFiles(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            raise ValueError(f"a printed page may not read {url!r}")

    return NoFiles()
