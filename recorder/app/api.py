"""The documented JSON interface under /api/v1: each view loads, calls a service and answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NoReturn, TypeVar

from flask import Flask, Request, request, url_for
from flask_smorest import Api, Blueprint
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from adjudicator.casebook import CASEBOOK
from adjudicator.reading import decode_json
from adjudicator.record import Unreadable
from adjudicator.shapes import format_key
from adjudicator.version import RECORD, VERSION
from recorder.app import schemas
from recorder.app.answers import find_answer
from recorder.games import clocks
from recorder.games.outgoing import describe_game
from recorder.games.private import keep_telling
from recorder.games.proposals import list_proposals, read_assent
from recorder.games.scores import find_review
from recorder.games.tables import Outcome, Started
from recorder.games.visibility import GameView
from recorder.languages import speech
from recorder.languages.speech import gettext as _
from recorder.league.imports import Import
from recorder.league.league_state import MEMBER
from recorder.league.pages.frame import open_league
from recorder.league.pages.importing import (
    answer_names,
    begin_import,
    import_under_way,
    list_doubles_of,
    part_doubles,
    people_asked,
)
from recorder.league.pages.newcomers import SEAT_FIELD, answer_fields
from recorder.league.service import League
from recorder.pages.forms.entry_forms import new_key
from recorder.pages.referee import casebook_pages, search
from recorder.pages.shared import handing
from recorder.pages.shared.paging import cut_page
from recorder.serving import limits
from recorder.serving.security import creation_limit, csrf, limiter
from recorder.store.ledger import Appended, Link, Refused, Repeated, Stale
from recorder.store.migrations import SCHEMA
from recorder.web.context import corrections, precedents, proposals, tables, waiting_players
from recorder.web.errors import Problem, refusal_problem, stale_problem

View = TypeVar("View", bound=Callable[..., Any])

WRITING = (403, 404, 409, 413, 415, 422, 429)
"""What a view that writes may answer besides."""

STARTED = (201, "Started")
IMPORTED = (202, "Import")

RECORD_BODY: Mapping[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
        "description": "a record, version 1, as the record format defines it",
    }
}

ZIP = "application/zip"

IMPORT_BODY: Mapping[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"type": "object"}},
            ZIP: {"schema": {"type": "string", "format": "binary"}},
        },
        "description": "a finished record, version 1, or a zip of such records",
    }
}


class _Parser(FlaskParser):
    """Reads a body as strictly as a record file, and words errors in the one shape."""

    def _raw_load_json(self, req: Request) -> Any:
        return decode_json(_read_body(req))

    def handle_error(self, error: ValidationError, *_where: Any, **_answer: Any) -> NoReturn:
        key, message = _find_first_message(error.messages)
        raise Unreadable(schemas.translate_message(message), key=key or None)


class _Api(Api):  # type: ignore[misc]
    """The OpenAPI document, with the recorder's own shape of errors."""

    ERROR_SCHEMA = find_answer("Error")

    def _register_error_handlers(self) -> None:
        """Leave errors to ``recorder.web.errors``."""


class _Blueprint(Blueprint):  # type: ignore[misc]
    ARGUMENTS_PARSER = _Parser()


blueprint = _Blueprint(
    "api",
    __name__,
    url_prefix="/api/v1",
    description="Games, their entries and their records. A link's token stands in the path "
    "and decides what may be seen and written.",
)


def init_app(app: Flask) -> None:
    """Register the interface and its document at /api/v1/openapi.json."""
    csrf.exempt(blueprint)
    _Api(app).register_blueprint(blueprint)


def _read_body(req: Request) -> bytes:
    """Return the body of a JSON request. Raises Problem for another media type."""
    if not req.is_json:
        raise Problem(415, "unsupported-media-type", _("the body has to be application/json"))
    return req.get_data(cache=False)


def _find_first_message(messages: Any) -> tuple[str, str]:
    """Return the key (with dots) and the text of the first message of a schema."""
    path = []
    while isinstance(messages, Mapping):
        key, messages = next(iter(messages.items()))
        if key not in ("json", "query", "_schema"):
            path.append(format_key(str(key)))
    text = messages[0] if isinstance(messages, list) else messages
    return ".".join(path), str(text)


