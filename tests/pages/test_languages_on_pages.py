"""Four languages on pages: whose is chosen, what stays English, and that no word is forgotten."""

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator import messages
from adjudicator.casebook import CASEBOOK
from adjudicator.rulebook import RULEBOOK
from exports import sheet
from exports.league import report
from exports.templates import templates
from recorder.games.visibility import reveal_game
from recorder.languages import speech
from recorder.league.known import league_service
from recorder.league.pages.files import season_report
from recorder.league.pages.seasons import find_season
from recorder.web.context import tables
from tests.browser import everywhere
from tests.pages import pseudo
from tools import sample_league

PLAYERS = {"Anna", "Boris", "Chloé", "Dora", "Céline", "Dae", "jung", "An", "Bo", "Ch", "Do"}
PLAYERS |= {"Clara", "David", "Cl", "Da"}
OWN = {"Example", "card", "figures", "made", "up", "Kitchen", "table", "Guests", "Esperanto", "VP"}
OWN |= {"Building", "tiles", "turned", "serve", "twice", "wine", "emperor", "empire"}
"""What somebody typed; the title of a chapter, English where a language has none."""

CLUB = {
    "Tuesday",
    "Club",
    "Autumn",
    "The",
    "back",
    "room",
    "Café",
    "Central",
    "Gustav",
    "Hana",
    "Chloé",
    "sample",
}
CLUB |= {"Day", "Game", "Grand", "Austria", "Hotel"}
"""What people typed who founded the league of the samples, and wrote its file of past games."""

KEYS = {"Version", "do", "value"}
"""Names of fields, which an answer to a form of somebody else's names."""

OF_A_FILE = {"game", "edition", "modules", "by", "do", "room", "wave", "done"}
"""Keys and values of a record, by which a refusal names the place in the file."""

TYPED: set[str] = set()
"""What pages hand to the catalogues although somebody typed it."""

SPOKEN = {
    "kaj",
    "Sep",
    "Dec",
    "Oct",
    "Nov",
    "Novembro",
    "novembro",
    "nov",
    "sekundoj",
    "sekundo",
    "minutoj",
    "minuto",
    "antaŭ",
    "post",
}
"""What the language itself brings: how it lists, and names of months."""


@pytest.fixture
def known() -> frozenset[str]:
    return pseudo.names() | PLAYERS | OWN | SPOKEN


def deal(app: Flask, document: Mapping[str, Any]) -> dict[str, str]:
    with app.app_context():
        links = tables().start(document, listed=False).links
    return {link.seat or link.role: f"/t/{link.token}" for link in links}


def test_no_page_says_a_word_past_the_catalogues(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, known: frozenset[str]
) -> None:
    """Every page in a language whose every letter is marked; what is not was forgotten.

    So was what is said by way of the catalogues and stands in none.
    """
    views = everywhere.addresses(lambda one: deal(app, one), app)
    assert not everywhere.forgotten(app, views)
    check(app, client, monkeypatch, known, views)


def check(
    app: Flask,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    known: frozenset[str],
    views: Mapping[str, Sequence[str]],
) -> None:
    """Look at pages in the marked language."""
    strange = pseudo.speak(app, monkeypatch)
    untranslated = []
    for view, paths in views.items():
        for path in paths:
            page = client.get(path, headers={"Accept-Language": pseudo.TAG})
            if page.status_code == 303:  # a seat that nobody has taken yet
                assert client.post(path.rsplit("/", 1)[0] + "/take").status_code == 303
                page = client.get(path, headers={"Accept-Language": pseudo.TAG})
            assert page.status_code == 200, (view, path)
            untranslated += [f"{view}: {text}" for text in pseudo.forgotten(page.text, known)]
    assert not sorted(set(untranslated))
    assert strange <= TYPED


def test_no_case_says_a_word_past_the_catalogues(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch, known: frozenset[str]
) -> None:
    """Cases of every kind: what differs by edition, what is offered instead, and what is not read.

    The texts of rules stay English where a language has none.
    """
    strange = pseudo.speak(app, monkeypatch)
    cases = list(CASEBOOK.cases)[::15]
    cases += ["5.9", "8.13", "9.3", "12.19", "14.50", "18.6", "19.3", "39.15", "47.4"]
    rules = " ".join(RULEBOOK.rule(rule).text for rule in RULEBOOK.ids())
    untranslated = []
    for case in cases:
        page = client.get(f"/casebook/{case}", headers={"Accept-Language": pseudo.TAG})
        assert page.status_code == 200, case
        texts = {text for text in pseudo.forgotten(page.text, known) if text not in rules}
        untranslated += [f"{case}: {text}" for text in texts]
    assert not untranslated
    assert strange <= TYPED


