"""Hidden is hidden: the data of a game that a link does not show.

Every game's package has a module ``secrets`` with ``SECRETS``. As data, it says which values belong
to one player until the game is over:

    record    paths in the record's header;   ``setup.hands.*``
    position  paths in the position;          ``players.*.money``
    scores    true where the score is secret
    entries   per verb the keys that only the player named by ``by`` sees
    next      per verb the keys, each with the text that others read instead of its value
    told      the tellings through the link of the seat, each with its path in the record
    together  by the phase of the position the verbs that players enter at the same time and that
              do not touch each other: one such entry does not make another player's stale
    unknown   per verb the keys that a file of a running game writes as null when it hides them
    face_down  the phase in which the cards of a verb lie face down, and the verb that begins it
    on_request  the paths of ``position`` and ``scores`` that the table may ask to see early

In a path ``*`` is the owner's id. A key that the viewer may not see is left out. If a secret
decides about the possible entries, the module's ``forget`` takes it out of the state first.

``Privacy`` hides the data of a link. ``GameView`` is a game as a link may see it, and ``Knowledge``
its states and entries. A page is made from these and cannot reach the game behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from adjudicator import games, suggestions
from adjudicator.findings import ADJUST, CHECK
from adjudicator.messages import ENGLISH, Language
from adjudicator.record import RULE, Header, header_of
from adjudicator.replay import LOOKED_UP, Replay, list_rulings
from adjudicator.verdict import Illegal, Unclear, Verdict
from recorder.games import access
from recorder.games.replays import RecordedGame
from recorder.languages.speech import gettext as _
from recorder.store.ledger import Link
from recorder.store.log import Entry
from recorder.store.naming import replace_name
from recorder.store.store import GameRow

Document = Mapping[str, Any]


OF = CHECK, ADJUST
"""The verbs of every game that concern the player named by ``of``, whoever enters them."""

SETTLED_BY = ("depends_on", "house_rules")
"""What a verdict says of open questions that decided."""

KEPT = "kept secret until the game is over"


class Privacy:
    """One viewer's rights to see the data of one game.

    viewer: the player of the seat, or None for the table and for readers. over: whether the game
    has ended; then nothing is hidden any more. asked: whether the table asked to see secrets on
    request.
    """

    def __init__(self, game: str, viewer: str | None, over: bool, asked: bool = False) -> None:
        self._secrets: Mapping[str, Any] = {} if over else games.find_secrets(game).SECRETS
        self._viewer = viewer
        self._lifted: Mapping[str, Any] = self._secrets.get("on_request", {}) if asked else {}

    @property
    def shows_on_request(self) -> bool:
        """Whether something is shown only because the table asked for it."""
        return bool(self._lifted)

    @property
    def scores(self) -> bool:
        """Whether the scores of others are secret to this viewer now."""
        return bool(self._secrets.get("scores")) and not self._lifted.get("scores")

    @property
    def viewer_key(self) -> tuple[str | None, bool] | None:
        """The key of viewers that see the same pieces and scores; None: all see all."""
        hides = self._secrets.get("position") or self._secrets.get("scores")
        return (self._viewer, self.shows_on_request) if hides else None

    def show_record(self, document: Document) -> dict[str, Any]:
        """Return the record without the secrets of others, in header and entries."""
        shown = self.show_header(document)
        if "entries" in shown:
            shown["entries"] = list(self.show_entries(document["entries"]))
        return shown

    def show_header(self, document: Document) -> dict[str, Any]:
        """Return the record's header without the secrets of others."""
        return self._remove_secrets(document, "record")

    def show_position(self, position: Document) -> dict[str, Any]:
        """Return the position without the secrets of others."""
        return self._remove_secrets(position, "position")

    def by_player(self, values: Document) -> dict[str, Any]:
        """Return scores (or other values by player) without secret ones."""
        return {
            player: value
            for player, value in values.items()
            if not self.scores or player == self._viewer
        }

    def hides_verb(self, do: str) -> bool:
        """Return whether a verb is of entries that only their player sees whole."""
        return do in self._secrets.get("entries", {})

    def show_entry(self, entry: Document) -> Document:
        """Return an entry without the keys that only its player sees."""
        hidden = self._hidden_keys(entry)
        if not hidden:
            return entry
        return {key: value for key, value in entry.items() if key not in hidden}

    def show_entries(self, entries: Sequence[Document]) -> Sequence[Document]:
        """Return all entries of a record without the keys that only their players see."""
        hides = self._secrets.get("entries")
        return [self.show_entry(entry) for entry in entries] if hides else entries

    def show_verdict(self, entry: Document, verdict: Document) -> Document:
        """Return a verdict (as JSON) on an entry, without facts about hidden keys.

        The broken rules stay. The facts are removed, because they may name a secret. So are the
        open questions that decided: they may tell that a bid is more than the money at hand.
        """
        hidden = [key for key in self._hidden_keys(entry) if key in entry]
        if not hidden:
            return verdict
        shown = {key: value for key, value in verdict.items() if key not in SETTLED_BY}
        if "finding" in shown:
            shown["finding"] = {k: v for k, v in shown["finding"].items() if k not in hidden}
            if not shown["finding"]:
                del shown["finding"]
        if "violations" in shown:
            shown["violations"] = [
                {"rule": breach["rule"], "message": KEPT, "why": {}}
                for breach in shown["violations"]
            ]
        return shown

    def may_see(self, kind: str, path: Sequence[str]) -> bool:
        """Return whether the viewer may see the value at a path of the record or position."""
        for pattern in self._secrets.get(kind, ()):
            names = pattern.split(".")
            if len(names) == len(path) and all(
                name in ("*", part) for name, part in zip(names, path, strict=True)
            ):
                owner = path[names.index("*")] if "*" in names else None
                return owner is not None and owner == self._viewer
        return True

    def show_options(self, items: Sequence[Document]) -> list[Document]:
        """Return ``next`` with secret values written over; none stands twice."""
        hides = self._secrets.get("next")
        if not hides:
            return list(items)
        shown: list[Document] = []
        for item in items:
            instead = hides.get(item.get("do"), {})
            if instead and not self._is_own(item):
                item = {key: instead.get(key, value) for key, value in item.items()}
            if item not in shown:
                shown.append(item)
        return shown

    def _hidden_keys(self, entry: Document) -> Sequence[str]:
        """Return the keys of an entry that the viewer may not see."""
        hidden: Sequence[str] = self._secrets.get("entries", {}).get(entry.get("do"), ())
        return () if self._is_own(entry) else hidden

    def _is_own(self, entry: Document) -> bool:
        owner = entry.get("of" if entry.get("do") in OF else "by")
        return self._viewer is not None and owner == self._viewer

    def _remove_secrets(self, document: Document, kind: str) -> dict[str, Any]:
        shown = dict(document)
        for path in self._secrets.get(kind, ()):
            if path in self._lifted.get(kind, ()):
                continue
            shown = _cut_path(shown, path.split("."), self._viewer)
        return shown


