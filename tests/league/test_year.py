"""What a club's secretary trips over: two spellings, rounded shares, seasons closed too early."""

from __future__ import annotations

import io
import json
import re
from typing import Any
from xml.etree import ElementTree

from freezegun import freeze_time
from pypdf import PdfReader

from recorder.league.known import league_service
from recorder.league.league_state import LeagueState
from recorder.league.pages import files, frame
from recorder.league.standings import Season, compute_standings
from recorder.web.context import precedents, tables
from tests.casebook import CASES, cases_in
from tests.league.conftest import Web
from tests.league.make import played
from tests.seen import find_missing, words_of

ATOM = "{http://www.w3.org/2005/Atom}"


def ids(web: Web) -> dict[str, str]:
    links = re.findall(r'/players/(p\d+)"[^>]*>(?:<[^>]+>|\s)*([^<]+)', web.get("/players"))
    return {name.strip(): player for player, name in links}


def test_merging_asks_which_name_stays_and_frees_the_other(web: Web) -> None:
    web.result(("Ana", 9), ("Boris", 5), key="k1")
    web.result(("Anna", 9), ("Boris", 5), key="k2")
    known = ids(web)
    asked = web.post(f"/players/{known['Ana']}/merge", other="Anna", key="m1")
    assert asked.status_code == 422
    assert re.findall(r'name="stays" value="(\w+)">(?:<svg.*?</svg>)?(\w+)', asked.text) == [
        ("own", "Ana"),
        ("other", "Anna"),
    ]
    assert "Which of the two names should stay? " in main_of(asked.text)
    assert set(ids(web)) == {"Ana", "Anna", "Boris"}
    web.post(f"/players/{known['Ana']}/merge", other="Anna", stays="other", key="m2")
    assert set(ids(web)) == {"Anna", "Boris"}
    assert "Games 2" in main_of(web.get(f"/players/{known['Anna']}"))
    # What is imported under the old spelling is still Anna's, until somebody else is called so.
    web.result(("Ana", 9), ("Boris", 5), key="k3", day="2026-05-02")
    assert set(ids(web)) == {"Anna", "Boris"}
    new = {"asked": "1", "who-ana": "new"}
    assert web.post("/players", name="Ana", **new, key="n1").status_code == 303
    assert set(ids(web)) == {"Ana", "Anna", "Boris"}
    # Parting would make two of one name: it says so and changes nothing.
    parted = web.post(f"/players/{known['Ana']}/part", key="p1")
    assert parted.status_code == 422
    assert "already has this name" in parted.text


def test_no_rounding_breaks_a_tie_of_average_shares() -> None:
    """10 of 30 is a third, 333 of 1000 a little less; both are shown as 33.3 percent."""
    season = Season("s", "2026", "2026-01-01", "2026-12-31", tie_breaks=("share",))
    games = [played("g1", {"x": 1000, "boris": 333}), played("g2", {"y": 30, "anna": 10})]
    lines = {line.player: line for line in compute_standings(season, games)}
    assert lines["anna"].points == lines["boris"].points
    assert [lines[name].share for name in ("anna", "boris")] == [333, 333]
    assert (lines["anna"].place, lines["boris"].place) == (3, 4)


def test_shares_are_averaged_before_they_are_rounded() -> None:
    """0.4, 0.4 and 0.9 thousandths are 0.57 on average, shown as 1; rounded one by one: 0, 0, 1."""
    games = [played(f"g{n}", {"x": 2500, "anna": 1}) for n in range(2)]
    games.append(played("g9", {"x": 10000, "anna": 9}))
    season = Season("s", "2026", "2026-01-01", "2026-12-31")
    (anna,) = [line for line in compute_standings(season, games) if line.player == "anna"]
    assert anna.share == 1


@freeze_time("2026-11-20T12:00:00Z")
def test_closing_asks_and_says_what_is_open(web: Web) -> None:
    web.season()
    web.result(("Anna", 9), ("Boris", 5), key="k1")
    web.post("/evenings", day="2026-11-29", time="19:30", game="samoa", key="v")
    page = web.get("/standings/s1")
    assert "certificate.pdf" not in page
    assert 'action="' + web.links["organiser"] + '/seasons/s1/close"' not in page
    asked = web.get("/seasons/s1/close")
    assert re.search(r"The season runs until [^<]*31[^<]*2026", asked)
    assert not find_missing(asked, "1 evening is coming up.", "Close anyway")
    web.post("/seasons/s1/close", key="c")
    assert "certificate.pdf" in web.get("/standings/s1")