@pytest.mark.usefixtures("unpressed")
def test_no_dispute_and_no_preview_says_a_word_past_the_catalogues(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch, known: frozenset[str]
) -> None:
    """Reports on entries, removals of entries, the values to read aloud, and the filter of a log.

    Titles and texts of rules, and chapters of the printed books, are left out.
    """
    links = {
        file: deal(app, json.loads((pseudo.ROOT / file).read_text("utf-8")))["table"]
        for file in ("tests/evenings/sample-waltz.json", "templates/samoa/sample.json")
    }
    strange = pseudo.speak(app, monkeypatch)
    rules = [RULEBOOK.rule(rule) for rule in RULEBOOK.ids()]
    quoted = {rule.text[:110] for rule in rules} | {f"{rule.id} {rule.title}." for rule in rules}
    untranslated = []
    for table in links.values():
        paths = ["log", "check", "result"]
        for number in range(41, 100, 13):
            paths += [f"entries/{number}/dispute.pdf", f"entries/{number}/remove"]
        for path in paths:
            page = client.get(f"{table}/{path}", headers={"Accept-Language": pseudo.TAG})
            assert page.status_code == 200, path
            texts = set(pseudo.forgotten(re.sub(r"(?s)<small.*?</small>", "", page.text), known))
            untranslated += [f"{path}: {text}" for text in texts - quoted]
    assert not untranslated
    assert strange <= TYPED


def test_no_page_of_a_league_says_a_word_past_the_catalogues(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, known: frozenset[str]
) -> None:
    views = everywhere.league_addresses(lambda one: deal(app, one), app)
    assert not everywhere.forgotten_of_a_league(app, views)
    check(app, client, monkeypatch, known | CLUB, views)


def test_no_part_of_a_page_says_a_word_past_the_catalogues(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, known: frozenset[str]
) -> None:
    """What a page fetches, what stands in for one, and what says that something went wrong."""
    table = deal(app, everywhere.disputed())["table"]
    over = [deal(app, everywhere.sample(game))["table"] for game in everywhere.GAMES]
    parts = [table + "/other", table + "/news?since=0", "/offline", table + "/moments/1"]
    parts += [f"{table}/entries/1/change/other", *(link + "/entries/50" for link in over)]
    check(app, client, monkeypatch, known, {"part": parts})
    speaks = {"Accept-Language": pseudo.TAG}
    untranslated = []
    wrong = ["/t/nothing", "/nothing", "/rules/nothing", "/new/nothing", table + "/entries/999"]
    for answer in (
        *(client.get(path, headers=speaks) for path in wrong),
        client.delete("/about", headers=speaks),
        *(
            client.post(f"{table}/{what}", data=fields, headers=speaks)
            for what in ("entries", "take-back", "undo", "check/anna/krones", "clock")
            for fields in ({}, {"version": "x"}, {"version": "0", "key": "k", "entry": "{}"})
        ),
    ):
        assert answer.status_code >= 300
        if answer.status_code > 399:
            untranslated += pseudo.forgotten(answer.text, known | KEYS)
    assert not sorted(set(untranslated))


BROKEN = (
    "{",
    '{"record": 1}',
    *(
        json.dumps({**everywhere.sample("austria"), "entries": [entry]})
        for entry in ({"do": "wave"}, {"do": "done"}, {"by": "anna", "do": "prepare", "room": "9"})
    ),
    json.dumps({**everywhere.sample("austria"), "edition": "1999"}),
    json.dumps({**everywhere.sample("samoa"), "modules": ["balls"]}),
)
"""Records that cannot be read: no JSON, no game, an unknown verb, no player, and so on."""


@pytest.mark.parametrize("record", BROKEN, ids=range(len(BROKEN)))
def test_no_record_is_refused_in_a_word_past_the_catalogues(
    app: Flask,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    known: frozenset[str],
    record: str,
) -> None:
    """As a file for people, and as a question of a program."""
    strange = pseudo.speak(app, monkeypatch)
    speaks = {"Accept-Language": pseudo.TAG}
    form = {"record": (BytesIO(record.encode()), "record.json")}
    page = client.post("/upload", data=form, headers=speaks)
    told = client.post("/api/v1/games", data=record, headers=speaks).json["error"]["message"]
    assert page.status_code == 422
    assert not list(pseudo.forgotten(f"{page.text}<p>{escape(told)}</p>", known | OF_A_FILE))
    assert strange <= TYPED


def test_nothing_that_a_league_prints_says_a_word_past_the_catalogues(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, known: frozenset[str]
) -> None:
    """The season's report, a certificate and the booklet, before they become PDF."""
    club = sample_league.make_league(app, sample_league.DAYS[:2])
    strange = pseudo.speak(app, monkeypatch)
    printed: list[str] = []
    with app.test_request_context(headers={"Accept-Language": pseudo.TAG}):
        league = league_service().open(club.removeprefix("/l/"))
        words = speech.printed_words()
        printed.append(report.season_html(season_report(league, find_season(league, "s1")), words))
    monkeypatch.setattr(report.pdf, "one_page", lambda pages, _: printed.extend(pages) or b"")
    for path in ("/standings/s1/certificate.pdf", "/cases/booklet.pdf"):
        assert client.get(club + path, headers={"Accept-Language": pseudo.TAG}).status_code == 200
    assert len(printed) == 3
    assert not [text for page in printed for text in pseudo.forgotten(page, known | CLUB)]
    assert strange <= TYPED


