"""Every error has one shape: ``{"error": {"status", "code", "message", "entry", "key", ..}}``.

Under ``/api/`` it is sent as JSON; the addresses for people on call answer a line of text;
elsewhere the pages' own renderer shows the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, current_app, jsonify, request
from werkzeug.exceptions import HTTPException

from adjudicator.messages import Language
from adjudicator.record import Unreadable
from exports.pdf import LettersMissing, Unprintable
from exports.words import series
from exports.worker_pool import PoolFull, WorkerLost
from recorder.database import DiskError, Failed, NoRoom, ReadOnly, Unavailable, Unopened
from recorder.games.access import Forbidden
from recorder.games.corrections import NothingToRedo, NothingToTakeBack
from recorder.games.joining import NoSuchSeat
from recorder.games.private import DoesNotFit, NothingToTell
from recorder.games.proposals import AgreedAlready, Ended, NoSuchProposal, TooMany
from recorder.kept.precedents import Precedent
from recorder.languages.speech import gettext, lazy, reader
from recorder.serving.lanes import Crowded
from recorder.store.ledger import LEAGUE, KeyReused, NoSuchLink, Outrun, Refused, Stale
from recorder.store.log import ACCEPTED, DECLINED, OVERTAKEN, WITHDRAWN
from recorder.web.context import kept_something
from recorder.web.request_values import ON_CALL

API = "/api/"

MOST_WORDS = 6
"""Words with letters that no font has, which are told at once."""

SOON = 2
"""Seconds after which a store that was busy or away is asked again."""

Body = dict[str, Any]


class Problem(Exception):
    """An error as it is answered.

    status: the HTTP status. code: a word for programs. message: a sentence for people.
    more: further keys of the error object, such as ``entry`` and ``key``.
    """

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.body: Body = {
            "status": int(status),
            "code": code,
            "message": message,
            "entry": None,
            "key": None,
        } | more


def refusal_problem(
    outcome: Refused[Any], precedents: Sequence[Precedent], language: Language
) -> Problem:
    """Return the answer to an entry that was judged and not kept.

    precedents: of the game's house rules about the rules or the question at issue. language: of the
    sentences.
    """
    verdict = {"entry": outcome.number} | outcome.verdict.to_json(language)
    broken = dict.fromkeys(breach["message"] for breach in verdict.get("violations", ()))
    message = series(gettext, list(broken)) or verdict.get("message", "")
    return Problem(
        HTTPStatus.CONFLICT,
        verdict["verdict"],
        message or gettext("this is not allowed"),
        verdict=verdict,
        version=outcome.version,
        **({"precedents": [each.to_json() for each in precedents]} if precedents else {}),
    )


def stale_problem(outcome: Stale[Any]) -> Problem:
    """Return the answer to a send that was made on an older version."""
    return Problem(
        HTTPStatus.CONFLICT,
        "stale",
        gettext("the game has moved on; nothing was saved"),
        version=outcome.version,
        meanwhile=list(outcome.meanwhile),
        entry=outcome.number,
    )


def _no_link(error: NoSuchLink) -> Problem:
    if error.kind == LEAGUE:
        message = gettext("This link opens no league; it may have been replaced.")
    else:
        message = gettext("this link opens no game; it may have been replaced")
    return Problem(HTTPStatus.NOT_FOUND, "not-found", message)


def _ended_proposal(error: Ended) -> Problem:
    said = {
        ACCEPTED: gettext("this proposal was accepted already"),
        DECLINED: gettext("this proposal was refused already"),
        WITHDRAWN: gettext("this proposal was withdrawn"),
        OVERTAKEN: gettext("the game has moved on, and this proposal no longer fits"),
    }[error.proposal.state]
    return Problem(HTTPStatus.CONFLICT, error.proposal.state, said, key="proposal")


def _store_problem(error: Failed) -> Problem:
    current_app.logger.error("the store failed: %s", error)
    told = str(_BUSY)
    if kept_something() or (isinstance(error, Unavailable) and error.may_be_kept):
        told = gettext(
            "the store failed while saving this; it may or may not be saved; you can safely "
            "send it again"
        )
    elif lasting := [words for kind, words in _LASTING.items() if isinstance(error, kind)]:
        told = str(lasting[0])
    elif not isinstance(error, Unavailable):
        told = gettext("the store is damaged; nothing was saved (check-store says more)")
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "store", told)


def _unprintable_problem(error: Unprintable) -> Problem:
    current_app.logger.error("%s", error)
    message = gettext("the page could not be printed; nothing else is affected")
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, "unprintable", message)


def _letters_missing(error: LettersMissing) -> Problem:
    told = [
        gettext(
            "No font of this machine has these letters of %(name)s: %(letters)s. A sheet prints "
            "boxes for them. “hotel-ledger doctor” names what to install.",
            name=name,
            letters=letters,
        )
        for name, letters in error.words.items()
    ]
    anyway = f"{request.script_root}{request.path}?{urlencode({**request.args, 'boxes': 1})}"
    message = " ".join(told[:MOST_WORDS])
    return Problem(HTTPStatus.CONFLICT, "letters-missing", message, anyway=anyway)


def _http_problem(error: HTTPException) -> Problem:
    """Return a protocol error; messages for ``abort`` are in the reader's language already."""
    status = error.code or 500
    code = HTTPStatus(status).phrase.lower().replace(" ", "-")
    message = str(_PROTOCOL.get(status) or _PROTOCOL[500])
    if error.description and error.description != type(error).description:
        message = error.description
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        limit = str(error.description)
        message = gettext("too many at once (limit: %(limit)s); nothing was saved", limit=limit)
    return Problem(status, code, message)


