"""The knowledge of one link about a game, and no more: the source of all parts of its pages.

Pages get this value and never a replay. Every state that it returns has first forgotten the secrets
of others (``forget`` of the game's ``secrets``), so no page can show another player's secret by
mistake. Entries come without their hidden keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from adjudicator import games
from adjudicator.replay import Replay
from adjudicator.verdict import Unclear
from recorder.games.visibility import Document, Privacy

Key = tuple[Any, ...]

Begin = Callable[[games.State], None] | None


class Knowledge:
    """A game at one version, as far as a viewer may know it.

    key: names the game, the version and, if anything is hidden, the viewer. Equal keys have equal
    states, so results can be kept under a key. None: nothing is kept.
    """

    def __init__(
        self,
        replay: Replay,
        *,
        viewer: str | None = None,
        privacy: Privacy | None = None,
        key: Key | None = None,
        state: games.State | None = None,
    ) -> None:
        """viewer: the player of the seat. privacy: the viewer's; without it nothing is hidden.

        state: the viewer's state now, if it is known already.
        """
        self.key = key
        self._now = state
        forget = (
            _forget_nothing if privacy is None else games.find_secrets(replay.record.game).forget
        )
        entries = replay.record.entries

        def find_state(number: int | None) -> games.State:
            state = replay.state.copy() if number is None else replay.state_after(number)
            forget(state, viewer)
            return state

        def walk_states(after: int, until: int, begin: Begin) -> Iterator[tuple[int, games.State]]:
            def begin_known(state: games.State) -> None:
                forget(state, viewer)
                if begin is not None:
                    begin(state)

            for number, state in replay.walk_states(after, until, begin_known):
                forget(state, viewer)
                yield number, state

        def list_entries() -> Sequence[Document]:
            return entries if privacy is None else privacy.show_entries(entries)

        def is_applied(number: int) -> bool:
            return replay.verdicts[number - 1].is_applied

        def list_kinds() -> list[str]:
            return [verdict.kind for verdict in replay.verdicts]

        def list_rounds() -> list[int]:
            return [replay.state_after(0).round_no, *replay.rounds]

        def list_unread() -> list[tuple[int, Mapping[str, Any]]]:
            return [
                (number, verdict.reads)
                for number, verdict in enumerate(replay.verdicts, start=1)
                if isinstance(verdict, Unclear) and verdict.stands is None and verdict.reads
            ]

        # functions, so that no attribute leads to the replay
        self._at, self._states = find_state, walk_states
        self._shown, self._applied, self._unread = list_entries, is_applied, list_unread
        self._kinds, self._rounds = list_kinds, list_rounds
        self.count = len(entries)
        self.round_no = replay.state.round_no

    @cached_property
    def state(self) -> games.State:
        """The state now. It is read, and tried out on copies."""
        return self._at(None) if self._now is None else self._now

    def state_after(self, number: int) -> games.State:
        """Return the state after entry ``number``, 0 for the start: the caller's own."""
        return self._at(number)

    def walk_states(
        self, after: int, until: int, begin: Begin = None
    ) -> Iterator[tuple[int, games.State]]:
        """Yield entry numbers with the state after each, see ``Replay.walk_states``."""
        return self._states(after, until, begin)

    def entry(self, number: int) -> Document:
        """Return entry ``number``, from 1, without the keys that are hidden."""
        return self.entries[number - 1]

    @cached_property
    def entries(self) -> Sequence[Document]:
        """All entries in order, without the keys that are hidden."""
        return self._shown()

    def is_applied(self, number: int) -> bool:
        """Return whether entry ``number`` took effect."""
        return self._applied(number)

    @cached_property
    def kinds(self) -> Sequence[str]:
        """The kind of the verdict on every entry in order, see ``Verdict.kind``."""
        return self._kinds()

    @cached_property
    def rounds(self) -> Sequence[int]:
        """The round that is played at the start, and after every entry in order."""
        return self._rounds()

    def list_unread(self) -> list[tuple[int, Mapping[str, Any]]]:
        """Return the entries that wait for a printed figure, each with its component."""
        return self._unread()


def _forget_nothing(_state: games.State, _viewer: str | None) -> bool:
    return False
