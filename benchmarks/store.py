"""A store of 100,000 games: ``python -m benchmarks store [--games N] [--json]``.

One file full of finished games. Each recorded game in ``tests/records`` is entered once through the
interface, entry by entry; the others are copies of these, logs, links and all. Then every page of a
game is asked for, each time of a game that nobody has looked at yet: finding it among all others
and replaying it from its first entry are part of the measurement.

    fill     seconds of the copies, and the size of the file
    pages    the 95th percentile, in milliseconds: on the clock, and of the processor
    append   an entry more at a table that nobody has looked at yet, on disk

A printed sheet is measured by ``python -m benchmarks sheet``, the pages of a league with as many
games by ``python -m benchmarks league``.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from flask.testing import FlaskClient

from benchmarks._common import OFTEN, RECORDS, p95, percentile, read_options, show
from recorder import create_app
from recorder.web.context import tables

API = "/api/v1"
GAMES = 100_000
ASKED = 60
"""How often each page is asked for."""

ELSEWHERE = ("/", "/mine", "/referee", "/scoring", "/rules", "/l/new")
"""Pages that belong to no game."""

GAME = "/t/table{game}"
PAGES = (
    *(GAME, f"{GAME}/log", f"{GAME}/result", f"{GAME}/moments/{{middle}}", "/t/read{game}/wall"),
    *(f"{GAME}/moments/{{last}}", f"{GAME}/history", f"{GAME}/check", f"{GAME}/entries/{{middle}}"),
    *(f"{GAME}/entries/{{middle}}/change", f"{GAME}/entries/{{last}}/remove", f"{GAME}/share"),
    *(f"{GAME}/other", f"{GAME}/news", f"{GAME}/clock", f"{GAME}/record.json"),
    *(
        f"{GAME}/picture.png",
        *(f"{API}/games/table{{game}}{end}" for end in ("", "/log", "/record")),
    ),
)


@dataclass(frozen=True)
class Entered:
    """An entered game: the number of entries, and the player of the first seat."""

    length: int
    first: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a table or JSON, and return 0."""
    chosen = read_options(__doc__, arguments, games=GAMES)
    return show(measure_store(chosen.games), as_json=chosen.json)


def measure_store(games: int) -> dict[str, Any]:
    """Return the figures: seconds, milliseconds for pages, megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "recorder.db"
        app = create_app({"DATABASE": str(path), "WTF_CSRF_ENABLED": False} | OFTEN)
        client = app.test_client()
        entered = [enter_game(client, file) for file in sorted(RECORDS.glob("*.json"))]
        begun = perf_counter()
        with app.app_context():
            copy_games(len(entered), games)
        fill = round(perf_counter() - begun, 1)
        size = round(path.stat().st_size / 1e6)
        asking = Asking(client, entered, games)
        asking.kinds()
        both = {page: p95(partial(asking.page, page), ASKED) for page in (*ELSEWHERE, *PAGES)}
        return {
            "games": games,
            "fill s": fill,
            "file MB": size,
            "p95 ms": {name: wall for name, (wall, _) in both.items()},
            "p95 ms of the processor": {name: cpu for name, (_, cpu) in both.items()},
            "over 100 ms": [name for name, (wall, _) in both.items() if wall > 100],
            "append ms": asking.appends(),
        }


def enter_game(client: FlaskClient, file: Path) -> Entered:
    """Enter a recorded game one entry at a time."""
    record = json.loads(file.read_bytes())
    begun = client.post(f"{API}/games", json={**record, "entries": []})
    token = begun.get_json()["links"][0]["token"]
    version = 0
    for entry in record["entries"]:
        if entry["do"] == "rule":  # is about an entry before it, and entered by other means
            continue
        body = {"entry": entry, "version": version, "key": str(version), "stands": True}
        answer = client.post(f"{API}/games/{token}/entries", json=body)
        assert answer.status_code == 201, answer.text
        version += 1
    return Entered(version, record["players"][0]["id"])


def copy_games(samples: int, games: int) -> None:
    """Fill the store up to ``games`` games with copies of its first ``samples``, in turn.

    The links of game 17 are then ``table17``, ``read17`` and ``anna-17`` for each seat.
    """
    store = tables().store
    db = store.db
    links = {
        game: db.execute(
            "SELECT min(id), count(*) FROM links WHERE kind = 'game' AND ledger = ?", [game]
        ).fetchone()
        for game in range(1, samples + 1)
    }
    (free,) = db.execute("SELECT max(id) + 1 FROM links").fetchone()
    columns = "game, header, started_at, changed_at, listed, version, entries, over"
    with store.writing():
        for game in range(samples + 1, games + 1):
            of = (game - 1) % samples + 1
            first, count = links[of]
            db.execute(
                f"INSERT INTO games (id, {columns}) SELECT ?, {columns} FROM games WHERE id = ?",
                [game, of],
            )
            db.execute(
                "INSERT INTO links (id, token, kind, ledger, role, seat)"
                " SELECT id - ? + ?, CASE role WHEN 'seat' THEN seat || '-' ELSE role END || ?,"
                " kind, ?, role, seat FROM links WHERE kind = 'game' AND ledger = ? AND id < ?",
                [first, free, game, game, of, first + count],
            )
            db.execute(
                "INSERT INTO log SELECT kind, ?, seq, key, op, body, link - ? + ?, at, answer"
                " FROM log WHERE kind = 'game' AND ledger = ?",
                [game, first, free, of],
            )
            free += count


class Asking:
    """Asks for pages of games, each time of another one."""

    def __init__(self, client: FlaskClient, entered: Sequence[Entered], games: int) -> None:
        self.client = client
        self.entered = entered
        chance = Random(18)
        kinds = len(entered)
        self._unseen = iter(chance.sample(range(2 * kinds + 1, games + 1), games - 2 * kinds))

    def kinds(self) -> None:
        """Ask once for every page of every kind of game, so that all caches are filled."""
        for number, entered in enumerate(self.entered, start=len(self.entered) + 1):
            for page in PAGES:
                self._ask(page, number, entered)

    def page(self, page: str) -> None:
        """Ask for a page, of a game that was not asked for yet. Raises RuntimeError."""
        self._ask(page, *self._game())

    def appends(self) -> dict[str, float]:
        """Return milliseconds that one more entry takes, each in another game."""
        waits = []
        for number in range(ASKED):
            game, entered = self._game()
            entry = {"do": "check", "of": entered.first, "note": "one more"}
            body = {"entry": entry, "version": entered.length, "key": f"k{number}"}
            begun = perf_counter()
            answer = self.client.post(f"{API}/games/table{game}/entries", json=body)
            waits.append(1000 * (perf_counter() - begun))
            if answer.status_code != 201:
                raise RuntimeError(f"game {game}: {answer.status_code} {answer.text[:200]}")
        return {"p50": percentile(waits, 50), "p95": percentile(waits, 95)}

    def _ask(self, page: str, game: int, entered: Entered) -> None:
        address = page.format(game=game, middle=entered.length // 2, last=entered.length)
        answer = self.client.get(address)
        if answer.status_code not in (200, 204):
            raise RuntimeError(f"{address}: {answer.status_code}")

    def _game(self) -> tuple[int, Entered]:
        game = next(self._unseen)
        return game, self.entered[(game - 1) % len(self.entered)]
