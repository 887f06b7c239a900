"""The casebook's pages: what people ask is found, what cannot be is said, rulings stand beside."""

import html
import json
import re
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator.casebook import CASEBOOK
from adjudicator.casebook.book import KeptVerdicts, WithdrawnCase
from adjudicator.messages import DataSentence
from adjudicator.rulebook import RULEBOOK
from recorder.league.league_state import CalledCase
from recorder.pages.referee import league_rulings
from recorder.pages.wording import say
from tests.seen import words_of

FORTY = json.loads((Path(__file__).parent / "forty.json").read_text(encoding="utf-8"))
"""Questions as people ask them on forums, each with the cases that answer it."""

FIRST = 10
"""A case that stands lower in the list than this is not found."""


def linked(page: str) -> list[str]:
    return re.findall(r'href="/casebook/(\d+\.\d+)"', page)


def test_forty_questions_are_answered(client: FlaskClient) -> None:
    """Typed as they are asked: one tap on the search, one on the case."""
    assert len(FORTY) == 40
    for row in FORTY:
        cases = linked(client.get("/casebook", query_string={"q": row["asked"]}).text)
        assert set(cases[:FIRST]) & set(row["answers"]), row["asked"]


@pytest.mark.parametrize("language", ["ru", "fr", "ko"])
def test_the_ten_most_asked_are_found_in_every_language(app: Flask, language: str) -> None:
    """One tap each on the referee's page, and by their own words in the search."""
    client = app.test_client()
    said = {"Accept-Language": language}
    page = client.get("/referee", headers=said).text
    assert linked(page) == [row.case for row in CASEBOOK.asked_often[:10]]
    for question, case in zip(
        re.findall(r'<a href="/casebook/[\d.]+"><span>([^<]+)', page), linked(page), strict=True
    ):
        assert question not in [row.question.english for row in CASEBOOK.asked_often]
        cases = linked(client.get("/casebook", query_string={"q": question}, headers=said).text)
        assert case in cases[:3], question


@pytest.mark.parametrize("language", ["en", "ru", "fr", "ko"])
def test_a_case_begins_with_its_question_and_the_answer(app: Flask, language: str) -> None:
    """14.35: as people ask it, then the sentence that decides, then the position and verdicts."""
    said = {"Accept-Language": language}
    page = html.unescape(app.test_client().get("/casebook/14.35", headers=said).text)
    with app.test_request_context("/", headers=said):
        row = next(one for one in CASEBOOK.asked_often if one.case == "14.35")
        question, answer = say(row.question), say(row.answer)
    told = page.split("<main")[1]
    places = [told.index(words) for words in (question, answer, 'id="position"', "by-edition")]
    assert places == sorted(places)
    assert "2015" in answer
    assert "2022" in answer


def test_a_list_answers_a_question_as_its_case_does(client: FlaskClient) -> None:
    """A move that is allowed does not stand under a question whose answer is no."""
    page = words_of(client.get("/casebook?chapter=5").text)
    asked = next(row for row in CASEBOOK.asked_often if row.case == "5.1")
    assert f"5.1 {asked.question} {asked.answer} 5." in page
    topic = RULEBOOK.rule(CASEBOOK.cases["5.2"].rules[0]).title
    assert f"5.2 {topic}" in page


def test_forty_questions_have_answers_that_name_the_editions() -> None:
    """An answer names an edition if the verdicts differ, and only then."""
    assert len(CASEBOOK.asked_often) == 40
    for row in CASEBOOK.asked_often:
        case = CASEBOOK.cases[row.case]
        differs = len(case.kinds) > 1 or row.case == "23.3"  # allowed everywhere, decided apart
        assert bool(re.search(r"20\d\d", row.answer.english)) == differs, row.question


