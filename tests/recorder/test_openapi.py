"""The OpenAPI document agrees with what the interface takes and answers."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from recorder.app.schemas import LOG_PAGE
from tests.recorder.tally import add, document


@pytest.fixture
def schemas(client: FlaskClient) -> dict[str, Any]:
    return client.get("/api/v1/openapi.json").json["components"]["schemas"]


def test_a_record_is_described_by_the_keys_it_has(
    client: FlaskClient, schemas: dict[str, Any]
) -> None:
    sent = client.post("/api/v1/games", json=document(add("a", 1))).json
    record = client.get(f"/api/v1/games/{sent['links'][0]['token']}/record").json
    assert set(record) <= set(schemas["Record"]["properties"])
    assert set(schemas["Record"]["required"]) <= set(record)
    assert set(schemas["Record"]["required"]) == {"record", "game", "players", "entries"}


def test_who_answers_is_told_whole(client: FlaskClient, schemas: dict[str, Any]) -> None:
    told = client.get("/api/v1/about").json
    assert set(schemas["About"]["required"]) == set(told) == {"release", "schema", "record"}


def test_the_pattern_of_a_key_is_read_alike_by_python_and_ecma(schemas: dict[str, Any]) -> None:
    pattern = schemas["Append"]["properties"]["key"]["pattern"]
    assert "\\Z" not in pattern
    assert pattern.startswith("^")
    assert pattern.endswith("$")
    assert re.search(pattern, "a-1")
    assert not re.search(pattern, "a b")


def test_a_key_ends_where_it_ends(client: FlaskClient) -> None:
    token = client.post("/api/v1/games", json=document()).json["links"][0]["token"]
    body = {"entry": add("a", 1), "version": 0, "key": "k\n"}
    assert client.post(f"/api/v1/games/{token}/entries", json=body).status_code == 422


def test_what_is_told_is_never_null(client: FlaskClient, schemas: dict[str, Any]) -> None:
    assert "null" not in schemas["Tell"]["properties"]["value"]["type"]
    seat = client.post("/api/v1/games", json=document()).json["links"][-1]["token"]
    body = {"what": "hand", "value": None, "version": 0, "key": "k"}
    assert client.post(f"/api/v1/games/{seat}/tell", json=body).status_code == 422


def test_the_log_is_read_in_pages(client: FlaskClient) -> None:
    token = client.post("/api/v1/games", json=document()).json["links"][0]["token"]
    for version in range(3):
        body = {"entry": add("ab"[version % 2], 1), "version": version, "key": f"k{version}"}
        assert client.post(f"/api/v1/games/{token}/entries", json=body).status_code == 201
    log = f"/api/v1/games/{token}/log"
    first = client.get(f"{log}?most=2").json
    assert [one["version"] for one in first["operations"]] == [1, 2]
    assert first["more"] is True
    rest = client.get(f"{log}?since=2&most=2").json
    assert [one["version"] for one in rest["operations"]] == [3]
    assert rest["more"] is False
    assert client.get(f"{log}?most={LOG_PAGE + 1}").status_code == 422
