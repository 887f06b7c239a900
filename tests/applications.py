"""Applications of tests, each of which holds open files of its store until its test ends."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from recorder import create_app
from recorder.web.context import let_go


def application(settings: Mapping[str, Any]) -> Iterator[Flask]:
    """Yield an application with these settings; afterwards close its open files of the store.

    They would close when the process ends, and one process runs thousands of tests.
    """
    made = create_app(settings)
    yield made
    let_go(made.extensions["held_open"], os.getpid())


def of_pages(folder: Path) -> Iterator[Flask]:
    """Yield an application with forms without a token and without limits on requests."""
    yield from application(
        {
            "DATABASE": str(folder / "recorder.db"),
            "TESTING": True,
            "WTF_CSRF_ENABLED": False,
            "CREATION_LIMIT": "1000 per minute",
            "PROPAGATE_EXCEPTIONS": False,
        }
    )
