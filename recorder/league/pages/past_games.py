"""A file of past plays: readable plays are shown, kept in one go, and taken back in one step."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from flask import request
from flask.typing import ResponseReturnValue

from adjudicator import games
from recorder.languages import speech
from recorder.league import league_state as ops
from recorder.league.days import latest_day_of
from recorder.league.doubles import Candidate, find_double
from recorder.league.imports import Import, Imports
from recorder.league.known import league_service
from recorder.league.league_state import ORGANISER, LeagueState, Person
from recorder.league.pages.frame import (
    act_once,
    go_back,
    league_form,
    league_page,
    league_view,
    limit_action,
    sent_key,
)
from recorder.league.pages.importing import is_past_plays
from recorder.league.pages.joining_games import add
from recorder.league.pages.newcomers import NEW, describe_question, read_answers
from recorder.league.plays import Play
from recorder.league.points import Unfit, lazy
from recorder.league.service import League, explain_unfit, name_key
from recorder.league.summary import summarise_totals
from recorder.league.typed_result import HIGHEST, LOWEST
from recorder.pages.wording import gettext as _
from recorder.past_plays.bgg_plays import BrokenPlays
from recorder.past_plays.past_play import PastPlay, fold_name
from recorder.past_plays.plays_file import PlaysFile, read_plays
from recorder.past_plays.plays_table import MEANINGS
from recorder.serving import limits
from recorder.store.ledger import Deed, current_time

MOST_KEPT = 5_000
"""Games that are kept in one go."""

MOST_SHOWN = 30
"""Games, doubles and lines that a page shows of each kind."""


@dataclass(slots=True)
class SortedPlays:
    """The plays of a file. games: those that can be kept. doubles: each with its twin.

    A twin is a game of the league; it is None where the file has the same play twice. unread:
    plays that cannot be kept, each with its reasons.
    """

    games: list[PastPlay] = field(default_factory=list)
    doubles: list[tuple[PastPlay, Play | None]] = field(default_factory=list)
    unread: list[tuple[int, Sequence[str]]] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The names of all players, each once."""
        plays = [*self.games, *(play for play, _twin in self.doubles)]
        return list(dict.fromkeys(one.name for play in plays for one in play.players))


def sort_plays(league: League, plays: Sequence[PastPlay], people: Mapping[str, str]) -> SortedPlays:
    """Return the plays of a file by their treatment.

    people: the player meant by an unknown name, by folded name.
    """
    understood = SortedPlays()
    seen: set[tuple[object, ...]] = set()
    players = _map_names(league.state, plays, people)
    for play in plays:
        seats = [players.get(name_key(one.name), name_key(one.name)) for one in play.players]
        problems = list(_list_faults(play, seats))
        if problems:
            understood.unread.append((play.line, problems))
            continue
        totals = {seat: one.total or 0 for seat, one in zip(seats, play.players, strict=True)}
        key = play.day, play.game, frozenset(totals.items())
        wanted = Candidate(play.game or "", play.day or "", totals)
        twin = find_double(league.book, wanted, lambda _key: ())
        if twin is not None or key in seen:
            understood.doubles.append((play, twin))
        else:
            understood.games.append(play)
        seen.add(key)
    return understood


def _map_names(
    state: LeagueState, plays: Sequence[PastPlay], people: Mapping[str, str]
) -> dict[str, str]:
    """Return the player of every name that means one, by folded name."""
    names = dict.fromkeys(one.name for play in plays for one in play.players)
    meant = {name_key(name): state.named(name) for name in names if name}
    return {name: player for name, player in meant.items() if player} | dict(people)


def _list_faults(play: PastPlay, seats: Collection[str]) -> Iterator[str]:
    """Yield the reasons why a play cannot be kept. seats: its players."""
    if not _is_whole(play):
        yield from play.problems
    elif any(not LOWEST <= (one.total or 0) <= HIGHEST for one in play.players):
        yield _("this is not a whole number")
    elif len(set(seats)) < len(play.players):
        yield _("one player sits there twice")
    elif play.day and play.day > latest_day_of(current_time()):
        yield _("this day is still in the future")


def _is_whole(play: PastPlay) -> bool:
    """Return whether a play has all that a result needs: day, game, people with names, totals."""
    if play.day is None or play.game is None or None in [one.total for one in play.players]:
        return False
    low, high = games.find_tallies(play.game).seats
    names = {fold_name(one.name) for one in play.players}
    return low <= len(play.players) <= high and "" not in names and len(names) == len(play.players)


@league_form("/<lt>/add/plays", page=add, is_limited=True)
def receive_plays(league: League) -> ResponseReturnValue:
    """Take a file of past plays, or a table that was pasted; nothing of it is kept yet."""
    file = request.files.get("plays")
    name = str(file.filename or "")[-120:] if file is not None else ""
    content = file.read() if file is not None and name else b""
    content = content or request.form.get("pasted", "").encode()
    try:
        if not content.strip():
            raise Unfit(lazy("choose a file, or paste a table"), "plays")
        limits.count_records([len(content)])
        read_plays(content)
        number = Imports(league_service().store).begin(
            league.link,
            [(name or _("a pasted table"), content)],
            key=sent_key(),
            language=speech.reader_locale(),
            where={"plays": True},
            holder="",
            asks=True,
        )
    except (Unfit, BrokenPlays) as problem:
        told = explain_unfit(problem) if isinstance(problem, Unfit) else str(problem)
        raise Unfit(told, "plays" if name else "pasted") from None
    return go_back("past_games", league, number=number)


def _find_file(league: League, number: int) -> Import:
    own = Imports(league_service().store).find(league.link.ledger, number)
    if not is_past_plays(own):
        raise Unfit(lazy("the league has no such import"), "import")
    return own


