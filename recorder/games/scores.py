"""The points of a game as a link may see them, without secret scores."""

from __future__ import annotations

from adjudicator.review.game_review import GameReview
from adjudicator.score import ScoreLine
from recorder.games.visibility import GameView, reveal_game


def list_score_lines(table: GameView) -> dict[str, tuple[ScoreLine, ...]]:
    """Return the score lines by player, without secret scores."""
    return table.privacy.by_player(reveal_game(table).result.lines)


def read_course(table: GameView) -> dict[str, list[tuple[int, int]]]:
    """Return per player (number, total) after every entry, without secret scores."""
    return table.privacy.by_player(reveal_game(table).course)


def list_points_by_round(table: GameView) -> dict[str, list[tuple[int, int]]]:
    """Return the points of ``Replay.points_by_round``, without secret scores."""
    return table.privacy.by_player(reveal_game(table).replay.points_by_round())


def find_review(table: GameView) -> GameReview | None:
    """Return the game looked through; None before its end, and as long as the score is untold."""
    return reveal_game(table).review if table.over and table.may_show_score else None
