"""The whole recorder on one phone: static files, no network after the first visit, nothing lost.

The files are those of ``bin/pocket`` (POCKET names another folder); without them all is skipped.
"""

import functools
import hashlib
import http.server
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask
from playwright.sync_api import (
    BrowserContext,
    Error,
    Frame,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from adjudicator.reading import load
from recorder.pages.referee.questions import MoveQuestion
from recorder.store.ledger import Appended
from recorder.web.context import tables
from tests.browser import positions
from tests.browser.conftest import ARGS, CHROMIUM
from tests.browser.phone import SETUP, Phone, until
from tests.browser.scripts import read_script
from tests.browser.test_round import first_steps
from tests.store.kept_store import TABLE, put_kept_store

HOME = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("POCKET") or HOME / "instance" / "pocket")
RECORDS = HOME / "tests" / "records"
WALTZ = "../../tests/evenings/sample-waltz.json"
"""A game of four with all modules."""
STARTS = 120_000
"""Milliseconds in which the program must have started, on a machine that is busy with others."""

pytestmark = pytest.mark.skipif(
    not (BUILT / "latest.json").exists(), reason=f"bin/pocket has not built {BUILT}"
)

ENTER = read_script("pocket-enter")
"""Makes entries by the page's own door, puts the answers into the page as its script does, and says
how long each took, until it stood in the page."""


OTHERWISE = {"by": "a", "do": "roll", "dice": [2, 2, 2, 2, 1, 1]}
"""What is entered in the place of a record's own ninth entry."""

PACKED = """() => {
  const told = new TextEncoder().encode(document.querySelector("#carry").dataset.bundle);
  const said = btoa(String.fromCharCode(...told));
  return "text=" + said.replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=+$/, "");
}"""
"""Packs a game as its page does that carries it elsewhere."""

PUT = read_script("pocket-put")
"""Puts a store where the program keeps its own."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Any web host: it knows files and nothing else."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def www(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(BUILT, tmp_path_factory.mktemp("www") / "pocket"))


@pytest.fixture
def address(www: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(www.parent))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/pocket/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    if not CHROMIUM.exists():
        pytest.skip("needs chromium")
    with sync_playwright() as started:
        yield started


class Framed:
    """The frame of the program's pages in the place of a page, for a thumb that taps in it."""

    def __init__(self, page: Page, frame: Frame) -> None:
        self._page, self._frame = page, frame

    def __getattr__(self, name: str) -> Any:
        return getattr(self._frame if hasattr(self._frame, name) else self._page, name)


class Pocket:
    """A phone with a disk, whose browser may be closed, killed and opened again."""

    def __init__(self, playwright: Playwright, profile: Path, address: str) -> None:
        self.playwright, self.profile, self.address = playwright, profile, address
        self.context: BrowserContext | None = None

    def open(self, path: str = "", *, offline: bool = False, store: bytes = b"") -> Page:
        """Open the browser and wait until the program has started. store: what is kept there."""
        self.context = self.playwright.chromium.launch_persistent_context(
            str(self.profile),
            executable_path=str(CHROMIUM),
            args=ARGS,
            viewport={"width": 390, "height": 664},
            locale="en",
            accept_downloads=True,
        )
        self.context.set_offline(offline)
        page = self.context.new_page()
        if store:
            page.goto(self.address + "latest.json")
            page.evaluate(PUT, list(store))
        page.goto(self.address + path)
        self.started(page)
        return page

    def started(self, page: Page, state: str = "ready") -> None:
        page.locator("html:not([data-state=start])").wait_for(state="attached", timeout=STARTS)
        now = page.evaluate("document.documentElement.dataset.state")
        assert now == state, page.locator("#start").inner_text()

    def reload(self, page: Page) -> None:
        page.reload()
        self.started(page)

    def go_offline(self) -> None:
        assert self.context is not None
        self.context.set_offline(True)

    def fill_disk(self, page: Page, **quota: int) -> None:
        """Leave the program no room; without a quota it has again what there is."""
        assert self.context is not None
        about = {"origin": self.address.removesuffix("/pocket/"), **quota}
        self.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", about)

    def close(self) -> None:
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
    own = Pocket(playwright, tmp_path / "profile", address)
    yield own
    own.close()


def pages(page: Page, path: str = "") -> Frame:
    """Return the frame of the program's pages; path: where it is to be led first."""
    if path:
        page.evaluate("path => { location.hash = path; }", path)
    plain, _, _ = path.partition("?")
    shown = f'="{plain}"' if path else ""
    page.locator(f"html[data-shows{shown}]").wait_for(state="attached", timeout=STARTS)
    frame = page.frame(url="**/pocket/app/**")
    frame.locator("#main").wait_for(timeout=STARTS)
    return frame