def test_a_case_that_nobody_asks_is_a_question_too(client: FlaskClient) -> None:
    """18.1 is allowed, 18.9 is not, in all editions; 14.34 in all but the Russian of 2015."""
    for case, answer in (("18.3", "Yes."), ("18.9", "No.")):
        page = html.unescape(client.get(f"/casebook/{case}").text)
        assert re.search(r"<h1>.*\. Is that allowed\?</h1>", page)
        assert f'<p class="answer-line"><strong>{answer}</strong>' in page
    kept = client.get("/casebook/12.19").text.split('class="answer-line"')[1].split("</p>")[0]
    assert "A played card stays in play." in kept  # the rule answers, its title does not
    instead = client.get("/casebook/12.13").text.split('id="instead"')[1]
    assert "takes guest 50 Musician; 64 Duchess; 78 Post Councillor;" in instead
    assert "takes a die from 1; 2; 3; 4; 5; 6</li>" in instead  # without all that each may give
    parted = html.unescape(client.get("/casebook/14.34").text)
    told = "No: Russian edition of 2015; yes: French edition of 2015, Korean edition of 2015 and"
    assert told in parted


def test_a_game_is_chosen(client: FlaskClient) -> None:
    chosen = linked(client.get("/casebook?game=samoa&q=tie").text)
    assert chosen
    assert {CASEBOOK.cases[case].game for case in chosen} == {"samoa"}


def test_a_search_that_cannot_be_is_bounded(client: FlaskClient) -> None:
    assert "only its first part" in client.get("/casebook?q=" + "serve+" * 60).text
    assert "No case fits" in client.get("/casebook?q=qqqqqq+zzzzzz").text
    for query in (
        "page=99999999",
        "page=0",
        "chapter=x",
        "card=guest/%00",
        "show=nothing",
        "rule=X",
    ):
        assert client.get(f"/casebook?{query}&chapter=14&endpoint=x&_anchor=y").status_code == 200
    assert len(linked(client.get("/casebook?show=legal").text)) == 20


def test_an_id_without_a_case(client: FlaskClient) -> None:
    """A chapter leads to its cases, a withdrawn case says why and leads on, others are nothing."""
    assert client.get("/casebook/99.9").status_code == 404
    assert client.get("/casebook/7").headers["Location"] == "/casebook?chapter=7"
    assert client.get("/casebook/chapter-999.pdf").status_code == 404
    gone = WithdrawnCase(
        "7.99", DataSentence("7.99.reason", "It asked what 7.1 asks."), "7.1", "0.3.0"
    )
    with patch.dict(CASEBOOK.withdrawn, {"7.99": gone}):
        answer = client.get("/casebook/7.99")
        assert answer.status_code == 410
        assert "It asked what 7.1 asks." in answer.text
        assert linked(answer.text) == ["7.1"]
        assert "/casebook/7.99" in client.get("/casebook/changes.atom").text


def test_a_verdict_that_changed_is_told(client: FlaskClient) -> None:
    """By its own page, the list of changed ones and the feed; the rules of a case lead to it."""
    changed = [case for case in CASEBOOK.cases.values() if len(case.history) > 1]
    assert changed
    case = changed[0]
    page = client.get(f"/casebook/{case.id}").text
    for kept in case.history:
        assert f"Release {kept.release}" in page
    assert case.id in linked(client.get("/casebook?show=changed").text)
    feed = ElementTree.fromstring(client.get("/casebook/changes.atom").data)
    titles = [element.text or "" for element in feed.iter("{http://www.w3.org/2005/Atom}title")]
    assert any(case.id in title and "changed" in title for title in titles)
    rule = next(rule for one in case.judged for rule in one.rules if rule.startswith("GAH"))
    assert f'/casebook?rule={rule}"' in client.get(f"/rules/{rule.rpartition('-')[0]}").text
    assert isinstance(case.history[0], KeptVerdicts)


