"""Whether a page is fit for everybody: axe by day and night, thumbs, no scrolling sideways."""

import random
import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page

from tests.browser import axe
from tests.browser.phone import Phone
from tests.browser.scripts import read_script
from tests.proof.routes import LONG

NARROW = (320, 640)
SIZES = [NARROW, (390, 844), (844, 390), (1024, 768)]
"""A narrow phone, the usual one, one that is turned, and a window on a table."""

LOW = [(320, 568), (390, 664), *SIZES[2:]]
"""The same, as low as their browsers' own bars leave them."""

LOOSE = """() => {
    const sticks = (each) => getComputedStyle(each).position === "sticky";
    const sticky = [...document.querySelectorAll("*")].filter(sticks);
    for (const each of sticky) each.style.setProperty("position", "relative", "important");
    window.axeStuck = sticky;
}"""
STUCK = read_script("fit-stuck")


LETTERS = ("100%", "200%")
"""How large people set their letters."""

COVERING = read_script("fit-covering")
"""Panels that stick and take more than two fifths of the height, when the page has settled."""


def covering(
    page: Page, sizes: Iterable[tuple[int, int]], letters: Iterable[str] = LETTERS
) -> list[str]:
    """Return the elements that cover too much of the page, in some sizes of screen and letters."""
    own = page.viewport_size
    assert own is not None
    lines = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for size in letters:
            page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
            covers = page.evaluate(COVERING)
            lines += [f"{line} at {width} x {height}, letters of {size}" for line in covers]
        page.evaluate("() => { document.documentElement.style.fontSize = '' }")
    page.set_viewport_size(own)
    return lines


def findings(page: Page, rules: Mapping[str, Any] = axe.TAGS) -> list[str]:
    """Return axe's findings by day, and by night those of colours.

    One line for each place. Bars that stick to an edge are let go meanwhile: an element that can be
    scrolled out from under one is not too small.
    """
    page.evaluate(LOOSE)
    lines = axe.by_day_and_night(page, rules)
    page.evaluate(STUCK)
    return lines


def unfit(
    phone: Phone,
    sizes: Iterable[tuple[int, int]] = (),
    rules: Mapping[str, Any] = axe.TAGS,
    chance: random.Random | None = None,
) -> list[str]:
    """Return axe's findings on a page, elements too small for a thumb, and places too wide.

    sizes: further widths and heights to which the phone is turned or the window pulled; with any,
    panels are looked at, too: on every low screen, or on one that ``chance`` draws (SOAK=1: all).
    """
    page, own = phone.page, phone.page.viewport_size
    assert own is not None
    lines = findings(page, rules)
    others = [size for size in sizes if size[0] != own["width"]]
    for width, height in ((own["width"], own["height"]), *others):
        if (width, height) in others:
            page.set_viewport_size({"width": width, "height": height})
        lines += [wide] if (wide := phone.too_wide()) else []
        lines += [f"{line} at a width of {width}" for line in phone.small_targets()]
    if others:
        page.set_viewport_size(own)
        lines += covering(page, LOW if LONG or chance is None else [chance.choice(LOW)])
    return lines


BROKEN = read_script("fit-broken")
"""Words, numbers and prices that stand on two lines, and words that end in dots."""


_TWICE = re.compile(r'"(\d+) \1 ')


def badly_said(page: Page) -> list[str]:
    """Return texts that a screen reader says twice, after a space, or with a level left out."""
    said = page.locator("main").aria_snapshot()
    lines = [f"space before a comma: {line.strip()}" for line in said.splitlines() if " ," in line]
    buttons = [line.strip() for line in said.splitlines() if re.search(r"- (button|link) ", line)]
    lines += [f"said twice: {line}" for line in buttons if _TWICE.search(line)]
    levels = [int(level) for level in re.findall(r"- heading .*\[level=(\d)\]", said)]
    lines += [f"h{one} to h{other}" for one, other in pairwise(levels) if other > one + 1]
    return lines + [f"of nothing: {each}" for each in buttons if re.search(r'"(less|more)"', each)]