def begin(page: Page, name: str, entries: int = 0) -> tuple[dict[str, Any], str]:
    """Begin a recorded game by the interface; return the record and the path of its table.

    entries: how many of its entries are there already.
    """
    document = json.loads((RECORDS / name).read_text(encoding="utf-8"))
    told = json.dumps({**document, "entries": document["entries"][:entries]})
    token = pages(page).evaluate(
        """async (body) => {
          const headers = { "Content-Type": "application/json" };
          const to = "/pocket/app/api/v1/records";
          const answer = await fetch(to, { method: "POST", body, headers });
          const said = await answer.json();
          if (!answer.ok) throw new Error(JSON.stringify(said));
          return said.links.find(({ role }) => role === "table").token;
        }""",
        told,
    )
    return document, f"/t/{token}"


def recorded(page: Page, path: str) -> dict[str, Any]:
    record = pages(page).evaluate(
        "async path => (await fetch('/pocket/app' + path + '/record.json')).json()", path
    )
    assert isinstance(record, dict)
    return record


MEMORY = """async (damaged) => {
  const cache = await caches.open("pocket-" + document.documentElement.dataset.version);
  const at = (await cache.keys()).find(({ url }) => url.endsWith("/memory.bin"));
  if (damaged) await cache.put(at, new Response(damaged));
  return at ? (await (await cache.match(at)).blob()).size : 0;
}"""
"""Says how large the memory is that later starts begin with; damages it where that is wanted."""


@pytest.mark.parametrize("name", [WALTZ, "austria-4p-2022.json", "samoa-4p.json"])
def test_a_game_is_recorded_without_a_network_and_is_there_after_a_reload(
    pocket: Pocket, name: str
) -> None:
    """All modules, the base game, the other box; the third start finds its memory damaged."""
    page = pocket.open()
    pocket.go_offline()
    document, path = begin(page, name)
    took = sorted(pages(page, path).evaluate(ENTER, [document["entries"], 0, "k"]))
    print(f"{name}: p50 {took[len(took) // 2]:.0f} ms, p95 {took[len(took) * 95 // 100]:.0f} ms")
    assert recorded(page, path)["entries"] == load(document).document["entries"]
    pocket.reload(page)
    assert page.url.endswith("#" + path)
    assert recorded(page, path)["entries"] == load(document).document["entries"]
    result = pages(page, path + "/result")
    assert result.locator("table.ledger tfoot td").count() == len(document["players"])
    assert page.evaluate(MEMORY, "") > 1 << 24
    if name == WALTZ:
        page.evaluate(MEMORY, "damaged")
        pocket.reload(page)
        assert page.evaluate(MEMORY, "") == 0
        assert recorded(page, path)["entries"] == load(document).document["entries"]


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
            [entries[answered:], answered, f"k{number}-", 4 + chance.randrange(12)],
        )
        page.frame_locator("#pages").locator("html[data-enough]").wait_for(
            state="attached", timeout=STARTS
        )
        told = pages(page).evaluate("window.answered")
        pocket.kill()
        page = pocket.open(offline=True)
        kept = recorded(page, path)["entries"]
        assert len(kept) >= told, "an entry was answered and is not there"
        assert kept == load(document).document["entries"][: len(kept)]
        print(f"killed {number + 1} times: {told} answered, {len(kept)} there", flush=True)
        answered = len(kept)


def test_all_games_go_into_one_file_and_come_back_on_another_phone(
    pocket: Pocket, playwright: Playwright, tmp_path: Path, address: str
) -> None:
    page = pocket.open()
    document, path = begin(page, "samoa-3p.json")
    pages(page, path).evaluate(ENTER, [document["entries"][:5], 0, "k"])
    with page.expect_download() as download:
        pages(page, "/pocket").locator("#save-all").click()
    name = download.value.suggested_filename
    pages(page).locator("#saved", has_text=name).wait_for(timeout=STARTS)
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
        begun, earlier = begin(page, "austria-2p-2015-fr.json", 3)
        for times in (1, 2):
            frame = pages(page, "/pocket")
            frame.locator("input[name=store]").set_input_files(saved)
            frame.locator("form[enctype] button").click()
            frame.locator("[role=status]", has_text="1 game is back").wait_for(timeout=STARTS)
            expect(frame.locator("#asides li")).to_have_count(times)
        assert pages(page, "/").locator(".games a").count() >= 1
        assert len(recorded(page, path)["entries"]) == 5
        # What was put aside stays listed by day and names, and comes back on another day.
        page.reload()
        other.started(page)
        frame = pages(page, "/pocket")
        first = frame.locator("#asides li", has_text=begun["players"][0]["name"]).last
        expect(first).to_contain_text(begun["players"][1]["name"])
        expect(first.locator("strong")).to_have_text(re.compile(r"20\d\d"))
        first.locator("button.btn.wide").first.click()
        frame.locator("[role=status]", has_text="1 game is back").wait_for(timeout=STARTS)
        assert recorded(page, earlier)["entries"] == begun["entries"][:3]
        expect(pages(page, "/pocket").locator("#asides li")).to_have_count(3)
    finally:
        other.close()


