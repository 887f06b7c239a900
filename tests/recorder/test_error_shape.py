"""Every error has the one shape, on every route and with every status that OpenAPI names.

    {"error": {"status": 404, "code": "not-found", "message": "..", "entry": None, "key": None}}

and, where it helps, ``line``, ``rule``, ``verdict``, ``version``, ``meanwhile``.
"""

import json
import re
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from freezegun import freeze_time
from werkzeug.test import TestResponse

from adjudicator.casebook import CASEBOOK
from adjudicator.casebook.book import WithdrawnCase
from adjudicator.messages import DataSentence
from recorder import create_app
from recorder.app.answers import find_answer
from recorder.database import DiskError, Failed, NoRoom, ReadOnly, Unavailable, Unfinished, sqlite
from recorder.games import joining
from recorder.games.tables import Tables
from recorder.league.known import league_service
from recorder.web.context import tables
from tests.recorder.tally import add, document

ALWAYS = {"status", "code", "message", "entry", "key"}
SOMETIMES = {"line", "rule", "verdict", "version", "meanwhile", "precedents", "see"}


def assert_canonical(response: TestResponse, status: int, code: str) -> dict[str, Any]:
    """Check an error against the one shape and return its inside."""
    assert (response.status_code, response.mimetype) == (status, "application/json")
    assert response.headers["Cache-Control"] == "no-store"
    assert set(response.json) == {"error"}
    error: dict[str, Any] = response.json["error"]
    assert ALWAYS <= set(error) <= ALWAYS | SOMETIMES
    assert (error["status"], error["code"]) == (status, code)
    assert isinstance(error["message"], str)
    assert error["message"]
    assert error["entry"] is None or type(error["entry"]) is int
    assert error["key"] is None or type(error["key"]) is str
    assert find_answer("Error").validate(response.json) == {}
    return error


