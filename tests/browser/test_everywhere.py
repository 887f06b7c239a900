"""Every page there is, by day and in the evening: what axe finds, and what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask

from tests.browser import everywhere
from tests.browser.phone import Phone
from tests.browser.test_reach import AXE, COLOURS, looked_over
from tests.proof.routes import LONG

Deal = Callable[[Mapping[str, Any]], dict[str, str]]

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}


def test_axe_finds_nothing_on_any_page(phone: Phone, deal: Deal, served: tuple[str, Flask]) -> None:
    """One address of every view, drawn anew in every run; all of them with SOAK=1."""
    known = everywhere.addresses(deal, served[1])
    assert not everywhere.forgotten(served[1], known)
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 4000})  # nothing scrolls under what stays
    found: list[str] = []
    for view, paths in everywhere.some(known, everywhere.chance()).items():
        for path in paths:
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                if scheme == "light":
                    phone.open(path)
                    page.evaluate(AXE)
                rules = RULES if LONG or scheme == "light" else COLOURS
                found += [
                    f"{scheme} {path[:60]} {view}: {violation['id']}: {node['target']}"
                    f" {node['html'][:100]}"
                    for violation in looked_over(page, rules)
                    for node in violation["nodes"]
                ]
    assert not found, "\n".join(found)