ENDS = "() => { setTimeout(close); }"
ENDS_ITSELF = "() => { self.postMessage = () => close(); }"
"""Let the worker in which Python runs end: now, or in the place of its next answer."""

UNKEYED = """async () => {
  const body = new URLSearchParams({ name: "Unkeyed" });
  const answer = await fetch("/pocket/app/l/new", { method: "POST", body });
  return [answer.status, (await answer.json()).asks.why];
}"""
"""Sends something that the program would not know again."""


def test_the_window_begins_again_where_python_ended(pocket: Pocket) -> None:
    """What is asked waits for it; what may have been done is done once, or people are told."""
    page = pocket.open()
    pocket.go_offline()
    document, path = begin(page, "samoa-3p.json")
    entries = document["entries"]
    frame = pages(page, path)
    for number, end in enumerate((ENDS, ENDS_ITSELF)):
        page.workers[-1].evaluate(end)
        frame.evaluate(ENTER, [entries[number : number + 1], number, "k"])
        assert page.locator("#stopped").is_hidden()
    assert recorded(page, path)["entries"] == entries[:2]
    page.workers[-1].evaluate(ENDS_ITSELF)
    status, why = frame.evaluate(UNKEYED)
    assert status == 422
    assert why == page.locator("#stopped p").inner_text()
    assert "last step" in why


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


GIVES = read_script("pocket-gives")
"""A browser that promises nothing and hands files on."""

LONG_AGO = """() => {
  localStorage.setItem("pocket-told", "yes");
  localStorage.setItem("pocket-saved-first", String(Date.now() - 15 * 24 * 3600 * 1000));
}"""


def test_what_a_browser_promises_hands_on_and_refuses(pocket: Pocket) -> None:
    """It asks to keep, reminds, shares, wakes up, and loses nothing where the disk is full."""
    page = pocket.open()
    context = pocket.context
    context.add_init_script(GIVES)
    page.evaluate(LONG_AGO)
    context.set_offline(True)
    pocket.reload(page)
    assert page.evaluate("sessionStorage.asked") == "yes"
    page.locator("#save").click()
    page.locator("html[data-shows='/pocket']").wait_for(state="attached", timeout=STARTS)
    with context.expect_page() as opened:
        pages(page).locator("a[href$='licences.txt']").click()
    assert "Pyodide" in opened.value.locator("body").inner_text()
    opened.value.close()
    document, path = begin(page, "samoa-3p.json", 1000)
    for at, kind in (("/carry", "application/json"), ("/result", "image/png")):
        page.evaluate("window.shared = ''")
        pages(page, path + at).locator("a[data-picture]").first.click()
        page.wait_for_function("() => window.shared")
        assert page.evaluate("window.shared").endswith(kind)
    control = context.new_cdp_session(page)
    control.send("ServiceWorker.enable")
    control.send("ServiceWorker.stopAllWorkers")
    assert recorded(page, path)["entries"] == document["entries"]
    document, path = begin(page, "austria-2p-2015-fr.json", 4)
    pocket.fill_disk(page, quotaSize=1)
    pocket.reload(page)
    with pytest.raises(Error, match=r"503.*nothing was saved"):
        pages(page, path).evaluate(ENTER, [document["entries"][4:], None, "full"])
    pocket.fill_disk(page)
    kept = recorded(page, path)["entries"]
    assert kept == document["entries"][: len(kept)]
    pages(page, "/mine")
    pages(page, path).evaluate(ENTER, [document["entries"][len(kept) :], None, "room"])
    assert recorded(page, path)["entries"] == document["entries"]


def test_a_full_disk_says_that_nothing_was_saved_and_a_lost_signal_says_nothing(
    pocket: Pocket,
) -> None:
    """A roll with the quota used up: it is not saved, and no line keeps it until there is room."""
    page = pocket.open()
    context = pocket.context
    entries = json.loads((RECORDS / "austria-2p-2015-fr.json").read_text("utf-8"))["entries"]
    _, path = begin(page, "austria-2p-2015-fr.json", 4)
    frame = pages(page, path)
    frame.locator("#unsent").wait_for(state="attached")
    context.set_offline(True)
    frame.evaluate("dispatchEvent(new Event('offline'))")
    assert frame.locator("#unsent").is_hidden(), "the game is on this very phone"
    pocket.fill_disk(page, quotaSize=1)
    with pytest.raises(Error, match=r"503.*nothing was saved"):  # what the files have room for
        frame.evaluate(ENTER, [entries[4:], None, "full"])
    index = len(recorded(page, path)["entries"])
    frame.goto(frame.url)
    tap_entry(frame, entries[index])
    panel = frame.locator("#unsent")
    panel.get_by_text("Not saved: 1").wait_for(timeout=STARTS)
    said = panel.inner_text()
    assert "No room is left on the disk" in said
    assert "automatically" not in said
    assert "connection" not in said
    frame.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert panel.get_by_text("Not saved: 1").is_visible()
    assert recorded(page, path)["entries"] == entries[:index]
    pocket.fill_disk(page)
    panel.locator("[data-anyway]").click()
    panel.wait_for(state="hidden", timeout=STARTS)
    assert recorded(page, path)["entries"] == entries[: index + 1]


