"""The recorder: a Flask application that keeps games and has every entry judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from recorder.serving.platform import Outfit


def create_app(settings: Mapping[str, Any] | None = None, parts: Outfit | None = None) -> Flask:
    """Return the application.

    The database is created or brought up to date. settings: override the environment, which
    overrides ``config.DEFAULTS``. parts: the parts that differ by platform; default: a server's.
    """
    # Imported here: a worker that only judges records of an archive starts without it.
    from recorder.app.application import assemble_application

    return assemble_application(settings, parts)