def test_a_feed_keeps_its_names_when_links_are_replaced_and_tells_imports(web: Web) -> None:
    with freeze_time("2026-11-20T12:00:00Z"):
        web.result(("Anna", 9), ("Boris", 5), key="k1", day="2026-11-19")
    with freeze_time("2026-11-21T12:00:00Z"):
        web.result(("Anna", 7), ("Boris", 8), key="k2", day="2019-03-01")  # long ago, added late
    sent = web.get("/results.atom", "public")
    assert sent.startswith("<?xml")
    feed = ElementTree.fromstring(sent)
    names = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert feed.findtext(f"{ATOM}updated") == "2026-11-21T12:00:00Z"
    assert [str(name).rpartition(":")[2] for name in names] == ["r2", "r1"]
    own = ElementTree.fromstring(web.get("/results.atom", "organiser"))  # through another link
    assert own.findtext(f"{ATOM}id") == feed.findtext(f"{ATOM}id")
    assert str(feed.findtext(f"{ATOM}id")).startswith("tag:hotel-ledger.invalid,2026:")
    assert [entry.findtext(f"{ATOM}id") for entry in own.iter(f"{ATOM}entry")] == names


def test_an_evening_is_at_the_hour_of_the_clubs_own_clock(web: Web) -> None:
    web.post("/evenings", day="2026-11-29", time="19:30", game="samoa", key="v")
    web.post("/evenings", day="2026-07-01", time="19:30", game="samoa", key="w")
    refused = web.post("/settings", name="T", language="en", game="samoa", zone="Wien", key="z")
    assert refused.status_code == 422
    form = {"name": "T", "language": "en", "game": "samoa", "zone": "Europe/Vienna"}
    assert web.post("/settings", **form, key="z2").status_code == 303
    calendar = web.get("/evenings.ics")
    assert "DTSTART:20261129T183000Z\r\n" in calendar  # an hour east of Greenwich in winter
    assert "DTSTART:20260701T173000Z\r\n" in calendar  # two in summer
    assert 'value="Europe/Vienna"' in web.get("/settings")


def test_calendars_of_two_clubs_share_no_name(web: Web) -> None:
    web.post("/evenings", day="2026-11-29", time="19:30", game="samoa", key="v")
    with freeze_time("2027-01-01"):
        other = Web(web.client)
        other.post("/evenings", day="2026-11-29", time="19:30", game="samoa", key="v")
    uids = [re.findall(r"UID:(\S+)", club.get("/evenings.ics")) for club in (web, other)]
    assert len(uids[0]) == len(uids[1]) == 1
    assert uids[0] != uids[1]


def test_a_season_is_seen_with_other_points_before_it_is_settled(web: Web) -> None:
    """By place Anna has 3 + 3 + 1 points and Boris 1 + 1 + 3; by share Anna 100 + 100 + 50 and
    Boris 90 + 90 + 100."""
    web.season()
    web.result(("Anna", 10), ("Boris", 9), key="k1")
    web.result(("Anna", 10), ("Boris", 9), key="k3", day="2026-05-03")
    web.result(("Boris", 10), ("Anna", 5), key="k2", day="2026-05-02")
    page = web.get("/seasons/s1/edit")
    form = {"name": "2026", "first": "2026-01-01", "last": "2026-12-31", "kind": "share"}
    seq = re.search(r'name="seq" value="(\d+)"', page)
    shown = web.post("/seasons/s1/edit", **form, seq=seq[1], preview="1", key="s")
    told = words_of(shown.text.partition("foreseen-title")[2])
    assert not find_missing(told, "1 Boris 280 now place 2", "2 Anna 250 now place 1")
    assert "Nothing is kept yet." in told
    rule = "By place and number of players"
    assert rule in web.get("/standings/s1")  # nothing was kept


def main_of(page: str) -> str:
    return words_of(page.partition("<main")[2])


