"""Replays kept in memory, so that an append costs one judged entry and not a replay.

The store is the truth: a kept replay belongs to a version, and its user has compared that with the
store's. Other processes may write at any time; their entries are caught up with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import games
from adjudicator.findings import Finding, list_findings
from adjudicator.pieces import MovedPiece, Scene
from adjudicator.reading import load
from adjudicator.record import RULE, Record, Unreadable
from adjudicator.replay import Replay, count_common_entries
from adjudicator.review.game_review import GameReview, review_game
from adjudicator.score import Result
from recorder.store.ledger import Operation
from recorder.store.log import APPEND, BRING, IMPORT, Line, Story, apply_operations
from recorder.store.memory import Cache, FoldedLog
from recorder.store.store import GameRow, Store

POINTS = 600
"""Moments at which the points of a game are counted: more than any real game has entries."""

REMEMBERED = 24
"""Entries of which is kept what they moved: several turns of a whole table."""

Course = dict[str, list[tuple[int, int]]]
"""Per player (number of an entry, total after it)."""

Counted = tuple[Sequence[Mapping[str, Any]], Course]
"""The entries of a version of a game, and the course of its points."""


ANSWERS = 64
"""What is asked of a game at one version: a few figures, and what agrees with each player."""


class RecordedGame(FoldedLog):
    """A game at one version: its story and the replay of its lines."""

    def __init__(
        self, version: int, story: Story, replay: Replay, counted: Counted | None = None
    ) -> None:
        """counted: the points of an earlier version, if they were asked for.

        ``earlier`` is the table before the last operation, with the number of its entries, if that
        only appended entries and the position was read. ``moved`` holds the pieces that the last
        entries moved, by entry number and viewer (``Privacy.viewer_key``), as far as they were
        asked for.
        """
        super().__init__(ANSWERS)
        self.version = version
        self.story = story
        self.replay = replay
        self._counted = counted
        self.earlier: tuple[int, Scene] | None = None
        self.moved: dict[tuple[int, object], Sequence[MovedPiece]] = {}

    @classmethod
    def start(cls, header: Mapping[str, Any]) -> RecordedGame:
        """Return the game before its first operation.

        header: of a record that ``reading.load`` has checked. Raises Unreadable for a start
        that contradicts itself.
        """
        return cls(0, Story(), Replay(Record({**header, "entries": []})))

    @property
    def lines(self) -> Sequence[Line]:
        """The effective entries with the operations that put them there."""
        return self.story.lines

    @property
    def entries(self) -> Sequence[Mapping[str, Any]]:
        """The effective entries, with all secrets."""
        return self.replay.record.entries

    def play_operations(self, operations: Sequence[Operation]) -> RecordedGame:
        """Return the game after further operations; only changed entries are judged."""
        if not operations:
            return self
        story = apply_operations(self.story, operations)
        stood = (len(self.replay.verdicts), self.scene) if self.has_answer("position") else None
        with self.lock:
            replay = self.replay.with_entries([line.entry for line in story.lines])
            counted = self._counted
            if self.has_answer("course"):
                counted = self.replay.record.entries, self.course
        played = RecordedGame(operations[-1].seq, story, replay, counted)
        if len(operations) == 1 and operations[0].op == APPEND:
            played.earlier = stood
            if replay.continues_from(self.replay):
                since = len(replay.verdicts) - REMEMBERED
                played.moved = {of: did for of, did in list(self.moved.items()) if of[0] > since}
        return played

    @property
    def scene(self) -> Scene:
        """The table after the last entry, with all secrets."""
        return Scene(self.position, self.result.lines)

    def play_until(self, number: int) -> RecordedGame:
        """Return the game as it stood after entry ``number``, 0 for its start."""
        with self.lock:
            return RecordedGame(self.version, self.story, self.replay.replay_until(number))

    @property
    def position(self) -> dict[str, Any]:
        """The position after the last entry, with everything in it."""
        return self.compute_once("position", self.replay.state.position)

    @property
    def options(self) -> list[dict[str, Any]]:
        """Everything that may be entered now, with everything in it."""
        return self.compute_once("options", self.replay.state.options)

    def options_for(self, viewer: str | None) -> list[dict[str, Any]]:
        """Return all entries that are possible now, from the viewer's knowledge.

        viewer: the player of the seat, or None for the table and for readers.
        """
        told = self.replay_with_told(viewer) if viewer is not None else self.replay
        if told is self.replay:
            state, forgot = self.known_state(viewer)
            return self.compute_once(("options", viewer), state.options) if forgot else self.options
        with self.lock:
            state = told.state.copy()
        games.find_secrets(self.replay.record.game).forget(state, viewer)
        return state.options()

    def known_state(self, viewer: str | None) -> tuple[games.State, bool]:
        """Return the state as a viewer knows it from the entries alone, to be read only.

        And whether there is anything in it that the viewer does not know.
        """

        def forget_secrets() -> tuple[games.State, bool]:
            state = self.replay.state.copy()
            return state, games.find_secrets(self.replay.record.game).forget(state, viewer)

        return self.compute_once(("known to", viewer), forget_secrets)

    @property
    def has_secrets(self) -> bool:
        """Whether the game holds a secret of a player now."""
        return bool(self.story.told) or self.known_state(None)[1]

    def replay_with_told(self, viewer: str | None) -> Replay:
        """Return the game with the tellings that agree with the entries.

        viewer: the player that told; None: all tellings. A telling is used only if it changes no
        verdict.
        """
        return self.compute_once(("agreeing", viewer), lambda: self._find_agreeing(viewer))

    def _find_agreeing(self, viewer: str | None) -> Replay:
        agreed = self.replay
        for path, value in self.story.told.items():
            if viewer is None or path.rpartition(".")[2] == viewer:
                candidate = put_telling(agreed, path, value)
                if candidate is not None and candidate.verdicts == self.replay.verdicts:
                    agreed = candidate
        return agreed

    @property
    def result(self) -> Result:
        """The score lines now."""
        return self.compute_once("result", self.replay.result)

    @property
    def course(self) -> Course:
        """Per player (number, total) after the start and every entry, with everything in it.

        Of a record beyond ``POINTS`` entries, after every few of them, the last among them.
        """
        return self.compute_once("course", self._count_course)

    def _count_course(self) -> Course:
        """Count the points after entries; the points before a change are known already."""
        last = len(self.replay.record.entries)
        every = max(1, -(-last // POINTS))
        numbers = sorted({*range(0, last, every), last})
        counted, self._counted = self._counted, None
        if counted is None:
            return self.replay.points_after(numbers)
        entries, known = counted
        same = count_common_entries(entries, self.replay.record.entries)
        kept = {number for line in known.values() for number, _total in line if number <= same}
        if not kept.issuperset(number for number in numbers if number <= same):
            return self.replay.points_after(numbers)
        rest = self.replay.points_after([number for number in numbers if number not in kept])
        kept &= set(numbers)
        return {
            player: [point for point in line if point[0] in kept] + rest[player]
            for player, line in known.items()
        }

    @property
    def review(self) -> GameReview:
        """The game looked through, with everything in it; worked out once for a version."""
        return self.compute_once("review", lambda: review_game(self.replay))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The differences that checks found, with their outcome."""
        return self.compute_once("findings", lambda: list_findings(self.replay))

    @property
    def before_last(self) -> tuple[int, Replay] | None:
        """The last version that changed the line, and the game before it.

        None if there is no such version, and if it only appended entries: their effects are shown
        one by one.
        """
        return self.compute_once("before last", self._before_last)

    def _before_last(self) -> tuple[int, Replay] | None:
        moves = self.story.moves
        version = next((n for n in range(len(moves), 0, -1) if moves[n - 1]), 0)
        if not version:
            return None
        if all(
            forward
            and step.op in (APPEND, BRING, IMPORT)
            and not step.old
            and all(line.seq == version for line in step.new)
            and any(line.entry["do"] != RULE for line in step.new)
            for step, forward in moves[version - 1]
        ):
            return None
        entries = [line.entry for line in self.story.lines_at(version - 1)]
        return version, self.replay.with_entries(entries)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.compute_once("over", self.replay.state.over)


