"""The league's pages: who may do what, the four ways to join, bad input, what leaves."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from freezegun import freeze_time
from PIL import Image
from pypdf import PdfReader

from adjudicator import rulebook
from exports import font_letters
from exports.league import report as printing
from recorder.league import statistics
from recorder.league.archive import unpack_records
from recorder.league.known import league_service
from recorder.league.pages import people, settling
from recorder.league.points import Unfit
from recorder.pages.referee import questions
from tests.league.conftest import RECORDS, Web
from tests.pages.test_scoring_pages import FINAL
from tests.seen import find_missing, words_of

PAGES = (
    *("", "/players", "/games", "/standings", "/seasons", "/ratings", "/ratings/how", "/records"),
    *("/statistics", "/cases", "/evenings", "/files", "/links", "/standings/s1"),
    *("/standings/s1/p1", "/players/p1", "/games/g1"),
)
ORGANISERS = [
    "/settings",
    "/log",
    "/seasons/new",
    "/seasons/s1/edit",
    "/players/p1/edit",
    "/evenings/new",
]


def test_every_page_opens_for_those_it_is_for(web: Web) -> None:
    web.season()
    web.send(
        ("a.json", web.record("samoa-3p.json")), ("b.json", web.record("austria-3p-2022.json"))
    )
    for role in ("organiser", "member", "public"):
        for path in PAGES:
            web.get(path, role)
    for path in ORGANISERS:
        web.get(path)
        assert web.ask(path, "member").status_code == 403
        assert web.ask(path, "public").status_code == 403
    for path in ("/start", "/add"):
        web.get(path, "member")
        assert web.ask(path, "public").status_code == 403
    assert web.post("/players", _role="public", name="Eve").status_code == 403
    assert web.client.get("/l/nothing-here").status_code == 404


def test_who_founds_a_league_finds_it_again_also_by_a_new_link(web: Web) -> None:
    """The browser keeps it on its first page: by the link that works."""
    assert f"/l/{web.lt}" in web.client.get("/").text
    fresh = web.post("/links/organiser", key="r").headers["Location"].split("/")[2]
    assert fresh != web.lt
    home = web.client.get("/").text
    assert f"/l/{fresh}" in home
    assert f"/l/{web.lt}" not in home


@pytest.mark.parametrize("role", ["organiser", "public"])
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/players", "Nobody yet."),
        ("/games", "0 finished games"),
        ("/standings", "No season yet."),
        ("/ratings", "No finished game yet."),
        ("/records", "No finished game yet."),
        ("/statistics", "No finished game yet."),
        ("/cases", "Nothing has been decided yet."),
        ("/evenings", "No evening yet."),
    ],
)
def test_a_league_in_which_nothing_was_played_says_so(
    web: Web, role: str, path: str, said: str
) -> None:
    assert said in words_of(web.get(path, role))


def test_links_only_hand_on_what_is_not_more(web: Web) -> None:
    organiser, member, public = web.links.values()
    shown = web.get("/links", "member")
    assert organiser not in shown
    assert not find_missing(shown, member, public)
    web.post("/links/member")
    assert web.ask("", "member").status_code == 404
    assert web.ask("", "public").status_code == 200


def test_files_of_all_kinds_join_and_each_is_answered(web: Web) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("deep/one.json", web.record("samoa-4p.json"))
        archive.writestr("two.json", b"=1+1")
    half = json.loads(web.record("samoa-3p.json"))
    half["entries"] = half["entries"][:20]
    answer = web.send(
        ("whole.json", web.record("samoa-3p.json")),
        ("again.json", web.record("samoa-3p.json")),
        ("many.zip", packed.getvalue()),
        ("half.json", json.dumps(half).encode()),
        ("other.json", json.dumps({**half, "game": "chess"}).encode()),
    )
    said = words_of(answer.text)
    assert answer.status_code == 200
    assert said.count(" added ") >= 2
    assert not find_missing(said, "was already there", "The game is not finished")
    assert said.count("not added") == 3
    assert "2 finished games" in words_of(web.get("/games"))


def test_what_is_handed_on_lets_nobody_do_more_than_read(web: Web) -> None:
    """Feeds, calendars, the wall and the code for BG Stats are opened by the public link."""
    web.result(("Anna", 5), ("Boris", 6), key="r")
    web.post("/evenings", day="2026-11-29", game="samoa", key="v")
    public = web.links["public"]
    for path, leads in (
        ("/files", ("/results.atom", "/evenings.ics")),
        ("/evenings", ("/evenings.ics",)),
        ("/evenings/e1", ("/evenings/e1/wall",)),
    ):
        for role in ("organiser", "member"):
            shown = web.get(path, role)
            for lead in leads:
                assert public + lead in shown
                assert web.links[role] + lead not in shown


def test_a_zip_bomb_is_refused_and_nothing_is_kept(web: Web) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.json", b"0" * (64 * 1024 * 1024))
    answer = web.send(("x.zip", packed.getvalue()))
    assert answer.status_code == 422
    assert "more than 2 MB" in answer.text
    assert "0 finished games" in words_of(web.get("/games"))


@pytest.mark.parametrize(("files", "cut", "said"), [(10_000, None, "at most"), (1, 40, "damaged")])
def test_a_zip_that_holds_too_much_or_is_cut_is_refused(
    files: int, cut: int | None, said: str
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(files):
            archive.writestr(f"{number}.json", b"{}")
    with pytest.raises(Unfit, match=said):
        unpack_records([("x.zip", packed.getvalue()[:cut])])
    with pytest.raises(Unfit, match="at most"):
        unpack_records([(f"{number}.json", b"{}") for number in range(10_000)])


def test_a_result_without_a_record_is_marked(web: Web) -> None:
    web.season()
    assert web.result(("Anna", 55), ("Зоя", 60), key="r").status_code == 303
    assert web.result(("Anna", 55), ("Зоя", 60), key="other").status_code == 303
    assert "1 finished game" in words_of(web.get("/games"))
    assert "result without a record" in web.get("/games/r1")
    assert re.search(r"Зоя.*Anna", web.get("/standings"), re.S)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"day": "1890-01-01"}, "1890-01-01 is not from"),
        ({"day": "soon"}, "not a date"),
        ({"day": "2126-01-01"}, "still in the future"),
        ({"name-0": "x" * 200}, "200 letters"),
        ({"total-0": "=1+1"}, "not a whole number"),
        ({"total-0": "9" * 40}, "not a whole number"),
        ({"name-1": "Anna"}, "sits there twice"),
        ({"name-1": "", "total-1": ""}, "two players or more"),
        ({"game": "chess"}, "no such game"),
        ({"winner": "0"}, "highest total can have won"),
    ],
)
def test_a_result_that_cannot_be_is_refused(web: Web, change: dict[str, str], said: str) -> None:
    form = {"game": "samoa", "day": "2026-05-01", "name-0": "Anna", "total-0": "5"}
    form |= {"name-1": "Boris", "total-1": "6"} | change
    answer = web.post("/add/result", **form)
    assert answer.status_code == 422
    assert said in words_of(answer.text)


def test_who_won_on_a_tie_is_the_row_that_was_chosen(web: Web) -> None:
    """Also where a row above it stayed empty."""
    totals = {"name-0": "Anna", "total-0": "9", "name-2": "Boris", "total-2": "9"}
    more = {"name-3": "Chloe", "total-3": "5", "winner": "2", "game": "samoa", "asked": "1"}
    web.post("/add/result", day="2026-05-01", key="r", **totals, **more)
    games = json.loads(web.get("/games.json"))["games"]
    assert [(one["player"], one["rank"]) for one in games] == [
        ("Anna", 2),
        ("Boris", 1),
        ("Chloe", 3),
    ]


@freeze_time("2026-06-15T20:00:00Z")
def test_a_day_that_has_begun_elsewhere_is_not_still_to_come(web: Web) -> None:
    """In Seoul it is the 16th for five hours already; the 17th nowhere."""
    assert web.result(("Anna", 5), ("Boris", 6), key="1", day="2026-06-16").status_code == 303
    assert web.result(("Anna", 5), ("Boris", 6), key="2", day="2026-06-17").status_code == 422


def test_a_record_of_a_day_that_nobody_can_have_meant_does_not_join(web: Web) -> None:
    answer = web.send(("old.json", web.record("samoa-3p.json", played_on="1890-01-01")))
    assert "1890-01-01 is not from 1995-01-01" in words_of(answer.text)
    record = json.loads(web.record("samoa-3p.json", played_on="1890-01-01"))
    started = web.client.post("/api/v1/records", json=record).json
    table = next(link["token"] for link in started["links"] if link["role"] == "table")
    refused = web.post("/add/table", _role="member", link=table, key="j")
    assert refused.status_code == 422
    assert "1890-01-01 is not from" in words_of(refused.text)
    assert "0 finished games" in words_of(web.get("/games"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"last": "2025-01-01"}, "ends before it begins"),
        ({"first": "1890-01-01"}, "not from 1995-01-01"),
        ({"name": "x" * 200}, "200 letters"),
        ({"kind": "table", "table-3": "5 9 1"}, "higher place cannot earn fewer points"),
        ({"kind": "table", "table-3": "5 x 1"}, "not a number"),
        ({"kind": "table", "table-3": "1e400 2 1"}, "not a number"),
        ({"best": "many"}, "not a whole number"),
        ({"tie-0": "dice"}, "no such tie-break"),
    ],
)
def test_a_season_that_cannot_be_is_refused(web: Web, change: dict[str, str], said: str) -> None:
    answer = web.season(**change)
    assert answer.status_code == 422
    assert said in words_of(answer.text)
    assert "No season yet" in web.get("/seasons")


def test_two_organisers_change_one_season_at_once(web: Web) -> None:
    """The second is shown what the first did; his own is kept in the form."""
    web.season()
    seq = re.search(r'name="seq" value="(\d+)"', web.get("/seasons/s1/edit"))
    form = {"first": "2026-01-01", "last": "2026-12-31", "kind": "wins", "seq": seq[1]}
    assert web.post("/seasons/s1/edit", name="Mine", key="a", **form).status_code == 303
    late = web.post("/seasons/s1/edit", name="Yours", key="b", **form)
    assert late.status_code == 409
    assert not find_missing(late.text, "Mine", "Yours")
    assert "Mine" in web.get("/seasons")


def test_a_season_can_be_changed_where_there_are_as_many_as_there_may_be(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "MOST_SEASONS", 1)
    web.season()
    seq = re.search(r'name="seq" value="(\d+)"', web.get("/seasons/s1/edit"))
    form = {"first": "2026-01-01", "last": "2026-12-31", "kind": "place", "seq": seq[1]}
    assert web.post("/seasons/s1/edit", name="Mine", key="a", **form).status_code == 303
    assert web.post("/seasons", name="Next", key="b", **form).status_code == 422


def test_names_with_markup_or_formulas_stay_text(web: Web) -> None:
    web.season()
    web.result(("<b>Bold</b>", 9), ("=1+1", 5), key="r")
    assert "<b>Bold</b>" not in web.get("/standings")
    assert "&lt;b&gt;Bold" in web.get("/standings")
    rows = list(csv.DictReader(io.StringIO(web.get("/standings/s1/standings.csv?plain=1")[1:])))
    assert [row["player"] for row in rows] == ["<b>Bold</b>", "'=1+1"]
    assert web.post("/players", name="n" * 200, key="n").status_code == 422


@freeze_time("2026-06-15")
def test_the_season_of_the_day_is_shown(web: Web) -> None:
    web.season(name="Winter", last="2026-03-31", key="w")
    web.season(name="Summer", first="2026-04-01", key="s")
    assert "<h1>Summer</h1>" in web.get("/standings")
    with freeze_time("2026-02-01"):
        assert "<h1>Winter</h1>" in web.get("/standings")
    with freeze_time("2027-02-01"):
        assert "<h1>Summer</h1>" in web.get("/standings")


def test_a_report_of_many_players_says_how_many_are_left_out(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "MOST_LINES", 2)
    web.season()
    web.result(("Anna", 5), ("Boris", 6), ("Chloe", 7), key="r")
    pages = PdfReader(io.BytesIO(web.ask("/standings/s1/report.pdf").data)).pages
    printed = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert "1 Chloe 5 1 1 100.0% 2 Boris 3 1 0 85.7% 1 more player" in printed
    assert "Anna 5, Boris 6 and Chloe 7" in printed  # the games are listed


@freeze_time("2026-05-01")
def test_what_is_still_open_is_said_before_a_season_is_closed(web: Web) -> None:
    web.season()
    for number, told in enumerate(["", "1 evening is coming up.", "2 evenings are coming up."]):
        closing = words_of(web.get("/seasons/s1/close"))
        assert re.findall(r"\d+ evenings? (?:is|are) coming up\.", closing) == [told] * bool(told)
        assert "The season runs until" in closing
        web.post("/evenings", day=f"2026-11-{20 + number}", game="samoa", key=f"v{number}")
    web.post("/evenings", day="2027-01-02", game="samoa", key="after")
    assert "3 evenings are coming up." in words_of(web.get("/seasons/s1/close"))
    web.season(name="Spring", last="2026-04-30", key="past")
    past = words_of(web.get("/seasons/s2/close"))
    assert "The season runs until" not in past
    assert "coming up" not in past


def test_a_changed_rule_says_that_it_was_computed_again(web: Web) -> None:
    web.season()
    web.result(("Anna", 9), ("Boris", 5), key="1", day="2026-05-01")
    web.result(("Boris", 9), ("Chloe", 8), ("Anna", 2), key="2", day="2026-05-02")
    web.result(("Chloe", 9), ("Dora", 8), key="3", day="2026-05-03")
    seq = re.search(r'name="seq" value="(\d+)"', web.get("/seasons/s1/edit"))
    form = {"name": "2026", "first": "2026-01-01", "last": "2026-12-31", "seq": seq[1]}
    answer = web.post("/seasons/s1/edit", kind="share", **form)
    said = words_of(web.client.get(answer.headers["Location"]).text)
    assert not find_missing(said, "The season was computed again", "The rule was changed on")


def _finished(web: Web) -> str:
    """A game joins by its file; returns its table's link."""
    web.send(("a.json", web.record("samoa-3p.json")))
    return web.table()


