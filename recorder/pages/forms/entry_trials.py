"""The effects of an offered entry: tried on a copy of the game, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator import games
from adjudicator.pieces import Scene
from recorder.pages import presenter
from recorder.pages.forms import offers
from recorder.pages.presenter import View
from recorder.pages.shared.sentences import phrase_entry
from recorder.pages.wording import capital, join_label, join_sayings

MOST = 4
"""Lines about the present effects of a card."""


def would(view: View, state: games.State, entries: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the effects of entries, a line for each that says something new.

    The player is named, but not to the player. At most ``MOST`` lines.
    """
    lines: list[str] = []
    for entry in entries:
        by = str(entry.get("by", ""))
        line = name_player_line(view, by, try_offered_entry(view, state, entry))
        if line and line not in lines:
            lines.append(line)
        if len(lines) == MOST:
            break
    return lines


def name_player_line(view: View, player: str, told: str) -> str:
    """Return a line about a player, with the name for all others."""
    who = "" if player == view.seat else view.name(player)
    return join_label(who, told) if who else capital(told)


def try_offered_entry(view: View, state: games.State, entry: Mapping[str, Any]) -> str:
    """Return an entry with its effects on its player's pieces and on common ones.

    Without effects where it needs more to be legal.
    """
    shown = presenter.find_presenter(str(view.header["game"]))
    said = phrase_entry(view.header, offers.begin_entry(entry, "reveal"))
    game = games.find(str(view.header["game"]))
    trial, verdict = games.try_entries(state, entry)
    if not verdict.is_applied:
        return said
    moved = game.list_moved(Scene.from_state(state), Scene.from_state(trial))
    told = join_sayings(
        words
        for one in moved
        if one.of in (None, entry.get("by"))
        and (words := shown.describe_move(view.header, one, entry))
    )
    return join_label(said, told) if told else said
