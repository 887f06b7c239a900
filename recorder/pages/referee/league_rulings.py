"""Rulings of a browser's leagues: beside a case of the casebook, and on a card's page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from recorder.league.known import league_service, list_known_leagues
from recorder.league.league_state import CalledCase
from recorder.league.people import mask_names
from recorder.pages import wording
from recorder.store.ledger import NoSuchLink

CLUBS = 3
"""How many leagues' rulings are shown."""

RULINGS = 5
"""Rulings of a league that are shown."""


def list_league_rulings(game: str, fits: Callable[[CalledCase], bool]) -> list[dict[str, Any]]:
    """Return the fitting rulings of this browser's leagues in games of a kind, the last first.

    ``overturned``: a later ruling on the same rules decides otherwise.
    """
    rulings = []
    for club in list_known_leagues()[:CLUBS]:
        try:
            league = league_service().open(club["token"])
        except NoSuchLink:  # it was replaced just now
            continue
        ruled = [own for own in league.state.search_cases("") if own.kind == game and fits(own)]
        rulings += [
            {
                "league": club["name"],
                "token": club["token"],
                "id": own.id,
                "stands": own.stands,
                "overturned": _is_overturned(own, ruled[:place]),
                "told": mask_names(league, own.told),
                "note": mask_names(league, own.note),
                "who": mask_names(league, own.who),
                "day": wording.day(own.decided[:10]),
            }
            for place, own in enumerate(ruled[:RULINGS])
        ]
    return rulings


def _is_overturned(ruling: CalledCase, later: Sequence[CalledCase]) -> bool:
    """Return whether a later ruling on an entry of the same verb and rules says otherwise."""
    return any(
        other.stands != ruling.stands
        and set(other.subjects) == set(ruling.subjects)
        and other.entry["do"] == ruling.entry["do"]
        for other in later
    )
