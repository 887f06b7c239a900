"""Values of a request's address, within bounds: the server's name, numbers, pages of this site."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask, current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter, Map
from werkzeug.sansio.utils import host_is_trusted

from recorder.languages.speech import gettext as _

ON_CALL = ("/health", "/metrics")
"""How the addresses begin that ``recorder.web.health`` answers: programs ask, and read text."""

HIGHEST = 2**31 - 1
"""The highest number that anything here has: a version, an entry, a page."""

FROM = "X-From"
"""The header in which a script of ours says that it asks."""

FORM, PAGE = "form", "page"
"""Its values: the script that sends forms, and the one that replaces the main part of a page."""

_INSIDE = re.compile(r"/(?![/\\])[^\x00-\x20\x7f\\]*")
"""An address on this site. Browsers read ``\\`` as ``/`` and leave out tabs and ends of lines."""


class Misdirected(HTTPException):
    """The server is asked under a name that is not its own."""

    code = 421


class Number(IntegerConverter):
    """A number in a path; nothing is found under one that is higher than HIGHEST."""

    regex = r"\d{1,10}"

    def __init__(self, map: Map, *args: Any, **more: Any) -> None:
        """See werkzeug."""
        super().__init__(map, *args, **({"max": HIGHEST} | more))


def init_app(app: Flask) -> None:
    """Bound the numbers of every path, before the views are registered, and the host's names."""
    app.url_map.converters["int"] = Number
    app.before_request(_refuse_host)


def _refuse_host() -> None:
    """Answer under the server's own names only: links and QR codes repeat the sender's host.

    People on call ask the machine itself, and are told no address. Raises Misdirected.
    """
    known = [name.strip() for name in current_app.config["HOSTS"].split(",") if name.strip()]
    if not known or request.path.startswith(ON_CALL):
        return
    if not host_is_trusted(request.host, known):
        raise Misdirected(_("this server is not called that"))


def read_number(name: str, default: int, *, least: int = 0) -> int:
    """Return a whole number of the query, from ``least`` to HIGHEST: the nearest there is.

    default: for a missing or unreadable number.
    """
    try:
        asked = int(request.args.get(name, ""))
    except ValueError:  # also of thousands of digits
        return default
    return min(max(asked, least), HIGHEST)


def is_inside(address: str) -> bool:
    """Return whether an address that a form names is a page of this site."""
    return _INSIDE.fullmatch(address) is not None


def is_asked_by(script: str) -> bool:
    """Return whether a script asks: ``FORM`` or ``PAGE``."""
    return request.headers.get(FROM) == script
