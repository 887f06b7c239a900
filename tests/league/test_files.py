"""What leaves a league as a file: every value of it, folded as the standards say."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from exports.league import bgstats, feeds
from recorder.league import records
from recorder.league.pages import files
from tests.league.conftest import Web

EVENT = feeds.CalendarEvent(
    "e1@club",
    "Hotel",
    "2026-11-20",
    "19:00",
    "Café",
    "",
    "https://club.example/e1",
    "2026-11-01T10:00:00",
)


@pytest.mark.parametrize(
    ("language", "heading", "line"),
    [
        ("en", "Place,Player,Points,Games,Wins,Average share", "1,Anna,3.0,1,1,1.0"),
        ("fr", "Rang;Joueur;Points;Parties;Victoires;Part moyenne", "1;Anna;3,0;1;1;1,0"),
        ("ru", None, "1;Anna;3,0;1;1;1,0"),
        ("ko", None, "1,Anna,3.0,1,1,1.0"),
    ],
)
def test_a_table_is_written_for_the_spreadsheet_of_the_club(
    web: Web, language: str, heading: str | None, line: str
) -> None:
    """Whatever language the reader has; with commas and keys for programs."""
    web.season()
    web.result(("Anna", 40), ("Boris", 20), key="a")
    web.post("/settings", name="Club", language=language, game="samoa", key="s")
    head, first, *_rest = web.get("/standings/s1/standings.csv").splitlines()
    assert (heading or head.removeprefix("\ufeff"), first) == (head.removeprefix("\ufeff"), line)
    assert (language == "en") == ("Player" in head)
    plain = web.get("/standings/s1/standings.csv?plain=1").splitlines()
    assert plain == ["\ufeffplace,player,points,games,wins,share", "1,Anna,3.0,1,1,1.0",
                     "2,Boris,1.0,1,0,0.5"]  # fmt: skip
    seats = web.get("/games.csv").splitlines()[1]
    assert (";" in seats) == (language in ("fr", "ru"))
    assert ("True" in seats, "True" in web.get("/games.csv?plain=1")) == (False, True)


def test_the_feed_speaks_the_language_of_the_club(web: Web) -> None:
    web.result(("Anna", 40), ("Boris", 20), key="a")
    web.post("/settings", name="Club", language="fr", game="samoa", key="s")
    for reader in ("en", "ko"):
        feed = web.client.get(
            web.links["public"] + "/results.atom", headers={"Accept-Language": reader}
        )
        assert "Victoire : Anna (Hotel Samoa)" in feed.text.replace("\u00a0", " ")


@pytest.mark.parametrize("letter", ["x", "é"])
def test_a_line_of_a_calendar_is_folded_at_75_bytes_not_before(letter: str) -> None:
    """RFC 5545, 3.1: no line is longer than 75 octets; what goes on begins with a space."""
    title = letter * 200
    event = feeds.CalendarEvent(**{**_fields(EVENT), "title": title})
    lines = feeds.write_calendar("Club", [event]).split("\r\n")
    begin = lines.index(next(line for line in lines if line.startswith("SUMMARY")))
    folded = [lines[begin]]
    for line in lines[begin + 1 :]:
        if not line.startswith(" "):
            break
        folded.append(line)
    assert "".join([folded[0], *(line[1:] for line in folded[1:])]) == f"SUMMARY:{title}"
    size = len(letter.encode())
    for line in folded[:-1]:
        assert 75 - size < len(line.encode()) <= 75
    assert len(folded[-1].encode()) <= 75


@pytest.mark.parametrize(
    ("zone", "told"), [("Europe/Vienna", ["X-WR-TIMEZONE:Europe/Vienna"]), ("", [])]
)
def test_a_calendar_names_its_zone_where_it_has_one(zone: str, told: list[str]) -> None:
    lines = feeds.write_calendar("Club", [EVENT], zone).split("\r\n")
    assert [line for line in lines if "TIMEZONE" in line] == told


def _fields(event: feeds.CalendarEvent) -> dict[str, str]:
    return {name: getattr(event, name) for name in feeds.CalendarEvent.__slots__}


@pytest.mark.parametrize(("minutes", "told"), [(95, 95), (None, 0)])
def test_a_play_says_how_long_it_took(minutes: int | None, told: int) -> None:
    players = [bgstats.StatsPlayer("p1", "Anna", 88, 1, won=True, start=True)]
    play = bgstats.Handed("g1", "Hotel", 154, "2026-11-20", "", minutes, "Café", "night", players)
    [kept] = json.loads(bgstats.write_bgsplay_file([play]))["plays"]
    assert kept["durationMin"] == told
    said = {key: value for key, value in kept.items() if isinstance(value, bool)}
    assert said == {"ignored": False, "manualWinner": True, "usesTeams": False}
    assert kept["playDate"] == "2026-11-20 19:00:00"


def test_a_file_of_plays_tells_how_the_game_is_scored() -> None:
    players = [bgstats.StatsPlayer("p1", "Anna", 88, 1, won=True, start=True)]
    play = bgstats.Handed("g1", "Hotel", 154, "2026-11-20", "", None, "Café", "night", players)
    [game] = json.loads(bgstats.write_bgsplay_file([play]))["games"]
    assert {key: value for key, value in game.items() if isinstance(value, bool)} == {
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
    }


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        (records.QUICKEST, 1, "1 minute"),
        (records.QUICKEST, 95, "95 minutes"),
        (records.SERIES, 4, "4 wins"),
        (records.HIGHEST, 95, "95"),
        (records.GUESTS, 12, "12"),
        ("champion", 75_000, "12.5"),
        ("share", 375, "37.5%"),
        ("wins", 4, "4"),
    ],
)
def test_a_record_or_an_honour_says_what_it_counts(
    app: Flask, kind: str, value: int, told: str
) -> None:
    with app.test_request_context("/"):
        assert files.word_value(kind, value) == told
