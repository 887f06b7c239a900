"""Games that are put on the table without a form."""

from collections.abc import Mapping
from typing import Any

from flask import Flask

from recorder.web.context import tables


def seated(app: Flask, record: Mapping[str, Any]) -> dict[str, str]:
    """Begin a game with every seat taken; return the tokens of its links by seat or role."""
    with app.app_context():
        links = tables().start(record, listed=False).links
        for link in links:
            tables().take_link(link)
    return {link.seat or link.role: link.token for link in links}


def deal(app: Flask, record: Mapping[str, Any]) -> dict[str, str]:
    return {who: f"/t/{token}" for who, token in seated(app, record).items()}
