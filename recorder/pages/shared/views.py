"""Views for presenters: of a recorded game as one link sees it, or of a replay alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.record import Header
from adjudicator.replay import Replay
from recorder.games import access
from recorder.games.scores import read_course
from recorder.games.visibility import GameView, Knowledge
from recorder.pages import presenter
from recorder.pages.presenter import Document, View


def of_table(table: GameView, shown: str | None, offers_all: bool = False) -> View:
    """Return the view of a recorded game. shown: the player with the board in front.

    Without it, it is the player in turn, or the first who may enter something. offers_all: also
    give a seat the offers to others, which it needs to propose corrections of their entries.
    """
    seat = table.link.seat
    options = table.options
    presented = presenter.find_presenter(table.header["game"])
    waits = (
        () if table.over else presented.list_awaited_players(table.header, table.position, options)
    )
    if seat and not offers_all:  # a seat enters for its own player and what the whole table sees
        options = [offer for offer in options if offer.get("by", seat) == seat]
    return _view(
        table.knowledge,
        table.header,
        table.position,
        options,
        count_points(table),
        over=table.over,
        told=table.may_show_score,
        wanted=shown if shown and presented.may_keep_in_front(shown, options) else None,
        seat=seat,
        writes=table.link.role != access.READ,
        waits=waits,
    )


def count_points(table: GameView) -> dict[str, int]:
    """Return every player's points; until the end is told, the points that everybody saw before."""
    shown = presenter.find_presenter(table.header["game"])
    whole = table.may_show_score or not shown.points_before_end
    return {
        player: own["total"]
        - sum(n for part, n in own.items() if not whole and shown.is_told_at_end(part))
        for player, own in table.result["scores"].items()
    }


def list_course(table: GameView) -> dict[str, list[tuple[int, int]]]:
    """Return per player (number, points) after every entry, see ``count_points``."""
    course, last = read_course(table), table.entry_knowledge.count
    if table.may_show_score:
        return course
    ends = last
    while ends and table.view_after_entry(ends - 1).over:
        ends -= 1
    points = count_points(table)
    return {
        player: [(at, points[player] if at >= ends else total) for at, total in line]
        for player, line in course.items()
    }


def of_moment(table: GameView, then: GameView, front: str | None) -> View:
    """Return an earlier moment of a recorded game: the table as it lay, nothing to be entered.

    then: the game at that moment (``GameView.at``). front: the player whose board is in front.
    """
    return _view(
        then.entry_knowledge,
        table.header,
        then.position,
        [],
        count_points(then),
        over=then.over,
        told=then.may_show_score,
        wanted=front,
        seat=None,
        writes=False,
    )


def of_replay(replay: Replay, header: Header, shown: str | None) -> View:
    """Return a replay that nobody has a link to; ``header`` is its record without entries."""
    state, result = replay.state, replay.result()
    return _view(
        Knowledge(replay),
        header,
        state.position(),
        state.options(),
        {player: result.total(player) for player in result.lines},
        over=state.over(),
        wanted=shown,
        seat=None,
        writes=True,
    )


def _view(
    known: Knowledge,
    header: Header,
    position: Document,
    options: list[Any],
    points: Mapping[str, int],
    *,
    over: bool,
    wanted: str | None,
    seat: str | None,
    writes: bool,
    waits: Sequence[str] = (),
    told: bool = True,
) -> View:
    acting = seat or presenter.find_presenter(header["game"]).find_acting_player(
        header, position, options
    )
    if not seat and wanted in [player["id"] for player in header["players"]]:
        acting = str(wanted)
    return View(
        header=header,
        position=position,
        options=options,
        totals=points,
        over=over,
        entries=known.count,
        acting=acting,
        writes=writes,
        seat=seat,
        known=known,
        waits=waits,
        told=told,
    )
