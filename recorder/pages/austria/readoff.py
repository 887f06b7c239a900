"""What a table has read off its components: all that the parts of a page know of a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.austria.printed.catalogue import Guest, Staff
from recorder.pages.austria import modules
from recorder.pages.presenter import View


@dataclass(frozen=True, slots=True)
class CardsAsRead:
    """The cards with what was read off them. of: what modules have of it, see ``Face.read``."""

    guests: Mapping[int, Guest]
    staff_cards: Mapping[int, Staff]
    of: Mapping[str, Any]


def list_cards_as_read(view: View) -> CardsAsRead:
    """Return what has been read at a table so far."""
    state: Any = view.known.state
    names = view.header.get("modules", ())
    read = {name: modules.find_face(name).read(state) for name in names}
    return CardsAsRead(state.guests, state.staff_cards, read)