_PROTOCOL = {
    400: lazy("the request cannot be read"),
    404: lazy("there is nothing at this address"),
    405: lazy("this address only takes what a form sends; there is nothing to open here"),
    413: lazy("this is too much at once"),
    415: lazy("this kind of file cannot be read"),
    422: lazy("the request cannot be read"),
    500: lazy("something went wrong here; you can safely send it again"),
}

_REUSED = lazy("this key was already used in this game for something else; nothing was saved")
_BUSY = lazy("the store is busy; nothing was saved; you can safely send it again")

_LASTING: dict[type[Failed], object] = {
    NoRoom: lazy("no room is left on the disk; nothing was saved; make room, then send it again"),
    ReadOnly: lazy("the store can only be read just now; nothing was saved"),
    DiskError: lazy("the disk does not read or write any more; nothing was saved"),
    Unopened: lazy("the store cannot be opened here; the server's log says what to do"),
}
"""What is said of a store for which nobody need wait."""

_ALWAYS: dict[type[Exception], tuple[int, str, object]] = {
    NoSuchSeat: (404, "not-found", lazy("this game has no such seat")),
    NoSuchProposal: (404, "not-found", lazy("this game has no such proposal")),
    NothingToTakeBack: (
        409,
        "nothing-to-take-back",
        lazy("there is nothing (or not as much) to undo"),
    ),
    NothingToRedo: (409, "nothing-to-redo", lazy("there is nothing (or not as much) to redo")),
    AgreedAlready: (
        409,
        "agreed-already",
        lazy("you have agreed to this already; it waits for the others"),
    ),
    TooMany: (
        409,
        "too-many-proposals",
        lazy("too many proposals wait already; decide on them first"),
    ),
    Crowded: (503, "crowded", lazy("too many long tasks are waiting; try again in a moment")),
    WorkerLost: (503, "broke-off", _PROTOCOL[500]),
    PoolFull: (503, "printing", lazy("several people are printing; try again in a moment")),
    Outrun: (503, "store", _BUSY),
}
"""What is answered alike whatever the error says: status, code, sentence."""

_DOMAIN: dict[type[Exception], Callable[[Any], Problem]] = {
    Unreadable: lambda error: Problem(422, "unreadable", **error.to_json(reader())),
    NoSuchLink: _no_link,
    Forbidden: lambda error: Problem(HTTPStatus.FORBIDDEN, "forbidden", str(error)),
    Ended: _ended_proposal,
    KeyReused: lambda _error: Problem(409, "key-reused", str(_REUSED), key="key"),
    NothingToTell: lambda error: Problem(409, "nothing-to-tell", str(error), key="what"),
    DoesNotFit: lambda error: Problem(
        409, "does-not-fit", str(error), entry=next(iter(error.entries), None), key="value"
    ),
    Failed: _store_problem,
    Unprintable: _unprintable_problem,
    LettersMissing: _letters_missing,
    HTTPException: _http_problem,
}


def find_problem(error: Exception) -> Problem:
    """Return the error as it is answered, for any exception that has an answer."""
    if isinstance(error, Problem):
        return error
    for always, (status, code, message) in _ALWAYS.items():
        if isinstance(error, always):
            return Problem(status, code, str(message))
    for kind, translate in _DOMAIN.items():
        if isinstance(error, kind):
            return translate(error)
    raise TypeError(f"{type(error).__name__} has no answer") from error


def init_app(app: Flask) -> None:
    """Answer every error in the one shape.

    Pages set ``app.extensions["error_page"]``: a function from Problem to a response.
    """
    kinds: list[type[Exception]] = [Problem, *_ALWAYS, *_DOMAIN]
    for kind in kinds:
        app.register_error_handler(kind, answer_error)


def answer_error(error: Exception) -> Response:
    """Return an error as it is answered: JSON under ``/api/``, text on call, a page elsewhere."""
    answered = find_problem(error)
    page = current_app.extensions.get("error_page")
    if request.path.startswith(ON_CALL):
        response = _answer_line(answered)
    elif page is None or request.path.startswith(API):
        response = jsonify({"error": answered.body})
    else:
        response = current_app.make_response(page(answered))
    response.status_code = answered.status
    if isinstance(error, PoolFull | Crowded | WorkerLost):
        response.headers["Retry-After"] = str(error.seconds)
    if isinstance(error, Outrun) or (isinstance(error, Unavailable) and error.passes):
        response.headers["Retry-After"] = str(SOON)
    if isinstance(error, HTTPException):  # Allow, Retry-After
        for name, value in error.get_headers():
            if name.lower() != "content-type":
                response.headers.setdefault(name, value)
    return response


def _answer_line(answered: Problem) -> Response:
    """Return an error as a line of text: its code and its sentence, and when to ask again."""
    body = answered.body
    response = Response(f"{body['code']}: {body['message']}\n", mimetype="text/plain")
    if answered.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(SOON)
    return response