def _cut_path(document: Document, path: Sequence[str], viewer: str | None) -> dict[str, Any]:
    """Return a copy without the values at the path, except the viewer's own."""
    head, *rest = path
    shown = dict(document)
    for key in list(shown) if head == "*" else [head]:
        if head == "*" and key == viewer:
            continue
        if not rest:
            shown.pop(key, None)
        elif isinstance(shown.get(key), Mapping):
            shown[key] = _cut_path(shown[key], rest, viewer)
    return shown


Key = tuple[Any, ...]

Begin = Callable[[games.State], None] | None


class Knowledge:
    """A game at one version, as far as a viewer may know it.

    Every state that it returns has first forgotten the secrets of others (``forget`` of the game's
    ``secrets``). Entries come without their hidden keys. key: names the game, the version and, if
    anything is hidden, the viewer. Equal keys have equal states, so results can be kept under a
    key. None: nothing is kept.
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
        self.count = len(replay.record.entries)
        self.round_no = replay.state.round_no
        self._replay, self._viewer, self._privacy, self._now = replay, viewer, privacy, state

    def _forget(self, state: games.State) -> games.State:
        if self._privacy is not None:
            games.find_secrets(self._replay.record.game).forget(state, self._viewer)
        return state

    @cached_property
    def state(self) -> games.State:
        """The state now. It is read, and tried out on copies."""
        return self._forget(self._replay.state.copy()) if self._now is None else self._now

    def state_after(self, number: int) -> games.State:
        """Return the state after entry ``number``, 0 for the start: the caller's own."""
        return self._forget(self._replay.state_after(number))

    def walk_states(
        self, after: int, until: int, begin: Begin = None
    ) -> Iterator[tuple[int, games.State]]:
        """Yield entry numbers with the state after each, see ``Replay.walk_states``."""

        def begin_known(state: games.State) -> None:
            self._forget(state)
            if begin is not None:
                begin(state)

        for number, state in self._replay.walk_states(after, until, begin_known):
            yield number, self._forget(state)

    def entry(self, number: int) -> Document:
        """Return entry ``number``, from 1, without the keys that are hidden."""
        return self.entries[number - 1]

    @cached_property
    def entries(self) -> Sequence[Document]:
        """All entries in order, without the keys that are hidden."""
        entries = self._replay.record.entries
        return entries if self._privacy is None else self._privacy.show_entries(entries)

    def shows_whole(self, number: int) -> bool:
        """Return whether the viewer may see all of entry ``number``."""
        return self.entry(number) == self._replay.record.entries[number - 1]

    def is_applied(self, number: int) -> bool:
        """Return whether entry ``number`` took effect."""
        return self._replay.verdicts[number - 1].is_applied

    @cached_property
    def kinds(self) -> Sequence[str]:
        """The kind of the verdict on every entry in order, see ``Verdict.kind``."""
        return [verdict.kind for verdict in self._replay.verdicts]

    @cached_property
    def rounds(self) -> Sequence[int]:
        """The round that is played at the start, and after every entry in order."""
        return [self._replay.state_after(0).round_no, *self._replay.rounds]

    def list_unread(self) -> list[tuple[int, Mapping[str, Any]]]:
        """Return the entries that wait for a printed figure, each with its component."""
        return [
            (number, verdict.reads)
            for number, verdict in enumerate(self._replay.verdicts, start=1)
            if isinstance(verdict, Unclear) and verdict.stands is None and verdict.reads
        ]


