"""Whether a page is fit for everybody: axe by day and night, thumbs, no scrolling sideways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from playwright.sync_api import Page

from tests.browser import axe
from tests.browser.phone import Phone

NARROW = (320, 640)
SIZES = [NARROW, (390, 844), (844, 390), (1024, 768)]
"""A narrow phone, the usual one, one that is turned, and a window on a table."""

LOOSE = """() => {
    const sticks = (each) => getComputedStyle(each).position === "sticky";
    const sticky = [...document.querySelectorAll("*")].filter(sticks);
    for (const each of sticky) each.style.setProperty("position", "relative", "important");
    window.axeStuck = sticky;
}"""
STUCK = """() => {
    for (const each of window.axeStuck) {
        each.style.removeProperty("position");
        // an empty attribute would be carried over to the next page by its text, which the
        // page's policy forbids
        if (!each.style.length) each.removeAttribute("style");
    }
}"""


def findings(page: Page, rules: Mapping[str, Any] = axe.TAGS) -> list[str]:
    """What axe finds by day, and by night of the colours, which are all that the night changes.

    One line for each place. Bars that stick to an edge are let go meanwhile: what can be scrolled
    out from under one is not too small.
    """
    page.evaluate(LOOSE)
    lines = axe.by_day_and_night(page, rules)
    page.evaluate(STUCK)
    return lines


def unfit(
    phone: Phone, sizes: Iterable[tuple[int, int]] = (), rules: Mapping[str, Any] = axe.TAGS
) -> list[str]:
    """What axe finds on a page, what is too small for a thumb, and where it is too wide.

    sizes: further widths and heights to which the phone is turned or the window pulled.
    """
    page, own = phone.page, phone.page.viewport_size
    assert own is not None
    found = findings(page, rules)
    others = [size for size in sizes if size[0] != own["width"]]
    for width, height in ((own["width"], own["height"]), *others):
        if (width, height) in others:
            page.set_viewport_size({"width": width, "height": height})
        found += [wide] if (wide := phone.too_wide()) else []
        found += [f"{line} at a width of {width}" for line in phone.small_targets()]
    if others:
        page.set_viewport_size(own)
    return found
