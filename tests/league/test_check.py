"""What is found wrong with the leagues of a store: links, games, summaries."""

from __future__ import annotations

import pytest
from flask import Flask

from recorder.league import check
from recorder.web.context import tables
from tests.league.conftest import Web


def doubts(app: Flask, *statements: str) -> list[str]:
    with app.app_context():
        store = tables().store
        for statement in statements:
            store.db.execute(statement)
        return list(check.list_league_doubts(store))


@pytest.fixture
def league(web: Web, app: Flask) -> int:
    """A league with a finished game that somebody has looked at; returns the game's number."""
    web.send(("a.json", web.record("samoa-3p.json")))
    assert "finished" in web.get("/games")
    assert doubts(app) == []
    with app.app_context():
        (row,) = tables().store.db.query("SELECT game FROM league_games")
    return int(row["game"])


def test_a_game_that_nobody_watches(app: Flask, league: int) -> None:
    (said,) = doubts(app, "DELETE FROM league_games")
    assert said == f"league 1: watches games [], but its log names [{league}]"


def test_a_link_that_opens_something_else(app: Flask, league: int) -> None:
    (said,) = doubts(app, "UPDATE links SET role = 'public' WHERE league = 1 AND role = 'member'")
    assert said == "league 1: is opened by links ['organiser', 'public', 'public']"


def test_a_log_that_is_not_all_there(app: Flask, league: int) -> None:
    (said,) = doubts(app, "UPDATE leagues SET version = version + 1")
    assert said.startswith("league 1: version ")
    assert "but the log holds [1, 2" in said


@pytest.mark.parametrize(
    "changed", ["body = replace(body, '\"total\":', '\"total\":1')", "detail = x''"]
)
def test_a_summary_that_is_not_what_was_played(app: Flask, league: int, changed: str) -> None:
    """Another total, or other details, than the replay comes to; none at all is no fault."""
    (said,) = doubts(app, f"UPDATE summaries SET {changed}")
    kept = f"league 1: game {league}: the summary that is kept is not what its replay comes to"
    assert said == kept
    assert doubts(app, "DELETE FROM summaries") == []


def test_whatever_one_league_holds_the_others_are_looked_at(app: Flask, web: Web) -> None:
    Web(web.client)  # another one
    said = doubts(app, "UPDATE leagues SET version = 9 WHERE id = 2")
    assert [line.partition(":")[0] for line in said] == ["league 2"]
