"""A result as a picture: to be sent to friends, and as the card of a link that is shared.

Letters of four scripts, the colours of the players' pieces, nothing secret. A worker
draws pictures (``exports.picture_files``), so entering does not wait for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator import games
from adjudicator.replay import Replay
from exports.chart import PIECES, mark
from exports.words import ENGLISH, Words, isolate_name, printable

CARD = (1200, 630)
"""Pixels of the card of a link, of the shape in which messengers show one."""

WIDTH = 1080
"""Pixels of a picture; as wide as most messengers show them."""

HEAD, LINE, CHART, MOMENT, FOOT, EDGE = 300, 108, 430, 50, 120, 64
"""How high its head, a player, the chart, a moment and its foot are; how far from the edge."""

MOST = 6
"""Players of a picture: more than any of the games has."""


@dataclass(frozen=True, slots=True)
class PicturedPlayer:
    """One player of the result.

    total: None while it is not told. place: 1 for winners, 0 while nobody has won. colour: of
    the pieces, as a drawing colour; empty where it is not known. points: (round, total) in order.
    """

    name: str
    total: int | None
    place: int
    colour: str = ""
    points: Sequence[Sequence[int]] = ()


@dataclass(frozen=True, slots=True)
class PicturedResult:
    """The contents of a picture: the game, its facts in one line, the players by place.

    moments: the turning points, a line each. foot: the league, or the maker of the picture.
    """

    game: str
    facts: str
    lines: Sequence[PicturedPlayer]
    foot: str
    moments: Sequence[str] = ()

    @property
    def has_chart(self) -> bool:
        """Whether the points of the players make a chart."""
        return any(len(line.points) > 1 for line in self.lines)

    @property
    def height(self) -> int:
        """Pixels of the picture."""
        rows = HEAD + LINE * len(self.lines) + MOMENT * len(self.moments) + FOOT
        return rows + (CHART if self.has_chart else 0)


def picture_result(
    replay: Replay, words: Words = ENGLISH, *, facts: str, foot: str = ""
) -> PicturedResult:
    """Return the contents of a game's picture; before its end the players without points."""
    game = replay.record.game
    players = replay.record.document["players"]
    over = bool(replay.state.over())
    result = replay.result()
    points = replay.points_by_round() if over else {}
    lines = [
        PicturedPlayer(
            name=printable(player["name"], 60) or player["id"],
            total=result.total(player["id"]) if over else None,
            place=_place(result.total(player["id"]), player["id"], result) if over else 0,
            colour=PIECES.get(str(player.get("colour", "")), mark(index).colour),
            points=points.get(player["id"], ()),
        )
        for index, player in enumerate(players[:MOST])
    ]
    return PicturedResult(
        game=words.say(games.find(game).title),
        facts=facts,
        lines=sorted(lines, key=lambda line: line.place),
        foot=foot,
        moments=moments(lines, words) if over else (),
    )


def _place(total: int, player: str, result: Any) -> int:
    """Return a player's place: 1 for winners, equal totals below them share one."""
    if player in result.winners:
        return 1
    better = [
        other
        for other in result.lines
        if other != player and (other in result.winners or result.total(other) > total)
    ]
    return len(better) + 1


def moments(lines: Sequence[PicturedPlayer], words: Words = ENGLISH) -> tuple[str, ...]:
    """Return the turning points of a finished game, a line each, by the points of its rounds.

    The leader to the end and since when, how far behind the winner had been, and the most points in
    one round. For that the last round is left out, because it includes the end of the game. Returns
    nothing for a game of one round, or without a single winner.
    """
    _ = words.gettext
    winners = [line for line in lines if line.place == 1]
    if len(winners) != 1 or len(lines) < 2 or len(winners[0].points) < 3:
        return ()
    winner = winners[0]
    rounds = [at for at, _total in winner.points]
    ahead = [
        total - max(line.points[at][1] for line in lines if line is not winner)
        for at, (_round, total) in enumerate(winner.points)
    ]
    lines_told = []
    if ahead[-1] > 0:  # no tie-break decided
        since = next(at for at in range(len(ahead)) if min(ahead[at:]) > 0)
        told = _("In the lead for good: %(name)s, from round %(round)s")
        lines_told.append(told % {"name": isolate_name(winner.name), "round": rounds[since]})
    worst = min(range(len(ahead)), key=ahead.__getitem__)
    if ahead[worst] < 0:
        told = _("Biggest comeback: %(name)s, %(points)s behind after round %(round)s")
        facts = {"name": isolate_name(winner.name), "points": -ahead[worst], "round": rounds[worst]}
        lines_told.append(told % facts)
    gains = [
        (line.points[at][1] - line.points[at - 1][1], -at, -place)
        for place, line in enumerate(lines)
        for at in range(1, len(rounds) - 1)
    ]
    most, at, place = max(gains)
    told = _("Most in one round: %(name)s, %(points)s in round %(round)s")
    facts = {"name": isolate_name(lines[-place].name), "points": most, "round": rounds[-at]}
    lines_told.append(told % facts)
    return tuple(lines_told)
