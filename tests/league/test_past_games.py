"""The door of a league for a file of past plays: shown, kept in one go, taken back in one step."""

from __future__ import annotations

import io
import json
import re
from typing import Any

from recorder.league.known import league_service
from recorder.league.league_state import LeagueState
from recorder.league.pages import past_games
from tests.league.conftest import Web
from tests.seen import find_missing, words_of

TABLE = """Day;Game;Anna;Boris;Chloe
2024-05-01;Hotel Samoa;31;28;25
2024-05-02;Hotel Samoa;20;28;25
2024-05-02;Hotel Samoa;20;28;25
2024-05-03;Catan;10;8;7
2024-05-04;Hotel Samoa;;28;25
"""
"""Two games, one of which stands there twice, another game, and one of two players."""


def state_of(web: Web) -> LeagueState:
    with web.client.application.test_request_context():
        return league_service().open(web.lt).state


def send(web: Web, content: str, key: str = "k", role: str = "organiser") -> Any:
    form = {"plays": (io.BytesIO(content.encode()), "old.csv"), "key": key}
    return web.client.post(
        f"{web.links[role]}/add/plays", data=form, content_type="multipart/form-data"
    )


def place_of(web: Web, answer: Any) -> str:
    return str(answer.headers["Location"].removeprefix(web.links["organiser"]))


def test_a_file_is_shown_kept_in_one_go_and_taken_back(web: Web) -> None:
    web.post("/players", name="Anna, Borys", key="p")
    at = place_of(web, send(web, TABLE))
    told = words_of(web.get(at))
    assert not find_missing(told, "2 games can be kept", "2 lines cannot be kept")
    assert "This is another game: Catan." in told
    assert "The game is for 3 to 6 players, not 2." in told
    assert not find_missing(told, "1 game is there already, it seems", "New in the league Chloe")
    assert "Known already Anna" in told
    assert state_of(web).games == {}
    assert web.post(at, key="a").status_code == 422  # Boris may be Borys
    answers = {"who-boris": "new", "asked": "1"}
    assert web.post(at, key="b", **answers).status_code == 303
    assert "2 games of the file are in the league." in words_of(web.get(at))
    web.post(at, key="c", **answers)
    state = state_of(web)
    assert [own.how for own in state.games.values()] == ["past-1", "past-1"]
    assert sorted(one.name for one in state.players.values()) == [
        "Anna", "Boris", "Borys", "Chloe",
    ]  # fmt: skip
    web.post("/games/r1/remove", key="d")  # one that was corrected by hand goes by itself
    assert web.post(f"{at}/remove", key="e").status_code == 303
    state = state_of(web)
    assert state.games == {}
    assert sorted(one.name for one in state.players.values()) == ["Anna", "Borys"]


def test_who_plays_elsewhere_stays_when_a_file_is_taken_back(web: Web) -> None:
    at = place_of(web, send(web, TABLE))
    web.post(at, key="b", asked="1")
    web.result(("Chloe", 5), ("Dora", 4), key="r")
    web.post(f"{at}/remove", key="e")
    assert sorted(one.name for one in state_of(web).players.values()) == ["Chloe", "Dora"]


def test_games_of_a_file_that_the_league_has_are_asked_about(web: Web) -> None:
    """Left out, or kept as other games that nobody is asked about again."""
    web.result(("Boris", 28), ("Anna", 31), ("Chloe", 25), key="r", day="2024-05-01")
    at = place_of(web, send(web, TABLE))
    assert "2 games are there already, it seems" in words_of(web.get(at))
    web.post(at, key="b", doubles="same")
    assert len(state_of(web).games) == 2
    other = place_of(web, send(web, TABLE.splitlines()[0] + "\n" + TABLE.splitlines()[1], key="o"))
    web.post(other, key="c", doubles="new")
    assert len(state_of(web).games) == 3
    assert "Is it the same?" not in web.get("/games")


def test_what_is_no_file_of_plays_is_refused_in_words(web: Web) -> None:
    for content, told in (("", "Choose a file, or paste a table."), ("{}", "no plays")):
        answer = send(web, content, key=f"x{len(content)}")
        assert (answer.status_code, told in answer.text) == (422, True), content
    assert send(web, TABLE, role="member").status_code == 403
    web.post(place_of(web, send(web, TABLE, key="y")), key="d", drop="1")
    assert state_of(web).games == {}
    pasted = web.post("/add/plays", pasted=TABLE, key="z")
    assert "2 games can be kept" in words_of(web.get(place_of(web, pasted)))