def tap_entry(frame: Frame, entry: Mapping[str, Any]) -> None:
    """Tap a button of the page's own form that makes an entry, whatever comes of it."""
    frame.evaluate(
        """entry => {
          const button = document.createElement("button");
          Object.assign(button, { name: "entry", value: JSON.stringify(entry) });
          document.querySelector("#entry-form").append(button);
          button.click();
        }""",
        entry,
    )


def test_a_sheet_is_printed_and_a_picture_saved_by_the_browser(pocket: Pocket) -> None:
    page = pocket.open()
    document, path = begin(page, "samoa-3p.json")
    pages(page, path).evaluate(ENTER, [document["entries"], 0, "k"])
    page.evaluate("path => { location.hash = path; }", path + "/sheet.pdf?back=1")
    page.locator("#print").wait_for(timeout=STARTS)
    sheet = page.frame(url="**/pocket/app/**/sheet.pdf?back=1")
    said = sheet.locator("body").inner_text()
    assert "Review of the game" in said, "a second page, where it is asked for"
    assert all(player["name"].upper() in said.upper() for player in document["players"])
    assert sheet.evaluate("document.documentElement.scrollWidth <= innerWidth"), "cut at the right"
    page.emulate_media(media="print")
    assert sheet.evaluate("getComputedStyle(document.body).zoom") == "1", "as large as the paper"
    page.emulate_media(media="screen")
    pages(page, path + "/result").locator("a[data-picture]").click()
    page.locator("#save-picture").wait_for(timeout=STARTS)
    assert page.locator("#print").is_hidden()
    picture = page.frame(url="**/pocket/app/**/picture.png")
    assert picture.evaluate("document.documentElement.getBoundingClientRect().width <= innerWidth")
    with page.expect_download() as download:
        page.locator("#save-picture").click()
    assert re.fullmatch(r"samoa-[-0-9]+\.png", download.value.suggested_filename)
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    page.locator("#close").click()
    page.locator(f"html[data-shows='{path}/result']").wait_for(state="attached", timeout=STARTS)
    assert page.locator("#printing").is_hidden()


def set_up_by_thumb(page: Page) -> str:
    """Set a game of four up by its form; return the path of its table."""
    setup = cast(dict[str, Any], SETUP)
    frame = pages(page, "/")
    frame.locator("a[href$='/new/austria']").click()
    for seat, name in enumerate(setup["names"]):
        frame.locator(f"[name=name-{seat}]").fill(name)
    frame.locator("label.tile:has([name=edition][value='2015-ru'])").click()
    frame.locator("[data-step-next]").click()
    frame.locator("[data-all]").fill(" ".join(map(str, setup["queue"])))
    for kind in ("politics", "emperor"):
        for letter, card in zip("ABC", setup[kind], strict=True):
            frame.locator(f"label.tile:has([name={kind}-{letter}][value='{card}'])").click()
    frame.locator("[data-step-starts]").click()
    frame.locator("main.play").wait_for(timeout=STARTS)
    page.locator("html[data-shows^='/t/']").wait_for(state="attached", timeout=STARTS)
    played = page.url.partition("#")[2]
    assert re.fullmatch(r"/t/[\w-]+", played)
    return played


def first_steps_by_thumb(thumb: Phone) -> list[dict[str, Any]]:
    """Enter the first guests and rooms of four; return these entries."""
    steps = [{**entry, "by": entry["by"][0]} for entry in first_steps()]
    for number, entry in enumerate(steps):
        if entry["do"] == "take_guest":
            thumb.enter(entry)
        elif number % 3 == 1:  # three rooms at once
            thumb.enter(entry, steps[number + 1 : number + 3])
    return steps


FIRST_TURNS: tuple[dict[str, Any], ...] = (
    {"by": "a", "do": "roll", "dice": [3, 3, 3, 2, 2, 1]},
    {"by": "a", "do": "take_die", "die": 2, "gain": {"wine": 3}, "place": {"50": {"wine": 1}}},
    {"by": "a", "do": "check_in", "guest": 50, "room": "1-2"},
    {"by": "a", "do": "prepare", "room": "1-4"},
    {"by": "a", "do": "done"},
    {"by": "b", "do": "take_guest", "guest": 63, "reveal": 70},
    {
        "by": "b",
        "do": "take_die",
        "die": 1,
        "gain": {"strudel": 2, "cake": 1},
        "place": {"78": {"cake": 1}},
    },
    {"by": "b", "do": "check_in", "guest": 78, "room": "1-3"},
    {"by": "b", "do": "take_guest", "guest": 55, "reveal": 104},
    {"by": "b", "do": "done"},
)
"""The turns after the first steps, as test_round taps them in."""


