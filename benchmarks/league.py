"""A league of 100,000 games: ``python -m benchmarks league [--json] [--games N]``.

One file with one league: 100,000 games of 2,000 players in 50 seasons. Its games stand in the store
as rows with summaries such as a replay of the recorded games in ``tests/records`` gives, with other
players, totals and days; their logs are left out, since no page of a league reads them. The cost of
summarising one game from its log is measured beside.

    load      the first page after a start of the server: the log folded, every game put in place
    ratings   from the first game on, until the page shows them, with the progress it told
    pages     every page of the league, warm, for one visitor after another: p95
              (ratings come first; the further time of statistics and records is told beside)
    after     the same pages, each asked for the first time after a game was corrected
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time, sleep
from typing import Any

from flask.testing import FlaskClient

from adjudicator.reading import load
from adjudicator.replay import Replay
from adjudicator.review.game_review import review_game
from benchmarks._common import RECORDS, p95, read_options, read_process_use, show
from recorder import create_app
from recorder.league.league_store import LeagueStore
from recorder.league.plays import drop_details, pack_details
from recorder.league.standings import Season
from recorder.league.summary import assign_places, summarise
from recorder.store.ledger import LEAGUE
from recorder.web.context import tables

GAMES, PLAYERS, SEASONS = 100_000, 2_000, 50
ASKED = 30
"""How often each page is asked for."""

PAGES = {
    "home": "",
    "standings": "/standings",
    "standings of a season": "/standings/s3",
    "games behind a line": "/standings/s3/{player}",
    "seasons": "/seasons",
    "players": "/players",
    "player": "/players/{player}",
    "games": "/games",
    "games, page 1000": "/games?page=1000",
    "games of a player": "/games?player={player}",
    "game": "/games/g77",
    "ratings": "/ratings",
    "records": "/records",
    "statistics": "/statistics",
    "cases": "/cases",
    "evenings": "/evenings",
    "files": "/files",
    "links": "/links",
    "log": "/log",
    "settings": "/settings",
    "start": "/start",
    "add": "/add",
    "feed": "/results.atom",
    "standings as CSV": "/standings/s3/standings.csv",
}


def main(arguments: list[str]) -> int:
    """Measure, print a table or JSON, and return 0."""
    chosen = read_options(__doc__, arguments, games=GAMES, players=PLAYERS, seasons=SEASONS)
    results = measure_league(chosen.games, chosen.players, chosen.seasons)
    return show(results, as_json=chosen.json)


def measure_league(games: int, players: int, seasons: int) -> dict[str, Any]:
    """Return the figures: seconds, milliseconds for pages, megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "recorder.db"
        settings = {"DATABASE": str(path), "TESTING": True, "WTF_CSRF_ENABLED": False}
        results: dict[str, Any] = {"games": games, "players": players, "seasons": seasons}
        took, samples = _time_work(_samples)
        results["summarise one game ms"] = round(1000 * took / len(samples), 2)
        app = create_app(settings)
        with app.app_context():
            token = _fill(samples, games, players, seasons)
        results["file MB"] = round(path.stat().st_size / 1e6)
        app = create_app(settings)  # a server that has just started
        _, before = read_process_use(os.getpid())
        with app.test_client() as client:
            base = f"/l/{token}"
            took, _ = _time_work(lambda: _ask(client, base))
            results["load s"] = round(took, 2)
            results |= _ratings(client, base)
            results["memory MB"] = round(read_process_use(os.getpid())[1] - before)
            pages = {name: base + page.format(player="p5") for name, page in PAGES.items()}
            for page in pages.values():
                _ask(client, page)
            measured = {
                name: p95(partial(_ask, client, page), ASKED) for name, page in pages.items()
            }
            results["pages p95 ms"] = {name: wall for name, (wall, _) in measured.items()}
            results["pages p95 ms of the processor"] = {n: cpu for n, (_, cpu) in measured.items()}
            results["pages over 100 ms"] = [
                n for n, t in results["pages p95 ms"].items() if t > 100
            ]
            after = {}
            for name, page in pages.items():
                with app.app_context():
                    _correct(Random(name).randrange(max(1, games - 2000), games))
                took, _ = _time_work(lambda page=page: _ask(client, page))
                after[name] = round(1000 * took, 1)
            results["after a correction ms"] = after
    return results


def _samples() -> list[dict[str, Any]]:
    """Return the summaries of the recorded games."""
    summaries = []
    for file in sorted(RECORDS.glob("*.json")):
        replay = Replay(load(json.loads(file.read_bytes())))
        if replay.state.over():
            summaries.append(summarise(replay, review_game(replay), day="2026-01-01"))
    return summaries


