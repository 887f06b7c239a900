"""Names that a set-up form offers: of games and leagues whose links this phone holds.

Nothing else may be offered: a link is the only key, and a server may be everybody's.
"""

from __future__ import annotations

from recorder.league.known import league_service
from recorder.league.known import list_known_leagues as known_leagues
from recorder.league.league_state import PUBLIC
from recorder.league.people import list_known_names
from recorder.pages.start.mine import list_own_games

GAMES, LEAGUES, MOST = 20, 1, 40
"""Numbers of the last games and leagues searched, and of names offered."""


def list_offered_names() -> list[str]:
    """Return names, the last players first; without former players of a league."""
    names: dict[str, None] = {}
    for each in list_own_games()[:GAMES]:
        names |= {
            str(player["name"]): None
            for player in each.row.header["players"]
            if player["id"] not in each.row.former
        }
    own = [one["token"] for one in known_leagues() if one["role"] != PUBLIC]
    for token in own[:LEAGUES]:
        names |= dict.fromkeys(list_known_names(league_service().open(token)))
    return list(names)[:MOST]