def test_a_late_correction_is_told_and_a_closed_season_waits(web: Web) -> None:
    web.season(first="2000-01-01")
    token = _finished(web)
    who = r'<tr><td><b>(\d)</b></td><th scope="row"><a href="[^"]+/players/(p\d)"'
    before = re.findall(who, web.get("/standings/s1"))
    assert len(before) == 3
    web.post("/seasons/s1/close", key="c")
    table = web.client.get(f"/api/v1/games/{token}").json
    last = min(table["record"]["players"], key=lambda one: table["scores"][one["id"]]["total"])
    entry = {"do": "adjust", "of": last["id"], "money": 900}
    sent = {"version": table["version"], "key": "late", "entry": entry}
    assert web.client.post(f"/api/v1/games/{token}/entries", json=sent).status_code == 201
    closed = web.get("/standings/s1")
    assert "Changed after the season was closed" in closed
    assert re.findall(who, closed) == before
    assert f"{last['name']}: place 3 → 1" in words_of(closed)  # what it would change
    assert f"{last['name']} " in words_of(web.get("/games/g1")).partition("Corrected on")[2]
    assert "Corrected on" not in closed
    web.post("/seasons/s1/accept/g1", key="ok")
    counted = words_of(web.get("/standings/s1"))
    assert "Changed after the season was closed" not in counted
    assert not find_missing(counted, f"1 {last['name']}", "Corrected on")


