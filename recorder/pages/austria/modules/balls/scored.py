"""A ball scoring on the page: everybody's dancers in the hall, places, and shared ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.austria.modules.balls.ball_scoring import (
    SCORED,
    Share,
    list_hall_points,
    list_places,
    scored_hall,
)
from adjudicator.austria.modules.balls.floor import ROWS, floor_of
from adjudicator.messages import format_change
from adjudicator.record import Unreadable
from adjudicator.replay import Replay
from recorder.pages.austria.modules.balls.told import HERE, hall_name, row_word, scoring_words
from recorder.pages.presenter import Alone, Scoring
from recorder.pages.wording import gettext as _
from recorder.pages.wording import join_label, lazy, listing

KEY = "balls-"

_HALLS = (lazy("the left hall"), lazy("the middle hall"), lazy("the right hall"))


def list_ball_scorings() -> list[Scoring]:
    """Return the ball scorings by themselves."""
    return [
        Scoring(
            f"{KEY}{round_}",
            _("Ball scoring after round %(round)s", round=round_),
            str(hall),
            alone=True,
        )
        for round_, hall in zip(SCORED, _HALLS, strict=True)
    ]


def score_ball_alone(replay: Replay, scoring: str) -> Alone | None:
    """Return a ball scoring of a position; None for another scoring.

    Raises Unreadable without its hall.
    """
    if scoring not in [one.key for one in list_ball_scorings()]:
        return None
    table: Any = replay.state
    if floor_of(table).halls is None:
        message = _("choose the three halls, from left to right")
        raise Unreadable(message, key="position.halls")
    m = ball_table(replay.record.document["players"], table)
    assert m is not None
    return Alone(f"{HERE}/scored.html", m, list_hall_points(table, str(scored_hall(table))))


def ball_table(players: Sequence[Mapping[str, Any]], table: Any) -> dict[str, object] | None:
    """Return the scoring of the round's hall, or None where no hall is scored or known.

    table: the state before the scoring.
    """
    name = scored_hall(table)
    if name is None:
        return None
    hall = floor_of(table).known[name]
    points = list_hall_points(table, name)
    places = list_places(table, name)
    rows = []
    for seat, player in enumerate(players):
        held = [str(share.place) for share in places if seat in share.seats]
        by_row = [hall.dancers(seat, row) for row in ROWS]
        rows.append(
            {
                "name": player["name"],
                "colour": player.get("colour", ""),
                "rows": by_row,
                "dancers": hall.dancers(seat),
                "place": ", ".join(held) or "–",
                "points": format_change(points[seat]),
            }
        )
    return {
        "hall": hall_name(name),
        "about": scoring_words(name),
        "heads": [row_word(row) for row in ROWS],
        "rows": rows,
        "places": bool(places),
        "ties": [_tie(players, share) for share in places if len(share.seats) > 1],
        "none": any(not hall.dancers(seat) for seat in range(len(players))),
    }


def _tie(players: Sequence[Mapping[str, Any]], share: Share) -> str:
    """Return the division of points among players that tie."""
    names = listing([str(players[seat]["name"]) for seat in share.seats])
    told = _(
        "%(names)s tie for place %(place)s: %(sum)s shared by %(count)s, rounded down, is %(each)s",
        names=names,
        place=share.place,
        sum=" + ".join(map(str, share.brings)) or "0",
        count=len(share.seats),
        each=share.each,
    )
    return join_label(row_word(share.row), told) if share.row else told
