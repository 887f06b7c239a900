"""Records that join the league: judged at once or beside, with progress shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import current_app, request
from flask.typing import ResponseReturnValue

from recorder.languages import speech
from recorder.league import leaving as going
from recorder.league.archive import unpack_records
from recorder.league.doubles import OTHER_GAME
from recorder.league.imports import (
    AT_ONCE,
    Import,
    Imports,
    NamedSeat,
    list_equal_seats,
    list_named_seats,
)
from recorder.league.known import league_service
from recorder.league.league_state import APART, MEMBER, LeagueState
from recorder.league.pages.frame import (
    act_once,
    evening_table,
    go_back,
    league_form,
    league_page,
    league_view,
    sent_key,
)
from recorder.league.pages.joining_games import add
from recorder.league.pages.newcomers import (
    describe_equal_seats,
    describe_question,
    read_answers,
    read_seat_names,
)
from recorder.league.people import list_known_names
from recorder.league.points import Unfit, lazy
from recorder.league.service import ASKS_FIRST, Joining, League
from recorder.pages.wording import gettext as _
from recorder.serving import limits
from recorder.store.ledger import Link


@league_form("/<lt>/add/files", MEMBER, page=add, is_limited=True)
def import_files(league: League) -> ResponseReturnValue:
    """Judge record files, one, several or a zip, and show the outcome of each."""
    files = [file for file in request.files.getlist("files") if file.filename]
    if not files:
        return go_back("add", league, _("Choose a file first."))
    sent_files = [(str(file.filename)[-120:], file.read()) for file in files]
    for file in files:
        file.close()
    where = evening_table(league)  # of one record; several find their own tables
    number = begin_import(league.link, sent_files, sent_key(), where, state=league.state)
    return go_back("import_of", league, number=number)


def begin_import(
    link: Link,
    files: Sequence[tuple[str, bytes]],
    key: str,
    where: Mapping[str, Any] | None = None,
    *,
    state: LeagueState | None = None,
    alike: bool = False,
) -> int:
    """Begin an import and return its number: a few records are judged at once, more in a thread.

    files: names and contents, of zips too. where: of a single record, see ``Leagues.join``. state:
    of the league, where somebody can be asked about unknown names; nothing is judged before the
    answer. alike: ask only about names similar to a player's. Raises Unfit.
    """
    contents = unpack_records(files)
    limits.count_records([len(content) for _name, content in contents])
    importer = current_app.extensions["imports"]
    asks = False
    if state is not None:
        seated = list_named_seats(contents)
        fresh = state.find_newcomers([seat.name for seat in seated])
        asks = any(own.near or not alike for own in fresh) or bool(list_equal_seats(seated))
    number = Imports(league_service().store).begin(
        link,
        contents,
        key=key,
        language=speech.reader_locale(),
        where=where if len(contents) == 1 else None,
        holder=importer.holder,
        asks=asks,
    )
    if not asks:
        _start_judging(number, len(contents))
    return number


def _start_judging(number: int, records: int) -> None:
    """Let an import that this process holds be judged: a handful at once, more beside."""
    importer = current_app.extensions["imports"]
    if records <= AT_ONCE:
        importer.work(number)
    else:
        importer.wake()


def is_past_plays(own: Import) -> bool:
    """Return whether an import is a file of past plays and not of records."""
    return bool((own.where or {}).get("plays"))


def import_under_way(league: League, number: int) -> Import:
    """Return an import of a league, which goes on where nobody went on. Raises Unfit for none."""
    own = Imports(league_service().store).find(league.link.ledger, number)
    if not own.over:
        current_app.extensions["imports"].wake()
    told = [text for one in own.added for text in (one.name, one.problem)]
    read = going.without_parts(league.state, told, _("a former player"))
    added = [replace(one, name=read(one.name), problem=read(one.problem)) for one in own.added]
    return replace(own, added=added)


@league_view("/<lt>/imports/<int:number>", MEMBER)
def import_of(league: League, number: int) -> ResponseReturnValue:
    """Show the progress of an import, and the outcome of every record so far."""
    own = import_under_way(league, number)
    if is_past_plays(own):
        return go_back("past_games", league, number=number)
    people = people_asked(league, own) if own.asks else None
    doubles = {one.key: list_doubles_of(league, one) for one in own.added}
    shown = {"people": people, "doubles": doubles, "known": list_known_names(league)}
    return league_page("imported.html", league, "games", own=own, asks_first=ASKS_FIRST, **shown)


def list_doubles_of(league: League, added: Joining) -> list[tuple[str, str]]:
    """Return the games that count as one with a record: each that goes, with the one that stays."""
    if added.again or not added.key:
        return []
    kept = league.state.find_counting(added.key)
    twins = league.state.same_as(added.key) if kept == added.key else ()
    goes = [added.key] if kept != added.key else [twin.key for twin in twins]
    return [(one, kept) for one in goes]


def part_doubles(league: League, own: Import, answers: Mapping[str, str]) -> None:
    """Part the games of an import that are two games.

    answers: by the key of the game that does not count SAME_GAME or OTHER_GAME. Raises Unfit for
    a key that is no double of this import.
    """
    doubles = dict(pair for one in own.added for pair in list_doubles_of(league, one))
    parted = frozenset[str]().union(*league.state.apart)
    deeds = []
    for key, answer in answers.items():
        if key not in doubles and key not in parted:
            raise Unfit(lazy("these two games do not look like one another"), "games")
        if key in doubles and answer == OTHER_GAME:
            deeds.append((APART, {"key": key, "of": doubles[key]}))
    if deeds:
        act_once(league, deeds)


@league_form("/<lt>/imports/<int:number>", MEMBER)
def answer_import(league: League, number: int) -> ResponseReturnValue:
    """Take the answer about the new names of an import, which begins; or drop the import."""
    imports = Imports(league_service().store)
    own = imports.find(league.link.ledger, number)
    if own.asks and "drop" in request.form:
        imports.end(number)
        return go_back("add", league, _("Nothing was imported."))
    asked = answer_names(league, own, request.form)
    if asked is not None:
        shown = {"people": asked, "known": list_known_names(league)}
        return league_page("imported.html", league, "games", own=own, **shown), 422
    return go_back("import_of", league, number=number)


def answer_names(league: League, own: Import, answers: Mapping[str, str]) -> dict[str, Any] | None:
    """Begin an import with the answers about its new names; return the questions left open.

    answers: as the form names them. Returns None where nothing is open; an import without questions
    goes on as it does.
    """
    if not own.asks or is_past_plays(own):
        return None
    seated = own.seated()
    equal = list_equal_seats(seated)
    names, wrong = read_seat_names(seated, equal, answers)
    called = _list_called(seated, names)
    fresh = league.state.find_newcomers(called)
    people, missing = read_answers(league, fresh, answers)
    if missing or wrong:
        told = describe_question(league, called, fresh, missing if not wrong else ())
        return told | {"equal": describe_equal_seats(equal, answers, wrong)}
    if Imports(league_service().store).answer(
        own, people, names, current_app.extensions["imports"].holder
    ):
        _start_judging(own.id, own.total)
    return None


def _list_called(seated: Sequence[NamedSeat], names: Mapping[str, str]) -> list[str]:
    """Return the names of players, each once. names: by seat, in the place of the record's."""
    return list(dict.fromkeys(names.get(seat.id) or seat.name for seat in seated))


def people_asked(league: League, own: Import) -> Mapping[str, Any]:
    """Return the names of an import about which its sender is asked; see ``newcomers``."""
    seated = own.seated()
    called = _list_called(seated, {})
    told = describe_question(league, called, league.state.find_newcomers(called))
    return told | {"equal": describe_equal_seats(list_equal_seats(seated), {})}