def test_of_a_game_that_is_corrected_twice_the_last_correction_is_told(web: Web) -> None:
    """Once for each game, the last one corrected first."""
    web.season(first="2000-01-01")
    web.send(
        *((f"{n}.json", web.record("samoa-3p.json", played_on=f"2026-03-0{n}")) for n in (1, 4))
    )
    last = json.loads(web.record("samoa-3p.json"))["players"][-1]

    def corrected(game: str, *moneys: int) -> None:
        token = web.table(game)
        for money in moneys:
            version = web.client.get(f"/api/v1/games/{token}").json["version"]
            entry = {"do": "adjust", "of": last["id"], "money": money}
            sent = {"version": version, "key": f"{game}-{money}", "entry": entry}
            web.client.post(f"/api/v1/games/{token}/entries", json=sent)
            web.get("/standings/s1")

    with freeze_time(tick=True) as clock:
        corrected("g1", 900)
        for money in (800, 700):
            clock.tick(60)
            corrected("g2", money)
    told = re.findall(r"Corrected on.*?</p>", web.get("/standings/s1"), re.DOTALL)
    assert [re.findall(r"/games/(g\d)", one)[:1] for one in told] == [["g2"], ["g1"]]


def test_the_referee_is_called_and_the_ruling_enters_the_game(web: Web) -> None:
    document = json.loads(web.record("samoa-3p.json"))
    wrong = {"do": "lodge", "by": document["players"][0]["id"], "group": 1, "tourists": []}
    at = next(n for n, e in enumerate(document["entries"]) if e["do"] == "card")
    document["entries"].insert(at, wrong)
    web.send(("a.json", json.dumps(document).encode()))
    token, number = web.table(), at + 1
    assert "Call the referee" in web.client.get(f"/t/{token}/entries/{number}").text
    read = web.table(role="public")
    refused = web.client.post(f"/l/call/{read}/{number}", headers={"Accept-Language": "fr"})
    assert refused.status_code == 403
    assert "Ce lien est pour les spectateurs." in refused.text
    for no_entry in (0, len(document["entries"]) + 1):
        assert web.client.post(f"/l/call/{token}/{no_entry}").status_code == 404
    assert web.client.post(f"/l/call/{token}/{number}", data={"key": "c"}).status_code == 303
    assert web.client.post(f"/l/call/{token}/{number}", data={"key": "d"}).status_code == 303
    assert "1 case waits" in web.get("")
    assert web.ask("/cases/c1", "public").status_code == 422
    case = web.get("/cases/c1")
    players = json.loads(web.record("samoa-3p.json"))["players"]
    drawn = words_of(case.partition('id="position"')[2].partition('class="by-edition"')[0])
    assert all(player["name"] in drawn for player in players)
    rule = re.search(r"SAM-[A-Z]+-\d+", case)
    refused = web.post("/cases/c1/decide", stands="no", note="Not so", who="x" * 61, key="d")
    assert (refused.status_code, 'id="p-who"' in refused.text) == (422, True)
    assert re.search(r'value="no"\s*checked', refused.text)
    assert "Not so</textarea>" in refused.text
    answer = web.post("/cases/c1/decide", stands="no", note="Not so", who="Board", key="e")
    assert answer.status_code == 303
    entries = web.client.get(f"/api/v1/games/{token}").json["record"]["entries"]
    assert entries[-1] == {"do": "rule", "entry": number, "stands": False, "note": "Not so"}
    at_table = words_of(web.client.get(f"/t/{token}/entries/{number}").text)
    assert "It does not count. Not so Board" in at_table
    assert "Not so" in web.get(f"/cases?q={rule[0]}+board", "public")
    assert "Nothing was found" in web.get("/cases?q=elephant")
    assert "1 case" not in web.get("")
    booklet = PdfReader(io.BytesIO(web.ask("/cases/booklet.pdf").data))
    printed = " ".join(" ".join(page.extract_text() for page in booklet.pages).split())
    assert "Not so" in printed
    assert all(player["name"] in printed for player in players)  # the position
    assert rulebook.find_rule(rule[0]).title in printed