def test_a_new_name_is_asked_about_before_anything_is_kept(web: Web) -> None:
    web.result(("José", 9), ("Anna Berg", 5), key="k1")
    form = {"game": "samoa", "day": "2026-05-02", "key": "k2"}
    form |= {"name-0": "Jose", "total-0": "7", "name-1": "Zoe", "total-1": "8"}
    form |= {"name-2": "Anna Berg", "total-2": "3"}
    asked = web.post("/add/result", **form)
    assert "Nothing is kept yet." in asked.text
    assert re.findall(r'name="(who-[^"]+)" value="(\w+)"', asked.text) == [
        ("who-jose", ids(web)["José"]),
        ("who-jose", "new"),
    ]
    told = main_of(asked.text)
    assert not find_missing(told, "New in the league Zoe", "Known already Anna Berg")
    sent = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', asked.text))
    assert set(ids(web)) == {"José", "Anna Berg"}
    unanswered = web.post("/add/result", **sent)  # without JavaScript nothing holds this back
    assert "Choose the player." in unanswered.text
    assert web.post("/add/result", **sent, **{"who-jose": ids(web)["José"]}).status_code == 303
    assert set(ids(web)) == {"José", "Anna Berg", "Zoe"}
    assert f"/players/{ids(web)['José']}" in web.get("/games/r2")


def test_an_import_waits_until_its_new_names_are_answered(web: Web) -> None:
    record = web.record("samoa-3p.json")
    names = [player["name"] for player in json.loads(record)["players"]]
    web.result((f"{names[0]}e", 9), ("Boris", 5), key="k1")  # a letter more
    files = {"files": [(io.BytesIO(record), "a.json")], "key": "i1"}
    sent = web.client.post(web.links["member"] + "/add/files", data=files)
    page = web.client.get(sent.headers["Location"]).text
    fields = re.findall(r'name="(who-[^"]+)" value="(p\d+)"', page)
    assert [value for _field, value in fields] == [ids(web)[f"{names[0]}e"]]
    assert names[1] in main_of(page).partition("New in the league")[2]
    assert set(ids(web)) == {f"{names[0]}e", "Boris"}
    assert web.client.post(sent.headers["Location"]).status_code == 422
    web.client.post(sent.headers["Location"], data=dict(fields))
    assert set(ids(web)) == {f"{names[0]}e", "Boris", *names[1:]}
    again = {"files": [(io.BytesIO(web.record("samoa-4p.json")), "b.json")], "key": "i2"}
    dropped = web.client.post(web.links["member"] + "/add/files", data=again)
    web.client.post(dropped.headers["Location"], data={"drop": "1"})
    assert "1 finished" not in web.get("/games")
    assert "2 finished games" in web.get("/games")


def test_a_program_is_asked_about_names_that_are_alike(web: Web) -> None:
    record = json.loads(web.record("samoa-4p.json"))
    names = [player["name"] for player in record["players"]]
    web.post("/players", name=f"{names[0]}e, {names[1]}s", key="p")
    told = main_of(web.get("/players"))  # several names, one notice
    assert f"In the league now: {names[0]}e and {names[1]}s." in told
    meant, other = (ids(web)[name] for name in (f"{names[0]}e", f"{names[1]}s"))
    path = f"/api/v1/leagues/{web.links['member'].removeprefix('/l/')}/imports"
    waits = web.client.post(f"{path}?key=asked-about-names", json=record)
    assert (waits.json["done"], waits.json["over"]) == (0, False)
    near = {one["name"]: [own["id"] for own in one["near"]] for one in waits.json["asks"]}
    assert near == {names[0]: [meant], names[1]: [other]}
    place = waits.headers["Location"]
    some = web.client.post(place, json={"people": {names[0]: meant}})
    assert (some.status_code, some.json["error"]["key"]) == (422, "people")
    long = web.client.post(place, json={"people": {"x" * 5000: "new"}})
    assert long.status_code == 422
    assert long.json["error"]["key"].startswith("people.xxx")
    assert len(long.data) < 500
    assert names[1] in some.json["error"]["message"]
    answer = {"people": {names[0]: meant, names[1]: "new"}}
    assert web.client.post(place, json=answer).json["asks"] == []
    assert set(ids(web)) == {f"{names[0]}e", f"{names[1]}s", *names[1:]}
    record["players"][0]["name"] = f"{names[2]}e"
    assert web.client.post(f"{path}?people=new", json=record).json["asks"] == []
    assert f"{names[2]}e" in ids(web)


def evening(web: Web, names: str, key: str, **more: Any) -> str:
    web.post("/players", name=names, key=f"{key}p")
    known = ids(web)
    present = [known[name.strip()] for name in names.split(",")]
    form = {"day": "2026-11-20", "time": "19:30", "game": "samoa", "present": present}
    answer = web.post("/evenings", **(form | more), key=key)
    return str(answer.headers["Location"].removeprefix(web.links["organiser"]))


