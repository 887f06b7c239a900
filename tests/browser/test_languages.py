"""Every page in every language on the narrowest phone and with large letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask

from tests.browser import axe, everywhere
from tests.browser.everywhere import LANGUAGES
from tests.browser.phone import Phone
from tests.proof.routes import LONG

Deal = Callable[[Mapping[str, Any]], dict[str, str]]

NARROWEST, LARGE = 320, "200%"
"""CSS pixels of the smallest phone; how large people set their letters."""

WORST = {"new", "ask_new", "wall", "tell", "play"}
"""Views that were too wide most often: they are looked at in every language in every run."""

CUT = """() => {
  const SILENT = ".away, .skip, script, style, svg, textarea, option, select, code, pre";
  const wide = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > wide) {
    found.push(`scrolls sideways: ${document.documentElement.scrollWidth} on ${wide}`);
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (words.nextNode()) {
    const text = words.currentNode;
    const own = text.parentElement;
    if (!text.data.trim() || !own.checkVisibility({checkVisibilityCSS: true})) continue;
    if (own.closest(SILENT)) continue;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    if (!boxes.length) continue;
    const right = Math.max(...boxes.map((box) => box.right));
    const left = Math.min(...boxes.map((box) => box.left));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    let free = false;
    for (let each = own; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (/auto|scroll/.test(style.overflowX) || style.textOverflow === "ellipsis") free = true;
      const box = each.getBoundingClientRect();
      const hides = /hidden|clip/.test(style.overflowX) || each.matches("button, .btn");
      if (!free && hides && box.width > 1 && (right > box.right + 1.5 || left < box.left - 1.5)) {
        found.push(`cut: "${text.data.trim().slice(0, 40)}" in ${each.outerHTML.slice(0, 70)}`);
        break;
      }
      if (each.matches("button, .btn") && bottom > box.bottom + 2) {
        found.push(`below: "${text.data.trim().slice(0, 40)}" in ${each.outerHTML.slice(0, 70)}`);
        break;
      }
    }
    if (!free && (right > wide + 1 || left < -1)) {
      found.push(`outside: "${text.data.trim().slice(0, 40)}" in ${own.outerHTML.slice(0, 70)}`);
    }
  }
  return found;
}"""
"""Words that do not fit: beside the page, beside their button, or beside what hides the rest."""


def test_no_language_is_too_long_for_a_page(
    new_phone: Callable[..., Phone], deal: Deal, served: tuple[str, Flask]
) -> None:
    """One address of every view in a language that the run draws, the worst views in all of them.

    axe looks at the league's views, the others have a walk of their own; with SOAK=1 at all.
    """
    draw = everywhere.chance()
    phones = {tag: new_phone(width=NARROWEST, height=4000, locale=tag) for tag in LANGUAGES}
    known = everywhere.addresses(deal, served[1])
    clubs = everywhere.league_addresses(deal, served[1])
    known |= clubs
    found = []
    for view, paths in everywhere.some(known, draw).items():
        tags = LANGUAGES if LONG or view in WORST else (draw.choice(LANGUAGES),)
        for path, tag in ((path, tag) for path in paths for tag in tags):
            page = phones[tag].page
            phones[tag].open(path)
            assert page.get_attribute("html", "lang") == tag
            where = f"{tag} {view} {path[-50:]}"
            found += [f"{where}: {line}" for line in page.evaluate(CUT)]
            if LONG or view in clubs:
                found += [
                    f"{where}: {violation['id']}: {node['html'][:100]}"
                    for violation in axe.violations(page, axe.MOST)
                    for node in violation["nodes"]
                ]
            page.evaluate("(size) => { document.documentElement.style.fontSize = size }", LARGE)
            found += [f"{where} {LARGE}: {line}" for line in page.evaluate(CUT)]
    assert not found, "\n".join(dict.fromkeys(found))
