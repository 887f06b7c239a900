"""What an application is put together with: without threads, press and others it does the rest."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from recorder import create_app
from recorder.serving.platform import Outfit
from recorder.web.context import tables

ROOT = Path(__file__).resolve().parents[2]
RECORD = json.loads((ROOT / "tests/browser/two-players.json").read_text("utf-8"))
PREFIX = "/a/prefix"

BARE = """
import sys, threading
for name in ("flask_compress", "brotli", "PIL", "weasyprint", "waitress", "prometheus_client"):
    sys.modules[name] = None
def start(self): raise RuntimeError("can't start new thread")
threading.Thread.start = start
import recorder
from recorder.serving.platform import Outfit
app = recorder.create_app(
    {"DATABASE": sys.argv[1], "RATELIMIT_ENABLED": False},
    Outfit(reached=False, aside=lambda work: work()),
)
client = app.test_client()
for path in ("/", "/about", "/new/austria", "/new/samoa", "/rules", "/mine", "/health/ready"):
    assert client.get(path).status_code == 200, path
"""


def test_an_application_starts_without_threads_and_without_what_only_a_server_has(
    tmp_path: Path,
) -> None:
    told = subprocess.run(
        [sys.executable, "-c", BARE, str(tmp_path / "bare.db")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr


@pytest.fixture
def alone(tmp_path: Path) -> Flask:
    parts = Outfit(reached=False, aside=lambda work: work(), policy={"frame-ancestors": "'self'"})
    return create_app({"DATABASE": str(tmp_path / "alone.db")}, parts)


def pages_of(app: Flask, root: str = "") -> dict[str, str]:
    with app.app_context():
        links = tables().start(RECORD, listed=False).links
    token = next(link.token for link in links if link.role == "table")
    client = app.test_client()
    paths = ["/", "/mine", "/about", f"/t/{token}", f"/t/{token}/result", f"/t/{token}/log"]
    return {path: client.get(path, base_url=f"http://x{root}/").text for path in paths}


def test_nothing_is_shown_that_needs_another_phone(alone: Flask) -> None:
    for path, page in pages_of(alone).items():
        assert "data-alone" in page, path
        assert "/share" not in page, path
        assert 'data-live="/' not in page, path
        assert "link can open it" not in page, path
        assert "A link is a key" not in page, path


def test_a_league_without_other_phones_begins_on_its_own_page(alone: Flask) -> None:
    client = alone.test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/l/new").text)
    form = {"csrf_token": token[1], "name": "Friday", "language": "en"}
    page = client.post("/l/new", data=form, follow_redirects=True)
    assert "<h1>Friday</h1>" in page.text
    assert "/links" not in page.text


def test_directives_of_the_policy_are_replaced_one_by_one(alone: Flask) -> None:
    policy = alone.test_client().get("/").headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in policy
    assert "default-src 'none'" in policy


def test_every_address_of_a_page_follows_the_prefix_below_which_the_program_lies(
    tmp_path: Path,
) -> None:
    app = create_app({"DATABASE": str(tmp_path / "prefixed.db")})
    named = re.compile(r'(?:href|src|action|data-[a-z]+|value)="(/[^"]*)"')
    for path, page in pages_of(app, PREFIX).items():
        addresses = named.findall(page)
        assert addresses, path
        assert [each for each in addresses if not each.startswith(PREFIX + "/")] == [], path
