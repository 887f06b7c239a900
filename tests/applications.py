"""Applications of tests, each of which holds open files of its store until its test ends."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Flask

from recorder import create_app
from recorder.context import let_go


def application(settings: Mapping[str, Any]) -> Iterator[Flask]:
    """Yield an application with these settings; afterwards close what it holds of its store.

    It would do so when the process ends, and one process runs thousands of tests.
    """
    made = create_app(settings)
    yield made
    let_go(made.extensions["held_open"], os.getpid())
