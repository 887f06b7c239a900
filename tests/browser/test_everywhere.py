"""Every page there is, by day and in the evening: what axe finds, and what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask

from tests.browser import axe, everywhere
from tests.browser.phone import Phone

Deal = Callable[[Mapping[str, Any]], dict[str, str]]


def test_axe_finds_nothing_on_any_page(
    new_phone: Callable[..., Phone], deal: Deal, served: tuple[str, Flask]
) -> None:
    """One address of every view, drawn anew in every run as is the language; all with SOAK=1."""
    known = everywhere.addresses(deal, served[1])
    assert not everywhere.forgotten(served[1], known)
    draw = everywhere.chance()
    phone = new_phone(locale=draw.choice(everywhere.LANGUAGES))
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 4000})  # nothing scrolls under what stays
    found: list[str] = []
    for view, paths in everywhere.some(known, draw).items():
        for path in paths:
            phone.open(path)
            lines = axe.by_day_and_night(page, axe.MOST)
            found += [f"{path[:60]} {view}: {line}" for line in lines]
    assert not found, "\n".join(found)