class Games:
    """A started game and short words for what the cases below send."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        answer = client.post("/api/v1/games", json=document())
        self.links = {link["seat"] or link["role"]: link["token"] for link in answer.json["links"]}

    def path(self, rest: str = "", who: str = "table") -> str:
        return f"/api/v1/games/{self.links[who]}{rest}"

    def send(self, rest: str, body: Any = None, who: str = "table", **more: Any) -> TestResponse:
        return self.client.post(self.path(rest, who), json=body, **more)


def entry(version: int = 0, key: str = "k", n: int = 1, **more: Any) -> dict[str, Any]:
    return {"entry": add("a", n), "version": version, "key": key} | more


def large(games: Games, path: str) -> TestResponse:
    return games.client.post(
        path, data=b" " * (2 * 1024 * 1024 + 1), content_type="application/json"
    )


def proposed(g: Games, version: int = 1) -> TestResponse:
    """Let player a propose to remove the first entry: proposal 2."""
    g.send("/entries", entry())
    return g.send("/proposals", WISH | {"version": version, "key": "p"}, "a")


def ended(g: Games, answer: str, who: str) -> TestResponse:
    """Answer a proposal that waited, and answer it again."""
    proposed(g)
    if answer == "overtaken":
        g.send("/undo", {"version": 2, "key": "u"})
    else:
        g.send(f"/proposals/2/{answer}", {"version": 2, "key": "n"}, who)
    return g.send("/proposals/2/accept", {"version": 3, "key": "y"})


def crowded(g: Games) -> TestResponse:
    for number in range(4):
        g.send("/entries", entry())
        answer = g.send("/proposals", WISH | {"version": 1 + number, "key": f"p{number}"}, "a")
    return answer


def form(games: Games, path: str) -> TestResponse:
    return games.client.post(path, data="a=1")


def stale(games: Games, rest: str) -> TestResponse:
    games.send("/entries", entry())
    body = {**BODIES[rest], "version": 0, "key": "k2"}
    if rest == "/entries":  # the same again counts as one
        body["entry"] = add("b", 1)
    if rest == "/proposals":
        return games.send(rest, SENT | {"what": "undo", "key": "k2"}, "a")
    if NUMBER in rest:
        proposed(games)
        games.send("/entries", entry(2, "k3") | {"entry": add("b", 1)})
    return games.send(address(rest), body)


def too_many(games: Games, path: str) -> TestResponse:
    for _ in range(1000):
        answer = games.client.post(path, json={})
        if answer.status_code == 429:
            break
    return answer


def begun_with_a_replaced_link(games: Games, path: str) -> TestResponse:
    address = path + "?key=chosen-at-random-1"
    table = games.client.post(address, json=document()).json["links"][0]["token"]
    with games.client.application.app_context():
        service = tables()
        joining.replace_game_link(service, service.open(table), "table", None, key="k")
    return games.client.post(address, json=document())


def club(games: Games, rest: str = "", role: int = 0) -> str:
    with games.client.application.test_request_context():
        links = league_service().found("Tuesday Club", "en", {})
    return f"/api/v1/leagues/{links[role].token}/imports{rest}"


def withdrawn(games: Games, path: str) -> TestResponse:
    """Read a case that was withdrawn; nothing in the casebook was, so far."""
    gone = WithdrawnCase(
        "1.99", DataSentence("1.99.reason", "It asked what 1.1 asks."), "1.1", "0.3.0"
    )
    with patch.dict(CASEBOOK.withdrawn, {"1.99": gone}):
        return games.client.get(path)


NO_CLUB = "/api/v1/leagues/no-such-token/imports"
PUBLIC_LINK = 2

NO_GAME = ("api.about", "api.list_cases", "api.read_case", "api.search_everything")
"""What is answered without a store."""

Case = Callable[[Games], TestResponse]
NO = "/api/v1/games/no-such-token"

CASES: dict[tuple[str, int, str], Case] = {
    **{
        (path, 404, "not-found"): partial(begun_with_a_replaced_link, path="/api/v1" + path)
        for path in ("/games", "/records")
    },
    ("/games", 413, "request-entity-too-large"): lambda g: large(g, "/api/v1/games"),
    ("/games", 415, "unsupported-media-type"): lambda g: form(g, "/api/v1/games"),
    ("/games", 422, "unreadable"): lambda g: g.client.post("/api/v1/games", json={}),
    ("/games", 429, "too-many-requests"): lambda g: too_many(g, "/api/v1/games"),
    ("/records", 413, "request-entity-too-large"): lambda g: large(g, "/api/v1/records"),
    ("/records", 415, "unsupported-media-type"): lambda g: form(g, "/api/v1/records"),
    ("/records", 422, "unreadable"): lambda g: g.client.post(
        "/api/v1/records", data=b"{", content_type="application/json"
    ),
    ("/records", 429, "too-many-requests"): lambda g: too_many(g, "/api/v1/records"),
    ("/games/{token}", 404, "not-found"): lambda g: g.client.get(NO),
    ("/games/{token}/links", 404, "not-found"): lambda g: g.client.get(NO + "/links"),
    ("/games/{token}/review", 404, "not-found"): lambda g: g.client.get(NO + "/review"),
    ("/games/{token}/review", 409, "not-over"): lambda g: g.client.get(g.path("/review")),
    ("/games/{token}/log", 404, "not-found"): lambda g: g.client.get(NO + "/log"),
    ("/games/{token}/log", 422, "unreadable"): lambda g: g.client.get(g.path("/log?since=x")),
    ("/games/{token}/record", 404, "not-found"): lambda g: g.client.get(NO + "/record"),
    ("/games/{token}/entries", 409, "illegal"): lambda g: g.send("/entries", entry(n=9)),
    ("/games/{token}/entries", 409, "unclear"): lambda g: g.send(
        "/entries", entry() | {"entry": {"by": "a", "do": "guess", "n": 1}}
    ),
    ("/games/{token}/entries", 409, "key-reused"): lambda g: (
        g.send("/entries", entry()),
        g.send("/entries", entry(1, n=2)),
    )[1],
    ("/games/{token}/states/{version}", 404, "not-found"): lambda g: g.client.get(NO + "/states/0"),
    ("/games/{token}/states/{version}", 422, "unreadable"): lambda g: g.client.get(
        g.path("/states/1")
    ),
    ("/games/{token}/undo", 409, "nothing-to-take-back"): lambda g: g.send("/undo", SENT),
    ("/games/{token}/redo", 409, "nothing-to-redo"): lambda g: g.send("/redo", SENT),
    ("/games/{token}/tell", 409, "nothing-to-tell"): lambda g: g.send("/tell", TOLD, "a"),
    ("/games/{token}/proposals", 404, "not-found"): lambda g: g.client.get(NO + "/proposals"),
    ("/games/{token}/proposals/{number}", 404, "not-found"): lambda g: g.client.get(
        g.path("/proposals/2")
    ),
    ("/games/{token}/proposals", 409, "too-many-proposals"): crowded,
    ("/games/{token}/proposals/preview", 409, "nothing-to-take-back"): lambda g: g.send(
        "/proposals/preview", {"what": "undo"}
    ),
    ("/games/{token}/assent", 409, "key-reused"): lambda g: (
        g.send("/entries", entry()),
        g.send("/assent", BODIES["/assent"]),
    )[1],
    ("/games/{token}/proposals/{number}/accept", 409, "accepted"): lambda g: ended(
        g, "accept", "b"
    ),
    ("/games/{token}/proposals/{number}/accept", 409, "overtaken"): lambda g: ended(
        g, "overtaken", ""
    ),
    ("/games/{token}/proposals/{number}/accept", 409, "withdrawn"): lambda g: ended(
        g, "withdraw", "a"
    ),
    ("/games/{token}/proposals/{number}/accept", 409, "declined"): lambda g: ended(
        g, "decline", "b"
    ),
    ("/games/{token}/proposals/{number}/decline", 409, "declined"): lambda g: (
        ended(g, "decline", "b"),
        g.send("/proposals/2/decline", {"version": 3, "key": "z"}),
    )[1],
    ("/games/{token}/proposals/{number}/withdraw", 409, "declined"): lambda g: (
        ended(g, "decline", "b"),
        g.send("/proposals/2/withdraw", {"version": 3, "key": "z"}, "a"),
    )[1],
    ("/games/{token}/corrections", 409, "key-reused"): lambda g: (
        g.send("/entries", entry()),
        g.send("/corrections", BODIES["/corrections"]),
    )[1],
}

SENT = {"version": 0, "key": "k"}
NUMBER = "<int:number>"
NEVER_STALE = ("/tell", "/assent", f"/proposals/{NUMBER}/decline", f"/proposals/{NUMBER}/withdraw")
"""The table tells nothing, however late; what concerns no entry fits whatever was entered."""


def address(rest: str) -> str:
    return rest.replace(NUMBER, "2")


TOLD = SENT | {"what": "hand", "value": [1]}
EDIT = {"kind": "remove", "number": 1}
WISH = {"what": "correction"} | EDIT
BODIES: dict[str, dict[str, Any]] = {
    "/entries": entry(),
    "/checks": SENT | {"entries": [{"do": "check", "of": "a", "n": 1}]},
    "/undo": SENT,
    "/redo": SENT,
    "/corrections/preview": EDIT,
    "/corrections": SENT | EDIT,
    "/return": SENT | {"to": 0},
    "/tell": TOLD,
    "/proposals/preview": WISH,
    "/proposals": SENT | WISH,
    **{f"/proposals/{NUMBER}/{answer}": SENT for answer in ("accept", "decline", "withdraw")},
    "/assent": SENT | {"of": "all"},
}
"""What is sent to every route that writes, or says what writing would do."""


def _writes(rest: str) -> dict[tuple[str, int, str], Case]:
    """Return what goes wrong alike on every route of ``BODIES``."""
    path, body = "/games/{token}" + rest.replace(NUMBER, "{number}"), BODIES[rest]

    def forbidden(g: Games) -> TestResponse:
        g.send("/entries", entry())
        if rest == "/redo":
            g.send("/undo", {"version": 1, "key": "k1"})
        version = {"version": 2 if rest == "/redo" else 1, "key": "k2"} if "key" in body else {}
        return g.send(address(rest), body | version, "read")

    cases: dict[tuple[str, int, str], Case] = {
        (path, 403, "forbidden"): forbidden,
        (path, 404, "not-found"): lambda g: g.client.post(NO + address(rest), json=body),
        (path, 413, "request-entity-too-large"): lambda g: large(g, g.path(address(rest))),
        (path, 415, "unsupported-media-type"): lambda g: form(g, g.path(address(rest))),
        (path, 422, "unreadable"): lambda g: g.send(address(rest), {}),
        (path, 429, "too-many-requests"): lambda g: [g.send(address(rest), {}) for _ in range(4)][
            -1
        ],
    }
    if "key" in body and rest not in NEVER_STALE:
        cases[path, 409, "stale"] = lambda g: stale(g, rest)
    return cases


for route in BODIES:
    CASES |= _writes(route)

IMPORTS, IMPORT = "/leagues/{lt}/imports", "/leagues/{lt}/imports/{number}"
CASES |= {
    (IMPORTS, 403, "forbidden"): lambda g: g.client.post(club(g, role=PUBLIC_LINK), json={}),
    (IMPORTS, 404, "not-found"): lambda g: g.client.post(NO_CLUB, json={}),
    (IMPORTS, 413, "request-entity-too-large"): lambda g: large(g, club(g)),
    (IMPORTS, 415, "unsupported-media-type"): lambda g: form(g, club(g)),
    (IMPORTS, 422, "unreadable"): lambda g: g.client.post(club(g, "?key=no key"), json={}),
    (IMPORTS, 429, "too-many-requests"): lambda g: too_many(g, club(g)),
    (IMPORT, 403, "forbidden"): lambda g: g.client.get(club(g, "/1", PUBLIC_LINK)),
    (IMPORT, 404, "not-found"): lambda g: g.client.get(NO_CLUB + "/1"),
    (IMPORT, 422, "unfit"): lambda g: g.client.get(club(g, "/1")),
    (IMPORT, 422, "unreadable"): lambda g: g.client.post(club(g, "/1"), json={"people": 1}),
    (IMPORT, 413, "request-entity-too-large"): lambda g: large(g, club(g, "/1")),
    (IMPORT, 415, "unsupported-media-type"): lambda g: form(g, club(g, "/1")),
    ("/search", 422, "unreadable"): lambda g: g.client.get("/api/v1/search"),
    ("/casebook", 422, "unreadable"): lambda g: g.client.get("/api/v1/casebook?q=" + "x" * 201),
    ("/casebook/{case}", 404, "not-found"): lambda g: g.client.get("/api/v1/casebook/99.99"),
    ("/casebook/{case}", 410, "withdrawn"): lambda g: withdrawn(g, "/api/v1/casebook/1.99"),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_every_documented_error_has_the_one_shape(
    case: tuple[str, int, str], settings: dict[str, Any]
) -> None:
    _, status, code = case
    few = dict.fromkeys(("CREATION_LIMIT", "LINK_LIMIT"), "3 per hour") if status == 429 else {}
    with create_app(settings | few).test_client() as client:
        assert_canonical(CASES[case](Games(client)), status, code)


def test_every_documented_error_is_tried(client: FlaskClient) -> None:
    documented = set()
    for path, operations in client.get("/api/v1/openapi.json").json["paths"].items():
        for operation in operations.values():
            if isinstance(operation, dict):
                documented |= {
                    (path.removeprefix("/api/v1"), int(status))
                    for status in operation["responses"]
                    if status != "default" and int(status) >= 400
                }
    assert documented == {(path, status) for path, status, _ in CASES}


def path_of(rule: Any, token: str) -> str:
    return address(str(rule.rule).replace("<token>", token).replace("<int:version>", "0"))


def api_rules(app: Flask) -> list[Any]:
    return [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")]


def test_a_wrong_method_is_answered_on_every_route(client: FlaskClient) -> None:
    for rule in api_rules(client.application):
        response = client.delete(path_of(rule, "x"))
        assert_canonical(response, 405, "method-not-allowed")
        allowed = {method.strip() for method in response.headers["Allow"].split(",")}
        assert set(rule.methods) <= allowed
        assert "DELETE" not in allowed


def test_a_path_that_does_not_exist_is_answered(client: FlaskClient) -> None:
    for path in ("/api/", "/api/v1", "/api/v1/game", "/api/v1/games/x/y"):
        assert_canonical(client.get(path), 404, "not-found")


def unexpected(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("a mistake in the program")


def busy(*_: Any, **__: Any) -> Any:
    raise Unavailable("database is locked")


@pytest.mark.parametrize(
    ("failure", "waits", "words"),
    [
        (Unavailable, True, "busy"),
        (NoRoom, False, "no room"),
        (ReadOnly, False, "only be read"),
        (DiskError, False, "disk"),
        (Unfinished, False, "cannot be opened"),
        (Failed, False, "damaged"),
    ],
)
def test_each_trouble_of_the_store_says_whether_to_wait(
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    failure: type[Failed],
    waits: bool,
    words: str,
) -> None:
    table = Games(client).links["table"]

    def fails(*_: Any, **__: Any) -> Any:
        raise failure("as it says")

    monkeypatch.setattr(Tables, "start", fails)
    monkeypatch.setattr(Tables, "open", fails)
    by_script = {"X-From": "page", "X-Parts": "x"}
    for answer in (
        client.post("/api/v1/games", json=document()),
        client.get(f"/t/{table}", headers=by_script),
        client.get(f"/t/{table}"),
    ):
        assert answer.status_code == 503
        assert ("Retry-After" in answer.headers) is waits
        assert words in answer.text.lower()


def test_sqlite_tells_what_lasts_from_what_passes(tmp_path: Path) -> None:
    """The codes of SQLite's own header; what extends a code has it in its lower eight bits."""
    told = {
        13: NoRoom,  # SQLITE_FULL
        8: ReadOnly,  # SQLITE_READONLY
        264: ReadOnly,  # SQLITE_READONLY_RECOVERY
        10: DiskError,  # SQLITE_IOERR
        778: DiskError,  # SQLITE_IOERR_WRITE
        5: Unavailable,  # SQLITE_BUSY
        14: Unavailable,  # SQLITE_CANTOPEN
    }
    for code, kind in told.items():
        problem = sqlite3.OperationalError("as it says")
        problem.sqlite_errorcode = code
        assert type(sqlite.file_failure(problem)) is kind
    small = sqlite.connect(tmp_path / "small.db")
    small.execute("PRAGMA max_page_count = 2")
    small.execute("CREATE TABLE more (text TEXT)")
    with pytest.raises(NoRoom):
        small.execute("INSERT INTO more VALUES (zeroblob(100000))")
    small.end()