def test_visitors_are_shown_and_not_ranked(web: Web) -> None:
    """Gustav wins; Anna was second of three (3 points) and Boris third (1)."""
    web.season(kind="place")
    at = evening(web, "Anna, Boris", "v", visitors="Gustav")
    assert "Gustav visitor" in main_of(web.get(at))
    web.result(("Gustav", 9), ("Anna", 5), ("Boris", 3), key="k1")
    rows = json.loads(web.get("/standings/s1/standings.json"))["standings"]
    assert [(row["player"], row["place"], row["points"]) for row in rows] == [
        ("Anna", 1, 3.0),
        ("Boris", 2, 1.0),
    ]
    assert "Gustav" not in main_of(web.get("/ratings"))
    assert "Gustav visitor" in main_of(web.get("/games/r1"))
    visitor = ids(web)["Gustav"]
    profile = main_of(web.get(f"/players/{visitor}"))
    assert "Visitors have no rating." in profile
    assert "±" not in profile
    assert "±" in main_of(web.get(f"/players/{ids(web)['Anna']}"))
    assert "Visitors have no rating." in main_of(web.get("/ratings/how"))
    rows = json.loads(web.get("/games.json"))["games"]
    assert {row["player"]: row["visitor"] for row in rows} == {
        "Gustav": True,
        "Anna": False,
        "Boris": False,
    }
    web.post("/seasons/s1/close", key="c")
    web.post(f"/players/{visitor}/edit", name="Gustav", key="m")  # joins the club
    assert "Gustav" in main_of(web.get("/ratings"))
    closed = json.loads(web.get("/standings/s1/standings.json"))["standings"]
    assert [row["player"] for row in closed] == ["Anna", "Boris"]


def test_a_table_is_changed_when_others_have_begun(web: Web) -> None:
    """Seven at two tables; one has begun, and at the other two people did not come."""
    at = evening(web, "Anna, Boris, Chloe, Dora, Emil, Fay, Gus", "v")
    web.post(f"{at}/seat", key="s")
    known = ids(web)
    rounds = re.findall(r'name="other" value="(p\d+)"', web.get(at))
    sizes = [len(part.split("other")) - 1 for part in web.get(at).split("<article")[1:]]
    parts = [rounds[: sizes[0]], rounds[sizes[0] :]]
    waits = sizes.index(4)
    first, second = parts[1 - waits], parts[waits]
    names_of = {player: name for name, player in known.items()}
    totals = [(names_of[player], 9 - n) for n, player in enumerate(first)]
    form: dict[str, Any] = {"game": "samoa", "day": "2026-11-20", "key": "t", "asked": "1"}
    for n, (name, total) in enumerate(totals):
        form |= {f"name-{n}": name, f"total-{n}": str(total)}
    assert web.post("/add/result", **form).status_code == 303  # it takes its place by itself
    change = f"{at}/tables/0/{waits}"
    assert web.post(f"{at}/tables/0/{1 - waits}", p=second, key="x").status_code == 422
    assert web.post(change, p=[*second[:1], first[0]], key="y").status_code == 422
    web.post(change, gone=second[0], key="g")
    wall = main_of(web.get(f"{at}/wall", "public"))
    assert names_of[second[0]] not in wall
    assert all(names_of[player] in wall for player in second[1:])
    assert f"{len(rounds) - 1} present" in web.get(at)
    web.post(change, strike="1", key="z")
    assert "the table was removed" in web.get(at)
    assert f"Table {waits + 1}" not in web.get(f"{at}/wall", "public")
    web.post(change, p=second[1:], key="w")
    assert f"Table {waits + 1}" in web.get(f"{at}/wall", "public")


def seated(web: Web) -> list[list[str]]:
    names = {player: name for name, player in ids(web).items()}
    with web.client.application.test_request_context():
        rounds = league_service().open(web.lt).state.evenings["e1"].rounds
    return [sorted(names[player] for player in table) for table in rounds[-1]]


