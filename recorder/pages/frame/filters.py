"""What templates say about values that come from the adjudicator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, current_app, url_for
from jinja2 import pass_context
from jinja2.runtime import Context

from recorder import house
from recorder.pages import words


def init_app(app: Flask) -> None:
    """Add the filters and functions that every template may use."""
    app.jinja_env.filters["sentence"] = sentence
    app.jinja_env.filters["facts"] = facts
    app.jinja_env.filters["plain"] = plain
    app.jinja_env.filters["say"] = words.say
    app.jinja_env.filters["day"] = words.day
    app.jinja_env.filters["listing"] = words.listing
    app.jinja_env.globals["language"] = words.language
    app.jinja_env.globals["to"] = to
    app.jinja_env.globals["cite"] = cite
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


@pass_context
def to(context: Context, view: str, **values: Any) -> str:
    """Return the address of a view of the game that the page shows.

    A page that shows a game without a link of its own (a question) puts its own function
    ``address`` into the context.
    """
    address = context.get("address")
    if address is not None:
        return str(address(view, **values))
    return url_for(f"pages.{view}", token=context["token"], **values)


def abroad(endpoint: str, **values: Any) -> str:
    """Return a page's whole address, as it works on other phones of the house too."""
    url = url_for(endpoint, _external=True, **values)
    return house.abroad(url, current_app.config["HOUSE"])


def cite(rule_id: str) -> str | None:
    """Return where a rule or an open question can be read; None for what is neither."""
    from recorder.pages.asking import rulebook

    return rulebook.address(rule_id)


def sentence(text: str) -> str:
    """Return a message as a sentence: a capital at the front, one full stop at the end."""
    text = text.strip()
    return text[:1].upper() + text[1:].rstrip(".") + "." if text else ""


def facts(values: Mapping[str, Any]) -> str:
    """Return facts of a verdict in one line: "cake: 2 · strudel: 1"."""
    return " · ".join(f"{key.replace('_', ' ')}: {plain(value)}" for key, value in values.items())


def plain(value: Any) -> str:
    """Return a value of a verdict or position in one line."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plain(member)}" for key, member in value.items()) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(plain(member) for member in value) or "–"
    return "–" if value is None else str(value)
