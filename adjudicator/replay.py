"""The fold: (start, entries) -> verdicts and positions.

A ruling (``rule`` entry) acts at the place of the entry it names, so a replay is a fold over
steps (entry, ruling). Snapshots every few dozen steps let a correction or a late ruling be
judged again from the changed entry on only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from operator import itemgetter
from typing import Any

from adjudicator import games, suggestions
from adjudicator.messages import ENGLISH, Language
from adjudicator.reading import read_all_entries
from adjudicator.record import RULE, Record
from adjudicator.score import Result
from adjudicator.verdict import Verdict

Entry = Mapping[str, Any]

_DO = itemgetter("do")

SNAPSHOT_EVERY = 128
"""Steps between two snapshots: a correction judges at most this many entries too many."""

LOOKED_UP = 1000
"""How many positions of one record are asked for what was open instead of refused entries."""


def list_rulings(entries: Sequence[Entry]) -> dict[int, bool]:
    """Return the table's last ruling per entry number, from the ``rule`` entries."""
    if RULE not in map(_DO, entries):  # in nearly every record
        return {}
    return {entry["entry"]: entry["stands"] for entry in entries if entry["do"] == RULE}


def count_common_entries(before: Sequence[Entry], now: Sequence[Entry]) -> int:
    """Return how many entries two records begin with alike, the rulings on them included."""
    ruled, rules = list_rulings(before), list_rulings(now)
    for number, (one, other) in enumerate(zip(before, now, strict=False), start=1):
        if one != other or ruled.get(number) != rules.get(number):
            return number - 1
    return min(len(before), len(now))


