"""A league to look at: eight players, five evenings, recorded games and results without records.

Used for the pictures. Names, totals and days are made up; the recorded games come from
``tests/records`` with other people at the table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask

from recorder.league import league_state as ops
from recorder.league.known import league_service
from recorder.league.league_state import Person
from recorder.league.standings import Season
from recorder.league.summary import summarise_totals
from recorder.web.context import tables

RECORDS = Path(__file__).resolve().parent.parent / "tests" / "records"

NAMES = ("Anna", "Boris", "Chloé", "Dora", "지훈", "Зоя", "Gustav", "Hana")

DAYS = ("2026-09-03", "2026-09-17", "2026-10-01", "2026-10-15", "2026-10-29")


def make_league(app: Flask, days: Sequence[str] = DAYS) -> str:
    """Create the league in an application's store; return the path of its organiser's link.

    days: on which it has played.
    """
    chance = Random(8)
    with app.app_context():
        service = league_service()
        token = service.found("Tuesday Club", "en", {"game": "", "place": "The back room"})[0].token
        league = service.open(token)
        players = [Person(f"p{at}", name) for at, name in enumerate(NAMES, start=1)]
        autumn = Season("s1", "Autumn 2026", "2026-09-01", "2026-12-31", best=4)
        league.do(
            lambda _state: [
                *((ops.PLAYER, player.to_json()) for player in players),
                (ops.SEASON, autumn.to_json()),
            ],
            "sample",
        )
        for number, day in enumerate(days):
            order = chance.sample(players, len(players))
            record = _vary_recorded_game("austria-4p-2022.json", order[:4], day, chance)
            started = tables().start(record, listed=False)
            service.join(league, started.links[0], {}, how="imported", key=f"g{number}")
            totals = [(player.name, chance.randint(60, 130)) for player in order[4:]]
            result = summarise_totals("austria", day, totals, edition="2022")
            service.join_result(league, result, key=f"r{number}")
    return f"/l/{token}"


def _vary_recorded_game(name: str, order: list[Person], day: str, chance: Random) -> dict[str, Any]:
    """Return a recorded game with other people, and with points that tell the evenings apart."""
    document: dict[str, Any] = json.loads((RECORDS / name).read_bytes())
    seats = document["players"]
    players = [{**seat, "name": player.name} for seat, player in zip(seats, order, strict=True)]
    gifts = [
        {"do": "adjust", "of": seat["id"], "vp": chance.randint(30, 70), "note": "sample"}
        for seat in seats
    ]
    entries = [*document["entries"], *gifts]
    return document | {"players": players, "played_on": day, "entries": entries}