@pytest.mark.parametrize("game", everywhere.GAMES)
def test_no_score_sheet_says_a_word_past_the_catalogues(
    app: Flask, monkeypatch: pytest.MonkeyPatch, known: frozenset[str], game: str
) -> None:
    strange = pseudo.speak(app, monkeypatch)
    with app.test_request_context(headers={"Accept-Language": pseudo.TAG}):
        words = speech.printed_words()
        table = tables().start(everywhere.sample(game), listed=False).table
        said = sheet.describe_sheet(reveal_game(table).replay, words)
        page = templates().get_template("sheet.html").render(size=9, sheet=said, words=words)
    assert not list(pseudo.forgotten(page, known))
    assert strange <= TYPED


def test_a_forgotten_word_is_found(known: frozenset[str]) -> None:
    """The look at a page finds text and labels, and leaves out what is in another language."""
    page = (
        "<p title='Forgotten too'>𝐡𝐞𝐫𝐞 Forgotten</p><p lang='ru'>Left</p><b>Anna</b>"
        "<input type='hidden' value='Left'><input type='submit' value='Forgotten button'>"
        "<style>Left</style><code>left</code><a href='/left' class='ruleid'>GAH-X</a>"
    )
    assert list(pseudo.forgotten(page, known)) == [
        "Forgotten too",
        "𝐡𝐞𝐫𝐞 Forgotten",
        "Forgotten button",
    ]


@pytest.fixture
def spoken(app: Flask) -> list[str]:
    return [tag for tag in app.extensions["languages"] if tag != "en"]


def test_the_browser_chooses_and_the_page_may_choose_otherwise(
    app: Flask, spoken: list[str]
) -> None:
    """The choice is kept in the browser's own cookie; another browser is not touched by it."""
    client, other = app.test_client(), app.test_client()
    assert {"ru", "fr", "ko"} <= set(spoken)
    for tag in spoken:
        page = client.get("/about", headers={"Accept-Language": f"{tag}-XX,en;q=0.5"})
        assert f'<html lang="{tag}"' in page.text
        assert {"Accept-Language", "Cookie"} <= set(page.vary)
    chosen = client.post("/language", data={"language": "ko", "back": "/about?x=1"})
    assert (chosen.status_code, chosen.location) == (303, "/about?x=1#language")
    assert '<html lang="ko"' in client.get("/about", headers={"Accept-Language": "ru"}).text
    assert '<html lang="ru"' in other.get("/about", headers={"Accept-Language": "ru"}).text


@pytest.mark.parametrize("back", ["//elsewhere/", "https://elsewhere/", "/\\elsewhere/", ""])
def test_the_choice_leads_nowhere_else(client: FlaskClient, back: str) -> None:
    assert client.post("/language", data={"language": "fr", "back": back}).location == "/#language"
    assert client.post("/language", data={"language": "xx", "back": "/"}).status_code == 422


def test_a_page_that_answers_a_form_leads_back_to_where_a_page_is(
    app: Flask, client: FlaskClient
) -> None:
    answered = client.post(deal(app, everywhere.disputed())["table"] + "/take-back", data={})
    back = re.search(r'name="back" value="([^"]*)"', answered.text)
    assert client.get(back[1]).status_code == 200


class _Loud(messages.NullTranslations):
    def pgettext(self, context: str, message: str) -> str:
        return message.upper() if "{" not in message else message + "!"


def test_programs_get_messages_in_the_language_they_ask_for_and_why_in_none(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also from what is kept for a send that arrives twice; the cookie changes nothing."""
    loud = messages.Language("ru", _Loud())
    english = messages.find_language
    monkeypatch.setattr(
        messages, "find_language", lambda tag: loud if tag.startswith("ru") else english(tag)
    )
    client.post("/language", data={"language": "fr"})
    table = deal(app, everywhere.disputed())["table"].removeprefix("/t/")
    address = f"/api/v1/games/{table}"
    plain = client.get(address).json
    russian = client.get(address, headers={"Accept-Language": "ru"}).json
    assert plain
    assert russian
    told, asked = plain["verdicts"][0], russian["verdicts"][0]
    assert told["violations"]
    for one, other in zip(told["violations"], asked["violations"], strict=True):
        assert one["why"] == other["why"]
        assert one["message"] != other["message"]
    entry = {"by": "anna", "do": "prepare", "room": "3-4"}
    send = {"version": plain["version"], "key": "k", "entry": entry, "stands": True}
    first = client.post(address + "/entries", json=send, headers={"Accept-Language": "ru"}).json
    again = client.post(address + "/entries", json=send).json
    once_more = client.post(address + "/entries", json=send, headers={"Accept-Language": "ru"}).json
    assert first
    assert again
    assert first == once_more
    assert first != again
    words = [breach["message"] for breach in again["verdict"]["violations"]]
    assert words == [str(word).rstrip("!") for word in words]


def test_two_languages_of_a_rule_stand_side_by_side(client: FlaskClient) -> None:
    page = client.get("/rules/GAH-FOOD?beside=ru", headers={"Accept-Language": "ko"}).text
    assert '<html lang="ko"' in page
    assert page.count('<div lang="ru">') == page.count("rule-text") > 3
    assert "<div lang=" not in client.get("/rules/GAH-FOOD").text
