"""A store with something of everything in it, quickly made."""

import json
from contextlib import closing
from typing import Any

from recorder.database import Place
from recorder.database.opening import open_database
from recorder.kept.kept_values import Catalogue
from recorder.league.imports import Imports
from recorder.league.league_state import GAME, REPLACE_LINK
from recorder.league.league_store import LeagueStore
from recorder.league.service import Joining
from recorder.store.ledger import SentOperation, key_deeds
from recorder.store.log import REPLACE_LINK as REPLACE_GAME_LINK
from recorder.store.store import Store
from recorder.store.store_move import list_tables
from tests.recorder.tally import add, document


def header() -> dict[str, Any]:
    return {key: value for key, value in document().items() if key != "entries"}


def fill(place: Place, games: int, entries: int, *, first: int = 0) -> None:
    """Begin games in a store and play them; a league watches every other one."""
    with closing(Store(place)) as store:
        leagues = LeagueStore(store)
        organiser = leagues.found({"name": "Club Ёлка"}, f"form{first}")[0]
        league = organiser.ledger
        for number in range(first, first + games):
            row, links = store.create(
                header(), [add("a", 1)], over=False, listed=bool(number % 3), key=f"form{number}"
            )
            if number % 2:
                joined = [(GAME, {"game": row.id})]
                version = leagues.version(league)
                leagues.append(
                    league, version, *key_deeds(f"join{number}", joined, organiser.id, {})
                )
            for version in range(1, entries):
                body = {"entries": [add("b", version)], "note": "\0 \u2028 김철수" * (version % 3)}
                done = SentOperation(
                    f"k{version}", "append", body, links[0].id, {"entries": [version]}
                )
                store.append(row.id, version, done, entries=version, over=False)
            store.mark_opened(links[2].id, "browser")
            body = {"role": "seat", "seat": "a"}
            done = SentOperation("replace", REPLACE_GAME_LINK, body, links[0].id, {})
            store.append(row.id, entries, done, entries=entries, over=True)
            leagues.keep(row.id, entries, {"n": number}, bytes(range(256)), corrected=True)
        replaced = [(REPLACE_LINK, {"role": "member"})]
        leagues.append(
            league, leagues.version(league), *key_deeds("replace", replaced, organiser.id, {})
        )
        imports = Imports(leagues)
        sent = [("a.json", b"{}")]
        number = imports.begin(
            organiser, sent, key=f"i{first}", language="en", where=None, holder="me"
        )
        imports.note(number, 0, Joining("a.json", problem="Ёлка"), "me")
        if games > 1:
            leagues.keep_former(league, [(row.id, "a", 1)])
        Catalogue(store).enter("toy", f"blue{first}", {"n": first}, "Anna")


def dumped(place: Place) -> dict[str, list[str]]:
    """Return everything that a store holds, table by table."""
    with closing(open_database(place)) as db:
        return {
            table.name: sorted(
                json.dumps(dict(row), default=bytes.hex)
                for row in db.query(f"SELECT * FROM {table.name}")
            )
            for table in list_tables()
        }
