"""Draw the icons of the installed program: ``python -m tools.icons``.

From recorder/static/favicon.svg, by the browser that takes the other pictures. A maskable icon
fills its square, and keeps its motif within the middle four fifths.
"""

from __future__ import annotations

import re

from playwright.sync_api import sync_playwright

from recorder.pages.shared.delivery import STATIC
from recorder.pages.shared.shell import ICONS
from tests.browser.conftest import ARGS, CHROMIUM


def maskable(svg: str) -> str:
    """Return the icon without its rounded corners, its drawing in the part that no mask cuts."""
    square = re.sub(r' rx="\d+"', "", svg)
    inner = '<g transform="translate(4.8 4.8) scale(.7)" '
    return square.replace("<g ", inner, 1)


def main() -> None:
    """Write every icon of the manifest into recorder/static."""
    svg = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        for name, size, purpose in ICONS:
            side = int(size.split("x")[0])
            page = browser.new_page(viewport={"width": side, "height": side})
            drawn = maskable(svg) if purpose == "maskable" else svg
            page.set_content(f"<style>*{{margin:0;display:block}}svg{{width:100vw}}</style>{drawn}")
            page.screenshot(path=str(STATIC / name), omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
