"""A league's log folded to its state, from values to values.

Each action is one operation with a word and a body; the operations in order give the league. A new
kind of operation is one more function marked ``_operation``; stored operations stay valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from typing import Any, TypeVar
from unicodedata import category, normalize

from adjudicator.shapes import is_invisible
from recorder.league.points import Unfit, lazy
from recorder.league.spelling import Spellings
from recorder.league.standings import Season
from recorder.store.naming import replace_name

ORGANISER, MEMBER, PUBLIC = "organiser", "member", "public"
ROLES = (ORGANISER, MEMBER, PUBLIC)

FOUND, SETTINGS, REPLACE_LINK = "found", "settings", "replace-link"
PLAYER, MERGE, PART, LEAVE = "player", "merge", "part", "leave"
SEASON, CLOSE, REOPEN, ACCEPT = "season", "close", "reopen", "accept"
GAME, RESULT, REMOVE, ABANDON = "game", "result", "remove", "abandon"
SAME, APART = "same", "apart"
EVENING, SEAT, STARTED = "evening", "seat", "started"
STRIKE, COMES = "strike", "comes"
CALL, DECIDE = "call", "decide"

MEMBERS_MAY: set[str] = set()
"""Operations of a member's link; all others are the organiser's."""

Body = Mapping[str, Any]

_APPLY: dict[str, Callable[[LeagueState, int, Body, str], None]] = {}
"""How an operation changes the state: its number, body and time."""

Apply = TypeVar("Apply", bound=Callable[..., None])
Kept = TypeVar("Kept", bound="Person | Joined | SeasonHeld | Evening | CalledCase")


def _operation(*words: str, is_members: bool = False) -> Callable[[Apply], Apply]:
    """Return a decorator that makes a function the effect of operations on the state."""

    def add_operation(apply: Apply) -> Apply:
        _APPLY.update(dict.fromkeys(words, apply))
        if is_members:
            MEMBERS_MAY.update(words)
        return apply

    return add_operation


NAME, SHORT, NOTE = 60, 12, 500
"""Letters of a name, of a short name, of a note."""

WRITTEN = ("place", "house")
"""Defaults of a league that people write as they like."""

MOST_PLAYERS, MOST_SEASONS, MOST_EVENINGS = 5000, 200, 2000

JOINERS = "\u200c\u200d"


def plain_line(text: str) -> str:
    """Return typed text as one line without invisible marks; empty if nothing else is left."""
    kept = "".join(
        letter
        for letter in " ".join(normalize("NFC", text).split())
        if letter in JOINERS or category(letter) not in ("Cc", "Cf", "Cs", "Co")
    ).strip()
    return "" if is_invisible(kept) else kept


def clean_line(text: str, most: int, key: str, *, least: int = 0) -> str:
    """Return typed text as ``plain_line`` does.

    Raises Unfit where it is longer than ``most`` letters or shorter than ``least``.
    """
    kept = plain_line(text)
    if len(kept) > most:
        message = lazy("%(count)s letters; at most %(most)s fit")
        raise Unfit(message, key, count=len(kept), most=most)
    if len(kept) < least:
        raise Unfit(lazy("this needs a name"), key)
    return kept


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the league. former: a number after leaving for good, None before.

    into: the player that this entry was merged into, None where it stands for itself. visitor: the
    player is shown with games, and not ranked.
    """

    id: str
    name: str
    short: str = ""
    colour: str = ""
    bgg: str = ""
    active: bool = True
    visitor: bool = False
    former: int | None = None
    into: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the stored form of the player."""
        keys = ("id", "name", "short", "colour", "bgg", "active", "visitor")
        return {key: getattr(self, key) for key in keys}


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A name that the league does not know. near: ids of players with a similar name."""

    name: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """A game of the league. game: its number in the store, None for a result without a record.

    seats: players in seating order. how: how it came. summary: of a result. seq: the operation.
    before: the summary of a result before it was corrected last, and corrected: when. abandoned:
    whether it was ended without a result; it is kept and does not count. same: the key of the game
    that it is the same as; it is kept, and the other one counts.
    """

    key: str
    game: int | None
    seats: tuple[str, ...]
    how: str
    at: str
    seq: int
    print: str = ""
    summary: Mapping[str, Any] | None = None
    before: Mapping[str, Any] | None = None
    corrected: str = ""
    abandoned: bool = False
    same: str = ""

    @property
    def counts(self) -> bool:
        """Whether it counts once it is finished."""
        return not self.abandoned and not self.same