class GameView:
    """A game as one link sees it, at one version. Reading it writes nothing.

    row: the game as it is now, even if ``game`` is an earlier state. The end of the game is read
    from it, so an earlier state reveals nothing. asked: whether the table asked to see secrets on
    request; no other link can. reader: the reader's language; the game itself is the same in all of
    them. The services of this room reach the game itself by ``reveal_game``, and no page does.
    """

    def __init__(
        self,
        link: Link,
        row: GameRow,
        game: RecordedGame,
        asked: bool = False,
        reader: Language = ENGLISH,
    ) -> None:
        self.link = link
        self.reader = reader
        self.asked = asked and link.role == access.TABLE
        self._row = row
        self._game = game

    @property
    def version(self) -> int:
        """The number of operations in the log; an append names the version it was made on."""
        return self._game.version

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._game.over

    @property
    def may_show_score(self) -> bool:
        """Whether the score may be shown as it is; not after the end as long as it is untold."""
        return self._row.over or not self.over

    def view_before_end(self) -> GameView:
        """Return a game that has ended as its link saw it before: secrets stay hidden."""
        return view_state(self, self._game, replace(self._row, over=False))

    @cached_property
    def row(self) -> GameRow:
        """The game as it is listed now, its header as this link may see it."""
        return hide_row(self._row, self.link)

    @cached_property
    def privacy(self) -> Privacy:
        """The privacy of this link."""
        return Privacy(self._game.replay.record.game, self.link.seat, self._row.over, self.asked)

    @cached_property
    def knowledge(self) -> Knowledge:
        """This link's knowledge of the game, with the tellings of its player."""
        seat = self.link.seat
        told = seat is not None and not self._row.over
        replay = self._game.replay_with_told(seat) if told else self._game.replay
        if replay is not self._game.replay or self._row.over:
            return self._make_knowledge(replay)
        return self._make_knowledge(replay, self._game.known_state(seat)[0])

    @cached_property
    def entry_knowledge(self) -> Knowledge:
        """This link's knowledge of the game from its entries alone."""
        return self._make_knowledge(self._game.replay)

    def _make_knowledge(self, replay: Replay, state: games.State | None = None) -> Knowledge:
        seat = self.link.seat
        viewer = (seat,) if self._game.has_secrets and not self._row.over else ()
        now = self.version == self._row.version and len(replay.verdicts) == self._row.entries
        key = (self._row.id, self.version, self._row.over, *viewer) if now else None
        privacy = None if self._row.over else self.privacy
        return Knowledge(replay, viewer=seat, privacy=privacy, key=key, state=state)

    @cached_property
    def header(self) -> Header:
        """The record's header as this link may see it."""
        return header_of(self.privacy.show_header(reveal_document(self)))

    @property
    def record(self) -> dict[str, Any]:
        """The record as this link may see it."""
        return self.privacy.show_record(reveal_document(self))

    def verdict(self, number: int) -> dict[str, Any]:
        """Return the verdict on entry ``number`` (from 1), as this link may see it."""
        return self.verdicts(number, number)[0]

    def verdicts(
        self, first: int = 1, last: int | None = None, language: Language | None = None
    ) -> list[dict[str, Any]]:
        """Return verdicts by the numbers of their entries, as this link may see them.

        last: the last entry by default. A refusal suggests allowed entries from the link's
        knowledge.
        """
        last = len(self._game.replay.verdicts) if last is None else last
        with self._game.lock:
            explained = self._game.replay.explain_verdicts(first, last, self.find_moment)
        return [
            self.show_verdict(self._game.entries[number - 1], verdict, number, language)
            for number, verdict in enumerate(explained, start=first)
        ]

    def show_verdict(
        self, entry: Entry, verdict: Verdict, number: int, language: Language | None = None
    ) -> dict[str, Any]:
        """Return a verdict on an entry with its number, as this link may see it.

        language: the reader's by default.
        """
        told = verdict.to_json(self._name_players(language) if language else self.language)
        return {"entry": number} | dict(self.privacy.show_verdict(entry, told))

    @cached_property
    def language(self) -> Language:
        """The language of verdicts, which calls players by name."""
        return self._name_players(self.reader)

    def _name_players(self, language: Language) -> Language:
        """Return a language that speaks of this game: of its players by name, as its box says."""
        return language.for_record(
            hide_former_names(self._game.replay.record.document, self._row.former)
        )

    def find_moment(
        self, state: games.State, trials: suggestions.Trials | None = None
    ) -> suggestions.Moment:
        """Return the possible entries in a state, from this link's knowledge."""
        known = state.copy()
        if self._row.over:
            return suggestions.Moment(known, trials)
        games.find_secrets(self._game.replay.record.game).forget(known, self.link.seat)
        return suggestions.Moment(known, trials, self.privacy.show_options)

    @cached_property
    def position(self) -> dict[str, Any]:
        """The position as this link may see it."""
        return self.privacy.show_position(self._game.position)

    @property
    def options(self) -> list[Entry]:
        """The possible entries now (``next``), as this link may see them."""
        known = self._game.options if self.over else self._game.options_for(self.link.seat)
        return self.privacy.show_options(known)

    @property
    def result(self) -> dict[str, Any]:
        """``scores``, ``winners`` and ``tie_break`` as this link may see them."""
        result = self._game.result.to_json()
        result["scores"] = self.privacy.by_player(result["scores"])
        return result

    def view_after_entry(self, number: int) -> GameView:
        """Return the game as it stood after entry ``number``, 0 for its start, for this link.

        Secrets of now are hidden there, too.
        """
        return view_state(self, self._game.play_until(number))