def _key_of(number: int) -> str:
    return f"past plays {number}"


def _list_kept(state: LeagueState, number: int) -> list[str]:
    """Return the keys of the games that came with a file."""
    return [joined.key for joined in state.games.values() if joined.how == f"past-{number}"]


@league_view("/<lt>/plays/<int:number>", ORGANISER)
def past_games(league: League, number: int) -> str:
    """Show the readable plays of a file of past plays, or the kept ones."""
    own = _find_file(league, number)
    if own.over:
        kept = _list_kept(league.state, number)
        return league_page("past_kept.html", league, "games", number=number, kept=len(kept))
    return _show_plays(league, number, _read_file(own), {}, ())


def _read_file(own: Import) -> tuple[str, PlaysFile]:
    """Return a file's name, and the file as it is read with the chosen meanings of its columns."""
    chosen = request.values.getlist("column")
    name, content = own.files()[0]
    return name, read_plays(content, [one if one in MEANINGS else "ignored" for one in chosen])


def _list_meanings() -> dict[str, str]:
    """Return the words for the meanings of columns."""
    return {
        "day": _("Day"),
        "game": _("Game"),
        "player": _("Name of a player"),
        "total": _("Total"),
        "place": _("Place"),
        "person": _("Totals of the person in the heading"),
        "players": _("All names with totals"),
        "location": _("Where it is played"),
        "edition": _("Edition"),
        "modules": _("Modules"),
        "won": _("Who won"),
        "play": _("Number of the game"),
        "ignored": _("Leave out"),
    }


def _show_plays(
    league: League,
    number: int,
    named_file: tuple[str, PlaysFile],
    people: Mapping[str, str],
    missing: Sequence[str],
) -> str:
    name, file = named_file
    understood = sort_plays(league, file.plays, people)
    fresh = league.state.find_newcomers(understood.names)
    return league_page(
        "past_games.html",
        league,
        "games",
        number=number,
        file=name,
        columns=file.columns,
        chosen=request.values.getlist("column") if file.columns else (),
        meanings=_list_meanings() if file.columns else {},
        understood=understood,
        cut=file.cut,
        shown=MOST_SHOWN,
        most=MOST_KEPT,
        people=describe_question(league, understood.names, fresh, missing),
    )


@league_form("/<lt>/plays/<int:number>")
def keep_plays(league: League, number: int) -> ResponseReturnValue:
    """Keep the games of a file in one go; ``drop``: nothing of it."""
    own = _find_file(league, number)
    imports = Imports(league_service().store)
    if own.over or "drop" in request.form:
        imports.end(number)
        return go_back("add", league, _("Nothing was imported."))
    named_file = _read_file(own)
    plays = named_file[1].plays
    names = sort_plays(league, plays, {}).names
    fresh = league.state.find_newcomers(names)
    people, missing = read_answers(league, fresh, request.form)
    if missing:
        return _show_plays(league, number, named_file, people, missing), 422
    understood = sort_plays(league, plays, people)
    wanted = list(understood.games)
    if request.form.get("doubles") == NEW:
        wanted += [play for play, _twin in understood.doubles]
    if len(wanted) > MOST_KEPT:
        raise Unfit(lazy("at most %(most)s games in one go"), "plays", most=MOST_KEPT)
    twins = {id(play): twin.key for play, twin in understood.doubles if twin is not None}

    def build(state: LeagueState) -> list[Deed]:
        if _list_kept(state, number):
            return []
        return list(_join_plays(state, wanted, twins, people, f"past-{number}"))

    limit_action(league)
    league.do(build, _key_of(number))
    imports.end(number)
    return go_back("past_games", league, number=number)


def _join_plays(
    state: LeagueState,
    plays: Sequence[PastPlay],
    twins: Mapping[int, str],
    people: Mapping[str, str],
    how: str,
) -> Iterator[Deed]:
    """Yield the operations by which plays join: new players, results, games that are told apart.

    twins: games of the league that look like a play, by its identity.
    """
    known = dict(state.players)
    seats = _map_names(state, plays, people)
    number = state.results
    prints = set(state.prints)
    for play in plays:
        players = []
        for one in play.players:
            key = name_key(one.name)
            if key not in seats:
                fresh = Person(state.next_id("p", known), one.name)
                known[fresh.id] = fresh
                seats[key] = fresh.id
                yield ops.PLAYER, fresh.to_json()
            players.append(seats[key])
        summary = summarise_totals(
            play.game or "",
            play.day or "",
            [(one.name, one.total or 0) for one in play.players],
            edition=play.edition,
            winners=[one.name for one in play.players if one.place == 1],
            place=play.location,
            modules=play.modules,
        )
        if summary["print"] in prints:  # to the letter the same
            continue
        prints.add(summary["print"])
        number += 1
        yield ops.RESULT, {"key": f"r{number}", "summary": summary, "seats": players, "how": how}
        if id(play) in twins:
            yield ops.APART, {"key": f"r{number}", "of": twins[id(play)]}


@league_form("/<lt>/plays/<int:number>/remove")
def take_back_plays(league: League, number: int) -> ResponseReturnValue:
    """Take all games of a file out again, and the players who came with it and play in no other."""
    own = _find_file(league, number)
    came = league_service().store.list_added_players(league.link.ledger, _key_of(own.id))

    def build(state: LeagueState) -> list[Deed]:
        keys = _list_kept(state, number)
        gone = [player for player in came if state.is_unused(player, without=frozenset(keys))]
        return [
            *((ops.REMOVE, {"key": key, "game": None}) for key in keys),
            *((ops.STRIKE, {"id": player}) for player in gone),
        ]

    act_once(league, build)
    return go_back("game_list", league, _("The games of the file are out again."))