def put_telling(replay: Replay, path: str, value: Any) -> Replay | None:
    """Return a replay of the record with a value put in at a path; None if it cannot start so."""
    *way, last = path.split(".")
    document = dict(replay.record.document)
    inner = document
    for key in way:
        inner[key] = dict(inner.get(key, {}))
        inner = inner[key]
    inner[last] = value
    try:
        return Replay(load(document))
    except Unreadable:
        return None


BEGUN, LINE, REFUSED = 20_000, 1_200, 3_000
"""Bytes of a kept game, of an entry in effect, and of an entry whose verdict says why not.

Measured on games of 20,000 entries of a kind, which cost from 23 to 55 MB."""

POINT = 90
"""Bytes for the points of a player after an entry."""

MOVED = 16
"""Bytes for every line that an operation put in or took out: the steps remember it."""


def estimate_weight(played: RecordedGame) -> int:
    """Return about how many bytes a kept game costs.

    Each player's tellings have a replay beside the game itself.
    """
    refused = sum(verdict.kind != "legal" for verdict in played.replay.verdicts)
    replays = 1 + 2 * len(played.story.told)
    moves = MOVED * played.story.moved
    record = played.replay.record
    points = POINT * len(record.players) * min(POINTS, len(record.entries) + 1)
    lines = LINE * len(played.lines) + (REFUSED - LINE) * refused
    return moves + points + replays * (BEGUN + lines)


class Replays:
    """The games of one process that were used last; safe for threads."""

    def __init__(self, megabytes: int) -> None:
        """Keep games of up to so many MB together; the one used last is kept in any case."""
        self._kept: Cache[tuple[int, str | None], RecordedGame] = Cache(megabytes * 1_000_000)

    def weight(self) -> int:
        """Return the bytes of memory that all kept games are taken to fill."""
        return self._kept.weight

    def bring_up_to_date(self, store: Store, row: GameRow) -> tuple[GameRow, RecordedGame]:
        """Return a game as the store has it, at ``row``'s version or a later one.

        One thread at a time reads on in a game; a waiting thread finds the result.
        """
        key = _cache_key(row)
        kept = self._kept.find(key)
        if kept is not None and kept.version == row.version:
            return row, kept
        with self._kept.lock_key(key):
            kept = self._kept.find(key)
            if kept is not None and kept.version > row.version:
                row = store.game(row.id)  # another thread has written since the row was read
            if kept is None or kept.version > row.version or key != _cache_key(row):
                kept = RecordedGame.start(row.header)
            elif kept.version == row.version:
                return row, kept
            kept = kept.play_operations(store.operations(row.id, since=kept.version))
            self.keep_replay(row, kept)
            return row, kept

    def keep_replay(self, row: GameRow, played: RecordedGame) -> None:
        """Keep a game that is known to be stored at this version. row: of it, of any version."""
        self._kept.keep(_cache_key(row), played, estimate_weight(played))


def _cache_key(row: GameRow) -> tuple[int, str | None]:
    """Return the key of a game; it changes when names in the game are changed."""
    return row.id, row.rewriting
