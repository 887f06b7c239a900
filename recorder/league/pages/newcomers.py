"""Before a game joins: which players are known, new, or perhaps known in another spelling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request

from recorder.league.league_state import Newcomer
from recorder.league.pages.frame import league_page
from recorder.league.people import make_namer
from recorder.league.service import League, name_key

NEW = "new"
"""The answer that a name means a new player."""

OWN = ("who-", "asked", "csrf_token")
"""How fields begin that are the question's own."""

MOST_ASKED = 200
"""How many new names of one import are asked about; further names are new players."""


def _field_of(name: str) -> str:
    return f"who-{name_key(name)}"


def describe_question(
    league: League,
    names: Sequence[str],
    fresh: Sequence[Newcomer],
    missing: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the values for the question: the known names, and every new name with its candidates.

    fresh: the names that the league does not know. missing: the fields without an answer.
    """
    name_of = make_namer(league)
    new = {own.name for own in fresh}
    known = [name for name in names if name not in new]
    return {
        "known": known,
        "new": [own.name for own in fresh if not own.near][:MOST_ASKED],
        "asked": [
            {
                "field": _field_of(own.name),
                "name": own.name,
                "near": [(player, name_of(player)) for player in own.near],
                "missing": _field_of(own.name) in missing,
            }
            for own in fresh
            if own.near
        ][:MOST_ASKED],
    }


def answer_fields(people: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of an answer that a program sends: by name a player's id, or ``new``."""
    return {_field_of(name): meant for name, meant in people.items()}


def read_answers(
    league: League, fresh: Sequence[Newcomer], form: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return the chosen player's id by folded name, and the fields without an answer."""
    people: dict[str, str] = {}
    missing: list[str] = []
    asked = [own for own in fresh if own.near][:MOST_ASKED]
    for own in asked:
        answer = form.get(_field_of(own.name), "")
        if answer in league.state.players:
            people[name_key(own.name)] = answer
        elif answer != NEW:
            missing.append(_field_of(own.name))
    return people, missing


def settle_names(
    league: League, names: Sequence[str], form: Mapping[str, str], *, every: bool = False
) -> tuple[dict[str, str], dict[str, Any] | None]:
    """Return the chosen players by name, and the question still open, None for none.

    every: show names that are simply new, too; otherwise ask only about names similar to a
    player's.
    """
    fresh = league.state.find_newcomers(names)
    people, missing = read_answers(league, fresh, form)
    asked = "asked" in form
    if missing or (every and fresh and not asked):
        return people, describe_question(league, names, fresh, missing if asked else ())
    return people, None


def ask_alike(league: League, twin: str, action: str) -> str:
    """Return the page that asks whether a game is one that the league has. twin: its key.

    The sent form stands in it, with the chosen players; the answer is sent as ``alike``.
    """
    sent = [own for own in request.form.items(multi=True) if own[0] not in ("csrf_token", "alike")]
    return league_page(
        "alike.html", league, "games", play=league.book.plays[twin], sent=sent, action=action
    )


def ask_who(league: League, people: Mapping[str, Any], action: str, word: str) -> str:
    """Return the page with a question; it keeps the sent form. word: of the button that goes on."""
    sent = [own for own in request.form.items(multi=True) if not own[0].startswith(OWN)]
    return league_page(
        "who.html", league, "games", people=people, sent=sent, action=action, word=word
    )