@dataclass(frozen=True, slots=True)
class SeasonHeld:
    """A season with its state. seq: its last change, which a form names.

    frozen: when closed, the games that count, each at its version. joined: the same games as they
    stood in the league then, with players by seat and the totals of a result. visitors: the players
    not ranked then.
    """

    season: Season
    seq: int
    changed: str
    frozen: Mapping[str, int] | None = None
    joined: Mapping[str, Joined] = field(default_factory=dict)
    visitors: frozenset[str] = frozenset()

    @property
    def closed(self) -> bool:
        """Whether the organiser has closed it."""
        return self.frozen is not None


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening of play. games: those that are played. rounds: of tables, each a list of players.

    started: by round and table the key of its game.
    """

    id: str
    day: str
    time: str
    place: str
    games: tuple[str, ...]
    present: tuple[str, ...]
    rounds: tuple[tuple[tuple[str, ...], ...], ...] = ()
    started: Mapping[tuple[int, int], str] = field(default_factory=dict)
    seq: int = 0
    cancelled: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the values of its form."""
        plain = {key: getattr(self, key) for key in ("id", "day", "time", "place", "cancelled")}
        return plain | {"games": list(self.games), "present": list(self.present)}


@dataclass(frozen=True, slots=True)
class CalledCase:
    """An entry about which a table called the referee, and the decision.

    entry: as it was then, ``told`` in words. subjects: rules or questions it is about.
    """

    id: str
    key: str
    game: int
    kind: str
    number: int
    entry: Mapping[str, Any]
    told: str
    subjects: tuple[str, ...]
    verdict: str
    question: str
    called: str
    stands: bool | None = None
    note: str = ""
    who: str = ""
    decided: str = ""