def test_tables_follow_when_people_of_an_evening_change(web: Web) -> None:
    """Seven at two tables; one leaves, one comes. A table that has begun stays."""
    at = evening(web, "Anna, Boris, Chloe, Dora, Emil, Fay, Gus", "v")
    web.post(f"{at}/seat", key="s")
    known, before = ids(web), seated(web)
    leaves = before[0][0]
    form: dict[str, Any] = {"day": "2026-11-20", "time": "19:30", "game": "samoa"}
    form["present"] = [player for name, player in known.items() if name != leaves]
    asked = web.post(f"{at}/edit", key="a", **form)
    assert f"not coming: {leaves}." in asked.text
    assert leaves in web.get(at)
    sent = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', asked.text)
    assert ("present", form["present"][0]) in sent
    web.post(f"{at}/edit", key="stay", tables="stay", **form)
    assert seated(web) == before
    web.post(f"{at}/edit", key="off", tables="off", **form)
    assert seated(web) == [before[0][1:], before[1]]
    assert leaves not in main_of(web.get(f"{at}/wall", "public"))
    totals: dict[str, Any] = {"game": "samoa", "day": "2026-11-20", "key": "t", "asked": "1"}
    for n, name in enumerate(before[1]):
        totals |= {f"name-{n}": name, f"total-{n}": str(9 - n)}
    web.post("/add/result", **totals)
    late = web.post(f"{at}/edit", key="z", **form, visitors="Zoe")
    assert "Without a seat: Zoe." in late.text
    web.post(f"{at}/edit", key="new", tables="anew", **form, visitors="Zoe")
    assert seated(web) == [sorted([*before[0][1:], "Zoe"]), before[1]]
    assert "Zoe" in main_of(web.get(f"{at}/wall", "public"))
    again = web.post(
        f"{at}/edit", key="n", **(form | {"present": [*form["present"], ids(web)["Zoe"]]})
    )
    assert again.status_code == 303  # nothing changes


def test_players_evenings_and_seasons_made_by_mistake_are_removed(web: Web) -> None:
    """Only while nothing was played. An id is never used again."""
    web.season()
    at = evening(web, "Anna, Boris, Cloe", "v")
    web.post(f"{at}/seat", key="s")
    cloe = ids(web)["Cloe"]
    assert "Remove this player" in web.get(f"/players/{cloe}/edit")
    assert "Remove this evening" in web.get(f"{at}/edit")
    assert "Remove this season" in web.get("/seasons/s1/edit")
    assert web.post(f"/players/{cloe}/remove", "member", key="m").status_code == 403
    web.post(f"/players/{cloe}/remove", key="r")
    assert set(ids(web)) == {"Anna", "Boris"}
    assert seated(web) == [["Anna", "Boris"]]
    assert "A player was added who was removed later" in web.get("/log")
    web.post("/players", name="Chlo\u00e9", key="c")
    assert ids(web)["Chlo\u00e9"] != cloe
    web.post("/seasons/s1/remove", key="x")
    assert "2026-12-31" not in web.get("/seasons")
    web.season(key="y")
    form: dict[str, Any] = {"game": "austria", "day": "2026-11-20", "key": "t", "asked": "1"}
    form |= {"name-0": "Anna", "total-0": "9", "name-1": "Boris", "total-1": "8"}
    web.post("/add/result", **form)
    for path in (f"/players/{ids(web)['Anna']}", at, "/seasons/s2"):
        assert "Remove this" not in web.get(f"{path}/edit")
        refused = web.post(f"{path}/remove", key=f"z{path}")
        assert (refused.status_code, "something was played" in refused.text) == (422, True)
    other = evening(web, "Dora", "w", day="2026-11-27")
    web.post(f"{other}/remove", key="o")
    web.post(f"{other}/remove", key="o")
    assert other not in web.get("/evenings")


def test_a_cancelled_evening_is_marked_and_stays_in_calendars(web: Web) -> None:
    at = evening(web, "Anna, Boris", "v")
    assert "STATUS" not in web.get("/evenings.ics", "public")
    web.post(f"{at}/cancel", key="c")
    assert "STATUS:CANCELLED" in web.get("/evenings.ics", "public")
    for path in (at, "/evenings", f"{at}/wall"):
        assert "cancelled" in main_of(web.get(path, "public"))
    with freeze_time("2026-11-01"):
        assert at not in web.get("", "public")
    form = {"day": "2026-11-20", "time": "20:00", "game": "samoa"}
    web.post(f"{at}/edit", key="e", **form)
    assert "STATUS:CANCELLED" in web.get("/evenings.ics", "public")
    web.post(f"{at}/cancel", key="a", again="1")
    assert "STATUS" not in web.get("/evenings.ics", "public")


def test_a_second_evening_on_one_day_is_asked_about(web: Web) -> None:
    at = evening(web, "Anna, Boris", "v")
    form = {"day": "2026-11-20", "time": "15:00", "game": "samoa"}
    asked = web.post("/evenings", key="w", **form)
    assert not find_missing(asked.text, "A second evening on this day?", f'{at}"')
    assert web.post("/evenings", key="x", both="1", **form).status_code == 303
    assert len(set(re.findall(r"/evenings/e\d", web.get("/evenings")))) == 2
    web.post(f"{at}/cancel", key="c")
    assert web.post("/evenings", key="y", **(form | {"day": "2026-11-21"})).status_code == 303