def _fill(samples: list[dict[str, Any]], games: int, players: int, seasons: int) -> str:
    """Put a league with all its games into the store; return the organiser's token."""
    store = LeagueStore(tables().store)
    db = store.db
    link = store.found({"name": "A large league", "language": "en", "defaults": {}})[0]
    chance = Random(14)
    seq, at = 1, "2026-01-01T00:00:00.000+00:00"
    days = [
        f"20{y:02}-{m:02}-{d:02}" for y in range(seasons) for m in range(1, 13) for d in (4, 18)
    ]
    weights = [1 / (n + 20) for n in range(players)]  # some come every week, some once a year

    def make_log_row(op: str, body: Mapping[str, Any]) -> tuple[Any, ...]:
        nonlocal seq
        seq += 1
        return (LEAGUE, link.ledger, seq, f"b{seq}", op, json.dumps(body), link.id, at, "{}")

    with tables().store.writing():
        log: list[tuple[Any, ...]] = []
        for number in range(1, players + 1):
            empty = {"short": "", "colour": "", "bgg": "", "active": True}
            player = {"id": f"p{number}", "name": f"Player {number:04}", **empty}
            log.append(make_log_row("player", player))
        for number in range(1, seasons + 1):
            year = f"20{number - 1:02}"
            season = Season(f"s{number}", year, f"{year}-01-01", f"{year}-12-31", best=20, least=3)
            log.append(make_log_row("season", season.to_json()))
        for game in range(1, games + 1):
            sample = chance.choice(samples)
            seats = _sat(chance, len(sample["players"]), weights)
            own = _vary_summary(sample, chance, days[game * len(days) // (games + 1)], seats, game)
            seated = [{"id": seat["id"], "name": seat["name"]} for seat in own["players"]]
            header = {"game": own["game"], "players": seated, "record": 1}
            db.execute(
                "INSERT INTO games (id, game, header, started_at, changed_at, listed, version,"
                " entries, over) VALUES (?, ?, ?, ?, ?, 0, 1, ?, 1)",
                [game, own["game"], json.dumps(header), at, at, own["entries"]],
            )
            db.execute(
                "INSERT INTO links (token, kind, ledger, role)"
                " VALUES (?, 'game', ?, 'table'), (?, 'game', ?, 'read')",
                [f"t{game}", game, f"r{game}", game],
            )
            db.execute("INSERT INTO league_games VALUES (?, ?)", [link.ledger, game])
            _summary(db, game, 1, own)
            body = {"key": f"g{game}", "game": game, "seats": seats, "how": "imported"}
            log.append(make_log_row("game", body | {"print": own["print"]}))
        db.execute_many("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", log)
        db.execute("UPDATE leagues SET version = ? WHERE id = ?", [seq, link.ledger])
    return link.token


def _sat(chance: Random, count: int, weights: list[float]) -> list[str]:
    seated: list[str] = []
    while len(seated) < count:
        player = f"p{chance.choices(range(1, len(weights) + 1), weights)[0]}"
        if player not in seated:
            seated.append(player)
    return seated


def _vary_summary(
    sample: Mapping[str, Any], chance: Random, day: str, seats: list[str], game: int
) -> dict[str, Any]:
    """Return a summary like a recorded game's with other people, totals and a day."""
    players = [
        {**seat, "name": own, "total": seat["total"] + chance.randint(-25, 25)}
        for seat, own in zip(sample["players"], seats, strict=True)
    ]
    places = assign_places({seat["id"]: seat["total"] for seat in players}, [])
    players = [{**seat, "place": places[seat["id"]]} for seat in players]
    return {**sample, "day": day, "players": players, "print": f"{game:024x}"}


def _summary(db: Any, game: int, version: int, own: Mapping[str, Any]) -> None:
    db.execute(
        "INSERT INTO summaries (game, version, corrected, at, body, detail)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [
            game,
            version,
            version > 1,
            f"2050-01-{version:02}",
            json.dumps(drop_details(own)),
            pack_details(own),
        ],
    )


def _correct(game: int) -> None:
    """Correct a game: its last player has 40 more, as the table's link would enter it."""
    store = LeagueStore(tables().store)
    version = tables().store.game(game).version
    kept = store.summary(game, version)
    assert kept is not None
    players = [dict(seat) for seat in kept.light["players"]]
    players[-1]["total"] += 40
    places = assign_places({seat["id"]: seat["total"] for seat in players}, [])
    own = {
        **kept.light,
        "players": [
            {**seat, "place": places[seat["id"]], "parts": {}, "counts": {}, "broken": {}}
            for seat in players
        ],
    }
    with tables().store.writing():
        _summary(store.db, game, version + 1, own)
        store.db.execute("UPDATE games SET version = version + 1 WHERE id = ?", [game])


def _ratings(client: FlaskClient, base: str) -> dict[str, Any]:
    """Return how long ratings from the first game on take until the page shows them."""
    start, begun = perf_counter(), process_time()
    games: list[str] = []
    told = 0
    page = _ask(client, f"{base}/ratings")
    for name in ("?game=" + part.split('"')[0] for part in page.split("ratings?game=")[1:]):
        if name not in games:
            games.append(name)
    for name in games or [""]:
        while "are done" in _ask(client, f"{base}/ratings{name}"):
            told += 1
            sleep(0.5)
    results = {
        "ratings from the first game s": round(perf_counter() - start, 1),
        "the same, of the processor s": round(process_time() - begun, 1),
        "times progress was shown": told,
    }
    for name in games or [""]:  # counted after the ratings: nothing else is measured beside it
        while "are done" in _ask(client, f"{base}/records{name}"):
            sleep(0.5)
    return results | {"with statistics and records s": round(perf_counter() - start, 1)}


def _ask(client: FlaskClient, page: str) -> str:
    answer = client.get(page)
    assert answer.status_code == 200, (page, answer.status_code)
    return str(answer.text)


def _time_work(work: Any) -> tuple[float, Any]:
    start = perf_counter()
    result = work()
    return perf_counter() - start, result
