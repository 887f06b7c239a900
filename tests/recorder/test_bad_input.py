"""Real games through the interface, and everything that can be wrong with what is sent.

Two phones at once, an entry sent twice, a body of 50 MB and a process killed in the middle of
a write are tried in test_tables and test_processes.
"""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator.reading import MAX_ENTRIES, parse
from adjudicator.replay import Replay, write_judgement

RECORDS = Path(__file__).resolve().parent.parent / "records"
FILES = sorted(RECORDS.glob("*.json"))
GAME: dict[str, Any] = json.loads((RECORDS / "austria-4p-2015-ru.json").read_text("utf-8"))
V1 = "/api/v1"


def begin(client: FlaskClient, record: dict[str, Any], entries: int = 0) -> dict[str, str]:
    record = {**record, "entries": record["entries"][:entries]}
    answer = client.post(f"{V1}/games", json=record)
    assert answer.status_code == 201
    return {link["seat"] or link["role"]: link["token"] for link in answer.json["links"]}


def send(client: FlaskClient, token: str, entry: Any, version: int, key: str) -> TestResponse:
    body = {"entry": entry, "version": version, "key": key}
    return client.post(f"{V1}/games/{token}/entries", json=body)


def upload(client: FlaskClient, source: Any) -> TestResponse:
    data = source if isinstance(source, bytes) else json.dumps(source).encode()
    return client.post(f"{V1}/records", data=data, content_type="application/json")


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_whole_game_entered_through_the_interface_is_the_game_of_its_file(
    client: FlaskClient, file: Path
) -> None:
    record = json.loads(file.read_text("utf-8"))
    replay = Replay(parse(file.read_bytes()))
    table = begin(client, record)["table"]
    version = 0
    for number, entry in enumerate(record["entries"], start=1):
        body = {"entry": entry, "version": version, "key": f"k{number}", "stands": True}
        answer = client.post(f"{V1}/games/{table}/entries", json=body)
        assert answer.status_code == 201, (number, entry, answer.json)
        assert answer.json["entries"] == [number]
        version = answer.json["version"]
    game = client.get(f"{V1}/games/{table}").json
    expected = as_json(write_judgement(replay))
    assert {key: game[key] for key in expected} == expected
    assert game["over"] is True
    assert client.get(f"{V1}/games/{table}/record").json == record


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_is_uploaded_and_downloaded_unchanged(client: FlaskClient, file: Path) -> None:
    answer = upload(client, file.read_bytes())
    assert answer.status_code == 201
    table = answer.json["links"][0]["token"]
    assert client.get(f"{V1}/games/{table}/record").json == json.loads(file.read_text("utf-8"))


def test_every_step_can_be_taken_back_to_the_first(client: FlaskClient) -> None:
    links = begin(client, GAME, 12)
    path = f"{V1}/games/{links['table']}"
    for count in range(12, 0, -1):
        body = {"version": 13 - count, "key": f"undo-{count}"}
        assert client.post(f"{path}/undo", json=body).json["entries"] == [count]
    game = client.get(path).json
    assert game["record"]["entries"] == []
    fresh = as_json(write_judgement(Replay(parse(json.dumps({**GAME, "entries": []})))))
    assert {key: game[key] for key in fresh} == fresh


# --- a record that is none -------------------------------------------------------------------


def changed(number: int | None = None, **keys: Any) -> dict[str, Any]:
    """Return the game with keys of an entry (from 1), or of the header, changed."""
    record = copy.deepcopy(GAME)
    (record if number is None else record["entries"][number - 1]).update(keys)
    return record


def named(name: str) -> dict[str, Any]:
    first, second, *others = GAME["players"]
    return changed(players=[first, {**second, "name": name}, *others])


