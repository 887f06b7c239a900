"""The whole recorder on one phone: static files, no network after the first visit, nothing lost.

The files are those of ``bin/pocket`` (POCKET names another folder); without them all is skipped.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import random
import signal
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, Playwright, sync_playwright

from adjudicator.reading import load
from tests.browser.conftest import ARGS, CHROMIUM

HOME = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("POCKET") or HOME / "instance" / "pocket")
RECORDS = HOME / "tests" / "records"
STARTS = 120_000
"""Milliseconds in which the program must have started, on a machine that is busy with others."""

pytestmark = pytest.mark.skipif(
    not (BUILT / "latest.json").exists(), reason=f"bin/pocket has not built {BUILT}"
)

ENTER = """async ([entries, from, key]) => {
  const main = document.querySelector("main.play");
  const csrf = document.querySelector("meta[name=csrf]").content;
  const took = [];
  let version = from;
  for (const entry of entries) {
    const body = new URLSearchParams({ entry: JSON.stringify(entry), version, key: key + version });
    body.set("ruling", JSON.stringify(entry));
    const before = performance.now();
    const answer = await fetch(main.dataset.entries, {
      method: "POST", body, headers: { "HX-Request": "true", "X-CSRFToken": csrf, "X-Parts": "" },
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(version + ": " + answer.status + " " + text);
    took.push(performance.now() - before);
    window.answered = version += 1;
    if (took.length > 3) document.documentElement.dataset.enough = "yes";
  }
  return took;
}"""
"""Makes entries by the page's own door, and says how long each took."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Any web host: it knows files and nothing else."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("www")
    (place / "pocket").symlink_to(BUILT)
    handler = functools.partial(Quiet, directory=str(place))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/pocket/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    if not CHROMIUM.exists():
        pytest.skip("needs chromium")
    with sync_playwright() as found:
        yield found


class Pocket:
    """A phone with a disk, whose browser may be closed, killed and opened again."""

    def __init__(self, playwright: Playwright, profile: Path, address: str) -> None:
        self.playwright, self.profile, self.address = playwright, profile, address
        self.context: BrowserContext | None = None

    def open(self, path: str = "", *, offline: bool = False) -> Page:
        """Open the browser and wait until the program has started."""
        self.context = self.playwright.chromium.launch_persistent_context(
            str(self.profile),
            executable_path=str(CHROMIUM),
            args=ARGS,
            viewport={"width": 390, "height": 844},
            locale="en",
            accept_downloads=True,
        )
        self.context.set_offline(offline)
        page = self.context.new_page()
        page.goto(self.address + path)
        self.started(page)
        return page

    def started(self, page: Page, state: str = "ready") -> None:
        """Wait until the window is in a state."""
        page.locator("html:not([data-state=start])").wait_for(state="attached", timeout=STARTS)
        found = page.evaluate("document.documentElement.dataset.state")
        assert found == state, page.locator("#start").inner_text()

    def close(self) -> None:
        """Close the browser as people do."""
        if self.context is not None:
            self.context.close()
        self.context = None

    def kill(self) -> None:
        """End every process of the browser at once."""
        mark = f"--user-data-dir={self.profile}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            try:
                own = mark in (process / "cmdline").read_bytes()
            except OSError:
                continue
            if own:
                os.kill(int(process.name), signal.SIGKILL)
        self.context = None
        for lock in self.profile.glob("Singleton*"):
            lock.unlink()


@pytest.fixture
def pocket(playwright: Playwright, tmp_path: Path, address: str) -> Iterator[Pocket]:
    found = Pocket(playwright, tmp_path / "profile", address)
    yield found
    found.close()


def pages(page: Page, path: str = "") -> Frame:
    """Return the frame of the program's pages; path: where it is to be led first."""
    if path:
        page.evaluate("path => { location.hash = path; }", path)
    shown = f'="{path}"' if path else ""
    page.locator(f"html[data-shows{shown}]").wait_for(state="attached", timeout=STARTS)
    frame = page.frame(url="**/pocket/app/**")
    assert frame is not None
    frame.locator("#main").wait_for(timeout=STARTS)
    return frame


def begin(page: Page, name: str) -> tuple[dict[str, Any], str]:
    """Begin a recorded game by the interface; return the record and the path of its table."""
    document = json.loads((RECORDS / name).read_text(encoding="utf-8"))
    told = json.dumps({**document, "entries": []})
    token = pages(page).evaluate(
        """async (body) => {
          const headers = { "Content-Type": "application/json" };
          const answer = await fetch("/pocket/app/api/v1/games", { method: "POST", body, headers });
          const said = await answer.json();
          if (!answer.ok) throw new Error(JSON.stringify(said));
          return said.links.find(({ role }) => role === "table").token;
        }""",
        told,
    )
    return document, f"/t/{token}"


def recorded(page: Page, path: str) -> dict[str, Any]:
    """Return a game's record as the phone has it."""
    found = pages(page).evaluate(
        "async path => (await fetch('/pocket/app' + path + '/record.json')).json()", path
    )
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("name", ["austria-4p-2022.json", "samoa-4p.json"])
def test_a_game_is_recorded_without_a_network_and_is_there_after_a_reload(
    pocket: Pocket, name: str
) -> None:
    page = pocket.open()
    assert pocket.context is not None
    pocket.context.set_offline(True)
    document, path = begin(page, name)
    took = sorted(pages(page, path).evaluate(ENTER, [document["entries"], 0, "k"]))
    print(f"{name}: p50 {took[len(took) // 2]:.0f} ms, p95 {took[len(took) * 95 // 100]:.0f} ms")
    assert recorded(page, path)["entries"] == load(document).document["entries"]
    page.reload()
    pocket.started(page)
    assert page.url.endswith("#" + path)
    assert recorded(page, path)["entries"] == load(document).document["entries"]
    result = pages(page, path + "/result")
    assert result.locator("table.ledger tfoot td").count() == len(document["players"])


def test_what_was_answered_is_there_whenever_the_browser_is_killed(pocket: Pocket) -> None:
    """KILLS=100 kills it a hundred times, each in the middle of the entries that follow."""
    page = pocket.open()
    entries: list[Any] = []
    answered, chance = 0, random.Random(35)
    for number in range(int(os.environ.get("KILLS", "2"))):
        if answered + 40 > len(entries):
            document, path = begin(page, "austria-4p-2022.json")
            entries, answered = document["entries"], 0
        pages(page, path).evaluate(
            f"args => {{ window.answered = args[1]; ({ENTER})(args).catch(() => {{}}); }}",
            [entries[answered:], answered, f"k{number}-"],
        )
        page.frame_locator("#pages").locator("html[data-enough]").wait_for(
            state="attached", timeout=STARTS
        )
        page.wait_for_timeout(chance.randrange(200))
        told = pages(page).evaluate("window.answered")
        pocket.kill()
        page = pocket.open(offline=True)
        found = recorded(page, path)["entries"]
        assert len(found) >= told, "an entry was answered and is not there"
        assert found == load(document).document["entries"][: len(found)]
        print(f"killed {number + 1} times: {told} answered, {len(found)} there", flush=True)
        answered = len(found)


def test_all_games_go_into_one_file_and_come_back_on_another_phone(
    pocket: Pocket, playwright: Playwright, tmp_path: Path, address: str
) -> None:
    page = pocket.open()
    document, path = begin(page, "samoa-3p.json")
    pages(page, path).evaluate(ENTER, [document["entries"][:5], 0, "k"])
    with page.expect_download() as download:
        pages(page, "/pocket").locator("#save-all").click()
    saved = tmp_path / "saved.db"
    download.value.save_as(saved)
    pocket.close()
    store = sqlite3.connect(saved)
    assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert store.execute("SELECT entries FROM games").fetchall() == [(5,)]
    store.close()
    other = Pocket(playwright, tmp_path / "other", address)
    try:
        page = other.open()
        frame = pages(page, "/pocket")
        frame.locator("input[name=store]").set_input_files(saved)
        frame.locator("form[enctype] button").click()
        frame.locator("[role=status]", has_text="1 game is back").wait_for(timeout=STARTS)
        assert pages(page, "/").locator(".games a").count() >= 1
        assert len(recorded(page, path)["entries"]) == 5
    finally:
        other.close()


def test_a_second_window_says_that_the_first_one_writes(pocket: Pocket) -> None:
    page = pocket.open()
    assert pocket.context is not None
    second = pocket.context.new_page()
    second.goto(pocket.address)
    pocket.started(second, "other")
    assert "another window" in second.locator("#step").inner_text()
    page.close()
    second.locator("#again").click()
    second.wait_for_timeout(0)
    pocket.started(second)


def test_a_sheet_is_a_page_that_the_browser_prints(pocket: Pocket) -> None:
    page = pocket.open()
    document, path = begin(page, "samoa-3p.json")
    pages(page, path).evaluate(ENTER, [document["entries"], 0, "k"])
    page.evaluate("path => { location.hash = path; }", path + "/sheet.pdf")
    page.locator("#print").wait_for(timeout=STARTS)
    sheet = page.frame(url="**/pocket/app/**/sheet.pdf")
    assert sheet is not None
    said = sheet.locator("body").inner_text()
    assert all(player["name"].upper() in said.upper() for player in document["players"])