def _link_json(link: Link) -> dict[str, Any]:
    return {"role": link.role, "seat": link.seat, "token": link.token}


def _started_answer(started: Started) -> tuple[dict[str, Any], int, dict[str, str]]:
    answer = {
        "links": [_link_json(link) for link in started.links],
        "game": describe_game(started.table),
    }
    place = url_for("api.read_game", token=started.table.link.token)
    return answer, 201, {"Location": place}


def _answer_outcome(table: GameView, outcome: Outcome) -> Mapping[str, Any]:
    match outcome:
        case Appended():
            return outcome.to_json()
        case Repeated(answer):
            return answer
        case Refused():
            raise refusal_problem(
                outcome, precedents().find_for_verdict(table, outcome.verdict), table.language
            )
        case Stale():
            raise stale_problem(outcome)


def _register_view(
    rule: str,
    method: str,
    answer: tuple[int, str],
    errors: Iterable[int],
    takes: tuple[type[Schema], str] | None = None,
    doc: Mapping[str, Any] | None = None,
) -> Callable[[View], View]:
    """Return the decorator that registers and documents a view.

    answer: status, and the name of the answer. errors: further statuses. takes: schema and where it
    stands.
    """

    def register(view: View) -> View:
        made: Any = blueprint.response(answer[0], find_answer(answer[1]))(view)
        for status in errors:
            made = blueprint.alt_response(status, schema=find_answer("Error"))(made)
        if takes is not None:
            made = blueprint.arguments(takes[0](), location=takes[1])(made)
        if doc is not None:
            made = blueprint.doc(**doc)(made)
            made = limiter.shared_limit(creation_limit, scope="creation")(made)
        blueprint.route(rule, methods=[method])(made)
        return view

    return register


def _reads(
    rule: str, answer: str, errors: Iterable[int] = (404,), takes: type[Schema] | None = None
) -> Callable[[View], View]:
    """Return the decorator of a view that shows something. takes: the schema of its query."""
    return _register_view(
        rule, "GET", (200, answer), errors, None if takes is None else (takes, "query")
    )


def _writes(
    rule: str,
    takes: type[Schema],
    answer: tuple[int, str] = (201, "Appended"),
    never: Collection[int] = (),
    records: Mapping[str, Any] | None = None,
) -> Callable[[View], View]:
    """Return the decorator of a view that writes. takes: the schema of its JSON.

    never: errors that it cannot answer. records: it makes games, of which one address may not make
    too many, out of such a body; ``takes`` is then the schema of its query.
    """
    errors = (status for status in WRITING if status not in never)
    place = "json" if records is None else "query"
    return _register_view(rule, "POST", answer, errors, (takes, place), records)


@_reads("/about", "About", errors=())
def about() -> Any:
    """Say which release this is, the schema of its stores, and the version of its records."""
    return {"release": VERSION, "schema": SCHEMA, "record": RECORD}


@_writes("/games", schemas.StartQuerySchema, STARTED, (403, 409), RECORD_BODY)
def start_game(query: dict[str, Any]) -> Any:
    """Start a game from a record without entries, or go on with one that has some."""
    body = _read_body(request)
    limits.count_records([len(body)])
    document = decode_json(body)
    if isinstance(document, dict):
        document.setdefault("entries", [])
    return _started_answer(
        tables().start(document, listed=query["listed"] == "true", key=query["key"])
    )


@_writes("/records", schemas.StartQuerySchema, STARTED, (403, 409), RECORD_BODY)
def upload_record(query: dict[str, Any]) -> Any:
    """Upload a record; it is judged before it is kept, and kept as it stands."""
    body = _read_body(request)
    limits.count_records([len(body)])
    return _started_answer(
        tables().upload(body, listed=query["listed"] == "true", key=query["key"])
    )


@_reads("/games/<token>", "Game")
def read_game(token: str) -> Any:
    """Read a game: record, verdicts, position, what may be entered next, scores."""
    table = tables().open(token)
    if request.method != "HEAD":  # which shows nothing
        tables().take_link(table.link)
    clock = clocks.read_clock(tables(), table, waiting_players(), datetime.now(UTC))
    return describe_game(table) | {"clock": clock and clock.to_json()}


