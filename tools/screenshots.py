"""Make the pictures of the pages in both themes: ``python -m tools.screenshots [FOLDER]``.

A real browser at 390 by 844 px taps through a real recorder on a database of its own, so the
pictures show the real program. They go to docs/screens unless a folder is named; pictures in other
languages go to a folder of their own there, by day.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, Page, sync_playwright

from exports.league import report as printing
from exports.places import TEMPLATES
from recorder import create_app
from recorder.languages.speech import printed_words
from recorder.league.known import league_service
from recorder.league.pages.files import season_report
from recorder.league.pages.seasons import find_season
from recorder.serving.server import make_server
from recorder.web.context import tables
from tests.browser import positions
from tests.browser.conftest import ARGS, CHROMIUM
from tests.browser.phone import Phone
from tools import sample_league

SCREENS = Path(__file__).resolve().parent.parent / "docs" / "screens"

SET_UP, TURN, BALL = 12, 140, 161
"""Entries of the recorded game with modules after which it is pictured."""

MOMENT = 96
"""The entry of the plain recorded game that is looked back at: a room is prepared."""

SCREEN = {"width": 1280, "height": 720}
"""CSS pixels of the large screen."""

LANGUAGES = {"fr": "ko", "ko": "ru", "ru": "fr"}
"""Languages that are pictured, and the one beside which their rules are."""

MAIN = ("set-up", "turn", "die", "verdict", "emperor", "result")
"""Pictures made in every language."""

SIZE = {"width": 390, "height": 844}
"""CSS pixels of the phone; pictures have as many."""

FORCED = ("turn", "die", "verdict", "set-up")
"""Pictures made in the colours that a reader forces on all pages."""

PRINTED = ("result", "log", "league-standings", "moment")
"""Pages that are pictured as they are printed, from a dark screen."""

ONLY_PRINTED = "log"
"""A page that is pictured on paper alone."""

SHEET = {"width": 794, "height": 1123}
"""CSS pixels of a sheet of A4, on which a page is laid out to be printed."""


@contextmanager
def running() -> Iterator[tuple[str, Flask]]:
    """Run a recorder on an empty database; yields its address and the application."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATABASE": f"{folder}/recorder.db", "CREATION_LIMIT": "1000 per minute"})
        server = make_server(app, host="127.0.0.1", port=0)
        threading.Thread(target=server.run, daemon=True).start()
        yield f"http://127.0.0.1:{server.effective_port}", app
        server.close()


def deal(app: Flask, document: Mapping[str, Any]) -> str:
    """Put a record on the table and return the path of the table's link."""
    with app.app_context():
        return f"/t/{tables().start(document, listed=False).links[0].token}"


def _list_turn_scenes(phone: Phone, app: Flask) -> dict[str, Callable[[], None]]:
    """Return how to get to each page of a game in play, by the picture's name."""

    def turn() -> None:
        phone.open(deal(app, positions.typical()))

    def die() -> None:
        turn()
        phone.tap("#die-2")

    def reward() -> None:
        turn()
        gain = {"gain": {"wine": 1, "coffee": 1}, "place": {"54": {"wine": 1}}}
        phone.enter({"by": "anna", "do": "take_die", "die": 2, **gain})
        phone.enter({"by": "anna", "do": "check_in", "guest": 54, "room": "1-2"})

    def verdict() -> None:
        turn()
        phone.tap("#room-3-3")
        phone.sends("#choices button[name=entry]")

    def emperor() -> None:
        phone.open(deal(app, positions.end_of_round_three()))
        phone.enter({"by": "anna", "do": "done"})
        phone.page.evaluate("scrollTo(0, 0)")

    return {"turn": turn, "die": die, "reward": reward, "verdict": verdict, "emperor": emperor}


def scenes(phone: Phone, app: Flask) -> dict[str, Callable[[], None]]:
    """Return how to get to each page that is pictured, by the picture's name."""
    sample = (TEMPLATES / "austria" / "sample.json").read_bytes()
    with app.app_context():
        over = f"/t/{tables().upload(sample, listed=False).links[0].token}"

    def fill_set_up() -> None:
        phone.open("/new/austria")
        for seat, name in enumerate(["Anna", "Boris", "Chloé", "지훈"]):
            phone.page.fill(f"[name=name-{seat}]", name)

    def waltz(entries: int) -> Callable[[], None]:
        text = (TEMPLATES / "austria" / "sample-waltz.json").read_text("utf-8")
        record = json.loads(text)
        return lambda: phone.open(deal(app, record | {"entries": record["entries"][:entries]}))

    def ball() -> None:
        waltz(BALL)()
        phone.page.locator("#round-end").scroll_into_view_if_needed()

    def component() -> None:
        waltz(SET_UP)()
        phone.tap("#figures-due [data-load$='/figures']")
        phone.tap("#off-sheet [data-load$='figure.guest.153']")
        phone.page.wait_for_selector("#read-it")

    def moment() -> None:
        phone.open(f"{over}/moments/{MOMENT}")
        phone.page.wait_for_selector(".room.changed")

    club = sample_league.make_league(app)
    return {
        "set-up": fill_set_up,
        **_list_turn_scenes(phone, app),
        "waltz": waltz(TURN),
        "ball": ball,
        "component": component,
        "moment": moment,
        "result": lambda: phone.open(over + "/result"),
        "log": lambda: phone.open(over + "/log?whole=1"),
        "league-standings": lambda: phone.open(club + "/standings/s1"),
        "league-player": lambda: phone.open(club + "/players/p1"),
    }


