"""Make the pictures of every page of a league: ``python -m tools.league_screens [FOLDER]``.

The league is the one of ``tests/league/season.py``: twenty-four people, ten evenings. Each page is
pictured as wide as a phone and as wide as a desk, at most so long; small files, since there are
many. They go to docs/screens/league unless a folder is named.
"""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

from flask import Flask
from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGS, CHROMIUM
from tests.league import season
from tests.league.conftest import Web
from tools.screenshots import SCREENS, running

WIDTHS = (390, 1280)
"""CSS pixels of the phone and of the desk."""

LONGEST = 1400
"""CSS pixels from the top that are pictured of a page."""

QUALITY = 45
"""Of a WebP file; letters stay legible."""


def play_season(app: Flask) -> tuple[Web, str]:
    """Play the season, call the referee twice, and return the league.

    The tables of a last evening wait. So does an import until its players are named; its address is
    returned, too.
    """
    app.config |= {"WTF_CSRF_ENABLED": False, "LINK_LIMIT": "100000 per minute"}
    with app.test_client() as client:
        web = Web(client)
        club = season.play(web)
        club.settle("2026-12-04", season.PEOPLE[:8])
        record = json.loads(web.record("samoa-4p.json"))
        for seat, name in zip(record["players"], season.PEOPLE, strict=False):
            seat["name"] = f"{name}e"
        sent = {"files": [(io.BytesIO(json.dumps(record).encode()), "samoa.json")], "key": "who"}
        waits = client.post(web.links["organiser"] + "/add/files", data=sent).headers["Location"]
        token = re.findall(r'href="/t/([\w-]+)/log"', web.get("/games/g1"))[0]
        for case, entry in (("c1", 20), ("c2", 40)):
            client.post(f"/l/call/{token}/{entry}", data={"key": case})
        form = {"stands": "yes", "note": "As the box says.", "who": "The board"}
        web.post("/cases/c1/decide", **form, key="decide")
        return web, waits.removeprefix(web.links["organiser"])


def pages(web: Web, waits: str) -> dict[str, str]:
    """Return the pages by the names of their pictures. waits: of the import that does."""
    result = next(key for key in re.findall(r"/games/(r\d+)", web.get("/games")))
    return {
        "home": "",
        "standings": "/standings/s1",
        "race": "/standings/s1/race?day=5",
        "behind": "/standings/s1/p1",
        "seasons": "/seasons",
        "season-form": "/seasons/s1/edit",
        "season-close": "/seasons/s1/close",
        "games": "/games",
        "game": "/games/g1",
        "result": f"/games/{result}",
        "result-correct": f"/games/{result}/correct",
        "add": "/add",
        "start": "/start",
        "set-up": "/start/austria?p=p1&p=p2&p=p3&p=p4",
        "players": "/players",
        "player": "/players/p1",
        "against": "/players/p1/against?game=austria",
        "player-form": "/players/p1/edit",
        "leaving": "/players/p2/leave",
        "who-played": waits,
        "evenings": "/evenings",
        "evening": "/evenings/e4",
        "evening-form": "/evenings/e4/edit",
        "table-change": "/evenings/e11/tables/0/0",
        "wall": "/evenings/e4/wall",
        "ratings": "/ratings",
        "ratings-how": "/ratings/how",
        "records": "/records",
        "statistics": "/statistics",
        "rulings": "/cases",
        "ruling": "/cases/c1",
        "ruling-open": "/cases/c2",
        "files": "/files",
        "links": "/links",
        "settings": "/settings",
        "activity": "/log",
    }


def main() -> None:
    """Take the pictures of all pages in both widths."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SCREENS / "league"
    folder.mkdir(parents=True, exist_ok=True)
    with running() as (address, app), sync_playwright() as driver:
        web, waits = play_season(app)
        own = pages(web, waits)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for width in WIDTHS:
            context = browser.new_context(
                viewport={"width": width, "height": 844}, reduced_motion="reduce"
            )
            page = context.new_page()
            for name, path in own.items():
                page.goto(address + web.links["organiser"] + path)
                taken = Image.open(io.BytesIO(page.screenshot(full_page=True)))
                cut = taken.crop((0, 0, taken.width, min(taken.height, LONGEST)))
                target = folder / f"{name}-{width}.webp"
                cut.convert("RGB").save(target, "WEBP", quality=QUALITY, method=4)
                print(target, target.stat().st_size)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
