"""Who asks whether the store answers is told so, in a line that a program reads."""

from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from recorder import create_app
from recorder.database import Place, on_server
from recorder.database.opening import open_database
from recorder.web.context import tables


def on_call(place: Place) -> FlaskClient:
    return create_app({"DATABASE": str(place), "SECRET_KEY": "s", "METRICS": True}).test_client()


def assert_a_line(answer: TestResponse, status: int, code: str) -> None:
    assert (answer.status_code, answer.mimetype) == (status, "text/plain")
    assert answer.text.startswith(f"{code}: ")
    assert answer.text.count("\n") == 1


def assert_not_ready(client: FlaskClient) -> None:
    answer = client.get("/health/ready")
    assert_a_line(answer, 503, "store")
    assert answer.headers["Retry-After"] == "2"
    assert "secret" not in answer.text
    assert client.get("/health/live").text == "alive\n"
    assert 'status="503",view="watching.ready"' in client.get("/metrics").text


def test_a_store_that_has_lost_its_games_is_not_ready(place: Place) -> None:
    client = on_call(place)
    assert client.get("/health/ready").text == "ready\n"
    with closing(open_database(place)) as db:
        db.execute("ALTER TABLE games RENAME TO lost")
        assert_not_ready(client)
        db.execute("ALTER TABLE lost RENAME TO games")
    assert client.get("/health/ready").text == "ready\n"


def test_a_store_of_a_newer_program_is_not_ready(place: Place) -> None:
    with closing(open_database(place)) as db:
        own = db.schema()
        db.note_schema(99)
        client = on_call(place)
        assert_not_ready(client)
        db.note_schema(own)
    assert client.get("/health/ready").text == "ready\n"


@pytest.mark.parametrize(
    "where",
    [
        pytest.param("{}/damaged.db", id="damaged", marks=pytest.mark.file),
        pytest.param("{}/damaged.db/recorder.db", id="no-place-for-one", marks=pytest.mark.file),
        pytest.param("postgresql://nobody:secret@/none?host={}", id="away"),
    ],
)
def test_a_store_that_cannot_be_opened_is_not_ready(tmp_path: Path, where: str) -> None:
    (tmp_path / "damaged.db").write_bytes(b"not a store" * 1000)
    assert_not_ready(on_call(where.format(tmp_path)))


def test_asking_leaves_nothing_behind(place: Place) -> None:
    client = on_call(place)
    assert client.get("/health/ready").status_code == 200
    if on_server(place):  # a connection that hears of every entry, and is listened to by nobody
        with client.application.app_context():
            heard = tables().store.db.execute("SELECT pg_listening_channels()").fetchall()
        assert heard == []


def test_other_answers_on_call_are_a_line_too(place: Place) -> None:
    client = on_call(place)
    for path in ("/health", "/health/other", "/metrics/other"):
        assert_a_line(client.get(path), 404, "not-found")
    assert_a_line(client.post("/health/ready"), 405, "method-not-allowed")
