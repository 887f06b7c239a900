"""The leagues of a request: their service, and the leagues this browser holds links of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import current_app, g

from recorder.league.league_state import PUBLIC
from recorder.league.league_store import LeagueStore
from recorder.league.people import mask_names
from recorder.league.service import Leagues
from recorder.serving.platform import outfit
from recorder.store.ledger import NoSuchLink
from recorder.web.context import tables
from recorder.web.remembered_links import Remembered


def league_service() -> Leagues:
    """Return the service of the current request."""
    if "leagues" not in g:
        store = LeagueStore(tables().store)
        g.leagues = Leagues(store, tables(), current_app.extensions["books"])
    service: Leagues = g.leagues
    return service


_leagues = Remembered(
    "clubs",
    lambda: outfit().remembers_leagues,
    lambda token: league_service().store.link(token),
    lambda numbers: league_service().store.tokens(numbers),
)

known_tokens = _leagues.tokens
league_numbers = _leagues.numbers
remember = _leagues.remember
forget = _leagues.forget
know = _leagues.know


def leagues_beside(token: str) -> list[str]:
    """Return a league's link with the others by which this browser knows the same league."""
    number = next(
        (league_service().store.link(t).ledger for t in known_tokens() if t == token), None
    )
    return [t for t in known_tokens() if league_service().store.link(t).ledger == number]


def list_known_leagues() -> list[dict[str, str]]:
    """Return the open leagues that this browser knows, by name."""
    clubs = []
    for token in known_tokens():
        link = league_service().store.link(token)
        # Opening them could wait for ever: it holds one league and waits for another.
        name = league_service().store.name(link.ledger)
        clubs.append({"token": token, "name": name, "role": link.role})
    return clubs


def find_league_of_table(game: int) -> dict[str, Any] | None:
    """Return the league that a game belongs to, as its table needs it, or None."""
    store = league_service().store
    numbers = store.leagues_of(game)
    if not numbers:
        return None
    public = next(link for link in store.links(numbers[0]) if link.role == PUBLIC)
    mine = next((t for t in known_tokens() if _opens(t, numbers[0])), public.token)
    name = store.name(numbers[0])
    return {"token": mine, "name": name, "key": f"g{game}", "league": numbers[0]}


def cases_on(club: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    """Return the league's cases about an entry of a game; names of former players are masked.

    club: the result of ``find_league_of_table``.
    """
    service = league_service()
    league = service.as_link(service.store.links(club["league"])[0])
    return [
        {
            "stands": case.stands,
            "note": mask_names(league, case.note),
            "who": mask_names(league, case.who),
        }
        for case in league.state.cases.values()
        if case.key == club["key"] and case.number == number
    ]


def _opens(token: str, league: int) -> bool:
    try:
        return league_service().store.link(token).ledger == league
    except NoSuchLink:
        return False
