"""Thinking time: how long the table waited for each player, for tables that asked to know.

Operations of the log switch the clock on, pause it and switch it off; a record does not contain
them. Thinking time is computed from the times of the entries in the log. The time between two
entries counts for every player that the table waited for, while the clock was running. So it is the
same after a restart. The time of an entry that was undone counts for the entry that replaced it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from adjudicator.games import State
from adjudicator.record import Header
from adjudicator.replay import Replay, count_common_entries
from recorder.games import access
from recorder.games.access import Forbidden
from recorder.games.tables import Outcome, Send, Tables
from recorder.games.visibility import GameView, reveal_game
from recorder.languages.speech import gettext as _
from recorder.store.log import APPEND, CLOCK, Story
from recorder.store.memory import Cache

RUNS = "runs"
PAUSED = "paused"
OFF = "off"
STATES = (RUNS, PAUSED, OFF)

Waits = Callable[[int], Sequence[str]]
"""Returns the players that the table is waiting for after so many entries."""


MOST = 3000
"""The most entries whose time is counted: several long games. To find out which players a table
waited for costs as much as judging its entries."""

AHEAD = 64
"""When this is found out for one entry, it is found out for so many entries at once."""

GAMES = 64
"""For how many games a process remembers which players the table waited for."""


class WaitingPlayers:
    """The players that each table waited for after each entry. Each answer is found once.

    After a correction or a ruling the answers from there on are found again.
    """

    def __init__(self, waits: Callable[[Header, State], Sequence[str]]) -> None:
        """waits: returns the players that the table waits for, by header and state."""
        self._waits = waits
        self._known: Cache[int, tuple[Replay, dict[int, Sequence[str]]]] = Cache(GAMES)

    def players_after(self, game: int, replay: Replay, number: int) -> Sequence[str]:
        """Return the players that the table waited for after entry ``number`` (0: at the start)."""
        kept = self._known.find(game)
        if kept is None or kept[0] is not replay:
            before, known = kept or (replay, {})
            same = count_common_entries(before.record.entries, replay.record.entries)
            kept = replay, {at: waits for at, waits in list(known.items()) if at <= same}
            self._known.keep(game, kept)
        known = kept[1]
        if number not in known:
            until = min(number + AHEAD, len(replay.record.entries))
            known[number] = self._waits(replay.record.header, replay.state_after(number))
            for at, state in replay.walk_states(number, until):
                if at not in known:
                    known[at] = self._waits(replay.record.header, state)
        return known[number]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game. state: RUNS or PAUSED. spent: seconds by player.

    ticking: the players that think now.
    """

    state: str
    spent: Mapping[str, float]
    ticking: Sequence[str]

    def to_json(self) -> dict[str, Any]:
        """Return the clock as it is sent: whole seconds."""
        return {
            "state": self.state,
            "seconds": {player: round(spent) for player, spent in self.spent.items()},
            "ticking": list(self.ticking),
        }


def clock_state(table: GameView) -> str:
    """Return whether the clock of a game runs, is paused, or is off, as it is at first."""
    switches = reveal_game(table).story.switches
    return switches[-1][1] if switches else OFF


def switch_clock(service: Tables, table: GameView, state: str, *, key: str) -> Outcome:
    """Switch the clock of a game. Every player may pause it and let it run again.

    state: one of STATES. key: the client's. Raises Forbidden, KeyReused.
    """
    if table.link.role == access.READ:
        raise Forbidden(_("this link is for spectators"))
    if OFF in (state, clock_state(table)) and table.link.role != access.TABLE:
        raise Forbidden(_("only the table's link switches the clock on and off"))
    return service.write(table, Send(CLOCK, {"state": state}, key))


def read_clock(
    service: Tables, table: GameView, waited: WaitingPlayers, now: datetime
) -> Clock | None:
    """Return the clock of a game, None while it is off. now: with its zone."""

    def waits(number: int) -> Sequence[str]:
        return waited.players_after(table.link.ledger, reveal_game(table).replay, number)

    state = clock_state(table)
    if state == OFF:
        return None
    times = [datetime.fromisoformat(at) for at in service.store.times(table.link.ledger)]
    story = reveal_game(table).story
    spent = {str(player["id"]): 0.0 for player in table.header["players"]}
    spent |= thinking_times(story, times, waits, None if table.over else now)
    running = state == RUNS and not table.over
    return Clock(state, spent, list(waits(len(story.lines))) if running else [])


def thinking_times(
    story: Story, times: Sequence[datetime], waits: Waits, now: datetime | None
) -> dict[str, float]:
    """Return the seconds that each player thought.

    times: of the operations, the first one first. now: until when the last player waits; None after
    the end of the game. Only entries that were made one by one move the clock. An import or a
    correction has its own time.
    """
    running = [
        (times[at - 1], times[until - 1] if until else now)
        for (at, state), (until, _state) in pairwise([*story.switches, (0, OFF)])
        if state == RUNS
    ]
    ran = _make_clock_sum(running)
    spent: dict[str, float] = {}
    asked = 0
    begins = running[0][0] if running else None
    for number, line in enumerate([*story.lines, None], start=1):
        ends = times[line.seq - 1] if line else now
        if begins is None or ends is None or (line and line.op != APPEND):
            continue
        ends = max(begins, ends)
        seconds = ran(ends) - ran(begins)
        asked += bool(seconds)
        for player in waits(number - 1) if seconds and asked <= MOST else ():
            spent[player] = spent.get(player, 0.0) + seconds
        begins = ends
    return spent


def _make_clock_sum(
    running: Sequence[tuple[datetime, datetime | None]],
) -> Callable[[datetime], float]:
    """Return how many seconds a clock had run at a moment. running: from when until when it did."""
    starts = [since for since, _until in running]
    before = [0.0]
    for since, until in running[:-1]:
        assert until is not None  # only the last one runs on
        before.append(before[-1] + (until - since).total_seconds())

    def sum_until(at: datetime) -> float:
        number = bisect_right(starts, at) - 1
        if number < 0:
            return 0.0
        since, until = running[number]
        return before[number] + (min(at, until or at) - since).total_seconds()

    return sum_until
