"""The shell that stays on the phone, its version, and its installation.

The shell is all of a page but its content: templates, styles, scripts. A page names the version it
came with, and every answer names the version that gave it. So a page that was opened before an
update notices the new program. Where a browser holds the connection for secure, a worker
(static/worker.js) keeps shell and last pages, and the manifest lets the phone install it.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

from flask import Blueprint, Flask, Response, render_template, request, url_for

from exports.places import TEMPLATES
from recorder.languages import speech
from recorder.pages.shared.delivery import STATIC, static
from recorder.pages.wording import gettext as _

FIRST = (
    "base.css",
    "pages.css",
    "play.css",
    "icons.svg",
    "favicon.svg",
    "dom.js",
    "lately.js",
    "parts.js",
    "queue.js",
    "app.js",
    "line.js",
    "forms.js",
    "keeper.js",
    "picks.js",
    "keys.js",
    "rolls.js",
)
"""Static files that the worker fetches at once; others are kept when a page uses them."""

ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)
"""File, size and purpose; ``python -m tools.icons`` draws them from favicon.svg."""

PAPER, BAIZE = "#f5efe2", "#1d5242"
"""The colours of the page and of the icon, as in base.css."""

shell = Blueprint("shell", __name__)


def init_app(app: Flask) -> None:
    """Add the addresses of worker, manifest and stand-in page, and the version to answers."""
    app.register_blueprint(shell)
    app.jinja_env.globals["shell_version"] = version
    app.after_request(_name_the_version)


@cache
def version() -> str:
    """Return a word for everything that pages are made of; it changes when any of it does."""
    found = sha256()
    for folder in (STATIC, TEMPLATES):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            found.update(str(path.relative_to(folder)).encode())
            found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()[:12]


def _name_the_version(response: Response) -> Response:
    if request.endpoint != "static":
        response.headers["X-Shell"] = version()
    return response


@shell.get("/worker.js")
def worker() -> Response:
    """Answer the worker's script after a list of files to keep; a new version is a new script."""
    first = [url_for("shell.offline"), *(static(name) for name in FIRST)]
    told = {"VERSION": version(), "FIRST": first, "ROOT": request.script_root}
    begun = "".join(f"const {name} = {json.dumps(said)};\n" for name, said in told.items())
    script = (STATIC / "worker.js").read_text(encoding="utf-8")
    return Response(begun + script, mimetype="text/javascript")


@shell.get("/offline")
def offline() -> str:
    """Show a page in place of an unsaved one, and list the saved ones."""
    return render_template("offline.html")


@shell.get("/manifest.webmanifest")
def manifest() -> Response:
    """Answer the manifest for installing the pages, in the reader's language."""
    icons = [
        {"src": static(name), "sizes": size, "type": "image/png", "purpose": purpose}
        for name, size, purpose in ICONS
    ]
    vector = {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"}
    described = _("Record your game turn by turn, with every move checked.")
    found: dict[str, Any] = {
        "id": url_for("pages.home"),
        "name": _("Hotel Ledger"),
        "short_name": _("Hotel Ledger"),
        "description": described,
        "lang": speech.reader_locale(),
        "start_url": url_for("pages.home"),
        "scope": url_for("pages.home"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": BAIZE,
        "icons": [*icons, vector],
    }
    text = json.dumps(found, ensure_ascii=False)
    return Response(text, mimetype="application/manifest+json")