def test_what_is_printed_is_in_the_language_of_the_league(web: Web) -> None:
    """Not in the language of whoever presses the button; the pages stay in the reader's own."""
    web.season(first="2000-01-01")
    web.send(("a.json", web.record("samoa-3p.json")))
    english = PdfReader(io.BytesIO(web.ask("/standings/s1/report.pdf").data))
    assert "standings" in english.pages[0].extract_text().casefold()
    assert web.post("/settings", name="Club", language="ru", game="samoa").status_code == 303
    report = PdfReader(io.BytesIO(web.ask("/standings/s1/report.pdf").data)).pages[0]
    assert "турнирная таблица" in report.extract_text().casefold()
    assert "standings" not in report.extract_text().casefold()
    for path in ("/standings/s1/certificate.pdf", "/cases/booklet.pdf"):
        printed = PdfReader(io.BytesIO(web.ask(path).data)).pages[0].extract_text()
        assert re.search("[а-я]{4}", printed.casefold()), path
    assert "Standings" in web.get("/standings/s1")


def test_a_name_that_somebody_else_has_stays(web: Web) -> None:
    for form in ({"name": "Anna, Boris", "key": "a"}, {"name": "Maria", "key": "b"}):
        web.post("/players", **form)
    for key, name in (("c", "Annika"), ("g", "Anne")):
        web.post("/players/p1/edit", name=name, key=key)
    web.post("/players/p3/edit", name="Anna", key="d")
    form = {"day": "2099-01-01", "game": "samoa", "place": "At Anna's, not Anne's or Annika's"}
    web.post("/evenings", key="e", **form)
    web.post("/players/p1/leave", key="f", sure="yes")
    shown = words_of(web.get("/evenings/e1"))
    assert "At Anna" in shown
    assert "Anne" not in shown
    assert "Annika" not in shown  # an earlier name


