"""Games and leagues of stores before schema 12 go on as ledgers, by their links and numbers."""

from __future__ import annotations

from contextlib import closing

import pytest
from flask import Flask, session

from recorder.database import Place
from recorder.database.opening import connect
from recorder.league.store import LeagueStore
from recorder.ledger import NoSuchLink, Overtaken, keyed
from recorder.migrations import prepare
from recorder.remembered import Remembered
from recorder.store import Store
from recorder.united import remembered
from tests.recorder.tally import add, document
from tests.store.earlier import Earlier, at_schema

HEADER = {key: value for key, value in document().items() if key != "entries"}


def test_what_was_kept_in_tables_of_its_own_is_a_ledger_now(
    bare: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(at_schema(11, bare, monkeypatch)) as db:
        old = Earlier(db)
        old.game(HEADER)
        game, links = old.game(HEADER, key="begun")
        old.enter(game, links[2], add("a", 1), "k1")
        old.enter(game, links[0], add("b", 2), "k2")
        db.execute("UPDATE links SET opened_at = ?, taken_by = 'phone' WHERE id = ?",
                   [old.at, links[2]])  # fmt: skip
        db.execute("UPDATE links SET replaced_at = ? WHERE id = ?", [old.at, links[1]])
        league, by_role = old.league({"name": "Club"}, [game], key="founded")
        old.do(league, "call", {"id": "c1", "game": game}, None, "case")
        db.execute("UPDATE league_links SET replaced_at = ? WHERE id = ?", [old.at, by_role[1]])
        number = db.insert(
            "INSERT INTO imports (league, link, key, language, place, total, at, content, holder,"
            " held_until) VALUES (?, ?, 'i', 'en', 'null', 1, ?, NULL, 'me', ?)",
            [league, by_role[1], old.at, old.at],
        )
        db.execute("INSERT INTO imported VALUES (?, 0, 'a.json', 'g1', '', 0)", [number])
    prepare(bare)
    with closing(Store(bare)) as store:
        assert store.damage() == []
        leagues = LeagueStore(store)
        seat = store.link(f"seat-a-{game}")
        assert (seat.id, seat.ledger, seat.role, seat.seat) == (links[2], game, "seat", "a")
        assert (seat.opened_at, seat.taken_by) == (old.at, "phone")
        with pytest.raises(NoSuchLink):
            store.link(f"read--{game}")
        done = store.operations(game)
        assert [(one.seq, one.role, one.seat, one.answer) for one in done] == [
            (1, "seat", "a", {"version": 1, "entries": [1]}),
            (2, "table", None, {"version": 2, "entries": [2]}),
        ]
        assert store.sent(game, "k2").link == links[0]  # type: ignore[union-attr]
        own = leagues.link(f"organiser-{league}")
        assert (own.ledger, own.role, own.id) == (league, "organiser", remembered(by_role[0]))
        assert [link.role for link in leagues.links(league)] == ["organiser", "public"]
        with pytest.raises(NoSuchLink):
            leagues.link(f"member-{league}")
        with pytest.raises(NoSuchLink):
            leagues.link(f"table--{game}")  # a game's link opens no league of the same number
        told = [(one.op, one.role, one.at) for one in leagues.operations(league)]
        assert told == [
            ("found", "organiser", old.at),
            ("game", "organiser", old.at),
            ("call", "table", old.at),
        ]
        assert (leagues.name(league), leagues.version(league)) == ("Club", 3)
        assert leagues.tokens([remembered(number) for number in by_role]) == {
            remembered(by_role[0]): f"organiser-{league}",
            remembered(by_role[2]): f"public-{league}",
        }
        begun = {row["key"]: (row["kind"], row["ledger"])
                 for row in store.db.query("SELECT * FROM beginnings")}  # fmt: skip
        assert begun == {"begun": ("game", game), "founded": ("league", league)}
        (taken,) = store.db.query("SELECT link FROM imports")
        assert taken["link"] == remembered(by_role[1])
        # And on it goes.
        deeds = keyed("more", [("settings", {"name": "Club 2"})], own.id, {})
        assert leagues.append(league, 3, *deeds) == 4
        with pytest.raises(Overtaken):
            leagues.append(league, 3, *deeds)
        fresh, fresh_links = store.create(HEADER, [add("a", 1)], over=False, listed=True)
        assert fresh.id == game + 1
        assert min(link.id for link in fresh_links) > max(links)
        with closing(connect(bare)) as db:
            assert not db.has_table("league_log")


def test_a_browser_goes_on_knowing_its_leagues() -> None:
    known = Remembered(
        "clubs",
        lambda: 8,
        number=lambda token: int(token),
        tokens=lambda numbers: {number: f"token{number}" for number in numbers},
        earlier=("leagues", remembered),
    )
    app = Flask(__name__)
    app.secret_key = "secret"
    with app.test_request_context():
        session["leagues"] = [3, 1]
        known.remember("7")
        assert known.tokens() == ["token7", "token-3", "token-1"]
        assert "leagues" not in session
