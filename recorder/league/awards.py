"""The honours at a season's end, from its standings and games, each with its value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from recorder.league.plays import Play
from recorder.league.standings import Season, Standing

CHAMPION, MOST_WINS, HIGHEST, SHARE, REGULAR, WIDEST = (
    "champion",
    "most-wins",
    "highest",
    "share",
    "regular",
    "widest",
)

ENOUGH = 3
"""Games below which an average share is no achievement."""


@dataclass(frozen=True, slots=True)
class Award:
    """An honour. kind: one of the words above. value: points (in parts of a point for the
    champion), wins, thousandths or games. key: the game it was won in, where it is one. game: the
    kind of game, where an honour is given for each."""

    kind: str
    players: tuple[str, ...]
    value: int
    key: str = ""
    game: str = ""


def list_awards(season: Season, table: Sequence[Standing], plays: Sequence[Play]) -> list[Award]:
    """Return a season's awards; none that nobody has earned.

    plays: the season's games.
    """
    if not table or not plays:
        return []
    earned: list[Award] = []
    champions = [line for line in table if line.place == 1]
    if champions:
        names = tuple(line.player for line in champions)
        earned.append(Award(CHAMPION, names, champions[0].points))
    earned += _find_most(MOST_WINS, [(line.wins, line.player) for line in table])
    regular = max(season.least, ENOUGH)
    earned += _find_most(
        SHARE, [(line.share, line.player) for line in table if line.games >= regular]
    )
    earned += _find_most(REGULAR, [(line.games, line.player) for line in table])
    ranked = {line.player for line in table}  # no visitor
    for game in sorted({play.game for play in plays}):
        ordered = sorted((one for one in plays if one.game == game), key=lambda play: play.order)
        earned += _list_score_awards(game, ordered, ranked)
    return earned


def _list_score_awards(game: str, ordered: Sequence[Play], ranked: Collection[str]) -> list[Award]:
    """Return the awards for scores of one game; scores of two games do not compare."""
    seats = [(seat, play.key) for play in ordered for seat in play.seats if seat.player in ranked]
    if not seats:
        return []
    top, key = max(seats, key=lambda own: own[0].total)
    earned = [Award(HIGHEST, (top.player,), top.total, key, game)]
    wide = max(ordered, key=lambda play: play.margin if set(ranked) & set(play.winners) else 0)
    won = tuple(player for player in wide.winners if player in ranked)
    if won and wide.margin > 0:
        earned.append(Award(WIDEST, won, wide.margin, wide.key, game))
    return earned


def _find_most(kind: str, values: Sequence[tuple[int, str]]) -> list[Award]:
    best = max((value for value, _ in values), default=0)
    if best <= 0:
        return []
    return [Award(kind, tuple(sorted(player for value, player in values if value == best)), best)]
