"""Errors as a page: the same values as the JSON interface gives, in words."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Response, jsonify, render_template, request
from flask_wtf.csrf import generate_csrf

from recorder.pages.frame import parts
from recorder.pages.frame.filters import sentence
from recorder.pages.words import gettext as _


def error_page(problem: Any) -> str | Response:
    """Return the page for an answered error (``recorder.errors.Problem``).

    The script of a game's page is told the same as data, with what its next send needs.
    """
    title = _title(problem.body)
    if parts.known(request) is None:
        return render_template("problem.html", problem=problem.body, title=title)
    asks = {"why": title, "more": sentence(problem.body["message"]), "anyway": None}
    return jsonify({"outcome": "problem", "asks": asks, "csrf": generate_csrf()})


def _title(problem: Mapping[str, Any]) -> str:
    if problem["status"] == HTTPStatus.NOT_FOUND:
        return _("Nothing is here")
    if problem["status"] == HTTPStatus.TOO_MANY_REQUESTS:
        return _("Too many requests")
    if problem["code"] == "unreadable":
        return _("This is not a readable record")
    return _("That did not work")
