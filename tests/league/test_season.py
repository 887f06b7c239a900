"""A season of ten evenings and twenty-four people, every table of it computed again.

The season is played in ``tests/league/season.py``. What is expected here comes from the club's own
book and from the rules in docs/league.md, by fractions and by openskill, not from the program.
"""

from __future__ import annotations

import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import unescape
from typing import Any

from openskill.models import PlackettLuce
from pypdf import PdfReader

from tests.league import season
from tests.league.conftest import Web
from tests.league.season import Club, Played
from tests.seen import words_of


def places(game: Played) -> dict[str, int]:
    """Everybody's place: one more than how many had more."""
    totals = dict(game.totals)
    return {name: 1 + sum(o > own for o in totals.values()) for name, own in totals.items()}


def given(game: Played) -> dict[str, Fraction]:
    """By place: the last gets 1, each place above 2 more, and who ties shares."""
    by_place = places(game)
    most = len(by_place)
    points = {}
    for name, place in by_place.items():
        tied = sum(other == place for other in by_place.values())
        shared = sum(1 + 2 * (most - at) for at in range(place, place + tied))
        points[name] = Fraction(shared, tied)
    return points


def shares(game: Played) -> dict[str, Fraction]:
    best = max(total for _name, total in game.totals)
    return {name: Fraction(total, best) for name, total in game.totals}


def standings(games: Iterable[Played], visitors: set[str], best: int) -> list[dict[str, Any]]:
    """The standings: the best results count; wins, then the average share break ties."""
    results: dict[str, list[tuple[Fraction, Fraction, int]]] = defaultdict(list)
    for game in games:
        points, share, place = given(game), shares(game), places(game)
        for name in points.keys() - visitors:
            results[name].append((points[name], share[name], place[name]))
    lines = [
        {
            "player": name,
            "points": sum(sorted((one[0] for one in own), reverse=True)[:best], Fraction(0)),
            "games": len(own),
            "wins": sum(one[2] == 1 for one in own),
            "share": sum((one[1] for one in own), Fraction(0)) / len(own),
        }
        for name, own in results.items()
    ]

    def rank(line: Mapping[str, Any]) -> tuple[Any, ...]:
        return (line["points"], line["wins"], line["share"])

    for line in lines:
        line["place"] = 1 + sum(rank(other) > rank(line) for other in lines)
    return lines


def shown(web: Web) -> dict[str, Any]:
    rows = json.loads(web.get("/standings/s1/standings.json", "public"))["standings"]
    return {row["player"]: row for row in rows}


def agree(club: Club, expected: list[dict[str, Any]]) -> None:
    """The program's standings are those expected, line by line."""
    rows = shown(club.web)
    assert rows.keys() == {line["player"] for line in expected}
    for line in expected:
        row = rows[line["player"]]
        told = (row["place"], row["games"], row["wins"])
        assert told == (line["place"], line["games"], line["wins"]), line
        assert abs(row["points"] - float(line["points"])) < 1e-9, line
        assert abs(row["share"] - float(line["share"])) <= 0.0005 + 1e-9, line


def ratings(games: Iterable[Played]) -> dict[str, tuple[int, int]]:
    """Ratings by openskill itself: the mean times 40, and the games."""
    model = PlackettLuce()
    known: dict[str, Any] = {}
    count: dict[str, int] = defaultdict(int)
    for game in sorted(games, key=lambda one: one.day):
        place = places(game)
        names = sorted(place, key=lambda name: place[name])
        teams = [[known.get(name) or model.rating()] for name in names]
        rated = model.rate(teams, ranks=[float(place[name]) for name in names])
        for name, (one,) in zip(names, rated, strict=True):
            known[name] = one
            count[name] += 1
    return {name: (round(own.mu * 40), count[name]) for name, own in known.items()}


def rows_of(page: str) -> dict[str, list[str]]:
    cells: dict[str, list[str]] = {}
    for row in re.findall(r"<tr><th scope=\"row\">(.*?)</tr>", page, re.DOTALL):
        head, *others = [words_of(part) for part in re.split(r"</th>|</td>", row)]
        cells[re.sub(r"^\d+\. ", "", head).removesuffix(" provisional")] = others[:-1]
    return cells


def test_every_table_of_a_season_is_what_was_played(web: Web) -> None:
    club = season.play(web)
    games = list(club.played.values())
    regular = [game for game in games if game.day in season.DAYS]
    assert len(regular) == len(season.DAYS) * 6  # one more for the visitors, one less abandoned
    assert len(games) > len(regular) + 4  # a game that came three times, old ones, another evening
    assert f"{len(games)} finished games" in web.get("/games", "public")
    expected = standings(games, club.visitors, best=8)
    assert len(expected) == len(season.PEOPLE)
    agree(club, expected)

    for kind in ("austria", "samoa"):
        mine = [game for game in games if game.game == kind]
        table = rows_of(web.get(f"/ratings?game={kind}", "public"))
        wanted = {n: own for n, own in ratings(mine).items() if n not in club.visitors}
        assert {name: (int(own[0]), int(own[2])) for name, own in table.items()} == wanted

        told = words_of(web.get(f"/records?game={kind}", "public"))
        best = [max(total for _n, total in game.totals) for game in mine]
        assert f"Highest winning score: {max(best)} " in told
        assert f"Lowest winning score: {min(best)} " in told

    met: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for game in games:
        place = places(game)
        if game.game == "austria" and "Boris" in place:
            for name in place.keys() - {"Boris"}:
                met[name][0] += 1
                met[name][1] += place["Boris"] < place[name]
                met[name][2] += place["Boris"] > place[name]
    page = web.get(f"/players/{club.ids()['Boris']}/against?game=austria", "public")
    assert {name: [int(n) for n in own] for name, own in rows_of(page).items()} == dict(met)

    report = PdfReader(io.BytesIO(web.ask("/standings/s1/report.pdf", "public").data))
    letters = [len(page.extract_text()) for page in report.pages]
    assert min(letters) > 300  # no page for the frame alone
    assert "Nothing yet that luck cannot explain." in web.get("/statistics?game=samoa", "public")
    race = web.get("/standings/s1/race?day=2", "public")
    bars = re.findall(r'class="who">([^<]+)</span>.*?<b>([\d.]+)', race, re.DOTALL)
    two = [game for game in games if game.day <= season.DAYS[1]]
    wanted = {one["player"]: float(one["points"]) for one in standings(two, club.visitors, best=8)}
    assert {unescape(name): float(points) for name, points in bars} == wanted

    key = season.a_total_was_wrong(club)
    agree(club, expected)  # the season is closed
    assert "The result of a game has changed." in web.get("/standings/s1")
    web.post(f"/seasons/s1/accept/{key}", key="accept")
    corrected = standings(club.played.values(), club.visitors, best=8)
    assert corrected != expected
    agree(club, corrected)

    season.somebody_leaves(club, "Oskar")
    for line in corrected:
        if line["player"] == "Oskar":
            line["player"] = "former player 1"
    agree(club, corrected)
    assert "Oskar" not in web.get("/standings/s1") + web.get("/games") + web.get("/ratings")
