"""One game that comes twice counts once: through totals, records, zips and table links."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

import pytest

from recorder.league import league_state as ops
from recorder.league.doubles import Candidate, find_double, list_doubles
from recorder.league.league_book import LeagueBook
from recorder.league.plays import Play
from tests.league.conftest import Web
from tests.league.make import played

FOUR = "austria-4p-2022.json"
TOTALS = (("Anna", 27), ("Boris", 21), ("Chlo\u00e9", 49), ("Dora", 48))
"""The totals of that record, as its sheet has them."""

DAY = "2026-05-01"


def book_of(*plays: Play) -> LeagueBook:
    """Return a book with these games; ids of players are their names."""
    book = LeagueBook()
    for play in plays:
        book.put(play, 1)
    return book


KNOWN = played("r1", {"anna": 5, "boris": 7}, DAY)


@pytest.mark.parametrize(
    ("day", "totals", "double"),
    [
        (DAY, {"anna": 5, "boris": 7}, True),
        ("2026-04-30", {"boris": 7, "anna": 5}, True),
        ("2026-05-02", {"anna": 5, "boris": 7}, True),
        ("2026-05-03", {"anna": 5, "boris": 7}, False),
        (DAY, {"anna": 7, "boris": 5}, False),
        (DAY, {"anna": 5, "boris": 8}, False),
        (DAY, {"anna": 5, "chloe": 7}, False),
        (DAY, {"anna": 5, "boris": 7, "chloe": 1}, False),
        ("2026-13-40", {"anna": 5, "boris": 7}, False),
    ],
)
def test_a_double_has_the_same_people_and_totals_within_a_day(
    day: str, totals: dict[str, int], double: bool
) -> None:
    """In whatever order they sat."""
    twin = find_double(book_of(KNOWN), Candidate("tally", day, totals), lambda _key: ())
    assert (twin is not None) == double
    other = find_double(book_of(KNOWN), Candidate("another", day, totals), lambda _key: ())
    assert other is None


@pytest.mark.parametrize(
    ("changed", "double"), [(0, True), (3, True), (4, True), (6, False), (10, False)]
)
def test_a_record_with_most_of_the_same_entries_is_a_double(changed: int, double: bool) -> None:
    """Twenty entries: each that is put right breaks two steps from entry to entry."""
    entries = [{"do": "add", "points": at, "note": "x"} for at in range(20)]
    fresh = [{"do": "add", "points": at + 100 * (at % 2 and at < 2 * changed)} for at in range(20)]
    wanted = Candidate("tally", DAY, {"anna": 9, "boris": 7}, fresh)
    assert (find_double(book_of(KNOWN), wanted, lambda _key: entries) is not None) == double


def test_doubles_that_came_about_later_are_listed_until_somebody_decides() -> None:
    one, two = KNOWN, played("r2", {"boris": 7, "anna": 5}, "2026-05-02")
    book = book_of(one, two, played("r3", {"boris": 7, "anna": 5}, "2026-05-09"))
    assert [(a.key, b.key) for a, b in list_doubles(book)] == [("r1", "r2")]
    book.state.apart.add(frozenset(("r1", "r2")))
    assert list_doubles(book) == []


def test_what_was_the_same_counts_again_when_the_other_is_taken_out() -> None:
    state = ops.LeagueState()
    for number in (1, 2, 3):
        summary = {"print": f"x{number}", "players": []}
        body = {"key": f"r{number}", "summary": summary, "seats": [], "how": "totals"}
        state.apply(number, ops.RESULT, body, "")
    state.apply(4, ops.SAME, {"key": "r2", "of": "r1"}, "")
    state.apply(5, ops.SAME, {"key": "r1", "of": "r3"}, "")
    assert [own.key for own in state.same_as("r3")] == ["r1", "r2"]
    assert state.find_counting("r2") == "r3"
    state.apply(6, ops.APART, {"key": "r2", "of": "r3"}, "")
    assert [own.counts for own in state.games.values()] == [False, True, True]
    state.apply(7, ops.REMOVE, {"key": "r3"}, "")
    assert [own.counts for own in state.games.values()] == [True, True]


def counted(web: Web) -> list[str]:
    page = web.get("/games").partition('id="done"')[2]
    return list(dict.fromkeys(re.findall(r"/games/([gr]\d+)\"", page)))


def add_totals(web: Web, *players: tuple[str, int], key: str = "t", **more: Any) -> Any:
    """Send totals by the form; names that are near to another one are new."""
    form: dict[str, Any] = {"game": "austria", "day": DAY, "key": key, "asked": "1", **more}
    for at, (name, total) in enumerate(players):
        form |= {f"name-{at}": name, f"total-{at}": str(total), f"who-{name.casefold()}": "new"}
    return web.post("/add/result", _role="member", **form)


def record_of(web: Web, **more: Any) -> bytes:
    document = json.loads(web.record(FOUR, played_on=DAY)) | more
    for seat, (name, _total) in zip(document["players"], TOTALS, strict=True):
        seat["name"] = name
    return json.dumps(document).encode()


def test_the_totals_of_a_recorded_game_are_asked_about(web: Web) -> None:
    """In another order of seats, by somebody who did not know of the record."""
    web.send(("a.json", record_of(web)))
    asked = add_totals(web, *reversed(TOTALS))
    assert asked.status_code == 200
    assert "Is it the same game?" in asked.text
    assert counted(web) == ["g1"]
    same = add_totals(web, *reversed(TOTALS), key="same", alike="same")
    assert same.headers["Location"].endswith("/games/g1")
    assert counted(web) == ["g1"]
    assert "Totals of this game were added, too" in web.get("/games/g1", "member")
    assert web.post("/games/r1/apart", "member", of="g1", key="p").status_code == 303
    assert sorted(counted(web)) == ["g1", "r1"]
    assert "Is it the same?" not in web.get("/games", "member")


def test_another_game_with_the_same_totals_counts(web: Web) -> None:
    add_totals(web, *TOTALS)
    assert add_totals(web, *reversed(TOTALS), key="other", alike="other").status_code == 303
    assert sorted(counted(web)) == ["r1", "r2"]
    assert "Is it the same?" not in web.get("/games", "member")


@pytest.mark.parametrize("zipped", [False, True])
def test_a_record_takes_the_place_of_its_totals(web: Web, zipped: bool) -> None:
    """Both can be parted from the page that says what became of the file."""
    add_totals(web, *reversed(TOTALS))
    content = record_of(web)
    if zipped:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("a.json", content)
        content = buffer.getvalue()
    assert "so they count as one" in web.send(("a.zip" if zipped else "a.json", content)).text
    assert counted(web) == ["g1"]
    assert web.client.get(web.links["member"] + "/games/r1").headers["Location"].endswith("/g1")
    web.post("/games/r1/apart", "member", of="g1", key="p")
    assert sorted(counted(web)) == ["g1", "r1"]


def test_a_program_is_told_of_doubles_and_parts_them(web: Web) -> None:
    """The answer may come twice; only doubles of this import can be parted so."""
    add_totals(web, *reversed(TOTALS))
    path = f"/api/v1/leagues/{web.links['member'].removeprefix('/l/')}/imports"
    told = web.client.post(f"{path}?people=new", json=json.loads(record_of(web)))
    assert [one["doubles"] for one in told.json["files"]] == [[{"key": "r1", "counts_as": "g1"}]]
    place = told.headers["Location"]
    kept = web.client.post(place, json={"games": {"r1": "same"}})
    assert kept.json["files"][0]["doubles"] == [{"key": "r1", "counts_as": "g1"}]
    assert counted(web) == ["g1"]
    for _time in range(2):
        parted = web.client.post(place, json={"games": {"r1": "other"}})
        assert (parted.status_code, parted.json["files"][0]["doubles"]) == (202, [])
        assert sorted(counted(web)) == ["g1", "r1"]
    refused = web.client.post(place, json={"games": {"g9": "other"}})
    assert (refused.status_code, refused.json["error"]["key"]) == (422, "games")
    assert web.client.post(place, json={"games": {"r1": "twin"}}).status_code == 422


def test_a_record_with_one_note_more_and_its_table_link_count_once(web: Web) -> None:
    web.send(("a.json", record_of(web)))
    document = json.loads(record_of(web))
    document["entries"][3]["note"] = "one note more"
    started = web.client.post("/api/v1/records", json=document).get_json()
    link = next(own["token"] for own in started["links"] if own["role"] == "table")
    fields = {f"seat-{seat['id']}": seat["name"] for seat in document["players"]}
    asked = web.post("/add/table", "member", link=link, **fields, key="a")
    assert "Is it the same game?" in asked.text
    assert counted(web) == ["g1"]
    web.post("/add/table", "member", link=link, **fields, key="b", alike="same")
    assert counted(web) == ["g1"]
    assert "Another record of this game is kept" in web.get("/games/g1")


def test_two_that_look_alike_since_one_was_put_right_are_asked_about(web: Web) -> None:
    add_totals(web, *TOTALS)
    wrong = (("Anna", 26), *TOTALS[1:])
    add_totals(web, *wrong, key="u")
    assert "Is it the same?" not in web.get("/games", "member")
    form: dict[str, Any] = {"game": "austria", "day": DAY, "key": "c"}
    for at, (name, total) in enumerate(reversed(TOTALS)):
        form |= {f"name-{at}": name, f"total-{at}": str(total)}
    assert web.post("/games/r2/correct", **form).status_code == 303
    assert "Is it the same?" in web.get("/games", "member")
    assert "Is it the same?" not in web.get("/games", "public")
    assert web.post("/games/r2/same", "member", of="r1", key="s").status_code == 303
    assert counted(web) == ["r1"]


def test_only_games_that_look_alike_count_as_one(web: Web) -> None:
    add_totals(web, *TOTALS)
    add_totals(web, ("Anna", 3), ("Boris", 4), key="u")
    assert web.post("/games/r2/same", "member", of="r1", key="s").status_code == 422
    assert web.post("/games/r2/same", "public", of="r1", key="s").status_code == 403