@_reads("/games/<token>/links", "[Link]")
def read_links(token: str) -> Any:
    """Read the links that this link may hand on."""
    table = tables().open(token)
    return [_link_json(link) for link in tables().list_links(table)]


@_reads("/games/<token>/log", "Log", (404, 422), schemas.LogQuerySchema)
def read_log(query: dict[str, Any], token: str) -> Any:
    """Read what was done to the game, by whom and when; what was taken back stays in it."""
    table = tables().open(token)
    operations = tables().read_history(table, since=query["since"], most=query["most"] + 1)
    more = len(operations) > query["most"]
    return {"version": table.version, "operations": operations[: query["most"]], "more": more}


@_reads("/games/<token>/record", "Record")
def download_record(token: str) -> Any:
    """Download the record as a file."""
    record = tables().open(token).record
    name = "-".join([record["game"], record.get("played_on", "record")])
    text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    return handing.send_file(text, "application/json", f"{name}.json")


@_reads("/games/<token>/review", "Review", (404, 409))
def read_review(token: str) -> Any:
    """Read what nobody took in a game that is over, where points came from, what dice gave.

    409 `not-over`: the game is not over, or its score is not told yet.
    """
    review = find_review(tables().open(token))
    if review is None:
        raise Problem(409, "not-over", _("A game can be looked through when it is over."))
    return review.to_json()


@_writes("/games/<token>/entries", schemas.AppendSchema)
def append_entry(asked: dict[str, Any], token: str) -> Any:
    """Append an entry.

    409 `illegal` or `unclear`: judged, takes no effect, not kept (send again with `stands`).
    409 `stale`: the game has gone on; `meanwhile` says how; not kept.
    """
    table = tables().open(token)
    outcome = tables().append(
        table,
        asked["entry"],
        version=asked["version"],
        key=asked["key"],
        stands=asked["stands"],
        note=asked["note"],
        agreed=asked["agreed"],
    )
    return _answer_outcome(table, outcome)


@_writes("/games/<token>/checks", schemas.ChecksSchema)
def append_checks(asked: dict[str, Any], token: str) -> Any:
    """Append what was read off the board: checks, all together."""
    table = tables().open(token)
    outcome = tables().append_checks(
        table, asked["entries"], version=asked["version"], key=asked["key"]
    )
    return _answer_outcome(table, outcome)


@_writes("/games/<token>/tell", schemas.TellSchema)
def tell_privately(asked: dict[str, Any], token: str) -> Any:
    """Tell what only the seat's player knows, such as the hand; no other link is shown it.

    409 `does-not-fit`: it cannot be, or an entry so far contradicts it; not kept.
    """
    service = tables()
    table = service.open(token)
    what, value, key = asked["what"], asked["value"], asked["key"]
    return _answer_outcome(table, keep_telling(service, table, what, value, key=key))


@_writes("/games/<token>/undo", schemas.StepsSchema)
def take_back(asked: dict[str, Any], token: str) -> Any:
    """Take the last steps back: an entry with the ruling that let it stand, a correction."""
    table = tables().open(token)
    return _answer_outcome(table, corrections().take_back(table, **asked))


@_writes("/games/<token>/redo", schemas.StepsSchema)
def redo(asked: dict[str, Any], token: str) -> Any:
    """Take steps again that were taken back, as long as nothing new was done."""
    table = tables().open(token)
    return _answer_outcome(table, corrections().redo(table, **asked))


@_writes("/games/<token>/corrections/preview", schemas.EditSchema, (200, "Preview"), (409,))
def preview_correction(asked: dict[str, Any], token: str) -> Any:
    """Say what follows from a correction; nothing is kept."""
    return corrections().preview(tables().open(token), asked["edit"]).to_json()


@_writes("/games/<token>/corrections", schemas.CorrectSchema)
def correct(asked: dict[str, Any], token: str) -> Any:
    """Change or remove an entry, or insert one before it.

    409 `stale`: the game has gone on; not kept; `meanwhile` says how, and `entry` where the
    entry stands now (null: it is gone).
    """
    table = tables().open(token)
    return _answer_outcome(table, corrections().correct(table, **asked))


