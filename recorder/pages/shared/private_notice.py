"""The private notes of a seat's own link: the way to the page for them."""

from __future__ import annotations

from recorder.games import private
from recorder.games.visibility import GameView
from recorder.pages import presenter
from recorder.pages.presenter import SecretPage


def telling(table: GameView) -> SecretPage | None:
    """Return how this link's player may tell something now, or None."""
    found = presenter.find_presenter(table.header["game"]).telling
    return found if found is not None and found.what in private.list_tellable(table) else None


def notice(table: GameView) -> dict[str, object] | None:
    """Return the page's line about the private note: its title, and whether it is due."""
    found = telling(table)
    if found is None:
        return None
    return {
        "title": found.title,
        "gives": found.gives,
        "due": found.what not in private.read_tellings(table)
        and not any(entry["do"] == "roll" for entry in table.entry_knowledge.entries),
        "told": found.what in private.read_tellings(table),
        "fits": private.tellings_fit(table),
    }
