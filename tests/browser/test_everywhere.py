"""Every page there is: what does not fit a narrow phone in any language, thumbs, axe."""

import random

from flask import Flask
from playwright.sync_api import expect

from tests.browser import axe, everywhere
from tests.browser.everywhere import LANGUAGES
from tests.browser.fit import BROKEN, LOW, NARROW, SIZES, badly_said, covering, unfit
from tests.browser.phone import Deal, NewPhone
from tests.browser.scripts import read_script
from tests.proof.routes import LONG

LARGE = "200%"
"""How large people set their letters."""

WORST = {"new", "ask_new", "wall", "tell", "play"}
"""Views that were too wide most often: every run looks at them, in two languages."""

LENGTHY = ("fr", "ru")
"""The languages of the longest words."""

CUT = read_script("everywhere-cut")
"""Words that do not fit: beside the page, beside their button, or beside what hides the rest."""


UNFOLDED = """() => {
  document.documentElement.style.fontSize = "";
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
}"""
"""Letters of the usual size, and nothing folded up."""


def test_every_page_is_fit_for_everybody(
    new_phone: NewPhone, deal: Deal, served: tuple[str, Flask], chance: random.Random
) -> None:
    """An address of an eighth of the views in a language that the run draws; the worst in two.

    Words are looked at on the narrowest phone; axe and thumbs in another size that the run draws,
    with nothing folded up. With SOAK=1 every address of every view in every language and size.
    """
    phones = {tag: new_phone(locale=tag) for tag in LANGUAGES}
    known = everywhere.addresses(deal, served[1])
    assert not everywhere.forgotten(served[1], known)
    for view, paths in everywhere.corrected_addresses(deal).items():
        known[view] += paths
    known |= everywhere.league_addresses(deal, served[1])
    known["rules"].append("/rules?q=food")
    known["chapter"].append("/rules/GAH-FOOD#GAH-FOOD-02")
    known["nothing here"] = ["/t/no-such-game"]
    unfit_lines = []
    for view, paths in everywhere.some(known, WORST, chance).items():
        drawn = chance.choice(LENGTHY if view in WORST else LANGUAGES)
        tags = LANGUAGES if LONG else LENGTHY if view in WORST else (drawn,)
        for path, tag in ((path, tag) for path in paths for tag in tags):
            page = phones[tag].page
            page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
            phones[tag].open(path)
            assert page.get_attribute("html", "lang") == tag
            where = f"{tag} {view} {path[-50:]}"
            unfit_lines += [f"{where}: {line}" for line in page.evaluate(CUT)]
            unfit_lines += [f"{where}: {line}" for line in badly_said(page)]
            page.evaluate(UNFOLDED)
            for width, height in (NARROW, LOW[1]):
                page.set_viewport_size({"width": width, "height": height})
                at = f"{where} at {width}"
                unfit_lines += [f"{at} in two: {word}" for word in page.evaluate(BROKEN)]
            page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
            page.evaluate("(size) => { document.documentElement.style.fontSize = size }", LARGE)
            unfit_lines += [f"{where} {LARGE}: {line}" for line in page.evaluate(CUT)]
            if LONG or tag == drawn:
                low = LOW if LONG else [chance.choice(LOW)]
                unfit_lines += [f"{where}: {line}" for line in covering(page, low)]
                page.evaluate(UNFOLDED)
                for width, height in SIZES[1:] if LONG else [chance.choice(SIZES[1:])]:
                    page.set_viewport_size({"width": width, "height": height})
                    unfit_lines += [f"{where}: {line}" for line in unfit(phones[tag], (), axe.MOST)]
    assert not unfit_lines, "\n".join(dict.fromkeys(unfit_lines))


ROWS = """() => [...document.querySelectorAll(".top-row, .top")].flatMap((head) => {
  const tops = [...head.querySelectorAll("a, button")].filter((each) => each.checkVisibility())
    .map((each) => Math.round(each.getBoundingClientRect().top));
  return new Set(tops).size;
})"""


def test_a_head_is_one_row_with_words_where_there_is_room(new_phone: NewPhone, deal: Deal) -> None:
    """A phone keeps a seat's link and the table's; what a head lacks ends the page."""
    links = deal(everywhere.sample("austria", until=20))
    for tag in LANGUAGES:
        phone = new_phone(width=390, height=664, locale=tag)
        for link in (links["table"], links["anna"]):
            for page in ("", "/log", "/result", "/share"):
                phone.open(link + page)
                assert phone.page.evaluate(ROWS) == [1], f"{tag} {page}"
        expect(phone.page.locator("footer [href$='/search']")).to_be_visible()
    phone.open(links["table"])
    log = phone.page.locator("nav [href$='/log'] .away")
    assert log.bounding_box()["width"] == 1  # type: ignore[index]
    phone.page.set_viewport_size({"width": 1100, "height": 700})
    assert log.bounding_box()["width"] > 20  # type: ignore[index]