@_writes("/games/<token>/return", schemas.ReturnSchema)
def return_to(asked: dict[str, Any], token: str) -> Any:
    """Make the entries those of an earlier version again; what came after stays in the log."""
    table = tables().open(token)
    return _answer_outcome(table, corrections().return_to(table, **asked))


@_reads("/games/<token>/states/<int:version>", "Game", (404, 422))
def read_state(token: str, version: int) -> Any:
    """Read the game as it was at an earlier version."""
    return describe_game(corrections().view_version(tables().open(token), version))


@_writes("/games/<token>/proposals/preview", schemas.WishSchema, (200, "Consequences"))
def preview_proposal(asked: dict[str, Any], token: str) -> Any:
    """Say what would follow if something was proposed and accepted; nothing is kept."""
    return proposals().preview(tables().open(token), asked["wish"]).to_json()


@_writes("/games/<token>/proposals", schemas.ProposeSchema)
def propose(asked: dict[str, Any], token: str) -> Any:
    """Propose something to the other players, through a seat's link.

    The answer's version is the proposal's number. 409 `too-many-proposals`: others wait.
    """
    table = tables().open(token)
    return _answer_outcome(table, proposals().propose(table, **asked))


@_reads("/games/<token>/proposals", "Proposals")
def read_proposals(token: str) -> Any:
    """Read all proposals of a game, in order."""
    table, service = tables().open(token), proposals()
    lines = [service.to_json(table, each) for each in list_proposals(table)]
    return {"version": table.version, "assent": read_assent(table), "proposals": lines}


@_reads("/games/<token>/proposals/<int:number>", "Proposal")
def read_proposal(token: str, number: int) -> Any:
    """Read a proposal; of one that waits also what would follow, as the link may know it."""
    table, service = tables().open(token), proposals()
    proposal = service.find_proposal(table, number)
    follows = service.foresee_acceptance(table, proposal)
    return service.to_json(table, proposal) | ({"follows": follows.to_json()} if follows else {})


@_writes("/games/<token>/proposals/<int:number>/accept", schemas.SendSchema)
def accept_proposal(asked: dict[str, Any], token: str, number: int) -> Any:
    """Accept another player's proposal, as the version shows what follows.

    Where the table asks for all, it is done with the last one's assent: until then the answer
    names no entries. 409 `accepted`, `declined`, `withdrawn`, `overtaken`: it waits no more.
    """
    table = tables().open(token)
    return _answer_outcome(table, proposals().accept(table, number, **asked))


@_writes("/games/<token>/proposals/<int:number>/decline", schemas.SendSchema)
def decline_proposal(asked: dict[str, Any], token: str, number: int) -> Any:
    """Decline another player's proposal; it can be proposed anew."""
    table = tables().open(token)
    return _answer_outcome(table, proposals().decline(table, number, key=asked["key"]))


@_writes("/games/<token>/proposals/<int:number>/withdraw", schemas.SendSchema)
def withdraw_proposal(asked: dict[str, Any], token: str, number: int) -> Any:
    """Withdraw one's own proposal."""
    table = tables().open(token)
    return _answer_outcome(table, proposals().withdraw(table, number, key=asked["key"]))


@_writes("/games/<token>/assent", schemas.AssentSchema)
def set_assent(asked: dict[str, Any], token: str) -> Any:
    """Set, through the table's link, whether one other player accepts, or all have to."""
    table = tables().open(token)
    return _answer_outcome(table, proposals().set_assent(table, asked["of"], key=asked["key"]))


@_writes("/leagues/<lt>/imports", schemas.ImportQuerySchema, IMPORTED, (409,), IMPORT_BODY)
def import_records(query: dict[str, Any], lt: str) -> Any:
    """Import a record, or a zip of them, into a league; it is judged beside.

    The answer says where it is told how far that is.
    """
    league = open_league(lt, MEMBER)
    if not (request.is_json or request.mimetype == ZIP):
        told = _("the body has to be application/json or application/zip")
        raise Problem(415, "unsupported-media-type", told)
    key = f"a{query['key'] or new_key()}"
    files = [("record.json", request.get_data(cache=False))]
    state = league.state if query["people"] == "ask" else None
    number = begin_import(league.link, files, key, state=state, alike=True)
    place = url_for("api.read_import", lt=lt, number=number)
    return _import_now(lt, number), 202, {"Location": place}


