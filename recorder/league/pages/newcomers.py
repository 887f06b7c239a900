"""Before a game joins: which players are known, new, or perhaps known in another spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from flask import request

from recorder.league.imports import NamedSeat
from recorder.league.league_state import NAME, Newcomer, plain_line
from recorder.league.pages.frame import league_page
from recorder.league.people import make_namer
from recorder.league.service import League, name_key

NEW = "new"
"""The answer that a name means a new player."""

SEAT_FIELD = "seat-"
"""How fields begin that tell players of one table apart; the seat's id follows."""

MOST_ASKED = 200
"""How many new names of one import are asked about; further names are new players."""


def _field_of(name: str) -> str:
    return f"who-{name_key(name)}"


def describe_question(
    league: League, names: Sequence[str], fresh: Sequence[Newcomer], missing: Sequence[str] = ()
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


def answer_fields(people: Mapping[str, str], seats: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of an answer that a program sends.

    people: by name a player's id, or ``new``. seats: by id a name.
    """
    fields = {_field_of(name): meant for name, meant in people.items()}
    return fields | {SEAT_FIELD + id_: name for id_, name in seats.items()}


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


def describe_equal_seats(
    equal: Sequence[NamedSeat], form: Mapping[str, str], wrong: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return the values for the question about seats with equal names: a part for each table.

    wrong: ids of seats with names that are not different yet.
    """
    tables: dict[tuple[int, str], list[NamedSeat]] = {}
    for seat in equal[:MOST_ASKED]:
        tables.setdefault((seat.record, name_key(seat.name)), []).append(seat)
    return [
        {
            "name": seats[0].name,
            "file": seats[0].file,
            "wrong": any(seat.id in wrong for seat in seats),
            "seats": [
                (SEAT_FIELD + seat.id, seat.number + 1, form.get(SEAT_FIELD + seat.id, seat.name))
                for seat in seats
            ],
        }
        for seats in tables.values()
    ]


def read_seat_names(
    seated: Sequence[NamedSeat], equal: Sequence[NamedSeat], form: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return the chosen names for seats with equal names, and the seats that still lack one.

    seated: all seats of the records. equal: the seats in question. Both parts of the answer name a
    seat by its id.
    """
    asked = {seat.id for seat in equal[:MOST_ASKED]}
    names = {id_: plain_line(form.get(SEAT_FIELD + id_, ""))[:NAME] for id_ in asked}
    tables: dict[int, Counter[str]] = {}
    for seat in seated:
        called = name_key(names.get(seat.id, seat.name))
        tables.setdefault(seat.record, Counter())[called] += 1
    wrong = [
        seat.id
        for seat in seated
        if seat.id in asked
        and (not names[seat.id] or tables[seat.record][name_key(names[seat.id])] > 1)
    ]
    return names, wrong


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


def _ask_again(
    template: str, league: League, here: str, leave: tuple[str, ...], **more: Any
) -> str:
    """Return a page with a question about the sent form, which it holds and sends again.

    leave: how the fields begin that the question asks anew.
    """
    fields = request.form.items(multi=True)
    sent = [own for own in fields if not own[0].startswith(("csrf_token", *leave))]
    action = request.script_root + request.full_path.rstrip("?")
    return league_page(template, league, here, sent=sent, action=action, **more)


def ask_alike(league: League, twin: str) -> str:
    """Return the page that asks whether a game is one that the league has. twin: its key.

    The sent form stands in it, with the chosen players; the answer is sent as ``alike``.
    """
    return _ask_again("alike.html", league, "games", ("alike",), play=league.book.plays[twin])


def ask_choice(
    league: League,
    title: str,
    told: Sequence[str],
    field: str,
    choices: Sequence[tuple[str, str]],
    leads: tuple[str, str] | None = None,
) -> str:
    """Return the page with a question about a sent form; it holds the form's fields.

    told: sentences. choices: values of ``field`` and their words, the usual one first. leads:
    address and words of a link that gives the form up.
    """
    shown = {"title": title, "told": told, "field": field, "choices": choices, "leads": leads}
    return _ask_again("choice.html", league, "evenings", (field,), **shown)


def ask_who(league: League, people: Mapping[str, Any], word: str) -> str:
    """Return the page with a question about names. word: of the button that goes on."""
    return _ask_again("who.html", league, "games", ("who-", "asked"), people=people, word=word)
