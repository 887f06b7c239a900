"""What the forms of a league refuse, and that nothing of it is kept."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from recorder.league.known import league_service
from recorder.league.league_state import LeagueState
from recorder.league.pages import evening_forms, evenings, people, settling, starting
from tests.league.conftest import Web
from tests.pages.test_samoa_pages import form as set_up_form
from tests.seen import words_of

NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elif", "Farid", "Gwen")
"""p1 to p7."""

EVENING = {"day": "2026-12-01", "time": "19:30", "place": "Café", "game": "samoa"}
SEVEN = [f"p{number}" for number in range(1, 8)]


def state(web: Web) -> LeagueState:
    with web.client.application.app_context():
        return league_service().open(web.lt).state


@pytest.fixture
def club(web: Web) -> Web:
    assert web.post("/players", name=", ".join(NAMES), key="names").status_code == 303
    web.result(("Anna", 50), ("Boris", 60), key="r1", day="2026-05-01")
    web.result(("Anna", 70), ("Clara", 40), key="r2", day="2026-06-01")
    assert list(state(web).players) == SEVEN
    return web


@pytest.fixture
def evening(club: Web) -> Web:
    club.post("/evenings", key="e", present=SEVEN, **EVENING)
    assert club.post("/evenings/e1/seat", key="s").status_code == 303
    assert sorted(map(len, tables(club))) == [3, 4]
    return club


def told(answer: TestResponse) -> str:
    """What a page says, in small letters: a sentence begins with a capital."""
    return words_of(answer.text).casefold()


def tables(web: Web) -> list[list[str]]:
    return [list(table) for table in state(web).evenings["e1"].rounds[-1]]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"day": "2026-02-30"}, "this is not a date"),
        ({"day": ""}, "this is not a date"),
        ({"time": "24:00"}, "this is not a time; write it as 19:30"),
        ({"time": "19.60"}, "this is not a time; write it as 19:30"),
        ({"time": "noon"}, "this is not a time; write it as 19:30"),
        ({"game": "chess"}, "there is no such game"),
        ({"present": ["p1", "p99"]}, "the league has no such player"),
        ({"place": "x" * 81}, "at most 80"),
    ],
)
def test_an_evening_that_cannot_be(club: Web, wrong: dict[str, Any], said: str) -> None:
    refused = club.post("/evenings", key="e", **{**EVENING, "present": SEVEN, **wrong})
    assert refused.status_code == 422
    assert said.casefold() in told(refused)
    assert not state(club).evenings
    assert club.post("/evenings", key="e", present=SEVEN, **EVENING).status_code == 303
    refused = club.post("/evenings/e1/edit", key="f", **{**EVENING, "present": SEVEN, **wrong})
    assert refused.status_code == 422
    assert state(club).evenings["e1"].time == "19:30"


def test_an_evening_is_settled_anew(club: Web) -> None:
    club.post("/evenings", key="e", present=SEVEN, **EVENING)
    changed = {**EVENING, "day": "2026-12-02", "time": "", "present": ["p1", "p2"]}
    assert club.post("/evenings/e1/edit", key="f", **changed).status_code == 303
    own = state(club).evenings["e1"]
    assert (own.day, own.time, own.place, list(own.present)) == (
        "2026-12-02",
        "",
        "Café",
        ["p1", "p2"],
    )
    asked = club.post("/evenings/e1/edit", key="g", visitors="Ana", **changed)
    assert asked.status_code == 200  # near to Anna: who is meant is asked first
    assert 'action="' in asked.text
    assert "/evenings/e1/edit" in asked.text
    assert len(state(club).players) == 7


def test_who_is_meant_is_asked_before_an_evening_is_kept(club: Web) -> None:
    """The answer goes to the form that asked."""
    asked = club.post("/evenings", key="e", present=SEVEN, visitors="Ana", **EVENING)
    assert re.search(r'action="/l/[\w-]+/evenings"', asked.text)
    assert not state(club).evenings
    new = {"asked": "1", "who-ana": "new"}
    kept = club.post("/evenings", key="e", present=SEVEN, visitors="Ana", **EVENING, **new)
    assert kept.status_code == 303
    assert [*state(club).evenings["e1"].present] == [*SEVEN, "p8"]


def test_so_many_evenings_and_rounds(evening: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening_forms, "MOST_EVENINGS", 1)
    refused = evening.post("/evenings", key="e2", present=SEVEN, both="1", **EVENING)
    assert (refused.status_code, "at most 1 evenings" in told(refused)) == (422, True)
    monkeypatch.setattr(evenings, "MOST_ROUNDS", 1)
    assert evening.post("/evenings/e1/seat", key="again").status_code == 303  # nobody has begun
    begin(evening, 0)
    refused = evening.post("/evenings/e1/seat", key="more")
    assert (refused.status_code, "at most 1 rounds" in told(refused)) == (422, True)


def begin(web: Web, table: int) -> None:
    names = [NAMES[int(player[1:]) - 1] for player in tables(web)[table]]
    form: dict[str, Any] = {"game": "samoa", "day": "2026-11-01", "key": f"b{table}", "asked": "1"}
    form |= {"evening": "e1", "round": "0", "table": str(table)}
    for at, name in enumerate(names):
        form |= {f"name-{at}": name, f"total-{at}": str(10 + at)}
    assert web.post(f"/add/result?evening=e1&round=0&table={table}", **form).status_code == 303
    assert (0, table) in state(web).evenings["e1"].started


def test_people_at_tables_are_changed_until_they_have_begun(evening: Web) -> None:
    four, three = sorted(tables(evening), key=len, reverse=True)
    at = tables(evening).index(four)
    for chosen, said in (
        (four[:2], "a table of this game has 3 to 6 players"),
        ([*four[:2], "p99"], "the league has no such player"),
        ([*four, three[0]], f"too few players would be left at table {2 - at}"),
    ):
        refused = evening.post(f"/evenings/e1/tables/0/{at}", p=chosen, key="x")
        assert refused.status_code == 422
        assert said.casefold() in told(refused)
    for path in ("/evenings/e1/tables/0/2", "/evenings/e1/tables/1/0"):
        assert evening.post(path, p=four, key="y").status_code == 422
    assert tables(evening)[at] == four
    begin(evening, 1 - at)
    refused = evening.post(f"/evenings/e1/tables/0/{at}", p=[*four[:3], three[0]], key="z")
    assert "this table has begun its game" in told(refused)
    swapped = evening.post("/evenings/e1/swap", one=four[0], other=three[0], key="w")
    assert "this table has begun its game" in told(swapped)
    assert evening.post(f"/evenings/e1/tables/0/{at}", p=four[1:], key="v").status_code == 303
    assert tables(evening)[at] == four[1:]


def test_nobody_is_swapped_before_there_are_tables(club: Web) -> None:
    club.post("/evenings", key="e", present=SEVEN, **EVENING)
    refused = club.post("/evenings/e1/swap", one="p1", other="p2", key="w")
    assert refused.status_code == 422
    assert "the league has no such table" in told(refused)


@pytest.mark.parametrize(
    ("path", "form", "said"),
    [
        ("/players/p1/merge", {"other": "Nobody", "stays": "own"}, "the league has no such player"),
        ("/players/p1/merge", {"other": "Anna", "stays": "own"}, "two different players"),
        ("/players/p1/merge", {"other": "Boris", "stays": "own"}, "these two sat at one table"),
        ("/players/p2/merge", {"other": "Clara"}, "which of the two names should stay?"),
        ("/players/p1/part", {}, "this name is not merged into another"),
        ("/players/p99/part", {}, "this name is not merged into another"),
        ("/players/p1/edit", {"name": ""}, "this needs"),
        ("/players/p1/edit", {"name": "Boris"}, "already"),
        ("/players/p1/leave", {"sure": "no"}, "leaving cannot be undone"),
        ("/players", {"name": "x" * 61}, "at most"),
    ],
)
def test_what_is_refused_about_people(
    club: Web, path: str, form: dict[str, str], said: str
) -> None:
    before = state(club).players
    refused = club.post(path, key="x", **form)
    assert refused.status_code == 422
    assert said.casefold() in told(refused)
    assert state(club).players == before


def test_only_so_many_names_at_a_time(club: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_AT_ONCE", 2)
    assert club.post("/players", name="Hana,Ivo,Jan", key="x").status_code == 422
    assert club.post("/players", name="Hana,Ivo", key="y").status_code == 303
    assert [one.name for one in state(club).players.values()][7:] == ["Hana", "Ivo"]


@pytest.mark.parametrize(
    ("address", "typed", "field"),
    [
        ("/players", {"name": "x" * 61}, "name"),
        ("/evenings/e1/come", {"name": "Nobody"}, "name"),
        ("/games/r1/seats", {"seat-p2": "Nobody"}, "seat-p2"),
        ("/games/r1/seats", {"seat-p1": "Clara", "seat-p2": "Clara"}, "seats"),
    ],
)
def test_typed_values_stay_after_an_error(
    evening: Web, address: str, typed: dict[str, str], field: str
) -> None:
    """The form is shown again, with the error beside its field."""
    refused = evening.post(address, key="t", **typed)
    assert refused.status_code == 422
    assert f'id="p-{field}"' in refused.text
    for name, value in typed.items():
        assert re.search(rf'name="{name}"\s[^>]*value="{value}"', refused.text)


def test_people_are_found_by_a_part_of_the_name(club: Web) -> None:
    def shown(query: str) -> list[str]:
        page = club.get(f"/players?q={query}")
        return [name for name in NAMES if re.search(rf">\s*{name}\s*<", page)]

    assert shown("AR") == ["Clara", "Farid"]
    assert shown("zz") == []
    assert shown("") == list(NAMES)


def test_games_are_listed_for_a_player_a_pair_and_a_season(club: Web) -> None:
    club.season(key="s", first="2026-05-15", last="2026-12-31")

    def shown(query: str) -> set[str]:
        return set(re.findall(r"/games/(r\d)\"", club.get(f"/games?{query}")))

    assert shown("") == {"r1", "r2"}
    assert shown("player=p2") == {"r1"}
    assert shown("player=p1&other=p3") == {"r2"}
    assert shown("player=p2&other=p3") == set()
    assert shown("season=s1") == {"r2"}
    assert "Anna and Clara" in words_of(club.get("/games?player=p1&other=p3"))
    assert "2026" in words_of(club.get("/games?season=s1"))


def test_players_are_chosen_before_a_game_is_set_up(club: Web) -> None:
    none = club.client.get(club.links["organiser"] + "/start/set-up?game=samoa")
    assert none.headers["Location"].endswith("/start")
    two = club.client.get(club.links["organiser"] + "/start/set-up?game=samoa&p=p2&p=p1&p=p99")
    assert two.headers["Location"].endswith("/start/samoa?p=p2&p=p1")
    for path in ("/start/set-up?game=chess&p=p1", "/start/chess"):
        assert club.client.get(club.links["organiser"] + path).status_code == 404
    assert club.post("/start/chess", key="x").status_code == 404


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name-1": "Anna"}, "two players are called Anna; add what tells them apart"),
        ({"name-1": ""}, ""),
        ({"flag-1": "utopia"}, ""),
    ],
)
def test_a_game_that_cannot_begin_keeps_what_was_typed(
    club: Web, changes: dict[str, str], said: str
) -> None:
    fields = {**set_up_form(), "name-0": "Anna", "name-1": "Boris", "name-2": "Clara", **changes}
    if changes.get("name-1") == "":
        fields["name-2"] = ""
    refused = club.post("/start/samoa", key="x", asked="1", **fields)
    assert refused.status_code == 422
    assert said.casefold() in told(refused)
    assert re.search(r'value="Anna"', refused.text)
    assert len(state(club).games) == 2  # the two results


def test_what_a_ruling_decided_is_the_switch_of_a_new_game(club: Web) -> None:
    """A switch that is chosen by hand goes before it."""

    sent = MultiDict(
        [("ruled", "SAM-U-06=two"), ("ruled", "SAM-U-05=any"), ("rule-SAM-U-05", "no")]
    )
    read = starting._apply_ticked_rulings(sent)
    assert (read["rule-SAM-U-06"], read["rule-SAM-U-05"]) == ("two", "no")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "chess"}, "there is no such game"),
        ({"day": "2026-02-30"}, "this is not a date"),
        ({"day": "2099-01-01"}, "this day is still in the future"),
        ({"edition-samoa": "1999"}, "there is no such edition"),
        ({"name-1": ""}, "this needs a name"),
        ({"total-1": "many"}, "this is not a whole number"),
        ({"total-1": "9999999"}, "this is not a whole number"),
        ({"name-1": "", "total-1": ""}, "a result needs two players or more"),
        ({"name-1": "ANNA"}, "one player sits there twice"),
        ({"winner": "1"}, "only a player with the highest total can have won"),
    ],
)
def test_a_result_that_cannot_be(club: Web, wrong: dict[str, str], said: str) -> None:
    result = {
        "game": "samoa", "day": "2026-05-01", "asked": "1",
        "name-0": "Anna", "total-0": "50", "name-1": "Boris", "total-1": "40",
    }  # fmt: skip
    for path in ("/add/result", "/games/r1/correct"):
        refused = club.post(path, key=path, **{**result, **wrong})
        assert refused.status_code == 422
        assert said.casefold() in told(refused)
    kept = state(club).games
    assert list(kept) == ["r1", "r2"]
    assert [seat["total"] for seat in kept["r1"].summary["players"]] == [50, 60]


def test_a_result_is_put_right(club: Web) -> None:
    form = {
        "game": "samoa", "day": "2026-05-01", "asked": "1",
        "name-0": "Anna", "total-0": "65", "name-1": "Boris", "total-1": "60",
    }  # fmt: skip
    assert club.post("/games/r1/correct", key="c", **form).status_code == 303
    seats = state(club).games["r1"].summary["players"]
    assert {(seat["name"], seat["total"]) for seat in seats} == {("Anna", 65), ("Boris", 60)}
    assert len(state(club).players) == 7


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("1930", "19:30"), ("19.30", "19:30"), ("19h30", "19:30"), ("7:30", "07:30"), ("19", "19:00")],
)
def test_a_time_is_taken_as_a_phone_types_it(club: Web, typed: str, kept: str) -> None:
    sent = {**EVENING, "present": SEVEN, "time": typed}
    assert club.post("/evenings", key="e", **sent).status_code == 303
    assert state(club).evenings["e1"].time == kept


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("10 6 3", ["10", "6", "3"]),
        ("10, 6, 3", ["10", "6", "3"]),
        ("10,6,3", ["10", "6", "3"]),
        ("10.6.3", ["10", "6", "3"]),
        ("10;6/3", ["10", "6", "3"]),
        ("3,5 2 1", ["3.5", "2", "1"]),
        ("3.5", ["3.5"]),
    ],
)
def test_points_of_places_are_parted_by_any_sign(typed: str, numbers: list[str]) -> None:
    assert settling.split_points(typed, 3) == numbers
