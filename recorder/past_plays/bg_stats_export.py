"""The export of BG Stats: all plays as JSON, with games, players and places by numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from recorder.languages.speech import gettext as _
from recorder.past_plays.past_play import (
    PastPlay,
    PastPlayer,
    clean_name,
    find_edition,
    find_game,
    find_modules,
    names_expansion,
)
from recorder.past_plays.play_values import read_day, read_place, read_total

Row = Mapping[str, Any]


def is_bg_stats(document: object) -> bool:
    """Return whether JSON is such an export."""
    return isinstance(document, Mapping) and isinstance(document.get("plays"), list)


def read_bg_stats(document: Row) -> Iterator[PastPlay]:
    """Yield the plays of an export. A number that leads nowhere is a problem of its play."""
    known, people, places = (
        _number_rows(document, key) for key in ("games", "players", "locations")
    )
    for line, play in enumerate(document["plays"], start=1):
        row = play if isinstance(play, Mapping) else {}
        yield _read_play(line, row, known, people, places)


def _number_rows(document: Row, key: str) -> Mapping[object, Row]:
    rows = document.get(key)
    numbered: dict[object, Row] = {}
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, Mapping) and isinstance(row.get("id"), int | str):
            numbered[str(row["id"])] = row
    return numbered


def _read_play(
    line: int,
    row: Row,
    known: Mapping[object, Row],
    people: Mapping[object, Row],
    places: Mapping[object, Row],
) -> PastPlay:
    own = known.get(str(row.get("gameRefId")), {})
    called = clean_name(own.get("name", ""))
    expansions = row.get("expansionPlays")
    added = [
        str(known.get(str(one.get("gameRefId")), {}).get("name", ""))
        for one in (expansions if isinstance(expansions, list) else ())
        if isinstance(one, Mapping)
    ]
    bgg = own.get("bggId")
    game = find_game(called, bgg if isinstance(bgg, int) else None)
    board = str(row.get("board", ""))
    told = " ".join((called, board, str(row.get("bggName", ""))))
    comments = str(row.get("comments", ""))[:2000]
    expansion = any(map(names_expansion, (*added, told, comments)))
    scores = row.get("playerScores")
    problems = [_("The file marks the play as ignored.")] if row.get("ignored") is True else []
    players = []
    for score in scores if isinstance(scores, list) else ():
        if isinstance(score, Mapping):
            person = people.get(str(score.get("playerRefId")), {})
            name = "" if person.get("isAnonymous") is True else clean_name(person.get("name", ""))
            total, place = read_total(score.get("score", "")), read_place(score.get("rank", ""))
            players.append(PastPlayer(name, total, place, score.get("winner") is True))
    return PastPlay(
        line,
        read_day(row.get("playDate") or row.get("playDateYmd") or ""),
        game,
        called,
        tuple(players),
        clean_name(places.get(str(row.get("locationRefId")), {}).get("name", "")),
        find_edition(game, told),
        expansion,
        tuple(problems),
        find_modules(game, " ".join((*added, board, comments if expansion else ""))),
    )
