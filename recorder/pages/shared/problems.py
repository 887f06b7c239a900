"""Errors as a page: the same values as the JSON interface gives, in words."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Response, abort, jsonify, render_template, request
from flask_wtf.csrf import generate_csrf

from adjudicator.record import Unreadable
from recorder.languages.speech import explain_problem
from recorder.pages import wording
from recorder.pages.shared import parts
from recorder.pages.shared.filters import sentence
from recorder.pages.wording import gettext as _
from recorder.web.request_values import FORM as SCRIPT
from recorder.web.request_values import is_asked_by

FORM = "form"
"""The key of a problem that concerns no field."""


def error_page(problem: Any) -> str | Response:
    """Return the page for an answered error (``recorder.web.errors.Problem``).

    Scripts get the same as data, with the values for their next send.
    """
    title = _title(problem.body)
    if is_asked_by(SCRIPT):
        text = sentence(problem.body["message"])
        at = problem.body["key"] or FORM
        told = text if at != FORM else wording.join_label(title, text)
        return _list_problems({at: told}, csrf_token=generate_csrf())
    if parts.read_known_marks(request) is None:
        return render_template("problem.html", problem=problem.body, title=title)
    asks = {"why": title, "more": sentence(problem.body["message"]), "anyway": None}
    return jsonify({"outcome": "problem", "asks": asks, "csrf": generate_csrf()})


def tell_script(problems: Mapping[str, str], **fields: object) -> None:
    """Answer a form with its problems at once, if a script sent it.

    Without a script the page is the form again. problems: messages by field; one without a field
    stands under ``form``. fields: new values of the form's fields for the next send.
    """
    if problems and is_asked_by(SCRIPT):
        response = _list_problems(problems, **fields)
        response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        abort(response)


def word_problem(problem: Exception) -> str:
    """Return why something cannot be read, without keys of the record."""
    if not isinstance(problem, Unreadable):
        return explain_problem(problem)
    told = wording.say(problem.message)
    return wording.join_label(wording.record_word(problem.key), told) if problem.key else told


def field_of(problem: Exception) -> str:
    """Return the field that a problem is about, ``form`` where it is about none."""
    return (isinstance(problem, Unreadable) and problem.key) or FORM


def _list_problems(problems: Mapping[str, str], **fields: object) -> Response:
    lines = [
        {"at": "" if at == FORM else at, "text": sentence(text)} for at, text in problems.items()
    ]
    return jsonify({"problems": lines, "fields": fields})


def _title(problem: Mapping[str, Any]) -> str:
    if problem["status"] == HTTPStatus.NOT_FOUND:
        return _("Nothing is here")
    if problem["status"] == HTTPStatus.TOO_MANY_REQUESTS:
        return _("Too many requests")
    if problem["code"] == "unreadable":
        return _("This is not a readable record")
    if problem["code"] == "hidden-yet":
        return _("The referee cannot answer this yet")
    if problem["code"] == "letters-missing":
        return _("Letters that cannot be printed")
    return _("That did not work")
