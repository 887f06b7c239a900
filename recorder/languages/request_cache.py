"""What is found out once for a request, and asked for hundreds of times while it is answered."""

from __future__ import annotations

from typing import Any

from flask.globals import _cv_app


def read_request_cache() -> dict[str, Any]:
    """Return it by names, as ``g`` has it: past ``g``, which asks four functions each time.

    Raises LookupError outside of a request, or of what takes its place.
    """
    found: dict[str, Any] = _cv_app.get().g.__dict__
    return found
