"""The set-up form: its fields, and the record that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.record import Header
from adjudicator.samoa.printed.catalogue import (
    DOUBLE_ROUNDS,
    FEWEST_PLAYERS,
    FLAGS_OF_EACH,
    MOST_PLAYERS,
    NATIONALITIES,
    QUESTIONS,
    ROUNDS,
    TILE_KINDS,
)
from recorder.games.visibility import GameView
from recorder.pages.kept import houserules
from recorder.pages.presenter import Problems
from recorder.pages.samoa import printed_figures, terms
from recorder.pages.start.seats import (
    explain_equal_names,
    meeting_fields,
    read_meeting,
    read_players,
)
from recorder.pages.wording import day
from recorder.pages.wording import gettext as _


def _list_questions(start: Mapping[str, Any]) -> list[dict[str, object]]:
    return [
        {
            "id": question.id,
            "text": question.question,
            "default": question.values[question.default],
            "values": {
                value: meaning
                for value, meaning in question.values.items()
                if value != question.default
            },
            "chosen": start.get(f"rule-{question.id}", ""),
        }
        for question in QUESTIONS.values()
        if len(question.values) > 1
    ]


def setup_fields(start: Mapping[str, Any]) -> dict[str, object]:
    """Return the values of the set-up template. start: values of fields by name.

    A form that was not sent yet begins with the figures of the catalogue.
    """
    kept = printed_figures.list_kept_figures()
    sent = "tie" in start  # a choice that every sent form has, and nothing else fills in
    held = printed_figures.figure_fields({name: item.value for name, item in kept.items()})
    shown = start if sent else held
    return {
        "seats": [
            {"number": seat + 1, "name": start.get(f"name-{seat}", "")}
            for seat in range(MOST_PLAYERS)
        ],
        "tie": str(start.get("tie", "0")),
        "flags": [
            {"number": number, "value": start.get(f"flag-{number}", "")}
            for number in range(1, ROUNDS + 1)
        ],
        "nations": {nation: terms.nation_word(nation) for nation in NATIONALITIES},
        "double": DOUBLE_ROUNDS,
        "each": FLAGS_OF_EACH,
        **printed_figures.figures_view(shown),
        "tile_kinds": {kind: terms.tile_word(kind) for kind in TILE_KINDS},
        "token_kinds": [terms.token_face(token) for token in printed_figures.TOKEN_KINDS],
        "line_names": {
            players: printed_figures.lines_name(players)
            for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
        },
        "read": _list_readings(kept),
        "complete": {"price_cards", "hotel"} <= kept.keys(),
        "questions": _list_questions(start),
        "house": houserules.describe_rules_form("samoa", start),
        **meeting_fields(start),
    }


def _list_readings(kept: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the catalogue's figures in words, each with its reader and day."""
    titles = {
        "price_cards": _("Price cards"),
        "hotel": _("Hotel board"),
        "tiles": _("Building tiles"),
        "tokens": _("Tourist tokens"),
    }
    lines = []
    for name, item in kept.items():
        number = name.partition(":")[2]
        title = titles.get(name) or _("Tourist cards, %(number)s players", number=number)
        lines.append({"title": title, "who": item.who, "day": day(item.at[:10])})
    return lines


def repeat_setup(header: Header, table: GameView | None = None) -> dict[str, object]:
    """Return the start of a form with the players and house rules of an earlier game."""
    start: dict[str, Any] = {"place": header.get("place", "")}
    for seat, player in enumerate(header["players"][:MOST_PLAYERS]):
        start[f"name-{seat}"] = player["name"]
    for question, value in header.get("options", {}).get("rulings", {}).items():
        start[f"rule-{question}"] = value
    return start


def make_record(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the record that the form describes, without entries. Raises Problems."""
    problems: dict[str, str] = {}
    players, tie = _players(form, problems)
    flags = [form.get(f"flag-{number}", "") for number in range(1, ROUNDS + 1)]
    if any(flags.count(nation) != FLAGS_OF_EACH for nation in NATIONALITIES):
        problems["flags"] = _("Enter twelve flags, three of each nationality.")
    printed = printed_figures.read_setup_figures(form, len(players), problems)
    meeting = read_meeting(form, problems)
    if problems:
        raise Problems(problems)
    setup: dict[str, Any] = {"flags": flags, "tie_break": tie}
    setup |= {key: printed[key] for key in ("price_cards", "hotel") if key in printed}
    options: dict[str, Any] = {"rulings": houserules.read_rules_form("samoa", form)}
    more = {key: printed[key] for key in ("tourist_cards", "tokens", "tiles") if key in printed}
    if more:
        options["figures"] = more
    record: dict[str, Any] = {"record": 1, "game": "samoa", "options": options, **meeting}
    return {**record, "players": players, "setup": setup, "entries": []}


def _players(
    form: MultiDict[str, str], problems: dict[str, str]
) -> tuple[list[dict[str, str]], str]:
    """Return the players clockwise, and the one before the tie-break card."""
    lines = read_players(form, MOST_PLAYERS)
    seated, chosen = list(lines.values()), form.get("tie", "0")
    upto = int(chosen) if chosen in map(str, range(MOST_PLAYERS)) else -1
    before = [player["id"] for seat, player in lines.items() if seat <= upto]
    tie = before[-1] if before else ""
    if len(seated) < FEWEST_PLAYERS:
        problems["players"] = _("Enter the names of three to six players.")
    elif equal := explain_equal_names(seated):
        problems["players"] = equal
    elif not tie:
        tie = seated[-1]["id"]
    return seated, tie
