"""A game looked through afterwards, as rows of the page that shows the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.report import find_wording
from adjudicator.review.review_text import tell_kind
from recorder.games.scores import find_review
from recorder.games.tables import TableView
from recorder.pages import wording
from recorder.pages.shared.sentences import names


def tell_review(table: TableView) -> Sequence[Mapping[str, Any]]:
    """Return the review of a finished game, player by player; nothing before the end.

    left: the player's unused chances, each with its moment, the possible entry and its kind.
    sources: the parts of the score, each with its points in each round. dice: the dice on the
    spaces that the player used in each round, together; empty in a game without dice.
    """
    review = find_review(table)
    if review is None:
        return ()
    tells = find_wording(table.header["game"], table.language)
    left: dict[str, list[dict[str, Any]]] = {}
    for one in review.left:
        entry = tells.entry(one.chance.entry)
        row = {"number": one.chance.at, "round_no": one.chance.round_no, "entry": entry}
        left.setdefault(one.by, []).append(row | {"told": table.language.say(tell_kind(one))})
    players = []
    for player, name in names(table.header).items():
        parts = review.points[player]
        sources = [
            {"words": wording.score_part_name(table.header, part), "points": points}
            for part, points in parts.items()
            if any(points)
        ]
        rounds = range(1, len(next(iter(parts.values()), ())) + 1)
        strengths = dict.fromkeys(rounds, 0) if review.dice else {}
        for used in review.dice["taken"].get(player, ()) if review.dice else ():
            strengths[used["round"]] += used["strength"]
        own = {"name": name, "left": left.get(player, []), "sources": sources, "rounds": rounds}
        players.append(own | {"dice": [*strengths.values()]})
    return players