@freeze_time("2026-11-19T12:00:00Z")
def test_members_say_that_they_come(web: Web) -> None:
    at = evening(web, "Anna, Boris, Dora", "v")
    web.post("/players", name="Chloe", key="c")
    assert web.post(f"{at}/come", "public", name="Chloe", key="p").status_code == 403
    for _time in range(2):
        web.post(f"{at}/come", "member", name="chloe", key="m")
    assert "4 coming" in web.get(at)
    web.post(f"{at}/come", "member", **{"name": "Anna", "not": "1", "key": "n"})
    assert "3 coming" in main_of(web.get(at))
    with freeze_time("2026-11-21T12:00:00Z"):
        assert "3 present" in main_of(web.get(at))
    assert "Chloe comes to an evening" in web.get("/log")
    answer = web.post(f"{at}/come", "member", name="Nobody", key="o")
    assert (answer.status_code, "no player of this name" in answer.text) == (422, True)
    web.post(f"{at}/seat", key="s")
    seated_ = web.post(f"{at}/come", "member", **{"name": "Chloe", "not": "1", "key": "q"})
    assert (seated_.status_code, "sits at a table already" in seated_.text) == (422, True)
    web.post(f"{at}/cancel", key="x")
    assert web.post(f"{at}/come", "member", name="Anna", key="r").status_code == 422
    assert "I&#39;m coming" not in web.get(at, "member")


def test_a_series_of_evenings_is_made_in_one_step(web: Web) -> None:
    """A day that has an evening already is left out."""
    evening(web, "Anna", "v", day="2026-12-04")
    form = {"day": "2026-11-20", "time": "19:30", "game": "samoa", "present": [ids(web)["Anna"]]}
    web.post("/evenings", key="w", every="7", times="4", **form)
    with web.client.application.test_request_context():
        evenings = league_service().open(web.lt).state.evenings.values()
    assert [(own.id, own.day, own.time, len(own.present)) for own in evenings] == [
        ("e1", "2026-12-04", "19:30", 1),
        ("e2", "2026-11-20", "19:30", 1),
        ("e3", "2026-11-27", "19:30", 1),
        ("e4", "2026-12-11", "19:30", 1),
    ]
    for every, times in (("8", "3"), ("7", "999"), ("7", "x")):
        form |= {"day": "2027-01-01", "every": every, "times": times}
        assert web.post("/evenings", key=f"{every}{times}", **form).status_code == 422


def test_attendance_counts_the_evenings_of_a_season(web: Web) -> None:
    """Neither a cancelled evening nor one that is to come counts."""
    web.season()
    evening(web, "Anna, Boris", "a", day="2026-03-01")
    known = ids(web)
    for key, day, present in (
        ("b", "2026-03-08", [known["Anna"]]),
        ("c", "2026-03-15", [known["Boris"]]),
        ("d", "2026-11-20", [known["Boris"]]),
        ("e", "2025-03-15", [known["Boris"]]),
    ):
        web.post("/evenings", key=key, day=day, time="19:30", game="samoa", present=present)
    web.post("/evenings/e3/cancel", key="x")
    with freeze_time("2026-06-01"):
        told = main_of(web.get("/attendance", "public"))
    assert "2 evenings so far" in told
    assert re.search(r"Anna 2 8 March 2026 Boris 1 1 March 2026|Anna 2 .*Boris 1 ", told)


def test_the_tables_of_an_evening_are_printed(web: Web) -> None:
    at = evening(web, "Anna, Boris, Chloe", "v")
    assert web.client.get(f"{web.links['public']}{at}/tables.pdf").status_code == 422
    web.post(f"{at}/seat", key="s")
    sheet = web.client.get(f"{web.links['public']}{at}/tables.pdf")
    assert (sheet.status_code, sheet.data[:5]) == (200, b"%PDF-")
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(sheet.data)).pages)
    text = "".join(text.split()).casefold()  # capitals and spaces are a matter of its style
    assert all(word in text for word in ("table1", "anna", "boris", "chloe", "tuesdayclub"))


def test_a_game_fills_its_table_at_an_evening_of_another_game(web: Web) -> None:
    """Also where the evening was settled by an earlier release, with one game."""
    at = evening(web, "Anna, Boris, Chloe", "v")
    web.post(f"{at}/seat", key="s")
    form: dict[str, Any] = {"game": "austria", "day": "2026-11-20", "key": "t", "asked": "1"}
    for n, name in enumerate(("Chloe", "Anna", "Boris")):
        form |= {f"name-{n}": name, f"total-{n}": str(40 - n)}
    web.post("/add/result", **form)
    assert '/games/r1"' in web.get(at)
    state = LeagueState()
    old = {"id": "e1", "day": "2025-01-01", "time": "", "place": "", "game": "samoa", "present": []}
    state.apply(1, "evening", old, "")
    assert state.evenings["e1"].games == ("samoa",)