@dataclass(slots=True)
class LeagueState:
    """The league after some operations. ``apply`` changes it in place."""

    name: str = ""
    language: str = ""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    players: dict[str, Person] = field(default_factory=dict)
    seasons: dict[str, SeasonHeld] = field(default_factory=dict)
    games: dict[str, Joined] = field(default_factory=dict)
    prints: dict[str, str] = field(default_factory=dict)
    evenings: dict[str, Evening] = field(default_factory=dict)
    cases: dict[str, CalledCase] = field(default_factory=dict)
    results: int = 0
    former: int = 0
    rewritten: dict[str, str] = field(default_factory=dict)
    """New wording of notes that held a part of a former player's name."""
    names: dict[str, set[str]] = field(default_factory=dict)
    """All names that each player ever had, by id: in the league, and at the seats of games."""
    apart: set[frozenset[str]] = field(default_factory=set)
    """Pairs of games that look alike, of which somebody said that they are two."""
    struck: set[str] = field(default_factory=set)
    """Ids of players, evenings and seasons that were made by mistake and removed."""
    _gone: list[str] | None = None

    def copy(self) -> LeagueState:
        """Return an independent copy."""
        own = {each.name: getattr(self, each.name) for each in fields(self)}
        kept: dict[str, Any] = {
            name: value.copy() for name, value in own.items() if isinstance(value, dict | set)
        }
        names = {player: names.copy() for player, names in self.names.items()}
        return replace(self, **kept | {"names": names})

    def find_counting(self, key: str) -> str:
        """Return the key under which a game counts: its own or that of its same game."""
        joined = self.games.get(key)
        return joined.same if joined is not None and joined.same else key

    def same_as(self, key: str) -> list[Joined]:
        """Return the games that are the same as one that counts for them."""
        return [joined for joined in self.games.values() if joined.same == key]

    def apply(self, seq: int, op: str, body: Body, at: str) -> None:
        """Apply one operation. Raises KeyError for one that this program does not know."""
        _APPLY[op](self, seq, body, at)
        if op in (PLAYER, MERGE, PART, LEAVE, STRIKE):
            self._gone = None

    # -- players --

    def sat_as(self, player: str, names: Iterable[str]) -> None:
        """Note names of a player at the seats of games."""
        known = self.names.setdefault(player, set())
        if not known.issuperset(names):
            known.update(names)
            self._gone = None

    def root(self, player: str) -> str:
        """Return the player that an entry stands for, after merging."""
        seen = set()
        while (own := self.players.get(player)) is not None and own.into is not None:
            if player in seen:
                break
            seen.add(player)
            player = own.into
        return player

    def has_left(self, player: str) -> bool:
        """Return whether a player has left for good."""
        own = self.players.get(self.root(player))
        return own is not None and own.former is not None

    def shown(self) -> list[Person]:
        """Return the players that stand for themselves, by name; former players come last."""
        own = [player for player in self.players.values() if player.into is None]
        return sorted(own, key=lambda p: (p.former is not None, p.name.casefold(), p.id))

    def active(self) -> list[Person]:
        """Return the players of today, by name."""
        return [player for player in self.shown() if player.active and player.former is None]

    def visitors(self) -> frozenset[str]:
        """Return the players that are shown and not ranked."""
        own = (player for player in self.players.values() if player.visitor)
        return frozenset(player.id for player in own if player.into is None)

    def merged_into(self, player: str) -> list[Person]:
        """Return the entries that were merged into a player."""
        return [own for own in self.players.values() if own.into == player]

    def named(self, name: str) -> str | None:
        """Return the player with this name or short name, or None.

        A name that was merged away means the other player, until somebody else takes it.
        """
        wanted = normalize("NFC", " ".join(name.split())).casefold()
        merged: str | None = None
        for player in self.players.values():
            if wanted in (player.name.casefold(), player.short.casefold()):
                root = self.root(player.id)
                if self.players[root].former is None:
                    if player.into is None:
                        return root
                    merged = merged or root
        return merged

    def find_newcomers(self, names: Iterable[str]) -> list[Newcomer]:
        """Return the names that belong to nobody yet, each with players of similar names.

        A text too long for a name is left out; it is refused when it is to become one.
        """
        fresh: dict[str, str] = {}
        for name in names:
            kept = plain_line(name)
            if 0 < len(kept) <= NAME and self.named(kept) is None:
                fresh.setdefault(kept.casefold(), kept)
        if not fresh:
            return []
        staying = [
            own for own in self.players.values() if self.players[self.root(own.id)].former is None
        ]
        spelt = Spellings((self.root(own.id), own.name) for own in staying)
        return [Newcomer(name, tuple(spelt.near(name))) for name in fresh.values()]

    def check_player(self, player: Person) -> None:
        """Raise Unfit for a name that another player of the league has."""
        for other in self.players.values():
            if other.id != player.id and other.into is None and other.former is None:
                if other.name.casefold() == player.name.casefold():
                    raise Unfit(lazy("a player of the league already has this name"), "name")
                if player.short and other.short.casefold() == player.short.casefold():
                    raise Unfit(lazy("a player of the league already has this short name"), "short")
        if player.id not in self.players and len(self.players) >= MOST_PLAYERS:
            message = lazy("a league has at most %(most)s players")
            raise Unfit(message, "name", most=MOST_PLAYERS)

    def next_id(self, letter: str, taken: Mapping[str, Any]) -> str:
        """Return the next id of a kind: ``p7``. An id of something removed is never used again."""
        used = [*taken, *(id_ for id_ in self.struck if id_[0] == letter)]
        return f"{letter}{max((int(id_[1:]) for id_ in used), default=0) + 1}"

    def is_unused(self, id_: str, without: AbstractSet[str] = frozenset()) -> bool:
        """Return whether a player or an evening can be removed: nothing was played.

        without: keys of games that do not matter.
        """
        if id_ in self.evenings:
            return not self.evenings[id_].started
        player = self.players.get(id_)
        if player is None or player.former is not None or player.into or self.merged_into(id_):
            return False
        frozen = [season.joined.values() for season in self.seasons.values()]
        held = chain(self.games.values(), *frozen)
        return not any(id_ in one.seats for one in held if one.key not in without)

    def names_gone(self) -> list[str]:
        """Return the names of former players, longest first: no text may show them.

        Their earlier names and their names at the seats of games count, too. A name of a remaining
        player does not.
        """
        if self._gone is not None:
            return self._gone
        gone: set[str] = set()
        for player in self.players.values():
            root = self.players.get(self.root(player.id))
            if root is not None and root.former is not None:
                gone |= {name for name in (player.name, player.short, player.bgg) if name}
                gone |= self.names.get(player.id, set())
        staying = {player.name.casefold() for player in self.active()}
        left = [name for name in gone if name.casefold() not in staying]
        self._gone = sorted(left, key=len, reverse=True)
        return self._gone

    def without_names(self, text: str, label: str) -> str:
        """Return a text in which the names of former players are replaced."""
        text = self.rewritten.get(text, text)
        for name in self.names_gone():
            text = replace_name(text, name, label)
        return text

    def texts(self) -> Iterator[str]:
        """Yield all free texts of the league: its name, seasons, places, notes."""
        yield self.name
        yield from (str(self.defaults.get(key, "")) for key in WRITTEN)
        yield from (held.season.name for held in self.seasons.values())
        yield from (evening.place for evening in self.evenings.values())
        yield from (one.summary["place"] for one in self.games.values() if one.summary)
        for case in self.cases.values():
            yield from (case.note, case.who)

    def reword(self) -> None:
        """Let names of seasons and places of results be read as they were changed."""

        def read(text: str) -> str:
            return self.rewritten.get(text, text)

        def joined(one: Joined) -> Joined:
            if one.summary is None:
                return one
            return replace(one, summary={**one.summary, "place": read(one.summary["place"])})

        for id_, held in self.seasons.items():
            season = replace(held.season, name=read(held.season.name))
            frozen = {key: joined(one) for key, one in held.joined.items()}
            self.seasons[id_] = replace(held, season=season, joined=frozen)
        self.games |= {key: joined(one) for key, one in self.games.items()}

    # -- evenings --

    def waiting_table(self, day: str, game: str, players: Sequence[str]) -> dict[str, Any] | None:
        """Return the table of an evening for a game of that day and its players, or None.

        It is the first that was made for these very players and has no game yet, at an evening of
        the game before one of other games.
        """
        sat = {self.root(player) for player in players}
        of_day = [own for own in self.evenings.values() if own.day == day and not own.cancelled]
        for evening in sorted(of_day, key=lambda own: game not in own.games):
            for round_, tables in enumerate(evening.rounds):
                for number, table in enumerate(tables):
                    there = {self.root(player) for player in table}
                    if there == sat and (round_, number) not in evening.started:
                        return {"evening": evening.id, "round": round_, "table": number}
        return None

    # -- cases --

    def open_cases(self) -> list[CalledCase]:
        """Return the cases that wait for the organisers, the oldest first."""
        return [case for case in self.cases.values() if case.stands is None]

    def precedents(self, case: CalledCase) -> list[CalledCase]:
        """Return decided cases about the same rules or questions, the last decided first."""
        about = set(case.subjects)
        cases = [
            other
            for other in self.cases.values()
            if other.stands is not None and other.id != case.id and about & set(other.subjects)
        ]
        return sorted(cases, key=lambda other: other.decided, reverse=True)

    def search_cases(self, words: str) -> list[CalledCase]:
        """Return decided cases that hold every word, in rule, entry, question or note."""
        wanted = words.casefold().split()
        cases = []
        for case in self.cases.values():
            written = (case.told, case.note, case.who)
            shown = [self.without_names(text, "") for text in written]
            text = " ".join((*case.subjects, case.question, *shown))
            if case.stands is not None and all(word in text.casefold() for word in wanted):
                cases.append(case)
        return sorted(cases, key=lambda case: case.decided, reverse=True)


