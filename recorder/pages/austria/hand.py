"""Entering the six cards of one's own hand: introductory set, draft, or as dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.record import Header
from recorder.pages.austria import card_lists as known_cards
from recorder.pages.austria import terms
from recorder.pages.presenter import Problems, SecretPage
from recorder.pages.wording import gettext as _
from recorder.pages.wording import lazy

CARDS: int = FIGURES["start_hand"]


def _staff(header: Header) -> list[int]:
    return list(known_cards.find_cards(lambda box: box.components.staff, header.get("modules", ())))


def _describe_form(value: Any, header: Header) -> Mapping[str, object]:
    cards = list(value) if isinstance(value, list) else []
    return {
        "slots": (cards + [""] * CARDS)[:CARDS],
        "cards": [
            {"number": number, "name": terms.staff_name(number)} for number in _staff(header)
        ],
    }


def _read_hand(form: MultiDict[str, str], header: Header) -> list[int]:
    """Return the cards of a form. Raises Problems."""
    given = [form.get(f"hand-{place}", "").strip() for place in range(CARDS)]
    cards = [
        int(text)
        for text in given
        if text.isdecimal() and len(text) < 4 and int(text) in _staff(header)
    ]
    if len(set(cards)) != CARDS:
        raise Problems({"form": _("A hand has %(count)s different cards.", count=CARDS)})
    return cards


HAND = SecretPage(
    what="hand",
    template="austria/tell.html",
    title=lazy("Your hand at the start"),
    gives=lazy("then you choose from your own cards: name, price now, effect"),
    form=_describe_form,
    read=_read_hand,
)
