"""Plays for BG Stats: a link that hands one over, and a file that several can be read from.

The app on some phones wants every boolean, and numbers as numbers, although its description
calls them optional; so both always are there, and a number that is not known is left out.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="

NAMESPACE = uuid.UUID("6f1f2ad4-52f5-4a6e-9f0c-0e0d7f2b8f31")
"""Ids are made from it, so that the same play keeps its id."""

SOURCE = "Hotel Ledger"


@dataclass(frozen=True, slots=True)
class StatsPlayer:
    """A player of a play. id: in the league. start: whether the first player of round 1."""

    id: str
    name: str
    total: int
    rank: int
    won: bool
    start: bool
    bgg: str = ""


@dataclass(frozen=True, slots=True)
class Handed:
    """One play. id: unique among plays. day: ISO date. time: HH:MM or empty.

    bgg: the game's number at BoardGameGeek, None where it is not known.
    """

    id: str
    game: str
    bgg: int | None
    day: str
    time: str
    minutes: int | None
    place: str
    board: str
    players: Sequence[StatsPlayer]


def link(play: Handed) -> str:
    """Return the address that opens the app with the play filled in."""
    game: dict[str, Any] = {
        "name": play.game,
        "sourceGameId": play.game,
        "highestWins": True,
        "noPoints": False,
    }
    if play.bgg is not None:
        game["bggId"] = play.bgg
    body: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": f"{play.day} {play.time or '19:00'}:00",
        "location": play.place,
        "board": play.board,
        "game": game,
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.id,
                "startPlayer": player.start,
                "rank": player.rank,
                "score": player.total,
                "winner": player.won,
            }
            for player in play.players
        ],
    }
    if play.minutes is not None:
        body["durationMin"] = play.minutes
    return ADDRESS + quote(json.dumps(body, ensure_ascii=False, separators=(",", ":")), safe="")


def write_bgsplay_file(plays: Sequence[Handed]) -> str:
    """Return plays as a ``.bgsplay`` file (JSON)."""
    games = _number_names({play.game for play in plays})
    places = _number_names({play.place for play in plays if play.place})
    people = _number_names({player.id for play in plays for player in play.players})
    known = {player.id: player for play in plays for player in play.players}
    bgg = {play.game: play.bgg for play in plays}
    document = {
        "about": SOURCE,
        "games": [
            {
                "id": number,
                "uuid": _uuid("game", name),
                "name": name,
                "highestWins": True,
                "noPoints": False,
                "cooperative": False,
                "usesTeams": False,
            }
            | ({"bggId": bgg[name]} if bgg[name] is not None else {})
            for name, number in games.items()
        ],
        "locations": [
            {"id": number, "uuid": _uuid("place", name), "name": name}
            for name, number in places.items()
        ],
        "players": [
            {
                "id": number,
                "uuid": _uuid("player", own),
                "name": known[own].name,
                "isAnonymous": False,
                "bggUsername": known[own].bgg,
            }
            for own, number in people.items()
        ],
        "plays": [_play(play, games, places, people) for play in plays],
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _play(
    play: Handed, games: dict[str, int], places: dict[str, int], people: dict[str, int]
) -> dict[str, Any]:
    moment = f"{play.day} {play.time or '19:00'}:00"
    body: dict[str, Any] = {
        "uuid": _uuid("play", play.id),
        "gameRefId": games[play.game],
        "playDate": moment,
        "playDateYmd": int(play.day.replace("-", "")),
        "entryDate": moment,
        "modificationDate": moment,
        "durationMin": play.minutes or 0,
        "board": play.board,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "playImages": "[]",
        "playerScores": [
            {
                "playerRefId": people[player.id],
                "score": str(player.total),
                "winner": player.won,
                "rank": player.rank,
                "seatOrder": seat,
                "startPlayer": player.start,
                "newPlayer": False,
            }
            for seat, player in enumerate(play.players, start=1)
        ],
    }
    if play.place:
        body["locationRefId"] = places[play.place]
    return body


def _number_names(names: set[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(sorted(names), start=1)}


def _uuid(kind: str, name: str) -> str:
    return str(uuid.uuid5(NAMESPACE, f"{kind}/{name}")).upper()