def _change(kept: dict[str, Kept], id_: str, **values: Any) -> None:
    """Keep other values of something that is frozen."""
    kept[id_] = replace(kept[id_], **values)


@_operation(FOUND, SETTINGS)
def _apply_settings(state: LeagueState, seq: int, body: Body, at: str) -> None:
    state.name, state.language = body["name"], body["language"]
    state.defaults = body["defaults"]


@_operation(REPLACE_LINK)
def _apply_link(state: LeagueState, seq: int, body: Body, at: str) -> None:
    """Do nothing: a replaced link stands in the log and changes no state."""


@_operation(PLAYER, is_members=True)
def _apply_player(state: LeagueState, seq: int, body: Body, at: str) -> None:
    known = state.players.get(body["id"])
    called = {body.get(key, "") for key in ("name", "short", "bgg")}
    state.names.setdefault(body["id"], set()).update(called - {""})
    state.players[body["id"]] = replace(known, **body) if known else Person(**body)


@_operation(MERGE, PART)
def _apply_merge(state: LeagueState, seq: int, body: Body, at: str) -> None:
    _change(state.players, body["from"], into=body.get("into"))


@_operation(LEAVE)
def _apply_leave(state: LeagueState, seq: int, body: Body, at: str) -> None:
    state.former += 1
    _change(state.players, body["id"], former=state.former, active=False)
    state.rewritten |= body.get("notes", {})
    state.reword()
    for evening in state.evenings.values():
        state.evenings[evening.id] = _leave_evening(state, evening, body["id"])


