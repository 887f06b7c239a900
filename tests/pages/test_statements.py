"""What the store is asked for a tap and for a look: the game is opened once."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from recorder.database.sqlite import SQLite
from tests.browser.positions import typical
from tests.pages.dealing import seated

OF_A_TRANSACTION = ("BEGIN", "COMMIT")
"""What only begins and ends a transaction asks for nothing."""

ENTRY, LOOK = 4, 2
"""The most statements: to enter or undo something the game, its key, the version and the log."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that the store is sent."""
    statements: list[str] = []
    for name in ("execute", "query"):
        own: Callable[..., Any] = getattr(SQLite, name)

        def heard(self: SQLite, sql: str, *values: Any, own: Callable[..., Any] = own) -> Any:
            if not sql.startswith(OF_A_TRANSACTION):
                statements.append(sql)
            return own(self, sql, *values)

        monkeypatch.setattr(SQLite, name, heard)
    return statements


def test_an_entry_asks_the_store_four_things_and_a_look_two(
    client: FlaskClient, asked: list[str]
) -> None:
    tokens = seated(client.application, typical())
    die = {"by": "anna", "do": "take_die", "die": 3}
    parts = {"X-From": "page"}
    form = {"version": 0, "key": "first", "entry": json.dumps(die)}
    counted = {}

    def count(name: str, answer: Any) -> None:
        assert answer.status_code in (200, 201, 204), (name, answer.status_code)
        counted[name] = list(asked)
        asked.clear()

    client.get(f"/t/{tokens['anna']}")
    asked.clear()
    page = f"/t/{tokens['anna']}/entries"
    count("entry", client.post(page, data=form, headers=parts))
    count("sent again", client.post(page, data=form, headers=parts))
    count("refused", client.post(page, data=form | {"version": 1, "key": "no"}, headers=parts))
    body = {"version": 1, "key": "b", "entry": {"by": "anna", "do": "prepare", "room": "2-1"}}
    count("JSON", client.post(f"/api/v1/games/{tokens['table']}/entries", json=body))
    count("look", client.get(f"/t/{tokens['anna']}?since=0", headers=parts))
    count("whole", client.get(f"/t/{tokens['anna']}"))
    count("nothing new", client.get(f"/t/{tokens['anna']}?since=2", headers=parts))
    undone = {"version": 2, "key": "undone"}
    count("undo", client.post(f"/t/{tokens['table']}/undo", data=undone, headers=parts))
    count("look at what was undone", client.get(f"/t/{tokens['anna']}?since=2", headers=parts))
    most = dict.fromkeys(("entry", "sent again", "refused", "JSON", "undo"), ENTRY)
    over = {
        name: statements
        for name, statements in counted.items()
        if len(statements) > most.get(name, LOOK)
    }
    assert not over
    assert len(counted) == 9