def test_an_evening_by_thumb_with_a_full_disk_in_the_middle(pocket: Pocket) -> None:
    """What was answered is there; what was refused is said, waits, and is there with room again."""
    page = pocket.open()
    page.locator("#private button").click()
    context = pocket.context
    assert context is not None
    context.set_offline(True)
    played = set_up_by_thumb(page)
    thumb = Phone(cast(Page, Framed(page, pages(page))), "")
    thumb.trouble = True
    steps, turns = first_steps_by_thumb(thumb), iter(FIRST_TURNS)
    for entry in (next(turns), next(turns)):
        thumb.enter(entry)
    kept = recorded(page, played)["entries"]
    assert len(kept) == len(steps) + 2
    other, path = begin(page, "austria-4p-2022.json", 4)
    pocket.fill_disk(page, quotaSize=1)
    with pytest.raises(Error, match=r"503.*nothing was saved"):  # what the files have room for
        pages(page, path).evaluate(ENTER, [other["entries"][4:], None, "full"])
    thumb = Phone(cast(Page, Framed(page, pages(page, played))), "")
    thumb.trouble = True
    entry = enter_until_refused(thumb, turns)
    panel = pages(page).locator("#unsent")
    panel.get_by_text("Not saved: 1").wait_for(timeout=STARTS)
    assert "No room is left on the disk" in panel.inner_text()
    answered = recorded(page, played)["entries"]
    pocket.reload(page)
    assert recorded(page, played)["entries"] == answered
    pocket.fill_disk(page)
    frame = pages(page, played)
    frame.locator("#unsent [data-anyway]").click()
    frame.locator("#unsent").wait_for(state="hidden", timeout=STARTS)
    thumb = Phone(cast(Page, Framed(page, frame)), "")
    for later in turns:
        thumb.enter(later)
    pocket.kill()
    page = pocket.open(offline=True)
    wanted = [*steps, *FIRST_TURNS]
    told = recorded(page, played)["entries"]
    assert [(each["by"], each["do"]) for each in told] == [(e["by"], e["do"]) for e in wanted]
    assert told[len(answered)]["do"] == entry["do"]


