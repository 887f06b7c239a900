"""What every set-up form asks: the players, with ids and names that differ, place and day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from string import ascii_lowercase
from typing import Any
from unicodedata import normalize

from recorder.pages.wording import gettext as _


def read_players(form: Mapping[str, str], most: int) -> dict[int, dict[str, str]]:
    """Return the named players by their lines of a form, with the ids a, b, c.

    An id tells nothing of the player. A name changes, or goes when its player leaves a league for
    good; ids stay in every entry.
    """
    named = {line: form.get(f"name-{line}", "").strip()[:40] for line in range(most)}
    taken = [(line, name) for line, name in named.items() if name]
    ids = zip(ascii_lowercase, taken, strict=False)
    return {line: {"id": player, "name": name} for player, (line, name) in ids}


def meeting_fields(start: Mapping[str, Any]) -> dict[str, object]:
    """Return who fills in a form, place and day. start: values of fields by name."""
    today = date.today().isoformat()
    return {
        "who": start.get("who", ""),
        "place": start.get("place", ""),
        "played_on": start.get("played_on") or today,
        "today": "" if start.get("played_on") else today,
    }


def read_meeting(form: Mapping[str, str], problems: dict[str, str]) -> dict[str, str]:
    """Return day and place of a form as a record has them; ``problems`` takes a wrong day."""
    played_on, place = form.get("played_on", ""), form.get("place", "").strip()
    try:
        date.fromisoformat(played_on)
    except ValueError:
        problems["played_on"] = _("Write the date as 2026-11-20.")
    return {"played_on": played_on} | ({"place": place} if place else {})


def explain_equal_names(players: Sequence[Mapping[str, str]]) -> str | None:
    """Return what is wrong with the names of players: two have the same; None for nothing."""
    taken: set[str] = set()
    for player in players:
        name = " ".join(normalize("NFC", player["name"]).split())
        if name.casefold() in taken:
            return _("two players are called %(name)s; add what tells them apart", name=name)
        taken.add(name.casefold())
    return None