@pytest.mark.parametrize(
    ("trouble", "status", "code"),
    [(unexpected, 500, "internal-server-error"), (busy, 503, "store")],
)
def test_trouble_inside_is_answered_on_every_route(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, trouble: Any, status: int, code: str
) -> None:
    game = Games(client)
    for name in ("open", "start", "upload"):
        monkeypatch.setattr(Tables, name, trouble)
    bodies = {"/api/v1/games": document(), "/api/v1/records": document()}
    tried = 0
    for rule in api_rules(client.application):
        opens_a_game = "<lt>" not in rule.rule and rule.endpoint not in NO_GAME
        if rule.endpoint.startswith("api.") and opens_a_game:
            path = path_of(rule, game.links["table"])
            body = bodies.get(path) or BODIES.get(rule.rule.removeprefix("/api/v1/games/<token>"))
            method = "POST" if "POST" in rule.methods else "GET"
            response = client.open(path, method=method, json=body if method == "POST" else None)
            assert "mistake" not in assert_canonical(response, status, code)["message"]
            tried += 1
    assert tried == 24


@pytest.mark.parametrize(
    ("body", "key"),
    [
        pytest.param(entry() | {"version": "0"}, "version", id="version-a-text"),
        pytest.param(entry() | {"version": 0.0}, "version", id="version-a-fraction"),
        pytest.param(entry() | {"version": True}, "version", id="version-true"),
        pytest.param(entry() | {"version": None}, "version", id="version-null"),
        pytest.param(entry() | {"version": -1}, "version", id="version-negative"),
        pytest.param(entry() | {"version": 10**30}, "version", id="version-huge"),
        pytest.param(entry() | {"key": 7}, "key", id="key-a-number"),
        pytest.param(entry() | {"key": ""}, "key", id="key-empty"),
        pytest.param(entry() | {"key": "k" * 65}, "key", id="key-long"),
        pytest.param(entry() | {"key": "a b"}, "key", id="key-with-blank"),
        pytest.param(entry() | {"key": "k\n"}, "key", id="key-with-newline"),
        pytest.param(entry() | {"stands": 1}, "stands", id="stands-a-number"),
        pytest.param(entry() | {"stands": "true"}, "stands", id="stands-a-text"),
        pytest.param(entry() | {"note": 5}, "note", id="note-a-number"),
        pytest.param(entry() | {"note": "x" * 2001}, "note", id="note-long"),
        pytest.param(entry() | {"entry": []}, "entry", id="entry-a-list"),
        pytest.param(entry() | {"more": 1}, "more", id="unknown-key"),
        pytest.param({"entry": add("a", 1), "key": "k"}, "version", id="no-version"),
    ],
)
def test_types_are_strict_and_the_message_names_the_key(
    client: FlaskClient, body: Any, key: str
) -> None:
    game = Games(client)
    error = assert_canonical(game.send("/entries", body), 422, "unreadable")
    assert error["key"] == key
    assert key in error["message"]
    assert client.get(game.path()).json["version"] == 0


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        pytest.param(b"", None, 1, id="empty"),
        pytest.param(b'{"version": 0,\n "key": "k",\n "entry": }', None, 3, id="broken"),
        pytest.param(b'{"version": 0, "version": 1}', "version", None, id="key-twice"),
        pytest.param(b'{"version": NaN}', None, None, id="nan"),
        pytest.param(b'{"version": 1e999}', None, None, id="endless-number"),
        pytest.param(b'{"version": ' + b"1" * 5000 + b"}", None, None, id="5000-digits"),
        pytest.param(b'{"key": "\\ud800"}', "key", None, id="half-a-character"),
        pytest.param(b'{"key": "k\\u0000"}', "key", None, id="nul"),
        pytest.param(b'{"entry": {"note": ["\\u0000"]}}', "entry.note.0", None, id="nul-within"),
        pytest.param(b'{"\\u0000": 1}', "\0", None, id="key-with-nul"),
        pytest.param(b'{"key": "\xff"}', None, None, id="not-utf-8"),
        pytest.param(b"[" * 60_000, None, 1, id="nested"),
        pytest.param(b"null", None, None, id="null"),
        pytest.param(b"[]", None, None, id="list"),
    ],
)
def test_a_body_that_is_not_json_is_answered(
    client: FlaskClient, text: bytes, key: str | None, line: int | None
) -> None:
    game = Games(client)
    response = client.post(game.path("/entries"), data=text, content_type="application/json")
    error = assert_canonical(response, 422, "unreadable")
    assert error["key"] == key
    assert error.get("line") == line


