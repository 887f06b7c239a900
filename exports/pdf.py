"""WeasyPrint, kept on a short lead: own style sheet, no other file, one page at a time.

All printing of a process happens in one thread of its own. The fonts' library is not made for
two at once and two threads would not be faster than one; and the fonts that this thread has
found once it keeps, which saves a sixth of the time of the next sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

# WeasyPrint is imported where it is used: that costs half a second and needs Pango, and neither
# a command that stops at an unreadable record nor a web server that starts should pay for it.

_press = ThreadPoolExecutor(max_workers=1, thread_name_prefix="press")
"""The one thread that prints; it starts with the first page, so after a server has forked."""


def one_page(attempts: Iterable[str], style: Path) -> bytes:
    """Return a PDF from the first of several versions of a page that fits on one page.

    attempts: the page as HTML, from the preferred version to the most compact; the last one
    is printed even when it runs on to a second page, so that nothing is left out.
    style: the style sheet, a file of our own; the only file that is read.
    May be called from any thread; calls wait for one another.
    """
    return _press.submit(_print, attempts, style).result()


def _print(attempts: Iterable[str], style: Path) -> bytes:
    from weasyprint import HTML

    for html in attempts:
        page = HTML(string=html, url_fetcher=_no_files())
        document = page.render(stylesheets=[_style(style)], font_config=_fonts())
        if len(document.pages) == 1:
            break
    pdf: bytes = document.write_pdf()
    return pdf


@cache
def _fonts() -> FontConfiguration:
    """Return the fonts of the printing thread; no other thread may touch them."""
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
