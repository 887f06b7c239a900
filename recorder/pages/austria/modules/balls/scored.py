"""A ball scoring on the page: everybody's dancers in the hall, places, and how ties are shared."""

from __future__ import annotations

from typing import Any

from adjudicator.austria.modules.balls.floor import ROWS, floor_of
from adjudicator.austria.modules.balls.scoring import Share, places_in, points_of, scored_hall
from recorder.pages.austria.modules.balls.told import ROW_WORDS, SCORING, hall_name
from recorder.pages.presenter import View
from recorder.pages.words import gettext as _
from recorder.pages.words import listing


def ball(view: View, table: Any) -> dict[str, Any] | None:
    """Return the scoring of the hall of a round, from the table as the step found it.

    None where no hall is scored, or nobody knows which.
    """
    name = scored_hall(table)
    if name is None:
        return None
    hall = floor_of(table).known[name]
    points = points_of(table, name)
    places = places_in(table, name)
    rows = []
    for seat, player in enumerate(view.players):
        held = [str(share.place) for share in places if seat in share.seats]
        by_row = [hall.dancers(seat, row) for row in ROWS]
        rows.append(
            {
                "name": player["name"],
                "colour": player.get("colour", ""),
                "rows": by_row,
                "dancers": hall.dancers(seat),
                "place": ", ".join(held) or "–",
                "points": f"+{points[seat]}" if points[seat] > 0 else f"{points[seat]}",
            }
        )
    return {
        "hall": hall_name(name),
        "about": str(SCORING[name]),
        "heads": [str(ROW_WORDS[row]) for row in ROWS],
        "rows": rows,
        "places": bool(places),
        "ties": [_tie(view, share) for share in places if len(share.seats) > 1],
        "none": any(not hall.dancers(seat) for seat in range(len(view.players))),
    }


def _tie(view: View, share: Share) -> str:
    """Return how those who tie share their places."""
    names = listing([str(view.players[seat]["name"]) for seat in share.seats])
    told = _(
        "%(names)s tie for place %(place)s: %(sum)s shared by %(count)s, rounded down, is %(each)s",
        names=names,
        place=share.place,
        sum=" + ".join(map(str, share.brings)) or "0",
        count=len(share.seats),
        each=share.each,
    )
    return f"{ROW_WORDS[share.row]}: {told}" if share.row else told