def test_an_evening_of_two_games_begins_either(web: Web) -> None:
    """Two people can only play the one that takes two; five only the other."""
    at = evening(web, "Anna, Boris, Chloe", "v", game=["austria", "samoa"])
    assert "Grand Austria Hotel and Hotel Samoa" in main_of(web.get(at))
    web.post(f"{at}/seat", key="s")
    page = web.get(at)
    assert not find_missing(page, "/start/austria?", "/start/samoa?")
    known = ids(web)
    assert (
        web.post(f"{at}/tables/0/0", p=[known["Anna"], known["Boris"]], key="t").status_code == 303
    )
    assert len(re.findall(r'name="game" value="\w+" checked', web.get(f"{at}/edit"))) == 2
    form = {"day": "2026-11-20", "present": [known["Anna"]]}
    assert "Choose a game." in web.post(f"{at}/edit", key="n", **form).text


def test_a_race_breaks_ties_as_the_standings_do(web: Web) -> None:
    """Anna and Boris have 8 points each; both have one win, Boris the better share."""
    web.season()
    web.result(("Anna", 40), ("Boris", 39), ("Chloe", 10), key="a", day="2026-05-01")
    web.result(("Anna", 10), ("Boris", 40), ("Chloe", 5), key="b", day="2026-05-02")
    rows = json.loads(web.get("/standings/s1/standings.json"))["standings"]
    race = web.get("/standings/s1/race")
    bars = re.findall(r'class="n">([^<]+)</span><span\s+class="who">([^<]+)<', race)
    assert bars == [(str(row["place"]), row["player"]) for row in rows]


def test_a_report_names_the_game_of_records_and_honours(web: Web) -> None:
    web.season()
    web.result(("Anna", 40), ("Boris", 39), key="a")
    form: dict[str, Any] = {"game": "austria", "day": "2026-05-01", "key": "t", "asked": "1"}
    form |= {"name-0": "Anna", "total-0": "140", "name-1": "Boris", "total-1": "150"}
    web.post("/add/result", **form)
    with web.client.application.test_request_context():
        league = league_service().open(web.lt)
        told = files.season_report(league, league.state.seasons["s1"])
    assert told.games == "2 games: Grand Austria Hotel 1 and Hotel Samoa 1"
    honours = [(title, names) for title, names, _value in told.honours]
    assert ("Highest score (Hotel Samoa)", "Anna") in honours
    assert ("Highest score (Grand Austria Hotel)", "Boris") in honours
    assert all("(" in title for title, _names, _value in told.records)


def test_plain_totals_are_corrected_and_a_closed_season_waits(web: Web) -> None:
    web.season()
    web.result(("Anna", 9), ("Boris", 5), key="k1")
    assert 'name="total-1" value="5"' in web.get("/games/r1/correct")
    form = {"game": "samoa", "day": "2026-05-01", "name-0": "Anna", "total-0": "9"}
    form |= {"name-1": "Boris", "total-1": "11"}
    web.post("/games/r1/correct", **form, key="c1")
    assert "Boris&nbsp;5" in web.get("/games/r1")
    standings_ = json.loads(web.get("/standings/s1/standings.json"))["standings"]
    assert [row["player"] for row in standings_] == ["Boris", "Anna"]
    assert "A result was corrected: Anna and Boris" in web.get("/log")
    web.post("/seasons/s1/close", key="c")
    web.post("/games/r1/correct", **(form | {"total-1": "2"}), key="c2")
    standings_ = json.loads(web.get("/standings/s1/standings.json"))["standings"]
    assert [row["player"] for row in standings_] == ["Boris", "Anna"]
    assert "The result of a game has changed." in web.get("/standings/s1")
    web.post("/seasons/s1/accept/r1", key="a")
    standings_ = json.loads(web.get("/standings/s1/standings.json"))["standings"]
    assert [row["player"] for row in standings_] == ["Anna", "Boris"]
    # What was typed wrong first may now be another game's result.
    assert web.result(("Anna", 9), ("Boris", 5), key="k9").status_code == 303
    assert web.post("/games/r1/correct", "member", **form, key="c3").status_code == 403


