"""Players of a set-up form: the ids that a record knows them by, names that differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from unicodedata import normalize

from recorder.pages.wording import gettext as _


def seat_id(taken: Sequence[str]) -> str:
    """Return the id of the next seat: a, b, c. It tells nothing of the player.

    A name changes, or goes when its player leaves a league for good; ids stay in every entry.
    """
    return ascii_lowercase[len(taken)]


def explain_equal_names(players: Sequence[Mapping[str, str]]) -> str | None:
    """Return what is wrong with the names of players: two have the same; None for nothing."""
    taken: set[str] = set()
    for player in players:
        name = " ".join(normalize("NFC", player["name"]).split())
        if name.casefold() in taken:
            return _("two players are called %(name)s; add what tells them apart", name=name)
        taken.add(name.casefold())
    return None