def test_all_games_go_out_as_one_file_and_come_in_again(web: Web) -> None:
    web.post(place_of(web, send(web, TABLE)), key="b", asked="1")
    document = json.loads(web.get("/plays.bgsplay", "public"))
    assert len(document["plays"]) == 2
    told = words_of(web.get(place_of(web, send(web, json.dumps(document), key="again"))))
    assert not find_missing(told, "0 games can be kept", "2 games are there already, it seems")


def test_as_many_games_as_allowed_are_kept_in_one_go(web: Web, monkeypatch: Any) -> None:
    """And not one more (here 60); the figures of the last game are those of the file."""
    lines = ["Day;Game;Anna;Boris;Chloe"]
    days = [f"20{year:02}-{month:02}-{day:02}" for year in range(14, 24) for month in range(1, 13)
            for day in range(1, 29)]  # fmt: skip
    for at in range(60):
        lines.append(f"{days[3 * at]};Hotel Samoa;{at};{at + 1};{at + 2}")
    monkeypatch.setattr(past_games, "MOST_KEPT", 59)
    at = place_of(web, send(web, "\n".join(lines)))
    refused = web.post(at, key="b", asked="1")
    assert (refused.status_code, "most 59 games" in refused.text) == (422, True)
    monkeypatch.setattr(past_games, "MOST_KEPT", 60)
    web.post(at, key="c", asked="1")
    state = state_of(web)
    assert len(state.games) == 60
    last = (state.games["r60"].summary or {})["players"]
    assert [(seat["name"], seat["total"]) for seat in last] == [
        ("Anna", 59), ("Boris", 60), ("Chloe", 61),
    ]  # fmt: skip
    assert re.search(r"60 games of the file", web.get(at))


def test_columns_of_a_table_are_shown_and_can_be_changed(web: Web) -> None:
    """The points stand in a column with a heading nobody knows, and notes look like totals."""
    table = "Day;Game;Name;Notes;Ergebnis\n" + "".join(
        f"2024-05-01;Hotel Samoa;{name};5;{total}\n"
        for name, total in (("Anna", 31), ("Boris", 28), ("Chloe", 25))
    )
    at = place_of(web, send(web, table))
    guessed = web.get(at)
    assert "0 games can be kept" in words_of(guessed)
    chosen = re.findall(r'value="([a-z]+)" selected', guessed)
    assert chosen == ["day", "game", "player", "ignored", "ignored"]
    chosen[4] = "total"
    query = "&".join(f"column={one}" for one in chosen)
    page = web.get(f"{at}?{query}")
    assert "1 game can be kept" in words_of(page)
    assert re.findall(r'type="hidden" name="column" value="([a-z]+)"', page) == chosen
    web.post(at, key="c", asked="1", column=chosen)
    seats = (state_of(web).games["r1"].summary or {})["players"]
    assert [(seat["name"], seat["total"]) for seat in seats] == [
        ("Anna", 31), ("Boris", 28), ("Chloe", 25),
    ]  # fmt: skip


def test_modules_of_old_games_are_kept(web: Web) -> None:
    table = (
        "Day;Game;Modules;Anna;Boris\n"
        "2024-05-01;Grand Austria Hotel;Vienna Balls, Celebrities;131;128\n"
    )
    web.post(place_of(web, send(web, table)), key="c", asked="1")
    assert (state_of(web).games["r1"].summary or {})["modules"] == ["balls", "celebrities"]
    form = {"game": "austria", "day": "2024-05-01"} | {
        f"{key}-{at}": str(value)
        for at, seat in enumerate([("Anna", 130), ("Boris", 128)])
        for key, value in zip(("name", "total"), seat, strict=True)
    }
    web.post("/games/r1/correct", key="d", **form)
    corrected = state_of(web).games["r1"].summary or {}
    assert (corrected["players"][0]["total"], corrected["modules"]) == (
        130, ["balls", "celebrities"],
    )  # fmt: skip