def test_an_abandoned_game_is_kept_and_not_counted(web: Web) -> None:
    document = json.loads(web.record("samoa-3p.json"))
    header = {key: value for key, value in document.items() if key != "entries"}
    half = {**header, "entries": document["entries"][:-1]}
    started = web.client.post("/api/v1/games", json=half).get_json()
    link = next(own["token"] for own in started["links"] if own["role"] == "table")
    seats = {f"seat-{seat['id']}": seat["name"] for seat in header["players"]}
    web.post("/add/table", link=link, **seats, key="j")
    key = web.only_game()
    assert "Being played" in web.get("")
    ended = web.post(f"/games/{key}/abandon", "member", key="a").location
    assert "The game has ended. It is kept and not counted." in web.client.get(ended).text
    assert "Being played" not in web.get("")
    assert "Kept and not counted." in web.get("/games")
    assert "is running" not in web.get("/games")
    last = document["entries"][-1]
    version = web.client.get(f"/api/v1/games/{link}").get_json()["version"]
    played_on = web.client.post(
        f"/api/v1/games/{link}/entries", json={"entry": last, "version": version, "key": "e1"}
    )
    assert played_on.status_code == 201
    assert "0 finished games" in web.get("/games")  # it is over, and still not counted
    goes_on = web.post(f"/games/{key}/abandon", "member", again="1", key="b").location
    assert "The game goes on." in web.client.get(goes_on).text
    assert "1 finished game" in web.get("/games")
    assert web.post(f"/games/{key}/abandon", "member", key="d").status_code == 422


def test_a_ruling_stands_at_the_next_set_up_with_its_switch(web: Web) -> None:
    """A suite in an extra room: the rules leave it open (SAM-U-12), and the board lets it stand."""
    known = dict(cases_in(CASES / "samoa" / "open-questions.json"))
    (record,) = [
        case["record"]
        for name, case in known.items()
        if name.endswith(": U-12 forbidden by house rule")
    ]
    record = {**record, "options": {}}
    started = web.client.post("/api/v1/games", json=record).get_json()
    link = next(own["token"] for own in started["links"] if own["role"] == "table")
    seats = {f"seat-{seat['id']}": seat["name"] for seat in record["players"]}
    web.post("/add/table", link=link, **seats, key="j")
    web.client.post(f"/l/call/{link}/1", data={"key": "c"})
    web.post("/cases/c1/decide", stands="yes", note="Room is room", who="Board", key="d")
    at_table = web.client.get(f"/t/{link}/entries/1").text
    assert "It is kept." in main_of(at_table)
    assert "Your house rules allowed this before." not in at_table  # it is the ruling itself
    shown = web.get("/start/samoa?p=p1&p=p2&p=p3", "member")
    assert "Room is room" in main_of(shown).partition("What the league has decided")[2]
    (field,) = re.findall(r'name="ruled" value="([^"]+)"', shown)
    assert field == "SAM-U-12=allowed"
    assert "What the league has decided" not in web.get("/start/austria?p=p1&p=p2", "member")
    # Another table meets the same: what was decided is named, and leads to its case.
    other = {**record, "entries": []}
    again = web.client.post("/api/v1/games", json=other).get_json()
    second = next(own["token"] for own in again["links"] if own["role"] == "table")
    web.post("/add/table", link=second, **seats, key="j2")
    with web.client.application.app_context():
        table = tables().open(second)
        precedents().choose(table, "league-1", "Tuesday Club", writes=True)
    send = {"entry": record["entries"][0], "version": 0, "key": "e", "stands": True}
    kept = web.client.post(f"/api/v1/games/{second}/entries", json=send)
    assert kept.status_code == 201, kept.text
    entry = web.client.get(f"/t/{second}/entries/1").text
    assert main_of(entry).count("Room is room") == 1
    (case,) = re.findall(r'href="(/l/case-of/[^"]+)"', entry)
    assert web.client.get(case).headers["Location"].endswith("/cases/c1")


def test_one_word_stands_for_one_part_on_every_page(web: Web) -> None:
    """The words of the last record's edition, also where a page is about no single game."""
    for name, day in (
        ("austria-2p-2015-fr.json", "2026-05-01"),
        ("austria-4p-2022.json", "2026-05-02"),
    ):
        web.send((name, web.record(name, played_on=day)), key=name)
    with web.client.application.test_request_context():
        league = league_service().open(web.lt)
        assert frame.part_header(league, "austria")["edition"] == "2022"
        assert frame.part_header(league, "samoa")["edition"] == ""
