"""Every page there is, by day and in the evening: what axe finds, and what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask import Flask

from tests.browser import everywhere
from tests.browser.phone import Phone
from tests.browser.test_reach import AXE

Deal = Callable[[Mapping[str, Any]], dict[str, str]]

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_on_any_page(
    new_phone: Callable[..., Phone], deal: Deal, served: tuple[str, Flask], dark: bool
) -> None:
    known = everywhere.addresses(deal)
    assert not everywhere.forgotten(served[1], known)
    phone = new_phone(dark=dark, height=4000)  # nothing scrolls under what stays in sight
    found: list[str] = []
    for view, paths in known.items():
        for path in paths:
            phone.open(path)
            phone.page.evaluate(AXE)
            seen = phone.page.evaluate("(rules) => axe.run(document, rules)", RULES)
            assert len(seen["passes"]) > 5  # it has looked
            found += [
                f"{view} {path[:60]}: {violation['id']}: {node['target']} {node['html'][:100]}"
                for violation in seen["violations"]
                for node in violation["nodes"]
            ]
    assert not found, "\n".join(found)
