"""Entering the six cards of one's own hand: introductory set, draft, or as dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria.printed.catalogue import FIGURES
from adjudicator.record import Header
from recorder.pages.austria import card_lists as known_cards
from recorder.pages.austria import terms
from recorder.pages.presenter import Problems
from recorder.pages.wording import gettext as _

CARDS: int = FIGURES["start_hand"]


def _staff(header: Header) -> list[int]:
    """Return the numbers of the staff cards of the boxes in play."""
    return list(known_cards.find_cards(lambda box: box.components.staff, header.get("modules", ())))


class _Hand:
    """The page of one's own hand; see ``recorder.pages.presenter.SecretPage``."""

    what = "hand"
    template = "austria/tell.html"

    @property
    def title(self) -> str:
        return _("Your hand at the start")

    @property
    def gives(self) -> str:
        return _("then you choose from your own cards: name, price now, effect")

    def form(self, value: Any, header: Header) -> Mapping[str, object]:
        cards = list(value) if isinstance(value, list) else []
        return {
            "slots": (cards + [""] * CARDS)[:CARDS],
            "cards": [
                {"number": number, "name": terms.staff_name(number)} for number in _staff(header)
            ],
        }

    def read(self, form: MultiDict[str, str], header: Header) -> list[int]:
        given = [form.get(f"hand-{place}", "").strip() for place in range(CARDS)]
        cards = [
            int(text)
            for text in given
            if text.isdecimal() and len(text) < 4 and int(text) in _staff(header)
        ]
        if len(set(cards)) != CARDS:
            raise Problems({"form": _("A hand has %(count)s different cards.", count=CARDS)})
        return cards


HAND = _Hand()
