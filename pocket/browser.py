"""The browser's own work: it prints a page that stands on its screen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from exports.pdf import Maker

SIZE = re.compile(r'<html([^>]*) style="font-size: ([\d.]+)pt"')

ON_SCREEN = """
@media screen {
  html { background: #8c8577; }
  body { background: #fff; width: 186mm; margin: 4mm auto; padding: 12mm; zoom: var(--fits, 1); }
}
"""
"""How a printed page lies on a screen; the window sees that it fits its width (web/shell.js)."""


class Browser(Maker):
    """The browser in the place of the workers. A page is HTML that stands for itself.

    It names all letter sizes that fit (``meta name=sizes``); as with a worker, the layout chooses
    the one that keeps the page on one sheet.
    """

    page = "text/html; charset=utf-8"
    picture = "image/svg+xml"

    def one_page(self, attempts: Iterable[str], style: Path, *, many: bool = False) -> bytes:
        """Return the first version of a page with its style, and the sizes of all versions."""
        versions = list(attempts)
        sizes = [size[2] for text in versions if (size := SIZE.search(text))]
        styles = style.read_text(encoding="utf-8").replace("</", "<\\/")
        head = (
            f'<meta name="viewport" content="width=device-width">'
            f'<meta name="sizes" content="{" ".join(sizes)}">'
            f"<style>{styles}{ON_SCREEN}</style>"
        )
        return versions[0].replace("</head>", head + "</head>", 1).encode()
