"""A slow phone before a server of its own, for benchmarks in a browser."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from playwright.sync_api import CDPSession, Page, sync_playwright

from recorder import create_app
from recorder.serving.server import make_server
from tests.browser.conftest import ARGS, CHROMIUM, HOUSE

SLOWER = 4
"""How many times slower the phone's processor is than this one, unless told."""

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
"""Milliseconds and bytes a second, as Lighthouse has them."""


@contextmanager
def handset() -> Iterator[tuple[Flask, Page, str]]:
    """Serve an empty store; yield the application, a phone's page and the server's address."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"DATABASE": str(Path(folder) / "recorder.db")})
        server = make_server(app, host="127.0.0.1", port=0, threads=4)
        threading.Thread(target=server.run, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        page = browser.new_page(viewport={"width": 390, "height": 664}, has_touch=True)
        yield app, page, f"http://{HOUSE}:{server.effective_port}"
        browser.close()
        server.close()


def slow_down(page: Page, slower: int) -> CDPSession:
    """Give a page slow 4G and a slower processor; return the session of its browser."""
    browser = page.context.new_cdp_session(page)
    browser.send("Network.enable")
    browser.send("Network.emulateNetworkConditions", SLOW_4G)
    browser.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return browser