def test_a_form_with_nul_in_it_is_refused_and_names_the_field(settings: dict[str, Any]) -> None:
    client = create_app(settings | {"WTF_CSRF_ENABLED": False}).test_client()
    for fields in ({"name": "Ada\0"}, {"name\0": "Ada"}, {"key": "k", "note": "\0"}):
        page = client.post("/l/new", data=fields)
        assert page.status_code == 422
        assert "character NUL" in page.text
    said = client.post("/l/new", data=fields, headers={"X-From": "form"})
    assert [each["at"] for each in said.json["problems"]] == ["note"]


def test_starting_and_uploading_share_a_limit_that_says_when_to_come_back(
    settings: dict[str, Any],
) -> None:
    with (
        freeze_time("2100-01-01") as clock,
        create_app(settings | {"CREATION_LIMIT": "2 per hour"}).test_client() as client,
    ):
        for path in ("/api/v1/games", "/api/v1/records"):
            assert client.post(path, json=document()).status_code == 201
        for path in ("/api/v1/games", "/api/v1/records"):
            response = client.post(path, json=document())
            error = assert_canonical(response, 429, "too-many-requests")
            assert "2 per 1 hour" in error["message"]
            assert 0 < int(response.headers["Retry-After"]) <= 3601
        assert client.get("/api/v1/openapi.json").status_code == 200  # reading is not limited
        clock.tick(3602)
        assert client.post("/api/v1/games", json=document()).status_code == 201


def test_the_documented_shape_is_the_one_that_is_sent(client: FlaskClient) -> None:
    components = client.get("/api/v1/openapi.json").json["components"]["schemas"]
    assert set(components["ErrorBody"]["properties"]) == ALWAYS | SOMETIMES
    assert set(components["ErrorBody"]["required"]) == ALWAYS
    assert json.dumps(components["Error"]["properties"]["error"]).count("ErrorBody") == 1


def test_every_code_is_explained_in_the_documentation() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "recorder.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith(("| 4", "| 503"))]
    explained = {
        (int(row[2:5]), code) for row in rows for code in re.findall("`([a-z-]+)`", row[:40])
    }
    assert explained == {(status, code) for _, status, code in CASES} | {(503, "store")}
