"""A real browser on a real server: one of each per session, a fresh phone per test."""

import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect, sync_playwright

from recorder import create_app
from recorder.serving.server import make_server
from recorder.web.context import tables
from tests.browser import axe
from tests.browser.phone import PATIENCE, Deal, NewPhone, Phone

CHROMIUM = Path(
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
    or "/usr/bin/chromium"
)
"""The build of Chromium without windows, where there is one: a new phone costs a fifth of the time.
``CHROMIUM`` names another one; ``bin/soak`` takes the one with windows, which people have.
"""

HOUSE = "hotel.example"
"""The server's name on the phones' network: browsers hold it for insecure."""

ARGS = [
    f"--host-resolver-rules=MAP {HOUSE} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Flask]]:
    """The address of a running recorder as the house knows it, and its application."""
    database = tmp_path_factory.mktemp("recorder") / "recorder.db"
    app = create_app({"DATABASE": str(database), "CREATION_LIMIT": "10000 per minute"})
    server = make_server(app, host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://{HOUSE}:{server.effective_port}", app
    server.close()
    thread.join(timeout=5)


@pytest.fixture
def deal(served: tuple[str, Flask]) -> Deal:
    """Put a record on the table without the set-up form; returns the paths of its links."""

    def start(document: Mapping[str, Any]) -> dict[str, str]:
        with served[1].app_context():
            links = tables().start(document, listed=False).links
        return {link.seat or link.role: f"/t/{link.token}" for link in links}

    return start


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("needs chromium")
    if worker_id != "master":  # each has a folder in that of the run
        axe.SETTLED.file = tmp_path_factory.getbasetemp().parent / "axe-settled"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def new_phone(browser: Browser, served: tuple[str, Flask]) -> Iterator[NewPhone]:
    """Make phones: each a browser of its own with a screen of 390 by 844.

    locale: the language of the phone. scale: pixels of the screen for one of the page's.
        touch: whether a thumb taps it; else there is a pointer that hovers. zone: of its clock.
    """
    contexts = []

    def make(
        *,
        width: int = 390,
        height: int = 844,
        dark: bool = False,
        locale: str = "en",
        scale: int = 1,
        touch: bool = True,
        zone: str | None = None,
    ) -> Phone:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            has_touch=touch,
            locale=locale,
            timezone_id=zone,
        )
        contexts.append(context)
        return Phone(context.new_page(), served[0])

    yield make
    complaints = []
    for context in contexts:
        complaints += [line for page in context.pages for line in Phone.complaints(page)]
        context.close()
    assert not complaints


@pytest.fixture
def phone(new_phone: NewPhone) -> Phone:
    return new_phone()
