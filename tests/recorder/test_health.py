"""Health, figures and logs: what is asked for is there, and no link is in any of it."""

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from exports.pdf import Unprintable
from recorder import create_app
from recorder.database import Failed
from recorder.games.tables import Tables
from tests.recorder.tally import add, document


@pytest.fixture
def untouched() -> Iterator[None]:
    """Give the loggers back what they had."""
    names = ("recorder", "recorder.answers", "psycopg", "waitress")
    loggers = [logging.getLogger(name) for name in names]
    before = [(one.handlers, one.propagate, one.level) for one in loggers]
    yield
    for one, (handlers, propagate, level) in zip(loggers, before, strict=True):
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


def play(client: FlaskClient) -> str:
    token = str(client.post("/api/v1/games", json=document()).get_json()["links"][0]["token"])
    body = {"entry": add("a", 1), "version": 0, "key": "k"}
    assert client.post(f"/api/v1/games/{token}/entries", json=body).status_code == 201
    assert client.get(f"/api/v1/games/{token}").status_code == 200
    assert client.get("/t/nobody-has-this-one").status_code == 404
    return token


def test_figures_are_given_where_they_are_asked_for_and_name_no_link(
    client: FlaskClient, settings: dict[str, Any]
) -> None:
    assert client.get("/metrics").status_code == 404
    watched = create_app(settings | {"METRICS": True}).test_client()
    token = play(watched)
    text = watched.get("/metrics").text
    assert 'recorder_answers_total{method="POST",status="201",view="api.append_entry"} 1.0' in text
    assert 'recorder_answer_seconds_count{view="api.append_entry"} 1.0' in text
    assert re.search(r"^recorder_replays_bytes [1-9]", text, re.M)
    assert "recorder_live_streams 0.0" in text
    assert token not in text
    assert "nobody-has-this-one" not in text


def test_a_log_for_programs_is_a_line_for_every_answer_without_its_link(
    settings: dict[str, Any], capfd: pytest.CaptureFixture[str], untouched: None
) -> None:
    token = play(create_app(settings | {"LOG": "json"}).test_client())
    told = capfd.readouterr().err
    lines = [json.loads(line) for line in told.splitlines()]
    assert [(line["method"], line["status"]) for line in lines] == [
        ("POST", 201),
        ("POST", 201),
        ("GET", 200),
        ("GET", 404),
    ]
    assert all(line["milliseconds"] >= 0 and line["level"] == "info" for line in lines)
    assert token not in told
    assert "nobody-has-this-one" not in told
    for beneath in ("psycopg.pool", "waitress"):  # these say more than a line at times
        logging.getLogger(beneath).warning("error connecting\n\tto %s", "the server")
        assert json.loads(capfd.readouterr().err)["logger"] == beneath


FAILURES = (RuntimeError("x"), KeyError("x"), Unprintable("x"), Failed("x"))


@pytest.mark.parametrize("failure", FAILURES, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("log", ["", "json"])
def test_an_error_is_logged_by_the_name_of_its_view(
    settings: dict[str, Any],
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    untouched: None,
    failure: Exception,
    log: str,
) -> None:
    """On a page, in the interface and in a form: what is logged opens no game."""
    client = create_app(settings | {"LOG": log}).test_client()
    token = play(client)

    def fail(*_given: Any, **_named: Any) -> None:
        raise failure

    for name in ("view_game", "read_history", "append"):
        monkeypatch.setattr(Tables, name, fail)
    answers = [client.get(f"/t/{token}"), client.get(f"/api/v1/games/{token}/log")]
    assert all(answer.status_code >= 500 for answer in answers)
    told = capfd.readouterr().err + caplog.text
    assert told
    assert token not in told


def test_what_the_server_says_of_a_request_names_no_path(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    """An answer that breaks off while it is sent, as waitress words it."""
    for path in ("/t/nobody-has-this-one", "/l/nobody-has-this-one/games?q=1"):
        logging.getLogger("waitress").error(f"Exception while serving {path}")
        logging.getLogger("waitress").error("Exception while serving %s", path)
    assert "nobody-has-this-one" not in caplog.text
    assert caplog.text.count("Exception while serving (a path)") == 4