def _leave_evening(state: LeagueState, evening: Evening, player: str) -> Evening:
    """Return an evening that no longer expects a player who has left.

    A player of a table that has begun stays; a table that waits for its game loses the player.
    """

    def stays(one: str) -> bool:
        return state.root(one) != player

    played = [own for at, own in list_evening_tables(evening) if at in evening.started]
    waits = tuple(
        tuple(
            table if (round_, number) in evening.started else tuple(filter(stays, table))
            for number, table in enumerate(tables)
        )
        for round_, tables in enumerate(evening.rounds)
    )
    was_there = any(not stays(one) for table in played for one in table)
    present = evening.present if was_there else tuple(filter(stays, evening.present))
    return replace(evening, present=present, rounds=waits)


def list_evenings(state: LeagueState) -> list[Evening]:
    """Return the evenings that take place, by day and time."""
    kept = [evening for evening in state.evenings.values() if not evening.cancelled]
    return sorted(kept, key=lambda evening: (evening.day, evening.time, evening.id))


def list_evening_tables(evening: Evening) -> Iterator[tuple[tuple[int, int], tuple[str, ...]]]:
    """Yield the tables of an evening, each with its round and number."""
    for round_, tables in enumerate(evening.rounds):
        for number, table in enumerate(tables):
            yield (round_, number), table


@_operation(COMES, is_members=True)
def _apply_coming(state: LeagueState, seq: int, body: Body, at: str) -> None:
    present = state.evenings[body["evening"]].present
    others = tuple(player for player in present if player != body["player"])
    now = (*others, body["player"]) if body["comes"] else others
    _change(state.evenings, body["evening"], present=now, seq=seq)


@_operation(STRIKE)
def _apply_strike(state: LeagueState, seq: int, body: Body, at: str) -> None:
    id_ = body["id"]
    state.struck.add(id_)
    state.seasons.pop(id_, None)
    state.evenings.pop(id_, None)
    if state.players.pop(id_, None) is not None:
        state.names.pop(id_, None)
        for evening in state.evenings.values():
            state.evenings[evening.id] = _leave_evening(state, evening, id_)


@_operation(SEASON)
def _apply_season(state: LeagueState, seq: int, body: Body, at: str) -> None:
    season = Season.from_json(body)
    if season.id in state.seasons:
        _change(state.seasons, season.id, season=season, seq=seq, changed=at)
    else:
        state.seasons[season.id] = SeasonHeld(season, seq, "")


@_operation(CLOSE)
def _apply_close(state: LeagueState, seq: int, body: Body, at: str) -> None:
    frozen, visitors = dict(body["games"]), frozenset(body.get("visitors", ()))
    joined = {key: state.games[key] for key in frozen if key in state.games}
    held = {"frozen": frozen, "joined": joined, "visitors": visitors}
    _change(state.seasons, body["season"], seq=seq, **held)


@_operation(REOPEN)
def _apply_reopening(state: LeagueState, seq: int, body: Body, at: str) -> None:
    _change(state.seasons, body["season"], seq=seq, frozen=None, joined={}, visitors=frozenset())


@_operation(ACCEPT)
def _apply_accept(state: LeagueState, seq: int, body: Body, at: str) -> None:
    held = state.seasons[body["season"]]
    frozen, joined = dict(held.frozen or {}), dict(held.joined)
    for key, version in body["games"].items():
        if version is None:
            frozen.pop(key, None)
            joined.pop(key, None)
        else:
            frozen[key] = version
            joined |= {key: state.games[key]} if key in state.games else {}
    _change(state.seasons, body["season"], seq=seq, frozen=frozen, joined=joined)


