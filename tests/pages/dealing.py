"""Games that are put on the table without a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask

from recorder.context import tables


def deal(app: Flask, record: Mapping[str, Any]) -> dict[str, str]:
    """Begin a game with every seat taken; return the paths of its links by seat or role."""
    with app.app_context():
        links = tables().start(record, listed=False).links
        for link in links:
            tables().take(link)
    return {link.seat or link.role: f"/t/{link.token}" for link in links}
