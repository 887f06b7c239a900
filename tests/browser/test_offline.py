"""A phone that holds its connection for secure keeps the game: no server, no page, nothing lost."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import positions
from tests.browser.conftest import ARGS, CHROMIUM
from tests.browser.fit import findings
from tests.browser.phone import Phone
from tests.servers import located

SERVE = """
import sys
from recorder import create_app
from recorder.pages.shared import shell
from recorder.serving.server import make_server
database, port, version = sys.argv[1:]
if version:
    shell.version = lambda: version
app = create_app({"DATABASE": database, "SECRET_KEY": "key"})
server = make_server(app, host="127.0.0.1", port=int(port))
print(server.effective_port, flush=True)
server.run()
"""


class Server:
    """A recorder in a process of its own: what ends it ends every connection at once."""

    def __init__(self, database: Path) -> None:
        self.database, self.port = database, 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self, version: str = "") -> None:
        command = [sys.executable, "-c", SERVE, located(self.database), str(self.port), version]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    @property
    def address(self) -> str:
        """Browsers hold this machine's own name for secure, without a certificate."""
        return f"http://localhost:{self.port}"

    def asks(self, path: str, document: Mapping[str, Any] | None = None) -> Any:
        body = None if document is None else json.dumps(document).encode()
        headers = {"Content-Type": "application/json"}
        url = f"http://127.0.0.1:{self.port}/api/v1{path}"
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            return json.load(answer)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "recorder.db")
    yield made
    made.end()


@pytest.fixture
def reopen(browser: Browser, tmp_path: Path) -> Iterator[Callable[[], Page]]:
    """Close the browser and open it again, with what it has stored."""
    opened: list[BrowserContext] = []

    def again() -> Page:
        while opened:
            opened.pop().close()
        context = browser.browser_type.launch_persistent_context(
            str(tmp_path / "browser"),
            executable_path=str(CHROMIUM),
            args=ARGS,
            viewport={"width": 390, "height": 844},
            has_touch=True,
            reduced_motion="reduce",
        )
        opened.append(context)
        return context.pages[0]

    yield again
    for context in opened:
        context.close()


STORED = """() => {
  caches.keys().then(async (names) => {
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    window.stored = [...names, ...all.flat().map(({url}) => url.replace(location.origin, ""))];
  });
  return window.stored || [];
}"""


def stored(page: Page, *names: str, gone: bool = False) -> None:
    """Wait until the browser's store holds these caches and addresses, or none of them."""
    check = f"(names) => {{ const all = ({STORED})(); return window.stored && names.every"
    page.wait_for_function(
        f"{check}((name) => all.includes(name) !== {json.dumps(gone)}) }}", arg=list(names)
    )


def test_six_entries_without_a_server_over_a_closed_browser(
    server: Server, reopen: Callable[[], Page]
) -> None:
    token = server.asks("/games", positions.typical())["links"][0]["token"]
    link = f"/t/{token}"

    def phone() -> Phone:
        made = Phone(reopen(), server.address)
        made.trouble = True
        return made

    def entered() -> list[dict[str, Any]]:
        return list(server.asks(f"/games/{token}")["record"]["entries"])

    own = phone()
    own.page.add_init_script(
        """navigator.wakeLock.request = async (kind) => {
            window.awake = kind;
            return {released: false, release() { window.awake = ""; }};
        };"""
    )
    own.open(link)
    assert own.page.evaluate("isSecureContext")
    own.page.wait_for_function("() => window.awake === 'screen'")
    stored(own.page, link, f"{link}/other?by=anna", "/offline")
    server.end()

    title = own.page.locator("[data-line-title]")
    own.tap("#queue-92", "#reveal button[value='88']")
    expect(title).to_have_text("Not sent yet: 1")
    own.tap("#die-3", "#take-3 button[name=entry] >> nth=0")
    expect(title).to_have_text("Not sent yet: 2")

    own = phone()  # the battery was empty
    own.page.goto(server.address + link)
    title = own.page.locator("[data-line-title]")
    expect(title).to_have_text("Not sent yet: 2")
    expect(own.page.locator("#unsent")).to_contain_text("as it was at")
    for number, room in enumerate(("2-1", "2-2", "3-1"), start=3):
        own.tap(f"#room-{room}", "#choices button[name=entry] >> nth=0")
        expect(title).to_have_text(f"Not sent yet: {number}")
    own.tap("#other")  # a sheet that this phone was given before
    own.tap("#off-sheet [data-close]")
    own.tap("#dock-pass")  # after all that was entered, no rule allows it
    expect(title).to_have_text("Not sent yet: 6")

    own.page.goto(server.address + "/rules")
    expect(own.page.locator("h1")).to_have_text("No connection")
    expect(own.page.locator(f"[data-kept-pages] a[href='{link}']")).to_contain_text("Anna, Boris")
    assert findings(own.page) == []
    own.tap(f"[data-kept-pages] a[href='{link}']")
    expect(title).to_have_text("Not sent yet: 6")

    server.start("new")  # and another version of the program by now
    asks = own.page.locator(":is(.verdict, #unsent):has(> [data-line-asks])")
    expect(asks).to_contain_text("passes")
    expect(asks).to_contain_text("Not allowed")
    turn = [
        {"by": "anna", "do": "take_guest", "guest": 92, "reveal": 88},
        {"by": "anna", "do": "take_die", "die": 3},
        *({"by": "anna", "do": "prepare", "room": room} for room in ("2-1", "2-2", "3-1")),
    ]
    assert entered() == turn
    own.tap("#newer button")  # an old page that still has something waiting says so
    expect(own.page.locator("meta[name=shell][content=new]")).to_be_attached()
    expect(title).to_have_text("Not sent yet: 1")
    expect(asks).to_contain_text("passes")
    own.tap("[data-line-asks] [data-drop]")
    expect(own.page.locator("#unsent")).to_be_hidden()
    expect(own.page.locator("#room-3-1.vacant")).to_be_visible()
    assert entered() == turn

    stored(own.page, "shell-new")
    server.end()
    server.start("newer")
    own.tap("#other", "#other-die > summary")
    own.page.locator("#other-die [name='gain.wine']").fill("2")
    own.tap("#off-sheet [data-close]")
    own.enter({"by": "anna", "do": "done"})
    own.tap("#newer button")
    expect(own.page.locator("meta[name=shell][content=newer]")).to_be_attached()
    stored(own.page, "shell-newer", link)
    stored(own.page, "shell-new", gone=True)
    forget = """(path) => fetch(path, {method: "POST", redirect: "manual",
        headers: {"X-CSRFToken": document.querySelector("meta[name=csrf]").content}})"""
    own.page.evaluate(forget, f"/forget/{token}")
    stored(own.page, link, gone=True)
