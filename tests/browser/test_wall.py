"""The large screen: everything at once, nothing scrolls, to be read from three metres, live."""

import json
from pathlib import Path

from flask import Flask
from playwright.sync_api import expect

from recorder.web.context import tables
from tests.browser import axe, everywhere, fit
from tests.browser.phone import Deal, NewPhone
from tests.browser.scripts import read_script

ROOT = Path(__file__).parents[2]

SMALLEST, HEADS = 1.85, 3.0
"""Letters in % of the screen's height: all of them, and names, points and whose turn it is.

A screen of 55 inches is 685 mm high; a capital has 0.72 of the size of its letters. So it has
9.1 mm or 14.8 mm: at three metres 10.5 and 17 minutes of arc. A good eye resolves letters of 5,
twice that is what many licences to drive ask for, and 16 is the least that ISO 9241-303 has for
text to be read at ease."""

GAMES = (
    ("tests/evenings/sample-waltz.json", 160),
    ("tests/records/austria-4p-2022.json", None),
    ("tests/records/austria-2p-2015-fr.json", 60),
    ("tests/records/samoa-3p.json", 60),
    ("tests/records/samoa-6p.json", 112),
)

_LOOK = read_script("wall-look")


def test_hotels_are_of_one_height(new_phone: NewPhone, deal: Deal) -> None:
    """Two lines of guests, or more lines of a module, made one hotel lower than its neighbours."""
    screen = new_phone(width=1920, height=1080)
    for path, until in GAMES[:3]:
        record = json.loads((ROOT / path).read_text("utf-8"))
        screen.open(deal(record | {"entries": record["entries"][:until]})["read"] + "/wall")
        for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
            screen.page.set_viewport_size({"width": width, "height": height})
            hotels = screen.page.locator(".board .hotel")
            heights = {hotel.evaluate("(hotel) => hotel.offsetHeight") for hotel in hotels.all()}
            assert len(heights) == 1, (path, width, heights)


def test_everything_is_there_at_once_large_enough_and_live(
    new_phone: NewPhone, deal: Deal, served: tuple[str, Flask]
) -> None:
    screen = new_phone(width=1920, height=1080)
    page = screen.page
    for path, until in GAMES:
        record = json.loads((ROOT / path).read_text("utf-8"))
        links = deal(record | {"entries": record["entries"][:until]})
        for width, height in ((1920, 1080), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            screen.open(links["read"] + "/wall")
            wrong = page.evaluate(_LOOK, [SMALLEST, HEADS])
            assert not wrong, (path, width, wrong)
            expect(page.locator(".board")).to_have_count(len(record["players"]))
        assert not axe.violations(page, axe.CONTRAST), path
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 22, 27)"

    with served[1].app_context():  # a phone enters something
        table = tables().open(links["table"].removeprefix("/t/"))
        entry = record["entries"][until or 0]
        tables().append(table, entry, version=table.version, key="shown")
    expect(page.locator("main.wall")).to_have_attribute("data-version", str(table.version + 1))


def test_on_a_phone_the_last_entry_is_whole(new_phone: NewPhone, deal: Deal) -> None:
    """In Russian it ended in dots at 320 pixels, where all else of the screen is scrolled."""
    phone = new_phone(width=320, height=640, locale="ru")
    phone.open(deal(everywhere.disputed())["read"] + "/wall")
    assert not phone.page.evaluate(fit.BROKEN)
