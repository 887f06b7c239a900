"""The way to the phone: compressed answers, static files fetched once, the aims of forms.

No text may turn the writing direction of its neighbours.
"""

from __future__ import annotations

import os
import posixpath
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, request, url_for

from adjudicator.version import VERSION
from exports.direction import isolate_words
from recorder.languages.request_cache import read_request_cache
from recorder.serving.platform import KEY, Outfit
from recorder.store.naming import TURNING
from recorder.web.errors import API
from recorder.web.request_values import FORM, is_asked_by

WORTH_IT = 500
"""Bytes below which compressing gains nothing."""

A_YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Compress text that is sent, and let browsers keep static files that carry their hash."""
    parts: Outfit = app.extensions[KEY]
    if parts.compress is not None:
        app.config["COMPRESS_MIN_SIZE"] = WORTH_IT
        parts.compress(app)
    app.after_request(_straighten)
    app.after_request(_keep)
    app.after_request(_lead)
    app.jinja_env.globals["static"] = static
    app.jinja_env.globals["release"] = VERSION


PAGES = ("text/html", "application/json")
"""The types of a page: whole, or its changed parts."""

_TURNING = re.compile(b"|".join(mark.encode() for mark in TURNING))

_FROM_RIGHT = [bytes([lead]) for lead in range(0xD6, 0xE0)]
"""First bytes of letters that are written from right to left."""


def _straighten(response: Response) -> Response:
    """Leave marks that turn the writing direction out of a page; files and programs get theirs.

    Names that turn it by their letters stand apart.
    """
    shown = response.mimetype in PAGES and not request.path.startswith(API)
    if shown and response.is_sequence and "Content-Disposition" not in response.headers:
        text = response.get_data()
        if _TURNING.search(text):
            text = _TURNING.sub(b"", text)
            response.set_data(text)
        if response.mimetype == PAGES[0] and any(lead in text for lead in _FROM_RIGHT):
            response.set_data(isolate_words(text.decode()))
    return response


def static(name: str) -> str:
    """Return the address of a static file with the hash of its content.

    A script's hash is that of all scripts that it imports, too: they are versioned in it. Asked for
    hundreds of times on a page with icons, so it is made once a request.
    """
    addresses: dict[str, str] = read_request_cache().setdefault("static_addresses", {})
    if name not in addresses:
        addresses[name] = _address(request.script_root, name, _together(name))
    return addresses[name]


Together = tuple[tuple[str, int], ...]
"""A file and all that it imports, by names, each with the time of its last change."""


@lru_cache(maxsize=64)
def _address(root: str, name: str, files: Together) -> str:
    """Build an address; ``root`` is where the program is below its host's name."""
    return url_for("static", filename=name, v=_hash(files))


STATIC = Path(__file__).resolve().parent.parent.parent / "static"

IMPORT = re.compile(r'(\b(?:from|import)\s*\(?\s*")([.]{1,2}/[^"?]+)(?=")')
"""A script that another one imports, by its place seen from there."""


def _together(name: str) -> Together:
    changes: dict[str, int] = {}
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in changes:
            changes[one] = os.stat(os.path.join(STATIC, one)).st_mtime_ns
            waiting += _imports(one, changes[one])
    return tuple(sorted(changes.items()))


@lru_cache(maxsize=64)
def _imports(name: str, changed: int) -> tuple[str, ...]:
    if not name.endswith(".js"):
        return ()
    text = (STATIC / name).read_text(encoding="utf-8")
    return tuple(_name_from_file(name, place) for _, place in IMPORT.findall(text))


def _name_from_file(name: str, place: str) -> str:
    """Return the name of the file that stands at a place, as it is seen from another file."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), place))


@lru_cache(maxsize=64)
def _hash(files: Together) -> str:
    content = sha256()
    for name, _ in files:
        content.update((STATIC / name).read_bytes())
    return content.hexdigest()[:12]


def version_imports(text: str, name: str) -> str:
    """Return a script whose imports name versions, as ``static`` does for a page.

    A browser then keeps imported scripts, too, and has one copy of each for all importers.
    """

    def with_hash(found: re.Match[str]) -> str:
        return f"{found[0]}?v={_hash(_together(_name_from_file(name, found[2])))}"

    return IMPORT.sub(with_hash, text)


NOTE = r"/\*(?:[^*]|\*(?!/))*\*/"

LEAN = {
    "text/javascript": re.compile(
        rf"^\s*(?://.*|{NOTE})?\n|{NOTE} ?|^[ \t]+|  // .*$", re.MULTILINE
    ),
    "text/css": re.compile(
        r"/\*.*?\*/|^[ \t]+|(?<=[;,{])\s+|\s+(?=[{}])", re.MULTILINE | re.DOTALL
    ),
}
"""Comments, indents, spaces beside signs; a test looks for texts that contain them."""

NEEDLESS = ("Content-Disposition", "Accept-Ranges", "Last-Modified", "ETag")
"""Flask's headers of a file that nobody needs of one read whole and kept for good."""

VENDORED = ".min.js"
"""Files of others are sent as published."""


def lean(text: str, kind: str) -> str:
    """Return a script or a style (``kind`` is its media type) without comments and indentation."""
    return LEAN[kind].sub("", text)


def _lead(response: Response) -> Response:
    """Tell a form that was sent by the page's script where to go, instead of sending it there.

    The script would follow unseen; so it stays on its page until there is something to go to.
    """
    if is_asked_by(FORM) and response.status_code in (302, 303):
        response.headers["X-Go"] = response.headers.pop("Location")
        response.status_code = 204
        response.set_data(b"")
    return response


def lead_script(place: str) -> Response:
    """Return the answer that has a script of ours open another page."""
    return Response(status=204, headers={"X-Go": place})


def _keep(response: Response) -> Response:
    """Let browsers keep a static file for good whose address carries its hash.

    The file is read whole before it is compressed: compressed as a stream it would stay open.
    Comments and indents are not sent.
    """
    if request.endpoint != "static" or response.status_code != 200:
        return response
    response.direct_passthrough = False
    text = response.get_data()
    response.close()
    if response.mimetype in LEAN and not request.path.endswith(VENDORED):
        name = (request.view_args or {})["filename"]
        response.set_data(lean(version_imports(text.decode(), name), response.mimetype))
    if request.args.get("v"):
        response.cache_control.max_age = A_YEAR
        response.cache_control.immutable = True
        response.cache_control.public = True
        response.cache_control.no_cache = None
        for name in NEEDLESS:
            response.headers.pop(name, None)
    return response
