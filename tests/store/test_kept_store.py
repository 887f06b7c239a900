"""A store of release 0.2.0 goes on after one migration; one of an older release is refused."""

import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from recorder import create_app
from recorder.commands.store_check import check_place
from recorder.database import Place
from recorder.database.opening import open_database
from recorder.games.replays import Replays
from recorder.games.tables import Tables
from recorder.games.visibility import reveal_game
from recorder.league.league_store import LeagueStore
from recorder.store.ledger import key_deeds
from recorder.store.migrations import OLDEST, SCHEMA, migrate, prepare_store
from recorder.store.store import Store
from tests.store.filled import header
from tests.store.kept_store import GAME, TABLE, put_kept_store

RECORD = Path(__file__).parents[1] / "records" / "samoa-3p.json"
ENTRIES = json.loads(RECORD.read_text("utf-8"))["entries"]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    put_kept_store(tmp_path / "kept.db")
    with closing(open_database(tmp_path / "kept.db")) as db:
        assert db.schema() == OLDEST
    return tmp_path / "kept.db"


def schema_of(place: Path) -> set[tuple[str, str]]:
    """Return names and statements of all that a file's schema has."""
    with closing(open_database(place)) as db:
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    said = {(name, re.sub(r"[\s\"]+", " ", sql)) for name, sql in rows}
    return {(name, re.sub(r" ?([(),]) ?", r"\1", sql)) for name, sql in said}


def test_a_store_of_the_release_before_has_the_schema_of_a_new_one(
    kept: Path, tmp_path: Path
) -> None:
    for place in (kept, tmp_path / "new.db"):
        prepare_store(place)
    assert schema_of(kept) == schema_of(tmp_path / "new.db")


def test_a_store_of_the_release_before_is_whole_and_goes_on(kept: Path) -> None:
    assert check_place(kept) == (2, [])
    with closing(Store(kept)) as store:
        service = Tables(store, Replays(1))
        table = service.open(TABLE)
        assert list(reveal_game(table).entries) == ENTRIES[:6]
        lengths = [len(reveal_game(table).story.lines_at(version)) for version in range(10)]
        assert lengths == [0, 1, 2, 3, 4, 5, 6, 3, 4, 6]
        returns = [one.body for one in store.operations(GAME) if one.op == "return"]
        assert returns == [{"to": 3}, {"to": 6}]
        service.append(table, ENTRIES[6], version=9, key="goes-on")
        assert len(reveal_game(service.open(TABLE)).replay.record.entries) == 7


def test_links_with_numbers_below_nought_get_others_in_their_order(kept: Path) -> None:
    prepare_store(kept)
    with closing(Store(kept)) as store:
        leagues = LeagueStore(store)
        links = leagues.links(1)
        assert [(link.role, link.token) for link in links] == [
            ("organiser", "organiser-1"),
            ("member", "member-1"),
            ("public", "public-1"),
        ]
        last = max(link.id for link in leagues.links(2))
        assert [link.id for link in links] == [last + 1, last + 2, last + 3]
        done = [(one.op, one.role) for one in leagues.operations(1)]
        assert done == [("found", "organiser"), ("settings", "organiser")]
        (taken,) = store.db.query("SELECT link FROM imports")
        assert taken["link"] == links[1].id
        _game, made = store.create(header(), [], over=False, listed=False)
        assert min(link.id for link in made) > links[-1].id


def test_the_migration_is_the_same_on_a_server(place: Place) -> None:
    """It changes no table, so a new store with rows of the release before will do."""
    edit = {"at": 2, "remove": 1, "entries": []}
    with closing(Store(place)) as store:
        leagues = LeagueStore(store)
        (organiser, *_) = leagues.found({"name": "Club"}, "form")
        game, links = store.create(header(), [], over=False, listed=False)
        for version, (op, body) in enumerate(
            [("append", {"entries": [{"n": 1}]}), ("append", {"entries": [{"n": 2}]}),
             ("return", edit)]
        ):  # fmt: skip
            store.append(
                game.id, version, *key_deeds(f"k{version}", [(op, body)], links[0].id, {}),
                entries=1, over=False,
            )  # fmt: skip
        store.db.execute(
            "INSERT INTO links (id, token, kind, ledger, role) VALUES (-2, 'old', 'league', ?, ?)",
            [organiser.ledger, "member"],
        )
        leagues.append(
            organiser.ledger, 1, *key_deeds("settings", [("settings", {"name": "Club 2"})], -2, {})
        )
        store.db.note_schema(OLDEST)
        assert migrate(store.db) == SCHEMA
        assert store.operations(game.id)[-1].body == {"to": 1}
        assert leagues.link("old").id > 0
        assert leagues.operations(organiser.ledger)[-1].role == "member"
        with pytest.raises(Exception, match="append-only"):
            store.db.execute("UPDATE log SET op = 'append'")


def test_a_store_of_an_older_release_is_refused_in_a_sentence(place: Place) -> None:
    said = f"schema {OLDEST - 1}, older than .*: open it once with release 0.2.0, then with this"
    with closing(open_database(place)) as db:
        db.note_schema(OLDEST - 1)
        try:
            with pytest.raises(RuntimeError, match=said):
                prepare_store(place)
            answer = create_app({"DATABASE": str(place), "SECRET_KEY": "s"}).test_client().get("/")
            assert answer.status_code == 503
            assert "The store cannot be opened here; the server&#39;s log says" in answer.text
        finally:
            db.note_schema(SCHEMA)