@_reads("/leagues/<lt>/imports/<int:number>", "Import", (403, 404, 422))
def read_import(lt: str, number: int) -> Any:
    """Read how far an import is, and what has become of every record so far."""
    return _import_now(lt, number)


@_writes("/leagues/<lt>/imports/<int:number>", schemas.ImportAnswerSchema, IMPORTED, (409, 429))
def answer_import(asked: dict[str, Any], lt: str, number: int) -> Any:
    """Say who is meant by names that are like a player's; then the import goes on.

    Say also of `doubles` whether they are one game; two that are parted both count.
    """
    league = open_league(lt, MEMBER)
    own = import_under_way(league, number)
    part_doubles(league, own, asked["games"])
    lacks = answer_names(league, own, answer_fields(asked["people"], asked["seats"]))
    if lacks is not None:
        missing = [one for one in lacks["asked"] if one["missing"]]
        missing += [one for one in lacks["equal"] if one["wrong"]]
        names = ", ".join(one["name"] for one in missing)
        told = _("which player? %(names)s", names=names)
        raise Problem(422, "unfit", told, key="people")
    return _import_now(lt, number)


@_reads("/search", "Search", (422,), schemas.SearchQuerySchema)
def search_everything(query: dict[str, Any]) -> Any:
    """Search rules, open questions, cases and cards by words, the best first."""
    tag = query.get("language", "").partition("-")[0].lower()
    with speech.use_language(
        tag if tag in speech.list_page_languages() else speech.reader_locale()
    ):
        lines = search.find_lines(query["words"], query.get("kind", ""), query.get("game", ""))
        nearest = [] if lines else search.find_nearest_words(query["words"])
    shown = cut_page(lines, search.A_PAGE)
    return {
        "count": shown["count"],
        "page": shown["page_number"],
        "pages": shown["pages"],
        "results": [line.to_json() for line in shown["lines"]],
        "nearest": nearest,
    }


@_reads("/casebook", "CaseList", (422,), schemas.CasesQuerySchema)
def list_cases(query: dict[str, Any]) -> Any:
    """Find cases of the casebook by word, rule, card, chapter or kind, page by page."""
    shown = cut_page(casebook_pages.query().found(), casebook_pages.A_PAGE)
    return {
        "count": shown["count"],
        "page": shown["page_number"],
        "pages": shown["pages"],
        "cases": [casebook_pages.to_json(case) for case in shown["lines"]],
    }


@_reads("/casebook/<case>", "Case", (404, 410))
def read_case(case: str) -> Any:
    """Read a case of the casebook with its record."""
    gone = CASEBOOK.withdrawn.get(case)
    if gone is not None:
        message = _("case %(case)s was withdrawn: %(reason)s", case=case, reason=gone.reason)
        raise Problem(410, "withdrawn", message, see=gone.see)
    if case not in CASEBOOK.cases:
        raise Problem(404, "not-found", _("the casebook has no case %(case)s", case=case[:40]))
    return casebook_pages.to_json(CASEBOOK.cases[case])


def _import_now(lt: str, number: int) -> dict[str, Any]:
    league = open_league(lt, MEMBER)
    return _import(league, import_under_way(league, number))


def _import(league: League, own: Import) -> dict[str, Any]:
    files = [
        {
            "name": one.name,
            "key": one.key,
            "problem": one.problem and _(one.problem),
            "again": one.again,
            "doubles": [
                {"key": goes, "counts_as": stays} for goes, stays in list_doubles_of(league, one)
            ],
        }
        for one in own.added
    ]
    facts = {"import": own.id, "total": own.total, "done": own.done, "over": own.over}
    question = people_asked(league, own) if own.asks else {"asked": (), "equal": ()}
    people = [
        {"name": one["name"], "near": [{"id": id_, "name": name} for id_, name in one["near"]]}
        for one in question["asked"]
    ]
    equal = [
        {"seat": field.removeprefix(SEAT_FIELD), "file": one["file"], "name": word}
        for one in question["equal"]
        for field, _number, word in one["seats"]
    ]
    return facts | {"files": files, "asks": people, "equal": equal}
