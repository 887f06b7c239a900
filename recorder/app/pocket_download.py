"""The program to be taken along: the files that ``bin/pocket`` has built, under ``/pocket/``.

They run in the browser alone, without this server (docs/pocket.md); here they are only handed out.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, current_app, request, send_from_directory
from werkzeug.exceptions import NotFound

from recorder.languages.speech import gettext as _
from recorder.pages.wording import localise_number
from recorder.serving import house
from recorder.serving.platform import FirstPageOffer
from recorder.serving.security import CSP

takeaway = Blueprint("takeaway", __name__, url_prefix="/pocket")

LISTED = "latest.json"
"""What ``bin/pocket`` writes of its files: names, sizes, checksums, content policies."""


def init_app(app: Flask) -> None:
    """Add the address of the files; where there are none it leads nowhere."""
    app.register_blueprint(takeaway)


def _folder() -> Path:
    return Path(current_app.config["POCKET"]).resolve()


def _read_list() -> dict[str, Any] | None:
    """Return the list of the files, None where none were built."""
    try:
        changed = (_folder() / LISTED).stat().st_mtime_ns
    except OSError:
        return None
    return _read_list_file(_folder() / LISTED, changed)


@lru_cache(maxsize=4)
def _read_list_file(path: Path, changed: int) -> dict[str, Any]:
    policy: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return policy | {"policies": {each["path"]: each["policy"] for each in policy["files"]}}


def _offer_words() -> tuple[str, str] | None:
    listed = _read_list()
    if listed is None:
        return None
    told = _(
        "The whole program on this phone, without a server: %(size)s MB, once.",
        size=localise_number(f"{listed['sent'] / 1e6:.1f}"),
    )
    host = urlsplit(request.host_url).hostname or "localhost"
    if house.is_open_to_house(host) and not request.is_secure:
        told += " " + _(
            "Open it by an address with https; whoever runs this server sets one up as"
            " docs/house-https.md says."
        )
    return _("Install on this phone"), told


OFFER = FirstPageOffer("takeaway.page", "down", _offer_words)


@takeaway.get("/")
def page() -> Response:
    """Send the window that loads the program and starts it."""
    return _send_file("index.html", "")


@takeaway.get("/<path:name>")
def file(name: str) -> Response:
    """Send one of its files."""
    return _send_file(name, name)


def _send_file(name: str, listed_as: str) -> Response:
    """Send a file with the policy that it was built for. Raises NotFound."""
    listed = _read_list()
    if listed is None:
        raise NotFound
    answer = send_from_directory(_folder(), name)
    policies = listed["policies"]
    policy = policies.get(listed_as) or policies.get(listed_as.removesuffix(".lzma"))
    if policy is not None:
        answer.headers[CSP] = policy
    return answer