def test_several_players_are_written_down_at_once(web: Web) -> None:
    web.post("/players", _role="member", name="Anna, Boris,, 지훈 ", key="a")
    assert [n for n in ("Anna", "Boris", "지훈") if n in web.get("/players")] == [
        "Anna",
        "Boris",
        "지훈",
    ]
    assert web.post("/players", name="Dora, dora", key="b").status_code == 422
    assert "Dora" not in web.get("/players")  # all of them or nobody


def test_a_play_is_handed_on_with_every_boolean_and_numbers(web: Web) -> None:
    web.send(("a.json", web.record("austria-2p-2015-ko.json")))
    address = urlsplit(web.ask("/games/g1/bgstats").headers["Location"])
    play = json.loads(parse_qs(address.query)["data"][0])
    assert address.hostname == "app.bgstatsapp.com"
    assert play["game"]["bggId"] == 182874
    assert (play["game"]["highestWins"], play["game"]["noPoints"]) == (True, False)
    assert [type(one["winner"]) for one in play["players"]] == [bool, bool]
    assert [one["startPlayer"] for one in play["players"]] == [True, False]
    kept = json.loads(web.get("/games/g1/play.bgsplay"))
    other = Web(web.client)
    other.send(("a.json", other.record("austria-2p-2015-ko.json", place="Elsewhere")))
    theirs = json.loads(other.get(f"/games/{other.only_game()}/play.bgsplay"))
    # The first two players of another league are other people, with numbers of their own.
    assert not {p["uuid"] for p in kept["players"]} & {p["uuid"] for p in theirs["players"]}
    scores = kept["plays"][0]["playerScores"]
    assert [type(one["score"]) for one in scores] == [str, str]
    assert kept["games"][0]["bggId"] == 182874


