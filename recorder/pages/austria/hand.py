"""Telling the six cards of the own hand: introductory set, draft, or as dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator.austria.catalogue import FIGURES
from recorder.pages.austria import cards as known_cards
from recorder.pages.austria import words
from recorder.pages.presenter import Problems
from recorder.pages.words import gettext as _

CARDS: int = FIGURES["start_hand"]


def _staff() -> list[int]:
    """Return the numbers of the staff cards there are, those of modules behind the others."""
    return [card.number for card, _of in known_cards.offered(lambda box: box.components.staff)]


class Hand:
    """See recorder.pages.presenter.Telling."""

    what = "hand"
    template = "austria/tell.html"

    @property
    def title(self) -> str:
        """See the protocol."""
        return _("Your hand at the start")

    def form(self, value: Any) -> Mapping[str, Any]:
        """See the protocol."""
        cards = list(value) if isinstance(value, list) else []
        return {
            "slots": (cards + [""] * CARDS)[:CARDS],
            "cards": [{"number": number, "name": words.staff_name(number)} for number in _staff()],
        }

    def read(self, form: MultiDict[str, str]) -> list[int]:
        """See the protocol."""
        given = [form.get(f"hand-{place}", "").strip() for place in range(CARDS)]
        cards = [
            int(text)
            for text in given
            if text.isdecimal() and len(text) < 4 and int(text) in _staff()
        ]
        if len(set(cards)) != CARDS:
            raise Problems({"form": _("A hand has %(count)s different cards.", count=CARDS)})
        return cards