def enter_until_refused(thumb: Phone, entries: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Enter by thumb what the full disk has room for; return the entry that it refused."""
    for entry in entries:
        with suppress(AssertionError):
            thumb.enter(entry)
            continue
        return entry
    raise AssertionError("nothing was refused")


def test_an_evening_on_one_phone_without_a_network(pocket: Pocket) -> None:
    """Set-up to the first roll by thumb, referee, scoring, a league of four, Back and reload."""
    page = pocket.open()
    assert page.locator("#private").is_visible(), "nothing is promised, and that is said first"
    page.locator("#private button").click()
    context = pocket.context
    assert context is not None
    foreign: list[str] = []
    context.on("request", lambda sent: foreign.append(sent.url))
    context.set_offline(True)
    played = set_up_by_thumb(page)
    page.go_back()
    page.locator("html[data-shows='/new/austria']").wait_for(state="attached", timeout=STARTS)
    page.go_forward()
    page.locator(f"html[data-shows='{played}']").wait_for(state="attached", timeout=STARTS)
    pocket.reload(page)
    frame = pages(page)
    assert page.url.endswith(played)
    thumb = Phone(cast(Page, Framed(page, frame)), "")
    steps = first_steps_by_thumb(thumb)
    # Python ends when the roll is saved and before anybody hears of it: it is there once.
    page.workers[-1].evaluate(ENDS_ITSELF)
    thumb.enter({"by": "a", "do": "roll", "dice": [3, 3, 3, 2, 2, 1]})
    assert len(recorded(page, played)["entries"]) == len(steps) + 1
    assert page.locator("#stopped").is_hidden()
    # Referee and scoring.
    question = MoveQuestion({**positions.typical(), "entries": []}, ())
    asked = question.having([{"by": "anna", "do": "prepare", "room": "3-3"}])
    assert pages(page, f"/referee/answer?q={asked.text()}").locator(".answer-line").count()
    scored = pages(page, f"/scoring/score?q={question.text()}")
    assert scored.locator("tfoot td").count() == len(cast(dict[str, Any], SETUP)["names"])
    # A league of the four who played.
    frame = pages(page, "/l/new")
    frame.locator("[name=name]").fill("Kitchen table")
    frame.locator("form[action$='/l/new'] button.main").click()
    page.locator("html:not([data-shows='/l/new'])").wait_for(state="attached", timeout=STARTS)
    document, path = begin(page, "austria-4p-2022.json", 1000)
    frame = pages(page, path + "/result")
    frame.locator("form[action*='/l/join/'] button").click()
    frame.locator("form[action$='/add/table'] button.main").click()
    frame.locator("h1", has_text="Grand Austria").wait_for(timeout=STARTS)
    league = page.evaluate("document.documentElement.dataset.shows").partition("/games")[0]
    names = pages(page, league + "/players").locator("#main").inner_text()
    assert all(player["name"] in names for player in document["players"])
    assert not [url for url in foreign if not url.startswith(pocket.address)]
    print(f"memory: {page.evaluate('document.documentElement.dataset.memory')} bytes")


def test_a_game_goes_to_a_server_and_back_and_a_conflict_keeps_both(
    pocket: Pocket, served: tuple[str, Flask]
) -> None:
    page = pocket.open()
    context = pocket.context
    document, path = begin(page, "austria-2p-2015-fr.json", 4)
    frame = pages(page, path + "/carry")
    frame.locator("[name=address]").fill(served[0])
    with context.expect_page() as opened:
        frame.locator("#carry button").click()
    there = opened.value
    there.locator("#arrived button").click()
    there.get_by_role("status").filter(has_text="The game is here.").wait_for()
    assert path in there.locator("[name=address]").input_value()
    with served[1].app_context():
        table = tables().open(there.url.split("/t/")[1].split("/")[0])
        for entry in document["entries"][4:8]:
            made = tables().append(table, entry, version=table.version, key=f"k{table.version}")
            assert isinstance(made, Appended)
            table = made.now
    there.reload()
    with context.expect_page() as opened:
        there.locator("#carry button").click()
    back = opened.value
    pocket.started(back, "other")  # the first window writes: it is closed, and this one goes on
    page.close()
    back.locator("#again").click()
    pocket.started(back)
    frame = pages(back)
    frame.locator("#arrived button").click()
    frame.get_by_role("status").filter(has_text="4 entries came.").wait_for(timeout=STARTS)
    assert recorded(back, path)["entries"] == document["entries"][:8]
    # Both sides go on: both are kept, on the phone too, and lead to each other.
    with served[1].app_context():
        made = tables().append(table, document["entries"][8], version=table.version, key="there")
        assert isinstance(made, Appended)
    pages(back, path).evaluate(ENTER, [[OTHERWISE], None, "here"])
    there.reload()
    back.evaluate("at => { location.hash = at; }", f"{path}/carry#{there.evaluate(PACKED)}")
    frame = pages(back)
    frame.locator("#arrived button").click()
    frame.get_by_role("status").filter(has_text="both are kept").wait_for(timeout=STARTS)
    assert recorded(back, path)["entries"] == [*document["entries"][:8], OTHERWISE]
    apart = back.evaluate("document.documentElement.dataset.shows").removesuffix("/carry")
    assert apart != path
    assert recorded(back, apart)["entries"] == document["entries"][:9]
    assert frame.locator("#apart-title").is_visible()
    # The link of a league leads to its own form.
    there.goto(served[0] + "/l/new")
    there.locator("[name=name]").fill("Tuesday Club")
    there.locator("form[action$='/l/new'] button.main").click()
    there.wait_for_url("**/links")
    frame = pages(back, path + "/carry")
    frame.locator("[name=address]").fill(there.url.removesuffix("/links"))
    with context.expect_page() as opened:
        frame.locator("#carry button").click()
    joins = opened.value
    joins.locator("#arrived button").click()
    joins.wait_for_url("**/add/table?link=*")
    assert joins.locator("#main").inner_text().count("Tuesday Club")


def test_a_newer_version_takes_over_and_one_that_does_not_start_leaves_the_old_one(
    pocket: Pocket, www: Path, tmp_path: Path
) -> None:
    """The store is that of the release before; its game is there whatever happens."""
    document = json.loads((RECORDS / "samoa-3p.json").read_text(encoding="utf-8"))
    put_kept_store(tmp_path / "old.db")
    store, path = (tmp_path / "old.db").read_bytes(), f"/t/{TABLE}"
    first = runs = json.loads((www / "latest.json").read_text())["version"]
    page = pocket.open(store=store)
    assert recorded(page, path)["entries"][:2] == document["entries"][:2]
    broken = "throw new Error('broken');"
    for name, code in (("broken", broken), ("newer", "// newer\n"), ("late", broken)):
        version = offer(www, first, name, code)
        pocket.reload(page)
        page.locator("#load").click(timeout=STARTS)
        runs = version if name == "newer" else runs
        page.wait_for_function(
            "([runs, old]) => document.documentElement.dataset.version === runs"
            " && document.querySelector('#old').hidden === !old"
            " && document.documentElement.dataset.state === 'ready'"
            " && document.querySelector('#newer').hidden",
            arg=[runs, name != "newer"],
            timeout=STARTS,
        )
        kept = recorded(page, path)["entries"]
        assert kept == document["entries"][: max(2, len(kept))]
        if name == "newer":  # all that is entered in it stays, whatever comes after it
            pages(page, path).evaluate(ENTER, [document["entries"][len(kept) :][:3], None, "n"])
            entered = len(kept) + 3
    assert len(kept) == entered
    pocket.reload(page)
    assert page.evaluate("document.documentElement.dataset.version") == runs
    assert len(recorded(page, path)["entries"]) == entered


def offer(www: Path, first: str, name: str, code: str) -> str:
    """Put another version on the host: the first one with other code for its worker.

    name: of the version. That of "newer" stands before the first code, any other in its place.
    """
    told = json.loads((www / "latest.json").read_text(encoding="utf-8"))
    version, earlier_one = f"{first}-{name}", told["version"]
    shutil.copytree(www / "v" / first, www / "v" / version)
    engine = www / "v" / version / "engine.js"
    engine.write_text(code + (engine.read_text(encoding="utf-8") if name == "newer" else ""))
    index = (www / "index.html").read_text(encoding="utf-8").replace(earlier_one, version)
    (www / "index.html").write_text(index, encoding="utf-8")
    for file in told["files"]:
        file["path"] = file["path"].replace(earlier_one, version)
        changed = engine if file["path"].endswith("/engine.js") else www / "index.html"
        if file["path"].endswith("/engine.js") or not file["path"]:
            file["sha256"] = hashlib.sha256(changed.read_bytes()).hexdigest()
    (www / "latest.json").write_text(json.dumps(told | {"version": version}), encoding="utf-8")
    return version


@pytest.mark.parametrize("spelling", ["index.html", "INDEX.HTML", "/", "index.html?utm=1", "app"])
def test_every_spelling_of_the_address_leads_to_the_program(pocket: Pocket, spelling: str) -> None:
    """First with a connection, then without one."""
    page = pocket.open(spelling if spelling.startswith("index") else "")
    assert pages(page).locator("main").count()
    pocket.go_offline()
    page.goto(pocket.address + spelling)
    pocket.started(page)
    assert page.evaluate("location.pathname") == "/pocket/"
    assert pages(page).locator("a[href$='/new/austria']").count()


LOSES = """async ([name, damaged]) => {
  const cache = await caches.open("pocket-" + document.documentElement.dataset.version);
  const at = (await cache.keys()).find(({ url }) => url.endsWith(name));
  if (damaged) await cache.put(at, new Response(damaged));
  else await cache.delete(at);
}"""
"""Takes a file of the version out of the browser's cache, or damages it."""


@pytest.mark.parametrize("damaged", ["", "damaged"])
def test_a_file_that_is_missing_or_damaged_is_fetched_again(pocket: Pocket, damaged: str) -> None:
    page = pocket.open()
    _, path = begin(page, "samoa-3p.json", 3)
    for name in ("program.bin", "memory.bin"):
        page.evaluate(LOSES, [name, damaged])
    pocket.reload(page)
    assert len(recorded(page, path)["entries"]) == 3
    pocket.go_offline()
    pocket.reload(page)


UNREADABLE = read_script("pocket-unreadable")
"""Lets a service worker find the note of the current version unreadable."""


def test_a_window_whose_page_cannot_be_read_comes_from_elsewhere_or_says_so(pocket: Pocket) -> None:
    """Without a connection: the note of the version is unreadable, is gone; the page is gone."""
    page = pocket.open()
    context = pocket.context
    assert context is not None
    _, path = begin(page, "samoa-3p.json", 3)
    context.set_offline(True)
    context.service_workers[0].evaluate(UNREADABLE)
    pocket.reload(page)
    page.evaluate("async () => (await caches.open('pocket')).delete('/pocket/current')")
    pocket.reload(page)
    assert len(recorded(page, path)["entries"]) == 3
    page.evaluate(LOSES, ["/pocket/", ""])
    page.reload()
    assert "no connection to fetch it again" in page.locator("body").inner_text()
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    pocket.started(page)
    assert len(recorded(page, path)["entries"]) == 3
    context.set_offline(True)
    pocket.reload(page)


HANGS = "self.onmessage = () => {};"

TRIED = """async (started) =>
    (await (await caches.match("/pocket/tried"))?.text())?.startsWith(started)"""
"""Whether a new version is noted as to be started, or as one that was."""
"""Code of a worker that is there and never says anything."""


def test_a_version_that_is_interrupted_is_offered_again_and_one_that_hangs_ends(
    pocket: Pocket, www: Path
) -> None:
    page = pocket.open()
    _, path = begin(page, "samoa-3p.json", 3)
    running = page.evaluate("document.documentElement.dataset.version")
    version = offer(www, running, "hangs", HANGS)
    # Later, while it is loaded: nothing reloads by itself, and it starts when it is opened next.
    pocket.reload(page)
    page.locator("#load").wait_for(timeout=STARTS)
    page.evaluate("window.same = true")
    page.evaluate(
        """() => {
          document.querySelector("#load").click();
          document.querySelector("#newer [data-hides]").click();
        }"""
    )
    until(page, TRIED, "next ")
    assert page.evaluate("window.same"), "nothing reloads by itself"
    # Interrupted at its first start, it is offered again.
    page.reload()
    until(page, TRIED, "now ")
    pocket.kill()
    page = pocket.open()
    assert page.evaluate("document.documentElement.dataset.version") == running != version
    page.locator("#load").wait_for(timeout=STARTS)
    assert page.locator("#old").is_hidden()
    assert len(recorded(page, path)["entries"]) == 3
    # One that hangs ends after a time, and the old one goes on.
    page.clock.install()
    page.locator("#load").click()
    until(page, TRIED, "now ")
    page.clock.fast_forward(91_000)
    pocket.started(page)
    page.locator("#old").wait_for(timeout=STARTS)
    assert page.evaluate("document.documentElement.dataset.version") == running
    assert len(recorded(page, path)["entries"]) == 3


def test_two_folders_of_one_address_leave_each_other_alone(pocket: Pocket, www: Path) -> None:
    """Each has its games and its files, and starts without a connection when the other changed."""
    origin, games = pocket.address.removesuffix("/pocket/"), www.parent / "games"
    for name in ("hotel", "beta"):
        shutil.copytree(BUILT, games / name)
    pocket.address = f"{origin}/games/hotel/"
    pocket.open().close()
    context = pocket.context

    def opened(name: str) -> Page:
        own = context.new_page()
        own.goto(f"{origin}/games/{name}/")
        pocket.started(own)
        own.locator("html[data-shows]").wait_for(state="attached", timeout=STARTS)
        return own

    def count(own: Page) -> int:
        return int(own.frame_locator("#pages").locator(".games > li").count())

    both = {name: opened(name) for name in ("hotel", "beta")}  # at the same time
    for name, own in both.items():
        frame = own.frame(url=f"**/games/{name}/app/**")
        frame.locator("[data-token], a[href$='/samples'], main").first.wait_for()
        body = (RECORDS / "samoa-3p.json").read_text(encoding="utf-8")
        at = frame.evaluate(
            """async ([to, body]) => {
              const headers = { "Content-Type": "application/json" };
              const told = await (await fetch(to, { method: "POST", body, headers })).json();
              return told.links.find(({ role }) => role === "table").token;
            }""",
            [f"/games/{name}/app/api/v1/records", body],
        )
        frame.goto(f"{origin}/games/{name}/app/t/{at}")
    running = both["beta"].evaluate("document.documentElement.dataset.version")
    offer(games / "beta", running, "newer", "// newer\n")
    both["beta"].reload()
    pocket.started(both["beta"])
    both["beta"].locator("#load").click(timeout=STARTS)
    both["beta"].wait_for_function(
        "old => document.documentElement.dataset.version === old + '-newer'"
        " && document.documentElement.dataset.state === 'ready'",
        arg=running,
        timeout=STARTS,
    )
    for own in both.values():
        own.close()
    context.set_offline(True)
    for name in both:
        own = opened(name)
        own.evaluate("location.hash = '/mine'")
        own.locator("html[data-shows='/mine']").wait_for(state="attached", timeout=STARTS)
        assert count(own) == 1
        own.close()


class Faulty(Quiet):
    """A host that serves some files wrongly. faults: by the ends of addresses."""

    faults: Mapping[str, str] = {}

    def do_GET(self) -> None:
        fault = next((kind for end, kind in self.faults.items() if self.path.endswith(end)), "")
        if fault == "missing":
            return self.send_error(404)
        if not fault:
            return super().do_GET()
        body = Path(self.translate_path(self.path)).read_bytes()
        body = {"half": body[: len(body) // 2], "crlf": body.replace(b"\n", b"\r\n")}.get(
            fault, body
        )
        self.send_response(200)
        kind = self.guess_type(self.path)
        self.send_header("Content-Type", "text/plain" if fault == "plain" else kind)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if fault == "cut" else body)
        self.close_connection = True


@pytest.mark.parametrize(
    ("end", "fault", "state"),
    [
        ("/shell.js", "plain", "type"),
        ("/shell.js", "missing", "missing"),
        ("/sw.js", "plain", "type"),
        ("/program.bin.lzma", "missing", "missing"),
        ("/program.bin.lzma", "half", "half"),
        ("/program.bin.lzma", "cut", "cut"),
        ("/shell.css", "crlf", "converted"),
        ("/latest.json", "half", "half"),
    ],
)
def test_what_a_host_does_wrong_is_said(
    playwright: Playwright, www: Path, tmp_path: Path, end: str, fault: str, state: str
) -> None:
    shutil.copytree(BUILT, tmp_path / "pocket")
    kind = type("Host", (Faulty,), {"faults": {end: fault}})
    handler = functools.partial(kind, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    own = Pocket(playwright, tmp_path / "profile", f"http://localhost:{server.server_port}/pocket/")
    try:
        context = own.playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        page = context.new_page()
        page.goto(own.address)
        page.locator(f"html[data-state={state}]").wait_for(state="attached", timeout=STARTS)
        assert end.lstrip("/").removesuffix(".lzma") in page.locator("#why").inner_text()
        assert len(page.locator("#step").inner_text()) > 30
        context.close()
    finally:
        server.shutdown()
        server.server_close()