@_operation(GAME, is_members=True)
def _apply_game(state: LeagueState, seq: int, body: Body, at: str) -> None:
    key, known = body["key"], state.games.get(body["key"])
    print_ = body.get("print", known.print if known else "")
    now = {"game": body["game"], "seats": tuple(body["seats"]), "how": body["how"], "seq": seq}
    if known:
        _change(state.games, key, print=print_, summary=None, before=None, corrected="", **now)
    else:
        state.games[key] = Joined(key, at=at, print=print_, **now)
    if print_:
        state.prints[print_] = key


@_operation(RESULT, is_members=True)
def _apply_result(state: LeagueState, seq: int, body: Body, at: str) -> None:
    key, known, summary = body["key"], state.games.get(body["key"]), body["summary"]
    state.results = max(state.results, int(key[1:]))
    now = {"seats": tuple(body["seats"]), "how": body["how"], "seq": seq}
    now |= {"game": None, "print": summary["print"], "summary": summary}
    if known is None:
        state.games[key] = Joined(key, at=at, **now)
    else:
        if known.summary != summary:
            state.prints.pop(known.print, None)
            now |= {"before": known.summary, "corrected": at}
        _change(state.games, key, abandoned=False, **now)
    state.prints[summary["print"]] = key


@_operation(ABANDON, is_members=True)
def _apply_abandoning(state: LeagueState, seq: int, body: Body, at: str) -> None:
    _change(state.games, body["key"], seq=seq, abandoned=body["abandoned"])


@_operation(SAME, is_members=True)
def _apply_same(state: LeagueState, seq: int, body: Body, at: str) -> None:
    """Let a game, and all games that were the same as it, count as another one."""
    for own in [state.games[body["key"]], *state.same_as(body["key"])]:
        _change(state.games, own.key, seq=seq, same=body["of"])
    for evening in state.evenings.values():
        if body["key"] in evening.started.values():
            started = {
                at_: body["of"] if key == body["key"] else key
                for at_, key in evening.started.items()
            }
            _change(state.evenings, evening.id, started=started)


@_operation(APART, is_members=True)
def _apply_apart(state: LeagueState, seq: int, body: Body, at: str) -> None:
    state.apart.add(frozenset((body["key"], body["of"])))
    if state.games[body["key"]].same == body["of"]:
        _change(state.games, body["key"], seq=seq, same="")


@_operation(REMOVE)
def _apply_remove(state: LeagueState, seq: int, body: Body, at: str) -> None:
    gone = state.games.pop(body["key"])
    for own in state.same_as(gone.key):  # it counts again
        _change(state.games, own.key, seq=seq, same="")
    if state.prints.get(gone.print) == gone.key:
        del state.prints[gone.print]
    for evening in state.evenings.values():
        if gone.key in evening.started.values():  # its table waits for a game again
            left = {at: key for at, key in evening.started.items() if key != gone.key}
            _change(state.evenings, evening.id, started=left)


@_operation(EVENING)
def _apply_evening(state: LeagueState, seq: int, body: Body, at: str) -> None:
    values = {key: value for key, value in body.items() if key != "game"}
    values |= {
        "games": tuple(body["games"] if "games" in body else [body["game"]]),  # earlier: one game
        "present": tuple(body["present"]),
        "seq": seq,
    }
    known = state.evenings.get(body["id"])
    state.evenings[body["id"]] = replace(known, **values) if known else Evening(**values)


@_operation(SEAT)
def _apply_seating(state: LeagueState, seq: int, body: Body, at: str) -> None:
    rounds = list(state.evenings[body["evening"]].rounds)
    rounds[body["round"] : body["round"] + 1] = [tuple(map(tuple, body["tables"]))]
    _change(state.evenings, body["evening"], rounds=tuple(rounds), seq=seq)


@_operation(STARTED, is_members=True)
def _apply_start(state: LeagueState, seq: int, body: Body, at: str) -> None:
    started = state.evenings[body["evening"]].started
    now = {**started, (body["round"], body["table"]): body["key"]}
    _change(state.evenings, body["evening"], started=now, seq=seq)


@_operation(CALL)
def _apply_call(state: LeagueState, seq: int, body: Body, at: str) -> None:
    values = {**body, "subjects": tuple(body["subjects"]), "called": at}
    state.cases[body["id"]] = CalledCase(**values)


@_operation(DECIDE)
def _apply_ruling(state: LeagueState, seq: int, body: Body, at: str) -> None:
    ruling = {key: body[key] for key in ("stands", "note", "who")}
    _change(state.cases, body["case"], decided=at, **ruling)
