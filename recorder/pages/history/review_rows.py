"""A game looked through afterwards, as rows of the page that shows the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.report import find_wording
from adjudicator.review.game_review import GameReview
from adjudicator.review.review_text import tell_kind
from recorder.games.tables import TableView
from recorder.pages import wording
from recorder.pages.shared.sentences import names


@dataclass(frozen=True, slots=True)
class LeftRow:
    """An unused chance of a player: the moment, the possible entry, and its kind."""

    number: int
    round_no: int
    entry: str
    told: str


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A part of the score in words, with its points in each round."""

    words: str
    points: Sequence[int]


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """A player's part of a review.

    rounds: the numbers of the rounds played. dice: the dice on the spaces that the player used in
    each round, together; empty in a game without dice.
    """

    name: str
    left: Sequence[LeftRow]
    sources: Sequence[SourceRow]
    rounds: Sequence[int]
    dice: Sequence[int]


def tell_review(table: TableView) -> Sequence[PlayerReview]:
    """Return the review of a finished game, player by player; nothing before the end."""
    review = table.review
    if review is None:
        return ()
    tells = find_wording(table.header["game"], table.language)
    rows: dict[str, list[LeftRow]] = {}
    for one in review.left:
        chance = one.chance
        told = table.language.say(tell_kind(one))
        row = LeftRow(chance.at, chance.round_no, tells.entry(chance.entry), told)
        rows.setdefault(one.by, []).append(row)
    return [
        PlayerReview(
            name,
            rows.get(player, []),
            [
                SourceRow(wording.score_part_name(table.header, part), points)
                for part, points in review.points[player].items()
                if any(points)
            ],
            _rounds_of(review, player),
            _strengths(review, player),
        )
        for player, name in names(table.header).items()
    ]


def _rounds_of(review: GameReview, player: str) -> Sequence[int]:
    every = next(iter(review.points[player].values()), ())
    return range(1, len(every) + 1)


def _strengths(review: GameReview, player: str) -> Sequence[int]:
    if not review.dice:
        return ()
    strengths = dict.fromkeys(_rounds_of(review, player), 0)
    for one in review.dice["taken"].get(player, ()):
        strengths[one["round"]] += one["strength"]
    return [*strengths.values()]