def take_wall(page: Page, address: str, app: Flask) -> None:
    """Show a game with all modules on a large screen."""
    record = json.loads((TEMPLATES / "austria" / "sample-waltz.json").read_text("utf-8"))
    with app.app_context():
        links = tables().start(record | {"entries": record["entries"][:TURN]}, listed=False).links
    read = next(link for link in links if link.role == "read")
    page.set_viewport_size(SCREEN)  # type: ignore[arg-type]
    page.goto(f"{address}/t/{read.token}/wall")


def take_report(page: Page, app: Flask) -> None:
    """Show a season's report as it is printed, on a sheet of A4."""
    token = sample_league.make_league(app).removeprefix("/l/")
    with app.test_request_context():
        league = league_service().open(token)
        said = season_report(league, find_season(league, "s1"))
        html = printing.season_html(said, printed_words())
    css = printing.STYLE.read_text(encoding="utf-8")
    sheet = (
        "html { background: #fff } body { margin: 40px; padding: 24px; border: 5px double #a98445 }"
    )
    page.set_viewport_size(SHEET)  # type: ignore[arg-type]
    page.set_content(html.replace("</head>", f"<style>{css}{sheet}</style></head>"))


@contextmanager
def open_phone(browser: Browser, address: str, **more: Any) -> Iterator[Phone]:
    """Open a phone without pictures that move. more: how it differs from others."""
    usual: dict[str, Any] = {"viewport": SIZE, "reduced_motion": "reduce", "has_touch": True}
    context = browser.new_context(**(usual | more))
    yield Phone(context.new_page(), address)
    context.close()


def take_page(phone: Phone, go: Callable[[], None], path: Path) -> None:
    """Go to a page and take its picture."""
    go()
    phone.page.screenshot(path=path)
    print(path)


def take_forced_colours(browser: Browser, address: str, app: Flask, folder: Path) -> None:
    """Picture pages in forced colours."""
    with open_phone(browser, address, forced_colors="active") as phone:
        known = scenes(phone, app)
        for name in FORCED:
            take_page(phone, known[name], folder / f"{name}-forced.png")


def on_paper(browser: Browser, address: str, app: Flask, folder: Path) -> None:
    """Picture the first sheet of pages that are printed from a dark screen."""
    own: dict[str, Any] = {"viewport": SHEET, "has_touch": False, "color_scheme": "dark"}
    with open_phone(browser, address, **own) as phone:
        known = scenes(phone, app)
        for name in PRINTED:

            def go(name: str = name) -> None:
                known[name]()
                phone.page.emulate_media(media="print")

            take_page(phone, go, folder / f"{name}-printed.png")
            phone.page.emulate_media(media="screen")


def main() -> None:
    """Take all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SCREENS
    folder.mkdir(parents=True, exist_ok=True)
    with running() as (address, app), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        for theme in ("light", "dark"):
            with open_phone(browser, address, color_scheme=theme) as phone:
                for name, go in scenes(phone, app).items():
                    if name != ONLY_PRINTED:
                        take_page(phone, go, folder / f"{name}-{theme}.png")
        for tag, beside in LANGUAGES.items():
            (folder / tag).mkdir(exist_ok=True)
            with open_phone(browser, address, locale=tag) as phone:
                known = scenes(phone, app)
                for name in MAIN:
                    take_page(phone, known[name], folder / tag / f"{name}.png")
                rules = partial(phone.open, f"/rules/GAH-FOOD?beside={beside}")
                take_page(phone, rules, folder / tag / "rules.png")
        take_forced_colours(browser, address, app, folder)
        on_paper(browser, address, app, folder)
        page = browser.new_page()
        take_wall(page, address, app)
        page.screenshot(path=folder / "wall.png")
        print(folder / "wall.png")
        take_report(page, app)
        page.screenshot(path=folder / "league-report.png")
        print(folder / "league-report.png")
        browser.close()


if __name__ == "__main__":
    main()
