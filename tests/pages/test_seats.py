"""A seat's link is taken by a tap; what is fetched ahead leaves it as it is."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

SAMPLE = Path(__file__).resolve().parents[2] / "tests/evenings/sample.json"


@pytest.fixture
def tokens(client: FlaskClient) -> tuple[str, str]:
    sent = client.post("/api/v1/records", data=SAMPLE.read_bytes(), content_type="application/json")
    links = sent.json["links"]
    return links[0]["token"], links[-1]["token"]


def handed_on(client: FlaskClient, table: str) -> list[str]:
    return [link["token"] for link in client.get(f"/api/v1/games/{table}/links").json]


def test_what_is_fetched_ahead_does_not_use_up_a_seat(
    client: FlaskClient, tokens: tuple[str, str]
) -> None:
    table, seat = tokens
    for page in ("", "/log", "/result", "/share", "/history"):
        for method in ("GET", "HEAD"):
            answer = client.open(f"/t/{seat}{page}", method=method)
            assert answer.status_code == (303 if page else 200)
            assert not page or answer.location == f"/t/{seat}"
    assert client.head(f"/api/v1/games/{seat}").status_code == 200
    assert seat in handed_on(client, table)


def test_a_tap_takes_the_seat(client: FlaskClient, tokens: tuple[str, str]) -> None:
    table, seat = tokens
    assert f'action="/t/{seat}/take"' in client.get(f"/t/{seat}").text
    assert f"/t/{seat}" not in client.get("/").text  # nothing is remembered of a glance
    taken = client.post(f"/t/{seat}/take")
    assert (taken.status_code, taken.location) == (303, f"/t/{seat}")
    assert "/take" not in client.get(f"/t/{seat}").text
    assert seat not in handed_on(client, table)
    assert f"/t/{seat}" in client.get("/").text


def test_whoever_enters_something_has_taken_the_seat(
    client: FlaskClient, tokens: tuple[str, str]
) -> None:
    table, seat = tokens
    client.post(f"/t/{seat}/entries", data={"entry": "{}", "version": "0", "key": "k"})
    assert seat not in handed_on(client, table)