class Replay:
    """A record played through: the verdict on every entry and the state after the last one.

    The record is not changed. ``verdicts[n - 1]`` belongs to entry n, ``rounds[n - 1]`` is the
    round being played after it.
    """

    _left: tuple[int, games.State] | None = None
    """Where the replay that this one goes on from had ended: looking back is mostly from there."""

    _looked: tuple[int, games.State] | None = None
    """The last earlier state that was asked for: who looks back asks for those around it, too."""

    def __init__(self, record: Record) -> None:
        """Play the record from its start. Raises Unreadable for a start that contradicts itself."""
        self.record = record = read_all_entries(record)
        # The start is made again, which is seldom asked for.
        start = partial(games.find(record.game).start, record)
        self._snapshots: list[tuple[int, Callable[[], games.State]]] = [(0, start)]
        self.verdicts: list[Verdict] = []
        self.rounds: list[int] = []
        self._rulings: dict[int, bool] = list_rulings(record.entries)
        self.state = start()
        self._play()

    def _play(self) -> None:
        """Judge the entries from the end of ``verdicts`` on."""
        verdicts, rounds, state = self.verdicts, self.rounds, self.state
        for number in range(len(verdicts) + 1, len(self.record.read) + 1):
            before = state.position() if self._rulings.get(number) else None
            verdict = self._judge(state, number)
            if verdict.stands and state.position() == before:
                verdict = replace(verdict, idle=True)
            verdicts.append(verdict)
            rounds.append(state.round_no)
            if number % SNAPSHOT_EVERY == 0:
                self._snapshots.append((number, state.copy().copy))

    def _judge(self, state: games.State, number: int) -> Verdict:
        """Let a state judge an entry, by its number, with the ruling on it, if any."""
        return state.play(self.record.read[number - 1], self._rulings.get(number))

    def with_document(self, document: Mapping[str, Any]) -> Replay:
        """Return this replay of the same record with other names and notes; nothing is judged."""
        again = copy(self)
        again.record = Record(document, self.record.read)
        return again

    def with_entries(self, entries: Sequence[Entry]) -> Replay:
        """Return the replay of the same start with other entries; this replay stays as it is.

        Only entries after the first difference, in an entry or in a ruling, are judged again. The
        entries must have been checked by ``reading.check_entry``.
        """
        ruled = list_rulings(entries)
        old = self.record.entries
        same = 0
        for mine, other in zip(old, entries, strict=False):
            number = same + 1
            if mine is not other and mine != other:
                break
            if self._rulings.get(number) != ruled.get(number):
                break
            same = number
        again = object.__new__(Replay)
        again.record = read_all_entries(self.record.with_entries(entries, same))
        again._rulings = ruled
        again._snapshots = [kept for kept in self._snapshots if kept[0] <= same]
        if same == len(old):  # nothing but additions: go on from the last state
            again.verdicts = list(self.verdicts)
            again.rounds = list(self.rounds)
            again.state = self.state.copy()
            again._left = len(old), self.state
        else:
            number, copy_state = again._snapshots[-1]
            again.verdicts = self.verdicts[:number]
            again.rounds = self.rounds[:number]
            again.state = copy_state()
        again._play()
        return again

    def continues_from(self, other: Replay) -> bool:
        """Whether this replay adds entries to another one, and no rulings on its entries."""
        return self._left is not None and self._left[1] is other.state

    def state_after(self, number: int) -> games.State:
        """Return a copy of the state after entry ``number`` (0: the start)."""
        at, copy_state = next(kept for kept in reversed(self._snapshots) if kept[0] <= number)
        for other in (self._left, self._looked):
            if other is not None and at < other[0] <= number:
                at, copy_state = other[0], other[1].copy
        state = copy_state()
        for n in range(at + 1, number + 1):
            self._judge(state, n)
        if number > at:
            self._looked = number, state.copy()
        return state

    def replay_until(self, number: int) -> Replay:
        """Return this replay as it stood after entry ``number`` (0: before the first entry).

        A later ruling holds already: the boards agree with the verdicts.
        """
        part = object.__new__(Replay)
        part.record = self.record.with_entries(self.record.entries[:number], number)
        part._rulings = self._rulings
        part._snapshots = [kept for kept in self._snapshots if kept[0] <= number]
        part.verdicts = self.verdicts[:number]
        part.rounds = self.rounds[:number]
        part.state = self.state_after(number)
        return part

    def with_forgotten(self, after: int, forget: Callable[[games.State], bool]) -> Replay | None:
        """Return this replay as it goes on from entry ``after`` where something is forgotten there.

        forget: takes it out of the state and returns whether there was anything. None where there
        was nothing. Earlier verdicts stay as they were.
        """
        state = self.state_after(after)
        if not forget(state):
            return None
        part = self.replay_until(after)
        part.state = state
        part._snapshots = [(after, state.copy().copy)]
        part.record = self.record
        part._play()
        return part

    def walk_states(
        self, after: int, until: int, begin: Callable[[games.State], None] | None = None
    ) -> Iterator[tuple[int, games.State]]:
        """Yield entry numbers, from ``after`` + 1 to ``until``, with the state after each.

        It is one state that goes on: read it before the next number. ``begin`` is called with it
        before the first entry.
        """
        state = self.state_after(after)
        if begin is not None:
            begin(state)
        for number in range(after + 1, until + 1):
            self._judge(state, number)
            yield number, state

    def judge(self, entry: Entry) -> Verdict:
        """Return the verdict that the entry would get next; nothing is recorded."""
        return self.with_entries([*self.record.entries, entry]).verdicts[-1]

    def explain_verdicts(
        self,
        first: int = 1,
        last: int | None = None,
        moment: Callable[[games.State, suggestions.Trials], suggestions.Moment] = (
            lambda state, trials: suggestions.Moment(state.copy(), trials)
        ),
    ) -> list[Verdict]:
        """Return verdicts, the refusals with a legal entry instead (``instead``).

        first, last: numbers of entries; without ``last`` to the end. moment: makes of a state,
        which goes on afterwards, the moment as somebody may know it. Positions are walked once;
        refusals in a row share what was open, since nothing changed.
        """
        found = self.verdicts[first - 1 : last]
        wanted = [place for place, one in enumerate(found) if suggestions.lacks_suggestion(one)]
        if not wanted:
            return found
        known: suggestions.Moment | None = None
        asked, trials = 0, suggestions.Trials()
        begin, last = first + wanted[0], first + wanted[-1]
        states = (state for _, state in self.walk_states(begin - 1, last - 1))
        before = chain((self.state_after(begin - 1),), states)
        for place, state in enumerate(before, start=begin):
            verdict = found[place - first]
            if suggestions.lacks_suggestion(verdict):
                if known is None and asked < LOOKED_UP:
                    known, asked = moment(state, trials), asked + 1
                if known is not None:
                    entry = self.record.entries[place - 1]
                    found[place - first] = suggestions.explain_refusal(verdict, entry, known)
            if verdict.is_applied:
                known = None
        return found

    def result(self, *, final: bool = False) -> Result:
        """Return the score lines; ``final``: as if the game ended at this position."""
        return self.state.result(final=final)

    def points_by_round(self) -> dict[str, list[tuple[int, int]]]:
        """Return per player the (round, total) after each round that was played, in order.

        Round 0 stands for the start. Meant for the chart; the first call replays the record.
        """
        return self._by_round

    @cached_property
    def _by_round(self) -> dict[str, list[tuple[int, int]]]:
        state = self._snapshots[0][1]()
        last: dict[int, dict[str, int]] = {0: _sum_totals(state)}
        played = 0
        for number, entry in enumerate(self.record.entries, start=1):
            if entry["do"] != RULE:
                played = state.round_no
                self._judge(state, number)
                if state.round_no != played:
                    last[played] = _sum_totals(state)
        last[played] = _sum_totals(state)
        return {
            player: [(number, totals[player]) for number, totals in sorted(last.items())]
            for player in self.record.players
        }

    def points_after(self, numbers: Sequence[int]) -> dict[str, list[tuple[int, int]]]:
        """Return per player (number, total) after each of the entries named (0: at the start).

        numbers: in ascending order. The record is replayed once, from the first of them on.
        """
        wanted = set(numbers)
        found = {0: _sum_totals(self._snapshots[0][1]())} if 0 in wanted else {}
        first, last = (max(0, numbers[0] - 1), numbers[-1]) if numbers else (0, 0)
        found |= {
            at: _sum_totals(state) for at, state in self.walk_states(first, last) if at in wanted
        }
        return {
            player: [(at, totals[player]) for at, totals in found.items()]
            for player in self.record.players
        }


def _sum_totals(state: games.State) -> dict[str, int]:
    result = state.result()
    return {player: result.total(player) for player in result.lines}


def write_judgement(replay: Replay, language: Language = ENGLISH) -> dict[str, Any]:
    """Return the document that ``python -m adjudicator judge FILE --json`` prints."""
    return {
        "verdicts": [
            {"entry": number} | verdict.to_json(language)
            for number, verdict in enumerate(replay.explain_verdicts(), start=1)
        ],
        "position": replay.state.position(),
        "over": replay.state.over(),
        "next": replay.state.options(),
    } | replay.result().to_json()
