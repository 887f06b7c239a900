"""The questions for what a file of a running game leaves open: cards that lay face down, money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request

from adjudicator.unknown_values import UnknownValue
from recorder.pages.wording import gettext as _

DAY_OFF = "off"
"""The value of the grey card in a form."""

Document = Mapping[str, Any]


def describe_questions(document: Document, unknown: Sequence[UnknownValue]) -> list[dict[str, Any]]:
    """Return a question for each unknown value, as the page asks it.

    kind: ``card`` for one of the printed cards, ``cards`` for several, ``pair`` for a card that
    nobody has read yet, ``money``.
    """
    names = {player["id"]: player["name"] for player in document["players"]}
    cards = [(_value(card), f"{card['bid']} / {card['room']}") for card in _list_cards(document)]
    asked = []
    for each in unknown:
        kind, name = _kind(document, each), names.get(each.player, each.player)
        chosen = [*cards, (DAY_OFF, _("day off"))] if kind == "card" else cards
        asked.append(
            {
                "kind": kind,
                "name": _field(each),
                "label": _label(each, name),
                "cards": chosen,
                "chosen": request.form.getlist(_field(each)),
            }
        )
    return asked


def read_answer(document: Document, unknown: UnknownValue) -> Mapping[str, Any] | None:
    """Return the answer of the form for an unknown value; None where it has none."""
    form, name = request.form, _field(unknown)
    cards = {_value(card): card for card in _list_cards(document)}
    match _kind(document, unknown):
        case "card":
            value = form.get(name, "")
            return {"day_off": True} if value == DAY_OFF else cards.get(value)
        case "pair":
            if name not in form:
                return None
            written = [one.strip() for one in form.getlist(name)]
            numbers = [_read_number(one) for one in written]
            if not any(written):
                return {"day_off": True}
            pair = len(numbers) == 2 and None not in numbers
            return dict(zip(("bid", "room"), numbers, strict=True)) if pair else None
        case "cards":
            if name not in form:
                return None
            taken = [cards[value] for value in form.getlist(name) if value in cards]
            return {unknown.keys[0]: taken}
        case _:
            number = _read_number(form.get(name, "").strip())
            return None if number is None else {unknown.keys[0]: number}


def _read_number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _field(unknown: UnknownValue) -> str:
    return "-".join(["unknown", *map(str, unknown.path), unknown.keys[0]])


def _kind(document: Document, unknown: UnknownValue) -> str:
    """Return how an unknown value is asked for (see ``describe_questions``)."""
    if unknown.keys[0] == "money":
        return "money"
    if unknown.keys[0] == "bid":
        return "card" if _list_cards(document) else "pair"
    return "cards"


def _label(unknown: UnknownValue, player: str) -> str:
    match unknown.keys[0]:
        case "money":
            return _("Money of %(player)s", player=player)
        case "discards":
            return _("Discarded cards of %(player)s", player=player)
        case "cards":
            return _("Cards that %(player)s took back", player=player)
    return _("Card of %(player)s", player=player)


def _list_cards(document: Document) -> Sequence[Mapping[str, int]]:
    """Return the printed price cards that a record names."""
    start = document.get("setup") or document.get("position")
    printed = start.get("price_cards") if isinstance(start, Mapping) else None
    return [
        card
        for card in (printed if isinstance(printed, list) else ())
        if isinstance(card, Mapping)
        and all(isinstance(card.get(key), int) for key in ("bid", "room"))
    ]


def _value(card: Mapping[str, int]) -> str:
    return f"{card['bid']}/{card['room']}"