def test_a_page_says_what_the_editions_say(client: FlaskClient) -> None:
    """14.34: the bonus turn of guest 97 can be declined in three editions of four."""
    page = client.get("/casebook/14.34").text
    for words in ("illegal", "legal", "GAH-GUEST-05", "Russian edition of 2015", "The position"):
        assert words in page
    answer = client.get("/api/v1/casebook/14.34").json
    assert {code: one["verdict"] for one in answer["verdicts"] for code in one["editions"]} == {
        "2015-ru": "illegal",
        "2015-fr": "legal",
        "2015-ko": "legal",
        "2022": "legal",
    }
    assert answer["record"]["entries"][-1]["do"] == "decline"
    listed = client.get("/api/v1/casebook?card=guest/97&show=differs").json
    assert "14.34" in [case["id"] for case in listed["cases"]]
    assert listed["count"] >= len(listed["cases"]) > 0


def test_a_reader_chooses_an_edition(client: FlaskClient) -> None:
    """14.34: refused in 2015-ru alone; a list in an edition counts only what that edition says."""
    for edition, said in (("2015-ru", "illegal"), ("2022", "legal")):
        page = client.get(f"/casebook?q=14.34&edition={edition}").text
        assert re.findall(r'class="tag (\w+)"', page) == [said]
        for show in ("legal", "illegal"):
            shown = client.get(f"/casebook?q=14.34&edition={edition}&show={show}").text
            assert ("14.34" in linked(shown)) == (show == said)
    assert "14.34" in linked(client.get("/casebook?q=14.34&edition=1999").text)


def test_what_no_case_tries_is_shown_with_its_reason(client: FlaskClient) -> None:
    page = client.get("/casebook?show=untried").text
    for words in ("No case either way", "SAM-PAY-04", "A record has no entry that would break it."):
        assert words in page


def test_a_ruling_that_a_later_one_contradicts_is_marked() -> None:
    """An overturned ruling is not left standing; one on other rules or another verb may differ."""
    first = CalledCase(
        *("1", "k", 1, "austria", 5, {"do": "serve"}, "", ("GAH-TURN-12",), "illegal", "", ""),
        stands=True,
    )
    for change, overturned in (
        ({"stands": False}, True),
        ({"stands": True}, False),
        ({"stands": False, "subjects": ("GAH-TURN-13",)}, False),
        ({"stands": False, "entry": {"do": "claim"}}, False),
    ):
        assert league_rulings._is_overturned(first, [replace(first, **change)]) is overturned


def test_a_chapter_is_shown_by_itself(client: FlaskClient) -> None:
    for one in CASEBOOK.chapters:
        cases = set(linked(client.get("/casebook", query_string={"chapter": one.number}).text))
        assert bool(cases) is bool(one.cases)
        assert cases <= {case.id for case in one.cases}
    assert not linked(client.get("/casebook?chapter=9999&q=serve").text)


def test_cases_are_read_one_after_the_other(client: FlaskClient) -> None:
    """From the first to the last there is a way to the next, and back."""
    cases = list(CASEBOOK.cases)

    def beside(case: str) -> list[str]:
        page = client.get(f"/casebook/{case}").text
        return linked(page.split('class="row pager"')[1].split("</nav>")[0])

    assert beside(cases[0]) == [cases[1]]
    assert beside(cases[1]) == [cases[0], cases[2]]
    assert beside(cases[-1]) == [cases[-2]]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("card=97&where=cafe&die=4", ["97", "E. Gizia"]),
        ("card=24&where=play", ["Chief Waiter"]),
        ("card=66&where=queue", ["66"]),
        ("card=150&where=waiting&die=9", ["150"]),
        ("kind=hall&card=apollo", ["Apollosaal"]),
        ("game=samoa&kind=room-tile&card=swap", ["Tap the move", "Norway"]),
    ],
)
def test_a_question_begins_with_a_card(client: FlaskClient, query: str, words: list[str]) -> None:
    page = client.get(f"/referee/example?{query}", follow_redirects=True)
    assert page.status_code == 200
    for word in words:
        assert word in page.text


def test_a_card_that_no_box_has(client: FlaskClient) -> None:
    for query in ("card=999&where=cafe", "card=", "kind=hall&card=nowhere", "card=" + "9" * 500):
        answer = client.get(f"/referee/example?{query}")
        assert answer.status_code == 404
        assert "No example starts with this card." in answer.text
    assert client.get("/referee/example?game=chess&card=1").status_code == 404