def test_files_that_others_read(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    web.season(first="2000-01-01")
    web.send(
        ("a.json", web.record("austria-2p-2015-ko.json")), ("b.json", web.record("samoa-3p.json"))
    )
    web.post(
        "/evenings", day="2026-11-29", time="19:30", place="Café, 2; Hof", game="samoa", key="v"
    )
    calendar = web.get("/evenings.ics")
    shown = web.ask("/evenings.ics").headers["Content-Disposition"]
    assert shown == 'inline; filename="evenings.ics"'  # a phone opens it, and keeps no file
    assert "DTSTART:20261129T193000\r\n" in calendar
    assert "LOCATION:Café\\, 2\\; Hof\r\n" in calendar
    assert all(len(line.encode()) <= 75 for line in calendar.split("\r\n"))
    feed = web.get("/results.atom")
    assert feed.count("<entry>") == 2
    assert "javascript" not in feed
    picture = Image.open(io.BytesIO(web.ask("/games/g1/result.png").data))
    assert (picture.format, picture.width) == ("PNG", 1080)
    games = json.loads(web.get("/games.json"))["games"]
    assert len(games) == 5
    names = {one["player"] for one in games}
    korean = json.loads((RECORDS / "austria-2p-2015-ko.json").read_text())["players"]
    assert {one["name"] for one in korean} <= names
    reader = PdfReader(io.BytesIO(web.ask("/standings/s1/report.pdf").data))
    assert "Tuesday Club" in reader.pages[0].extract_text()
    for path in ("/standings/s1/certificate.pdf", "/cases/booklet.pdf"):
        assert web.ask(path).data.startswith(b"%PDF")
    monkeypatch.setattr(font_letters, "is_missing", lambda letter, family="": letter in "TБ")
    assert "The picture shows boxes for these letters of Борис: Б." in web.ask("/games/g1").text
    for path in ("standings/s1/report", "standings/s1/certificate", "cases/booklet"):
        said = web.ask(f"/{path}.pdf")
        assert (said.status_code, "these letters of Tuesday: T" in said.text) == (409, True)
        assert web.ask(f"/{path}.pdf?boxes=1").data.startswith(b"%PDF")


def test_an_evening_of_seven(web: Web) -> None:
    names = ["Anna", "Boris", "Chloe", "Dora", "Emil", "Fay", "Gus"]
    for number, name in enumerate(names):
        web.post("/players", name=name, key=f"p{number}")
    people = [f"p{number}" for number in range(1, 8)]
    web.post("/evenings", day="2026-11-29", game="austria", present=people, key="v")
    web.post("/evenings/e1/seat", key="s")
    shown = web.get("/evenings/e1")
    assert shown.count("Start this table's game") == 2
    seated = re.findall(r'name="other" value="(p\d)"', shown)
    assert sorted(seated) == people
    one, other = seated[0], seated[-1]
    web.post("/evenings/e1/swap", other=one, one="", key="t1")
    web.post("/evenings/e1/swap", one=one, other=other, key="t2")
    again = re.findall(r'name="other" value="(p\d)"', web.get("/evenings/e1"))
    assert (again[0], again[-1]) == (other, one)
    form = web.get("/evenings/e1", "member")
    start = re.search(r'href="/l/[\w-]+(/start/austria\?[^"]+)"', form)
    assert "data-afresh" in web.get(start[1].replace("&amp;", "&"), "member")
    assert "Table 2" in words_of(web.get("/evenings/e1/wall", "public"))
    for place in ("7/0", "0/7"):
        no_table = web.post(f"/evenings/e1/tables/{place}", strike="1", key=place)
        assert no_table.status_code == 422
        assert "The league has no such table." in no_table.text
    web.post("/evenings", day="2026-11-30", game="samoa", present=["p1"], key="w")
    assert web.post("/evenings/e2/seat", key="x").status_code == 422
    assert web.post("/evenings", day="1890-01-01", game="samoa", key="y").status_code == 422


def test_a_game_joins_by_its_tables_link_and_only_by_that(web: Web) -> None:
    started = web.client.post("/api/v1/records", json=json.loads(web.record("samoa-3p.json"))).json
    links = {link["role"]: link["token"] for link in started["links"]}
    for address in (
        f"http://localhost/t/{links['table']}/result?x=1",
        f"localhost:8000/t/{links['table']}#entry-3",
        f"https://host.example/pocket/#/t/{links['table']}/log",
        links["table"],
    ):
        form = web.client.get(f"{web.links['member']}/add/table", query_string={"link": address})
        assert form.status_code == 200, address
        assert links["table"] in form.text
    assert web.ask(f"/add/table?link={links['read']}", "member").status_code == 422
    answer = web.post("/add/table", _role="member", link=links["table"], key="j")
    assert answer.headers["Location"].endswith("/games/g1")
    assert "In the league Tuesday Club" in web.client.get(f"/t/{links['table']}/result").text
    web.post("/games/g1/remove", key="r")
    assert "0 finished games" in words_of(web.get("/games"))
    assert "Add to the league Tuesday Club" in web.client.get(f"/t/{links['table']}/result").text


def test_own_games_are_a_list_to_tap(web: Web) -> None:
    """Those of which this browser has the table's link, and which are not in the league yet."""
    own = []
    for name in ("samoa-3p.json", "austria-2p-2015-ko.json"):
        made = web.client.post("/api/v1/records", json=json.loads(web.record(name))).json
        own.append({link["role"]: link["token"] for link in made["links"]})
    web.client.get(f"/t/{own[0]['table']}")
    web.client.get(f"/t/{own[1]['read']}")
    offered = re.compile(r'href="[^"]*/add/table\?link=([\w-]+)')
    assert offered.findall(web.get("/add", "member")) == [own[0]["table"]]
    web.client.get(f"/t/{own[1]['table']}")
    assert offered.findall(web.get("/add", "member")) == [own[1]["table"], own[0]["table"]]
    web.post("/add/table", _role="member", link=own[1]["table"], key="j")
    assert offered.findall(web.get("/add", "member")) == [own[0]["table"]]


def test_a_score_of_the_assistant_is_not_typed_again(web: Web) -> None:
    document = json.loads(web.record("samoa-3p.json"))
    answer = web.get(
        f"/add?q={questions.MoveQuestion({**document, 'entries': []}).text()}", "member"
    )
    for player in document["players"]:
        assert f'value="{player["name"]}"' in answer
    scored = web.client.post("/scoring/new/austria", data=FINAL).headers["Location"]
    answer = web.get("/add?" + scored.partition("?")[2], "member")
    totals = re.findall(r'name="total-\d"[^>]*value="(-?\d+)"', answer)
    assert totals == ["83", "61"]  # a krone left is a point at the end (GAH-FINAL)


def test_totals_of_a_table_stand_at_its_evening(web: Web) -> None:
    for name in ("Anna", "Boris"):
        web.post("/players", name=name, key=name)
    web.post("/evenings", day="2026-05-01", game="austria", present=["p1", "p2"], key="v")
    web.post("/evenings/e1/seat", key="s")
    link = re.search(r'href="/l/[\w-]+(/add\?[^"#]+)', web.get("/evenings/e1", "member"))
    form = web.get(link[1].replace("&amp;", "&"), "member")
    assert 'value="Anna"' in form
    sent = re.search(r'action="/l/[\w-]+(/add/result\?[^"]+)"', form)
    totals = {"name-0": "Anna", "total-0": "5", "name-1": "Boris", "total-1": "6"}
    web.post(sent[1].replace("&amp;", "&"), game="austria", day="2026-05-01", key="r", **totals)
    assert "finished" in words_of(web.get("/evenings/e1"))
    assert "/games/r1" in web.get("/evenings/e1")


def test_an_imported_record_takes_its_place_at_an_evening(web: Web) -> None:
    """By its day and players; one that is sent from a table's own page, whatever its day is."""
    record = json.loads(web.record("samoa-3p.json"))
    for player in record["players"]:
        web.post("/players", name=player["name"], key=player["name"])
    people = ["p1", "p2", "p3"]
    for number, day in enumerate((record["played_on"], "2026-11-29"), start=1):
        web.post("/evenings", day=day, game="samoa", present=people, key=f"v{number}")
        web.post(f"/evenings/e{number}/seat", key=f"s{number}")
    web.send(("a.json", web.record("samoa-3p.json")))
    assert "/games/g1" in web.get("/evenings/e1")
    assert "/games/" not in web.get("/evenings/e2")
    web.post("/games/g1/remove", key="r")
    assert "Start this table's game" in web.get("/evenings/e1")  # it waits for a game again
    link = re.search(r'href="/l/[\w-]+(/add\?[^"#]+)">', web.get("/evenings/e2", "member"))
    form = web.get(link[1].replace("&amp;", "&"), "member")
    sent = re.search(r'action="/l/[\w-]+(/add/files\?[^"]+)"', form)
    place = web.links["member"] + sent[1].replace("&amp;", "&")
    files = [(io.BytesIO(web.record("samoa-3p.json", place="Elsewhere")), "b.json")]
    web.client.post(place, data={"files": files, "key": "i"}, content_type="multipart/form-data")
    assert "/games/g2" in web.get("/evenings/e2")
    assert "/games/" not in web.get("/evenings/e1")


def test_forms_offer_a_page_of_people_and_find_the_others(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a league of six whose forms offer four; who is ticked stays while somebody looks."""
    monkeypatch.setattr("recorder.league.people.MOST_OFFERED", 4)
    for name in ("Anna", "Boris", "Chloe", "Dora", "Emil", "Fay"):
        web.post("/players", name=name, key=name)
    web.result(("Fay", 5), ("Emil", 6), key="r")
    for path in ("/start", "/evenings/new"):
        ids = re.findall('type="checkbox" name="(?:p|present)" value="(..)"', web.get(path))
        assert ids == ["p1", "p2", "p5", "p6"], path  # who played last, and others, by name
    page = web.get("/start/set-up?game=samoa&p=p6&p=p2&q=or&search=1")
    ticked = re.findall(r'name="p" value="(p\d)"( checked)?', page)
    assert ticked == [("p6", " checked"), ("p2", " checked"), ("p4", "")]
    body = {"day": "2026-12-01", "game": "samoa", "present": ["p6"], "place": "Here", "key": "w"}
    page = web.post("/evenings", q="chl", search="1", **body).text
    assert re.findall(r'name="present" value="(p\d)"( checked)?', page) == [
        ("p6", " checked"),
        ("p3", ""),
    ]
    assert 'value="Here"' in page
    assert web.ask("/evenings/e1").status_code == 422  # nothing was settled
    form = web.get("/games/r1")
    assert form.count("<option") == 4
    first, second = re.findall('name="(seat-[^"]+)"', form)
    web.post("/games/r1/seats", key="x", **{first: "Dora", second: "p5"})
    assert "Dora" in words_of(web.get("/games/r1"))
    assert web.post("/games/r1/seats", key="y", **{first: "Nobody"}).status_code == 422
    assert web.post("/games/r1/seats", key="w", **{first: "p5", second: "p5"}).status_code == 422


def test_games_begin_with_the_modules_of_the_league(web: Web) -> None:
    """Ticked in the settings, they stand ticked in the set-up form; unknown ones are dropped."""
    form = {"name": "Tuesday Club", "language": "en", "game": "austria", "place": ""}
    form["edition-austria"] = "2022"
    web.post("/settings", key="k", modules=["balls", "more", "bees"], **form)
    box = re.search(r'<select\s+name="edition-austria".*?</select>', web.get("/settings"), re.S)
    assert re.findall(r'value="([\w-]+)" selected', box[0]) == ["2022"]
    ticked = r'name="modules"\s+value="([a-z-]+)"[^>]* checked'
    assert re.findall(ticked, web.get("/settings")) == ["balls", "more"]
    with web.client.application.app_context():
        kept = league_service().open(web.lt).state.defaults
    assert (kept["modules"], kept["edition"]) == (["balls", "more"], "2022")
    web.post("/players", name="Anna", key="p")
    assert re.findall(ticked, web.get("/start/austria?p=p1")) == ["balls", "more"]


def test_a_player_against_everybody(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "SHOWN_MEETINGS", 1)
    web.result(("Anna", 5), ("Boris", 6), ("Chloe", 7), key="r")
    assert "Against everybody: 2 players" in words_of(web.get("/players/p1"))
    shown = words_of(web.get("/players/p1/against?game=samoa"))
    assert not find_missing(shown, "Boris 1 0 1", "Chloe 1 0 1")


def test_what_a_player_misses_stands_beside_the_league(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Céline could have had one tile for 14 less, the others nothing: one in three seats."""
    web.send(("a.json", web.record("samoa-3p.json")))
    told = "The same tile could have been bought earlier for less"
    page = words_of(web.get("/players/p3"))
    assert "From 1 recorded game. Below 10 games, no average is shown." in page
    assert told not in page
    monkeypatch.setattr(statistics, "ENOUGH", 1)
    page = words_of(web.get("/players/p3"))
    assert f"{told} 1.00; league: 0.33 ±" in page
    assert "Points: 14.00; league: 4.67" in page
    assert f"{told} 0.00; league: 0.33" in words_of(web.get("/players/p1"))


def test_a_flood_of_writes_is_held_back(app: Flask) -> None:
    app.config["LINK_LIMIT"] = "2 per minute"
    with app.test_client() as client:
        web = Web(client)
        for number, status in enumerate((303, 303, 429)):
            assert (
                web.post("/players", name=f"Newcomer {number}", key=str(number)).status_code
                == status
            )
        assert "Newcomer 2" not in web.get("/players")


def test_the_log_tells_all_that_was_done(web: Web) -> None:
    """The newest first; whoever has left for good is not called by name, also further below."""
    web.result(("Anna", 50), ("Boris", 60), key="r1")
    web.result(("Clara", 10), ("Annabel", 20), key="r2")
    web.season(key="s")
    web.post("/seasons/s1/close", key="close")
    web.post("/seasons/s1/reopen", key="reopen")
    web.post("/games/r2/remove", key="out")
    web.post("/players/p1/merge", other="Annabel", stays="own", key="m")
    web.post("/players/p4/part", key="part")
    web.post("/evenings", day="2026-12-01", game="samoa", present=["p1", "p2", "p4"], key="v")
    web.post("/evenings/e1/seat", key="t")
    web.post("/settings", name="Friday Club", language="en", game="samoa", key="set")
    web.post("/players/p3/leave", sure="yes", key="leave")
    web.post("/links/public", key="link")
    lines = re.findall(r"<li.*?</li>", web.get("/log").split("<main")[1], re.S)
    said = [
        re.fullmatch(r"(\d+) (.*) \d+ \w{3} \d{4}, [\d:]+ (.*)", words_of(one)) for one in lines
    ]
    told = [(one[2], one[3]) for one in said if one is not None]
    assert [int(one[1]) for one in said if one is not None] == [*range(len(told), 0, -1)]
    organisers = [
        "A link was replaced: For spectators",
        "former player 1 left for good",
        "The settings were changed",
        "Tables were made for an evening",
        "The evening of 1 Dec 2026 was saved",
        "Annabel and Anna are two people again",
        "Annabel and Anna are one person",
        "A game was taken out: r2",
        "The season 2026 was opened again",
        "The season 2026 was closed",
        "The season 2026 was saved",
    ]
    members = [
        "Game added: former player 1 and Annabel",
        "Annabel was added",
        "former player 1 was added",
        "Game added: Anna and Boris",
        "Boris was added",
        "Anna was added",
    ]
    assert told[: len(organisers)] == [(one, "an organiser") for one in organisers]
    assert told[len(organisers) : -1] == [(one, "a member") for one in members]
    assert told[-1] == ("Tuesday Club was created", "an organiser")


def test_a_file_of_a_running_game_leads_to_the_page_that_asks(web: Web) -> None:
    record = json.loads(web.record("samoa-3p.json"))
    unknown = {"by": "a", "do": "card", "bid": None, "room": None}
    file = {**record, "entries": [*record["entries"][:2], unknown]}
    page = web.send(("a.json", json.dumps(file).encode())).text
    assert "leaves out what was secret then" in page
    assert f'href="/carry?league={web.links["member"].removeprefix("/l/")}"' in page
