"""Values that are computed once for a request and read hundreds of times."""

from __future__ import annotations

from typing import Any

from flask.globals import _cv_app


def read_request_cache() -> dict[str, Any]:
    """Return the values by name: the dictionary of ``g``, without the four calls that ``g`` makes.

    Raises LookupError outside of a request and of an application context.
    """
    found: dict[str, Any] = _cv_app.get().g.__dict__
    return found
