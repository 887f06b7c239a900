"""Errors as a page: the same values as the JSON interface gives, in words."""

from __future__ import annotations

from typing import Any

from flask import render_template


def error_page(problem: Any) -> str:
    """Return the page for an answered error (``recorder.errors.Problem``)."""
    return render_template("problem.html", problem=problem.body)
