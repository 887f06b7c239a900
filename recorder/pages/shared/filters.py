"""Filters and functions of templates for values of the adjudicator."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from flask import Flask, current_app, request, url_for
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from adjudicator.casebook import CASEBOOK
from adjudicator.messages import Message, format_signed
from adjudicator.rulebook import RuleText
from adjudicator.verdict import by_message
from exports import pdf
from exports.words import tongue
from recorder.languages import speech
from recorder.pages import wording
from recorder.pages.shared import handing, marks
from recorder.pages.shared.parts import TOKEN, keep_made, of_page
from recorder.pages.wording import gettext
from recorder.serving import house
from recorder.serving.platform import is_reached

DOT = Markup('<span class="dot"> </span>')
"""The separator of two facts in a line: seen as a dot, heard as a comma (base.css)."""


def init_app(app: Flask) -> None:
    """Add the filters and functions that every template may use."""
    app.jinja_env.globals["dot"] = DOT
    app.jinja_env.filters["sentence"] = sentence
    app.jinja_env.filters["by_message"] = lambda found: by_message(found, itemgetter("message"))
    app.jinja_env.filters["facts"] = facts
    app.jinja_env.filters["plain"] = plain
    app.jinja_env.filters["say"] = wording.say
    app.jinja_env.filters["day"] = wording.day
    app.jinja_env.filters["listing"] = wording.listing
    app.jinja_env.filters["series"] = wording.join_sayings
    app.jinja_env.filters["tongue"] = tongue
    app.jinja_env.globals["language"] = wording.page_language
    app.jinja_env.globals["languages"] = speech.list_page_languages
    app.jinja_env.globals["here_again"] = here_again
    app.jinja_env.globals["to"] = to
    app.jinja_env.globals["card_url"] = card_url
    app.jinja_env.globals["cite"] = cite
    app.jinja_env.globals["cases_of"] = cases_of
    app.jinja_env.globals["reached"] = is_reached
    app.jinja_env.globals["as_pdf"] = as_pdf
    app.jinja_env.globals["boxed_letters"] = handing.find_boxed_letters
    app.jinja_env.globals["passages"] = passages
    app.jinja_env.globals["called"] = wording.record_word
    app.jinja_env.globals["changed"] = marks.Changed()


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


@pass_context
def card_url(context: Context, game: str, kind: str, id_: str | int) -> str:
    """Return the address of a card: as the table knows it where the page shows a table.

    A page has dozens, so the address is built once for all tables.
    """
    token = None if of_page(context, "address") else of_page(context, "token")
    if not token:
        return url_for("pages.card_page", game=game, kind=kind, id=id_)

    def build() -> str:
        return url_for("pages.table_card", token=TOKEN, kind=kind, id=id_)

    return keep_made("card", (request.script_root, kind, id_), build).replace(TOKEN, token)


def here_again() -> str:
    """Return the address that shows this page again; the answer to a form may have none."""
    if request.method == "GET":
        return request.script_root + request.full_path.removesuffix("?")
    try:
        current_app.url_map.bind("").match(request.path, "GET")
    except HTTPException:
        token = (request.view_args or {}).get("token")
        return url_for("pages.play", token=token) if token else url_for("pages.home")
    return request.script_root + request.path


def abroad(endpoint: str, **values: Any) -> str:
    """Return a page's whole address, as it works on other phones of the house too."""
    url = url_for(endpoint, _external=True, **values)
    return house.reachable_link(url, current_app.config["HOUSE"])


def as_pdf(name: str) -> str:
    """Return the name of a page to print, with the type of the file.

    The name alone where a browser shows the page and prints it itself.
    """
    return gettext("%(name)s (PDF)", name=name) if pdf.list_content_types()[0] == pdf.PDF else name


def cite(rule_id: str) -> str | None:
    """Return the address of a rule or an open question; None for any other id."""
    from recorder.pages.referee import rulebook

    return rulebook.address(rule_id)


def cases_of(rule_id: str) -> int:
    """Return how many cases of the casebook are about a rule or an open question."""
    return len(CASEBOOK.find_cases_by_rule(rule_id))


def passages(rule: RuleText) -> Mapping[str, object]:
    """Return the places of a rule in the books; see ``referee.rulebook``."""
    from recorder.pages.referee import rulebook

    return rulebook.list_passages(rule)


def sentence(message: Message) -> str:
    """Return a message as a sentence: a capital at the front, one full stop at the end.

    A question keeps its own sign.
    """
    text = wording.say(message).strip()
    told = text[:1].upper() + text[1:].rstrip(".")
    return told if told.endswith(("?", "!")) or not told else f"{told}."


def facts(values: Mapping[str, Any]) -> str:
    """Return facts of a verdict in one line: "cake: 2; strudel: 1"."""
    return wording.join_sayings(
        wording.join_label(wording.record_word(key), plain(value)) for key, value in values.items()
    )


def plain(value: Any) -> str:
    """Return a value of a verdict or position in one line."""
    if value is True:
        return gettext("yes")
    if value is False:
        return gettext("no")
    if isinstance(value, Mapping):
        return (
            ", ".join(f"{wording.record_word(key)} {plain(one)}" for key, one in value.items())
            or "–"
        )
    if isinstance(value, list | tuple):
        return ", ".join(plain(member) for member in value) or "–"
    if type(value) is int:
        return format_signed(value)
    return "–" if value is None else wording.record_word(str(value))