@pytest.mark.parametrize(
    ("source", "line", "entry", "key"),
    [
        pytest.param(b"", 1, None, None, id="empty"),
        pytest.param(b"Anna took a guest\nand then", 1, None, None, id="not-json"),
        pytest.param(b'{"record": 1,\n"game":', 2, None, None, id="cut-off"),
        pytest.param(b"\xff\xfe{}", None, None, None, id="not-utf-8"),
        pytest.param(b"[" * 50_000, 1, None, None, id="nested"),
        pytest.param(named("\u200b\u3164 \ufe0f"), None, None, "players.1.name", id="unseen-name"),
        pytest.param(named(""), None, None, "players.1.name", id="no-name"),
        pytest.param(b"[]", None, None, None, id="a-list"),
        pytest.param(changed(record=2), None, None, "record", id="version-2"),
        pytest.param(changed(game="chess"), None, None, "game", id="unknown-game"),
        pytest.param(changed(edition="1999"), None, None, "edition", id="unknown-edition"),
        pytest.param(changed(colour="red"), None, None, "colour", id="unknown-header-key"),
        pytest.param(changed(5, do="fly"), None, 5, "do", id="unknown-verb"),
        pytest.param(changed(5, room="9-9"), None, 5, "room", id="no-such-room"),
        pytest.param(changed(1, guest=999), None, 1, "guest", id="no-such-guest"),
        pytest.param(changed(1, guest="103"), None, 1, "guest", id="guest-as-a-text"),
        pytest.param(changed(1, by="z"), None, 1, "by", id="no-such-player"),
        pytest.param(changed(1, why="because"), None, 1, "why", id="unknown-key"),
        pytest.param(changed(1, at="yesterday"), None, 1, "at", id="no-time"),
        pytest.param(changed(2, note="a\0b"), None, 2, "note", id="nul-in-a-note"),
        pytest.param(changed(2, note="\ud800"), None, 2, "note", id="half-a-character"),
        pytest.param(changed(place="\0"), None, None, "place", id="nul-in-the-header"),
    ],
)
def test_an_unreadable_record_is_answered_with_the_place_and_not_kept(
    client: FlaskClient, source: Any, line: int | None, entry: int | None, key: str | None
) -> None:
    answer = upload(client, source)
    assert answer.status_code == 422
    error = answer.json["error"]
    assert error["code"] == "unreadable"
    assert (error.get("line"), error["entry"], error["key"]) == (line, entry, key)
    for word in (line, entry, key):
        assert word is None or str(word) in error["message"]


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        pytest.param({"by": "a", "do": "fly"}, "do", id="unknown-verb"),
        pytest.param({"by": "a", "do": "prepare", "room": "9-9"}, "room", id="no-such-room"),
        pytest.param({"by": "d", "do": "take_guest", "guest": 104, "reveal": 1}, "reveal", id="?"),
    ],
)
def test_an_unreadable_entry_is_answered_with_its_key_and_the_game_goes_on(
    client: FlaskClient, entry: Any, key: str
) -> None:
    table = begin(client, GAME)["table"]
    error = send(client, table, entry, 0, "k1").json["error"]
    assert (error["status"], error["code"]) == (422, "unreadable")
    assert (error["entry"], error["key"]) == (1, key)
    assert send(client, table, GAME["entries"][0], 0, "k1").status_code == 201


def test_a_guest_that_is_not_in_the_queue_is_illegal_and_not_unreadable(
    client: FlaskClient,
) -> None:
    table = begin(client, GAME)["table"]
    absent = next(guest for guest in (101, 102, 104, 105) if guest not in GAME["setup"]["queue"])
    first = GAME["entries"][0]
    answer = send(client, table, first | {"guest": absent}, 0, "k1")
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "illegal")
    verdict = answer.json["error"]["verdict"]
    assert (verdict["entry"], verdict["verdict"]) == (1, "illegal")
    assert all(breach["rule"].startswith("GAH-") for breach in verdict["violations"])
    assert send(client, table, first, 0, "k1").status_code == 201


# --- long ones -------------------------------------------------------------------------------


def padded(count: int) -> dict[str, Any]:
    """Return the game with so many entries: the rest are readings of the real board."""
    record = copy.deepcopy(GAME)
    reading = {"do": "check", "of": "a", "vp": 1}
    record["entries"] += [reading] * (count - len(record["entries"]))
    return record


def test_a_record_of_10_000_entries_is_judged_kept_and_gone_on_with(client: FlaskClient) -> None:
    answer = upload(client, padded(10_000))
    assert answer.status_code == 201
    assert len(answer.json["game"]["verdicts"]) == 10_000
    table = answer.json["links"][0]["token"]
    after = send(client, table, {"do": "check", "of": "b", "vp": 1}, 1, "k1")
    assert after.json["entries"] == [10_001]


def test_a_record_with_more_entries_than_any_game_is_refused_with_the_number(
    client: FlaskClient,
) -> None:
    answer = upload(client, padded(MAX_ENTRIES + 1))
    assert (answer.status_code, answer.json["error"]["key"]) == (422, "entries")
    assert str(MAX_ENTRIES + 1) in answer.json["error"]["message"]


# --- hidden cards ----------------------------------------------------------------------------


HIRING: dict[str, Any] = {
    "record": 1,
    "game": "austria",
    "edition": "2015-ru",
    "players": [{"id": "a", "name": "Anna"}, {"id": "b", "name": "Boris"}],
    "setup": {
        "politics": GAME["setup"]["politics"],
        "emperor": GAME["setup"]["emperor"],
        "queue": [63, 64, 86, 90, 97],
    },
    "entries": [
        {"by": "b", "do": "take_guest", "guest": 97, "reveal": 103},
        {"by": "a", "do": "take_guest", "guest": 90, "reveal": 82},
        {"by": "a", "do": "done"},
        {"by": "b", "do": "done"},
        {"by": "a", "do": "roll", "dice": [2, 2, 2, 2, 2, 0]},
        {"by": "a", "do": "take_die", "die": 5},
    ],
}
"""Anna may hire; nothing has been drawn yet."""
