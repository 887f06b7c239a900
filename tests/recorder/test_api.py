"""The JSON interface: what it answers, what it documents, what every answer carries."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.reading import parse
from recorder import create_app
from recorder.serving import security
from tests.recorder.tally import add, document

V1 = "/api/v1"


def begin(client: FlaskClient, *entries: Any, **more: Any) -> dict[str, str]:
    answer = client.post(f"{V1}/games", json=document(*entries, **more))
    assert answer.status_code == 201
    return {link["seat"] or link["role"]: link["token"] for link in answer.json["links"]}


def send(client: FlaskClient, token: str, entry: Any, version: int, key: str, **more: Any) -> Any:
    body = {"entry": entry, "version": version, "key": key} | more
    return client.post(f"{V1}/games/{token}/entries", json=body)


def test_a_game_from_its_start_to_its_end(client: FlaskClient) -> None:
    started = client.post(f"{V1}/games", json=document())
    table = started.json["links"][0]["token"]
    assert started.headers["Location"] == f"{V1}/games/{table}"
    assert started.json["game"]["version"] == 0
    for number in range(7):  # a: 3, 6, 9, 12
        answer = send(client, table, add("ab"[number % 2], 3), number, f"k{number}")
        assert answer.status_code == 201
        assert answer.json == {
            "version": number + 1,
            "entries": [number + 1],
            "verdict": {"entry": number + 1, "verdict": "legal"},
        }
    assert client.get(f"{V1}/games/{table}").json == {
        "version": 7,
        "role": "table",
        "seat": None,
        "record": document(*[add("ab"[number % 2], 3) for number in range(7)]),
        "verdicts": [{"entry": number, "verdict": "legal"} for number in range(1, 8)],
        "position": {"turn_of": "b", "players": {"a": {"count": 12}, "b": {"count": 9}}},
        "over": True,
        "next": [],
        "scores": {"a": {"count": 12, "total": 12}, "b": {"count": 9, "total": 9}},
        "winners": ["a"],
        "findings": [],
        "reviewed": [],
        "clock": None,
    }


def test_a_game_may_begin_without_the_key_entries(client: FlaskClient) -> None:
    record = document()
    del record["entries"]
    answer = client.post(f"{V1}/games", json=record)
    assert (answer.status_code, answer.json["game"]["record"]["entries"]) == (201, [])
    refused = client.post(f"{V1}/records", json=record)  # a file has to be whole
    assert (refused.status_code, refused.json["error"]["key"]) == (422, "entries")


def test_a_game_that_is_begun_again_after_a_lost_answer_is_begun_once(client: FlaskClient) -> None:
    key = "?key=chosen-at-random-1"
    first = client.post(f"{V1}/games{key}", json=document())
    table = first.json["links"][0]["token"]
    send(client, table, add("a", 1), 0, "k1")
    again = client.post(f"{V1}/games{key}", json=document())
    assert (again.status_code, again.json["links"]) == (201, first.json["links"])
    assert again.json["game"]["version"] == 1
    for other in ("?key=chosen-at-random-2", ""):
        links = client.post(f"{V1}/games{other}", json=document()).json["links"]
        assert links[0]["token"] != table
    uploaded = [
        client.post(f"{V1}/records{key}", json=document(played_on="2026-01-01")) for _ in "12"
    ]
    assert uploaded[0].json["links"] == uploaded[1].json["links"] != first.json["links"]
    short = client.post(f"{V1}/games?key=guessed", json=document())
    assert (short.status_code, short.json["error"]["key"]) == (422, "key")


def test_an_illegal_entry_is_answered_with_its_verdict_then_let_stand(client: FlaskClient) -> None:
    table = begin(client)["table"]
    refused = send(client, table, add("b", 9), 0, "k1")
    assert refused.status_code == 409
    error = refused.json["error"]
    assert (error["code"], error["version"]) == ("illegal", 0)
    assert error["message"] == "it is a's turn; at most 3"
    rules = [breach["rule"] for breach in error["verdict"]["violations"]]
    assert rules == ["TALLY-TURN", "TALLY-MOST"]
    assert error["verdict"]["entry"] == 1
    assert client.get(f"{V1}/games/{table}").json["record"]["entries"] == []

    stands = send(client, table, add("b", 9), 0, "k1", stands=True, note="agreed")
    assert (stands.status_code, stands.json["version"], stands.json["entries"]) == (201, 1, [1, 2])
    assert stands.json["verdict"]["stands"] is True
    game = client.get(f"{V1}/games/{table}").json
    ruling = {"do": "rule", "entry": 1, "stands": True, "note": "agreed"}
    assert game["record"]["entries"] == [add("b", 9), ruling]
    assert [verdict["verdict"] for verdict in game["verdicts"]] == ["illegal", "legal"]


def test_two_phones_at_once_the_second_learns_what_happened(client: FlaskClient) -> None:
    links = begin(client)
    assert send(client, links["a"], add("a", 1), 0, "phone-1").status_code == 201
    late = send(client, links["b"], {"do": "check", "of": "a", "n": 0}, 0, "phone-2")
    assert late.status_code == 409
    error = late.json["error"]
    assert (error["code"], error["version"]) == ("stale", 1)
    (meanwhile,) = error["meanwhile"]
    assert (meanwhile["seat"], meanwhile["entries"]) == ("a", [add("a", 1)])
    again = send(client, links["b"], {"do": "check", "of": "a", "n": 0}, 1, "phone-2")
    assert (again.status_code, again.json["verdict"]["finding"]) == (201, {"count": [1, 0]})


def test_an_entry_sent_again_after_a_lost_answer_is_kept_once(client: FlaskClient) -> None:
    table = begin(client)["table"]
    first = send(client, table, add("a", 1), 0, "k1")
    again = send(client, table, add("a", 1), 0, "k1")
    assert (again.status_code, again.json) == (first.status_code, first.json)
    assert len(client.get(f"{V1}/games/{table}").json["record"]["entries"]) == 1


def test_the_last_entry_is_taken_back(client: FlaskClient) -> None:
    table = begin(client, add("a", 1))["table"]
    send(client, table, add("b", 1), 1, "k1")
    answer = client.post(f"{V1}/games/{table}/undo", json={"version": 2, "key": "k2"})
    assert (answer.status_code, answer.json) == (201, {"version": 3, "entries": [2]})
    assert client.get(f"{V1}/games/{table}").json["record"]["entries"] == [add("a", 1)]
    log = client.get(f"{V1}/games/{table}/log?since=1").json
    assert log["version"] == 3
    assert [line["op"] for line in log["operations"]] == ["append", "take_back"]
    assert [line["numbers"] for line in log["operations"]] == [[2], [2]]
    assert log["operations"][0]["entries"] == [add("b", 1)]


def test_a_record_goes_out_and_in_again_unchanged(client: FlaskClient) -> None:
    sent = document(
        add("a", 1) | {"note": "“Ёлка” 김 🎲", "at": "2026-11-20T20:00:00"}, add("b", 9)
    )
    sent["played_on"] = "2026-11-20"
    table = begin(client, *sent["entries"], played_on="2026-11-20")["table"]
    file = client.get(f"{V1}/games/{table}/record")
    assert file.mimetype == "application/json"
    assert file.headers["Content-Disposition"] == 'attachment; filename="tally-2026-11-20.json"'
    assert parse(file.data).document == sent
    again = client.post(f"{V1}/records", data=file.data, content_type="application/json")
    assert (again.status_code, again.json["game"]["record"]) == (201, sent)
    verdicts = [verdict["verdict"] for verdict in again.json["game"]["verdicts"]]
    assert verdicts == ["legal", "illegal"]
    assert again.json["links"][0]["token"] != table


def test_an_unreadable_upload_names_line_entry_and_key_and_keeps_nothing(
    client: FlaskClient,
) -> None:
    def error(data: bytes) -> dict[str, Any]:
        answer = client.post(f"{V1}/records", data=data, content_type="application/json")
        assert answer.status_code == 422
        return answer.json["error"]

    assert error(b'{"record": 1,\n"game": tally}')["line"] == 2
    broken = error(json.dumps(document(add("a", 1), {"by": "a", "do": "add"})).encode())
    assert (broken["entry"], broken["key"]) == (2, "n")
    twice = error(json.dumps(document(setup={"hands": {"a": [1], "b": [1]}})).encode())
    assert (twice["key"], twice["rule"]) == ("setup.hands", "TALLY-CARDS")
    with client.application.app_context():
        from recorder.web.context import tables

        assert list(tables().store.games()) == []


def test_a_seat_sees_its_own_hand_and_no_other(client: FlaskClient) -> None:
    links = begin(client, setup={"hands": {"a": [4], "b": [9]}})
    hands = {
        who: client.get(f"{V1}/games/{token}").json["record"]["setup"]["hands"]
        for who, token in links.items()
    }
    assert hands == {"table": {}, "read": {}, "a": {"a": [4]}, "b": {"b": [9]}}
    assert client.get(f"{V1}/games/{links['table']}/record").json["setup"] == {"hands": {}}


def test_a_seat_s_link_is_handed_on_until_it_has_been_opened(client: FlaskClient) -> None:
    links = begin(client)

    def shown() -> set[str]:
        answer = client.get(f"{V1}/games/{links['table']}/links").json
        return {link["seat"] or link["role"] for link in answer}

    client.get(f"{V1}/games/{links['table']}")
    assert shown() == {"table", "read", "a", "b"}
    client.get(f"{V1}/games/{links['b']}")
    assert shown() == {"table", "read", "a"}


def test_a_game_is_listed_unless_its_starter_says_no(client: FlaskClient) -> None:
    from recorder.web.context import tables

    client.post(f"{V1}/games?listed=false", json=document())
    client.post(f"{V1}/records?listed=true", json=document())
    assert client.post(f"{V1}/games?listed=maybe", json=document()).status_code == 422
    with client.application.app_context():
        assert [row.id for row in tables().store.games() if row.listed] == [2]


# --- what is documented ---------------------------------------------------------------------


def test_every_route_is_documented_with_what_it_takes_and_answers(client: FlaskClient) -> None:
    spec = client.get(f"{V1}/openapi.json").json
    assert spec["openapi"].startswith("3.1")
    documented = {
        (path, method.upper())
        for path, operations in spec["paths"].items()
        for method in operations
        if method != "parameters"
    }
    routed = {
        (rule.rule.replace("<int:", "<").replace("<", "{").replace(">", "}"), method)
        for rule in client.application.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert documented == routed
    for path, method in documented:
        operation = spec["paths"][path][method.lower()]
        assert operation["summary"]
        assert ("requestBody" in operation) == (method == "POST")
    append = spec["components"]["schemas"]["Append"]
    assert set(append["required"]) == {"entry", "version", "key"}
    assert set(append["properties"]) == {"entry", "version", "key", "stands", "note", "agreed"}


@pytest.mark.parametrize(("path", "schema"), [("", "Game"), ("/log", "Log")])
def test_an_answer_has_exactly_the_documented_keys(
    client: FlaskClient, path: str, schema: str
) -> None:
    table = begin(client, add("a", 1))["table"]
    spec = client.get(f"{V1}/openapi.json").json
    documented = set(spec["components"]["schemas"][schema]["properties"])
    assert set(client.get(f"{V1}/games/{table}{path}").json) == documented - {"tie_break"}


# --- what every answer carries --------------------------------------------------------------


@pytest.mark.parametrize("path", [f"{V1}/openapi.json", f"{V1}/games/x", "/nowhere"])
def test_every_answer_is_guarded(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'none'" in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"


def test_forms_need_a_token_and_the_json_interface_does_not(app: Flask) -> None:
    app.add_url_rule("/form", view_func=lambda: "sent", methods=["POST"])
    client = app.test_client()
    assert client.post("/form").status_code == 400
    assert client.post(f"{V1}/games", json=document()).status_code == 201


def test_the_session_s_cookie_is_out_of_reach_of_scripts_and_other_sites(app: Flask) -> None:
    def page() -> str:
        from flask_wtf.csrf import generate_csrf

        return generate_csrf()

    app.add_url_rule("/page", view_func=page)
    cookie = app.test_client().get("/page").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_the_json_interface_sets_no_cookie(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.post(f"{V1}/games", json=document()).headers


# --- configuration --------------------------------------------------------------------------


def test_the_secret_key_outlives_a_restart_and_is_its_owner_s_only(
    settings: dict[str, Any],
) -> None:
    first, second = create_app(settings), create_app(settings)
    assert first.secret_key == second.secret_key
    assert len(str(first.secret_key)) >= 48
    file = Path(settings["DATABASE"] + ".key")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list(file.parent.glob("*.key.*"))


def test_the_environment_configures_and_the_caller_overrides(
    settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "from the environment")
    monkeypatch.setenv("MAX_CONTENT_LENGTH", "1000")
    monkeypatch.setenv("SESSION_COOKIE_SECURE", "yes")
    monkeypatch.setenv("DATABASE", str(tmp_path / "elsewhere.db"))
    app = create_app(settings)
    assert (app.secret_key, app.config["MAX_CONTENT_LENGTH"]) == ("from the environment", 1000)
    assert app.config["SESSION_COOKIE_SECURE"] is True
    assert app.config["DATABASE"] == settings["DATABASE"]
    assert not (tmp_path / "elsewhere.db").exists()


def test_a_setting_of_the_wrong_kind_is_named(
    settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REPLAYS_MB", "many")
    with pytest.raises(ValueError, match="REPLAYS_MB='many'"):
        create_app(settings)


def test_a_proxy_is_believed_only_where_it_is_configured(settings: dict[str, Any]) -> None:
    forwarded = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    for proxies, seen in ((0, "127.0.0.1 http"), (1, "203.0.113.9 https")):
        app = create_app(settings | {"PROXIES": proxies})
        app.add_url_rule("/who", view_func=who)
        assert app.test_client().get("/who", headers=forwarded).text == seen


def who() -> str:
    from flask import request

    return f"{request.remote_addr} {request.scheme}"


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    assert set(security.POLICY.values()) == {"'none'", "'self'", "'self' data:"}
