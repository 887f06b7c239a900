"""Games that a phone alone has forgotten: they can be had back for a day.

On such a phone no link stands anywhere else, so a game that left the list would be out of reach.
The session keeps the removed lists, each with its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from flask import session

from recorder.league import known
from recorder.league.known import league_service
from recorder.pages.kept.kept_totals import list_kept_totals
from recorder.pages.kept.named_sets import BROWSER, KEEPER
from recorder.pages.shared import known_links
from recorder.pages.wording import listing
from recorder.store.ledger import current_time
from recorder.web.context import tables

AWAY = "away"
"""The key of the session under which it stands: time, numbers of games' links, of leagues'."""

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The entries removed with one tap. at: the time, also their name. games, leagues: in words."""

    at: str
    games: tuple[str, ...]
    leagues: tuple[str, ...]


def put_away(games: Sequence[int], clubs: Sequence[int], keeper: str) -> None:
    """Keep for a day which links left the lists of this browser.

    keeper: the browser's own id, where it keeps totals and has forgotten them; else empty.
    """
    if games or clubs or keeper:
        session[AWAY] = [[current_time(), list(games), list(clubs), keeper], *_kept()]


def list_forgotten() -> list[Forgotten]:
    """Return the removed lists, the newest first."""
    return [_describe(*each) for each in _kept()]


def take_back(at: str) -> None:
    """Put back the games and leagues removed at a time, if they are still kept."""
    for when, games, clubs, *keeper in _kept():
        if when == at:
            known_links.know(games)
            known.know(clubs)
            if any(keeper):
                session[KEEPER] = keeper[0]
    session[AWAY] = [each for each in _kept() if each[0] != at]


def _kept() -> list[list[Any]]:
    """Return the removed lists of the last day; after a clock was set back all stay."""
    moment = datetime.fromisoformat(current_time())
    away: list[list[Any]] = session.get(AWAY, [])
    return [each for each in away if moment - datetime.fromisoformat(each[0]) < DAY]


def _describe(at: str, games: Sequence[int], clubs: Sequence[int], keeper: str = "") -> Forgotten:
    rows = {row.id: row for _link, row in tables().store.find_links_and_games(games).values()}
    links = (
        league_service().store.link(token)
        for token in league_service().store.tokens(clubs).values()
    )
    numbers = dict.fromkeys(link.ledger for link in links)
    told = [listing([player["name"] for player in row.header["players"]]) for row in rows.values()]
    if keeper:
        told += [one["players"] for one in list_kept_totals(BROWSER + keeper)]
    return Forgotten(
        at, tuple(told), tuple(league_service().store.name(number) for number in numbers)
    )