def hide_row(row: GameRow, link: Link) -> GameRow:
    """Return the row of a game with its header as a link may see it: to be shown, not replayed."""
    privacy = Privacy(row.header["game"], link.seat, row.over)
    return replace(row, header=privacy.show_header(row.header))


def reveal_game(view: GameView) -> RecordedGame:
    """Return the game behind a view, with all secrets: for the services of games, for no page."""
    return view._game


def reveal_row(view: GameView) -> GameRow:
    """Return the row of the game behind a view as it is stored, for no page."""
    return view._row


def view_state(view: GameView, game: RecordedGame, row: GameRow | None = None) -> GameView:
    """Return another state of a game for the link of a view. row: the view's own by default."""
    return GameView(view.link, row or view._row, game, view.asked, view.reader)


def reveal_document(view: GameView) -> Mapping[str, Any]:
    """Return the whole record, with the tellings that a view's link may know, for no page.

    It hides the names of players that left a league of the game for good.
    """
    seat, over, game = view.link.seat, view._row.over, reveal_game(view)
    told = game.story.told and (seat is not None or over)
    replay = game.replay_with_told(None if over else seat) if told else game.replay
    return hide_former_names(replay.record.document, view._row.former)


def find_known_refusal(view: GameView, entry: Document, verdict: Verdict) -> Verdict:
    """Return why the next entry is refused, as far as a view's link may know.

    verdict: the verdict of the whole game. The entry is judged again from the link's knowledge. If
    that allows it, only a secret forbids it, and the answer says no more.
    """
    state = reveal_game(view).replay.state.copy()
    forgot = games.find_secrets(view.header["game"]).forget(state, view.link.seat)
    if view._row.over or not forgot:
        return verdict
    known = state.judge(entry)
    return Illegal(violations=()) if known.is_applied else known


def known_verdicts(
    replay: Replay, numbers: Sequence[int], viewer: str | None
) -> dict[int, Verdict]:
    """Return the verdicts on some entries from the viewer's knowledge.

    numbers: of entries, at least one, in order. It takes one pass over the game from the first of
    them. A refusal suggests allowed entries (``suggestions``), from the viewer's knowledge.
    """
    ruled = list_rulings(replay.record.entries)
    wanted = set(numbers)
    state = replay.state_after(numbers[0] - 1)
    found: dict[int, Verdict] = {}
    asked, trials = 0, suggestions.Trials()
    for number in range(numbers[0], numbers[-1] + 1):
        entry = replay.record.entries[number - 1]
        if number in wanted:
            known = state.copy()
            forgot = games.find_secrets(replay.record.game).forget(known, viewer)
            own = replay.verdicts[number - 1]
            before = known.copy()
            verdict = (
                known.judge(entry, ruled.get(number)) if forgot and entry["do"] != RULE else own
            )
            if suggestions.lacks_suggestion(verdict) and asked < LOOKED_UP:
                asked += 1
                verdict = suggestions.explain_refusal(
                    verdict, entry, suggestions.Moment(before, trials)
                )
            found[number] = verdict
        if entry["do"] != RULE:
            state.judge(entry, ruled.get(number))
    return found


def hide_former_names(header: Mapping[str, Any], former: Mapping[str, int]) -> Mapping[str, Any]:
    """Return a header or record without the names of players that left for good.

    Its place and its notes do not name them either. former: their numbers, by seat.
    """
    if not former:
        return header
    names = {
        str(player["name"]): _("former player %(number)s", number=former[player["id"]])
        for player in header["players"]
        if player["id"] in former
    }

    def hide_names(text: str) -> str:
        for name, label in names.items():
            text = replace_name(text, name, label)
        return text

    players = [
        {**player, "name": names.get(player["name"], player["name"])}
        for player in header["players"]
    ]
    found = {**header, "players": players}
    if "place" in header:
        found["place"] = hide_names(header["place"])
    if "entries" in header:
        entries = header["entries"]
        found["entries"] = [
            {**entry, "note": hide_names(entry["note"])} if "note" in entry else entry
            for entry in entries
        ]
    return found
